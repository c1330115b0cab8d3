#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/config/options.hpp>
#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/uci.hpp>
#include <polyglot/session/effects.hpp>

namespace polyglot::session {

/// The first words with an engine: which protocol it speaks, who it is, what can be set.
///
/// EngineProtocol=auto asks in UCI first. An engine that refuses, or that says nothing of UCI for a while, is
/// asked in the XBoard protocol as well, and the first complete answer counts. An engine that knows both and
/// was slow to load would then go on in the one asked for last, so it is started anew.
class EngineStart {
 public:
  enum class State : std::uint8_t {
    pending,
    ready,
    refused,
    confused  ///< it speaks UCI, but has been asked in the XBoard protocol since: begin() with a new one
  };
  enum class Protocol : std::uint8_t { uci, cecp };

  /// Again after a restart.
  void begin(const config::Options& options, Effects& effects);
  [[nodiscard]] bool begun() const noexcept { return uci_ || cecp_; }
  /// The engine has ended before it was ready. True if it may be for the questions in UCI, which some do not
  /// survive: begin() then asks a new one in the XBoard protocol alone.
  [[nodiscard]] bool try_other_protocol() noexcept;
  State engine_line(std::string_view line, Effects& effects);
  State timer_fired(Timer timer, Effects& effects);

  /// What it refused with.
  [[nodiscard]] const std::string& refusal() const noexcept { return refusal_; }
  /// What was asked, for a report that there was no answer.
  [[nodiscard]] std::string_view question() const noexcept;

  // When it is ready:
  [[nodiscard]] Protocol protocol() const noexcept { return protocol_; }
  [[nodiscard]] std::unique_ptr<protocol::Back> take_back();
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const std::string& author() const noexcept { return author_; }
  [[nodiscard]] std::vector<protocol::EngineOption> take_options();
  [[nodiscard]] std::optional<std::vector<std::string>> features() const;

 private:
  void ask_in_cecp(Effects& effects);
  State accept(const protocol::EngineMessage& message, Protocol protocol, std::string_view line,
               Effects& effects);
  State finish(Protocol protocol);

  bool may_be_uci_ = true;
  bool may_be_cecp_ = false;
  bool dies_of_uci_ = false;
  bool surely_uci_ = false;
  std::unique_ptr<protocol::UciBack> uci_;    ///< null until asked
  std::unique_ptr<protocol::CecpBack> cecp_;  ///< null until asked
  bool speaks_uci_ = false;                   ///< said something that only UCI has
  Protocol protocol_ = Protocol::uci;
  std::string name_;
  std::string author_;
  std::vector<protocol::EngineOption> options_;
  std::string refusal_;
};

}  // namespace polyglot::session
