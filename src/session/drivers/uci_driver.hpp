// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "session/drivers/engine_driver.hpp"

namespace polyglot::session {

/// Drives an engine that searches positions.
///
/// During a search it gets only stop, ponderhit and ready queries. All other commands wait for the best move.
/// A new search also waits until the engine is ready for a new game.
class UciDriver final : public EngineDriver {
 public:
  using EngineDriver::EngineDriver;

  void hear(std::string_view line) override;
  void search(const protocol::Search& search) override;
  void drop() override;
  void stop() override;
  void ponder_hit() override;
  void new_game() override;
  void ready_query() override;
  void quit() override;
  void lose() noexcept override { stage_ = Stage::lost; }
  [[nodiscard]] bool is_lost() const noexcept override { return stage_ == Stage::lost; }

  [[nodiscard]] bool busy() const noexcept override { return owes_best_move() || !asked_.empty(); }
  [[nodiscard]] bool listening() const noexcept override {
    return stage_ == Stage::searching || stage_ == Stage::stopping;
  }
  [[nodiscard]] std::optional<std::uint64_t> answer_due() const noexcept override {
    return stage_ == Stage::idle && !asked_.empty() ? std::optional(answered_) : std::nullopt;
  }
  [[nodiscard]] std::size_t held() const noexcept override;
  [[nodiscard]] bool volunteers(std::string_view line) override;

 private:
  enum class Stage : std::uint8_t {
    idle,
    searching,
    stopping,  ///< told to end; its best move counts
    dropping,  ///< told to end; its best move does not count
    lost       ///< Polyglot sends the engine nothing more
  };
  /// Who asked whether the engine is ready.
  enum class Asker : std::uint8_t { listener, new_game };
  /// A search that waits for the engine.
  struct NextSearch {
    std::string text;
    std::string any_move;  ///< the answer if the engine never sends anything
    bool stopped = false;
  };

  /// What is sent to the engine when its search has ended.
  struct Waiting {
    std::string commands;
    std::deque<Asker> asked;  ///< the askers of the ready queries among them
    std::size_t queries = 0;  ///< the listener's ready queries, which are sent after all these
  };

  void send_option(std::string_view name, std::optional<std::string_view> value) override;
  void give_up() override;

  void hear_info(std::string_view line);
  void hear_best_move(const protocol::BestMove& best);
  void hear_ready();

  [[nodiscard]] bool owes_best_move() const noexcept { return listening() || stage_ == Stage::dropping; }
  void send_stop(Stage next);
  void ask_ready(std::size_t queries);
  void start_when_free();

  Stage stage_ = Stage::idle;
  std::string best_known_;  ///< of the running search
  std::optional<NextSearch> next_;
  Waiting waiting_;
  std::uint64_t answered_ = 0;       ///< number of answered ready queries
  std::deque<Asker> asked_;          ///< ready queries that the engine has not answered
  std::size_t new_games_asked_ = 0;  ///< number of queries for a new game among those and the waiting ones
};

}  // namespace polyglot::session
