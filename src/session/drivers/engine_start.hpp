// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/config/options.hpp>
#include <polyglot/protocol/cecp_engine.hpp>
#include <polyglot/protocol/front.hpp>
#include <polyglot/session/effects.hpp>

#include "session/drivers/engine_driver.hpp"

namespace polyglot::session {

/// The handshake with an engine: finds out its protocol, its name and its options.
///
/// EngineProtocol=auto asks in UCI first. If the engine refuses the question, or sends nothing in UCI for a
/// while, it is asked in the XBoard protocol as well. The first complete answer counts. Silence is not an
/// answer, because an engine may need its time to load. The next start expects the protocol that was found.
class EngineStart {
 public:
  enum class Outcome : std::uint8_t {
    pending,
    unrelated,  ///< still pending, and the line does not belong to a handshake
    ready,
    refused,
    confused  ///< it speaks both protocols, and is in the wrong one: begin() with a new one
  };

  explicit EngineStart(Context& context) noexcept : context_(context), effects_(context.effects) {}

  /// Begins the handshake; also called after a restart.
  void begin();
  [[nodiscard]] bool begun() const noexcept { return stage_ != Stage::not_begun; }
  /// True while the engine has been asked and has not answered.
  [[nodiscard]] bool pending() const noexcept { return begun() && stage_ != Stage::answered; }
  /// The engine has ended before it was ready. True if the questions may be the reason: some engines do not
  /// survive those of UCI, others not those of both protocols. begin() then asks a new one in one protocol
  /// only.
  [[nodiscard]] bool may_start_again() noexcept;
  Outcome engine_line(std::string_view line);
  /// Timer::engine_start ends all waiting.
  Outcome timer_fired(Timer timer);

  /// The message about an engine that has refused or not answered.
  [[nodiscard]] std::string complaint() const;

  // When the engine is ready:
  /// The protocol that it speaks, and its driver.
  [[nodiscard]] const protocol::Dialect& dialect() const noexcept { return *expected_.dialect; }
  [[nodiscard]] std::unique_ptr<EngineDriver> make_driver();
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const std::string& author() const noexcept { return author_; }
  [[nodiscard]] std::vector<protocol::EngineOption> take_options() noexcept { return std::move(options_); }
  /// Whether it declared more options than protocol::kMostDeclared allows, so that some were left out.
  [[nodiscard]] bool has_left_options_out() const noexcept {
    return declared_bytes_ > protocol::kMostDeclared;
  }

 private:
  enum class Stage : std::uint8_t {
    not_begun,
    asked_uci,
    asked_both,
    doubted,   ///< it has answered in UCI, but was asked in both, and may have changed to the other protocol
               ///< since
    recalled,  ///< it has changed, and was asked in UCI once more
    asked_cecp,
    answered  ///< later lines do not belong to the handshake
  };
  /// What is known from the previous start.
  struct Expected {
    const protocol::Dialect* dialect = nullptr;  ///< null: any
    std::size_t features = 0;  ///< number of declared features; 0: it declared none, or there was no engine
    bool says_done = false;    ///< it has declared "done"
  };

  void ask_in_cecp(Stage next);
  Outcome hear_uci(std::string_view line);
  Outcome hear_doubted(std::string_view line);
  Outcome hear_cecp(std::string_view line);
  /// True if the engine has probably declared all its features.
  [[nodiscard]] bool has_declared_enough() const noexcept;
  void await_features();
  Outcome finish_in_uci();
  Outcome finish_in_cecp();
  Outcome refuse_cecp();

  Context& context_;
  Effects& effects_;
  Stage stage_ = Stage::not_begun;
  const protocol::Dialect* dialect_ = nullptr;  ///< the only one in which it is asked; null: any
  Expected expected_;
  bool hears_uci_ = false;        ///< it has sent something that only UCI has
  bool awaits_features_ = false;  ///< Timer::engine_features is running
  protocol::CecpBack cecp_;
  std::string name_;
  std::string author_;
  std::vector<protocol::EngineOption> options_;
  std::size_t declared_bytes_ = 0;  ///< bytes of the UCI lines that declare options
  std::string refusal_;             ///< its first answer that refuses a question
};

}  // namespace polyglot::session
