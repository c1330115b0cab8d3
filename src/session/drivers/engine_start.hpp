// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <polyglot/config/options.hpp>
#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/cecp_engine.hpp>
#include <polyglot/protocol/front.hpp>
#include <polyglot/protocol/uci.hpp>
#include <polyglot/session/effects.hpp>

#include "session/drivers/engine.hpp"

namespace polyglot::session {

/// The handshake with an engine: finds out its protocol, its name and its options.
///
/// EngineProtocol=auto asks in UCI first. If the engine refuses the question, or sends nothing in UCI for a
/// while, it is asked in the XBoard protocol as well. The first complete answer counts. Silence is not an
/// answer, because an engine may need its time to load. An engine of version 1 of the XBoard protocol may
/// answer nothing but a move, so a silent engine gets one. The next start expects the protocol that was
/// found.
class EngineStart {
 public:
  enum class Stage : std::uint8_t {
    not_begun,
    asked_uci,
    asked_both,
    doubted,   ///< it has answered in UCI, but was asked in both, and may have changed to the other protocol
               ///< since
    recalled,  ///< it has changed, and was asked in UCI once more
    asked_cecp,
    ready,
    refused,  ///< it has refused a question, or was silent too long
    confused  ///< it is in the wrong protocol of two, or in a game: begin() with a new one
  };

  explicit EngineStart(Context& context) noexcept : context_(context), effects_(context.effects) {}

  /// Begins the handshake; also called after a restart.
  void begin() {
    const std::string& wanted = context_.options.text(OptionId::engine_protocol);
    dialect_ = wanted == protocol::kUci.option    ? &protocol::kUci
               : wanted == protocol::kCecp.option ? &protocol::kCecp
                                                  : expected_.dialect;
    cecp_ = {};
    hears_uci_ = awaits_features_ = has_got_move_ = false;
    begun_at_ = context_.now;
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

  [[nodiscard]] Stage stage() const noexcept { return stage_; }
  [[nodiscard]] bool begun() const noexcept { return stage_ != Stage::not_begun; }
  /// True while the engine has been asked and has not answered.
  [[nodiscard]] bool pending() const noexcept { return begun() && stage_ < Stage::ready; }
  /// The engine has ended before it was ready. True if the questions may be the reason: some engines do not
  /// survive those of UCI, others not those of both protocols. begin() then asks a new one in one protocol
  /// only.
  [[nodiscard]] bool may_start_again() noexcept {
    if (stage_ == Stage::recalled) return true;
    const bool asked_in_vain = (stage_ == Stage::asked_uci || stage_ == Stage::asked_both) && !hears_uci_;
    if (dialect_ != nullptr || !asked_in_vain) return false;
    expected_.dialect = &protocol::kCecp;
    return true;
  }

  /// Takes a line while the handshake is pending(). False if the line does not belong to it.
  bool engine_line(std::string_view line) {
    switch (stage_) {
      case Stage::asked_uci:
        // An engine may declare features before it is asked. Source: CECP, "done".
        if (dialect_ != nullptr || !line.starts_with("feature ")) return hear_uci(line);
        ask_in_cecp(Stage::asked_both);
        return hear_cecp(line);
      case Stage::asked_both:
        return hear_uci(line) || hear_cecp(line);
      case Stage::asked_cecp:
        return hear_cecp(line);
      case Stage::doubted:
        hear_doubted(line);
        return true;
      case Stage::recalled:
        if (std::holds_alternative<protocol::HandshakeDone>(UciBack::parse_handshake(line))) finish_in_uci();
        return true;
      default:
        return true;
    }
  }

  /// Timer::engine_start ends all waiting.
  void timer_fired(Timer timer) {
    if (timer == Timer::engine_silence && stage_ == Stage::recalled)
      return end_in_confusion({.dialect = &protocol::kUci});
    if (timer == Timer::engine_silence && stage_ == Stage::asked_uci && !hears_uci_)
      ask_in_cecp(Stage::asked_both);
    if (timer == Timer::engine_features) awaits_features_ = false;
    if (plays_games_after(timer)) return finish_in_cecp();
    if (timer == Timer::engine_features) give_move();
    if (timer != Timer::engine_start) return;
    const auto left = begun_at_ + kLongStart - context_.now;
    if (cecp_.may_end_handshake() || left.count() <= 0) return refuse();
    effects_.timers.push_back({Timer::engine_start, left});
  }

  [[nodiscard]] const std::string& complaint() const noexcept { return complaint_; }

  /// Makes an engine that is ready the engine of the session.
  void hand_over() {
    Engine& engine = *context_.engine;
    engine.name = name_;
    engine.author = author_;
    engine.options = {};
    for (protocol::EngineOption& option : options_) engine.options.declare(std::move(option));
    engine.dialect = expected_.dialect;
    engine.driver = engine.dialect == &protocol::kUci ? make_uci_driver(context_)
                                                      : make_cecp_driver(context_, std::move(cecp_));
    engine.features = engine.driver->declared_features();
  }
  /// Whether it declared more options than protocol::kMostDeclared allows, so that some were left out.
  [[nodiscard]] bool has_left_options_out() const noexcept {
    return declared_bytes_ > protocol::kMostDeclared;
  }

 private:
  using OptionId = config::OptionId;
  using UciBack = protocol::UciBack;

  /// How long an engine may send nothing in UCI. Then we ask it in the XBoard protocol. If it speaks both
  /// protocols and was asked to return to UCI, we start it again.
  static constexpr std::chrono::milliseconds kUciSilence{2500};
  /// How long an engine may take to declare features. The time starts with the question, and again with an
  /// answer after it. An engine that has refused a question need not declare any. Source: CECP, "protover".
  static constexpr std::chrono::milliseconds kFeatureDelay{2000};
  /// How long an engine may take that asks for time by `feature done=0`. Source: CECP, "done".
  static constexpr std::chrono::hours kLongStart{1};

  struct Expected {
    const protocol::Dialect* dialect = nullptr;  ///< null: any
    std::size_t features = 0;    ///< number of declared features; 0: it declared none, or there was no engine
    bool says_done = false;      ///< it has declared "done"
    bool plays_without = false;  ///< it was ready without features: version 1
  };

  void ask_in_cecp(Stage next) {
    stage_ = next;
    effects_.to_engine += protocol::CecpBack::kHandshake;
    await_features();
  }

  bool hear_uci(std::string_view line) {
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
      if (stage_ == Stage::asked_uci) {
        finish_in_uci();
      } else {
        stage_ = Stage::doubted;
        effects_.to_engine += UciBack::kReadyQuery;
      }
    } else if (std::holds_alternative<protocol::HandshakeRefused>(message)) {
      if (refusal_.empty()) refusal_ = line;
      if (dialect_ == &protocol::kUci) {
        refuse();
      } else {
        stage_ == Stage::asked_both ? await_features() : ask_in_cecp(Stage::asked_both);
      }
    } else {
      return false;
    }
    return true;
  }

  /// The engine answers in the order of the questions: after `uci`, `xboard` and `protover` comes `isready`.
  /// If it declares features first, it speaks both protocols, and `uci` lets it return to the one that was
  /// asked first.
  void hear_doubted(std::string_view line) {
    if (std::holds_alternative<protocol::Ready>(UciBack::parse(line))) return finish_in_uci();
    std::string no_answer;
    (void)cecp_.parse_handshake(line, no_answer);
    if (cecp_.features().declared.empty()) return;
    expected_ = {.dialect = &protocol::kUci};
    stage_ = Stage::recalled;
    effects_.to_engine += UciBack::kHandshake;
    effects_.timers.push_back({Timer::engine_silence, kUciSilence});
  }

  bool hear_cecp(std::string_view line) {
    if (has_got_move_ && protocol::CecpBack::read_move(line)) {
      effects_.to_engine += "new\n";
      finish_in_cecp();
      return true;
    }
    const std::size_t known = cecp_.features().declared.size();
    const protocol::EngineMessage message = cecp_.parse_handshake(line, effects_.to_engine);
    const bool declares = cecp_.features().declared.size() > known;
    const bool is_done = std::holds_alternative<protocol::HandshakeDone>(message);
    const bool refuses = std::holds_alternative<protocol::HandshakeRefused>(message);
    if (declares && hears_uci_) {
      end_in_confusion({.dialect = &protocol::kUci});
    } else if (declares && has_got_move_) {
      end_in_confusion({.dialect = &protocol::kCecp, .features = 1});
    } else if (is_done) {
      finish_in_cecp();
    } else {
      if (refuses && refusal_.empty()) refusal_ = line;
      if (declares || refuses) await_features();
    }
    return declares || is_done || refuses;
  }

  /// True if an engine that was asked in the XBoard protocol speaks it, by what it has sent until this timer.
  [[nodiscard]] bool plays_games_after(Timer timer) const {
    const bool may_play_games = (stage_ == Stage::asked_both || stage_ == Stage::asked_cecp) && !hears_uci_;
    if (!may_play_games || !cecp_.may_end_handshake()) return false;
    if (timer != Timer::engine_start) return timer == Timer::engine_features && has_declared_enough();
    // If the user has set the XBoard protocol and the engine never sends anything, it is of version 1.
    const bool is_silent = stage_ == Stage::asked_cecp && expected_.features == 0;
    return is_silent || !cecp_.features().declared.empty();
  }

  /// True if the engine has probably declared all its features.
  [[nodiscard]] bool has_declared_enough() const noexcept {
    const std::size_t declared = cecp_.features().declared.size();
    if (expected_.features > 0) return declared >= expected_.features && !expected_.says_done;
    return declared > 0 || !refusal_.empty() || expected_.plays_without;
  }

  /// Lets a silent engine answer a move, with a second on its clock. UCI has none of these words. An engine
  /// with features that only loads slowly has this move on its board later: end_in_confusion().
  void give_move() {
    const bool is_silent = !hears_uci_ && cecp_.features().declared.empty() && expected_.features == 0;
    if (!is_silent || stage_ == Stage::doubted || std::exchange(has_got_move_, true)) return;
    effects_.to_engine += "new\ntime 100\notim 100\ne2e4\n";
  }

  void await_features() {
    if (std::exchange(awaits_features_, true)) return;
    effects_.timers.push_back({Timer::engine_features, kFeatureDelay});
  }

  void finish_in_uci() {
    stage_ = Stage::ready;
    expected_ = {.dialect = &protocol::kUci};
  }

  void finish_in_cecp() {
    const protocol::CecpFeatures& features = cecp_.features();
    stage_ = Stage::ready;
    expected_ = {.dialect = &protocol::kCecp,
                 .features = features.declared.size(),
                 .says_done = features.done == protocol::CecpFeatures::Done::complete,
                 .plays_without = features.is_version_1()};
    if (!features.name.empty()) name_ = features.name;
    options_ = cecp_.options();
  }

  void end_in_confusion(const Expected& next) {
    expected_ = next;
    stage_ = Stage::confused;
  }

  void refuse() {
    const std::string& command = context_.options.text(OptionId::engine_command);
    const std::string_view uci = "\"uci\" with \"uciok\"";
    const std::string_view cecp = "\"protover 2\" with features";
    const std::string question = stage_ == Stage::doubted      ? "\"isready\" with \"readyok\""
                                 : stage_ == Stage::asked_cecp ? std::string(cecp)
                                 : stage_ == Stage::asked_both ? fmt::format("{} nor {}", uci, cecp)
                                                               : std::string(uci);
    complaint_ = !cecp_.may_end_handshake()
                     ? fmt::format("\"{}\" was not ready within an hour after \"feature done=0\"", command)
                 : dialect_ == &protocol::kUci && !refusal_.empty()
                     ? fmt::format("\"{}\" is not a UCI engine, it answered: {}", command, refusal_)
                     : fmt::format("\"{}\" did not answer {} within {} ms (EngineStartTimeout)", command,
                                   question, context_.options.spin(OptionId::engine_start_timeout));
    stage_ = Stage::refused;
  }

  Context& context_;
  Effects& effects_;
  Stage stage_ = Stage::not_begun;
  const protocol::Dialect* dialect_ = nullptr;  ///< the only one in which it is asked; null: any
  Expected expected_;
  std::chrono::milliseconds begun_at_{0};
  bool has_got_move_ = false;     ///< by give_move()
  bool hears_uci_ = false;        ///< it has sent something that only UCI has
  bool awaits_features_ = false;  ///< Timer::engine_features is running
  protocol::CecpBack cecp_;
  std::string name_;
  std::string author_;
  std::vector<protocol::EngineOption> options_;
  std::size_t declared_bytes_ = 0;  ///< bytes of the UCI lines that declare options
  std::string refusal_;             ///< its first answer that refuses a question
  std::string complaint_;
};

}  // namespace polyglot::session
