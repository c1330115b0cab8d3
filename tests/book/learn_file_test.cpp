// SPDX-License-Identifier: MIT
// Results in a file beside the book.
#include <cerrno>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/os/file.hpp>

#include "book/book_files.hpp"

namespace polyglot::book {
namespace {

using test::bytes_of;
using test::played;

RawEntry record(std::string_view moves_before, std::string_view move, std::uint16_t weight,
                std::uint16_t games = 0, std::uint16_t points = 0) {
  return test::entry(moves_before, move, weight, encode_learn(games, points));
}

class LearnFileTest : public test::BookFileTest {
 protected:
  [[nodiscard]] Result<std::optional<std::size_t>> learn(const std::vector<PlayedMove>& moves) const {
    return try_learn(side_, moves, ResultsIn::learn_file);
  }
  [[nodiscard]] std::unique_ptr<BookSource> open_both() const {
    return with_learn_file(open_book(path_).value(), [path = side_] { return path; });
  }
  /// What is known of the moves of the start position.
  [[nodiscard]] static LearnedMoves results_at_start(const BookSource& book) {
    const game::Position start = chess::Position();
    return book.learned(start, book.find(start)).value();
  }

  std::string side_ = folder_ / "side.bin";
};

TEST_F(LearnFileTest, IsMadeByTheFirstGameAndSorted) {
  // Keys: after e2e4 82…, at the start 46…, after e2e4 d7d5 07….
  ASSERT_EQ(learn({played("e2e4", "e7e5", 2), played("", "e2e4", 0)}).value(), 2U);
  ASSERT_EQ(learn({played("e2e4 d7d5", "e4d5", 1), played("", "d2d4", 1)}).value(), 2U);
  const std::vector<RawEntry> expected = {record("e2e4 d7d5", "e4d5", 0, 1, 1), record("", "e2e4", 0, 1, 0),
                                          record("", "d2d4", 0, 1, 1), record("e2e4", "e7e5", 0, 1, 2)};
  EXPECT_EQ(test::read_file(side_), bytes_of(expected));
}

TEST_F(LearnFileTest, ChangesInPlaceWhatItHas) {
  write("side.bin", {record("", "e2e4", 7, 3, 3), record("e2e4", "e7e5", 0, 1, 2)});
  const auto before = os::stamp_of(side_).value();
  ASSERT_EQ(learn({played("", "e2e4", 2)}).value(), 1U);
  EXPECT_TRUE(os::stamp_of(side_).value().is_same_file(before));
  EXPECT_EQ(test::read_file(side_),
            bytes_of(std::vector{record("", "e2e4", 7, 4, 5), record("e2e4", "e7e5", 0, 1, 2)}));
}

TEST_F(LearnFileTest, CountsAMoveAsOftenAsItWasPlayed) {
  ASSERT_EQ(learn({played("", "e2e4", 2), played("", "e2e4", 1)}).value(), 2U);
  ASSERT_EQ(learn({played("", "e2e4", 2), played("", "e2e4", 1)}).value(), 2U);
  EXPECT_EQ(test::read_file(side_), bytes_of(std::vector{record("", "e2e4", 0, 4, 6)}));
}

TEST_F(LearnFileTest, SaysWhyItCannotBeMade) {
  side_ = folder_ / "nowhere/side.bin";
  EXPECT_EQ(learn({played("", "e2e4", 2)}).error().to_string(),
            side_ + ": cannot be made, check its folder and permissions: No such file or directory");
}

TEST_F(LearnFileTest, StaysAsItWasWhenADiskFails) {
  const std::vector<RawEntry> before = {record("", "e2e4", 0, 3, 3)};
  for (const os::Call call : {os::Call::write, os::Call::flush, os::Call::rename, os::Call::lock}) {
    write("side.bin", before);
    const os::FaultInjection faults([call](os::Call made) {
      return os::Fault{.error = made == call ? (call == os::Call::lock ? ENOLCK : ENOSPC) : 0};
    });
    ASSERT_FALSE(learn({played("", "e2e4", 2), played("", "d2d4", 2)}));
    EXPECT_EQ(test::read_file(side_), bytes_of(before));
  }
}

TEST_F(LearnFileTest, IsNotLeftEmptyWhenADiskFails) {
  for (const os::Call call : {os::Call::write, os::Call::flush, os::Call::rename}) {
    const os::FaultInjection faults(
        [call](os::Call made) { return os::Fault{.error = made == call ? ENOSPC : 0}; });
    ASSERT_FALSE(learn({played("", "e2e4", 2)}));
    EXPECT_FALSE(std::filesystem::exists(side_));
  }
  // A file that a user has made, with permissions of their choice, is kept.
  test::write_file(side_, {});
  const os::FaultInjection faults(
      [](os::Call made) { return os::Fault{.error = made == os::Call::write ? ENOSPC : 0}; });
  ASSERT_FALSE(learn({played("", "e2e4", 2)}));
  EXPECT_TRUE(std::filesystem::exists(side_));
}

TEST_F(LearnFileTest, WaitsForItsTurnWhereAnotherTakesItAway) {
  const os::FaultInjection faults([this](os::Call made) {
    if (made == os::Call::lock) std::filesystem::remove(side_);
    return os::Fault{};
  });
  const auto learned = learn({played("", "e2e4", 2)});
  ASSERT_TRUE(learned) << learned.error().to_string();
  EXPECT_FALSE(*learned);
}

TEST_F(LearnFileTest, IsNoPlaceForWhatIsDamaged) {
  test::Bytes cut = bytes_of(std::vector{record("", "e2e4", 0, 1, 1)});
  cut.resize(cut.size() + 3);
  test::write_file(side_, cut);
  EXPECT_THAT(learn({played("", "d2d4", 2)}).error().to_string(), HasSubstr("not a multiple of 16"));
  EXPECT_EQ(test::read_file(side_), cut);
  const std::vector<RawEntry> unsorted = {record("e2e4", "e7e5", 0), record("", "e2e4", 0)};
  write("side.bin", unsorted);
  EXPECT_THAT(learn({played("", "d2d4", 2)}).error().to_string(), HasSubstr("is not sorted"));
  EXPECT_EQ(test::read_file(side_), bytes_of(unsorted));
}

TEST_F(LearnFileTest, LosesNoGameOfManyProcesses) {
  constexpr int kProcesses = 6;
  constexpr int kGames = 40;
  const auto firsts = chess::Position().legal_moves();
  std::array<pid_t, kProcesses> processes{};
  for (std::size_t number = 0; number < processes.size(); ++number) {
    processes[number] = ::fork();
    if (processes[number] != 0) continue;
    for (int game = 0; game < kGames; ++game) {
      // Each process adds records of its own to those that all processes add.
      const chess::Move first = firsts[(static_cast<std::size_t>(game) + number) % firsts.size()];
      const std::vector<PlayedMove> moves = {played("", "e2e4", 2),
                                             {.position = chess::Position(), .move = first, .points = 1}};
      for (auto learned = learn(moves); !learned.value(); learned = learn(moves))
        std::this_thread::sleep_for(kLearnPause);
    }
    ::_exit(0);
  }
  for (const pid_t process : processes) {
    int status = 0;
    ::waitpid(process, &status, 0);
    EXPECT_EQ(status, 0);
  }
  std::uint32_t games = 0;
  std::uint32_t points = 0;
  for (const RawEntry& known : BinBook::open(side_).value()->find(chess::Position().key()).value()) {
    games += known.learn_games();
    points += known.learn_points();
  }
  EXPECT_EQ(games, 2U * kProcesses * kGames);
  EXPECT_EQ(points, 3U * kProcesses * kGames);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 1) << "nothing is left";
}

TEST_F(LearnFileTest, AddsItsResultsToThoseOfTheBook) {
  write({record("", "e2e4", 600, 10, 12), record("", "d2d4", 300), record("", "e2e5", 50, 4, 4)});
  const auto both = open_both();
  EXPECT_EQ(both->learn_file(), side_);
  const LearnedResult own{.games = 10, .points = 12};
  EXPECT_THAT(results_at_start(*both).results, testing::ElementsAre(own, LearnedResult()));
  ASSERT_TRUE(learn({played("", "e2e4", 2), played("", "d2d4", 1)}));
  const LearnedMoves learned = results_at_start(*both);
  const LearnedResult sum{.games = 11, .points = 14};
  const LearnedResult first{.games = 1, .points = 1};
  EXPECT_THAT(learned.results, testing::ElementsAre(sum, first));
  EXPECT_EQ(learned.total_weight, learned_weight(600, sum) + learned_weight(300, first) +
                                      learned_weight(50, {.games = 4, .points = 4}));
  ASSERT_TRUE(learn({played("", "d2d4", 1)}));
  EXPECT_EQ(results_at_start(*both).results.back(), (LearnedResult{.games = 2, .points = 2})) << "in place";
  std::filesystem::remove(side_);
  EXPECT_EQ(results_at_start(*both).results.back(), LearnedResult());
  EXPECT_FALSE(both->take_trouble());
}

TEST_F(LearnFileTest, GivesTheFirstRecordOfAMoveItsResults) {
  write({record("", "e2e4", 600), record("", "e2e4", 300)});
  ASSERT_TRUE(learn({played("", "e2e4", 2)}));
  EXPECT_THAT(results_at_start(*open_both()).results,
              testing::ElementsAre(LearnedResult{.games = 1, .points = 2}, LearnedResult()));
}

TEST_F(LearnFileTest, MakesListsOfOpeningsLearn) {
  path_ = folder_ / "openings.pgn";
  test::write_file(path_, bytes_of("[Event \"?\"]\n\n1. e4 e5 *\n\n[Event \"?\"]\n\n1. d4 d5 *\n"));
  const auto both = open_both();
  ASSERT_TRUE(learn({played("", "d2d4", 2)}));
  const LearnedMoves learned = results_at_start(*both);
  ASSERT_EQ(learned.results.size(), 2U);
  const BookMoves moves = both->find(game::Position(chess::Position()));
  const auto candidates = judge(moves, &learned, {.by_results = true});
  const std::size_t d4 =
      game::Move(chess::move_from_uci(chess::Position(), "d2d4").value()) == candidates[0].entry.move ? 0 : 1;
  EXPECT_EQ(candidates[d4].share, 6000U) << "1.5 to 1";
}

TEST_F(LearnFileTest, IsNotTheBookItself) {
  write({record("", "e2e4", 600, 10, 12)});
  side_ = folder_ / "./book.bin";
  const auto both = open_both();
  EXPECT_EQ(both->learn_file(), std::nullopt);
  EXPECT_EQ(results_at_start(*both).results.front(), (LearnedResult{.games = 10, .points = 12}));
}

TEST_F(LearnFileTest, IsATroubleOnceWhereItIsNone) {
  write({record("", "e2e4", 600)});
  test::write_file(side_, bytes_of("PK\x03\x04"));
  const auto both = open_both();
  EXPECT_EQ(results_at_start(*both).results.front(), LearnedResult());
  EXPECT_THAT(both->take_trouble().value().to_string(), HasSubstr("is a ZIP archive"));
  (void)results_at_start(*both);
  EXPECT_FALSE(both->take_trouble());
}

TEST_F(LearnFileTest, HoldsMovesOfTheBookOnly) {
  write({record("", "e2e4", 600)});
  const auto moves = moves_of(*open_both(), {played("", "d2d4", 2), played("", "e2e4", 2)});
  ASSERT_THAT(moves, SizeIs(1));
  EXPECT_EQ(moves.front().move, played("", "e2e4", 2).move);
}

TEST(LearnedResults, AreHalvedUntilTheyFit) {
  EXPECT_EQ(halved_to_fit(65535, 65535), (LearnedResult{.games = 65535, .points = 65535}));
  EXPECT_EQ(halved_to_fit(65536, 10), (LearnedResult{.games = 32768, .points = 5}));
  EXPECT_EQ(halved_to_fit(100000, 140001), (LearnedResult{.games = 25000, .points = 35000}));
  EXPECT_EQ((LearnedResult{.games = 65535, .points = 60000} + LearnedResult{.games = 1, .points = 2}),
            (LearnedResult{.games = 32768, .points = 30001}));
}

}  // namespace
}  // namespace polyglot::book
