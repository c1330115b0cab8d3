// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/builder/variant_game.hpp>
#include <polyglot/variants/notation.hpp>

namespace polyglot::builder {
namespace {

using pgn::KnownTag;
using pgn::WalkStop;
using variants::Move;
using variants::Notation;
using variants::Position;

constexpr int kRanksThatXBoardCountsFromZero = 10;

std::string with_ranks_from_one(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    if (const auto rank = is_digit(text.front()) ? take_clamped_number<int>(text) : std::nullopt) {
      result += std::to_string(*rank + 1);
    } else {
      result += text.front();
      text.remove_prefix(1);
    }
  }
  return result;
}

/// Reads SAN, or coordinates as engines or XBoard write them, also with letters for castling.
std::optional<Move> read_move(const Position& position, std::string_view text) {
  if (const auto move = move_from_san(position, text)) return move;
  return move_from_uci(position, text);
}

/// Reads the move at the start of some words of a game. A Lion's move may take two words.
std::optional<pgn::PlayedMove<Move>> read_first(const pgn::GameText& game, const Position& position,
                                                std::span<const std::string_view> words, Notation notation) {
  const bool from_zero =
      notation == Notation::xboard && position.variant().ranks() == kRanksThatXBoardCountsFromZero;
  const auto read = [&](std::string_view text) {
    const bool is_castling = text.starts_with("0-0");
    return from_zero && !is_castling ? read_move(position, with_ranks_from_one(text))
                                     : read_move(position, text);
  };
  const std::string_view both_steps = joined_by_comma(words);
  if (!both_steps.empty())
    if (const auto move = read(both_steps)) return pgn::PlayedMove<Move>{.move = *move, .takes_next = true};
  const auto move = read(with_plus(words.front(), game.text()));
  if (!move) return std::nullopt;
  return pgn::PlayedMove<Move>{.move = *move};
}

VariantMoves read_moves_by(const pgn::GameText& game, const Position& start, std::size_t most,
                           Notation notation) {
  VariantMoves result{.moves = {}, .end = start, .notation = notation};
  for (std::span<const std::string_view> words = game.moves(); !words.empty();) {
    if (result.moves.size() == most) {
      result.stop = WalkStop::visitor;
      break;
    }
    const auto read = read_first(game, result.end, words, notation);
    if (!read) {
      const std::string_view token = with_plus(words.front(), game.text());
      result.stop = pgn::is_null_move(token) ? WalkStop::null_move : WalkStop::bad_move;
      result.where = token;
      break;
    }
    result.moves.push_back(read->move);
    result.end.make(read->move);
    words = words.subspan(read->takes_next ? 2 : 1);
  }
  return result;
}

}  // namespace

std::string_view with_plus(std::string_view word, std::string_view text) {
  const auto before = static_cast<std::size_t>(word.data() - text.data());
  const bool has_plus = before > 0 && word.data()[-1] == '+' && (before == 1 || is_space(word.data()[-2]));
  return has_plus ? std::string_view(word.data() - 1, word.size() + 1) : word;
}

std::string_view joined_by_comma(std::span<const std::string_view> words) {
  if (words.size() < 2) return {};
  const std::string_view first = words[0];
  const bool is_joined = words[1].data() == first.data() + first.size() + 1 && words[1].data()[-1] == ',';
  return is_joined ? std::string_view(first.data(), first.size() + 1 + words[1].size()) : std::string_view();
}

bool is_untagged(const pgn::GameText& game) {
  const std::string_view name = game.tag(KnownTag::variant).value_or("");
  return name.empty() || name == "?" || name == "-";
}

bool is_game_of(const pgn::GameText& game, const variants::Variant& variant, bool untagged) {
  if (is_untagged(game)) return untagged || variant.is_called("normal");
  // "Crazyhouse960" is crazyhouse from another position.
  constexpr std::string_view kShuffled = "960";
  std::string_view name = *game.tag(KnownTag::variant);
  if (variant.is_called(name)) return true;
  if (!name.ends_with(kShuffled) || pgn::is_chess(name)) return false;
  name.remove_suffix(kShuffled.size());
  return variant.is_called(trim(name));
}

bool is_game_of(const pgn::GameText& game, const game::Rules& rules, bool untagged) {
  return rules.is_chess() ? pgn::is_chess(game) : is_game_of(game, *rules.variant(), untagged);
}

Result<Position> start_of(const pgn::GameText& game, const variants::Variant& variant) {
  const auto fen = game.tag(KnownTag::fen);
  const bool has_position = fen && !fen->empty() && game.tag(KnownTag::set_up) != "0";
  return has_position ? Position::from_fen(variant, *fen) : Position(variant);
}

VariantMoves read_moves(const pgn::GameText& game, const Position& start, std::size_t most) {
  VariantMoves result = read_moves_by(game, start, most, Notation::uci);
  if (result.stop != WalkStop::bad_move) return result;
  VariantMoves by_other = read_moves_by(game, start, most, Notation::xboard);
  if (by_other.moves.size() > result.moves.size()) result = std::move(by_other);
  const auto missing = result.stop == WalkStop::bad_move ? game.missing_move() : std::nullopt;
  if (missing && missing->plies <= result.moves.size()) {
    result = read_moves_by(game, start, missing->plies, result.notation);
    result.stop = WalkStop::missing_move;
    result.where = missing->number;
  }
  return result;
}

Result<PlayedLine> play_line(const pgn::GameText& game, const game::Rules& rules, std::size_t most) {
  PlayedLine line;
  if (rules.is_chess()) {
    const auto end = pgn::walk(
        game, [&](const chess::Position&, chess::Move move, std::size_t) { line.moves.emplace_back(move); },
        most);
    if (end.stop == WalkStop::bad_start) return Error{end.message()};
    line.start = *pgn::start_position(game);
    line.stop = end.stop;
    if (end.stop != WalkStop::end && end.stop != WalkStop::visitor) line.fault = end.message();
    return line;
  }
  const auto start = start_of(game, *rules.variant());
  if (!start) return Error{"the FEN tag is wrong: " + start.error().to_string()};
  const VariantMoves played = read_moves(game, *start, most);
  line.moves.assign(played.moves.begin(), played.moves.end());
  line.start = *start;
  line.stop = played.stop;
  line.fault = played.message();
  return line;
}

std::optional<pgn::PlayedMove<Move>> read_tree_move(const pgn::GameText& game,
                                                    std::span<const pgn::TreeMove> moves,
                                                    const Position& position, std::size_t number,
                                                    Notation notation) {
  const std::uint32_t next = moves[number].next;
  const std::array<std::string_view, 2> words = {moves[number].text,
                                                 next == 0 ? std::string_view() : moves[next].text};
  return read_first(game, position, std::span(words).first(next == 0 ? 1 : 2), notation);
}

std::string VariantMoves::message() const {
  switch (stop) {
    case WalkStop::null_move:
    case WalkStop::missing_move:
      return pgn::WalkEnd{.stop = stop, .where = where}.message();
    case WalkStop::bad_move:
      return std::to_string(end.fullmove_number()) +
             (end.side_to_move() == chess::Color::white ? ". " : "... ") + std::string(where) +
             " is not a legal move";
    default:
      return {};
  }
}

}  // namespace polyglot::builder
