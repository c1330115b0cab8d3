// SPDX-License-Identifier: MIT
#include "session/conversations/game_conversation.hpp"
#include <variant>

#include "session/conversations/exclusions.hpp"
#include "session/move_text.hpp"

namespace polyglot::session {

using config::OptionId;

void GameConversation::gui_message(const protocol::GuiMessage& message, std::string_view line) {
  if (std::holds_alternative<protocol::NewGame>(message)) return new_game();
  const protocol::Match obey{
      [&](const protocol::Handshake&) { identify(); },
      [&](const protocol::ReadyQuery& ping) { take_ping(ping.tag); },
      [&](const protocol::SetVariant& variant) { set_variant(variant.name, line); },
      [&](const protocol::SetUp& set_up) { set_position(set_up.fen); },
      [&](const protocol::SetHoldings& holdings) { hold(holdings); },
      [&](const protocol::PlayMove& move) { read_their_move(move.move); },
      [&](const protocol::TakeBack& undo) { take_back(static_cast<std::size_t>(undo.plies)); },
      [&](const protocol::GameResult& result) { end_game(result.score); },
      [&](const protocol::Force&) { play_neither(); },
      [&](const protocol::PlaySideToMove&) { play(record_.turn()); },
      [&](const protocol::PlayOtherSide&) { play(~record_.turn()); },
      [&](const protocol::SetTurn& turn) {
        if (turn.color == record_.turn()) play(~record_.turn());
      },
      [&](const protocol::Analyze&) { analyze(true); },
      [&](const protocol::LeaveAnalysis&) { analyze(false); },
      [&](const protocol::Pause&) { pause(true); },
      [&](const protocol::Resume&) { pause(false); },
      [&](const protocol::MoveNow&) { move_now(); },
      [&](const protocol::DrawOffered&) { answer_draw_offer(); },
      [&](const protocol::SetTimeControl& control) { clock_.set(control); },
      [&](const protocol::SetMoveTime& limit) { clock_.set(limit); },
      [&](const protocol::SetDepthLimit& limit) { clock_.set(limit); },
      [&](const protocol::SetClock& clock) { clock_.set(clock); },
      [&](const protocol::SetNodeRate& rate) {
        clock_.set(rate);
        settings_.set_node_rate(clock_.node_rate());
      },
      [&](const protocol::SetPondering& pondering) {
        settings_.allow_pondering(pondering.on);
        restart();
      },
      [&](const protocol::ShowThinking& thinking) { report_.post(thinking.on); },
      [&](const protocol::OpponentName& opponent) { settings_.name_opponent(opponent.name); },
      [&](const protocol::OpponentIsComputer&) { settings_.opponent_is_computer(); },
      [&](const protocol::ProgressQuery&) {
        if (analyzes()) gui_.print(report_.progress());
      },
      [&](const protocol::HintQuery&) { give_hint(); },
      [&](const protocol::BookQuery&) { gui_.print(moves_to_play()); },
      [&](const protocol::ExcludeMove& choice) { exclude(choice, line); },
      [&](const protocol::SetOption& option) { set(settings_.choose(option), line); },
      [&](const protocol::SetMemory& memory) { set(settings_.choose(memory), line); },
      [&](const protocol::SetCores& cores) { set(settings_.choose(cores), line); },
      [&](const protocol::SetTablebasePath& tables) { set(settings_.choose(tables), line); },
      [&](const protocol::Unknown&) {
        gui_.print(protocol::CommandError{kUnknownCommand, line});
      },
      [](const auto&) {},  // messages of GUIs that give positions, or without an effect
  };
  std::visit(obey, message);
}

void GameConversation::identify() {
  protocol::Identity identity = gui_.identity(engine_);
  if (const std::string& name = options_.text(OptionId::engine_name); !name.empty()) identity.name = name;
  gui_.print(identity);
}

void GameConversation::answer_draw_offer() {
  if (settings_.offer_draw()) return;
  if (Adjudicator::takes_draw(options_, report_.last_score())) gui_.print(protocol::OfferDraw{});
}

void GameConversation::give_hint() {
  const game::Game& game = record_.game();
  auto move = book_.hint(game);
  if (!move) move = game.read_uci(hint_);
  if (move) gui_.print(protocol::Hint{hint_text(game, *move)});
}

protocol::BookList GameConversation::moves_to_play() {
  const game::Position* const position = record_.position();
  if (position == nullptr) return {};
  if (options_.check(OptionId::book)) return book_.list(record_.game());
  protocol::BookList list;
  for (const game::Move& move : listed_moves(*position)) {
    list.rows.push_back({.san = game::to_xboard_san(*position, move),
                         .excluded = excluded_.contains(move),
                         .share = std::nullopt});
  }
  return list;
}

}  // namespace polyglot::session
