// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/analysis/farm.hpp>
#include <polyglot/config/command_line.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/process/loop.hpp>
#include <polyglot/proxy/headless_session.hpp>
#include <polyglot/result.hpp>

namespace polyglot::proxy {

/// Some processes of one engine that search positions, each with a session of its own on one loop. The first
/// one is started at once, the others when they have something to search. An engine that fails is replaced by
/// another one: by its session, and if that gives up, at the next search.
class EnginePool final : public analysis::Engines {
 public:
  /// `configuration` must outlive the pool. `multipv`: number of moves to score, if the engine can do that.
  /// `rules`: of the positions.
  EnginePool(config::Configuration& configuration, const config::CommandLine& command_line, std::size_t count,
             const analysis::SearchLimits& limits, int multipv, game::Rules rules);
  ~EnginePool() override;

  /// Starts the first engine. Error: why it is not ready, or that it does not play by the rules.
  [[nodiscard]] Result<void> start();
  /// The warnings of the first engine's start.
  [[nodiscard]] std::vector<std::string> take_warnings();
  /// Lets all engines quit, and waits until they have ended.
  void quit();

  [[nodiscard]] std::size_t count() const noexcept override { return workers_.size(); }
  [[nodiscard]] const analysis::Judge& judge() const noexcept override { return judge_; }
  void search(std::size_t engine, const game::Position& position) override;
  [[nodiscard]] std::optional<Finished> await(Clock::time_point deadline) override;

 private:
  class Worker;

  [[nodiscard]] Setup setup() const;

  config::Configuration& configuration_;
  const config::CommandLine& command_line_;
  game::Rules rules_;
  process::Loop loop_;
  analysis::Judge judge_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::unique_ptr<HeadlessSession>> ended_;  ///< kept until the loop has made its last turn
  std::size_t next_ = 0;                                 ///< the worker that is asked first
};

}  // namespace polyglot::proxy
