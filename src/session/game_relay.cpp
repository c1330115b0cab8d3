#include "session/game_relay.hpp"
#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include <polyglot/game/text_moves.hpp>
#include <polyglot/protocol/cecp_variants.hpp>
#include <polyglot/protocol/text.hpp>

#include "session/lines.hpp"
#include "session/match.hpp"
#include "session/move_text.hpp"
#include "session/variant_game.hpp"

namespace polyglot::session {
using game::Color;

namespace {

std::string_view first_word(std::string_view line) {
  return protocol::take_word(line);
}

}  // namespace

// ---- GUI ------------------------------------------------------------------------------------------------

EngineFate GameRelay::gui_message(const protocol::GuiMessage& message, std::string_view line,
                                  Effects& effects) {
  bool passes = true;
  const Match follow{
      [&](const protocol::Ignored&) { passes = !answers_greeting(line); },
      [&](const protocol::Handshake&) {
        gui_.print(gui_.identity(engine_), effects);
        passes = false;
      },
      [&](const protocol::ReadyQuery&) { pings_.ping(); },
      [&](const protocol::SetOption& option) { engine_.options.note(option.name, option.value); },
      [&](const protocol::NewGame&) { new_game(); },
      [&](const protocol::SetVariant& variant) { set_variant(variant.name); },
      [&](const protocol::SetUp& position) { set_up(position.fen, effects); },
      [&](const protocol::SetHoldings& holdings) { (void)record_.hold(holdings); },
      [&](const protocol::PlayMove& move) { passes = take_move(move.move, effects); },
      [&](const protocol::TakeBack& undo) { take_back(static_cast<std::size_t>(undo.plies)); },
      [&](const protocol::Force&) {
        stop_playing();
        let_go();
      },
      [&](const protocol::PlaySideToMove&) { passes = play_side_to_move(effects); },
      [&](const protocol::PlayOtherSide&) { play(~record_.turn()); },
      [&](const protocol::SetTurn& turn) {
        play(~turn.color);
        if (follows() && turn.color != record_.turn()) knowledge_ = Knowledge::nothing;
      },
      [&](const protocol::GameResult& result) {
        if (follows()) book_.learn(record_, result.score, effects);
      },
      [&](const protocol::Analyze&) { state_ = EngineMode::analyzing; },
      [&](const protocol::LeaveAnalysis&) {
        stop_playing();
        state_ = EngineMode::free;
      },
      [&](const protocol::BookQuery&) { passes = !show_book(effects); },
      [&](const protocol::HintQuery&) { passes = !give_hint(effects); },
      [](const auto&) {},
  };
  std::visit(follow, message);
  if (passes) effects.to_engine.append(line) += '\n';
  return EngineFate::stays;
}

/// The engine was greeted, and the features that it declared then were accepted, when it started. Those that
/// it has declared to the GUI are the GUI's to answer.
bool GameRelay::answers_greeting(std::string_view line) {
  const std::string_view word = protocol::take_word(line);
  if (word == "xboard") return true;
  if (word != "accepted" && word != "rejected") return false;
  const auto late = std::ranges::find(late_features_, protocol::take_word(line));
  if (late == late_features_.end()) return word == "accepted";
  late_features_.erase(late);
  return false;
}

/// What has not been shown of the game as it was is not shown any more.
void GameRelay::leave_game() {
  interrupted_.reset();
  unshown_move_.clear();
}

void GameRelay::new_game() {
  pings_.game_changed();
  leave_game();
  knowledge_ = Knowledge::position;
  record_.begin(game::Game());
  record_.set_chess960(false);
  play(Color::black);
}

void GameRelay::set_variant(std::string_view name) {
  record_.set_chess960(name == protocol::kChess960);
  const auto rules = game::Rules::find(name, engine_.known_variants());
  knowledge_ = rules ? Knowledge::position : Knowledge::variant;
  if (!rules) return;
  leave_game();
  record_.begin(game::Game(*rules));
}

void GameRelay::set_up(std::string_view fen, Effects& effects) {
  pings_.game_changed();
  leave_game();
  const bool known = record_.set_up(fen, effects) && record_.position() != nullptr;
  if (knowledge_ != Knowledge::variant) knowledge_ = known ? Knowledge::position : Knowledge::nothing;
}

void GameRelay::take_back(std::size_t plies) {
  pings_.game_changed();
  if (record_.take_back(plies) && interrupted_) interrupted_->taken_back += plies;
}

bool GameRelay::our_turn() const {
  return follows() && state_ != EngineMode::analyzing && record_.our_turn();
}

/// A move that cannot be made here shows that the game is at another place, unless the engine has got all its
/// moves from us and will refuse this one; or in a variant, that the engine knows other rules.
bool GameRelay::take_unknown_move(std::string_view text, Effects& effects) {
  if (!follows() || !game::looks_like_move(text)) return true;
  const bool held = state_ == EngineMode::held;
  if (held && record_.game().is_chess()) return true;
  lose_track(text, effects);
  if (!held) return true;
  let_go();
  back_.print_move(text, effects.to_engine);
  effects.to_engine += "go\n";
  return false;
}

void GameRelay::lose_track(std::string_view move, Effects& effects) {
  knowledge_ = Knowledge::nothing;
  const game::Rules& rules = *record_.game().rules();
  if (!rules.is_chess()) effects.log.push_back(rules_doubted(rules, move));
}

bool GameRelay::take_move(std::string_view text, Effects& effects) {
  const auto move = follows() ? record_.game().read(text) : std::nullopt;
  if (!move) return take_unknown_move(text, effects);
  const std::string engine_text = back_.text_of(record_.game(), *move, record_.chess960());
  record_.push(*move, false);
  interrupted_.reset();
  if (!our_turn()) return true;

  const auto answer = book_move(effects);
  if (answer) hold(effects);
  if (state_ != EngineMode::held) return true;
  back_.print_move(engine_text, effects.to_engine);
  if (answer) {
    play_book_move(*answer, effects);
  } else {
    let_go();
    effects.to_engine += "go\n";
  }
  return false;
}

std::optional<game::Move> GameRelay::book_move(Effects& effects) {
  if (!our_turn() || record_.game().outcome().is_over()) return std::nullopt;
  auto move = book_.move(record_.game());
  if (!move) gui_.tell_trouble(book_, effects);
  return move;
}

void GameRelay::hold(Effects& effects) {
  if (std::exchange(state_, EngineMode::held) != EngineMode::held) effects.to_engine += "force\n";
}

void GameRelay::let_go() noexcept {
  if (state_ == EngineMode::held) state_ = EngineMode::free;
}

void GameRelay::play_book_move(const game::Move& move, Effects& effects) {
  back_.print_move(back_.text_of(record_.game(), move, record_.chess960()), effects.to_engine);
  gui_.front->print(protocol::MovePlayed{record_.text_of(move)}, unshown_move_);
  record_.push(move, true);
  show_book_move(effects);
}

/// A GUI that waits for a pong takes no note of moves. Source: CECP, "ping".
void GameRelay::show_book_move(Effects& effects) {
  if (!pings_.owes_pong()) effects.to_gui += std::exchange(unshown_move_, {});
}

void GameRelay::stop_playing() {
  pings_.game_changed();
  if (record_.our_side()) interrupted_.reset();
  if (our_turn() && state_ == EngineMode::free) interrupted_ = Interrupted{.record = record_};
  record_.play(std::nullopt);
}

bool GameRelay::play_side_to_move(Effects& effects) {
  record_.play(record_.turn());
  const auto move = book_move(effects);
  if (!move) {
    let_go();
    return true;
  }
  hold(effects);
  play_book_move(*move, effects);
  return false;
}

void GameRelay::play(Color side) {
  record_.play(side);
  let_go();
}

bool GameRelay::show_book(Effects& effects) {
  if (book_.file().empty() || !follows()) return false;
  gui_.print(book_.list(record_.game()), effects);
  return true;
}

bool GameRelay::give_hint(Effects& effects) {
  const auto move = follows() ? book_.hint(record_.game()) : std::nullopt;
  if (!move) return false;
  gui_.print(protocol::Hint{hint_text(record_.game(), *move)}, effects);
  return true;
}

// ---- Engine ---------------------------------------------------------------------------------------------

std::string_view GameRelay::take_output(std::string_view& block) {
  return take_lines_while(block, [](std::string_view line) {
    const std::string_view word = first_word(line);
    return word != "pong" && word != "feature" && !protocol::CecpBack::read_move(line);
  });
}

EngineFate GameRelay::engine_line(std::string_view line, Effects& effects) {
  const auto text = back_.read_move(line);
  if (text && state_ == EngineMode::held) {
    effects.log.push_back({LogNote::Level::warning, "dropped a move nobody asked for: " + std::string(line)});
    return EngineFate::stays;
  }
  effects.to_gui.append(line) += '\n';
  const std::string_view word = first_word(line);
  if (word == "pong") {
    pings_.pong();
    if (pings_.knows_the_game()) interrupted_.reset();
    show_book_move(effects);
  }
  if (word == "feature")
    std::ranges::move(back_.read_late_features(line), std::back_inserter(late_features_));
  if (text) play_engine_move(*text, effects);
  return EngineFate::stays;
}

/// The GUI, too, takes no notice of a move of the game as it was, or out of turn.
void GameRelay::play_engine_move(std::string_view text, Effects& effects) {
  if (interrupted_ && !record_.our_side()) return play_crossing_move(text);
  if (!our_turn() || pings_.is_stale()) return;
  const auto move = record_.game().read(text);
  if (!move) return lose_track(text, effects);
  record_.push(*move, true);
}

/// The engine had moved before it read that it should not: the move is on its board, and what the GUI took
/// back since was taken back behind it. The GUI takes the move back, too, or keeps it.
void GameRelay::play_crossing_move(std::string_view text) {
  auto [record, taken_back] = *std::exchange(interrupted_, std::nullopt);
  const auto move = record.game().read(text);
  if (!move) {
    knowledge_ = Knowledge::nothing;
    return;
  }
  record.push(*move, true);
  record.take_back(taken_back);
  record.play(std::nullopt);
  record.set_learned(record_.learned());
  record_ = std::move(record);
}

}  // namespace polyglot::session
