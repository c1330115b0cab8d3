// SPDX-License-Identifier: MIT
// Plays the same sessions with Debian's Polyglot 2.0.4 and with ours. Every difference is declared here and
// explained in docs/differences.md.
#include <fnmatch.h>
#include <set>

#include "process/process_testing.hpp"
#include "proxy/line_diff.hpp"
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

/// What a GUI does in a session. Files look like this:
///
///     # A title
///     arguments: -pg Book=true      more arguments of Polyglot, separated by blanks
///     engine: --wait-go             flags of the scripted engine, or
///     program: stockfish            another engine
///     gui> position startpos        the GUI sends a line
///     wait bestmove                 and waits for a line that begins so
///     leave                         or closes its pipe
struct Scenario {
  struct Step {
    enum class Kind { send, wait, leave };
    Kind kind = Kind::send;
    std::string text = {};
  };

  std::string title;
  Lines arguments;
  std::string engine_flags;
  std::string program;  ///< empty: the scripted engine
  std::vector<Step> steps;
};

void read_line(const std::string& line, Scenario& scenario) {
  using Kind = Scenario::Step::Kind;
  const auto rest_after = [&line](std::string_view prefix) {
    return line.size() > prefix.size() ? line.substr(prefix.size() + 1) : std::string();
  };
  if (line.starts_with("#")) {
    scenario.title += rest_after("#");
  } else if (line.starts_with("arguments:")) {
    scenario.arguments = words_of(rest_after("arguments:"));
  } else if (line.starts_with("engine:")) {
    scenario.engine_flags = rest_after("engine:");
  } else if (line.starts_with("program:")) {
    scenario.program = rest_after("program:");
  } else if (line.starts_with("gui>")) {
    scenario.steps.push_back({Kind::send, rest_after("gui>")});
  } else if (line.starts_with("wait")) {
    scenario.steps.push_back({Kind::wait, rest_after("wait")});
  } else if (line == "leave") {
    scenario.steps.push_back({Kind::leave});
  } else {
    throw std::runtime_error("not understood: " + line);
  }
}

/// Throws what is wrong, with the line.
Scenario read_scenario(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  Scenario scenario;
  for (std::string line; std::getline(file, line);) read_line(line, scenario);
  return scenario;
}

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

Difference to_gui(const char* topic, const char* scenario, Lines old_lines, Lines new_lines) {
  return {topic, scenario, Side::gui, std::move(old_lines), std::move(new_lines)};
}
Difference to_engine(const char* topic, const char* scenario, Lines old_lines, Lines new_lines) {
  return {topic, scenario, Side::engine, std::move(old_lines), std::move(new_lines)};
}
Difference at_exit(const char* topic, const char* scenario) {
  return {topic, scenario, Side::exit, {"exited with status 0"}, {"exited with status 1"}};
}

const std::vector<Difference>& declared_differences() {
  static const std::vector<Difference> kDifferences = {
      to_gui("Banner", nullptr, {"PolyGlot 2.0.4 by Fabien Letouzey."}, {}),
      to_gui("Banner of the engine", "handshake-stockfish", {}, {"Stockfish * by *", ""}),
      to_gui("UCI_AnalyseMode", nullptr, {}, {"option name UCI_AnalyseMode type check default false"}),
      to_gui("Book answer", nullptr, kOldBookInfo, kNewBookInfo),
      to_gui("End of the book", nullptr, {}, {"info string out of book*"}),
      to_gui("Expected reply", "ponder-book-reply", {"bestmove e2e4"}, {"bestmove e2e4 ponder e7e5"}),
      to_gui("Order of readyok", "readyok-order", kOldBookInfo + Lines{"bestmove e2e4"}, {}),
      to_gui("Order of readyok", "readyok-order", {}, kNewBookInfo + Lines{"bestmove e2e4"}),
      to_gui("searchmoves", "book-searchmoves", kOldBookInfo + Lines{"bestmove g1f3"}, {"bestmove a2a3"}),
      to_engine("searchmoves", "book-searchmoves", {}, {"go searchmoves g1h3"}),
      to_gui("Bare go", "book-bare-go", {"bestmove a2a3"}, kNewBookInfo + Lines{"bestmove e2e4"}),
      to_engine("Bare go", "book-bare-go", {"go"}, {}),
      to_gui("go mate", "book-mate-search", kOldBookInfo + Lines{"bestmove e2e4"}, {"bestmove a2a3"}),
      to_engine("go mate", "book-mate-search", {}, {"go mate 3"}),
      to_gui("Idle en-passant square", "book-idle-en-passant", {"bestmove a2a3"},
             kNewBookInfo + Lines{"bestmove e7e5"}),
      to_engine("Idle en-passant square", "book-idle-en-passant", {"go movetime 1"}, {}),
      to_gui("Castling with UCI_Chess960", "book-chess960-castling", {"bestmove e1g1"}, {"bestmove e1h1"}),
      to_gui("go while a book move is held", "ponder-book-new-go", {}, kNewBookInfo + Lines{"bestmove e1g1"}),
      to_gui("Expected reply", "ponder-book-new-go", {"bestmove e2e4"}, {"bestmove e2e4 ponder e7e5"}),
      to_gui("Percent signs", "percent", {"info string hash 50 0one", "info string value (null)"},
             {"info string hash 50% done", "info string value %s"}),
      to_gui("Percent signs", "percent-at-end", {"tellusererror POLYGLOT: write_buffer overflow:*"},
             {"info string 100%", "bestmove a2a3"}),
      to_gui("Long lines", "long-position", {"tellusererror POLYGLOT: io_get_line(): buffer overflow"},
             {"bestmove a2a3"}),
      to_engine("Long lines", "long-position", {}, {"position startpos moves g1f3 *", "go movetime 1"}),
      to_gui("Wrong positions", "bad-fen", {"tellusererror POLYGLOT: board_from_fen(): bad FEN (pos=0)"},
             {"readyok"}),
      to_engine("Wrong positions", "bad-fen", {}, {"position fen foo", "isready"}),
      to_gui("Death of the engine", "engine-dies",
             {"tellusererror POLYGLOT: pipex_exit(): *: child exited with status 5."},
             {"info string the engine \"*\" exited with status 5"}),
      at_exit("Death of the engine", "engine-dies"),
      to_gui("Failures at the start", "engine-not-uci",
             {"tellusererror POLYGLOT: uci_open(): Not a UCI engine."},
             {"info string \"*\" is not a UCI engine, it answered: Error (unknown command): uci"}),
      at_exit("Failures at the start", "engine-not-uci"),
      to_gui("Failures at the start", "no-engine",
             {"tellusererror POLYGLOT: pipex_open(): execvp(): no_such_engine: *"},
             {"info string the engine cannot be started: no_such_engine: *"}),
      at_exit("Failures at the start", "no-engine"),
      to_gui("Engine's stderr", "engine-stderr", {"complaint 1"}, {}),
      to_gui("Booleans", "setoption-yes", {"bestmove a2a3"}, kNewBookInfo + Lines{"bestmove e2e4"}),
      to_engine("Booleans", "setoption-yes", {"go movetime 1"}, {}),
      to_gui("Values are checked", "setoption-not-a-boolean", {"bestmove a2a3"},
             Lines{"info string Book: \"maybe\" is neither true nor false"} + kNewBookInfo +
                 Lines{"bestmove e2e4"}),
      to_engine("Values are checked", "setoption-not-a-boolean", {"go movetime 1"}, {}),
      to_gui("Values are checked", "setoption-range", {"bestmove a2a3"},
             Lines{"info string BookDepth: \"-5\" is not a number from 0 to 256"} + kNewBookInfo +
                 Lines{"bestmove e2e4"}),
      to_engine("Values are checked", "setoption-range", {"go movetime 1"}, {}),
      to_engine("Empty values and buttons", "setoption-empty-value",
                {"setoption name Polyglot LogFile value", "setoption name Polyglot Save"}, {}),
      to_gui("Prefix in lower case", "setoption-lower-case-prefix", {"bestmove a2a3"},
             kNewBookInfo + Lines{"bestmove e2e4"}),
      to_engine("Prefix in lower case", "setoption-lower-case-prefix", {"go movetime 1"}, {}),
      to_engine("Prefix in lower case", "setoption-lower-case-prefix",
                {"setoption name polyglot BookRandom value false", "setoption name polyglot Book value true"},
                {}),
      to_gui("Unknown options", "setoption-unknown", {}, {"info string Polyglot has no option \"Nosuch\""}),
      to_gui("Unusable books", "setoption-missing-book", {}, {"info string no book: *missing.bin"}),
      to_gui("Books of variants", "setoption-variant-book", {},
             {"info string book: zh.bin: this book looks like crazyhouse; *"}),
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

INSTANTIATE_TEST_SUITE_P(Differential, OldAndNew, ::testing::ValuesIn(names_of_files(scenario_folder())),
                         name_of_test);

TEST(Differences, AreAllDocumented) {
  const std::string document =
      process::testing::contents(std::string(POLYGLOT_SOURCE_DIR) + "/docs/differences.md");
  const Lines names = names_of_files(scenario_folder());
  for (const Difference& difference : declared_differences()) {
    EXPECT_THAT(document, ::testing::HasSubstr("| " + std::string(difference.topic) + " |"));
    if (difference.scenario == nullptr) continue;
    EXPECT_THAT(names, ::testing::Contains(difference.scenario));
  }
}

}  // namespace
}  // namespace polyglot::proxy::testing
