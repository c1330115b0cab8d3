// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include <polyglot/pgn/input.hpp>
#include <polyglot/result.hpp>

namespace polyglot::pgn {

/// A piece of a PGN text that begins and ends between games. Any thread can read it.
class Chunk {
 public:
  /// Returns the text, which is valid until the chunk is filled again or destroyed.
  [[nodiscard]] std::string_view text() const noexcept { return {storage_.data(), size_}; }
  /// Returns the offset of the chunk in the (decompressed) text, in bytes.
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }
  /// Returns the number of its first line; the text begins with line 1.
  [[nodiscard]] std::uint64_t line() const noexcept { return line_; }
  /// Returns Input::consumed() at the end of the chunk.
  [[nodiscard]] std::uint64_t consumed() const noexcept { return consumed_; }

 private:
  friend class ChunkReader;

  std::vector<char> storage_;  ///< only grows, because clearing new memory takes time
  std::size_t size_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t consumed_ = 0;
};

struct ChunkLimits {
  std::size_t target = std::size_t{1} << 20;   ///< chunks end before this unless a single game is longer
  std::size_t longest = std::size_t{1} << 28;  ///< a longer game is skipped, because it could fill the memory
};

/// Cuts a PGN text into chunks of whole games. All chunks together are the whole text, except games that are
/// too long. Only one thread at a time may use the reader; other threads may read the chunks meanwhile.
class ChunkReader {
 public:
  explicit ChunkReader(Input input, ChunkLimits limits = {});

  /// Replaces the contents of `chunk` by the next chunk. Returns false at the end of the text. Reusing a
  /// chunk saves an allocation. Error: a game is too long, and the next call continues after it; or the error
  /// of Input::read(), after all text before it, and nothing follows.
  [[nodiscard]] Result<bool> next(Chunk& chunk);

  /// Returns true if the last error was about a game that is too long and is being skipped.
  [[nodiscard]] bool skips_game() const noexcept { return skips_; }

  [[nodiscard]] const Input& input() const noexcept { return input_; }

 private:
  static void append(Chunk& chunk, std::span<const char> bytes);
  [[nodiscard]] bool fill(Chunk& chunk, std::size_t size);
  [[nodiscard]] Result<bool> end();
  void finish(Chunk& chunk, std::size_t end);
  [[nodiscard]] Error too_long(Chunk& chunk);
  [[nodiscard]] bool skip_to_game(Chunk& chunk);
  void drop(Chunk& chunk, std::size_t size);

  Input input_;
  ChunkLimits limits_;
  std::vector<char> rest_;  ///< text that is read already, but belongs to the next chunk
  std::uint64_t offset_ = 0;
  std::uint64_t line_ = 1;
  bool at_end_ = false;
  bool skips_ = false;            ///< inside a game that is too long
  std::optional<Error> failure_;  ///< the reason if the text ends too early
};

}  // namespace polyglot::pgn
