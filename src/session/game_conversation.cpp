// SPDX-License-Identifier: MIT
#include "session/game_conversation.hpp"
#include <variant>

#include "session/exclusions.hpp"
#include "session/move_text.hpp"

namespace polyglot::session {

using config::OptionId;

EngineFate GameConversation::gui_message(const protocol::GuiMessage& message, std::string_view line,
                                         Effects& effects) {
  if (std::holds_alternative<protocol::NewGame>(message)) return player_.new_game(effects);
  const protocol::Match obey{
      [&](const protocol::Handshake&) { identify(effects); },
      [&](const protocol::ReadyQuery& ping) { player_.take_ping(ping.tag, effects); },
      [&](const protocol::SetVariant& variant) { player_.set_variant(variant.name, line, effects); },
      [&](const protocol::SetUp& set_up) { player_.set_position(set_up.fen, effects); },
      [&](const protocol::SetHoldings& holdings) { player_.hold(holdings, effects); },
      [&](const protocol::PlayMove& move) { player_.read_their_move(move.move, effects); },
      [&](const protocol::TakeBack& undo) {
        player_.take_back(static_cast<std::size_t>(undo.plies), effects);
      },
      [&](const protocol::GameResult& result) { player_.end_game(result.score, effects); },
      [&](const protocol::Force&) { player_.play_neither(effects); },
      [&](const protocol::PlaySideToMove&) { player_.play(player_.record().turn(), effects); },
      [&](const protocol::PlayOtherSide&) { player_.play(~player_.record().turn(), effects); },
      [&](const protocol::SetTurn& turn) {
        if (turn.color == player_.record().turn()) player_.play(~player_.record().turn(), effects);
      },
      [&](const protocol::Analyze&) { player_.analyze(true, effects); },
      [&](const protocol::LeaveAnalysis&) { player_.analyze(false, effects); },
      [&](const protocol::Pause&) { player_.pause(true, effects); },
      [&](const protocol::Resume&) { player_.pause(false, effects); },
      [&](const protocol::MoveNow&) { player_.move_now(effects); },
      [&](const protocol::DrawOffered&) { answer_draw_offer(effects); },
      [&](const protocol::SetTimeControl& control) { player_.clock().set(control); },
      [&](const protocol::SetMoveTime& limit) { player_.clock().set(limit); },
      [&](const protocol::SetDepthLimit& limit) { player_.clock().set(limit); },
      [&](const protocol::SetClock& clock) { player_.clock().set(clock); },
      [&](const protocol::SetNodeRate& rate) {
        player_.clock().set(rate);
        player_.settings().set_node_rate(player_.clock().node_rate(), effects);
      },
      [&](const protocol::SetPondering& pondering) {
        player_.settings().allow_pondering(pondering.on);
        player_.restart(effects);
      },
      [&](const protocol::ShowThinking& thinking) { player_.report().post(thinking.on); },
      [&](const protocol::OpponentName& opponent) { player_.settings().name_opponent(opponent.name); },
      [&](const protocol::OpponentIsComputer&) { player_.settings().opponent_is_computer(); },
      [&](const protocol::ProgressQuery&) {
        if (player_.analyzes()) gui_.print(player_.report().progress(), effects);
      },
      [&](const protocol::HintQuery&) { give_hint(effects); },
      [&](const protocol::BookQuery&) { gui_.print(moves_to_play(), effects); },
      [&](const protocol::ExcludeMove& choice) { player_.exclude(choice, line, effects); },
      [&](const protocol::SetOption& option) {
        player_.set(player_.settings().choose(option), line, effects);
      },
      [&](const protocol::SetMemory& memory) {
        player_.set(player_.settings().choose(memory), line, effects);
      },
      [&](const protocol::SetCores& cores) { player_.set(player_.settings().choose(cores), line, effects); },
      [&](const protocol::SetTablebasePath& tables) {
        player_.set(player_.settings().choose(tables), line, effects);
      },
      [&](const protocol::Unknown&) {
        gui_.print(protocol::CommandError{kUnknownCommand, line}, effects);
      },
      [](const auto&) {},  // of GUIs that give positions, or of no consequence
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
  if (player_.settings().offer_draw(effects)) return;
  if (Adjudicator::takes_draw(options_, player_.report().last_score()))
    gui_.print(protocol::OfferDraw{}, effects);
}

void GameConversation::give_hint(Effects& effects) {
  const game::Game& game = player_.record().game();
  auto move = book_.hint(game);
  if (!move) move = game.read_uci(player_.hint());
  if (move) gui_.print(protocol::Hint{hint_text(game, *move)}, effects);
}

protocol::BookList GameConversation::moves_to_play() {
  const game::Position* const position = player_.record().position();
  if (position == nullptr) return {};
  if (options_.check(OptionId::book)) return book_.list(player_.record().game());
  protocol::BookList list;
  for (const game::Move& move : listed_moves(*position)) {
    list.rows.push_back({.san = game::to_xboard_san(*position, move),
                         .excluded = player_.excluded().contains(move),
                         .share = std::nullopt});
  }
  return list;
}

}  // namespace polyglot::session
