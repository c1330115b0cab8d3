// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/protocol/cecp_engine.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/session/effects.hpp>
#include <polyglot/session/engine_options.hpp>

#include "session/context.hpp"

namespace polyglot::session {

/// Receives the results of an engine's searches. The driver may call it during its own calls, as the last
/// step.
class SearchListener {
 public:
  virtual ~SearchListener() = default;

  virtual void on_info(const protocol::Info& info) = 0;
  /// The answer to the last search(), once.
  virtual void on_best_move(const protocol::BestMove& best) = 0;
  /// The answer to a ready_query(), in the order of the queries.
  virtual void on_ready() = 0;
  virtual void on_words(std::string_view line) = 0;
};

/// Makes an engine search, in any protocol. It knows what may be sent when, and which answers are owed. Each
/// search that is not dropped is answered by one best move, and each ready query once.
class EngineDriver {
 public:
  /// How long an engine may take to end a search that it was told to end.
  static constexpr std::chrono::milliseconds kStopLimit{2000};

  explicit EngineDriver(Context& context) noexcept : effects_(context.effects), now_(context.now) {}
  virtual ~EngineDriver() = default;
  EngineDriver(const EngineDriver&) = delete;
  EngineDriver& operator=(const EngineDriver&) = delete;

  void listen(SearchListener& listener) noexcept { listener_ = &listener; }

  /// Starts a search of a position. It replaces the running search.
  virtual void search(const protocol::Search& search) = 0;
  /// Drops the search and its best move.
  virtual void drop() = 0;
  /// Ends the search: its best move is wanted at once. A waiting search ends as soon as it has begun.
  virtual void stop() = 0;
  virtual void hear(std::string_view line) = 0;

  virtual void ponder_hit() = 0;
  /// The engine is lost if it plays only one game.
  virtual void new_game() = 0;
  /// Asks whether the engine is ready. Answered after everything before, or at once by a thinking engine.
  virtual void ready_query() = 0;
  /// Sets an option and remembers its value. No value: a button.
  void set_option(EngineOptions::Entry& entry, std::optional<std::string_view> value) {
    if (value) entry.value = *value;
    send_option(entry.option.name, value);
  }
  /// Sends `quit`. Nothing is sent afterwards.
  virtual void quit() = 0;
  virtual void lose() noexcept = 0;
  /// True if nothing more is sent to the engine or expected from it. If it still runs, another one has to
  /// replace it.
  [[nodiscard]] virtual bool is_lost() const noexcept = 0;

  /// Checks whether a stopped or dropped search runs too long. Then the best known move is the answer, and
  /// the engine is lost.
  void timer_fired() {
    if (!stopped_at_ || now_ - *stopped_at_ < kStopLimit) return;
    stopped_at_.reset();
    end_overdue_search();
  }

  /// True while the engine owes an answer.
  [[nodiscard]] virtual bool busy() const noexcept = 0;
  /// True if the engine's reports are about the last search.
  [[nodiscard]] virtual bool listening() const noexcept = 0;
  /// True if the game is over, so that an engine that ends now can be replaced.
  [[nodiscard]] virtual bool may_leave() const noexcept { return false; }
  /// The number of the question that an engine should answer while it does not search; nothing if there is
  /// none.
  [[nodiscard]] virtual std::optional<std::uint64_t> answer_due() const noexcept = 0;
  /// The bytes that wait here for the engine.
  [[nodiscard]] virtual std::size_t held() const noexcept = 0;

  /// Takes a line before the GUI's first line. True if it is for a GUI of the same protocol at once, and not
  /// an answer.
  [[nodiscard]] virtual bool hear_early(std::string_view line) = 0;
  /// What a GUI of the same protocol gets in the handshake, see protocol::Identity.
  [[nodiscard]] virtual std::optional<std::vector<std::string>> declared_features() const {
    return std::nullopt;
  }
  /// The engine's features and notation; null if it does not speak XBoard's protocol.
  [[nodiscard]] virtual protocol::CecpBack* cecp_back() noexcept { return nullptr; }
  /// All options if the engine has declared more since the last call or its handshake; otherwise none.
  [[nodiscard]] virtual std::vector<protocol::EngineOption> late_options() { return {}; }

 protected:
  virtual void send_option(std::string_view name, std::optional<std::string_view> value) = 0;
  virtual void end_overdue_search() = 0;

  /// await_end(): the engine has been told to end its search. end_came(): it has ended it.
  void await_end() {
    stopped_at_ = now_;
    effects_.timers.push_back({Timer::stop_limit, kStopLimit});
  }
  void end_came() noexcept { stopped_at_.reset(); }
  [[nodiscard]] bool awaits_end() const noexcept { return stopped_at_.has_value(); }
  [[nodiscard]] SearchListener& listener() const noexcept { return *listener_; }

  Effects& effects_;

 private:
  const std::chrono::milliseconds& now_;
  SearchListener* listener_ = nullptr;
  std::optional<std::chrono::milliseconds> stopped_at_;
};

[[nodiscard]] std::unique_ptr<EngineDriver> make_uci_driver(Context& context);
/// `back` has read the engine's features.
[[nodiscard]] std::unique_ptr<EngineDriver> make_cecp_driver(Context& context, protocol::CecpBack back);

}  // namespace polyglot::session
