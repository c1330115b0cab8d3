// SPDX-License-Identifier: MIT
// random_games plain|annotated|line GAMES [SEED]: prints games of random moves.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "support/random_games.hpp"

int main(int argc, char** argv) {
  using polyglot::test::GameStyle;
  const std::string_view name = argc < 3 ? "" : argv[1];
  if (name != "plain" && name != "annotated" && name != "line") {
    std::fputs("usage: random_games plain|annotated|line GAMES [SEED]\n", stderr);
    return 2;
  }
  const auto style = name == "plain"  ? GameStyle::plain
                     : name == "line" ? GameStyle::line
                                      : GameStyle::annotated;
  polyglot::test::RandomGames games(argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1, style);
  std::string text;
  for (auto left = std::strtoull(argv[2], nullptr, 10); left > 0; --left) {
    text.clear();
    games.append(text);
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
  return std::ferror(stdout) != 0 ? 1 : 0;
}
