// SPDX-License-Identifier: MIT
#include <cctype>
#include <charconv>

#include <fmt/format.h>

#include <polyglot/chess/notation.hpp>

#include "support/match/player.hpp"

namespace polyglot::match {
namespace {

using boost::asio::awaitable;
using namespace std::chrono_literals;

bool is_claim(std::string_view line) {
  constexpr std::array<std::string_view, 4> kWords = {"resign", "1-0", "0-1", "1/2-1/2"};
  return std::any_of(kWords.begin(), kWords.end(), [line](std::string_view word) {
    return line.starts_with(word) && (line.size() == word.size() || line[word.size()] == ' ');
  });
}

/// The score of thinking output: "depth score time nodes variation". None if nothing was searched: depth 0.
std::optional<int> score(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));  // phalanx indents
  if (line.empty() || std::isdigit(static_cast<unsigned char>(line.front())) == 0) return std::nullopt;
  if (line.starts_with("0 ")) return std::nullopt;
  const auto begin = line.find_first_not_of(" +", line.find(' '));
  if (begin == std::string_view::npos) return std::nullopt;
  int value = 0;
  const auto read = std::from_chars(line.data() + begin, line.data() + line.size(), value);
  if (read.ec != std::errc()) return std::nullopt;
  return std::clamp(value, -kMateScore, kMateScore);
}

/// Takes in one line of the answer to `go` or `usermove`; true at its end.
bool take_in(std::string_view line, Thought& thought) {
  constexpr std::string_view kMove = "move ";
  if (const auto found = score(line)) thought.score_cp = found;
  if (line.starts_with("Illegal move") || line.starts_with("tellusererror")) thought.move = line;
  if (line.starts_with(kMove)) thought.move = line.substr(kMove.size());
  if (is_claim(line)) thought.claim = line;
  if (thought.move.empty() && thought.claim.empty()) return false;
  thought.book_lines = thought.score_cp || thought.move.empty() ? 0 : 1;
  return true;
}

/// Minutes and seconds, rounded up: `time` tells the rest.
std::string level(const TimeControl& time) {
  const auto base = std::chrono::ceil<std::chrono::seconds>(time.base).count();
  return fmt::format("level 0 {}:{:02} {}\n", base / 60, base % 60,
                     static_cast<double>(time.increment.count()) / 1000);
}

std::string clocks(const Turn& turn) {
  const auto mover = static_cast<std::size_t>(turn.game.position().side_to_move());
  constexpr auto kCentisecond = 10ms;
  return fmt::format("time {}\notim {}\n", turn.left[mover] / kCentisecond,
                     turn.left[1 - mover] / kCentisecond);
}

/// A program that is spoken to in the XBoard protocol, version 2, as it wants it.
class CecpPlayer final : public Player {
 public:
  using Player::Player;

  [[nodiscard]] awaitable<Result<void>> new_game(TimeControl time) override {
    known_plies_ = 0;
    plays_ = true;  // Black, after `new`
    return wait_ready("force\nnew\n" + level(time) + "post\neasy\n");
  }
  [[nodiscard]] awaitable<Result<Thought>> think(Turn turn, Milliseconds limit) override;
  [[nodiscard]] std::optional<chess::Move> read_move(const chess::Position& position,
                                                     std::string_view text) const override {
    return chess::move_from_text(position, text);
  }

 private:
  [[nodiscard]] std::string greeting() const override { return "xboard\nprotover 2\n"; }
  bool take_greeting(std::string_view line) override;
  [[nodiscard]] std::string option_line(const std::string& name, const std::string& value) const override {
    return "option " + name + (value.empty() ? "" : "=" + value) + "\n";
  }
  awaitable<Result<void>> wait_ready(std::string lines) override;

  std::string move_prefix_;  ///< feature usermove
  bool pings_ = false;       ///< feature ping
  int last_ping_ = 0;
  std::size_t known_plies_ = 0;  ///< of the game: told, or its own
  bool plays_ = false;           ///< it answers the next move
};

bool CecpPlayer::take_greeting(std::string_view line) {
  if (!line.starts_with("feature ")) return false;
  constexpr std::string_view kName = "myname=\"";
  if (const auto begin = line.find(kName); begin != std::string_view::npos) {
    const std::string_view name = line.substr(begin + kName.size());
    name_ = name.substr(0, name.find('"'));
  }
  if (line.find("usermove=1") != std::string_view::npos) move_prefix_ = "usermove ";
  if (line.find("ping=1") != std::string_view::npos) pings_ = true;
  return line.find("done=1") != std::string_view::npos;
}

awaitable<Result<Thought>> CecpPlayer::think(Turn turn, Milliseconds limit) {
  const auto& moves = turn.game.moves();
  const bool one_new = moves.size() == known_plies_ + 1;
  const bool answers = std::exchange(plays_, true) && one_new;
  std::string lines = answers ? clocks(turn) : "force\n";
  for (std::size_t i = known_plies_; i < moves.size(); ++i) {
    lines += move_prefix_ + chess::to_uci(moves[i], chess::CastlingNotation::king_to_destination) + "\n";
  }
  if (!answers) lines += clocks(turn) + "go\n";
  known_plies_ = moves.size() + 1;
  return ask_move(std::move(lines), limit, take_in);
}

/// One that knows no ping is believed to be ready.
awaitable<Result<void>> CecpPlayer::wait_ready(std::string lines) {
  if (!pings_) return send(std::move(lines));
  const std::string answer = fmt::format("pong {}", ++last_ping_);
  return ask(fmt::format("{}ping {}\n", lines, last_ping_), kReadyLimit,
             [answer](std::string_view line) { return line == answer; });
}

}  // namespace

std::unique_ptr<Player> make_cecp_player(std::shared_ptr<process::EngineConnection> process) {
  return std::make_unique<CecpPlayer>(std::move(process));
}

}  // namespace polyglot::match
