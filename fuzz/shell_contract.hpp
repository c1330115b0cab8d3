// SPDX-License-Identifier: MIT
#pragma once

#include <iterator>

#include <polyglot/session/runner.hpp>

#include "session_script.hpp"

namespace polyglot::fuzz {

using Lines = std::vector<std::string_view>;

/// The lines of a text, which must all be whole.
[[nodiscard]] inline Lines lines_of(std::string_view text) {
  check(text.empty() || text.ends_with('\n'), "only whole lines go out");
  Lines lines;
  while (!text.empty()) lines.push_back(take_line(text));
  return lines;
}

/// Rules for every session: quit is the last line, and nothing comes after the end.
class EndModel {
 public:
  void observe(const session::Effects& effects) {
    const Lines to_engine = lines_of(effects.to_engine);
    check(!quit_ || to_engine.empty(), "nothing is sent to an engine behind quit");
    const auto quit = std::ranges::find(to_engine, "quit");
    check(quit == to_engine.end() || quit + 1 == to_engine.end(), "quit is the last command");
    check(!told_to_end_ || effects.engine != session::EngineFate::ends, "an engine is told to quit once");
    check(!ended_ || (effects.to_gui.empty() && effects.timers.empty() && effects.log.empty() &&
                      effects.changed_options.empty() && !effects.ending),
          "nothing comes after the end");
    if (effects.ending) {
      check((effects.ending->exit_code == 0) == effects.ending->message.empty(), "a failure says why");
    }
    quit_ |= quit != to_engine.end();
    told_to_end_ |= effects.engine == session::EngineFate::ends;
    ended_ |= effects.ending.has_value();
  }
  /// Another engine takes the place of the one that was told to quit.
  void engine_replaced() noexcept { quit_ = false; }

  [[nodiscard]] bool told_to_end() const noexcept { return told_to_end_; }
  [[nodiscard]] bool ended() const noexcept { return ended_; }

 private:
  bool quit_ = false;
  bool told_to_end_ = false;
  bool ended_ = false;
};

/// Small numbers and large ones, the same in every run.
[[nodiscard]] inline book::RandomSource make_random() {
  return [count = std::uint32_t{0}](std::uint32_t bound) mutable { return (count += 7919) % bound; };
}

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
  explicit ShellRunner(session::Session& asks) : session(asks) {}

  /// Returns all effects of an event, and of the answers to its requests.
  session::Effects effects_of_event() {
    effects_ = {};
    carry_out(session);
    return std::move(effects_);
  }

 protected:
  /// The book that is opened. `trouble`: why it cannot be read, if its name says so.
  virtual std::unique_ptr<book::BookSource> make_book(std::optional<Error> trouble) = 0;

  using session::Runner::answer;
  void answer(const session::OpenBook& request) override {
    const auto is_called = [&request](const char* word) {
      return request.file.find(word) != std::string::npos;
    };
    if (is_called("missing")) return session.book_opened(request.place, Error{"no such file", request.file});
    std::optional<Error> trouble;
    if (is_called("damaged")) trouble = Error{"read failed", request.file};
    session.book_opened(request.place, make_book(std::move(trouble)));
  }

  session::Session& session;

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

/// Plays the events of an input, whose first byte sets the session up.
template <class Play>
int run_script(const std::uint8_t* data, std::size_t size, std::span<const Event> ready_made) {
  if (size == 0) return 0;
  Play play(data[0]);
  SessionScript script(as_text(data + 1, size - 1), ready_made);
  while (const auto event = script.next()) play.take(*event);
  play.finish();
  return 0;
}

}  // namespace polyglot::fuzz
