// SPDX-License-Identifier: MIT
#include "explorer/lichess_answer.hpp"
#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/game/notation.hpp>

#include "explorer/answers.hpp"

namespace polyglot::explorer {
namespace lichess {
namespace {

namespace json = boost::json;

/// At most this number of games is read, because groups may keep thousands for a common position.
constexpr std::size_t kMostGames = 100;

/// A kept game with the move that it shows.
struct Game {
  std::string uci;
  KeptGame kept;
  counts::ShownGame shown = {};
};

int rating_of(const Game& game) noexcept {
  return game.shown.white_rating + game.shown.black_rating;
}

std::pair<std::uint16_t, std::uint16_t> date_of(const Game& game) noexcept {
  return {game.shown.year, game.shown.month};
}

/// Returns the id of a game: at lichess.org the name of its page, otherwise its place in the counts.
std::string id_of(const Game& game) {
  constexpr std::string_view kHost = "lichess.org/";
  constexpr std::size_t kLength = 8;
  const std::string_view site = game.shown.site;
  const std::size_t at = site.find(kHost);
  if (at != site.npos) {
    const std::string_view id = site.substr(at + kHost.size(), kLength);
    if (id.size() == kLength && std::ranges::all_of(id, [](char c) { return is_letter(c) || is_digit(c); }))
      return std::string(id);
  }
  return fmt::format("{}-{}-{}", game.kept.file, game.shown.place.input, game.shown.place.offset);
}

json::value winner_of(const counts::ShownGame& game) {
  if (game.result == "1-0") return "white";
  if (game.result == "0-1") return "black";
  return nullptr;
}

json::object describe_player(const std::string& name, int rating) {
  return {{"name", name}, {"rating", rating > 0 ? json::value(rating) : json::value(nullptr)}};
}

json::object describe(const Game& game, LichessDatabase database) {
  const counts::ShownGame& shown = game.shown;
  json::object described{{"uci", game.uci}, {"id", id_of(game)}, {"winner", winner_of(shown)}};
  if (database == LichessDatabase::lichess) {
    const std::string_view speed = lichess_speed(game.kept.group.speed);
    described["speed"] = speed.empty() ? json::value(nullptr) : json::value(speed);
    described["mode"] = shown.white_rating > 0 && shown.black_rating > 0 ? "rated" : "casual";
  }
  described["black"] = describe_player(shown.black, shown.black_rating);
  described["white"] = describe_player(shown.white, shown.white_rating);
  described["year"] = shown.year;
  described["month"] = shown.year != 0 && shown.month != 0
                           ? json::value(fmt::format("{:04}-{:02}", shown.year, shown.month))
                           : json::value(nullptr);
  return described;
}

void describe(json::object& described, const Results& results) {
  described["white"] = results.white;
  described["draws"] = results.draws;
  described["black"] = results.black;
}

/// The kept games of a position. Of too many, it reads those whose groups have the highest ratings.
class GameList {
 public:
  [[nodiscard]] static Result<GameList> read(const AddedCounts& counts, const CountedPosition& position,
                                             const std::vector<std::string>& ucis) {
    GameList list;
    for (std::size_t i = 0; i < position.moves.size(); ++i)
      for (const KeptGame& kept : position.moves[i].games)
        list.games_.push_back({.uci = ucis[i], .kept = kept});
    const auto band = [](const Game& game) {
      const counts::Group& group = game.kept.group;
      return std::tuple(group.rating == counts::Group::kUnrated ? 0 : -int{group.rating}, -int{group.year});
    };
    std::ranges::stable_sort(list.games_, {}, band);
    if (list.games_.size() > kMostGames) list.games_.resize(kMostGames);
    for (Game& game : list.games_) {
      auto shown = counts.game(game.kept);
      if (!shown) return shown.error();
      game.shown = *std::move(shown);
    }
    return list;
  }

  /// Takes the games of the best players out of the list.
  [[nodiscard]] std::vector<Game> take_top(std::size_t most) {
    std::ranges::stable_sort(games_, std::greater(), rating_of);
    return take(most);
  }
  /// Takes the latest games out of the list.
  [[nodiscard]] std::vector<Game> take_recent(std::size_t most) {
    std::ranges::stable_sort(games_, std::greater(), date_of);
    return take(most);
  }

 private:
  std::vector<Game> take(std::size_t most) {
    const auto end = games_.begin() + static_cast<std::ptrdiff_t>(std::min(most, games_.size()));
    std::vector<Game> taken(std::make_move_iterator(games_.begin()), std::make_move_iterator(end));
    games_.erase(games_.begin(), end);
    return taken;
  }

  std::vector<Game> games_;
};

json::array describe_games(const std::vector<Game>& games, LichessDatabase database) {
  json::array described;
  for (const Game& game : games) described.push_back(describe(game, database));
  return described;
}

const openings::Opening* opening_behind(const game::Position& position, const game::Move& move,
                                        const openings::OpeningNames* names) {
  if (names == nullptr || position.chess() == nullptr) return nullptr;
  game::Position behind = position;
  behind.make(move);
  return names->find(behind.key());
}

/// Returns the game of a move that was played in only one game, if that game is kept.
Result<json::value> only_game(const AddedCounts& counts, const CountedMove& move, const std::string& uci,
                              LichessDatabase database) {
  if (move.totals.games != 1 || move.games.empty()) return json::value(nullptr);
  auto shown = counts.game(move.games.front());
  if (!shown) return shown.error();
  return json::value(
      describe(Game{.uci = uci, .kept = move.games.front(), .shown = *std::move(shown)}, database));
}

Result<json::object> describe_move(const AddedCounts& counts, const LichessQuestion& question,
                                   const CountedMove& move, const std::string& uci,
                                   const openings::OpeningNames* names) {
  const auto rating = average_rating(move.totals);
  json::object described{{"uci", uci},
                         {"san", game::to_san(question.position, move.move)},
                         {"averageRating", rating ? json::value(*rating) : json::value(nullptr)}};
  describe(described, results_of(move.totals, question.position.side_to_move()));
  auto game = only_game(counts, move, uci, question.database);
  if (!game) return game.error();
  described["game"] = *std::move(game);
  described["opening"] = describe_opening(opening_behind(question.position, move.move, names));
  return described;
}

/// Returns a row for each year. The row has the name of the first month.
json::array describe_history(const CountedPosition& counted, game::Color mover) {
  json::array rows;
  for (const auto& [year, totals] : counted.years) {
    if (year == 0) continue;
    json::object& row = rows.emplace_back(json::object{{"month", fmt::format("{:04}-01", year)}}).as_object();
    describe(row, results_of(totals, mover));
  }
  return rows;
}

}  // namespace
}  // namespace lichess

Result<boost::json::object> lichess_answer(const AddedCounts& counts, const LichessQuestion& question,
                                           const openings::OpeningNames* names) {
  using namespace lichess;
  const auto counted = counts.find(question.position, question.filter);
  if (!counted) return counted.error();
  json::object described;
  const game::Color mover = question.position.side_to_move();
  describe(described, results_of(counted->totals, mover));
  std::vector<std::string> ucis;
  ucis.reserve(counted->moves.size());
  for (const CountedMove& move : counted->moves)
    ucis.push_back(game::to_uci(question.position, move.move, question.castling));
  json::array moves;
  for (std::size_t i = 0; i < std::min(question.moves, counted->moves.size()); ++i) {
    auto move = describe_move(counts, question, counted->moves[i], ucis[i], names);
    if (!move) return move.error();
    moves.push_back(*std::move(move));
  }
  described["moves"] = std::move(moves);
  const bool wants_games = question.top_games > 0 || question.recent_games > 0;
  auto games = wants_games ? GameList::read(counts, *counted, ucis) : Result<GameList>(GameList());
  if (!games) return games.error();
  const std::vector<Game> top = games->take_top(question.top_games);
  if (question.database == LichessDatabase::lichess)
    described["recentGames"] = describe_games(games->take_recent(question.recent_games), question.database);
  described["topGames"] = describe_games(top, question.database);
  described["opening"] = describe_opening(question.opening);
  if (question.history) described["history"] = describe_history(*counted, mover);
  return described;
}

}  // namespace polyglot::explorer
