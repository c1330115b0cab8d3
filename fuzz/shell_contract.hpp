// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/session/runner.hpp>

#include "session_script.hpp"

namespace polyglot::fuzz {

/// The shell's side of the contract with a session: GUI and engine do not speak after they have gone, and
/// only armed timers fire.
class ShellContract {
 public:
  /// False for an event that a shell would not send now. `ended`: the session has ended.
  [[nodiscard]] bool allows(Event::Kind kind, bool ended) const {
    switch (kind) {
      case Event::Kind::gui_line:
      case Event::Kind::gui_closed:
        return !gui_gone_;
      case Event::Kind::engine_line:
      case Event::Kind::engine_lost:
        return !engine_gone_;
      case Event::Kind::timer:
        return timers_armed();
      case Event::Kind::notice:
        return !ended;
      case Event::Kind::interrupted:
      case Event::Kind::clock:
        return true;
      case Event::Kind::start:
        return false;
    }
    return false;
  }

  /// Takes note of an event that is about to happen. Returns the timer that fires, if one does.
  session::Timer begin(Event::Kind kind) {
    gui_gone_ |= kind == Event::Kind::gui_closed;
    engine_gone_ |= kind == Event::Kind::engine_lost;
    if (kind != Event::Kind::timer) return {};
    const session::Timer timer = armed_.front();
    armed_.erase(armed_.begin());
    return timer;
  }

  void observe(const session::Effects& effects) {
    for (const session::TimerRequest& request : effects.timers) armed_.push_back(request.timer);
  }
  void engine_replaced() noexcept {
    engine_gone_ = false;
    armed_.clear();
  }

  [[nodiscard]] bool timers_armed() const noexcept { return !armed_.empty(); }
  [[nodiscard]] bool engine_gone() const noexcept { return engine_gone_; }

 private:
  std::vector<session::Timer> armed_;
  bool gui_gone_ = false;
  bool engine_gone_ = false;
};

/// Tells a session of an event. `block`: the lines of one that brings any.
inline void apply(session::Session& session, const Event& event, std::string_view block,
                  session::Timer timer) {
  switch (event.kind) {
    case Event::Kind::start:
      return session.start();
    case Event::Kind::gui_line:
      return session.gui_lines(block);
    case Event::Kind::engine_line:
      return session.engine_lines(block);
    case Event::Kind::gui_closed:
      return session.gui_closed();
    case Event::Kind::interrupted:
      return session.interrupted();
    case Event::Kind::engine_lost:
      return session.engine_lost("exited with status 1");
    case Event::Kind::timer:
      return session.timer_fired(timer);
    case Event::Kind::notice:
      return session.notify("the log file is full");
    case Event::Kind::clock:
      return;  // the time is set beforehand
  }
}

/// Runs a session whose effects are checked event by event. Derived classes answer the requests.
class ShellRunner : protected session::Runner {
 public:
  /// Returns all effects of an event, and of the answers to its requests.
  session::Effects effects_of_event(session::Session& session) {
    effects_ = {};
    carry_out(session);
    return std::move(effects_);
  }

 private:
  void apply(config::OptionId id) override { effects_.changed_options.push_back(id); }
  void perform(session::Effects& effects) override {
    std::ranges::move(effects.log, std::back_inserter(effects_.log));
    effects_.interrupt_engine |= effects.interrupt_engine;
    effects_.to_engine += effects.to_engine;
    effects_.to_gui += effects.to_gui;
    std::ranges::copy(effects.timers, std::back_inserter(effects_.timers));
    if (effects.engine != session::EngineFate::stays) effects_.engine = effects.engine;
    if (effects.restart_delay) effects_.restart_delay = effects.restart_delay;
    if (effects.ending) effects_.ending = effects.ending;
  }

  session::Effects effects_;
};

/// GUI and engine leave, in every state. `take` sends an event if the contract allows it.
template <class Take>
void let_everybody_leave(const ShellContract& contract, Take take) {
  constexpr int kMostEnds = 12;  // with EngineRestart a session starts another engine a few times
  take(Event{.kind = Event::Kind::gui_closed});
  for (int i = 0; i < kMostEnds; ++i) {
    while (contract.timers_armed()) take(Event{.kind = Event::Kind::timer});
    take(Event{.kind = Event::Kind::engine_lost});
  }
}

}  // namespace polyglot::fuzz
