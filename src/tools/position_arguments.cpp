#include "tools/position_arguments.hpp"
#include <algorithm>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/text.hpp>

#include "tools/option_values.hpp"

namespace polyglot::tools {
namespace {

/// "12.", "12...", and the number of "12.Nf3".
std::string_view without_number(std::string_view word) noexcept {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  if (digits == 0 || digits == word.size() || word[digits] != '.') return word;
  word.remove_prefix(std::min(word.find_first_not_of('.', digits), word.size()));
  return word;
}

}  // namespace

config::Switch moves_switch(std::vector<std::string>& moves) {
  return {"moves", "MOVE...", "the moves played from there, as e2e4 or e4", words(moves, config::Arity::any)};
}

std::vector<config::Switch> PositionOptions::switches() {
  return {{"fen", "FEN", "the position", text(fen_)},
          moves_switch(moves_),
          {"key", "KEY", "a key in hexadecimal instead of a position: moves in coordinates, legal or not",
           text(key_)}};
}

Result<Subject> PositionOptions::subject(const Command& command) const {
  if (command.has("key")) {
    if (command.has("fen") || command.has("moves")) return Error{"-key takes the place of -fen and -moves"};
    const auto key = read_key(key_);
    if (!key) return key.error();
    return Subject{.position = {}, .key = *key};
  }
  auto position = read_position(fen_);
  if (!position) return position.error();
  if (auto played = play(*position, moves_); !played) return played.error();
  return Subject{.position = *position, .key = position->key()};
}

Result<chess::Position> read_position(std::string_view fen) {
  if (fen == kStartPosition) return chess::Position();
  return chess::Position::from_fen(fen);
}

Result<void> play(chess::Position& position, std::span<const std::string> words) {
  for (const std::string& word : words)
    if (auto played = play(position, word); !played) return played;
  return {};
}

Result<void> play(chess::Position& position, std::string_view words) {
  for (std::string_view word; !(word = protocol::take_word(words)).empty();) {
    word = without_number(word);
    if (word.empty()) continue;
    const auto move = read_move(position, word);
    if (!move) return move.error();
    position.make(*move);
  }
  return {};
}

Result<chess::Move> read_move(const chess::Position& position, std::string_view text) {
  if (const auto move = chess::move_from_text(position, text)) return *move;
  const bool several = chess::san_matches(position, text).size() > 1;
  return Error{fmt::format("\"{}\" {} in {}", text,
                           several ? "could be a move of several pieces" : "is no legal move",
                           position.to_fen())};
}

Result<chess::Key> read_key(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with("0x") || digits.starts_with("0X")) digits.remove_prefix(2);
  if (const auto key = parse_number<chess::Key>(digits, 16)) return *key;
  return Error{fmt::format("\"{}\" is no key: up to 16 hexadecimal digits", text)};
}

}  // namespace polyglot::tools
