// SPDX-License-Identifier: MIT
#include "cecp_model.hpp"

#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/cecp_variants.hpp>
#include <polyglot/protocol/uci.hpp>

#include "uci_position.hpp"

namespace polyglot::fuzz {
namespace {

using chess::Color;

std::size_t index(Color color) {
  return static_cast<std::size_t>(color);
}

/// The move in an engine's line "move M".
std::string_view moved_in(std::string_view line) {
  if (take_word(line) != "move") return {};
  return trim(line);
}

}  // namespace

// ---- A UCI engine ---------------------------------------------------------------------------------------

void UciEngineModel::engine_line(std::string_view line) {
  if (take_word(line) == "bestmove") searching_ = false;
}

void UciEngineModel::follow_option(std::string_view rest) {
  (void)take_word(rest);  // `name`
  if (!equal_ignoring_case(take_word(rest), protocol::kVariantOption)) return;
  (void)take_word(rest);  // `value`
  plays_chess_ = protocol::xboard_variant(trim(rest), {}) == protocol::kNormalChess;
}

void UciEngineModel::sent(std::string_view line) {
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  if (word == "isready" || word == "quit") return;
  if (word == "stop") {
    check(searching_ && !stopped_, "a search is stopped once");
    stopped_ = true;
    return;
  }
  if (word == "ponderhit") {
    check(searching_ && pondering_ && !stopped_, "only what is pondered on comes true, and once");
    pondering_ = false;
    return;
  }
  check(!searching_, "an engine that searches gets no other command");
  if (word == "setoption") {
    follow_option(rest);
  } else if (word == "position") {
    check(!plays_chess_ || position_of(line).has_value(), "positions are legal");
  } else if (word == "go") {
    check(positioned_, "a search has its position");
    searching_ = true;
    stopped_ = false;
    pondering_ = line.find(" ponder") != std::string_view::npos;
  }
  positioned_ = word == "position";
}

// ---- An XBoard GUI --------------------------------------------------------------------------------------

bool CecpGuiModel::we_may_play() const {
  return we_may_play_[index(game_.position().side_to_move())];
}

void CecpGuiModel::set_player(std::optional<Color> color) {
  we_may_play_ = {};
  if (color) we_may_play_[index(*color)] = true;
}

void CecpGuiModel::play_their_move(std::string_view text) {
  const auto move = followed_ ? chess::move_from_text(game_.position(), text) : std::nullopt;
  if (!move) return;
  // A move for us may be a helping hand, or take over our side.
  const Color mover = game_.position().side_to_move();
  if (we_may_play_[index(mover)]) we_may_play_[index(~mover)] = true;
  game_.push(*move);
}

void CecpGuiModel::gui_line(std::string_view line) {
  follow(front_.parse(line));
}

void CecpGuiModel::follow(const protocol::GuiMessage& message) {
  const Color turn = game_.position().side_to_move();
  if (const auto* query = std::get_if<protocol::ReadyQuery>(&message)) {
    pings_.emplace_back(query->tag);
  } else if (std::holds_alternative<protocol::NewGame>(message)) {
    game_ = chess::Game();
    followed_ = true;
    set_player(analyzing_ ? std::nullopt : std::optional(Color::black));
  } else if (const auto* chosen = std::get_if<protocol::SetVariant>(&message)) {
    // The engine may play by its own rules, or by those of chess from the start, so the model cannot follow.
    if (chosen->name != protocol::kNormalChess && chosen->name != protocol::kChess960) lose_track();
  } else if (const auto* set_up = std::get_if<protocol::SetUp>(&message)) {
    if (const auto position = chess::Position::from_fen(set_up->fen)) {
      game_ = chess::Game(*position);
      set_player(std::nullopt);
    }
  } else if (const auto* played = std::get_if<protocol::PlayMove>(&message)) {
    play_their_move(played->move);
  } else if (const auto* back = std::get_if<protocol::TakeBack>(&message)) {
    const auto plies = static_cast<std::size_t>(back->plies);
    if (plies <= game_.ply()) game_.truncate(game_.ply() - plies);
  } else if (std::holds_alternative<protocol::Force>(message)) {
    set_player(std::nullopt);
  } else if (std::holds_alternative<protocol::PlaySideToMove>(message)) {
    if (!analyzing_) set_player(turn);
  } else if (std::holds_alternative<protocol::PlayOtherSide>(message)) {
    if (!analyzing_) set_player(~turn);
  } else if (const auto* set_turn = std::get_if<protocol::SetTurn>(&message)) {
    if (!analyzing_ && set_turn->color == turn) set_player(~turn);
  } else if (std::holds_alternative<protocol::Analyze>(message)) {
    analyzing_ = true;
    set_player(std::nullopt);
  } else if (std::holds_alternative<protocol::LeaveAnalysis>(message)) {
    analyzing_ = false;
    set_player(std::nullopt);
  }
}

void CecpGuiModel::told(std::string_view line) {
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  if (word == "pong") {
    check(!pings_.empty() && pings_.front() == trim(rest), "pongs answer pings in their order");
    pings_.pop_front();
  } else if (word == "move" && followed_) {
    check(we_may_play(), "we move when it is our turn");
    const auto move = chess::move_from_text(game_.position(), trim(rest));
    check(move.has_value(), "our moves are legal");
    game_.push(*move);
  } else if (line.starts_with("Error (unsupported variant)")) {
    lose_track();  // the next variant that is known begins from its start
  }
}

/// A move out of turn may have crossed a command. Then the model cannot know the engine's board.
void CecpGuiModel::engine_moved(std::string_view line) {
  const std::string_view text = moved_in(line);
  if (text.empty() || !followed_) return;
  const auto move = we_may_play() ? chess::move_from_text(game_.position(), text) : std::nullopt;
  followed_ = move.has_value();
  if (move) game_.push(*move);
}

// ---- A UCI GUI ------------------------------------------------------------------------------------------

void UciGuiModel::gui_line(std::string_view line) {
  const protocol::GuiMessage message = protocol::UciFront().parse(line);
  if (const auto* go = std::get_if<protocol::Go>(&message)) {
    if (!go->limits.perft) searches_.push_back(position_);
  } else if (std::holds_alternative<protocol::SetPosition>(message)) {
    position_ = position_of(line);
  } else if (std::holds_alternative<protocol::ReadyQuery>(message)) {
    ++ready_queries_;
  }
}

void UciGuiModel::told_by_engine(std::string_view line) {
  if (take_word(line) != "bestmove") return;
  check(!searches_.empty(), "a best move answers a go");
  searches_.pop_front();
}

void UciGuiModel::told(std::string_view line) {
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  if (word == "bestmove") {
    check(!searches_.empty(), "a best move answers a go");
    const std::optional<chess::Position> position = searches_.front();
    searches_.pop_front();
    const std::string_view text = take_word(rest);
    const bool can_move = position && position->has_legal_move();
    check(can_move ? chess::move_from_uci(*position, text).has_value() : text == "0000" || text == "(none)",
          "a best move is legal where it was asked for");
  } else if (word == "readyok") {
    check(ready_queries_ > 0, "readyok answers isready");
    --ready_queries_;
  } else {
    check(word == "info" || word == "id" || word == "option" || word == "uciok",
          "UCI is spoken to a UCI GUI");
  }
}

}  // namespace polyglot::fuzz
