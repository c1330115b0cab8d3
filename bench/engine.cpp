// SPDX-License-Identifier: MIT
// bench_engine [-flood N]: a UCI engine that answers at once, so that what is measured is what lies between
// it and the GUI. `go nodes N` prints N info lines before its best move; with -flood every `go` does so that
// names no number, and the default is one line. With -thinking N it does likewise, with lines of one depth
// whose variations are legal from the start position and mostly begin alike, as those of real engines do.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>
#include <unistd.h>

namespace {

constexpr std::size_t kPreparedLines = 500;  // about 64 KiB

constexpr std::string_view kHandshake =
    "id name Bench engine\n"
    "id author the authors of Polyglot\n"
    "option name Hash type spin default 16 min 1 max 1024\n"
    "option name Ponder type check default false\n"
    "uciok\n";

/// Past stdio: this engine must never be slower than the relay in front of it.
void say(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string info_line(std::size_t i) {
  return "info depth " + std::to_string(i % 60 + 1) + " seldepth " + std::to_string(i % 60 + 8) +
         " multipv 1 score cp " + std::to_string(i % 100) + " nodes " + std::to_string(1000 * i) +
         " nps 1000000 hashfull 12 tbhits 0 time " + std::to_string(i) +
         " pv e2e4 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1\n";
}

std::string thinking_line(std::size_t i) {
  static constexpr std::array<std::string_view, 4> kTails = {
      "f8e7 f1e1 b7b5 a4b3", "f8e7 f1e1 b7b5 a4b3 d7d6", "f6e4 d2d4 b7b5 a4b3 d7d5", "f6e4 d2d4 b7b5 a4b3"};
  return "info depth 20 seldepth 31 score cp " + std::to_string(i % 100) + " nodes " +
         std::to_string(1000 * i) + " nps 1000000 hashfull 12 tbhits 0 time " + std::to_string(i) +
         " pv e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 " + std::string(kTails[i % kTails.size()]) + "\n";
}

/// Info lines written in advance, to be printed in large pieces.
class InfoLines {
 public:
  explicit InfoLines(std::string (*line)(std::size_t)) {
    for (std::size_t i = 0; i < kPreparedLines; ++i) text_ += line(i);
  }

  void print(std::size_t count) const {
    for (; count >= kPreparedLines; count -= kPreparedLines) say(text_);
    std::size_t end = 0;
    for (; count > 0; --count) end = text_.find('\n', end) + 1;
    say(std::string_view(text_).substr(0, end));
  }

 private:
  std::string text_;
};

std::size_t number_after(std::string_view line, std::string_view word, std::size_t fallback) {
  const std::size_t at = line.find(word);
  if (at == std::string_view::npos) return fallback;
  std::size_t number = fallback;
  std::from_chars(line.data() + at + word.size(), line.data() + line.size(), number);
  return number;
}

/// After an even number of moves it is White's turn.
std::string_view best_move(std::string_view position) {
  const std::size_t moves = position.find(" moves ");
  const bool black =
      moves != std::string_view::npos && std::ranges::count(position.substr(moves + 6), ' ') % 2;
  return black ? "bestmove b8c6\n" : "bestmove b1c3\n";
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view option = argc > 2 ? argv[1] : "";
  const std::string flood = argc > 2 ? argv[2] : "1";
  const std::size_t lines_per_go = number_after(flood, "", 1);
  const InfoLines info(option == "-thinking" ? thinking_line : info_line);
  std::string position;
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "uci") {
      say(kHandshake);
    } else if (line == "isready") {
      say("readyok\n");
    } else if (line.starts_with("position")) {
      position = line;
    } else if (line.starts_with("go")) {
      info.print(number_after(line, "nodes ", lines_per_go));
      say(best_move(position));
    } else if (line == "quit") {
      return 0;
    }
  }
  return 0;
}
