// SPDX-License-Identifier: MIT
#include "book/formats/ctg/ctg_file.hpp"
#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <utility>

#include <boost/endian/buffers.hpp>

namespace polyglot::book {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::size_t kPageBytes = 4096;
constexpr std::size_t kPageHeadBytes = 4;
constexpr std::size_t kNumbersBytes = 33;  // of an entry, after its moves
constexpr std::size_t kIndexHeadBytes = 16;
constexpr std::size_t kNodeBytes = 4;
constexpr std::uint32_t kSplitNode = 0xffffffff;

template <std::size_t kSize>
std::uint32_t number_at(Bytes bytes, std::size_t offset) {
  boost::endian::endian_buffer<boost::endian::order::big, std::uint32_t, 8 * kSize> stored;
  std::memcpy(&stored, bytes.subspan(offset).first<kSize>().data(), kSize);
  return stored.value();
}

/// The sizes of an entry's key and of the whole entry.
struct EntryExtent {
  std::size_t key = 0;
  std::size_t whole = 0;
};

std::optional<EntryExtent> extent_of(Bytes rest) {
  if (rest.empty()) return std::nullopt;
  const std::size_t key = std::to_integer<std::size_t>(rest[0]) & 31U;
  if (key == 0 || key >= rest.size()) return std::nullopt;
  const auto moves = std::to_integer<std::size_t>(rest[key]);
  const std::size_t whole = key + moves + kNumbersBytes;
  if (moves % 2 == 0 || whole > rest.size()) return std::nullopt;
  return EntryExtent{.key = key, .whole = whole};
}

/// Opens the `.cto` beside a `.ctg`. The extension may be in capital letters.
Result<os::File> open_index(const std::string& path) {
  std::error_code none;
  for (const char* const extension : {".cto", ".CTO"}) {
    const std::string beside = std::filesystem::path(path).replace_extension(extension).string();
    if (std::filesystem::exists(beside, none)) return os::File::open(beside);
  }
  return Error{"is a ChessBase book without its index: put the .cto file beside it", path};
}

}  // namespace

std::optional<CtgEntry> parse_ctg_entry(Bytes bytes) {
  if (bytes.empty()) return std::nullopt;
  const auto moves = std::to_integer<std::size_t>(bytes[0]);
  if (moves % 2 == 0 || bytes.size() < moves + kNumbersBytes) return std::nullopt;
  CtgEntry entry;
  for (std::size_t at = 1; at < moves; at += 2)
    entry.moves.push_back({.code = std::to_integer<std::uint8_t>(bytes[at]),
                           .annotation = std::to_integer<std::uint8_t>(bytes[at + 1])});
  const Bytes numbers = bytes.subspan(moves, kNumbersBytes);
  entry.games = number_at<3>(numbers, 0);
  entry.wins = number_at<3>(numbers, 3);
  entry.losses = number_at<3>(numbers, 6);
  entry.draws = number_at<3>(numbers, 9);
  entry.points = number_at<4>(numbers, 12);
  entry.recommendation = std::to_integer<std::uint8_t>(numbers[30]);
  entry.learned = static_cast<std::int8_t>(std::to_integer<std::uint8_t>(numbers[31]));
  entry.comment = std::to_integer<std::uint8_t>(numbers[32]);
  return entry;
}

Result<CtgFile> CtgFile::open(const std::string& path) {
  auto data = os::File::open(path);
  if (!data) return data.error();
  auto index = open_index(path);
  if (!index) return index.error();
  CtgFile file(std::move(*data), std::move(*index));
  if (auto read = file.read_headers(); !read) return read.error();
  return file;
}

Result<void> CtgFile::read_headers() {
  std::array<std::byte, 32> head{};
  const auto got = data_.read_at(0, head);
  if (!got) return got.error();
  const auto size = data_.size();
  if (!size) return size.error();
  if (number_at<2>(head, 0) != head.size() || number_at<2>(head, 2) != kPageBytes)
    return Error{"is not a ChessBase book: its header should have 32 bytes, its pages 4096", path()};
  if (*size < 2 * kPageBytes)
    return Error{"the ChessBase book ends here, before its first page: copy it again",
                 path() + ": offset " + std::to_string(*size)};
  page_count_ = number_at<4>(head, 16);
  pages_there_ = *size / kPageBytes - 1;
  position_count_ = number_at<4>(head, 24);

  const auto got_index = index_.read_at(0, std::span(head).first(kIndexHeadBytes));
  if (!got_index) return got_index.error();
  const auto index_size = index_.size();
  if (!index_size) return index_size.error();
  node_count_ = number_at<4>(head, 4);
  if (*got_index < kIndexHeadBytes || number_at<2>(head, 0) != kIndexHeadBytes)
    return Error{"is not an index of a ChessBase book; copy it again from the source of the book",
                 index_.path()};
  if (*index_size < kIndexHeadBytes + kNodeBytes * std::uint64_t{node_count_})
    return Error{"the index of the ChessBase book is cut short: copy it again", index_.path()};
  return {};
}

std::optional<Error> CtgFile::missing_pages() const {
  if (pages_there_ >= page_count_) return std::nullopt;
  return Error{"has " + std::to_string(pages_there_) + " of " + std::to_string(page_count_) +
                   " pages; copy the book again, Polyglot plays from the rest",
               path() + ": offset " + std::to_string((pages_there_ + 1) * kPageBytes)};
}

/// A node either splits by the next bit of the hash, or is a leaf with a page.
Result<std::optional<std::uint32_t>> CtgFile::page_of(std::uint32_t hash) const {
  for (std::uint64_t mask = 0;; mask = 2 * mask + 1) {
    const std::uint64_t node = (hash & mask) + mask;
    if (node >= node_count_) return std::optional<std::uint32_t>();
    std::array<std::byte, kNodeBytes> bytes{};
    const auto got = index_.read_at(kIndexHeadBytes + kNodeBytes * node, bytes);
    if (!got) return got.error();
    if (*got < bytes.size()) return Error{"the index of the ChessBase book is cut short", index_.path()};
    const std::uint32_t page = number_at<kNodeBytes>(bytes, 0);
    if (page != kSplitNode) return std::optional(page);
  }
}

Result<std::optional<CtgEntry>> CtgFile::find(const CtgPosition& position) const {
  const auto number = page_of(position.hash());
  if (!number) return number.error();
  if (!*number) return std::optional<CtgEntry>();
  const std::uint64_t offset = (std::uint64_t{**number} + 1) * kPageBytes;
  const auto damaged = [&] {
    return Error{"page " + std::to_string(**number) +
                     " of the ChessBase book is damaged, its positions are not found: copy the book again",
                 path() + ": offset " + std::to_string(offset)};
  };

  std::array<std::byte, kPageBytes> page;
  const auto got = data_.read_at(offset, page);
  if (!got) return got.error();
  if (*got < kPageHeadBytes) return damaged();
  const std::size_t used = number_at<2>(page, 2);
  if (used < kPageHeadBytes || used > *got) return damaged();
  Bytes rest = Bytes(page).first(used).subspan(kPageHeadBytes);
  const Bytes key = std::as_bytes(std::span(position.key()));
  for (std::uint32_t left = number_at<2>(page, 0); left > 0; --left) {
    const auto extent = extent_of(rest);
    if (!extent) return damaged();
    if (std::ranges::equal(rest.first(extent->key), key))
      return parse_ctg_entry(rest.first(extent->whole).subspan(extent->key));
    rest = rest.subspan(extent->whole);
  }
  return rest.empty() ? Result<std::optional<CtgEntry>>(std::optional<CtgEntry>()) : damaged();
}

}  // namespace polyglot::book
