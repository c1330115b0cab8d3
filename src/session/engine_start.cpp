// SPDX-License-Identifier: MIT
#include "session/engine_start.hpp"
#include <variant>

#include <fmt/format.h>

#include <polyglot/protocol/uci.hpp>

namespace polyglot::session {
namespace {

using config::OptionId;
using protocol::UciBack;

/// How long an engine may say nothing of UCI before it is asked in the XBoard protocol.
constexpr std::chrono::milliseconds kUciSilence{2500};
/// How long a protocol-1 engine is waited for. Source: CECP, "protover".
constexpr std::chrono::milliseconds kFeatureDelay{2000};

}  // namespace

void EngineStart::begin(const config::Options& options, Effects& effects) {
  const std::string& wanted = options.text(OptionId::engine_protocol);
  speaks_ = wanted == "uci" ? Speaks::uci : wanted == "cecp" ? Speaks::cecp : Speaks::either;
  if (speaks_ == Speaks::either) speaks_ = learned_.value_or(Speaks::either);
  cecp_.reset();
  name_.clear();
  author_.clear();
  options_.clear();
  refusal_.clear();
  if (speaks_ == Speaks::cecp) return ask_in_cecp(Stage::asked_cecp, effects);
  stage_ = Stage::asked_uci;
  effects.to_engine += UciBack::kHandshake;
  if (speaks_ == Speaks::either) effects.timers.push_back({Timer::engine_silence, kUciSilence});
}

bool EngineStart::try_other_protocol() noexcept {
  const bool asked_in_vain = stage_ == Stage::asked_uci || stage_ == Stage::asked_both;
  if (speaks_ != Speaks::either || !asked_in_vain) return false;
  learned_ = Speaks::cecp;
  return true;
}

void EngineStart::ask_in_cecp(Stage next, Effects& effects) {
  stage_ = next;
  cecp_ = std::make_unique<protocol::CecpBack>();
  effects.to_engine += protocol::CecpBack::kHandshake;
  effects.timers.push_back({Timer::engine_features, kFeatureDelay});
}

std::string EngineStart::complaint(const config::Options& options) const {
  const std::string& command = options.text(OptionId::engine_command);
  if (speaks_ == Speaks::uci && !refusal_.empty()) {
    return fmt::format("\"{}\" is not a UCI engine, it answered: {}", command, refusal_);
  }
  const std::string_view uci = "\"uci\" with \"uciok\"";
  const std::string_view cecp = "\"protover 2\" with features";
  const std::string question = stage_ == Stage::asked_cecp ? std::string(cecp)
                               : cecp_                     ? fmt::format("{} nor {}", uci, cecp)
                                                           : std::string(uci);
  return fmt::format("\"{}\" did not answer {} within {} ms (EngineStartTimeout)", command, question,
                     options.spin(OptionId::engine_start_timeout));
}

EngineStart::Outcome EngineStart::engine_line(std::string_view line, Effects& effects) {
  if (stage_ == Stage::answered) return Outcome::pending;
  if (stage_ != Stage::asked_cecp) {
    const Outcome outcome = hear_uci(line, effects);
    if (outcome != Outcome::pending) return outcome;
  }
  if (stage_ != Stage::asked_cecp && stage_ != Stage::asked_both) return Outcome::pending;
  const protocol::EngineMessage message = cecp_->parse_handshake(line, effects.to_engine);
  return std::holds_alternative<protocol::HandshakeDone>(message) ? finish_in_cecp() : Outcome::pending;
}

EngineStart::Outcome EngineStart::hear_uci(std::string_view line, Effects& effects) {
  const protocol::EngineMessage message = UciBack::parse_handshake(line);
  if (const auto* name = std::get_if<protocol::IdName>(&message)) {
    name_ = name->text;
    note_uci_word();
  } else if (const auto* author = std::get_if<protocol::IdAuthor>(&message)) {
    author_ = author->text;
  } else if (const auto* declared = std::get_if<protocol::OptionDeclared>(&message)) {
    options_.push_back(declared->option);
    note_uci_word();
  } else if (std::holds_alternative<protocol::HandshakeDone>(message)) {
    learned_ = Speaks::uci;
    stage_ = Stage::answered;
    return cecp_ ? Outcome::confused : Outcome::ready;
  } else if (std::holds_alternative<protocol::HandshakeRefused>(message)) {
    if (refusal_.empty()) refusal_ = line;
    if (speaks_ == Speaks::uci) return Outcome::refused;
    if (!cecp_) {
      ask_in_cecp(stage_ == Stage::hears_uci ? Stage::hears_uci_late : Stage::asked_both, effects);
    }
  }
  return Outcome::pending;
}

void EngineStart::note_uci_word() noexcept {
  stage_ = cecp_ ? Stage::hears_uci_late : Stage::hears_uci;
}

EngineStart::Outcome EngineStart::timer_fired(Timer timer, Effects& effects) {
  if (timer == Timer::engine_silence && stage_ == Stage::asked_uci) ask_in_cecp(Stage::asked_both, effects);
  if (timer != Timer::engine_features || !cecp_ || !cecp_->settle_handshake()) return Outcome::pending;
  // An engine that said nothing at all, in neither protocol, is not taken for one of protocol 1.
  const bool answers = !refusal_.empty() || !cecp_->features().declared.empty();
  const bool settles = stage_ == Stage::asked_cecp || (stage_ == Stage::asked_both && answers);
  return settles ? finish_in_cecp() : Outcome::pending;
}

EngineStart::Outcome EngineStart::finish_in_cecp() {
  stage_ = Stage::answered;
  learned_ = Speaks::cecp;
  if (const std::string& name = cecp_->features().name; !name.empty()) name_ = name;
  options_ = cecp_->options();
  return Outcome::ready;
}

}  // namespace polyglot::session
