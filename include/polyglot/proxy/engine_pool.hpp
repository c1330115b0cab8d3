// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/analysis/farm.hpp>
#include <polyglot/config/command_line.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/proxy/headless_session.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/engine_options.hpp>

namespace polyglot::proxy {

/// Returns the engine's options that differ from their defaults, in the form of Judge::settings.
[[nodiscard]] std::string settings_of(const session::EngineOptions& options);

/// Several processes of one engine, which search positions. Each has a session of its own, and all run on one
/// loop. The first one starts at once, the others when they have something to search. If an engine fails, its
/// session starts another one; if the session gives up, the next search does. Not thread-safe.
class EnginePool final : public analysis::Engines {
 public:
  /// `configuration` and `command_line` must outlive the pool. `multipv`: number of moves to score, if the
  /// engine can do that. `rules`: those of the positions.
  EnginePool(config::Configuration& configuration, const config::CommandLine& command_line, std::size_t count,
             const analysis::SearchLimits& limits, int multipv, game::Rules rules);
  ~EnginePool() override;

  /// Starts the first engine and waits for it. Error: it is not ready, or does not play by the rules.
  [[nodiscard]] Result<void> start();
  /// Returns the warnings of the first engine's start, once.
  [[nodiscard]] std::vector<std::string> take_warnings();
  /// Tells all engines to quit, and waits until they have ended.
  void quit();

  [[nodiscard]] std::size_t count() const noexcept override { return workers_.size(); }
  [[nodiscard]] const analysis::Judge& judge() const noexcept override { return judge_; }
  void search(std::size_t engine, const game::Position& position) override;
  [[nodiscard]] std::optional<Finished> await(Clock::time_point deadline) override;

 private:
  class Worker;

  [[nodiscard]] ProxySetup setup() const;

  config::Configuration& configuration_;
  const config::CommandLine& command_line_;
  game::Rules rules_;
  boost::asio::io_context loop_{1};
  analysis::Judge judge_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::unique_ptr<HeadlessSession>> ended_;  ///< sessions must live until the loop's last turn
  std::vector<std::string> start_warnings_;              ///< those of the first engine
  std::size_t next_ = 0;                                 ///< the worker that is asked first
};

}  // namespace polyglot::proxy
