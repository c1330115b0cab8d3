// SPDX-License-Identifier: MIT
// Searches by the engines that people use with XBoard.
#include <iostream>

#include <polyglot/ascii.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/process/engine_connection.hpp>

#include "process/process_testing.hpp"
#include "session/drivers/engine_driver.hpp"
#include "support/testing.hpp"

namespace polyglot::session {
namespace {

using game::CastlingNotation;
using game::Game;
using protocol::Info;
using protocol::SearchLimits;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kPatience{120'000};

/// How an engine is started.
struct Program {
  const char* name;
  std::vector<std::string> arguments = {};
};

/// An engine and what we say to it, step by step.
class Engine {
 public:
  explicit Engine(const Program& program) {
    std::vector<std::string> argv = {program.name};
    argv.insert(argv.end(), program.arguments.begin(), program.arguments.end());
    // Some engines write files to the folder in which they run.
    auto started = process::EngineConnection::start(loop_.executor(),
                                                    {.argv = argv, .working_directory = folder_.string()});
    if (!started) return;
    process_ = std::move(*started);
    loop_.spawn(read(process_->output()));
    loop_.spawn(process::testing::copy_all(process_->errors(), errors_));
  }

  [[nodiscard]] bool running() const { return process_ != nullptr; }
  [[nodiscard]] const std::string& traffic() const { return traffic_; }

  void send(const std::string& text) {
    if (text.empty()) return;
    traffic_ += "> " + text;
    loop_.await(write(text));
  }
  std::optional<std::string> line(milliseconds patience) {
    const auto deadline = Clock::now() + patience;
    while (lines_.empty() && !ended_ && Clock::now() < deadline) {
      static_cast<void>(loop_.loop.run_one_until(deadline));
    }
    if (lines_.empty()) return std::nullopt;
    std::string first = std::move(lines_.front());
    lines_.pop_front();
    traffic_ += "< " + first + "\n";
    return first;
  }

 private:
  boost::asio::awaitable<void> read(process::LineReader& reader) {
    for (;;) {
      const auto block = co_await reader.read_lines();
      if (!block || block->empty()) break;
      std::string_view rest = *block;
      while (!rest.empty()) lines_.emplace_back(polyglot::take_line(rest));
    }
    ended_ = true;
  }
  boost::asio::awaitable<bool> write(const std::string& text) {
    co_return (co_await process_->input().write(text)).has_value();
  }

  process::testing::TemporaryFolder folder_;
  process::testing::TestLoop loop_;
  std::deque<std::string> lines_;
  std::string errors_;
  std::string traffic_;
  bool ended_ = false;
  std::shared_ptr<process::EngineConnection> process_;
};

/// What came of a search.
struct Outcome {
  int answers = 0;
  int infos = 0;
  std::string best;
  std::string ponder;
};

class CecpEngine : public ::testing::TestWithParam<Program>, private SearchListener {
 protected:
  void SetUp() override {
    engine_ = std::make_unique<Engine>(GetParam());
    if (!engine_->running()) GTEST_SKIP() << GetParam().name << " is not installed";
    shake_hands();
    driver_->listen(*this);
    driver_->new_game();
    send();
  }
  void TearDown() override {
    if (!engine_->running()) return;
    driver_->quit();
    send();
    if (HasFailure()) std::cerr << engine_->traffic().substr(0, 20'000) << '\n';
  }

  void shake_hands() {
    context_.effects.to_engine += protocol::CecpBack::kHandshake;
    send();
    for (;;) {
      const auto line = engine_->line(kPatience);
      if (!line) FAIL() << "no end of the handshake";
      std::string reply;
      const bool done = std::holds_alternative<protocol::HandshakeDone>(
          driver_->cecp_back()->parse_handshake(*line, reply));
      engine_->send(reply);
      if (done) return;
    }
  }

  void send() {
    engine_->send(context_.effects.to_engine);
    context_.effects.clear();
  }
  void search(const SearchLimits& limits) {
    outcome_ = {};
    driver_->search({.game = &game_, .limits = limits, .castling = castling_});
    send();
  }
  void stop() {
    driver_->stop();
    send();
  }
  void ponder_hit() {
    driver_->ponder_hit();
    send();
  }

  /// Reads until `done`; false if nothing came.
  template <class Condition>
  bool read_until(Condition done, milliseconds patience = kPatience) {
    const auto deadline = Clock::now() + patience;
    while (!done()) {
      const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
      const auto line = left.count() > 0 ? engine_->line(left) : std::nullopt;
      if (!line) return false;
      driver_->hear(*line);
      send();
    }
    return true;
  }
  bool read_answer(milliseconds patience = kPatience) {
    return read_until([this] { return outcome_.answers > 0; }, patience);
  }

  void on_info(const Info& info) override {
    ++outcome_.infos;
    info_ = info;
    has_variation_ = !info.pv.empty();
    EXPECT_TRUE(info_.depth && info_.score && info_.time && info_.nodes);
  }
  void on_best_move(const protocol::BestMove& best) override {
    ++outcome_.answers;
    outcome_.best = best.move;
    outcome_.ponder = best.ponder;
  }
  void on_ready() override { ++ready_; }
  void on_words(std::string_view) override {}

  void expect_answer() {
    ASSERT_TRUE(read_answer());
    EXPECT_EQ(outcome_.answers, 1);
    EXPECT_TRUE(best_is_legal()) << outcome_.best;
  }
  void expect_answer(const SearchLimits& limits) {
    search(limits);
    expect_answer();
  }

  bool best_is_legal() { return game_.read_uci(outcome_.best).has_value(); }
  void play(std::string_view move) {
    const auto read = game_.read_uci(move);
    ASSERT_TRUE(read) << move;
    game_.push(*read);
  }
  void query_ready() {
    driver_->ready_query();
    send();
  }

  std::unique_ptr<Engine> engine_;
  Context context_;
  std::unique_ptr<EngineDriver> driver_ = make_cecp_driver(context_, {});
  Game game_;
  CastlingNotation castling_ = CastlingNotation::king_to_destination;
  Outcome outcome_;
  Info info_;  ///< without its texts
  bool has_variation_ = false;
  int ready_ = 0;
};

SearchLimits on_clock(std::int64_t time, bool ponder = false) {
  return {.ponder = ponder, .white_time = time, .black_time = time};
}

/// No engine has these in a book of its own, from which it would play without a line of thinking.
constexpr std::array kOddMoves = {"a2a3", "h7h6", "b2b3", "a7a6"};

TEST_P(CecpEngine, PlaysBothSidesWithOneAnswerForEachSearch) {
  for (const auto* move : kOddMoves) play(move);
  int infos = 0;
  for (int ply = 0; ply < 20; ++ply) {
    search(ply < 10 ? SearchLimits{.move_time = 50} : on_clock(3000));
    ASSERT_TRUE(read_answer()) << "ply " << ply;
    EXPECT_EQ(outcome_.answers, 1);
    ASSERT_TRUE(best_is_legal()) << "ply " << ply << ": " << outcome_.best;
    infos += outcome_.infos;
    play(outcome_.best);
  }
  EXPECT_GT(infos, 0);
}

TEST_P(CecpEngine, PlaysInOneGameAgainstAnOpponent) {
  for (int move = 0; move < 6; ++move) {
    search(on_clock(2000));
    ASSERT_TRUE(read_answer());
    ASSERT_TRUE(best_is_legal()) << outcome_.best;
    play(outcome_.best);
    const auto replies = game_.position()->legal_moves();
    if (replies.empty()) break;  // mated already
    game_.push(replies[static_cast<std::size_t>(move) % replies.size()]);
  }
}

TEST_P(CecpEngine, AnalysesUntilStopped) {
  for (const auto* move : kOddMoves) play(move);
  search({.infinite = true});
  ASSERT_TRUE(read_until([this] { return outcome_.infos >= 4 && has_variation_; }));
  EXPECT_EQ(outcome_.answers, 0);
  stop();
  ASSERT_NO_FATAL_FAILURE(expect_answer());
}

TEST_P(CecpEngine, GoesOnAfterAPonderMiss) {
  for (const auto* move : kOddMoves) play(move);
  search(on_clock(2000, true));
  ASSERT_TRUE(read_until([this] { return outcome_.infos >= 3; }));
  stop();
  ASSERT_NO_FATAL_FAILURE(expect_answer());
  game_.pop();
  play("g8f6");
  ASSERT_NO_FATAL_FAILURE(expect_answer(on_clock(2000)));
}

TEST_P(CecpEngine, MovesAfterAPonderHit) {
  for (const auto* move : kOddMoves) play(move);
  search(on_clock(2000, true));
  ASSERT_TRUE(read_until([this] { return outcome_.infos >= 3; }));
  EXPECT_EQ(outcome_.answers, 0);
  ponder_hit();
  ASSERT_NO_FATAL_FAILURE(expect_answer());
  play(outcome_.best);
  ASSERT_NO_FATAL_FAILURE(expect_answer(on_clock(1500)));
}

TEST_P(CecpEngine, StopsAtADepthAndAtANumberOfNodes) {
  for (const auto* move : kOddMoves) play(move);
  ASSERT_NO_FATAL_FAILURE(expect_answer({.depth = 4}));
  play(outcome_.best);
  ASSERT_NO_FATAL_FAILURE(expect_answer(on_clock(1500)));
  ASSERT_NO_FATAL_FAILURE(expect_answer({.nodes = 20'000}));
}

TEST_P(CecpEngine, FindsTheMateInAPositionSetUp) {
  for (const char* fen : {"7k/8/8/8/8/8/R7/1R5K w - - 0 1", "1r5k/r7/8/8/8/8/8/7K b - - 0 1"}) {
    game_ = Game().from_fen(fen).value();
    search(on_clock(60'000));
    ASSERT_TRUE(read_answer());
    EXPECT_TRUE(best_is_legal()) << outcome_.best;
    ASSERT_TRUE(info_.score);
    EXPECT_TRUE(info_.score->is_mate) << info_.score->value;
    EXPECT_EQ(info_.score->value, 2);
  }
}

TEST_P(CecpEngine, CastlesAndTakesMovesBack) {
  for (const auto* move : {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1"})
    play(move);
  ASSERT_NO_FATAL_FAILURE(expect_answer(on_clock(1000)));
  game_.truncate(6);
  ASSERT_NO_FATAL_FAILURE(expect_answer(on_clock(1000)));
}

TEST_P(CecpEngine, IsReadyBeforeAndWhileItThinks) {
  query_ready();
  ASSERT_TRUE(read_until([this] { return ready_ == 1; }));
  search(on_clock(60'000));
  query_ready();
  EXPECT_EQ(ready_, 2);
  ASSERT_TRUE(read_answer());
}

TEST_P(CecpEngine, PlaysAnotherGameWhileItAnalyses) {
  search({.infinite = true});
  (void)read_until([this] { return outcome_.infos > 0; }, milliseconds(500));
  driver_->new_game();
  send();
  game_ = Game();
  play("d2d4");
  ASSERT_NO_FATAL_FAILURE(expect_answer(on_clock(1000)));
}

void PrintTo(const Program& program, std::ostream* out) {
  *out << program.name;
}

// Without gnuchess, which also speaks UCI: in the XBoard protocol it may leave a line unread until the next
// one comes.
INSTANTIATE_TEST_SUITE_P(Real, CecpEngine,
                         ::testing::Values(Program{"fairymax"}, Program{"phalanx"}, Program{"sjeng"},
                                           Program{"hoichess"}),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace polyglot::session
