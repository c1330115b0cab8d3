#pragma once

#include <optional>
#include <string_view>

#include <polyglot/session/game_tracker.hpp>
#include <polyglot/session/reply_order.hpp>

#include "session/gui.hpp"

namespace polyglot::session {

/// What a GUI asks that gives positions to search: the position it has given, what the book answers, and the
/// order of all answers.
class Questions {
 public:
  Questions(Gui& gui, const Engine& engine, BookPlayer& book) noexcept
      : gui_(gui), engine_(engine), book_(book) {}

  void identify(Effects& effects);
  void set_position(const protocol::SetPosition& message, std::string_view line, Effects& effects);
  /// True if the book answers a search: at once, or when it is known how pondering ends.
  [[nodiscard]] bool answer_from_book(const protocol::SearchLimits& limits, Effects& effects);
  /// Pondering has ended. True if the book had an answer for that.
  bool end_pondering(Effects& effects);
  /// An answer of ours, in its place among the engine's.
  void reply(const protocol::GuiReply& answer, ReplyOrder::After after, Effects& effects);

  /// Null while the position is not known.
  [[nodiscard]] const game::Game* game() const noexcept { return game_.game(); }
  /// How castling is written in this game.
  [[nodiscard]] game::CastlingNotation castling(const game::Game& game) const;
  [[nodiscard]] ReplyOrder& order() noexcept { return order_; }
  [[nodiscard]] const ReplyOrder& order() const noexcept { return order_; }

 private:
  void follow_variant();
  [[nodiscard]] std::optional<protocol::BookAnswer> look_up(const protocol::SearchLimits& limits) const;

  Gui& gui_;
  const Engine& engine_;
  BookPlayer& book_;
  GameTracker game_;
  ReplyOrder order_;
  std::optional<protocol::BookAnswer> ponder_answer_;  ///< held until ponderhit or stop
  bool has_pondered_ = false;
  bool position_doubted_ = false;  ///< said in the log
};

}  // namespace polyglot::session
