// SPDX-License-Identifier: MIT
#include "book/formats/abk/abk_file.hpp"
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include <boost/endian/arithmetic.hpp>

#include <polyglot/os/input.hpp>

namespace polyglot::book {
namespace {

constexpr std::size_t kMostAbkBytes = std::size_t{512} << 20;
constexpr std::string_view kOlderAbk =
    "\x03"
    "ABK";
constexpr std::string_view kNewerAbk =
    "\x03"
    "AB2";

}  // namespace

Result<AbkFile> AbkFile::read(const std::string& path) {
  std::string bytes;
  if (const auto error = os::read_file(path, bytes, kMostAbkBytes))
    return Error{"cannot be read: " + error.message(), path};
  return from_bytes(std::move(bytes), path);
}

Result<AbkFile> AbkFile::from_bytes(std::string bytes, const std::string& name) {
  AbkFile file(std::move(bytes), name);
  const std::string_view start = std::string_view(file.bytes_).substr(0, kOlderAbk.size());
  if (start != kOlderAbk && start != kNewerAbk)
    return Error{"is not an Arena book: it does not begin with ABK or AB2", name};
  if (file.bytes_.size() < kHeaderBytes + kRecordBytes)
    return Error{"the Arena book ends here, before its first move: copy it again",
                 name + ": offset " + std::to_string(file.bytes_.size())};
  if (file.word(4) != kHeaderBytes || file.word(8) != kRecordBytes)
    return Error{"is an Arena book of an unknown kind: its header should have 25200 bytes, its entries 28",
                 name + ": offset 4"};
  file.read_header();
  return file;
}

void AbkFile::read_header() noexcept {
  header_ = {.is_newer = bytes_.starts_with(kNewerAbk),
             .least_games = word(222),
             .least_won = word(226),
             .least_percent_white = word(230),
             .least_percent_black = word(234),
             .priority_weight = word(238),
             .games_weight = word(242),
             .percent_weight = word(246),
             .last_ply = word(250)};
}

std::uint32_t AbkFile::word(std::size_t offset) const noexcept {
  boost::endian::little_uint32_t stored;
  std::memcpy(&stored, std::span(bytes_).subspan(offset).first<sizeof(stored)>().data(), sizeof(stored));
  return stored;
}

AbkRecord AbkFile::record(std::int32_t number) const noexcept {
  const std::size_t at = static_cast<std::size_t>(number) * kRecordBytes;
  const auto byte = [&](std::size_t offset) { return static_cast<std::uint8_t>(bytes_[at + offset]); };
  const auto number_at = [&](std::size_t offset) { return static_cast<std::int32_t>(word(at + offset)); };
  return {.from = byte(0),
          .to = byte(1),
          .promotion = static_cast<std::int8_t>(byte(2)),
          .priority = byte(3),
          .games = number_at(4),
          .won = number_at(8),
          .lost = number_at(12),
          .is_deleted = byte(header_.is_newer ? 19 : 16) != 0,
          .reply = number_at(20),
          .alternative = number_at(24)};
}

std::string AbkFile::place_of(std::int32_t number) const {
  return path_ + ": offset " + std::to_string(static_cast<std::size_t>(number) * kRecordBytes);
}

std::optional<Error> AbkFile::odd_size() const {
  if (bytes_.size() % kRecordBytes == 0) return std::nullopt;
  return Error{"ends within an entry; copy the book again, Polyglot plays from the rest", place_of(end())};
}

}  // namespace polyglot::book
