// SPDX-License-Identifier: MIT
#include <algorithm>
#include <istream>

#include <polyglot/ascii.hpp>
#include <polyglot/book/text_formats.hpp>

#include "book/whole/entry_fields.hpp"

namespace polyglot::book {
namespace {

/// Longer than any line of a book. This protects the memory against a file that is not CSV.
constexpr std::size_t kMaxRow = 65536;

/// Splits CSV (RFC 4180: quotation marks around values, doubled inside), with any kind of line end.
class CsvTokens {
 public:
  explicit CsvTokens(std::istream& in) : in_(*in.rdbuf()) {}

  /// Reads the values of the next line that is not blank. False at the end of the file.
  Result<bool> next_row(std::vector<std::string>& row) {
    do {
      if (in_.sgetc() == kEnd) return false;
      row.assign(1, "");
      std::size_t size = 0;
      for (first_line_ = next_line_++; !read_character(row);)
        if (++size > kMaxRow) return Error{"is longer than 65536 characters"};
      if (quoted_) return Error{"a quotation mark is not closed"};
    } while (row.size() == 1 && row.front().empty());
    return true;
  }

  /// The line on which the row begins.
  [[nodiscard]] std::uint64_t line() const noexcept { return first_line_; }

 private:
  using Traits = std::char_traits<char>;
  static constexpr int kEnd = Traits::eof();

  /// Reads a character. True at the end of the row.
  bool read_character(std::vector<std::string>& row) {
    const int c = in_.sbumpc();
    if (c == kEnd) return true;
    if (c == '"') {
      const bool doubled = quoted_ && in_.sgetc() == '"';
      if (doubled) row.back() += static_cast<char>(in_.sbumpc());
      if (!doubled) quoted_ = !quoted_;
      return false;
    }
    if (quoted_) {
      if (c == '\n') ++next_line_;
      row.back() += static_cast<char>(c);
      return false;
    }
    if (c == '\n') return true;
    if (c == ',') {
      row.emplace_back();
    } else if (c != '\r') {
      row.back() += static_cast<char>(c);
    }
    return false;
  }

  std::streambuf& in_;
  bool quoted_ = false;
  std::uint64_t next_line_ = 1;
  std::uint64_t first_line_ = 0;
};

/// Reads rows below a line with the names of the columns.
class CsvReader {
 public:
  CsvReader(std::istream& in, const std::string& name, const game::Rules& rules)
      : tokens_(in), name_(name), rules_(rules) {}

  Result<std::vector<RawEntry>> read() {
    std::vector<RawEntry> entries;
    if (auto columns = read_columns(); !columns) return columns.error();
    for (;;) {
      const auto more = tokens_.next_row(row_);
      if (!more) return at_line(more.error());
      if (!*more) break;
      const auto entry = read_entry(fields(), rules_);
      if (!entry) return at_line(entry.error());
      entries.push_back(*entry);
    }
    std::ranges::stable_sort(entries, {}, &RawEntry::key);
    return entries;
  }

 private:
  Result<void> read_columns() {
    const auto more = tokens_.next_row(columns_);
    if (!more) return at_line(more.error());
    if (!*more) return Error{"is empty: a first line with the names of the columns is needed", name_};
    if (columns_.front().starts_with(kByteOrderMark)) columns_.front().erase(0, kByteOrderMark.size());
    if (std::ranges::find(columns_, "weight") == columns_.end())
      return at_line({"the first line does not name a column weight"});
    return {};
  }

  EntryFields fields() {
    EntryFields fields;
    for (std::size_t i = 0; i < std::min(row_.size(), columns_.size()); ++i)
      if (std::string* const field = fields.find(columns_[i])) *field = row_[i];
    return fields;
  }

  [[nodiscard]] Error at_line(const Error& error) const {
    return {error.what, name_ + ":" + std::to_string(tokens_.line())};
  }

  CsvTokens tokens_;
  const std::string& name_;
  const game::Rules& rules_;
  std::vector<std::string> columns_;
  std::vector<std::string> row_;
};

}  // namespace

Result<std::vector<RawEntry>> read_csv(std::istream& in, const std::string& name, const game::Rules& rules) {
  return CsvReader(in, name, rules).read();
}

}  // namespace polyglot::book
