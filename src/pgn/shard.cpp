// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <polyglot/os/file.hpp>
#include <polyglot/pgn/shard.hpp>

#include "pgn/codec.hpp"
#include "pgn/game_start.hpp"
#include "pgn/raw_file.hpp"
#include "pgn/unpacker.hpp"

namespace polyglot::pgn {
namespace {

/// The lines before a line show whether a game begins on it. This many bytes of them are kept.
constexpr std::uint64_t kLookBackOfShard = std::uint64_t{1} << 16;
constexpr std::size_t kLookAhead = std::size_t{1} << 18;

/// Finds where the first game begins in a text that comes piece by piece. It keeps only the lines that it
/// still needs.
class GameSearch {
 public:
  /// The text may begin anywhere in a line, and among tags. Therefore a game can only begin after a whole
  /// line.
  GameSearch() = default;
  /// The text has whole lines, or begins long before `from`. The game begins at or after that offset.
  explicit GameSearch(std::uint64_t from) : state_(State::in_games), from_(from) {}

  /// Where to write the next piece of the text. The span is valid until the next call.
  [[nodiscard]] std::span<char> room() {
    text_.resize(filled_ + kLookAhead);
    return std::span(text_).subspan(filled_);
  }
  /// Takes `written` bytes from room(). Returns the offset of the game in the text.
  [[nodiscard]] std::optional<std::uint64_t> find(std::size_t written, bool is_all);

 private:
  enum class State : std::uint8_t { in_first_line, before_whole_line, in_games };

  [[nodiscard]] std::string_view lines(bool is_all) const noexcept;
  void drop(std::size_t count);

  State state_ = State::in_first_line;
  std::string text_;
  std::size_t filled_ = 0;     ///< bytes of `text_` that were written
  std::uint64_t dropped_ = 0;  ///< bytes before `text_`
  std::uint64_t from_ = 0;
};

/// The whole lines. The beginning of a very long line counts as one.
std::string_view GameSearch::lines(bool is_all) const noexcept {
  const std::string_view text(text_.data(), filled_);
  const std::size_t end = text.find_last_of("\r\n") + 1;
  return is_all || text.size() - end >= kLookAhead ? text : text.substr(0, end);
}

void GameSearch::drop(std::size_t count) {
  text_.erase(0, count);
  filled_ -= count;
  dropped_ += count;
}

std::optional<std::uint64_t> GameSearch::find(std::size_t written, bool is_all) {
  constexpr std::string_view kSpaces = "\r\n\t ";
  filled_ += written;
  if (state_ == State::in_first_line) {
    const std::string_view text = lines(is_all);
    const std::size_t end =
        text.find_first_of("\r\n", std::min(text.find_first_not_of(kSpaces), text.size()));
    if (end != text.npos) state_ = State::before_whole_line;
    drop(std::min(end, text.size()));
  }
  if (state_ == State::before_whole_line) {
    const std::string_view text = lines(is_all);
    const std::size_t whole = text.find_first_not_of(kSpaces);
    if (whole != text.npos) state_ = State::in_games;
    drop(whole == text.npos ? text.size() : text.find_last_of("\r\n", whole) + 1);
  }
  if (state_ != State::in_games) return std::nullopt;
  const std::string_view text = lines(is_all);
  const std::size_t from = from_ > dropped_ ? static_cast<std::size_t>(from_ - dropped_) : 0;
  if (const std::size_t game = first_game_start(text, from); game != text.npos) return dropped_ + game;
  from_ = dropped_ + text.size();
  const std::size_t last = text.find_last_not_of(kSpaces);
  const std::size_t line = last == text.npos ? 0 : text.find_last_of("\r\n", last) + 1;
  drop(std::max(line, text.size() - std::min<std::size_t>(text.size(), kLookBackOfShard)));
  return std::nullopt;
}

/// The first game start at or after `border`; `size` if there is none.
Result<std::uint64_t> first_game_from(const os::File& file, std::uint64_t border, std::uint64_t size) {
  if (border == 0 || border >= size) return std::min(border, size);
  const std::uint64_t begin = border - std::min(border, kLookBackOfShard);
  GameSearch search(border - begin);
  for (std::uint64_t at = begin; at < size;) {
    const auto got = file.read_at(at, std::as_writable_bytes(search.room()));
    if (!got) return got.error();
    if (*got == 0) return Error{"the file became shorter while it was read", file.path()};
    at += *got;
    if (const auto game = search.find(*got, at >= size)) return std::min(begin + *game, size);
  }
  return size;
}

/// Where a packed file is cut: a part, and the bytes of text from its start to the first game after it.
struct Cut {
  std::uint64_t part;
  std::uint64_t skip;
};

/// Unpacks from `part` on up to the first game, perhaps in a later part. Cuts at the size of the file if no
/// game follows. Returns nothing if no part begins there, or for damage. Adds the cost in bytes to `spent`.
std::optional<Cut> cut_at(const std::shared_ptr<const os::File>& file, Packing packing, std::uint64_t part,
                          std::uint64_t size, std::uint64_t& spent) {
  RawFile raw(file, {part, size});
  Unpacker unpacker(packing);
  GameSearch search;
  for (bool more = true; more;) {
    std::span<char> room = search.room();
    const std::size_t wanted = room.size();
    while (more && !room.empty()) more = unpacker.read_part(raw, room);
    const std::size_t got = wanted - room.size();
    spent += got;
    if (unpacker.error() || raw.error()) {
      spent += raw.consumed() + kLookAhead;
      return std::nullopt;
    }
    if (const auto game = search.find(got, !more)) return Cut{part, *game};
  }
  return Cut{size, 0};
}

/// Cuts at the first part from `border` to about `end` that can be unpacked up to a game; otherwise at the
/// size of the file. Error: too many bytes only look like parts, so that the work grows faster than the file.
Result<Cut> first_cut_from(const std::shared_ptr<const os::File>& file, Packing packing, std::uint64_t border,
                           std::uint64_t size, std::uint64_t end) {
  if (border == 0) return Cut{0, 0};
  constexpr std::size_t kWindow = std::size_t{1} << 20;
  constexpr std::uint64_t kSpentAtFirst = std::uint64_t{1} << 26;
  constexpr std::uint64_t kSpentPerByte = 16;
  std::uint64_t spent = 0;
  std::string bytes;
  for (std::uint64_t begin = border; begin < end; begin += kWindow) {
    bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kWindow + kMagicSize - 1, size - begin)));
    const auto got = file->read_at(begin, std::as_writable_bytes(std::span(bytes)));
    if (!got) return got.error();
    if (*got < bytes.size()) return Error{"the file became shorter while it was read", file->path()};
    for (std::size_t at = find_part(packing, bytes, 0); at < std::min(kWindow, bytes.size());
         at = find_part(packing, bytes, at + 1)) {
      if (!has_text(std::string_view(bytes).substr(at))) continue;
      if (const auto cut = cut_at(file, packing, begin + at, size, spent)) return *cut;
      if (spent > kSpentAtFirst + kSpentPerByte * (begin + at - border))
        return Error{"is damaged, or cannot be cut into shards here: unpack it first, or count it as a whole",
                     file->path() + ": offset " + std::to_string(begin + at)};
    }
  }
  return Cut{size, 0};
}

Result<Packing> packing_of_file(const os::File& file) {
  std::string first(kMagicSize, '\0');
  const auto got = file.read_at(0, std::as_writable_bytes(std::span(first)));
  if (!got) return got.error();
  return packing_of(std::string_view(first).substr(0, *got));
}

Result<OpenShard> open_packed(const std::shared_ptr<const os::File>& file, Packing packing, FilePiece share,
                              std::uint64_t size) {
  const auto begin = first_cut_from(file, packing, share.begin, size, size);
  if (!begin) return begin.error();
  const auto end = first_cut_from(file, packing, share.end, size, size);
  if (!end) return end.error();
  if (begin->part == 0 && end->part == size && share.end < size)
    return Error{"is packed with " + std::string(name_of(packing)) +
                     " in one part, and cannot be cut into shards: unpack it first, or count it as a whole",
                 file->path()};
  auto input = Input::open_piece(
      file->path(),
      PackedPiece{.begin = begin->part, .skip = begin->skip, .last = end->part, .rest = end->skip});
  if (!input) return input.error();
  return OpenShard{.input = std::move(*input), .begin = std::nullopt};
}

/// The plan of shards searches only this far after a border, because it takes long to search a large file.
constexpr std::uint64_t kLookAheadOfPlan = std::uint64_t{1} << 28;
constexpr std::uint64_t kMostShards = 1'000'000;

/// Whether a part with games begins soon after each border, up to the last part.
bool can_be_cut(const std::shared_ptr<const os::File>& file, Packing packing, std::uint64_t size,
                std::uint32_t of) {
  for (std::uint32_t number = 2; number <= of; ++number) {
    const std::uint64_t border = share_of(size, number, of).begin;
    const std::uint64_t end = std::min(size, border + kLookAheadOfPlan);
    const auto cut = first_cut_from(file, packing, border, size, end);
    if (!cut) return false;
    if (cut->part == size) return number > 2 && end == size;
  }
  return true;
}

struct WholeFile {
  std::shared_ptr<const os::File> file;
  Packing packing = Packing::plain;
  std::uint64_t size = 0;
};

Result<WholeFile> open_whole(const std::string& path) {
  auto opened = os::File::open(path);
  if (!opened) return opened.error();
  const auto file = std::make_shared<const os::File>(std::move(*opened));
  const auto packing = packing_of_file(*file);
  if (!packing) return packing.error();
  const auto size = file->size();
  if (!size) return size.error();
  return WholeFile{.file = file, .packing = *packing, .size = *size};
}

}  // namespace

FilePiece share_of(std::uint64_t size, std::uint32_t number, std::uint32_t of) noexcept {
  const std::uint64_t blocks = (size + kShardBlock - 1) / kShardBlock;
  const auto border = [&](std::uint64_t shard) {
    const std::uint64_t block = blocks / of * shard + blocks % of * shard / of;
    return std::min(size, block * kShardBlock);
  };
  return {.begin = border(number - 1), .end = border(number)};
}

Result<std::uint32_t> plan_shards(const std::string& path, std::uint64_t bytes, bool need_offsets) {
  const auto opened = open_whole(path);
  if (!opened) return opened.error();
  const auto& [file, packing, size] = *opened;
  const auto shards =
      static_cast<std::uint32_t>(std::clamp<std::uint64_t>((size + bytes - 1) / bytes, 1, kMostShards));
  if (packing == Packing::plain) return shards;
  return !need_offsets && can_be_cut(file, packing, size, shards) ? shards : 1;
}

Result<OpenShard> open_shard(const std::string& path, std::uint32_t number, std::uint32_t of) {
  const auto opened = open_whole(path);
  if (!opened) return opened.error();
  const auto& [file, packing, size] = *opened;
  const FilePiece share = share_of(size, number, of);
  if (packing != Packing::plain) return open_packed(file, packing, share, size);
  const auto begin = first_game_from(*file, share.begin, size);
  if (!begin) return begin.error();
  const auto end = first_game_from(*file, share.end, size);
  if (!end) return end.error();
  auto input = Input::open_piece(path, FilePiece{.begin = *begin, .end = *end});
  if (!input) return input.error();
  return OpenShard{.input = std::move(*input), .begin = *begin};
}

}  // namespace polyglot::pgn
