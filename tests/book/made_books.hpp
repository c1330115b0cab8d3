// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <polyglot/chess/position.hpp>

#include "book/book_files.hpp"
#include "book/formats/abk/abk_file.hpp"
#include "book/formats/ctg/ctg_file.hpp"

/// Books of other programs, made for tests.
namespace polyglot::book::test {

/// Record by record, the first being number 900.
class AbkMaker {
 public:
  struct Record {
    int from = 0;
    int to = 0;
    int priority = 5;
    int games = 0;
    int won = 0;
    int lost = 0;
    int reply = AbkRecord::kNone;
    int alternative = AbkRecord::kNone;
  };

  AbkMaker();
  void add(const Record& record);
  void set_newer(bool is_newer) { bytes_[3] = is_newer ? '2' : 'K'; }
  /// Sets a word of the header.
  void header(std::size_t offset, std::uint32_t value) { put(offset, value); }
  /// Sets a byte of a record.
  void byte(std::size_t record, std::size_t offset, int value) {
    bytes_[record * AbkFile::kRecordBytes + offset] = static_cast<char>(value);
  }
  [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }

 private:
  void put(std::size_t offset, std::uint32_t value);

  std::string bytes_;
};

/// A ChessBase book of one page.
class CtgMaker {
 public:
  void add(const chess::Position& position, const CtgEntry& entry);
  /// Writes the `.ctg` and the `.cto` beside it.
  void write(const std::string& path) const;
  [[nodiscard]] std::string data() const;
  [[nodiscard]] static std::string index();

 private:
  std::string entries_;
  int count_ = 0;
};

}  // namespace polyglot::book::test
