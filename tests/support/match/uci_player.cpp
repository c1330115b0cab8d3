// SPDX-License-Identifier: MIT
#include <cstdlib>

#include <fmt/format.h>

#include <polyglot/chess/notation.hpp>

#include "support/match/player.hpp"

namespace polyglot::match {
namespace {

using boost::asio::awaitable;

std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> found;
  while (!line.empty()) {
    const auto end = line.find_first_of(" \t\r");
    if (end != 0) found.push_back(line.substr(0, end));
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  }
  return found;
}

/// The score of an info line; a bound is as good as a score for a match.
std::optional<int> score(const std::vector<std::string_view>& info) {
  for (std::size_t i = 0; i + 2 < info.size(); ++i) {
    if (info[i] == "string") break;
    if (info[i] != "score") continue;
    const int value = std::atoi(std::string(info[i + 2]).c_str());
    if (info[i + 1] == "cp") return value;
    if (info[i + 1] == "mate") return value > 0 ? kMateScore : -kMateScore;
  }
  return std::nullopt;
}

/// Takes in one line of the answer to `go`; true at its end.
bool take_in(std::string_view line, Thought& thought) {
  if (line.starts_with("info string book")) ++thought.book_lines;
  const auto parts = words(line);
  if (parts.empty()) return false;
  if (parts[0] == "info") {
    if (const auto found = score(parts)) thought.score_cp = found;
  }
  if (parts[0] != "bestmove") return false;
  thought.move = parts.size() > 1 ? parts[1] : std::string_view();
  return true;
}

std::string position(const chess::Game& game) {
  std::string text = "position startpos";
  for (const chess::Move move : game.moves()) {
    text += text.ends_with("startpos") ? " moves " : " ";
    text += chess::to_uci(move, chess::CastlingNotation::king_to_destination);
  }
  return text + '\n';
}

/// A program that is spoken to in UCI.
class UciPlayer final : public Player {
 public:
  using Player::Player;

  [[nodiscard]] awaitable<Result<void>> new_game(TimeControl time) override {
    time_ = std::move(time);
    return wait_ready("ucinewgame\n");
  }
  [[nodiscard]] awaitable<Result<Thought>> think(Turn turn, Milliseconds limit) override {
    const auto increment = time_.increment.count();
    const std::string go = !time_.go.empty()
                               ? fmt::format("go {}\n", time_.go)
                               : fmt::format("go wtime {} btime {} winc {} binc {}\n", turn.left[0].count(),
                                             turn.left[1].count(), increment, increment);
    return ask_move(position(turn.game) + go, limit, take_in);
  }
  [[nodiscard]] std::optional<chess::Move> read_move(const chess::Position& position,
                                                     std::string_view text) const override {
    return chess::move_from_uci(position, text);
  }

 private:
  [[nodiscard]] std::string greeting() const override { return "uci\n"; }
  bool take_greeting(std::string_view line) override {
    constexpr std::string_view kName = "id name ";
    if (line.starts_with(kName)) name_ = line.substr(kName.size());
    return line == "uciok";
  }
  [[nodiscard]] std::string option_line(const std::string& name, const std::string& value) const override {
    return "setoption name " + name + (value.empty() ? "" : " value " + value) + "\n";
  }
  awaitable<Result<void>> wait_ready(std::string lines) override {
    return ask(std::move(lines) + "isready\n", kReadyLimit,
               [](std::string_view line) { return line == "readyok"; });
  }

  TimeControl time_;
};

}  // namespace

std::unique_ptr<Player> make_uci_player(std::shared_ptr<process::EngineConnection> process) {
  return std::make_unique<UciPlayer>(std::move(process));
}

}  // namespace polyglot::match
