// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <polyglot/book/move_code.hpp>
#include <polyglot/book/text_formats.hpp>
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

}  // namespace polyglot::book
