// SPDX-License-Identifier: MIT
#include "book/whole/entry_fields.hpp"
#include <algorithm>
#include <array>
#include <optional>

#include <polyglot/ascii.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/game/notation.hpp>

namespace polyglot::book {
namespace {

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

}  // namespace

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

}  // namespace polyglot::book
