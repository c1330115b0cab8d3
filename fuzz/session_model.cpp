// SPDX-License-Identifier: MIT
#include "session_model.hpp"

#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/uci.hpp>

#include "uci_position.hpp"

namespace polyglot::fuzz {
namespace {

using Kind = Event::Kind;
using session::Effects;

std::string_view first_word(std::string_view line) {
  return take_word(line);
}

std::string_view without_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// Commands that the session gives or keeps to itself; all other lines of the GUI are passed on.
bool is_own_command(std::string_view line) {
  const std::string_view word = first_word(line);
  return word == "uci" || word == "setoption" || word == "stop" || word == "ponderhit" || word == "quit";
}

}  // namespace

void SessionModel::observe(const Event& event, const Effects& effects) {
  check_commands(effects);
  Lines to_gui = lines_of(effects.to_gui);
  const bool spoke_before = spoken_;
  take_engine_line(event, to_gui);
  const std::vector<std::string> served = lines_served(event);
  check(spoken_ || !served.empty() || to_gui.empty() || (effects.ending && to_gui.size() == 1),
        "nothing reaches the GUI before its first line was dealt with, but a failure");
  follow(served, effects);
  if (spoken_ && !spoke_before) forget_early_lines(to_gui);
  check_answers(to_gui, event.kind == Kind::engine_lost);

  gui_left_ |=
      event.kind == Kind::gui_closed || (event.kind == Kind::gui_line && first_word(event.line) == "quit");
  quit_sent_ |= effects.to_engine.ends_with("quit\n") && effects.engine == session::EngineFate::ends;
  end_.observe(effects);
}

void SessionModel::check_commands(const Effects& effects) const {
  const Lines to_engine = lines_of(effects.to_engine);
  check(effects.engine == session::EngineFate::ends ||
            std::ranges::find(to_engine, "quit", first_word) == to_engine.end(),
        "an engine that gets quit ends");
  check(!end_.told_to_end() || to_engine.empty(), "nothing is sent to an engine that has been told to quit");
}

/// The engine's line comes out first, as it is, unless it is a best move that nobody waits for.
void SessionModel::take_engine_line(const Event& event, Lines& to_gui) {
  if (event.kind != Kind::engine_line || (end_.told_to_end() && !quit_sent_) || end_.ended()) return;
  const std::string_view line = without_return(event.line);
  const std::string_view word = first_word(line);
  if (!started_) {  // a banner, unless it belongs to the handshake
    if (word != "id" && word != "option" && word != "uciok") early_.emplace_back(line);
    return;
  }
  if (word == "bestmove" && best_moves_ == searches_) {
    check(to_gui.empty(), "a best move nobody waits for is dropped");
    return;
  }
  if (word == "bestmove") ++best_moves_;
  if (word == "readyok" && ready_seen_ < ready_asked_) ++ready_seen_;
  if (spoken_) {
    check(!to_gui.empty() && to_gui.front() == line, "the engine's lines are passed on unchanged");
    to_gui.erase(to_gui.begin());
  } else {
    early_.emplace_back(line);
  }
}

std::vector<std::string> SessionModel::lines_served(const Event& event) {
  if (end_.told_to_end()) return {};
  const std::string_view line = without_return(event.line);
  if (event.kind == Kind::gui_line) {
    met_gui_ |= !trim(line).empty();
    if (!met_gui_) return {};  // tells nothing of what the GUI speaks
    if (started_) return {std::string(line)};
    if (first_word(line) != "quit" && !gui_left_) waiting_.emplace_back(line);
  } else if (event.kind == Kind::engine_line && !started_ && first_word(line) == "uciok") {
    started_ = true;
    return std::exchange(waiting_, {});
  }
  return {};
}

// ---- The GUI's lines ------------------------------------------------------------------------------------

void SessionModel::follow(const std::vector<std::string>& served, const Effects& effects) {
  relayed_ = lines_of(effects.to_engine);
  std::erase_if(relayed_, is_own_command);
  next_relayed_ = 0;
  spoken_ |= !served.empty();
  for (const std::string& line : served) follow_line(line, effects);
  check(next_relayed_ == relayed_.size(), "the engine is sent nothing that the GUI did not say");
}

void SessionModel::follow_line(std::string_view line, const Effects& effects) {
  const std::string_view word = first_word(line);
  if (word == "go") return follow_go(line);
  if (word == "uci") return add_due({.identity = true});
  if (word == "stop" || word == "ponderhit") return release_held();
  if (word == "quit") return check(effects.engine == session::EngineFate::ends, "quit is obeyed at once");
  if (word == "setoption") return;
  if (word == "isready") ++ready_asked_;
  if (word == "position") set_position(line);
  check(take_relayed(line), "what the session does not need is passed on unchanged");
}

void SessionModel::follow_go(std::string_view line) {
  const protocol::GuiMessage message = protocol::UciFront().parse(line);
  const protocol::SearchLimits& limits = std::get<protocol::Go>(message).limits;
  release_held();
  const bool relayed = take_relayed(line);
  if (limits.perft) return check(relayed, "perft is the engine's");
  if (relayed) {
    ++searches_;
  } else if (limits.ponder) {
    held_ = book_answer(limits);
  } else {
    add_due(book_answer(limits));
  }
}

SessionModel::Due SessionModel::book_answer(const protocol::SearchLimits& limits) const {
  check(position_.has_value(), "the book answers positions that are known");
  check(!limits.infinite && !limits.mate, "an analysis is the engine's");
  Due due{.position = position_};
  if (!limits.restricted) return due;
  due.search_moves.emplace();
  for (const std::string_view text : limits.search_moves) {
    if (const auto move = chess::move_from_uci(*position_, text)) due.search_moves->push_back(*move);
  }
  return due;
}

void SessionModel::set_position(std::string_view line) {
  position_ = position_of(line);
}

void SessionModel::release_held() {
  if (auto due = std::exchange(held_, std::nullopt)) add_due(std::move(*due));
}

void SessionModel::add_due(Due due) {
  due.ready = ready_asked_;
  due.best_moves = due.identity ? 0 : searches_;
  due_.push_back(std::move(due));
}

bool SessionModel::take_relayed(std::string_view line) {
  if (next_relayed_ == relayed_.size() || relayed_[next_relayed_] != line) return false;
  ++next_relayed_;
  return true;
}

// ---- Answers to the GUI ---------------------------------------------------------------------------------

/// They come out once, after the answer to the GUI's first line.
void SessionModel::forget_early_lines(Lines& to_gui) {
  for (const std::string& line : std::exchange(early_, {})) {
    if (const auto found = std::ranges::find(to_gui, line); found != to_gui.end()) to_gui.erase(found);
  }
}

void SessionModel::check_answers(const Lines& to_gui, bool engine_lost) {
  for (const std::string_view line : to_gui) {
    const std::string_view word = first_word(line);
    if (word == "bestmove") {
      check(!due_.empty(), "a best move answers a go");
      check_book_move(due_.front(), line);
      take_due(false, engine_lost);
    } else if (word == "uciok") {
      take_due(true, engine_lost);
    } else {
      check(word == "info" || word == "id" || word == "option", "Polyglot says nothing else of its own");
    }
  }
  check(due_.empty() || !(engine_lost || is_satisfied(due_.front())), "an answer is given when it is due");
}

void SessionModel::take_due(bool identity, bool engine_lost) {
  check(!due_.empty() && due_.front().identity == identity, "answers come in the order of the questions");
  check(engine_lost || is_satisfied(due_.front()), "an answer waits for what was asked before");
  due_.pop_front();
}

void SessionModel::check_book_move(const Due& due, std::string_view line) const {
  check(due.position.has_value(), "answers come in the order of the questions");
  (void)take_word(line);
  const auto move = chess::move_from_uci(*due.position, take_word(line));
  check(move.has_value(), "a book move is legal");
  const book::BookMoves known = book_.find(*due.position);
  check(std::ranges::any_of(known.moves,
                            [&](const auto& e) { return e.move == game::Move(*move) && e.weight > 0; }),
        "a book move is in the book, with a weight");
  check(!due.search_moves || std::ranges::count(*due.search_moves, *move) > 0,
        "a book move is a search move");
  if (take_word(line) != "ponder") return;
  chess::Position next = *due.position;
  next.make(*move);
  check(chess::move_from_uci(next, take_word(line)).has_value(), "an expected reply is legal");
}

bool SessionModel::is_satisfied(const Due& due) const noexcept {
  return due.ready <= ready_seen_ && due.best_moves <= best_moves_;
}

}  // namespace polyglot::fuzz
