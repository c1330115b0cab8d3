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

/// Whether a game begins on a line shows in the lines before.
constexpr std::uint64_t kLookBackOfShard = std::uint64_t{1} << 16;
constexpr std::size_t kLookAhead = std::size_t{1} << 18;

/// The first game start at or behind `border`; `size` if there is none.
Result<std::uint64_t> first_game_from(const os::File& file, std::uint64_t border, std::uint64_t size) {
  if (border == 0 || border >= size) return std::min(border, size);
  const std::uint64_t begin = border - std::min(border, kLookBackOfShard);
  std::string text;
  for (std::size_t wanted = static_cast<std::size_t>(border - begin) + kLookAhead;; wanted *= 2) {
    text.resize(static_cast<std::size_t>(std::min<std::uint64_t>(wanted, size - begin)));
    const auto got = file.read_at(begin, std::as_writable_bytes(std::span(text)));
    if (!got) return got.error();
    if (*got < text.size()) return Error{"the file became shorter while it was read", file.path()};
    const bool is_all = begin + text.size() == size;
    const std::string_view lines =
        is_all ? std::string_view(text) : std::string_view(text).substr(0, text.find_last_of("\r\n") + 1);
    const auto from = static_cast<std::size_t>(border - begin);
    for (std::size_t at = lines.find('[', from); at != lines.npos; at = lines.find('[', at + 1))
      if ((lines[at - 1] == '\n' || lines[at - 1] == '\r') && begins_game(lines, at)) return begin + at;
    if (is_all) return size;
  }
}

/// Where a packed file is cut: a part, and the bytes of its text before the first game.
struct Cut {
  std::uint64_t part;
  std::uint64_t skip;
};

/// The first place in the text where a game begins, if its beginning is not known. A part may begin anywhere
/// in a line, and among tags. Therefore a game can only begin after a whole line.
std::size_t first_game_in(std::string_view text) noexcept {
  const std::size_t line = text.find_first_not_of("\r\n\t ");
  const std::size_t end = text.find_first_of("\r\n", line);
  const std::size_t whole = text.find_first_not_of("\r\n\t ", end);
  if (line == text.npos || end == text.npos || whole == text.npos) return text.npos;
  const std::size_t begin = text.find_last_of("\r\n", whole) + 1;
  const std::size_t found = first_game_start(text.substr(begin));
  return found == text.npos ? found : begin + found;
}

/// Unpacks what may be a part. Nothing if it is none, or if no game begins in much text; the size of the file
/// if none begins up to its end.
std::optional<Cut> cut_at(const std::shared_ptr<const os::File>& file, Packing packing, std::uint64_t part,
                          std::uint64_t size) {
  constexpr std::size_t kLongest = std::size_t{1} << 25;
  RawFile raw(file, {part, size});
  Unpacker unpacker(packing);
  std::string text;
  for (bool more = true; more;) {
    const std::size_t had = text.size();
    if (had >= kLongest) return std::nullopt;
    text.resize(std::max(2 * had, kLookAhead));
    std::span<char> room = std::span(text).subspan(had);
    while (more && !room.empty()) more = unpacker.read_part(raw, room);
    if (unpacker.error() || raw.error()) return std::nullopt;
    text.resize(text.size() - room.size());
    const std::string_view lines =
        more ? std::string_view(text).substr(0, text.find_last_of("\r\n") + 1) : std::string_view(text);
    if (const std::size_t game = first_game_in(lines); game != lines.npos) return Cut{part, game};
  }
  return Cut{size, 0};
}

/// The first part at or behind `border` in whose text a game begins.
Result<Cut> first_cut_from(const std::shared_ptr<const os::File>& file, Packing packing, std::uint64_t border,
                           std::uint64_t size) {
  if (border == 0) return Cut{0, 0};
  constexpr std::size_t kWindow = std::size_t{1} << 20;
  std::string bytes;
  for (std::uint64_t begin = border; begin < size; begin += kWindow) {
    bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kWindow + kMagicSize - 1, size - begin)));
    const auto got = file->read_at(begin, std::as_writable_bytes(std::span(bytes)));
    if (!got) return got.error();
    if (*got < bytes.size()) return Error{"the file became shorter while it was read", file->path()};
    for (std::size_t at = find_part(packing, bytes, 0); at < std::min(kWindow, bytes.size());
         at = find_part(packing, bytes, at + 1))
      if (const auto cut = cut_at(file, packing, begin + at, size)) return *cut;
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
  const auto begin = first_cut_from(file, packing, share.begin, size);
  if (!begin) return begin.error();
  const auto end = first_cut_from(file, packing, share.end, size);
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

}  // namespace

FilePiece share_of(std::uint64_t size, std::uint32_t number, std::uint32_t of) noexcept {
  const std::uint64_t blocks = (size + kShardBlock - 1) / kShardBlock;
  const auto border = [&](std::uint64_t shard) {
    const std::uint64_t block = blocks / of * shard + blocks % of * shard / of;
    return std::min(size, block * kShardBlock);
  };
  return {.begin = border(number - 1), .end = border(number)};
}

Result<OpenShard> open_shard(const std::string& path, std::uint32_t number, std::uint32_t of) {
  auto opened = os::File::open(path);
  if (!opened) return opened.error();
  const auto file = std::make_shared<const os::File>(std::move(*opened));
  const auto packing = packing_of_file(*file);
  if (!packing) return packing.error();
  const auto size = file->size();
  if (!size) return size.error();
  const FilePiece share = share_of(*size, number, of);
  if (*packing != Packing::plain) return open_packed(file, *packing, share, *size);
  const auto begin = first_game_from(*file, share.begin, *size);
  if (!begin) return begin.error();
  const auto end = first_game_from(*file, share.end, *size);
  if (!end) return end.error();
  auto input = Input::open_piece(path, FilePiece{.begin = *begin, .end = *end});
  if (!input) return input.error();
  return OpenShard{.input = std::move(*input), .begin = *begin};
}

}  // namespace polyglot::pgn
