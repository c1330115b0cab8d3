// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/ascii.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/book/text_formats.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {
namespace {

/// The fields of a record as text; an empty text means no value.
struct EntryFields {
  std::string key;
  std::string fen;
  std::string code;
  std::string move;
  std::string weight;
  std::string n;
  std::string sum;

  /// The field with this name; null if there is none.
  [[nodiscard]] std::string* find(std::string_view name) noexcept;
};

constexpr int kHexadecimal = 16;
/// The name of the start position in UCI. Users may write it instead of the FEN.
constexpr std::string_view kStartPosition = "startpos";

/// Quotes a text for a message of one line. Texts may have line feeds and any length.
std::string quoted(std::string text) {
  constexpr std::size_t kLongest = 100;
  if (text.size() > kLongest) {
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // inside a character
    text.replace(end, text.npos, "...");
  }
  constexpr char kDelete = '\x7f';
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == kDelete; }, '?');
  return '"' + std::move(text) + '"';
}

/// Reads the position of a FEN; nothing without a FEN. Error: `what` includes the place in the FEN.
Result<std::optional<game::Position>> read_position(const std::string& fen, const game::Rules& rules) {
  if (fen.empty()) return std::optional<game::Position>();
  if (fen == kStartPosition) return std::optional(rules.start());
  const auto position = rules.read_fen(fen);
  if (!position) return Error{position.error().to_string()};
  return std::optional(*position);
}

/// Reads a number; 0 if the field is empty.
Result<std::uint16_t> read_number(std::string_view name, const std::string& text) {
  if (text.empty()) return std::uint16_t{0};
  const auto value = parse_number<std::uint16_t>(text);
  if (!value) return Error{std::string(name) + " " + quoted(text) + " is no number from 0 to 65535"};
  return *value;
}

Result<chess::Key> read_key(const EntryFields& fields, const std::optional<game::Position>& position) {
  const auto keys = position ? keys_of(*position) : std::array<chess::Key, 2>{};
  if (position && keys.front() == 0) return Error{"a piece of the fen has no number in XBoard's book keys"};
  if (fields.key.empty()) {
    if (!position) return Error{"neither key nor fen is given"};
    return keys.front();
  }
  const auto key = parse_number<chess::Key>(fields.key, kHexadecimal);
  if (!key) return Error{"key " + quoted(fields.key) + " is no number of up to 16 hexadecimal digits"};
  if (position && std::ranges::find(keys, *key) == keys.end())
    return Error{"key " + quoted(fields.key) + " is not that of the fen"};
  return *key;
}

/// The rules and the position by which a record's move is read. A record may have no position.
struct Place {
  const game::Rules& rules;
  std::optional<game::Position> position;

  [[nodiscard]] const game::Position* board() const noexcept { return position ? &*position : nullptr; }
};

/// Reads a move in coordinates or SAN; nothing if it is illegal, or without a position.
std::optional<game::Move> read_legal(const Place& place, const std::string& move) {
  if (!place.position) return std::nullopt;
  const auto in_coordinates = game::move_from_uci(*place.position, move);
  return in_coordinates ? in_coordinates : game::move_from_san(*place.position, move);
}

/// Whether a move and a code are the same. In chess, promotions are not compared, because books may have any
/// value for them. For illegal moves, and without a position, the text is the code in coordinates, as
/// dump-book writes it.
bool is_move_of_code(const std::string& move, std::uint16_t code, const Place& place) {
  constexpr unsigned kSquares = 0xfff;
  const unsigned compared = place.rules.is_chess() ? kSquares : ~0U;
  const auto is_same = [&](std::uint16_t other) { return ((other ^ code) & compared) == 0; };
  const auto squares = code_from_text(place.rules, move);
  if (squares && is_same(*squares)) return true;
  if (name_move({.move = code}, place.rules, place.board()).uci == move) return true;
  const auto legal = read_legal(place, move);
  return legal && has_record_code(*place.position, *legal) && is_same(record_code(*place.position, *legal));
}

/// Reads the code. Error: code and move contradict each other.
Result<std::uint16_t> read_code(const EntryFields& fields, const Place& place) {
  auto code = read_number("code", fields.code);
  if (!code || fields.move.empty() || is_move_of_code(fields.move, *code, place)) return code;
  return Error{"code " + quoted(fields.code) + " is not that of the move " + quoted(fields.move)};
}

Result<std::uint16_t> read_move(const EntryFields& fields, const Place& place) {
  if (!fields.code.empty()) return read_code(fields, place);
  if (fields.move.empty()) return Error{"neither code nor move is given"};
  if (!place.position) return Error{"move " + quoted(fields.move) + " needs a fen, or a code instead"};
  if (const auto move = read_legal(place, fields.move)) {
    if (has_record_code(*place.position, *move)) return record_code(*place.position, *move);
    return Error{"move " + quoted(fields.move) + " has no code: it does not fit into 16 bits"};
  }
  const chess::Position* const chess = place.position->chess();
  const bool several = chess != nullptr && chess::san_matches(*chess, fields.move).size() > 1;
  return Error{"move " + quoted(fields.move) +
               (several ? " could be one of several pieces" : " is not legal") + " in " +
               place.position->to_fen()};
}

std::string* EntryFields::find(std::string_view name) noexcept {
  if (name == "key") return &key;
  if (name == "fen") return &fen;
  if (name == "code") return &code;
  if (name == "move") return &move;
  if (name == "weight") return &weight;
  if (name == "n") return &n;
  if (name == "sum") return &sum;
  return nullptr;
}

/// Makes a record from its fields. Error, without a place: a missing or wrong field.
Result<RawEntry> read_entry(const EntryFields& fields, const game::Rules& rules) {
  const auto position = read_position(fields.fen, rules);
  if (!position) return position.error();
  const auto key = read_key(fields, *position);
  if (!key) return key.error();
  const auto move = read_move(fields, {.rules = rules, .position = *position});
  if (!move) return move.error();
  if (fields.weight.empty()) return Error{"no weight is given"};
  const auto weight = read_number("weight", fields.weight);
  if (!weight) return weight.error();
  const auto n = read_number("n", fields.n);
  if (!n) return n.error();
  const auto sum = read_number("sum", fields.sum);
  if (!sum) return sum.error();
  return RawEntry{.key = *key, .move = *move, .weight = *weight, .learn = encode_learn(*n, *sum)};
}

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
