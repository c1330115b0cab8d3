// SPDX-License-Identifier: MIT
// Whole games between two proxies with fast clocks.
#include <cctype>
#include <sys/wait.h>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

/// An engine behind a proxy that is spoken to in UCI or in the XBoard protocol.
struct Side {
  const char* engine;
  const char* gui_protocol;
};

struct Pairing {
  Side first;
  Side second;

  friend void PrintTo(const Pairing& pairing, std::ostream* out) {
    *out << pairing.first.engine << " and " << pairing.second.engine;
  }
};

/// The settings for the engine's own options.
std::string engine_settings(const std::string& engine) {
  static const std::map<std::string, std::string> kSettings = {
      {"stockfish", "Hash = 2\nThreads = 1\n"},
      {"fairy-stockfish", "Hash = 2\nThreads = 1\n"},
      {"toga2", "Hash = 2\n"},
  };
  const auto found = kSettings.find(engine);
  return found == kSettings.end() ? "" : found->second;
}

/// Whether the system can load a program: Ubuntu 24.04's ethereal-chess lacks a function.
bool can_be_loaded(const std::string& program) {
  constexpr int kLoaderFailed = 127;
  const int status = std::system(("timeout 5 " + program + " </dev/null >/dev/null 2>&1").c_str());
  return !WIFEXITED(status) || WEXITSTATUS(status) != kLoaderFailed;
}

class GamesTest : public ProxyTest {
 protected:
  /// Writes an ini file for an engine and returns the command of the proxy that uses it.
  [[nodiscard]] std::string proxy_for(const std::string& engine) const {
    const std::string ini =
        folder_.write(engine.substr(0, engine.find(' ')) + ".ini",
                      "[PolyGlot]\nEngineCommand = " + engine + "\nEngineDir = " + folder_.string() +
                          "\nBook = true\nBookFile = " + book() + "\n[Engine]\n" + engine_settings(engine));
    return program_under_test() + " " + ini;
  }

  [[nodiscard]] static std::string book() { return std::string(POLYGLOT_SOURCE_DIR) + "/config/starter.bin"; }

  void play(const Pairing& pairing, int games, const std::string& clock) {
    for (const Side& side : {pairing.first, pairing.second}) {
      const std::string engine = side.engine;
      const std::string program = engine.substr(0, engine.find(' '));
      const std::string path = find_program(program);
      if (path.empty()) GTEST_SKIP() << program << " is not installed";
      if (!can_be_loaded(path)) GTEST_SKIP() << program << " cannot be loaded";
    }
    constexpr std::chrono::minutes kLimit{5};
    Gui match({.argv = {MATCH_PROGRAM,
                        "-engine1",
                        proxy_for(pairing.first.engine),
                        "-protocol1",
                        pairing.first.gui_protocol,
                        "-engine2",
                        proxy_for(pairing.second.engine),
                        "-protocol2",
                        pairing.second.gui_protocol,
                        "-games",
                        std::to_string(games),
                        "-tc",
                        clock,
                        "-adjudicate",
                        "500:3",
                        "-max-plies",
                        "300",
                        "-margin",
                        kMargin,
                        "-pgn",
                        folder_ / "games.pgn"},
               .folder = folder_.string(),
               .environment = environment()});
    const auto end = match.wait_unread(kLimit);
    const Lines said = match.rest();
    EXPECT_TRUE(end.successful()) << match.errors();
    ASSERT_THAT(said, ::testing::ElementsAre(::testing::MatchesRegex(
                          "games " + std::to_string(games) +
                          " white .* illegal 0 timelosses 0 crashes 0 bookmoves [1-9][0-9]*")));
    std::fprintf(stderr, "%s\n", said[0].c_str());
  }

  // These tests look for moves that are lost or never come. bench_proxy measures how late moves are: on a
  // busy machine, an engine may wait for a processor longer than its clock allows.
  static constexpr const char* kMargin = "30000";
};

using Games = GamesTest;

TEST_F(Games, OfTwentyNoneIsLostByTheProxy) {
  play({{"stockfish", "uci"}, {"toga2", "uci"}}, 20, "1+0.01");
}

class GamesOf : public GamesTest, public ::testing::WithParamInterface<Pairing> {};

TEST_P(GamesOf, AreLegalAndComplete) {
  play(GetParam(), 2, "0.5+0.01");
}

/// Each engine, each protocol of a GUI with each protocol of an engine.
const Pairing kPairings[] = {
    {{"fairymax", "cecp"}, {"stockfish", "cecp"}},     {{"fairymax", "uci"}, {"stockfish", "uci"}},
    {{"phalanx", "cecp"}, {"glaurung", "uci"}},        {{"phalanx", "uci"}, {"glaurung", "cecp"}},
    {{"sjeng", "uci"}, {"fairy-stockfish", "cecp"}},   {{"sjeng", "cecp"}, {"fairy-stockfish", "uci"}},
    {{"hoichess", "uci"}, {"toga2", "cecp"}},          {{"hoichess", "cecp"}, {"toga2", "uci"}},
    {{"gnuchess -u", "cecp"}, {"fairymax", "cecp"}},   {{"ethereal-chess", "uci"}, {"phalanx", "uci"}},
    {{"ethereal-chess", "cecp"}, {"hoichess", "uci"}},
};

INSTANTIATE_TEST_SUITE_P(EndToEnd, GamesOf, ::testing::ValuesIn(kPairings), [](const auto& tested) {
  const Pairing& pairing = tested.param;
  std::string name;
  for (const Side& side : {pairing.first, pairing.second}) {
    for (const char c : std::string(side.engine) + "_" + side.gui_protocol + "_") {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') name += c;
    }
  }
  name.pop_back();
  return name;
});

}  // namespace
}  // namespace polyglot::proxy::testing
