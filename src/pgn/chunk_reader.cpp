// SPDX-License-Identifier: MIT
#include <polyglot/pgn/chunk_reader.hpp>

#include "pgn/characters.hpp"
#include "pgn/game_start.hpp"

namespace polyglot::pgn {
namespace {

/// Where to cut the text: the last start of a game after `searched`; npos if there is none. Text after the
/// last line end is not examined, because only a complete line shows whether it begins a game.
std::size_t cut_of(std::string_view text, std::size_t searched) {
  return last_game_start(text.substr(0, text.find_last_of("\r\n") + 1), searched);
}

/// How many bytes at the end of a skipped block are examined again. Only with the line before a line we see
/// whether a game begins there.
constexpr std::size_t kLookBack = std::size_t{1} << 16;

std::size_t all_but_the_end(std::string_view text) noexcept {
  return text.size() - std::min(text.size(), kLookBack);
}

}  // namespace

ChunkReader::ChunkReader(Input input, ChunkLimits limits) : input_(std::move(input)), limits_(limits) {}

Result<bool> ChunkReader::next(Chunk& chunk) {
  chunk.size_ = 0;
  if (at_end_) return end();
  append(chunk, rest_);
  if (skips_ && !skip_to_game(chunk)) return end();
  std::size_t searched = 0;
  for (std::size_t size = limits_.target;; size = 2 * chunk.size_) {
    if (fill(chunk, std::min(size, limits_.longest))) {
      finish(chunk, chunk.size_);
      return chunk.size_ > 0 ? true : end();
    }
    const std::size_t cut = cut_of(chunk.text(), searched);
    if (cut != std::string_view::npos) {
      finish(chunk, cut);
      return true;
    }
    if (chunk.size_ >= limits_.longest) return too_long(chunk);
    // The text after the last line end has to be examined again, with the blank lines before it.
    searched = chunk.text().find_last_of("\r\n") + 1;
    if (searched > 0) --searched;
  }
}

void ChunkReader::append(Chunk& chunk, std::span<const char> bytes) {
  const std::size_t size = chunk.size_ + bytes.size();
  if (chunk.storage_.size() < size) chunk.storage_.resize(size);
  std::ranges::copy(bytes, chunk.storage_.begin() + static_cast<std::ptrdiff_t>(chunk.size_));
  chunk.size_ = size;
}

/// Returns the error that ended the text early, but only once. Call it after the last chunk.
Result<bool> ChunkReader::end() {
  if (!failure_) return false;
  return *std::exchange(failure_, std::nullopt);
}

/// Reads until `chunk` has `size` bytes; true if the text ended before, with or without an error.
bool ChunkReader::fill(Chunk& chunk, std::size_t size) {
  if (chunk.storage_.size() < size) chunk.storage_.resize(size);
  while (chunk.size_ < size) {
    const auto got = input_.read(std::span(chunk.storage_).subspan(chunk.size_, size - chunk.size_));
    if (!got) failure_ = got.error();
    if (!got || *got == 0) return true;
    chunk.size_ += *got;
  }
  return false;
}

void ChunkReader::finish(Chunk& chunk, std::size_t end) {
  const std::string_view rest = chunk.text().substr(end);
  at_end_ = rest.empty();
  rest_.assign(rest.begin(), rest.end());
  chunk.size_ = end;
  chunk.offset_ = offset_;
  chunk.line_ = line_;
  chunk.consumed_ = input_.consumed();
  offset_ += end;
  line_ += count_lines(chunk.text());
}

/// Drops what has been read of the game. The next call of next() skips the rest.
Error ChunkReader::too_long(Chunk& chunk) {
  const std::string megabytes = std::to_string(limits_.longest >> 20);
  Error error{"no new game within " + megabytes + " MB, skipped: this is not PGN, or its tags are damaged",
              input_.name() + ":" + std::to_string(line_)};
  skips_ = true;
  drop(chunk, all_but_the_end(chunk.text()));
  rest_.assign(chunk.text().begin(), chunk.text().end());
  chunk.size_ = 0;
  return error;
}

/// Moves the next game to the start of `chunk`; false if no game follows.
bool ChunkReader::skip_to_game(Chunk& chunk) {
  for (;;) {
    const bool ended = fill(chunk, chunk.size_ + std::max(limits_.target, kLookBack));
    const std::string_view text = chunk.text();
    const std::size_t lines_end = ended ? text.size() : text.find_last_of("\r\n") + 1;
    const std::size_t game = first_game_start(text.substr(0, lines_end));
    if (game != std::string_view::npos) {
      drop(chunk, game);
      skips_ = false;
      return true;
    }
    if (ended) {
      at_end_ = true;
      chunk.size_ = 0;
      return false;
    }
    drop(chunk, all_but_the_end(text));
  }
}

/// Removes the first `size` bytes.
void ChunkReader::drop(Chunk& chunk, std::size_t size) {
  offset_ += size;
  line_ += count_lines(chunk.text().substr(0, size));
  std::copy(chunk.storage_.begin() + static_cast<std::ptrdiff_t>(size),
            chunk.storage_.begin() + static_cast<std::ptrdiff_t>(chunk.size_), chunk.storage_.begin());
  chunk.size_ -= size;
}

}  // namespace polyglot::pgn
