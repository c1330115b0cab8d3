// SPDX-License-Identifier: MIT
#pragma once

#include <deque>

#include <polyglot/book/book_source.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/session/effects.hpp>

#include "shell_contract.hpp"

namespace polyglot::fuzz {

/// Watches a session from outside, line by line, and checks what Session promises.
///
/// It predicts no decision of the session's. It sees from what goes to the engine which searches the book
/// answers, and knows then when each answer is due and from which position.
class SessionModel {
 public:
  explicit SessionModel(const book::BookSource& book) : book_(book) {}

  /// One event and all its effects.
  void observe(const Event& event, const session::Effects& effects);

  [[nodiscard]] bool ended() const noexcept { return end_.ended(); }

 private:
  /// An answer of Polyglot's own, and what the engine has to answer first.
  struct Due {
    bool identity = false;  ///< to `uci`; otherwise a book move
    std::uint64_t ready = 0;
    std::uint64_t best_moves = 0;
    std::optional<chess::Position> position = {};
    std::optional<std::vector<chess::Move>> search_moves = {};
  };

  void check_commands(const session::Effects& effects) const;
  std::vector<std::string> lines_served(const Event& event);
  void take_engine_line(const Event& event, Lines& to_gui);

  void follow(const std::vector<std::string>& served, const session::Effects& effects);
  void follow_line(std::string_view line, const session::Effects& effects);
  void follow_go(std::string_view line);
  [[nodiscard]] Due book_answer(const protocol::SearchLimits& limits) const;
  void set_position(std::string_view line);
  void release_held();
  void add_due(Due due);
  [[nodiscard]] bool take_relayed(std::string_view line);

  void forget_early_lines(Lines& to_gui);
  void check_answers(const Lines& to_gui, bool engine_lost);
  void take_due(bool identity, bool engine_lost);
  void check_book_move(const Due& due, std::string_view line) const;
  [[nodiscard]] bool is_satisfied(const Due& due) const noexcept;

  const book::BookSource& book_;

  bool started_ = false;   ///< the engine's handshake is over
  bool met_gui_ = false;   ///< it has said something
  bool spoken_ = false;    ///< a line of the GUI has been dealt with
  bool gui_left_ = false;  ///< it said quit, or went
  bool quit_sent_ = false;
  EndModel end_;
  std::vector<std::string> waiting_;  ///< the GUI's lines while the engine starts
  std::vector<std::string> early_;    ///< the engine's lines before the GUI has spoken

  std::uint64_t ready_asked_ = 0;
  std::uint64_t ready_seen_ = 0;
  std::uint64_t searches_ = 0;
  std::uint64_t best_moves_ = 0;
  std::optional<chess::Position> position_ = chess::Position();
  std::optional<Due> held_;  ///< while the GUI ponders
  std::deque<Due> due_;

  Lines relayed_;  ///< what this event sent to the engine, our own commands left out
  std::size_t next_relayed_ = 0;
};

}  // namespace polyglot::fuzz
