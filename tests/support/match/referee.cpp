// SPDX-License-Identifier: MIT
#include "support/match/referee.hpp"
#include <cstdlib>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace polyglot::match {
namespace {

using boost::asio::awaitable;
using chess::Color;
using namespace std::chrono_literals;

/// How long a player may think beyond its time before it counts as hung.
constexpr auto kHangLimit = 60s;
/// For a move without a clock.
constexpr auto kMoveLimit = 120s;

std::string_view describe(chess::Termination termination) {
  switch (termination) {
    case chess::Termination::checkmate:
      return "checkmate";
    case chess::Termination::stalemate:
      return "stalemate";
    case chess::Termination::insufficient_material:
      return "insufficient material";
    case chess::Termination::fifty_moves:
      return "fifty moves";
    case chess::Termination::threefold_repetition:
      return "threefold repetition";
    case chess::Termination::none:
      break;
  }
  return "unterminated";
}

class Clocks {
 public:
  explicit Clocks(const TimeControl& control) : control_(control), left_{control.base, control.base} {}

  [[nodiscard]] bool used() const { return control_.go.empty(); }
  [[nodiscard]] const std::array<Milliseconds, 2>& left() const { return left_; }
  [[nodiscard]] Milliseconds patience(Color mover) const {
    return used() ? left(mover) + kHangLimit : Milliseconds(kMoveLimit);
  }
  /// False if the flag has fallen.
  [[nodiscard]] bool press(Color mover, Milliseconds elapsed) {
    if (!used()) return true;
    Milliseconds& mine = left_[static_cast<std::size_t>(mover)];
    if (elapsed > mine + control_.margin) return false;
    mine = std::max(mine - elapsed, 1ms) + control_.increment;
    return true;
  }

 private:
  [[nodiscard]] Milliseconds left(Color mover) const { return left_[static_cast<std::size_t>(mover)]; }

  const TimeControl& control_;
  std::array<Milliseconds, 2> left_;
};

/// Watches the scores for a game that both sides call decided.
class ScoreWatch {
 public:
  explicit ScoreWatch(const std::optional<Adjudication>& limit) : limit_(limit) {}

  /// The winner, once there is one.
  [[nodiscard]] std::optional<Color> see(Color mover, std::optional<int> score_cp) {
    if (!limit_) return std::nullopt;
    if (!score_cp || std::abs(*score_cp) < limit_->score_cp) {
      plies_ = 0;
      return std::nullopt;
    }
    const Color winner = *score_cp > 0 ? mover : ~mover;
    plies_ = winner == std::exchange(winner_, winner) ? plies_ + 1 : 1;
    if (plies_ < 2 * limit_->moves) return std::nullopt;
    return winner;
  }

 private:
  std::optional<Adjudication> limit_;
  Color winner_ = Color::white;
  int plies_ = 0;
};

/// Watches the scores for a game that both sides call even. A move without a score ends the row, as in
/// cutechess and fastchess.
class EvenScoreWatch {
 public:
  explicit EvenScoreWatch(const std::optional<Adjudication>& limit) : limit_(limit) {}

  [[nodiscard]] bool see(std::optional<int> score_cp) {
    if (!limit_) return false;
    plies_ = score_cp && std::abs(*score_cp) <= limit_->score_cp ? plies_ + 1 : 0;
    return plies_ >= 2 * limit_->moves;
  }

 private:
  std::optional<Adjudication> limit_;
  int plies_ = 0;
};

/// One game while it is played.
class Table {
 public:
  Table(Opponents players, chess::Game opening, const Rules& rules)
      : players_(players),
        rules_(rules),
        clocks_(rules.time),
        scores_(rules.adjudication),
        even_scores_(rules.draws) {
    record_.game = std::move(opening);
  }

  awaitable<GameRecord> play() {
    while (!over()) co_await next_move();
    co_return std::move(record_);
  }

 private:
  [[nodiscard]] Color mover() const { return record_.game.position().side_to_move(); }

  /// Looks at the board only; the rest ends the game in next_move().
  bool over() {
    if (ended_) return true;
    const chess::Termination termination = record_.game.termination();
    if (termination == chess::Termination::checkmate) {
      end(Ending::by_rules, ~mover(), describe(termination));
    } else if (termination != chess::Termination::none) {
      end(Ending::by_rules, std::nullopt, describe(termination));
    } else if (record_.game.ply() >= rules_.max_plies) {
      end(Ending::adjudicated, std::nullopt, "adjudication: length");
    }
    return ended_;
  }

  awaitable<void> next_move() {
    const Color us = mover();
    Player& player = *players_[static_cast<std::size_t>(us)];
    const auto thought =
        co_await player.think({.game = record_.game, .left = clocks_.left()}, clocks_.patience(us));
    if (!thought) co_return end(Ending::crash, ~us, "crash: " + thought.error().to_string());
    record_.book_moves += thought->book_lines;
    if (!clocks_.press(us, thought->elapsed)) {
      co_return end(Ending::time_loss, ~us, fmt::format("time forfeit: {}", thought->elapsed));
    }
    if (!thought->claim.empty()) co_return take_claim(us, thought->claim);
    const auto move = player.read_move(record_.game.position(), thought->move);
    if (!move) co_return end(Ending::illegal_move, ~us, "illegal move: " + thought->move);
    record_.game.push(*move);
    if (const auto winner = scores_.see(us, thought->score_cp)) {
      end(Ending::adjudicated, winner, "adjudication: score");
    } else if (even_scores_.see(thought->score_cp)) {
      end(Ending::adjudicated, std::nullopt, "adjudication: even scores");
    }
  }

  /// The side to move in a game that has not ended can resign, and cannot claim anything else.
  void take_claim(Color us, std::string_view claim) {
    const std::string_view lost = us == Color::white ? "0-1" : "1-0";
    const bool gives_up =
        claim == "resign" || (claim.starts_with(lost) && claim.find("illegal") == std::string_view::npos);
    end(gives_up ? Ending::resigned : Ending::illegal_move, ~us, fmt::format("claim: {}", claim));
  }

  void end(Ending ending, std::optional<Color> winner, std::string_view reason) {
    record_.ending = ending;
    record_.winner = winner;
    record_.reason = reason;
    ended_ = true;
  }

  Opponents players_;
  const Rules& rules_;
  Clocks clocks_;
  ScoreWatch scores_;
  EvenScoreWatch even_scores_;
  GameRecord record_;
  bool ended_ = false;
};

}  // namespace

awaitable<GameRecord> play_game(Opponents players, chess::Game opening, Rules rules) {
  Table table(players, std::move(opening), rules);
  co_return co_await table.play();
}

}  // namespace polyglot::match
