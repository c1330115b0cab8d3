#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "session/context.hpp"

namespace polyglot::session {

/// Has an engine search what is wanted, and keeps to what the engine's protocol allows: while it searches it
/// gets nothing but stop, ponderhit and ready queries. Whatever else is to be said waits for the best move,
/// and a new search also for the engine to be ready for a new game.
class SearchDriver {
 public:
  enum class Purpose : std::uint8_t { none, think, ponder, analyze };

  explicit SearchDriver(Context& context) noexcept : context_(context) {}

  /// What is being searched, or will be as soon as the engine is free.
  [[nodiscard]] Purpose purpose() const noexcept { return purpose_; }
  /// True if what the engine says now is about that search.
  [[nodiscard]] bool listening() const noexcept { return searching_ && !stale_; }

  /// True while the engine owes a best move, or an answer to a ready query.
  [[nodiscard]] bool engine_busy() const noexcept { return searching_ || !asked_.empty(); }

  /// True while a query of the GUI waits for the engine. Source: CECP, "ping": a move before the pong is of
  /// the game before, and not taken note of.
  [[nodiscard]] bool owes_answer() const noexcept;

  /// Starts a search instead of the one that runs.
  void search(Purpose purpose, const protocol::Search& search, Effects& effects);
  /// Drops the search; its best move does not count.
  void cancel(Effects& effects);
  /// Wants the best move at once: of a search that still waits for the engine, as soon as it begins.
  void move_now(Effects& effects);
  /// What was pondered on has come true.
  void ponder_hit(Effects& effects);

  void set_option(EngineOptions::Entry& entry, std::optional<std::string_view> value, Effects& effects);
  void new_game(Effects& effects);
  /// Answers the GUI's query when the engine is ready for what came before: after the move it thinks about.
  void ready_query(std::string_view tag, Effects& effects);

  /// The engine's search is over. True if its best move counts.
  [[nodiscard]] bool best_move_arrived(Effects& effects);
  void ready_arrived(Effects& effects);
  /// Our move has been made: answers what waited for it.
  void answer_queries(Effects& effects);
  void answer_all_queries(Effects& effects);

 private:
  void stop(Effects& effects);
  void send_search_when_free(Effects& effects);
  void ask_ready(std::optional<std::string> tag, Effects& effects);

  Context& context_;
  Purpose purpose_ = Purpose::none;
  bool searching_ = false;           ///< the engine owes a best move
  bool stop_sent_ = false;           ///< for it
  bool stale_ = false;               ///< it does not count
  bool new_game_due_ = false;        ///< the engine is getting ready for a new game
  std::string waiting_;              ///< for the engine's best move
  std::string waiting_search_;       ///< behind that, and for the engine to be ready
  bool move_now_ = false;            ///< as soon as that has begun
  std::deque<std::string> queries_;  ///< of the GUI, until our move
  /// Of the GUI, until the best move that does not count: what came before them may wait for it, too.
  std::deque<std::string> held_queries_;
  /// Ready queries sent to the engine: the GUI's tag, or nothing for our own.
  std::deque<std::optional<std::string>> asked_;
};

}  // namespace polyglot::session
