// SPDX-License-Identifier: MIT
#include "book/made_books.hpp"

#include "book/formats/ctg/ctg_file.hpp"

namespace polyglot::book::test {
namespace {

std::string big_endian_text(std::uint64_t value, int bytes) {
  std::string text;
  while (bytes-- > 0) text += static_cast<char>(value >> (8 * bytes));
  return text;
}

}  // namespace

AbkMaker::AbkMaker() : bytes_(AbkFile::kHeaderBytes, 'y') {
  bytes_.replace(0, 254, std::string(254, '\0'));
  bytes_.replace(0, 4, "\3AB2");
  put(4, AbkFile::kHeaderBytes);
  put(8, AbkFile::kRecordBytes);
  put(238, 1);
  put(242, 1);
  put(250, 9999);
}

void AbkMaker::add(const Record& record) {
  const std::size_t at = bytes_.size();
  bytes_.append(AbkFile::kRecordBytes, '\0');
  bytes_[at] = static_cast<char>(record.from);
  bytes_[at + 1] = static_cast<char>(record.to);
  bytes_[at + 3] = static_cast<char>(record.priority);
  put(at + 4, static_cast<std::uint32_t>(record.games));
  put(at + 8, static_cast<std::uint32_t>(record.won));
  put(at + 12, static_cast<std::uint32_t>(record.lost));
  put(at + 20, static_cast<std::uint32_t>(record.reply));
  put(at + 24, static_cast<std::uint32_t>(record.alternative));
}

void AbkMaker::put(std::size_t offset, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) bytes_[offset + i] = static_cast<char>(value >> (8 * i));
}

void CtgMaker::add(const chess::Position& position, const CtgEntry& entry) {
  entries_ += CtgPosition(position).key();
  entries_ += static_cast<char>(1 + 2 * entry.moves.size());
  for (const CtgMove& move : entry.moves) {
    entries_ += static_cast<char>(move.code);
    entries_ += static_cast<char>(move.annotation);
  }
  for (const std::uint32_t number : {entry.games, entry.wins, entry.losses, entry.draws})
    entries_ += big_endian_text(number, 3);
  entries_ += big_endian_text(entry.points, 4) + std::string(14, '\0');
  entries_ += static_cast<char>(entry.recommendation);
  entries_ += static_cast<char>(entry.learned);
  entries_ += static_cast<char>(entry.comment);
  ++count_;
}

std::string CtgMaker::data() const {
  std::string bytes = big_endian_text(0x0020100000010001, 8) + big_endian_text(0x1000, 4);
  bytes += big_endian_text(0x7fff7fff, 4) + big_endian_text(1, 4) + big_endian_text(0xffffffff, 4);
  bytes += big_endian_text(static_cast<std::uint64_t>(count_), 4) + big_endian_text(1, 4);
  bytes.resize(4096);
  bytes += big_endian_text(static_cast<std::uint64_t>(count_), 2);
  bytes += big_endian_text(entries_.size() + 4, 2) + entries_;
  bytes.resize(8192);
  return bytes;
}

std::string CtgMaker::index() {
  return big_endian_text(0x00100001, 4) + big_endian_text(1, 4) + std::string(12, '\0');
}

void CtgMaker::write(const std::string& path) const {
  write_file(path, bytes_of(data()));
  write_file(path.substr(0, path.size() - 1) + "o", bytes_of(index()));
}

}  // namespace polyglot::book::test
