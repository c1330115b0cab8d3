// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>
#include <string_view>

#include <polyglot/os/file.hpp>
#include <polyglot/pgn/shard.hpp>

#include "pgn/codec.hpp"
#include "pgn/game_start.hpp"

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

Result<void> check_is_plain(const os::File& file) {
  std::string first(kMagicSize, '\0');
  const auto got = file.read_at(0, std::as_writable_bytes(std::span(first)));
  if (!got) return got.error();
  const Packing packing = packing_of(std::string_view(first).substr(0, *got));
  if (packing == Packing::plain) return {};
  return Error{"is packed with " + std::string(name_of(packing)) +
                   ", and only plain files can be cut into shards: unpack it first, or count it as a whole",
               file.path()};
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

Result<FilePiece> shard_of(const std::string& path, std::uint32_t number, std::uint32_t of) {
  const auto file = os::File::open(path);
  if (!file) return file.error();
  if (auto checked = check_is_plain(*file); !checked) return checked.error();
  const auto size = file->size();
  if (!size) return size.error();
  const FilePiece share = share_of(*size, number, of);
  const auto begin = first_game_from(*file, share.begin, *size);
  if (!begin) return begin.error();
  const auto end = first_game_from(*file, share.end, *size);
  if (!end) return end.error();
  return FilePiece{.begin = *begin, .end = *end};
}

}  // namespace polyglot::pgn
