// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
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
/// EngineProtocol=auto asks in UCI first. An engine that refuses, or that says nothing of UCI for a while, is
/// asked in the XBoard protocol as well, and the first complete answer counts. An engine that knows both and
/// was slow to load would then go on in the one asked for last, so it is started anew.
class EngineStart {
 public:
  enum class Outcome : std::uint8_t {
    pending,
    ready,
    refused,
    confused  ///< it speaks UCI, but has been asked in the XBoard protocol since: begin() with a new one
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
  Outcome timer_fired(Timer timer, Effects& effects);

  /// What is wrong with one that has refused, or has not answered.
  [[nodiscard]] std::string complaint(const config::Options& options) const;

  // When it is ready:
  /// What it said in the XBoard protocol; null if it speaks UCI.
  [[nodiscard]] std::unique_ptr<protocol::CecpBack> take_cecp() noexcept { return std::move(cecp_); }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const std::string& author() const noexcept { return author_; }
  [[nodiscard]] std::vector<protocol::EngineOption> take_options() noexcept { return std::move(options_); }

 private:
  enum class Stage : std::uint8_t {
    not_begun,
    asked_uci,
    hears_uci,  ///< the same, and it has said something that only UCI has
    asked_both,
    hears_uci_late,  ///< the same, and it has said something that only UCI has
    asked_cecp,
    answered  ///< what else it says is no handshake
  };
  /// What the engine may speak.
  enum class Speaks : std::uint8_t { uci, cecp, either };

  void ask_in_cecp(Stage next, Effects& effects);
  Outcome hear_uci(std::string_view line, Effects& effects);
  Outcome finish_in_cecp();
  void note_uci_word() noexcept;

  Stage stage_ = Stage::not_begun;
  Speaks speaks_ = Speaks::either;
  std::optional<Speaks> learned_;             ///< from an engine before
  std::unique_ptr<protocol::CecpBack> cecp_;  ///< null until asked
  std::string name_;
  std::string author_;
  std::vector<protocol::EngineOption> options_;
  std::string refusal_;
};

}  // namespace polyglot::session
