// SPDX-License-Identifier: MIT
#include <regex>

#include <fmt/ranges.h>

#include <polyglot/session/session.hpp>

#include "session/fake_book.hpp"
#include "session/transcript.hpp"
#include "support/testing.hpp"
#include "test_paths.hpp"

namespace polyglot::session {
namespace {

using config::OptionId;

class SessionTest : public testing::Test {
 protected:
  Session& start(bool handshake = true) {
    session::SessionSetup setup;
    setup.options = options_;
    setup.random = book::make_random_source(1);
    session_.emplace(std::move(setup));
    session_->start();
    if (!effects().requests.empty()) give_book();
    if (handshake) session_->engine_lines("uciok\n");
    effects().clear();
    return *session_;
  }

  void give_book() {
    const chess::Position position;
    session_->book_opened(0, std::unique_ptr<book::BookSource>(std::make_unique<FakeBook>(
                                 FakeBook::Entries{{position.key(), {{"e2e4", 1}}}})));
  }

  [[nodiscard]] Effects& effects() { return session_->effects(); }

  config::Options options_;
  std::optional<Session> session_;
};

TEST_F(SessionTest, RelaysLinesOfAnyLength) {
  Session& session = start();
  const std::string longest = "info string " + std::string(2'000'000, 'x') + '\n';
  session.gui_lines("isready\n");
  effects().clear();
  session.engine_lines(longest);
  EXPECT_EQ(effects().to_gui, longest);
}

TEST_F(SessionTest, RelaysPositionLinesOfAnyLength) {
  Session& session = start();
  std::string line = "position startpos moves";
  for (int i = 0; i < 1000; ++i) line += " g1f3 g8f6 f3g1 f6g8";
  line += '\n';
  session.gui_lines(line);
  EXPECT_EQ(effects().to_engine, line);
  EXPECT_TRUE(effects().log.empty());
}

TEST_F(SessionTest, StripsCarriageReturnsAtLineEndsOnly) {
  Session& session = start();
  session.gui_lines("isready\r\n");
  EXPECT_EQ(effects().to_engine, "isready\n");
  session.engine_lines("info string a\rb\r\nreadyok\r\r\n");
  EXPECT_EQ(effects().to_gui, "info string a\rb\nreadyok\n");
}

TEST_F(SessionTest, KeepsNulBytes) {
  Session& session = start();
  session.gui_lines("isready\n");
  const std::string line("info string a\0b\n", 16);
  session.engine_lines(line);
  EXPECT_EQ(effects().to_gui, line);
}

TEST_F(SessionTest, LeavesOutWhatAnEngineDeclaresBeyondAllMeasure) {
  const std::string line = "option name Name type string default " + std::string(1000, 'x') + "\n";
  std::string lines;
  while (lines.size() < 3 * protocol::kMostDeclared) lines += line;
  Session& session = start(false);
  session.gui_lines("uci\n");
  session.engine_lines(lines + "uciok\n");
  EXPECT_LT(effects().to_gui.size(), protocol::kMostDeclared + 100'000);
  EXPECT_NE(effects().to_gui.find("more than 1 MB of options"), std::string::npos);
  EXPECT_NE(effects().to_gui.find("\nuciok\n"), std::string::npos);
}

TEST_F(SessionTest, ShowsMoreThan256EngineOptionsToXBoard) {
  Session& session = start(false);
  std::string lines;
  for (int i = 0; i < 300; ++i)
    lines += "option name Option" + std::to_string(i) + " type check default true\n";
  session.engine_lines(lines + "uciok\n");
  session.gui_lines("xboard\nprotover 2\n");
  EXPECT_NE(effects().to_gui.find("feature option=\"Option299 -check 1\"\n"), std::string::npos);
}

TEST_F(SessionTest, PlaysXBoardGamesOfAnyLength) {
  Session& session = start();
  session.gui_lines("xboard\nnew\n");
  session.engine_lines("readyok\n");
  std::string position = "position startpos moves";
  for (int i = 0; i < 1000; ++i) {
    const bool out = i % 2 == 0;
    const std::string theirs = out ? "g1f3" : "f3g1";
    const std::string ours = out ? "g8f6" : "f6g8";
    effects().clear();
    session.gui_lines("force\nusermove " + theirs + "\ngo\n");
    position += ' ' + theirs;
    // Repetitions end a game: nothing is searched, and moves are still taken.
    if (effects().to_engine.empty()) {
      session.gui_lines("usermove " + ours + '\n');
    } else {
      ASSERT_TRUE(effects().to_engine.starts_with(position + '\n')) << effects().to_engine;
      session.engine_lines("bestmove " + ours + '\n');
    }
    ASSERT_EQ(effects().to_gui.find("Illegal"), std::string::npos) << i;
    position += ' ' + ours;
  }
  effects().clear();
  session.gui_lines("force\nusermove e2e4\ngo\n");
  EXPECT_TRUE(effects().to_engine.starts_with(position + " e2e4\ngo "));
}

TEST_F(SessionTest, ShowsMoreThan256Variations) {
  Session& session = start();
  session.gui_lines("xboard\npost\ngo\n");
  effects().clear();
  for (int i = 1; i <= 300; ++i) {
    session.engine_lines("info depth 3 multipv " + std::to_string(i) + " score cp " + std::to_string(-i) +
                         " pv a2a3\n");
  }
  EXPECT_EQ(std::ranges::count(effects().to_gui, '\n'), 300);
  EXPECT_TRUE(effects().to_gui.ends_with("3 -300 0 1 a3\n")) << effects().to_gui;
}

TEST_F(SessionTest, TellsTheShellWhichOptionsChanged) {
  Session& session = start();
  session.gui_lines("setoption name Polyglot Log value true\nsetoption name Polyglot NiceValue value 7\n");
  EXPECT_EQ(effects().changed_options, (std::vector{OptionId::log, OptionId::nice_value}));
  EXPECT_EQ(session.options().spin(OptionId::nice_value), 7);
  EXPECT_TRUE(effects().to_engine.empty());
}

TEST_F(SessionTest, RefusesAWrongValueAndKeepsTheOldOne) {
  Session& session = start();
  session.gui_lines("setoption name Polyglot BookDepth value many\n");
  EXPECT_TRUE(effects().to_gui.starts_with("info string ")) << effects().to_gui;
  EXPECT_EQ(session.options().spin(OptionId::book_depth), 256);
}

TEST_F(SessionTest, LeavesTheGuiUnreadWhenItsLinesPileUp) {
  Session& session = start(false);
  EXPECT_TRUE(session.wants_gui_input());
  for (int i = 0; i < 200'000; ++i) session.gui_lines("position startpos\n");
  EXPECT_FALSE(session.wants_gui_input());
  session.engine_lines("uciok\n");
  EXPECT_TRUE(session.wants_gui_input());
}

TEST_F(SessionTest, LeavesTheGuiUnreadWhenAnswersPileUp) {
  ASSERT_TRUE(options_.set(OptionId::book, "true"));
  Session& session = start();
  session.gui_lines("isready\n");
  for (int i = 0; i < 5000; ++i) session.gui_lines("go depth 1\n");
  EXPECT_FALSE(session.wants_gui_input());
  session.engine_lines("readyok\n");
  EXPECT_TRUE(session.wants_gui_input());
  const std::string& text = effects().to_gui;
  std::size_t best_moves = 0;
  for (std::size_t at = 0; (at = text.find("bestmove e2e4", at)) != std::string::npos; ++at) ++best_moves;
  EXPECT_EQ(best_moves, 5000U);
}

enum class Protocol : std::uint8_t { uci, xboard };
/// The protocols of GUI and engine.
using Speakers = std::pair<Protocol, Protocol>;

class SessionWithoutEngineTest : public SessionTest, public testing::WithParamInterface<Speakers> {
 protected:
  [[nodiscard]] static bool gui_speaks_uci() { return GetParam().first == Protocol::uci; }
  [[nodiscard]] static bool engine_speaks_uci() { return GetParam().second == Protocol::uci; }
  void greet() {
    session_->engine_lines(engine_speaks_uci() ? "uciok\n" : "feature ping=1 usermove=1 done=1\n");
  }
};

TEST_P(SessionWithoutEngineTest, LeavesTheGuiUnreadWhenAnswersPileUp) {
  ASSERT_TRUE(options_.set(OptionId::engine_protocol, engine_speaks_uci() ? "uci" : "cecp"));
  ASSERT_TRUE(options_.set(OptionId::engine_restart, "always"));
  Session& session = start(false);
  greet();
  session.gui_lines(gui_speaks_uci() ? "position startpos\n" : "xboard\n");
  session.engine_lost("gone");

  constexpr int kFlood = 600'000;
  int asked = 0;
  while (session.wants_gui_input() && asked < kFlood) {
    ++asked;
    session.gui_lines(gui_speaks_uci() ? "isready\n" : "ping " + std::to_string(asked) + '\n');
  }
  EXPECT_LT(asked, kFlood / 10);

  session.start();
  effects().clear();
  greet();
  const std::string asked_again = std::exchange(effects().to_engine, {});
  EXPECT_LT(asked_again.size(), std::size_t{1} << 20);
  std::string answers;
  for (int i = 1; i <= asked; ++i) {
    answers += engine_speaks_uci() ? "readyok\n" : "pong " + std::to_string(i) + '\n';
  }
  session.engine_lines(answers);
  EXPECT_TRUE(session.wants_gui_input());
  const std::string last = gui_speaks_uci() ? "readyok\n" : "pong " + std::to_string(asked) + '\n';
  EXPECT_TRUE(effects().to_gui.ends_with(last));
  EXPECT_EQ(std::ranges::count(effects().to_gui, '\n'), asked);
}

INSTANTIATE_TEST_SUITE_P(Session, SessionWithoutEngineTest,
                         testing::Values(Speakers{Protocol::uci, Protocol::uci},
                                         Speakers{Protocol::uci, Protocol::xboard},
                                         Speakers{Protocol::xboard, Protocol::uci},
                                         Speakers{Protocol::xboard, Protocol::xboard}));

TEST_F(SessionTest, ServesNothingUntilTheBookIsOpen) {
  Session& session = start();
  session.gui_lines("setoption name Polyglot Book value true\ngo\nisready\nquit\n");
  session.engine_lines("info string as well\n");
  ASSERT_EQ(effects().requests.size(), 1U);
  EXPECT_EQ(std::get<OpenBook>(effects().requests.front()).file, "book.bin");
  EXPECT_EQ(effects().to_gui + effects().to_engine, "");
  give_book();
  EXPECT_THAT(effects().to_gui, testing::HasSubstr("\nbestmove e2e4\ninfo string as well\n"));
  EXPECT_EQ(effects().to_engine, "isready\nquit\n");
}

TEST_F(SessionTest, OpensBooksInTheirOrder) {
  Session& session = start();
  session.gui_lines(
      "setoption name Polyglot Book value true\nsetoption name Polyglot BookFile value other.bin\ngo\n");
  EXPECT_EQ(std::get<OpenBook>(effects().requests.front()).file, "book.bin");
  effects().clear();
  give_book();
  EXPECT_EQ(effects().to_gui, "");
  ASSERT_EQ(effects().requests.size(), 1U);
  EXPECT_EQ(std::get<OpenBook>(effects().requests.front()).file, "other.bin");
  give_book();
  EXPECT_THAT(effects().to_gui, testing::HasSubstr("book other.bin e2e4"));
}

TEST_F(SessionTest, SavesWhatIsInForceAtThatMoment) {
  Session& session = start();
  session.gui_lines("setoption name Polyglot Save\nsetoption name Polyglot BookDepth value 7\n");
  ASSERT_EQ(effects().requests.size(), 1U);
  EXPECT_EQ(std::get<Save>(effects().requests.front()).options.spin(OptionId::book_depth), 256);
}

TEST_F(SessionTest, SaysNothingAfterTheQuitCommand) {
  Session& session = start();
  session.gui_lines("quit\nisready\nquit\ngo infinite\n");
  EXPECT_EQ(effects().to_engine, "quit\n");
}

TEST_F(SessionTest, IgnoresWhatComesAfterTheEnd) {
  Session& session = start();
  session.gui_lines("isready\n");
  session.engine_lost("gone");
  ASSERT_TRUE(effects().ending);
  effects().clear();
  session.gui_lines("uci\nquit\n");
  session.gui_closed();
  session.engine_lines("bestmove e2e4\n");
  session.engine_lost("gone");
  session.timer_fired(Timer::engine_start);
  EXPECT_TRUE(effects().to_gui.empty());
  EXPECT_TRUE(effects().to_engine.empty());
  EXPECT_FALSE(effects().ending);
}

class Transcript : public testing::TestWithParam<std::string> {};

TEST_P(Transcript, IsFollowedToTheLetter) {
  const auto complaints =
      replay(std::string(POLYGLOT_SOURCE_DIR "/tests/session/transcripts/") + GetParam() + ".txt");
  EXPECT_TRUE(complaints.empty()) << fmt::format("{}", fmt::join(complaints, "\n"));
}

/// GUIs look for words of `info` wherever they stand.
TEST(Messages, HoldNoKeywordsOfUci) {
  const std::regex keyword(
      "gui< info string "
      ".*\\b(depth|seldepth|time|nodes|pv|multipv|score|cp|mate|lowerbound|upperbound|currmove|"
      "currmovenumber|currline|hashfull|nps|tbhits|cpuload|string|refutation|wdl)\\b.*");
  int messages = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(POLYGLOT_SOURCE_DIR "/tests/session/transcripts")) {
    std::ifstream lines(file.path());
    bool is_relayed = false;  // the engine's own words
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("eng< ")) is_relayed = line.starts_with("eng< info ");
      if (is_relayed || !line.starts_with("gui< info string ")) continue;
      ++messages;
      EXPECT_FALSE(std::regex_match(line, keyword)) << file.path() << ": " << line;
    }
  }
  EXPECT_GT(messages, 0);
}

std::vector<std::string> transcripts() {
  std::vector<std::string> names;
  for (const auto& file :
       std::filesystem::directory_iterator(POLYGLOT_SOURCE_DIR "/tests/session/transcripts")) {
    names.push_back(file.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Session, Transcript, testing::ValuesIn(transcripts()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace polyglot::session
