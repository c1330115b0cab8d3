// SPDX-License-Identifier: MIT
#include "session/drivers/engine_start.hpp"
#include <variant>

#include <fmt/format.h>

#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/uci.hpp>

#include "session/drivers/cecp_driver.hpp"
#include "session/drivers/uci_driver.hpp"

namespace polyglot::session {
namespace {

using config::OptionId;
using protocol::UciBack;

/// How long an engine may send nothing in UCI. Then we ask it in the XBoard protocol. If it speaks both
/// protocols and was asked to return to UCI, we start it again.
constexpr std::chrono::milliseconds kUciSilence{2500};
/// How long an engine may take to declare features. The time starts with the question, and again with an
/// answer after it. An engine that has refused a question need not declare any. Source: CECP, "protover".
constexpr std::chrono::milliseconds kFeatureDelay{2000};

}  // namespace

void EngineStart::begin() {
  const std::string& wanted = context_.options.text(OptionId::engine_protocol);
  dialect_ = wanted == protocol::kUci.option    ? &protocol::kUci
             : wanted == protocol::kCecp.option ? &protocol::kCecp
                                                : expected_.dialect;
  cecp_ = {};
  hears_uci_ = awaits_features_ = false;
  name_.clear();
  author_.clear();
  options_.clear();
  declared_bytes_ = 0;
  refusal_.clear();
  if (dialect_ == &protocol::kCecp) return ask_in_cecp(Stage::asked_cecp);
  stage_ = Stage::asked_uci;
  effects_.to_engine += UciBack::kHandshake;
  if (dialect_ == nullptr) effects_.timers.push_back({Timer::engine_silence, kUciSilence});
}

bool EngineStart::may_start_again() noexcept {
  if (stage_ == Stage::recalled) return true;
  const bool asked_in_vain = (stage_ == Stage::asked_uci || stage_ == Stage::asked_both) && !hears_uci_;
  if (dialect_ != nullptr || !asked_in_vain) return false;
  expected_.dialect = &protocol::kCecp;
  return true;
}

void EngineStart::ask_in_cecp(Stage next) {
  stage_ = next;
  effects_.to_engine += protocol::CecpBack::kHandshake;
  await_features();
}

void EngineStart::await_features() {
  if (std::exchange(awaits_features_, true)) return;
  effects_.timers.push_back({Timer::engine_features, kFeatureDelay});
}

std::string EngineStart::complaint() const {
  const std::string& command = context_.options.text(OptionId::engine_command);
  if (dialect_ == &protocol::kUci && !refusal_.empty()) {
    return fmt::format("\"{}\" is not a UCI engine, it answered: {}", command, refusal_);
  }
  const std::string_view uci = "\"uci\" with \"uciok\"";
  const std::string_view cecp = "\"protover 2\" with features";
  const std::string question = stage_ == Stage::doubted      ? "\"isready\" with \"readyok\""
                               : stage_ == Stage::asked_cecp ? std::string(cecp)
                               : stage_ == Stage::asked_both ? fmt::format("{} nor {}", uci, cecp)
                                                             : std::string(uci);
  return fmt::format("\"{}\" did not answer {} within {} ms (EngineStartTimeout)", command, question,
                     context_.options.spin(OptionId::engine_start_timeout));
}

EngineStart::Outcome EngineStart::engine_line(std::string_view line) {
  switch (stage_) {
    case Stage::not_begun:
    case Stage::answered:
      return Outcome::pending;
    case Stage::asked_uci:
      return hear_uci(line);
    case Stage::asked_both: {
      const Outcome outcome = hear_uci(line);
      return outcome == Outcome::unrelated ? hear_cecp(line) : outcome;
    }
    case Stage::doubted:
      return hear_doubted(line);
    case Stage::recalled:
      return std::holds_alternative<protocol::HandshakeDone>(UciBack::parse_handshake(line))
                 ? finish_in_uci()
                 : Outcome::pending;
    case Stage::asked_cecp:
      return hear_cecp(line);
  }
  return Outcome::pending;
}

EngineStart::Outcome EngineStart::hear_uci(std::string_view line) {
  const protocol::EngineMessage message = UciBack::parse_handshake(line);
  if (const auto* name = std::get_if<protocol::IdName>(&message)) {
    name_ = name->text;
    hears_uci_ = true;
  } else if (const auto* author = std::get_if<protocol::IdAuthor>(&message)) {
    author_ = author->text;
  } else if (const auto* declared = std::get_if<protocol::OptionDeclared>(&message)) {
    declared_bytes_ += line.size();
    if (declared_bytes_ <= protocol::kMostDeclared) options_.push_back(declared->option);
    hears_uci_ = true;
  } else if (std::holds_alternative<protocol::HandshakeDone>(message)) {
    if (stage_ == Stage::asked_uci) return finish_in_uci();
    stage_ = Stage::doubted;
    effects_.to_engine += UciBack::kReadyQuery;
  } else if (std::holds_alternative<protocol::HandshakeRefused>(message)) {
    if (refusal_.empty()) refusal_ = line;
    if (dialect_ == &protocol::kUci) return Outcome::refused;
    stage_ == Stage::asked_both ? await_features() : ask_in_cecp(Stage::asked_both);
  } else {
    return Outcome::unrelated;
  }
  return Outcome::pending;
}

/// The engine answers in the order of the questions: after `uci`, `xboard` and `protover` comes `isready`. If
/// it declares features first, it speaks both protocols, and `uci` lets it return to the one that was asked
/// first.
EngineStart::Outcome EngineStart::hear_doubted(std::string_view line) {
  if (std::holds_alternative<protocol::Ready>(UciBack::parse(line))) return finish_in_uci();
  std::string no_answer;
  (void)cecp_.parse_handshake(line, no_answer);
  if (cecp_.features().declared.empty()) return Outcome::pending;
  expected_ = {.dialect = &protocol::kUci};
  stage_ = Stage::recalled;
  effects_.to_engine += UciBack::kHandshake;
  effects_.timers.push_back({Timer::engine_silence, kUciSilence});
  return Outcome::pending;
}

/// The engine speaks both protocols, but is in the other one.
EngineStart::Outcome EngineStart::refuse_cecp() {
  expected_ = {.dialect = &protocol::kUci};
  stage_ = Stage::answered;
  return Outcome::confused;
}

EngineStart::Outcome EngineStart::hear_cecp(std::string_view line) {
  const std::size_t known = cecp_.features().declared.size();
  const protocol::EngineMessage message = cecp_.parse_handshake(line, effects_.to_engine);
  const bool declares = cecp_.features().declared.size() > known;
  if (declares && hears_uci_) return refuse_cecp();
  if (std::holds_alternative<protocol::HandshakeDone>(message)) return finish_in_cecp();
  const bool refuses = std::holds_alternative<protocol::HandshakeRefused>(message);
  if (refuses && refusal_.empty()) refusal_ = line;
  if (!declares && !refuses) return Outcome::unrelated;
  await_features();
  return Outcome::pending;
}

bool EngineStart::has_declared_enough() const noexcept {
  const std::size_t declared = cecp_.features().declared.size();
  if (expected_.features > 0) return declared >= expected_.features && !expected_.says_done;
  return declared > 0 || !refusal_.empty();
}

EngineStart::Outcome EngineStart::timer_fired(Timer timer) {
  if (timer == Timer::engine_silence && stage_ == Stage::recalled) return refuse_cecp();
  if (timer == Timer::engine_silence && stage_ == Stage::asked_uci && !hears_uci_)
    ask_in_cecp(Stage::asked_both);
  if (timer == Timer::engine_features) awaits_features_ = false;
  const bool may_play_games = (stage_ == Stage::asked_both || stage_ == Stage::asked_cecp) && !hears_uci_;
  if (!may_play_games || !cecp_.may_end_handshake()) return Outcome::pending;
  // If the user has set the XBoard protocol and the engine never sends anything, it is of version 1.
  const bool is_silent = stage_ == Stage::asked_cecp && expected_.features == 0;
  const bool settles = timer == Timer::engine_start
                           ? is_silent || !cecp_.features().declared.empty()
                           : timer == Timer::engine_features && has_declared_enough();
  return settles ? finish_in_cecp() : Outcome::pending;
}

EngineStart::Outcome EngineStart::finish_in_uci() {
  stage_ = Stage::answered;
  expected_ = {.dialect = &protocol::kUci};
  return Outcome::ready;
}

EngineStart::Outcome EngineStart::finish_in_cecp() {
  const protocol::CecpFeatures& features = cecp_.features();
  stage_ = Stage::answered;
  expected_ = {.dialect = &protocol::kCecp,
               .features = features.declared.size(),
               .says_done = features.done == protocol::CecpFeatures::Done::complete};
  if (!features.name.empty()) name_ = features.name;
  options_ = cecp_.options();
  return Outcome::ready;
}

std::unique_ptr<EngineDriver> EngineStart::make_driver() {
  if (expected_.dialect == &protocol::kUci) return std::make_unique<UciDriver>(context_);
  return std::make_unique<CecpDriver>(context_, std::move(cecp_));
}

}  // namespace polyglot::session
