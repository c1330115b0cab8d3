// SPDX-License-Identifier: MIT
#include <istream>
#include <map>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/text_formats.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/json_text.hpp>

namespace polyglot::book {
namespace {

namespace json = boost::json;

/// Hexadecimal digits with leading zeros, as many as the type has.
template <class Number>
std::string hexadecimal(Number number) {
  constexpr std::size_t kDigits = 2 * sizeof(Number);
  std::array<char, kDigits> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + kDigits, number, 16).ptr;
  const std::string text(digits.data(), end);
  return std::string(kDigits - text.size(), '0') + text;
}

/// The names of a record's move; empty for records of the header and closing records.
MoveNames names_of(const RawEntry& record, const game::Rules& rules, const game::Position* position) {
  return record.key == 0 || record == kClosingRecord ? MoveNames{} : name_move(record, rules, position);
}

/// Only the names of a move may need quotation marks.
std::string to_csv(std::span<const RawEntry> records, const game::Rules& rules,
                   const game::Position* position, const OpeningName&) {
  const std::string fen = position == nullptr ? "" : position->to_fen();
  std::string text;
  for (const RawEntry& record : records) {
    const MoveNames names = names_of(record, rules, position);
    text += hexadecimal(record.key) + ',' + std::to_string(record.move) + ',' +
            std::to_string(record.weight) + ',' + std::to_string(record.learn_games()) + ',' +
            std::to_string(record.learn_points()) + ',' + csv_field(names.uci) + ',' + csv_field(names.san) +
            ',' + fen + '\n';
  }
  return text;
}

std::string to_json(std::span<const RawEntry> records, const game::Rules& rules,
                    const game::Position* position, const OpeningName& opening) {
  json::array moves;
  for (const RawEntry& record : records) {
    const MoveNames names = names_of(record, rules, position);
    json::object move;
    if (!names.uci.empty()) move["move"] = names.uci;
    if (!names.san.empty()) move["san"] = names.san;
    move["code"] = hexadecimal(record.move);
    move["weight"] = record.weight;
    move["n"] = record.learn_games();
    move["sum"] = record.learn_points();
    moves.push_back(std::move(move));
  }
  json::object described{{"key", hexadecimal(records.front().key)}};
  if (position != nullptr) described["fen"] = position->to_fen();
  if (!opening.name.empty()) {
    described["eco"] = opening.eco;
    described["opening"] = opening.name;
  }
  described["moves"] = std::move(moves);
  return '\n' + json_text(described);
}

/// Empty for an unknown position, in a variant, or without a playable move.
std::string to_epd(std::span<const RawEntry> records, const game::Rules& rules,
                   const game::Position* position, const OpeningName&) {
  if (position == nullptr || !rules.is_chess()) return {};
  unsigned best = 0;
  std::string best_moves;
  std::string weights;
  for (const RawEntry& record : records) {
    const std::string san = name_move(record, position->chess()).san;
    if (san.empty() || record.weight == 0) continue;
    if (record.weight > best) best_moves.clear();
    best = std::max<unsigned>(best, record.weight);
    if (record.weight == best) best_moves += ' ' + san;
    weights += (weights.empty() ? "" : " ") + san + '=' + std::to_string(record.weight);
  }
  if (best_moves.empty()) return {};
  return position->chess()->to_epd() + " bm" + best_moves + "; c0 \"" + weights + "\";\n";
}

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

/// The values of a row by the names of their columns. An empty text means no value.
using CsvValues = std::map<std::string_view, std::string>;

/// Reads a record from the values of a row. Throws a Failure without a place.
class CsvEntry {
 public:
  CsvEntry(CsvValues& values, const game::Rules& rules) : values_(values), rules_(rules) {
    if (const std::string& fen = values_["fen"]; !fen.empty()) {
      const auto position = rules.read_position(fen);
      if (!position) throw Failure(position.error().to_string());
      position_ = *position;
    }
  }

  [[nodiscard]] RawEntry read() {
    RawEntry entry{.key = key(), .move = move()};
    if (values_["weight"].empty()) throw Failure("no weight is given");
    entry.weight = number("weight");
    const std::uint16_t games = number("n");
    entry.learn = encode_learn(games, number("sum"));
    return entry;
  }

 private:
  /// Reads a number; 0 if the value is missing.
  [[nodiscard]] std::uint16_t number(std::string_view name) {
    const std::string& text = values_[name];
    if (text.empty()) return 0;
    const auto value = parse_number<std::uint16_t>(text);
    if (!value) throw Failure(std::string(name) + " " + quoted(text) + " is no number from 0 to 65535");
    return *value;
  }

  [[nodiscard]] chess::Key key() {
    constexpr int kHexadecimal = 16;
    const auto keys = position_ ? keys_of(*position_) : std::array<chess::Key, 2>{};
    if (position_ && keys.front() == 0)
      throw Failure("a piece of the fen has no number in XBoard's book keys");
    const std::string& text = values_["key"];
    if (text.empty() && !position_) throw Failure("neither key nor fen is given");
    if (text.empty()) return keys.front();
    const auto key = parse_number<chess::Key>(text, kHexadecimal);
    if (!key) throw Failure("key " + quoted(text) + " is no number of up to 16 hexadecimal digits");
    if (position_ && std::ranges::find(keys, *key) == keys.end())
      throw Failure("key " + quoted(text) + " is not that of the fen");
    return *key;
  }

  [[nodiscard]] std::uint16_t move() {
    const std::string& move = values_["move"];
    if (const std::string& text = values_["code"]; !text.empty()) {
      const std::uint16_t code = number("code");
      if (move.empty() || is_move_of_code(move, code)) return code;
      throw Failure("code " + quoted(text) + " is not that of the move " + quoted(move));
    }
    if (move.empty()) throw Failure("neither code nor move is given");
    if (!position_) throw Failure("move " + quoted(move) + " needs a fen, or a code instead");
    if (const auto legal = read_legal(move)) {
      if (has_record_code(*position_, *legal)) return record_code(*position_, *legal);
      throw Failure("move " + quoted(move) + " has no code: it does not fit into 16 bits");
    }
    const chess::Position* const chess = position_->chess();
    const bool several = chess != nullptr && chess::san_matches(*chess, move).size() > 1;
    throw Failure("move " + quoted(move) + (several ? " could be one of several pieces" : " is not legal") +
                  " in " + position_->to_fen());
  }

  /// Reads a move in coordinates or SAN; nothing if it is illegal, or without a position.
  [[nodiscard]] std::optional<game::Move> read_legal(const std::string& move) const {
    if (!position_) return std::nullopt;
    const auto in_coordinates = game::move_from_uci(*position_, move);
    return in_coordinates ? in_coordinates : game::move_from_san(*position_, move);
  }

  /// Whether a move and a code are the same. In chess, promotions are not compared, because books may have
  /// any value for them. For illegal moves, and without a position, the text is the code in coordinates, as
  /// dump-book writes it.
  [[nodiscard]] bool is_move_of_code(const std::string& move, std::uint16_t code) const {
    constexpr unsigned kSquares = 0xfff;
    const unsigned compared = rules_.is_chess() ? kSquares : ~0U;
    const auto is_same = [&](std::uint16_t other) { return ((other ^ code) & compared) == 0; };
    const auto squares = code_from_text(rules_, move);
    if (squares && is_same(*squares)) return true;
    if (name_move({.move = code}, rules_, position_ ? &*position_ : nullptr).uci == move) return true;
    const auto legal = read_legal(move);
    return legal && has_record_code(*position_, *legal) && is_same(record_code(*position_, *legal));
  }

  CsvValues& values_;
  const game::Rules& rules_;
  std::optional<game::Position> position_;
};

/// Longer than any line of a book. This protects the memory against a file that is not CSV.
constexpr std::size_t kMaxRow = 65536;

/// Splits CSV (RFC 4180: quotation marks around values, doubled inside), with any kind of line end. The first
/// comma, semicolon or tab is what separates the values.
class CsvTokens {
 public:
  explicit CsvTokens(std::istream& in) : in_(*in.rdbuf()) {}

  /// Reads the values of the next line that is not blank. False at the end of the file.
  bool next_row(std::vector<std::string>& row) {
    do {
      if (in_.sgetc() == kEnd) return false;
      row.assign(1, "");
      std::size_t size = 0;
      for (first_line_ = next_line_++; !read_character(row);)
        if (++size > kMaxRow) throw Failure("is longer than 65536 characters");
      if (quoted_) throw Failure("a quotation mark is not closed");
    } while (row.size() == 1 && row.front().empty());
    return true;
  }

  [[nodiscard]] std::uint64_t line() const noexcept { return first_line_; }

 private:
  using Traits = std::char_traits<char>;
  static constexpr int kEnd = Traits::eof();

  /// Reads a character. True at the end of the row.
  bool read_character(std::vector<std::string>& row) {
    const int c = in_.sbumpc();
    if (c == kEnd) return true;
    if (c == '"') {
      if (quoted_ && in_.sgetc() == '"')
        row.back() += static_cast<char>(in_.sbumpc());
      else
        quoted_ = !quoted_;
    } else if (quoted_) {
      if (c == '\n') ++next_line_;
      row.back() += static_cast<char>(c);
    } else if (c == '\n') {
      return true;
    } else if (c == separator_ || (separator_ == kEnd && (c == ',' || c == ';' || c == '\t'))) {
      separator_ = c;
      row.emplace_back();
    } else if (c != '\r') {
      row.back() += static_cast<char>(c);
    }
    return false;
  }

  std::streambuf& in_;
  int separator_ = kEnd;  ///< kEnd until one is found
  bool quoted_ = false;
  std::uint64_t next_line_ = 1;
  std::uint64_t first_line_ = 0;
};

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

const TextFormat kCsv{
    .begin = "key,code,weight,n,sum,move,san,fen\n", .separator = "", .end = "", .position = to_csv};
const TextFormat kJson{.begin = "[", .separator = ",", .end = "\n]\n", .position = to_json};
const TextFormat kEpd{.begin = "", .separator = "", .end = "", .position = to_epd};

Result<std::vector<RawEntry>> read_csv(std::istream& in, const std::string& name, const game::Rules& rules) {
  CsvTokens tokens(in);
  std::vector<RawEntry> entries;
  const auto read = result_of([&] {
    std::vector<std::string> columns;
    if (!tokens.next_row(columns))
      throw Failure("is empty: a first line with the names of the columns is needed", name);
    if (columns.front().starts_with(kByteOrderMark)) columns.front().erase(0, kByteOrderMark.size());
    for (std::string& column : columns) column = lower_case(trim(column));
    if (std::ranges::find(columns, "weight") == columns.end())
      throw Failure("the first line does not name a column weight");
    CsvValues values;
    for (std::vector<std::string> row; tokens.next_row(row);) {
      for (auto& [column, value] : values) value.clear();
      for (std::size_t i = 0; i < std::min(row.size(), columns.size()); ++i)
        values[columns[i]] = trim(row[i]);
      entries.push_back(CsvEntry(values, rules).read());
    }
  });
  if (!read && !read.error().where.empty()) return read.error();
  if (!read) return Error{read.error().what, name + ":" + std::to_string(tokens.line())};
  std::ranges::stable_sort(entries, {}, &RawEntry::key);
  return entries;
}

}  // namespace polyglot::book
