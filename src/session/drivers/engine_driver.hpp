// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <polyglot/protocol/messages.hpp>
#include <polyglot/session/effects.hpp>
#include <polyglot/session/engine_options.hpp>

namespace polyglot::session {

/// Hears of an engine's searches. Calls may come out of calls to the driver, as its last act.
class EngineListener {
 public:
  virtual ~EngineListener() = default;

  virtual void on_info(const protocol::Info& info, Effects& effects) = 0;
  /// The answer to the last search(), once.
  virtual void on_best_move(const protocol::BestMove& best, Effects& effects) = 0;
  /// The answer to a ready_query(), in their order.
  virtual void on_ready(Effects& effects) = 0;
  /// Words for people.
  virtual void on_words(std::string_view line, Effects& effects) = 0;
};

/// Has an engine search, whatever its protocol: knows who may be told what and when, and what is still due.
/// Each search that is not dropped is answered by one best move, each ready query once.
class EngineDriver {
 public:
  /// How long an engine may take to end a search that it was told to end.
  static constexpr std::chrono::milliseconds kPatience{2000};

  /// `now`: the time of the present event.
  explicit EngineDriver(const std::chrono::milliseconds& now) noexcept : now_(now) {}
  virtual ~EngineDriver() = default;
  EngineDriver(const EngineDriver&) = delete;
  EngineDriver& operator=(const EngineDriver&) = delete;

  void listen(EngineListener& listener) noexcept { listener_ = &listener; }

  /// A line of the engine.
  virtual void hear(std::string_view line, Effects& effects) = 0;

  /// Brings the engine to a position and has it search there, instead of what it searches now.
  virtual void search(const protocol::Search& search, Effects& effects) = 0;
  /// Drops the search: its best move does not count.
  virtual void drop(Effects& effects) = 0;
  /// Wants the best move at once; of a search that still waits for the engine, as soon as it begins.
  virtual void stop(Effects& effects) = 0;
  /// What is pondered on has come true.
  virtual void ponder_hit(Effects& effects) = 0;
  virtual EngineFate new_game(Effects& effects) = 0;
  /// Answered when everything before has been dealt with, or at once by an engine that thinks.
  virtual void ready_query(Effects& effects) = 0;
  /// Sets an option and remembers its value. No value: a button.
  void set_option(EngineOptions::Entry& entry, std::optional<std::string_view> value, Effects& effects) {
    if (value) entry.value = *value;
    send_option(entry.option.name, value, effects);
  }
  /// Nothing is sent after it.
  virtual void quit(Effects& effects) = 0;
  /// The engine has failed: nothing is sent to it any more, and nothing awaited from it.
  virtual void lose() noexcept = 0;

  /// A search that was stopped or dropped goes on for too long: the best move known until now is the answer,
  /// and the engine is told nothing more.
  EngineFate timer_fired(Effects& effects) {
    if (!stopped_at_ || now_ - *stopped_at_ < kPatience) return EngineFate::stays;
    stopped_at_.reset();
    give_up(effects);
    return EngineFate::is_replaced;
  }

  /// True while the engine owes an answer.
  [[nodiscard]] virtual bool busy() const noexcept = 0;
  /// True if what the engine says of a search is about the last one.
  [[nodiscard]] virtual bool listening() const noexcept = 0;
  /// True if an engine that ends now only leaves a game that is over.
  [[nodiscard]] virtual bool may_leave() const noexcept { return false; }
  /// Number of the question that an engine that does not search should answer; nothing: there is none.
  [[nodiscard]] virtual std::optional<std::uint64_t> answer_due() const noexcept = 0;
  /// Bytes that wait for the engine here.
  [[nodiscard]] virtual std::size_t held() const noexcept = 0;

 protected:
  virtual void send_option(std::string_view name, std::optional<std::string_view> value,
                           Effects& effects) = 0;
  virtual void give_up(Effects& effects) = 0;

  /// The engine has been told to end its search; or it has ended it.
  void await_end(Effects& effects) {
    stopped_at_ = now_;
    effects.timers.push_back({Timer::unheard_stop, kPatience});
  }
  void end_came() noexcept { stopped_at_.reset(); }
  [[nodiscard]] bool awaits_end() const noexcept { return stopped_at_.has_value(); }
  [[nodiscard]] EngineListener& listener() const noexcept { return *listener_; }

 private:
  const std::chrono::milliseconds& now_;
  EngineListener* listener_ = nullptr;
  std::optional<std::chrono::milliseconds> stopped_at_;
};

}  // namespace polyglot::session
