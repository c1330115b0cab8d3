// SPDX-License-Identifier: MIT
#include "explorer/games.hpp"
#include <set>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/builder/variant_game.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_tree.hpp>
#include <polyglot/pgn/tree_moves.hpp>
#include <polyglot/result.hpp>

#include "explorer/answers.hpp"

namespace polyglot::explorer {

namespace {

namespace json = boost::json;
using builder::PlayedLine;
using Words = std::span<const std::string_view>;

Words unplayed_words(const pgn::GameText& game, const PlayedLine& line) {
  return game.moves().subspan(std::min(line.moves.size(), game.moves().size()));
}

/// Plays a game of `text`. People type pieces in small letters: such a letter becomes a capital where the
/// move has no other meaning.
Result<PlayedLine> play_as_typed(const pgn::GameText& game, const game::Rules& rules, std::string& text) {
  constexpr int kMostCapitals = 200;  // each costs a walk through the game
  for (int capitals = 0;; ++capitals) {
    auto line = builder::play_line(game, rules);
    if (!line) return line;
    const Words words = unplayed_words(game, *line);
    if (line->stop != pgn::WalkStop::bad_move || words.empty() || capitals == kMostCapitals) return line;
    char& first = text[static_cast<std::size_t>(words.front().data() - text.data())];
    const char written = std::exchange(first, to_upper(first));
    if (first == written) return line;
    if (builder::play_line(game, rules, line->moves.size() + 1)->moves.size() > line->moves.size()) continue;
    first = written;
    return line;
  }
}

json::array describe_moves(const PlayedLine& line) {
  json::array moves;
  game::Position position = line.start;
  for (const game::Move& move : line.moves) {
    json::object described{{"uci", coordinates(position, move)}, {"san", game::to_san(position, move)}};
    position.make(move);
    described["key"] = key_text(position.key());
    moves.push_back(std::move(described));
  }
  return moves;
}

json::array describe_unplayed(const pgn::GameText& game, const PlayedLine& line) {
  json::array unplayed;
  for (const std::string_view word : unplayed_words(game, line)) unplayed.emplace_back(word);
  return unplayed;
}

json::object describe_game(const pgn::GameText& game, const game::Rules& rules, std::string& text) {
  json::object tags;
  for (const pgn::Tag& tag : game.tags()) tags.emplace(tag.name, pgn::unescaped(tag.value));
  json::object described{
      {"tags", std::move(tags)}, {"result", name_of(game.result())}, {"variations", game.variations()}};
  if (const auto line = play_as_typed(game, rules, text)) {
    described["fen"] = line->start.to_fen();
    described["key"] = key_text(line->start.key());
    described["moves"] = describe_moves(*line);
    described["unplayed"] = describe_unplayed(game, *line);
  } else {
    described["error"] = line.error().to_string();
  }
  return described;
}

json::array describe_all(const game::Rules& rules, std::string& text) {
  json::array games;
  pgn::GameText game;
  for (pgn::GameReader reader(text); reader.next(game);) games.push_back(describe_game(game, rules, text));
  return games;
}

/// Whether moves without tags are games: several, or one with a result.
bool are_whole_games(std::string_view text) {
  pgn::GameText game;
  pgn::GameReader reader(text);
  return reader.next(game) && (game.result() != pgn::GameResult::unknown || reader.next(game));
}

using MoveName = std::pair<game::Key, std::uint16_t>;

class MoveAdder {
 public:
  MoveAdder(const game::Rules& rules, bool with_variations)
      : rules_(rules), with_variations_(with_variations) {}

  void add(const pgn::GameText& game, std::string& text) {
    added_.variations += game.variations();
    const auto line = play_as_typed(game, rules_, text);
    if (!line) return note(line.error().to_string() + "; the other games can be added");
    if (const Words words = unplayed_words(game, *line); !words.empty()) note_word(words.front());
    if (line->moves.empty()) return;
    tree_.read(game);
    const auto moves = tree_.moves();
    const auto begins = std::ranges::count_if(moves, &pgn::TreeMove::begins_line);
    added_.lines += with_variations_ ? static_cast<std::size_t>(begins) : 1;
    const auto read = [&](const game::Position& position, std::size_t number, std::size_t ply) {
      return read_move(game, *line, position, number, ply);
    };
    const auto visit = [&](const game::Position& position, const game::Move& move, std::size_t number,
                           std::size_t) { add_move(position, move, moves[number]); };
    const auto lost = [&](const game::Position&, std::size_t number) { note_word(moves[number].text); };
    pgn::walk_tree<game::Move>(
        moves, line->start,
        {.main_line = line->moves.size(), .variations = with_variations_ ? pgn::TreeLimits().variations : 0},
        read, visit, lost);
    (void)tree_moves_.finish([&](const Place& place, std::uint8_t times,
                                 std::optional<std::uint16_t> weight) { merge(place, times, weight); });
  }

  [[nodiscard]] AddedMoves take() {
    added_.left_out = met_.size() - added_.moves.size();
    return std::move(added_);
  }

 private:
  struct Place {
    game::Position position;
    game::Move move;
    MoveName name;
  };

  [[nodiscard]] std::optional<pgn::PlayedMove<game::Move>> read_move(const pgn::GameText& game,
                                                                     const PlayedLine& line,
                                                                     const game::Position& position,
                                                                     std::size_t number,
                                                                     std::size_t ply) const {
    using Played = pgn::PlayedMove<game::Move>;
    const auto moves = tree_.moves();
    if (const auto* const board = position.variant(); board != nullptr) {
      const auto read = builder::read_tree_move(game, moves, *board, number, variants::Notation::uci);
      return read ? std::optional(Played{.move = read->move, .takes_next = read->takes_next}) : std::nullopt;
    }
    if (moves[number].is_main) return Played{.move = line.moves[ply]};
    const auto read = pgn::read_tree_move(moves, *position.chess(), number);
    return read ? std::optional(Played{.move = read->move}) : std::nullopt;
  }

  void add_move(const game::Position& position, const game::Move& move, const pgn::TreeMove& written) {
    if (!book::has_record_code(position, move)) return;
    const game::Color side = position.side_to_move();
    if (written.weight) tree_moves_.note_weight(side);
    const MoveName name{position.key(), book::record_code(position, move)};
    met_.insert(name);
    tree_moves_.add(name.first, name.second, side, written,
                    {.position = position, .move = move, .name = name});
  }

  /// Adds a move of a game to those of other games.
  void merge(const Place& place, std::uint16_t times, std::optional<std::uint16_t> weight) {
    const auto [known, is_new] = places_.try_emplace(place.name, added_.moves.size());
    if (is_new)
      added_.moves.push_back({.position = place.position, .move = place.move, .times = 0, .weight = {}});
    AddedMoves::Move& move = added_.moves[known->second];
    move.times = std::max(move.times, times);
    move.weight = std::max(move.weight, weight);
  }

  void note(std::string problem) {
    if (added_.problem.empty()) added_.problem = std::move(problem);
  }

  void note_word(std::string_view word) {
    note(fmt::format("{} is no legal move here; what stands before it can be added", word));
  }

  const game::Rules& rules_;
  bool with_variations_;
  pgn::GameTree tree_;
  pgn::TreeMoves<Place> tree_moves_;
  AddedMoves added_;
  std::map<MoveName, std::size_t> places_;  ///< the index in added_.moves
  std::set<MoveName> met_;
};

}  // namespace

json::object describe_games(const game::Rules& rules, std::string text, const std::string& fen) {
  const std::string_view begin = trim(text, " \t\r\n\xef\xbb\xbf");
  if (begin.starts_with('[')) return {{"whole", true}, {"games", describe_all(rules, text)}};
  const bool from_first = begin.starts_with("1.") && !begin.starts_with("1..");
  if (from_first && are_whole_games(text)) return {{"whole", true}, {"games", describe_all(rules, text)}};
  const game::Position start = fen.empty() ? rules.start() : rules.read_fen(fen).value();
  // A tag lets moves begin anywhere.
  std::string tagged = fmt::format("[FEN \"{}\"]\n\n{}", start.to_fen(), text);
  json::array games = describe_all(rules, tagged);
  json::object& first = games.front().as_object();
  first["tags"].emplace_object();
  const bool has_moves = !first["moves"].as_array().empty() || !first["unplayed"].as_array().empty();
  if (!has_moves && !begin.empty()) first["unplayed"] = {begin};
  return {{"whole", games.size() > 1}, {"games", std::move(games)}};
}

AddedMoves added_moves(const game::Rules& rules, std::string text, bool with_variations) {
  MoveAdder adder(rules, with_variations);
  pgn::GameText game;
  for (pgn::GameReader reader(text); reader.next(game);) adder.add(game, text);
  return adder.take();
}

}  // namespace polyglot::explorer
