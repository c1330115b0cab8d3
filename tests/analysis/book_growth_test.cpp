// SPDX-License-Identifier: MIT
// Books that grow by the verdicts of judges whose knowledge is known exactly.
#include <algorithm>
#include <functional>
#include <map>

#include <gmock/gmock.h>

#include <polyglot/analysis/book_growth.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/game/notation.hpp>

namespace polyglot::analysis::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using KnownScores = std::vector<std::pair<std::string, int>>;
/// The scores of moves in a position; none: the judge gives up.
using Judging = std::function<KnownScores(const game::Position&)>;

game::Position after(const std::vector<std::string>& line, game::Position position = {}) {
  for (const std::string& move : line) position.make(*game::move_from_uci(position, move));
  return position;
}

game::Position position_by(const std::string& fen) {
  return chess::Position::from_fen(fen).value();
}

std::optional<Verdict> verdict_with(const game::Position& position, const KnownScores& scores) {
  if (scores.empty()) return std::nullopt;
  Verdict verdict;
  for (const auto& [move, score] : scores)
    verdict.moves.push_back({*game::move_from_uci(position, move), Score::centipawns(score)});
  verdict.variation = {verdict.moves.front().move};
  return verdict;
}

/// By the EPD of positions; the judge gives up on all others.
Judging by_line(const std::vector<std::pair<std::vector<std::string>, KnownScores>>& lines) {
  std::map<std::string, KnownScores> known;
  for (const auto& [line, scores] : lines) known[after(line).chess()->to_epd()] = scores;
  return [known](const game::Position& position) {
    const auto found = known.find(position.chess()->to_epd());
    return found == known.end() ? KnownScores() : found->second;
  };
}

void grow(BookGrowth& growth, const Judging& judging, std::size_t most = 1000) {
  while (growth.size() < most) {
    std::vector<std::optional<Verdict>> verdicts;
    for (const game::Position& position : growth.next(std::min<std::size_t>(most - growth.size(), 16)))
      verdicts.push_back(verdict_with(position, judging(position)));
    if (verdicts.empty()) return;
    growth.judge(verdicts);
  }
}

std::string best_of(const BookGrowth& growth, const game::Position& position) {
  return game::to_san(position, growth.moves(growth.find(position)).front().move);
}

std::vector<std::string> waiting(BookGrowth& growth, std::size_t count) {
  std::vector<std::string> lines;
  for (const game::Position& position : growth.next(count)) {
    std::string text;
    game::Position before = growth.path(growth.find(position)).start;
    for (const game::Move& move : growth.path(growth.find(position)).moves) {
      text += (text.empty() ? "" : " ") + game::to_san(before, move);
      before.make(move);
    }
    lines.push_back(text);
  }
  return lines;
}

const book::LoadedBook kNoBook("", {});

TEST(BookGrowth, FindsAMateThatNoSearchSees) {
  // 1. Kc7 Ka7 2. Ra1#
  const game::Position start = position_by("k7/8/2K5/8/8/8/8/1R6 w - - 0 1");
  BookGrowth growth(kNoBook, std::vector{start}, {});
  // All moves are equal to this judge, mates included.
  grow(
      growth,
      [](const game::Position& position) {
        KnownScores scores;
        for (const game::Move& move : position.legal_moves())
          scores.emplace_back(game::to_uci(position, move, game::CastlingNotation::king_takes_rook), 0);
        return scores;
      },
      300);
  EXPECT_EQ(growth.score(growth.starts().front()).text(), "#2");
  EXPECT_EQ(best_of(growth, start), "Kc7");
  EXPECT_THAT(growth.best_line(growth.starts().front()), SizeIs(3));
}

TEST(BookGrowth, TakesAGameWithoutEndForADraw) {
  // Both sides only move their kings to and fro. Every search takes that for good for White.
  const game::Position start = position_by("6k1/8/8/8/8/8/7R/6K1 w - - 0 1");
  const auto judging = [&start](const KnownScores& instead) {
    return [&start, instead](const game::Position& position) {
      const std::string epd = position.chess()->to_epd();
      const bool is_white = position.side_to_move() == chess::Color::white;
      if (!epd.ends_with(is_white ? "w - -" : "b - -") || epd.find("/7R/") == std::string::npos)
        return KnownScores();
      KnownScores scores;
      if (is_white) scores = {{epd.find("/6K1 ") != std::string::npos ? "g1h1" : "h1g1", 500}};
      if (!is_white) scores = {{epd.starts_with("6k1/") ? "g8f8" : "f8g8", -500}};
      if (epd == start.chess()->to_epd()) scores.insert(scores.end(), instead.begin(), instead.end());
      return scores;
    };
  };
  for (const auto& [instead, score] :
       std::map<KnownScores, int>{{{}, 0}, {{{"h2a2", 30}}, 30}, {{{"h2a2", -30}}, 0}}) {
    BookGrowth growth(kNoBook, std::vector{start}, {});
    grow(growth, judging(instead));
    EXPECT_EQ(growth.size(), 4U);
    EXPECT_EQ(growth.score(growth.starts().front()), Score::centipawns(score));
    EXPECT_EQ(best_of(growth, start), score == 0 ? "Kh1" : "Ra2");
  }
}

TEST(BookGrowth, RefutesWhatLookedGood) {
  BookGrowth growth(kNoBook, std::vector{game::Position()}, {.decay = 0});
  grow(growth,
       by_line(
           {{{}, {{"g2g4", 50}, {"e2e4", 30}}}, {{"g2g4"}, {{"d7d5", 200}}}, {{"e2e4"}, {{"e7e5", -30}}}}));
  EXPECT_EQ(best_of(growth, {}), "e4");
  EXPECT_EQ(growth.score(growth.starts().front()), Score::centipawns(30));
  const auto refuted = growth.refuted(100);
  ASSERT_THAT(refuted, SizeIs(1));
  EXPECT_EQ(game::to_san({}, refuted.front().move.move), "g4");
  EXPECT_EQ(refuted.front().move.loss, 230);
  EXPECT_THAT(growth.refuted(230), SizeIs(1));
  EXPECT_THAT(growth.refuted(231), IsEmpty());
}

TEST(BookGrowth, RefutesWhatLookedGoodOnTheBestLinesFirst) {
  BookGrowth growth(kNoBook, std::vector{game::Position()}, {.decay = 0});
  grow(growth, by_line({{{}, {{"e2e4", 30}, {"d2d4", 20}, {"g2g4", -200}}},
                        {{"g2g4"}, {{"d7d5", 400}}},
                        // Of equal lines at first, that of 1. d4 is better in the end.
                        {{"e2e4"}, {{"e7e5", 0}, {"a7a6", -10}}},
                        {{"e2e4", "e7e5"}, {{"g1f3", 300}}},
                        {{"d2d4"}, {{"d7d5", -20}, {"a7a6", -25}}},
                        {{"d2d4", "d7d5"}, {{"c2c4", 300}}}}));
  std::vector<std::string> refuted;
  for (const auto& [number, move] : growth.refuted(100))
    refuted.push_back(game::to_san(growth.position(number), move.move));
  EXPECT_THAT(refuted, ElementsAre("d5", "e5")) << "1. g4 never looked good";
}

TEST(BookGrowth, LetsScoresFadeTowardsTheStart) {
  BookGrowth growth(kNoBook, std::vector{game::Position()}, {.decay = 0.1});
  grow(growth,
       by_line({{{}, {{"e2e4", 30}}}, {{"e2e4"}, {{"e7e5", -30}}}, {{"e2e4", "e7e5"}, {{"g1f3", 1000}}}}));
  EXPECT_EQ(growth.score(growth.starts().front()), Score::centipawns(810));
}

TEST(BookGrowth, RefutesNoMoveThatTablebasesCallWon) {
  const game::Position start = position_by("8/8/8/8/8/2k5/8/K6R w - - 0 1");
  const auto keeps_the_rook = [](const game::Position& position) {
    return position.to_fen().find('R') != std::string::npos;
  };
  BookGrowth growth(kNoBook, std::vector{start}, {});
  grow(
      growth,
      [&](const game::Position& position) {
        const bool is_white = position.side_to_move() == chess::Color::white;
        KnownScores scores;
        for (const game::Move& move : position.legal_moves()) {
          game::Position after = position;
          after.make(move);
          bool is_won = keeps_the_rook(after) && (after.has_legal_move() || after.outcome().winner);
          if (is_won && is_white)
            is_won = std::ranges::all_of(after.legal_moves(), [&](const game::Move& reply) {
              game::Position last = after;
              last.make(reply);
              return keeps_the_rook(last);
            });
          const int score = is_won ? Score::kMostCentipawns : 0;
          scores.emplace_back(game::to_uci(position, move, game::CastlingNotation::king_takes_rook),
                              is_white ? score : -score);
        }
        std::ranges::stable_sort(scores, std::greater(), &KnownScores::value_type::second);
        return scores;
      },
      300);
  const auto number = growth.starts().front();
  EXPECT_GT(growth.score(number), Score::centipawns(29900));
  for (const BookGrowth::Move& move : growth.moves(number))
    EXPECT_TRUE(*move.scored == 0 || move.loss < 100) << game::to_san(start, move.move) << ' ' << move.loss;
  EXPECT_THAT(growth.refuted(100), IsEmpty());
}

TEST(BookGrowth, FollowsTheLinesThatLoseLeast) {
  const Judging judging = by_line(
      {{{}, {{"e2e4", 30}, {"d2d4", 20}, {"a2a3", -100}}}, {{"e2e4"}, {{"e7e5", -30}, {"a7a6", -90}}}});
  BookGrowth both(kNoBook, std::vector{game::Position()}, {.ply_cost = 15});
  grow(both, judging, 2);
  EXPECT_THAT(waiting(both, 9), ElementsAre("d4", "e4 e5", "e4 a6", "a3"));
  BookGrowth white(kNoBook, std::vector{game::Position()}, {.side = chess::Color::white, .ply_cost = 15});
  grow(white, judging, 2);
  EXPECT_THAT(waiting(white, 9), ElementsAre("d4", "e4 e5", "e4 a6", "a3"));
  BookGrowth black(kNoBook, std::vector{game::Position()}, {.side = chess::Color::black, .ply_cost = 15});
  grow(black, judging, 2);
  EXPECT_THAT(waiting(black, 9), ElementsAre("d4", "a3", "e4 e5", "e4 a6"));
}

TEST(BookGrowth, JoinsTranspositions) {
  BookGrowth growth(kNoBook, std::vector{game::Position()}, {});
  grow(growth, by_line({{{}, {{"g1f3", 20}, {"d2d4", 20}}},
                        {{"g1f3"}, {{"d7d5", -20}}},
                        {{"d2d4"}, {{"d7d5", -20}}},
                        {{"g1f3", "d7d5"}, {{"d2d4", 20}}},
                        {{"d2d4", "d7d5"}, {{"g1f3", 20}}},
                        {{"d2d4", "d7d5", "g1f3"}, {{"g8f6", -20}}}}));
  EXPECT_EQ(growth.size(), 6U);
  EXPECT_EQ(growth.find(after({"g1f3", "d7d5", "d2d4"})), growth.find(after({"d2d4", "d7d5", "g1f3"})));
}

TEST(BookGrowth, JudgesTheMovesOfTheBook) {
  const game::Position start;
  const auto code = book::encode_move(std::get<chess::Move>(*game::move_from_uci(start, "g2g4")));
  const book::LoadedBook book("book.bin", {{.key = start.key(), .move = code, .weight = 1}});
  BookGrowth growth(book, std::vector{start}, {.decay = 0});
  grow(growth, by_line({{{}, {{"e2e4", 30}}}}), 1);
  EXPECT_THAT(waiting(growth, 9), ElementsAre("e4", "g4"));
  EXPECT_THAT(growth.refuted(100), IsEmpty()) << "it is not known yet";
  grow(growth, by_line({{{"e2e4"}, {{"e7e5", -30}}}, {{"g2g4"}, {{"d7d5", 120}}}}));
  EXPECT_THAT(growth.refuted(100), SizeIs(1));
}

TEST(BookGrowth, KnowsTheSharesOfTheBook) {
  const game::Position start;
  std::vector<book::RawEntry> entries;
  for (const auto& [move, weight] :
       std::vector<std::pair<std::string, std::uint16_t>>{{"e2e4", 4}, {"g2g4", 2}, {"a2a3", 0}})
    entries.push_back({.key = start.key(),
                       .move = book::encode_move(std::get<chess::Move>(*game::move_from_uci(start, move))),
                       .weight = weight});
  const book::LoadedBook book("book.bin", entries);
  BookGrowth growth(book, std::vector{start, start}, {});
  EXPECT_THAT(growth.starts(), SizeIs(1));
  grow(growth, by_line({{{}, {{"e2e4", 30}}}}), 1);
  std::vector<std::pair<std::string, double>> shares;
  for (const BookGrowth::Move& move : growth.moves(growth.starts().front()))
    shares.emplace_back(game::to_san(start, move.move), move.book_share);
  EXPECT_EQ(shares, (std::vector<std::pair<std::string, double>>{{"e4", 1}, {"g4", 0.5}}));
}

TEST(BookGrowth, AveragesVerdicts) {
  const game::Position start;
  const std::vector<Verdict> verdicts{*verdict_with(start, {{"e2e4", 40}, {"d2d4", 10}}),
                                      *verdict_with(start, {{"d2d4", 36}, {"c2c4", 30}})};
  const Verdict mean = average(verdicts);
  std::vector<std::pair<std::string, int>> scores;
  for (const ScoredMove& scored : mean.moves)
    scores.emplace_back(game::to_san(start, scored.move), scored.score.centipawns());
  // The second engine gives 1. e4 at most 30, and the first one 1. c4 at most 10.
  EXPECT_EQ(scores, (std::vector<std::pair<std::string, int>>{{"e4", 35}, {"d4", 23}, {"c4", 20}}));
}

TEST(BookGrowth, AveragesSearchesAndMates) {
  const game::Position start;
  const auto move = [&start](const char* text) { return *game::move_from_uci(start, text); };
  const Verdict one{.moves = {{move("e2e4"), Score::mate(3)},
                              {move("d2d4"), Score::mate(4)},
                              {move("c2c4"), Score::mate(5)},
                              {move("a2a3"), Score::mate(-2)}},
                    .variation = {move("e2e4")},
                    .depth = 20,
                    .nodes = 1000};
  const Verdict other{.moves = {{move("d2d4"), Score::mate(6)},
                                {move("c2c4"), Score::centipawns(100)},
                                {move("e2e4"), Score::mate(-7)},
                                {move("a2a3"), Score::mate(-9)}},
                      .variation = {move("d2d4")},
                      .depth = 12,
                      .nodes = 500};
  const std::vector<Verdict> verdicts{one, other};
  const Verdict mean = average(verdicts);
  EXPECT_THAT(mean.moves, ElementsAre(ScoredMove{move("d2d4"), Score::mate(4)},
                                      ScoredMove{move("c2c4"), Score::centipawns(15050)},
                                      ScoredMove{move("e2e4"), Score::centipawns(0)},
                                      ScoredMove{move("a2a3"), Score::mate(-2)}));
  EXPECT_THAT(mean.variation, ElementsAre(move("d2d4"))) << "begins with the best move";
  EXPECT_EQ(mean.depth, 12);
  EXPECT_EQ(mean.nodes, 1500U);
}

}  // namespace
}  // namespace polyglot::analysis::test
