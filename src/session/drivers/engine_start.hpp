// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/config/options.hpp>
#include <polyglot/protocol/cecp_engine.hpp>
#include <polyglot/session/effects.hpp>

namespace polyglot::session {

/// The first words with an engine: which protocol it speaks, who it is, what can be set.
///
/// EngineProtocol=auto asks in UCI first. An engine that refuses the question, or says nothing of UCI for a
/// while, is asked in the XBoard protocol as well, and whichever answer is complete first counts. Silence is
/// no answer: an engine may need all its time to load. What an engine was found to speak is expected of the
/// next one.
class EngineStart {
 public:
  enum class Outcome : std::uint8_t {
    pending,
    unrelated,  ///< the same, and the line belongs to no handshake
    ready,
    refused,
    confused  ///< it speaks both protocols, and may be in the wrong one: begin() with a new one
  };

  /// Again after a restart.
  void begin(const config::Options& options, Effects& effects);
  [[nodiscard]] bool begun() const noexcept { return stage_ != Stage::not_begun; }
  /// True while an engine that was asked has not answered.
  [[nodiscard]] bool pending() const noexcept { return begun() && stage_ != Stage::answered; }
  /// The engine has ended before it was ready. True if it may be for the questions in UCI, which some do not
  /// survive: begin() then asks a new one in the XBoard protocol alone.
  [[nodiscard]] bool try_other_protocol() noexcept;
  Outcome engine_line(std::string_view line, Effects& effects);
  /// After Timer::engine_start nothing more is waited for.
  Outcome timer_fired(Timer timer, Effects& effects);

  /// What is wrong with one that has refused, or has not answered.
  [[nodiscard]] std::string complaint(const config::Options& options) const;

  // When it is ready:
  /// What it said in the XBoard protocol; null if it speaks UCI.
  [[nodiscard]] std::unique_ptr<protocol::CecpBack> take_cecp() noexcept { return std::move(cecp_); }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const std::string& author() const noexcept { return author_; }
  [[nodiscard]] std::vector<protocol::EngineOption> take_options() noexcept { return std::move(options_); }
  /// Whether there were more than protocol::kMostDeclared allows, which are left out.
  [[nodiscard]] bool has_left_options_out() const noexcept {
    return declared_bytes_ > protocol::kMostDeclared;
  }

 private:
  enum class Stage : std::uint8_t {
    not_begun,
    asked_uci,
    asked_both,
    doubted,  ///< it has answered in UCI, but was asked in both: it may have gone over to the other since
    asked_cecp,
    answered  ///< what else it says is no handshake
  };
  /// What the engine may speak.
  enum class Speaks : std::uint8_t { uci, cecp, either };
  /// What is known from the engine before.
  struct Expected {
    Speaks speaks = Speaks::either;
    std::size_t features = 0;  ///< number of those that it declared; 0: it knew none, or there was no engine
    bool says_done = false;    ///< it has said when those were all
  };

  void ask_in_cecp(Stage next, Effects& effects);
  Outcome hear_uci(std::string_view line, Effects& effects);
  Outcome hear_doubted(std::string_view line);
  Outcome hear_cecp(std::string_view line, Effects& effects);
  /// True if what the engine has declared until now is all that it will.
  [[nodiscard]] bool has_declared_enough() const noexcept;
  void await_features(Effects& effects);
  Outcome finish_in_uci();
  Outcome finish_in_cecp();
  Outcome refuse_cecp();

  Stage stage_ = Stage::not_begun;
  Speaks speaks_ = Speaks::either;
  Expected expected_;
  bool hears_uci_ = false;                    ///< it has said something that only UCI has
  bool awaits_features_ = false;              ///< Timer::engine_features runs
  std::unique_ptr<protocol::CecpBack> cecp_;  ///< null until asked
  std::string name_;
  std::string author_;
  std::vector<protocol::EngineOption> options_;
  std::size_t declared_bytes_ = 0;  ///< of the lines of UCI that declare options
  std::string refusal_;             ///< its first answer that it does not know a question
};

}  // namespace polyglot::session
