#include "session/engine_start.hpp"
#include <algorithm>
#include <utility>
#include <variant>

namespace polyglot::session {
namespace {

using config::OptionId;

/// How long an engine may say nothing of UCI before it is asked in the XBoard protocol.
constexpr std::chrono::milliseconds kUciSilence{2500};
/// How long a protocol-1 engine is waited for. Source: CECP, "protover".
constexpr std::chrono::milliseconds kFeatureDelay{2000};

}  // namespace

void EngineStart::begin(const config::Options& options, Effects& effects) {
  const std::string& wanted = options.text(OptionId::engine_protocol);
  may_be_uci_ = wanted != "cecp" && !dies_of_uci_;
  may_be_cecp_ = wanted != "uci" && !surely_uci_;
  uci_.reset();
  cecp_.reset();
  speaks_uci_ = false;
  name_.clear();
  author_.clear();
  options_.clear();
  refusal_.clear();
  if (!may_be_uci_) return ask_in_cecp(effects);
  uci_ = std::make_unique<protocol::UciBack>();
  uci_->print_handshake(effects.to_engine);
  if (may_be_cecp_) effects.timers.push_back({Timer::engine_silence, kUciSilence});
}

bool EngineStart::try_other_protocol() noexcept {
  if (!uci_ || !may_be_cecp_ || speaks_uci_) return false;
  dies_of_uci_ = true;
  return true;
}

void EngineStart::ask_in_cecp(Effects& effects) {
  cecp_ = std::make_unique<protocol::CecpBack>();
  cecp_->print_handshake(effects.to_engine);
  effects.timers.push_back({Timer::engine_features, kFeatureDelay});
}

std::string_view EngineStart::question() const noexcept {
  if (!cecp_) return "\"uci\" with \"uciok\"";
  return uci_ ? "\"uci\" with \"uciok\" nor \"protover 2\" with features" : "\"protover 2\" with features";
}

EngineStart::State EngineStart::engine_line(std::string_view line, Effects& effects) {
  if (uci_) {
    const State state = accept(uci_->parse_handshake(line, effects.to_engine), Protocol::uci, line, effects);
    if (state != State::pending) return state;
  }
  if (!cecp_ || speaks_uci_) return State::pending;
  return accept(cecp_->parse_handshake(line, effects.to_engine), Protocol::cecp, line, effects);
}

EngineStart::State EngineStart::accept(const protocol::EngineMessage& message, Protocol protocol,
                                       std::string_view line, Effects& effects) {
  if (const auto* name = std::get_if<protocol::IdName>(&message)) {
    name_ = name->text;
    speaks_uci_ |= protocol == Protocol::uci;
  } else if (const auto* author = std::get_if<protocol::IdAuthor>(&message)) {
    author_ = author->text;
  } else if (const auto* declared = std::get_if<protocol::OptionDeclared>(&message)) {
    if (protocol == Protocol::uci) options_.push_back(declared->option);
    speaks_uci_ |= protocol == Protocol::uci;
  } else if (std::holds_alternative<protocol::HandshakeDone>(message)) {
    surely_uci_ = protocol == Protocol::uci;
    return surely_uci_ && cecp_ ? State::confused : finish(protocol);
  } else if (std::holds_alternative<protocol::HandshakeRefused>(message)) {
    if (refusal_.empty()) refusal_ = line;
    if (!may_be_cecp_) return State::refused;
    if (!cecp_) ask_in_cecp(effects);
  }
  return State::pending;
}

EngineStart::State EngineStart::timer_fired(Timer timer, Effects& effects) {
  if (timer == Timer::engine_silence && !speaks_uci_ && !cecp_) ask_in_cecp(effects);
  // An engine that said nothing at all, in neither protocol, is not taken for one of protocol 1.
  const bool answers = !refusal_.empty() || !may_be_uci_ || (cecp_ && !cecp_->features().empty());
  if (timer == Timer::engine_features && cecp_ && !speaks_uci_ && answers && cecp_->settle_handshake()) {
    return finish(Protocol::cecp);
  }
  return State::pending;
}

EngineStart::State EngineStart::finish(Protocol protocol) {
  protocol_ = protocol;
  if (protocol == Protocol::cecp && !cecp_->name().empty()) name_ = cecp_->name();
  return State::ready;
}

std::unique_ptr<protocol::Back> EngineStart::take_back() {
  if (protocol_ == Protocol::uci) return std::move(uci_);
  return std::move(cecp_);
}

std::vector<protocol::EngineOption> EngineStart::take_options() {
  return protocol_ == Protocol::uci ? std::move(options_) : cecp_->options();
}

std::optional<std::vector<std::string>> EngineStart::features() const {
  if (protocol_ == Protocol::uci) return std::nullopt;
  // An engine of protocol 1 declares nothing, and its GUI is to know what that means.
  if (cecp_->features().empty()) return std::vector<std::string>{"usermove=0", "ping=0", "setboard=0"};
  return cecp_->features();
}

}  // namespace polyglot::session
