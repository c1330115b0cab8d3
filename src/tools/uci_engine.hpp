// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/process/loop.hpp>
#include <polyglot/process/traffic_log.hpp>
#include <polyglot/protocol/uci.hpp>
#include <polyglot/proxy/engine_client.hpp>
#include <polyglot/result.hpp>

namespace polyglot::tools {

/// A UCI engine for a program that has nothing to do while it waits: each call returns when the engine has
/// answered. An engine that dies or does not answer in time is an Error that quotes its last words.
class UciEngine final : private proxy::EngineListener {
 public:
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::milliseconds;
  /// Told what the engine says of its search; true: it may stop.
  using Listener = std::function<bool(const protocol::Info&)>;

  struct Setup {
    process::EngineLaunch launch;
    Milliseconds patience{10'000};  ///< how long an answer may take
    Milliseconds grace{700};        ///< how long it may take to end
    process::TrafficLog log = {};
  };

  /// Starts an engine and asks who it is.
  [[nodiscard]] static Result<std::unique_ptr<UciEngine>> start(Setup setup);
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// Null if the engine has no such option.
  [[nodiscard]] const protocol::EngineOption* find_option(std::string_view name) const noexcept;

  /// `value` is not looked at if the option is a button.
  void set_option(const protocol::EngineOption& option, std::string_view value);
  /// How castling is written from now on; does nothing if that is how it is written already.
  void set_chess960(bool on);
  /// Clears what the engine remembers, and waits until it has.
  [[nodiscard]] Result<void> new_game();
  /// Searches until the listener has heard enough or the engine has. An engine that searches longer than it
  /// may is told to stop. Returns its best move in coordinate notation.
  [[nodiscard]] Result<std::string> search(const protocol::Search& search, const Listener& listener);
  /// Lets the engine end by itself.
  void quit();

 private:
  explicit UciEngine(Setup setup);

  [[nodiscard]] Result<void> greet();
  void engine_said(std::string_view lines) override;
  void engine_complained(std::string_view lines) override;
  void engine_failed(const std::string& reason) override { end_ = reason; }
  void engine_gone(const std::string&) override {
    if (end_.empty()) end_ = "the engine has ended";
  }
  void failed(const std::exception_ptr& thrown) override { std::rethrow_exception(thrown); }

  void send(std::string text);
  /// The next line of the engine; nothing if there is none by then.
  [[nodiscard]] Result<std::optional<std::string>> next_line(Clock::time_point deadline);
  [[nodiscard]] Error lost() const;
  [[nodiscard]] Error silent(std::string_view question) const;

  process::Loop loop_;
  process::Event changed_;
  std::shared_ptr<proxy::EngineClient> engine_;
  Setup setup_;
  std::string name_;
  std::vector<protocol::EngineOption> options_;
  bool chess960_ = false;
  std::deque<std::string> lines_;
  std::string end_;  ///< why no more lines come; empty while some may
};

}  // namespace polyglot::tools
