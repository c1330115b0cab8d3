// SPDX-License-Identifier: MIT
// Plays the same sessions with Debian's Polyglot 2.0.4 and with ours. Every difference is declared here and
// explained in docs/differences.md.
#include <fnmatch.h>
#include <iterator>
#include <ostream>
#include <set>
#include <stdexcept>

#include "process/process_testing.hpp"
#include "proxy/line_diff.hpp"
#include "proxy/proxy_test.hpp"
#include "proxy/scenario.hpp"
#include "test_paths.hpp"

namespace polyglot::proxy::testing {
namespace {

enum class Side { gui, engine, exit };

/// Lines of 2.0.4, and our lines that deliberately replace them. Patterns of fnmatch(3).
struct Difference {
  const char* topic;     ///< its heading in docs/differences.md
  const char* scenario;  ///< nullptr: any
  Side side;
  Lines old_lines;
  Lines new_lines;
};

const Lines kOldBookInfo = {"info depth 1 time 0 nodes 0 nps 0 cpuload 0"};
const Lines kNewBookInfo = {"info string book book.bin * (weight * of *)"};
const Lines kClean = {"exited with status 0"};
const Lines kFailed = {"exited with status 1"};

const std::vector<Difference>& declared_differences() {
  static const std::vector<Difference> kDifferences = {
      {"Banner", nullptr, Side::gui, {"PolyGlot 2.0.4 by Fabien Letouzey."}, {}},
      {"Banner of the engine", "handshake-stockfish", Side::gui, {}, {"Stockfish * by *", ""}},
      {"Book answer", nullptr, Side::gui, kOldBookInfo, kNewBookInfo},
      {"End of the book", nullptr, Side::gui, {}, {"info string out of book*"}},
      {"Expected reply", "ponder-book-reply", Side::gui, {"bestmove e2e4"}, {"bestmove e2e4 ponder e7e5"}},
      {"Order of readyok", "readyok-order", Side::gui, kOldBookInfo + Lines{"bestmove e2e4"}, {}},
      {"Order of readyok", "readyok-order", Side::gui, {}, kNewBookInfo + Lines{"bestmove e2e4"}},
      {"searchmoves",
       "book-searchmoves",
       Side::gui,
       kOldBookInfo + Lines{"bestmove g1f3"},
       {"bestmove a2a3"}},
      {"searchmoves", "book-searchmoves", Side::engine, {}, {"go searchmoves g1h3"}},
      {"Bare go", "book-bare-go", Side::gui, {"bestmove a2a3"}, kNewBookInfo + Lines{"bestmove e2e4"}},
      {"Bare go", "book-bare-go", Side::engine, {"go"}, {}},
      {"go mate", "book-mate-search", Side::gui, kOldBookInfo + Lines{"bestmove e2e4"}, {"bestmove a2a3"}},
      {"go mate", "book-mate-search", Side::engine, {}, {"go mate 3"}},
      {"Idle en-passant square",
       "book-idle-en-passant",
       Side::gui,
       {"bestmove a2a3"},
       kNewBookInfo + Lines{"bestmove e7e5"}},
      {"Idle en-passant square", "book-idle-en-passant", Side::engine, {"go movetime 1"}, {}},
      {"Castling with UCI_Chess960",
       "book-chess960-castling",
       Side::gui,
       {"bestmove e1g1"},
       {"bestmove e1h1"}},
      {"go while a book move is held",
       "ponder-book-new-go",
       Side::gui,
       {},
       kNewBookInfo + Lines{"bestmove e1g1"}},
      {"Expected reply", "ponder-book-new-go", Side::gui, {"bestmove e2e4"}, {"bestmove e2e4 ponder e7e5"}},
      {"Percent signs",
       "percent",
       Side::gui,
       {"info string hash 50 0one", "info string value (null)"},
       {"info string hash 50% done", "info string value %s"}},
      {"Percent signs",
       "percent-at-end",
       Side::gui,
       {"tellusererror POLYGLOT: write_buffer overflow:*"},
       {"info string 100%", "bestmove a2a3"}},
      {"Long lines",
       "long-position",
       Side::gui,
       {"tellusererror POLYGLOT: io_get_line(): buffer overflow"},
       {"bestmove a2a3"}},
      {"Long lines", "long-position", Side::engine, {}, {"position startpos moves g1f3 *", "go movetime 1"}},
      {"Wrong positions",
       "bad-fen",
       Side::gui,
       {"tellusererror POLYGLOT: board_from_fen(): bad FEN (pos=0)"},
       {"readyok"}},
      {"Wrong positions", "bad-fen", Side::engine, {}, {"position fen foo", "isready"}},
      {"Death of the engine",
       "engine-dies",
       Side::gui,
       {"tellusererror POLYGLOT: pipex_exit(): *: child exited with status 5."},
       {"info string the engine \"*\" exited with status 5"}},
      {"Death of the engine", "engine-dies", Side::exit, kClean, kFailed},
      {"Failures at the start",
       "engine-not-uci",
       Side::gui,
       {"tellusererror POLYGLOT: uci_open(): Not a UCI engine."},
       {"info string \"*\" is not a UCI engine, it answered: Error (unknown command): uci"}},
      {"Failures at the start", "engine-not-uci", Side::exit, kClean, kFailed},
      {"Failures at the start",
       "no-engine",
       Side::gui,
       {"tellusererror POLYGLOT: pipex_open(): execvp(): no_such_engine: *"},
       {"info string the engine cannot be started: no_such_engine: *"}},
      {"Failures at the start", "no-engine", Side::exit, kClean, kFailed},
      {"Engine's stderr", "engine-stderr", Side::gui, {"complaint 1"}, {}},
      {"Booleans", "setoption-yes", Side::gui, {"bestmove a2a3"}, kNewBookInfo + Lines{"bestmove e2e4"}},
      {"Booleans", "setoption-yes", Side::engine, {"go movetime 1"}, {}},
      {"Values are checked",
       "setoption-not-a-boolean",
       Side::gui,
       {"bestmove a2a3"},
       Lines{"info string Book: \"maybe\" is neither true nor false"} + kNewBookInfo +
           Lines{"bestmove e2e4"}},
      {"Values are checked", "setoption-not-a-boolean", Side::engine, {"go movetime 1"}, {}},
      {"Values are checked",
       "setoption-range",
       Side::gui,
       {"bestmove a2a3"},
       Lines{"info string BookDepth: \"-5\" is not a number from 0 to 256"} + kNewBookInfo +
           Lines{"bestmove e2e4"}},
      {"Values are checked", "setoption-range", Side::engine, {"go movetime 1"}, {}},
      {"Empty values and buttons",
       "setoption-empty-value",
       Side::engine,
       {"setoption name Polyglot LogFile value", "setoption name Polyglot Save"},
       {}},
      {"Prefix in lower case",
       "setoption-lower-case-prefix",
       Side::gui,
       {"bestmove a2a3"},
       kNewBookInfo + Lines{"bestmove e2e4"}},
      {"Prefix in lower case", "setoption-lower-case-prefix", Side::engine, {"go movetime 1"}, {}},
      {"Prefix in lower case",
       "setoption-lower-case-prefix",
       Side::engine,
       {"setoption name polyglot BookRandom value false", "setoption name polyglot Book value true"},
       {}},
      {"Unknown options",
       "setoption-unknown",
       Side::gui,
       {},
       {"info string Polyglot has no option \"Nosuch\""}},
      {"Unusable books", "setoption-missing-book", Side::gui, {}, {"info string no book: *missing.bin"}},
      {"Books of variants",
       "setoption-variant-book",
       Side::gui,
       {},
       {"info string book: zh.bin: this book looks like crazyhouse; *"}},
  };
  return kDifferences;
}

bool matches(const Lines& patterns, std::span<const std::string> lines) {
  return lines.size() >= patterns.size() &&
         std::equal(patterns.begin(), patterns.end(), lines.begin(),
                    [](const std::string& pattern, const std::string& line) {
                      return ::fnmatch(pattern.c_str(), line.c_str(), 0) == 0;
                    });
}

/// Explains a hunk by declared differences, one after the other, and notes those that were needed.
bool explain(std::span<const std::string> removed, std::span<const std::string> added,
             const std::string& scenario, Side side, std::set<const Difference*>& used) {
  if (removed.empty() && added.empty()) return true;
  for (const Difference& difference : declared_differences()) {
    if (difference.side != side) continue;
    if (difference.scenario != nullptr && difference.scenario != scenario) continue;
    if (!matches(difference.old_lines, removed) || !matches(difference.new_lines, added)) continue;
    if (!explain(removed.subspan(difference.old_lines.size()), added.subspan(difference.new_lines.size()),
                 scenario, side, used)) {
      continue;
    }
    used.insert(&difference);
    return true;
  }
  return false;
}

std::string show(const Hunk& hunk) {
  std::string text;
  for (const std::string& line : hunk.removed) text += "  2.0.4: " + line.substr(0, 200) + "\n";
  for (const std::string& line : hunk.added) text += "  ours:  " + line.substr(0, 200) + "\n";
  return text;
}

std::filesystem::path scenario_folder() {
  return std::filesystem::path(POLYGLOT_SOURCE_DIR) / "tests/proxy/scenarios";
}

Lines scenario_names() {
  Lines names;
  for (const auto& entry : std::filesystem::directory_iterator(scenario_folder())) {
    names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// What one of the two programs did.
struct Session {
  Lines to_gui;
  Lines to_engine;
  Lines end;
};

class OldAndNew : public ProxyTest, public ::testing::WithParamInterface<std::string> {
 protected:
  /// Plays the scenario with a Polyglot in a folder of its own.
  Session play(const Scenario& scenario, const std::string& polyglot, const std::string& name) const {
    const std::string folder = folder_ / name;
    std::filesystem::create_directory(folder);
    write_book(folder + "/book.bin", small_book());
    // The start of crazyhouse, with e2e4.
    std::ofstream(folder + "/zh.bin", std::ios::binary)
        << "\x46\x3b\x96\x18\x16\x91\xfc\x9a\x03\x1c" << std::string("\0\x01\0\0\0\0", 6);
    const std::string engine = scenario.program.empty() ? std::string(SCRIPTED_ENGINE) + " --echo " + folder +
                                                              "/echo " + scenario.engine_flags
                                                        : scenario.program;
    Gui gui({.argv = Lines{polyglot, "-noini", "-ec", engine} + scenario.arguments,
             .folder = folder,
             .environment = environment()});
    Session session;
    try {
      for (const Scenario::Step& step : scenario.steps) take(step, gui);
    } catch (const std::runtime_error& ended_early) {
      // The missing lines show it.
    }
    (void)gui.rest();
    session.end.push_back(gui.wait().text);
    session.to_gui = gui.seen();
    session.to_engine = split_lines(process::testing::contents(folder + "/echo"));
    return session;
  }

  static void take(const Scenario::Step& step, Gui& gui) {
    switch (step.kind) {
      case Scenario::Step::Kind::send:
        return gui.send(step.text);
      case Scenario::Step::Kind::wait:
        return (void)gui.expect(step.text);
      case Scenario::Step::Kind::leave:
        return gui.close_input();
    }
  }
};

TEST_P(OldAndNew, DifferOnlyAsDeclared) {
  const std::string old_polyglot = "/usr/games/polyglot";
  if (::access(old_polyglot.c_str(), X_OK) != 0) GTEST_SKIP() << "Debian's polyglot is not installed";
  Scenario scenario = read_scenario(scenario_folder() / (GetParam() + ".txt"));
  if (scenario.program == "stockfish") scenario.program = find_program("stockfish");
  if (scenario.program.empty() && GetParam() == "handshake-stockfish") GTEST_SKIP() << "needs stockfish";

  const Session before = play(scenario, old_polyglot, "old");
  const Session now = play(scenario, program_under_test(), "new");
  std::set<const Difference*> used;
  const auto compare = [&](Side side, const char* name, const Lines& old_lines, const Lines& new_lines) {
    for (const Hunk& hunk : diff_lines(old_lines, new_lines)) {
      EXPECT_TRUE(explain(hunk.removed, hunk.added, GetParam(), side, used))
          << scenario.title << ": not declared, " << name << ":\n"
          << show(hunk);
    }
  };
  compare(Side::gui, "to the GUI", before.to_gui, now.to_gui);
  compare(Side::engine, "to the engine", before.to_engine, now.to_engine);
  compare(Side::exit, "the end", before.end, now.end);
  for (const Difference& difference : declared_differences()) {
    if (difference.scenario == nullptr || difference.scenario != GetParam()) continue;
    EXPECT_TRUE(used.count(&difference) > 0) << "declared and not seen: " << difference.topic;
  }
}

INSTANTIATE_TEST_SUITE_P(Differential, OldAndNew, ::testing::ValuesIn(scenario_names()),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Differences, AreAllDocumented) {
  const std::string document =
      process::testing::contents(std::string(POLYGLOT_SOURCE_DIR) + "/docs/differences.md");
  const Lines names = scenario_names();
  for (const Difference& difference : declared_differences()) {
    EXPECT_THAT(document, ::testing::HasSubstr("| " + std::string(difference.topic) + " |"));
    if (difference.scenario == nullptr) continue;
    EXPECT_THAT(names, ::testing::Contains(difference.scenario));
  }
}

}  // namespace
}  // namespace polyglot::proxy::testing
