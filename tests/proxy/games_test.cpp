// Whole games between two proxies with fast clocks.
#include <sstream>

#include <gmock/gmock.h>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

class Games : public ProxyTest {
 protected:
  /// Writes an ini file for an engine and returns the command of the proxy that uses it.
  [[nodiscard]] std::string proxy_for(const std::string& engine, const std::string& book) const {
    const std::string settings = engine.ends_with("toga2") ? "" : "Threads = 1\n";
    const std::string name = std::filesystem::path(engine).filename().string() + ".ini";
    const std::string ini =
        folder_.write(name, "[PolyGlot]\nEngineCommand = " + engine + "\nBook = true\nBookFile = " + book +
                                "\n[Engine]\nHash = 1\n" + settings);
    return std::string(POLYGLOT_PROGRAM) + " " + ini;
  }

  /// A book with enough moves for an opening.
  [[nodiscard]] static std::string book() {
    const std::string ours = std::string(POLYGLOT_SOURCE_DIR) + "/config/starter.bin";
    if (std::filesystem::exists(ours)) return ours;
    const std::string shared = std::string(POLYGLOT_SHARED_DATA) + "/books/gm2001.bin";
    return std::filesystem::exists(shared) ? shared : "";
  }
};

TEST_F(Games, OfTwentyNoneIsLostByTheProxy) {
  const std::string stockfish = find_program("stockfish");
  const std::string toga = find_program("toga2");
  if (stockfish.empty() || toga.empty()) GTEST_SKIP() << "needs stockfish and toga2";
  if (book().empty()) GTEST_SKIP() << "needs config/starter.bin or POLYGLOT_SHARED_DATA";

  constexpr std::chrono::minutes kLimit{5};
  // On a busy machine an engine short of time waits for a processor longer than its increment lasts. What a
  // proxy can do wrong, a move lost or held back, costs more than this; smaller delays are not seen here.
  const std::string margin_ms = "200";
  Gui match({.argv = {MATCH_PROGRAM, "-engine1", proxy_for(stockfish, book()), "-engine2",
                      proxy_for(toga, book()), "-games", "20", "-tc", "1+0.01", "-adjudicate", "500:3",
                      "-max-plies", "300", "-margin", margin_ms, "-pgn", folder_ / "games.pgn"},
             .folder = folder_.string(),
             .environment = environment()});
  const auto end = match.wait_unread(kLimit);
  const Lines said = match.rest();
  EXPECT_TRUE(end.successful()) << match.errors();
  ASSERT_THAT(said, ::testing::ElementsAre(::testing::MatchesRegex(
                        "games 20 white .* illegal 0 timelosses 0 crashes 0 bookmoves [1-9][0-9]*")));
  std::fprintf(stderr, "%s\n", said[0].c_str());
}

}  // namespace
}  // namespace polyglot::proxy::testing
