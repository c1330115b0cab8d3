// SPDX-License-Identifier: MIT
#include "tools/position_arguments.hpp"
#include <filesystem>

#include <fmt/ranges.h>

#include <polyglot/ascii.hpp>
#include <polyglot/builder/variant_game.hpp>
#include <polyglot/chess/epd.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/pgn/game_text.hpp>
#include <polyglot/variants/notation.hpp>
#include <polyglot/variants/position.hpp>

#include "tools/option_values.hpp"

namespace polyglot::tools {
namespace {

/// Calls `play` with each move among the words, as in a file of games. A variant's move may have a plus
/// before it, or two steps.
template <class Play>
void for_each_move(std::span<const std::string> words, bool is_chess, Play play) {
  const std::string text = fmt::format("{}", fmt::join(words, " "));
  const auto read = pgn::read_line(text).value();
  for (std::span<const std::string_view> moves(read); !moves.empty();) {
    const std::string_view both_steps = is_chess ? std::string_view() : builder::joined_by_comma(moves);
    play(is_chess             ? moves.front()
         : both_steps.empty() ? builder::with_plus(moves.front(), text)
                              : both_steps);
    moves = moves.subspan(both_steps.empty() ? 1 : 2);
  }
}

/// Whether the text behind a FEN is operations of EPD: "bm e4;", "hmvc 0; fmvn 2;".
bool are_operations(std::string_view text) {
  constexpr std::array<std::string_view, 6> kUsual = {"bm", "am", "id", "sm", "hmvc", "fmvn"};
  text = trim(text);
  return !text.empty() && is_letter(text.front()) &&
         (text.find(';') != text.npos || std::ranges::find(kUsual, take_word(text)) != kUsual.end());
}

/// The FEN in a text that may have underscores or other blanks between its fields, or be a line of EPD.
std::string plain_fen(std::string_view text) {
  std::string fen = pgn::with_plain_blanks(trim(text, " \t\r\n"));
  if (fen.find(' ') == fen.npos) std::ranges::replace(fen, '_', ' ');
  std::string_view operations = fen;
  (void)chess::take_fen(operations);
  return are_operations(operations) ? chess::fen_of_epd(fen) : fen;
}

std::uint32_t read_start_number(std::string_view text, std::uint32_t count) {
  const auto number = parse_number<std::uint32_t>(text);
  if (number && *number < count) return *number;
  if (count == 1) throw Failure(fmt::format("there is no start position {}: there is only one, 0", text));
  throw Failure(fmt::format("there is no start position {}: they are numbered 0 to {}", text, count - 1));
}

Failure wrong_move(std::string_view text, bool several, const std::string& fen) {
  return Failure(fmt::format("\"{}\" {} in {}", text,
                             several ? "could be a move of several pieces" : "is no legal move", fen));
}

}  // namespace

config::Switch moves_switch(std::vector<std::string>& moves) {
  return {"moves", "MOVE...", "moves from that position, in coordinates or SAN",
          words(moves, config::Arity::any)};
}

config::Switch PositionWords::option() {
  return {"position", "FEN|MOVE", "the position: a FEN in quotes, moves, or moves after a FEN", texts(words_),
          config::kAllPlain};
}

std::optional<std::string> PositionWords::fen() const {
  if (words_.empty() || !names_position(words_.front())) return std::nullopt;
  return words_.front();
}

std::span<const std::string> PositionWords::moves() const {
  return std::span(words_).subspan(fen() ? 1 : 0);
}

std::vector<config::Switch> LineOptions::switches() {
  return {words_.option(), {"fen", "FEN", "the position", text(fen_)}, moves_switch(moves_)};
}

game::Position LineOptions::start(const Command& command, const game::Rules& rules) const {
  const auto fen = words_.fen();
  if (fen && command.has("fen")) throw Failure("--fen cannot be combined with " + config::in_quotes(*fen));
  return read_position_before(moves(), rules, fen.value_or(fen_));
}

std::vector<std::string> LineOptions::moves() const {
  std::vector<std::string> moves(words_.moves().begin(), words_.moves().end());
  moves.insert(moves.end(), moves_.begin(), moves_.end());
  return moves;
}

game::Position LineOptions::position(const Command& command, const game::Rules& rules) const {
  auto position = start(command, rules);
  play(position, moves());
  return position;
}

std::vector<config::Switch> PositionOptions::switches() {
  std::vector<config::Switch> switches = line_.switches();
  switches.push_back(
      {"key", "KEY",
       "a hexadecimal key instead of a position; moves are then shown in coordinates, legal or not",
       text(key_)});
  return switches;
}

Subject PositionOptions::subject(const Command& command, const game::Rules& rules) const {
  if (command.has("key")) {
    if (LineOptions::is_given(command)) throw Failure("--key cannot be combined with a position");
    return {.position = {}, .key = read_key(key_)};
  }
  const auto position = line_.position(command, rules);
  return {.position = position, .key = key_of(position)};
}

chess::Key key_of(const game::Position& position) {
  const variants::Position* const board = position.variant();
  if (board == nullptr || board->has_key()) return position.key();
  throw Failure("no book can have this position: a piece has no number in XBoard's keys");
}

bool names_start(std::string_view text) {
  return text == kStartPosition || (!text.empty() && std::ranges::all_of(text, is_digit));
}

bool is_position(const std::string& word) {
  std::error_code unknown;
  game::Position start;
  return !word.empty() && !std::filesystem::exists(word, unknown) &&
         (result_of([&] { return read_position({}, word); }) ||
          (result_of([&] { play(start, std::span(&word, 1)); }) &&
           (is_digit(word.front()) || start.key() != game::Position().key())));
}

/// "a8/Q" is a move, and "1/2" a result.
bool names_position(std::string_view word) {
  std::string_view rest = word;
  const std::string_view first = take_word(rest);
  const bool is_result = pgn::result_of(first) != pgn::GameResult::unknown;
  return names_start(word) || (first.find('/') != first.npos && !is_result && !chess::looks_like_move(first));
}

chess::Move read_move(const chess::Position& position, std::string_view text) {
  if (const auto move = chess::move_from_text(position, text)) return *move;
  const std::string small = lower_case(text);
  if (chess::move_from_text(position, small))
    throw Failure(fmt::format("\"{}\" is no move{}", text, config::did_you_mean(small)));
  throw wrong_move(text, chess::san_matches(position, text).size() > 1, position.to_fen());
}

game::Position read_position(const game::Rules& rules, std::string_view fen) {
  if (fen == kStartPosition) return rules.start();
  if (!names_start(fen)) return rules.read_fen(plain_fen(fen)).value();
  if (rules.is_chess())
    return chess::chess960_start(static_cast<int>(read_start_number(fen, chess::kChess960Positions)));
  const variants::Variant& variant = *rules.variant();
  return variants::start_position(variant, read_start_number(fen, variants::start_count(variant)));
}

game::Position read_position_before(std::span<const std::string> moves, const game::Rules& rules,
                                    std::string_view fen) {
  const auto position = result_of([&] { return read_position(rules, fen); });
  if (!position && fen.find(' ') == fen.npos && !moves.empty())
    throw Failure(position.error().to_string() + "; put a FEN between quotes");
  return position.value();
}

void play(game::Position& position, std::span<const std::string> words) {
  for_each_move(words, position.chess() != nullptr,
                [&](std::string_view move) { position.make(read_move(position, move)); });
}

void play(game::Game& game, std::span<const std::string> words) {
  for_each_move(words, game.position()->chess() != nullptr,
                [&](std::string_view move) { game.push(read_move(*game.position(), move)); });
}

game::Move read_move(const game::Position& position, std::string_view text) {
  if (position.chess() != nullptr) return read_move(*position.chess(), text);
  const variants::Position& board = *position.variant();
  for (const auto read : {&variants::move_from_uci, &variants::move_from_san, &variants::move_from_xboard})
    if (const auto move = read(board, text)) return *move;
  throw wrong_move(text, false, board.to_fen());
}

chess::Key read_key(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with("0x") || digits.starts_with("0X")) digits.remove_prefix(2);
  if (const auto key = parse_number<chess::Key>(digits, 16)) return *key;
  throw Failure(fmt::format("\"{}\" is no key: up to 16 hexadecimal digits", text));
}

}  // namespace polyglot::tools
