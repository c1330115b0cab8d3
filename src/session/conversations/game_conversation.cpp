// SPDX-License-Identifier: MIT
#include "session/conversations/game_conversation.hpp"
#include <variant>

#include "session/conversations/exclusions.hpp"
#include "session/move_text.hpp"

namespace polyglot::session {

using config::OptionId;

EngineFate GameConversation::gui_message(const protocol::GuiMessage& message, std::string_view line,
                                         Effects& effects) {
  if (std::holds_alternative<protocol::NewGame>(message)) return new_game(effects);
  const protocol::Match obey{
      [&](const protocol::Handshake&) { identify(effects); },
      [&](const protocol::ReadyQuery& ping) { take_ping(ping.tag, effects); },
      [&](const protocol::SetVariant& variant) { set_variant(variant.name, line, effects); },
      [&](const protocol::SetUp& set_up) { set_position(set_up.fen, effects); },
      [&](const protocol::SetHoldings& holdings) { hold(holdings, effects); },
      [&](const protocol::PlayMove& move) { read_their_move(move.move, effects); },
      [&](const protocol::TakeBack& undo) { take_back(static_cast<std::size_t>(undo.plies), effects); },
      [&](const protocol::GameResult& result) { end_game(result.score, effects); },
      [&](const protocol::Force&) { play_neither(effects); },
      [&](const protocol::PlaySideToMove&) { play(record_.turn(), effects); },
      [&](const protocol::PlayOtherSide&) { play(~record_.turn(), effects); },
      [&](const protocol::SetTurn& turn) {
        if (turn.color == record_.turn()) play(~record_.turn(), effects);
      },
      [&](const protocol::Analyze&) { analyze(true, effects); },
      [&](const protocol::LeaveAnalysis&) { analyze(false, effects); },
      [&](const protocol::Pause&) { pause(true, effects); },
      [&](const protocol::Resume&) { pause(false, effects); },
      [&](const protocol::MoveNow&) { move_now(effects); },
      [&](const protocol::DrawOffered&) { answer_draw_offer(effects); },
      [&](const protocol::SetTimeControl& control) { clock_.set(control); },
      [&](const protocol::SetMoveTime& limit) { clock_.set(limit); },
      [&](const protocol::SetDepthLimit& limit) { clock_.set(limit); },
      [&](const protocol::SetClock& clock) { clock_.set(clock); },
      [&](const protocol::SetNodeRate& rate) {
        clock_.set(rate);
        settings_.set_node_rate(clock_.node_rate(), effects);
      },
      [&](const protocol::SetPondering& pondering) {
        settings_.allow_pondering(pondering.on);
        restart(effects);
      },
      [&](const protocol::ShowThinking& thinking) { report_.post(thinking.on); },
      [&](const protocol::OpponentName& opponent) { settings_.name_opponent(opponent.name); },
      [&](const protocol::OpponentIsComputer&) { settings_.opponent_is_computer(); },
      [&](const protocol::ProgressQuery&) {
        if (analyzes()) gui_.print(report_.progress(), effects);
      },
      [&](const protocol::HintQuery&) { give_hint(effects); },
      [&](const protocol::BookQuery&) { gui_.print(moves_to_play(), effects); },
      [&](const protocol::ExcludeMove& choice) { exclude(choice, line, effects); },
      [&](const protocol::SetOption& option) { set(settings_.choose(option), line, effects); },
      [&](const protocol::SetMemory& memory) { set(settings_.choose(memory), line, effects); },
      [&](const protocol::SetCores& cores) { set(settings_.choose(cores), line, effects); },
      [&](const protocol::SetTablebasePath& tables) { set(settings_.choose(tables), line, effects); },
      [&](const protocol::Unknown&) {
        gui_.print(protocol::CommandError{kUnknownCommand, line}, effects);
      },
      [](const auto&) {},  // messages of GUIs that give positions, or without an effect
  };
  std::visit(obey, message);
  return EngineFate::stays;
}

void GameConversation::identify(Effects& effects) {
  protocol::Identity identity = gui_.identity(engine_);
  if (const std::string& name = options_.text(OptionId::engine_name); !name.empty()) identity.name = name;
  gui_.print(identity, effects);
}

void GameConversation::answer_draw_offer(Effects& effects) {
  if (settings_.offer_draw(effects)) return;
  if (Adjudicator::takes_draw(options_, report_.last_score())) gui_.print(protocol::OfferDraw{}, effects);
}

void GameConversation::give_hint(Effects& effects) {
  const game::Game& game = record_.game();
  auto move = book_.hint(game);
  if (!move) move = game.read_uci(hint_);
  if (move) gui_.print(protocol::Hint{hint_text(game, *move)}, effects);
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
