// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/protocol/cecp_engine.hpp>

#include "session/drivers/cecp_board.hpp"
#include "session/drivers/cecp_search.hpp"
#include "session/drivers/cecp_time.hpp"
#include "session/drivers/engine_driver.hpp"

namespace polyglot::session {

/// Drives an engine that plays games so that it searches positions.
///
/// Infinite searches, and pondering, use `analyze`; all others use `go`. After `go` the engine has made its
/// move, and has to be stopped by `force` before anything else. If the end of a search must be known and no
/// move will come, a `ping` marks it: output before the `pong` belongs to that search.
class CecpDriver final : public EngineDriver {
 public:
  /// `back` has read the engine's features.
  CecpDriver(Context& context, protocol::CecpBack back) noexcept
      : EngineDriver(context),
        back_(std::move(back)),
        board_(back_),
        time_(back_.features()),
        options_declared_(back_.features().options.size()) {}

  void hear(std::string_view line) override;
  /// If the engine does not play the variant, the answer has no move.
  void search(const protocol::Search& search) override;
  void drop() override;
  void stop() override;
  void ponder_hit() override;
  void new_game() override;
  void ready_query() override;
  void quit() override;
  void lose() noexcept override { stage_ = Stage::lost; }
  [[nodiscard]] bool is_lost() const noexcept override { return stage_ == Stage::lost; }

  [[nodiscard]] protocol::CecpBack& back() noexcept { return back_; }
  [[nodiscard]] bool busy() const noexcept override { return listening() || !ready_pings_.empty(); }
  [[nodiscard]] bool listening() const noexcept override {
    return stage_ != Stage::idle && stage_ != Stage::lost;
  }
  [[nodiscard]] bool may_leave() const noexcept override {
    return game_ == Game::over && stage_ == Stage::idle;
  }
  [[nodiscard]] std::optional<std::uint64_t> answer_due() const noexcept override {
    if (stage_ != Stage::idle || ready_pings_.empty()) return std::nullopt;
    return ready_pings_.front();
  }
  [[nodiscard]] std::size_t held() const noexcept override { return ready_pings_.size() * sizeof(int); }
  [[nodiscard]] bool volunteers(std::string_view line) override;
  [[nodiscard]] std::optional<std::vector<std::string>> declared_features() const override;
  [[nodiscard]] std::vector<protocol::EngineOption> late_options() override;

 private:
  enum class Stage : std::uint8_t {
    idle,
    thinking,   ///< after `go`
    hurried,    ///< after `go`, and told to move at once
    analysing,  ///< after `analyze`
    closing,    ///< told to end; over at its move, or at the answer to our ping
    over,       ///< ended, but it may not be answered yet
    lost        ///< Polyglot sends the engine nothing more
  };
  /// The state of the game in the engine's view.
  enum class Game : std::uint8_t { none, running, over };
  /// If the engine's board differs from what we assume, the search begins once more in a new game.
  enum class Attempt : std::uint8_t { first, second };
  struct Answer {
    std::string text;   ///< empty: no move
    std::string reply;  ///< the expected reply; empty if none
  };

  void send_option(std::string_view name, std::optional<std::string_view> value) override;
  void give_up() override;

  // What the engine says.
  void on(const protocol::SearchOutput&, std::string_view line);
  void on(const protocol::EngineMoved& message, std::string_view line);
  void on(const protocol::Pong& message, std::string_view line);
  void on(const protocol::MoveRefused& message, std::string_view line);
  void on(const protocol::AnalysisRefused&, std::string_view line);
  void on(const protocol::EngineTells& message, std::string_view line);
  template <class Other>
  void on(const Other&, std::string_view) {}

  void begin_game(const CecpTarget& target);
  void launch();
  void begin_thinking();
  void exclude_moves();
  void leave_analysis();
  void interrupt() const;
  void force();
  void abandon();
  void close();
  void move_now();
  void lose_track();
  void finish(const std::optional<game::Move>& move);
  void finish_without_move();
  void end();
  void take_for_over();
  [[nodiscard]] int ping();

  [[nodiscard]] bool thinks() const noexcept { return stage_ == Stage::thinking || stage_ == Stage::hurried; }
  [[nodiscard]] bool searches() const noexcept { return thinks() || stage_ == Stage::analysing; }
  [[nodiscard]] bool runs_in_analysis() const;
  [[nodiscard]] const game::Game& root() const noexcept { return search_.root(); }
  [[nodiscard]] const protocol::SearchLimits& limits() const noexcept { return search_.limits(); }
  [[nodiscard]] const protocol::CecpFeatures& features() const noexcept { return back_.features(); }

  protocol::CecpBack back_;
  CecpBoard board_;
  CecpTime time_;
  Stage stage_ = Stage::idle;
  Game game_ = Game::none;

  CecpSearch search_;  ///< the present search
  Attempt attempt_ = Attempt::first;
  std::string refused_;                 ///< the move of ours that the engine called illegal
  Answer answer_;                       ///< the last one
  std::optional<game::Move> own_move_;  ///< made by the engine in the present search

  std::size_t options_declared_;  ///< number of options that late_options() has returned
  bool in_force_ = false;
  bool moves_excluded_ = false;
  bool memory_told_ = false;  ///< the engine has got its memory limit; some engines need it before their
                              ///< first game

  int pings_ = 0;
  int dropped_ = 0;  ///< output before the answer to this ping belongs to a search that was given up; 0: none
  int closing_ = 0;  ///< the answer to this ping ends the search; 0: none
  std::deque<int> ready_pings_;  ///< in ascending order
};

}  // namespace polyglot::session
