#include "session/game_relay.hpp"
#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/cecp_variants.hpp>
#include <polyglot/protocol/text.hpp>

namespace polyglot::session {
using chess::Color;

namespace {

std::string_view first_word(std::string_view line) {
  return protocol::take_word(line);
}

}  // namespace

// ---- GUI ------------------------------------------------------------------------------------------------

EngineFate GameRelay::gui_message(const protocol::GuiMessage& message, std::string_view line,
                                  Effects& effects) {
  const bool passes = std::holds_alternative<protocol::Ignored>(message)
                          ? !answers_greeting(line)
                          : std::visit([&](const auto& known) { return on(known, effects); }, message);
  if (passes) effects.to_engine.append(line) += '\n';
  return EngineFate::stays;
}

bool GameRelay::on(const protocol::Handshake&, Effects& effects) {
  gui_.print(gui_.identity(engine_), effects);
  return false;
}

bool GameRelay::on(const protocol::ReadyQuery&, Effects&) {
  pings_.ping();
  return true;
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

bool GameRelay::on(const protocol::SetOption& message, Effects&) {
  EngineOptions::Entry* const entry = engine_.options.find(message.name);
  if (entry != nullptr && message.value) entry->value = *message.value;
  return true;
}

/// What has not been shown of the game as it was is not shown any more.
void GameRelay::begin_game(const chess::Position& start) {
  record_.begin(start);
  interrupted_.reset();
  unshown_move_.clear();
}

bool GameRelay::on(const protocol::NewGame&, Effects&) {
  pings_.game_changed();
  knowledge_ = Knowledge::position;
  begin_game(chess::Position());
  record_.play(Color::black);
  record_.set_chess960(false);
  let_go();
  return true;
}

bool GameRelay::on(const protocol::SetVariant& message, Effects&) {
  const bool chess960 = message.name == protocol::kChess960;
  record_.set_chess960(chess960);
  knowledge_ = chess960 || message.name == protocol::kNormalChess ? Knowledge::position : Knowledge::variant;
  return true;
}

bool GameRelay::on(const protocol::SetUp& message, Effects&) {
  pings_.game_changed();
  const auto position = chess::Position::from_fen(message.fen);
  begin_game(position ? *position : chess::Position());
  if (knowledge_ != Knowledge::variant) knowledge_ = position ? Knowledge::position : Knowledge::nothing;
  return true;
}

bool GameRelay::our_turn() const {
  return follows() && state_ != EngineMode::analyzing && record_.our_turn();
}

/// A move that cannot be made here shows that the game is at another place, unless the engine has got all its
/// moves from us and will refuse this one.
bool GameRelay::on(const protocol::PlayMove& message, Effects& effects) {
  const auto move = follows() ? chess::move_from_text(record_.position(), message.move) : std::nullopt;
  if (!move) {
    if (follows() && state_ != EngineMode::held && chess::looks_like_move(message.move)) {
      knowledge_ = Knowledge::nothing;
    }
    return true;
  }
  const chess::Position before = record_.position();
  record_.push(*move, false);
  interrupted_.reset();
  if (!our_turn()) return true;

  const auto answer = book_move(effects);
  if (answer) hold(effects);
  if (state_ != EngineMode::held) return true;
  back_.print_move(before, *move, record_.chess960(), effects.to_engine);
  if (answer) {
    play_book_move(*answer, effects);
  } else {
    let_go();
    effects.to_engine += "go\n";
  }
  return false;
}

std::optional<chess::Move> GameRelay::book_move(Effects& effects) {
  if (!our_turn() || record_.game().termination() != chess::Termination::none) return std::nullopt;
  const auto move = book_.move(record_.position());
  if (!move) gui_.tell_trouble(book_, effects);
  return move;
}

void GameRelay::hold(Effects& effects) {
  if (std::exchange(state_, EngineMode::held) != EngineMode::held) effects.to_engine += "force\n";
}

void GameRelay::let_go() noexcept {
  if (state_ == EngineMode::held) state_ = EngineMode::free;
}

void GameRelay::play_book_move(chess::Move move, Effects& effects) {
  back_.print_move(record_.position(), move, record_.chess960(), effects.to_engine);
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

bool GameRelay::on(const protocol::Force&, Effects&) {
  stop_playing();
  let_go();
  return true;
}

bool GameRelay::on(const protocol::PlaySideToMove&, Effects& effects) {
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

bool GameRelay::on(const protocol::PlayOtherSide&, Effects&) {
  record_.play(~record_.turn());
  let_go();
  return true;
}

bool GameRelay::on(const protocol::SetTurn& message, Effects&) {
  record_.play(~message.color);
  if (follows() && message.color != record_.turn()) knowledge_ = Knowledge::nothing;
  let_go();
  return true;
}

bool GameRelay::on(const protocol::TakeBack& message, Effects&) {
  pings_.game_changed();
  const auto plies = static_cast<std::size_t>(message.plies);
  if (record_.take_back(plies) && interrupted_) interrupted_->taken_back += plies;
  return true;
}

bool GameRelay::on(const protocol::GameResult& message, Effects& effects) {
  if (follows()) book_.learn(record_, message.score, effects);
  return true;
}

bool GameRelay::on(const protocol::Analyze&, Effects&) {
  state_ = EngineMode::analyzing;
  return true;
}

bool GameRelay::on(const protocol::LeaveAnalysis&, Effects&) {
  stop_playing();
  state_ = EngineMode::free;
  return true;
}

bool GameRelay::on(const protocol::BookQuery&, Effects& effects) {
  if (book_.file().empty() || !follows()) return true;
  gui_.print(book_.list(record_.position()), effects);
  return false;
}

bool GameRelay::on(const protocol::HintQuery&, Effects& effects) {
  const auto move = follows() ? book_.hint(record_.position()) : std::nullopt;
  if (!move) return true;
  gui_.print(protocol::Hint{chess::to_san(record_.position(), *move)}, effects);
  return false;
}

// ---- Engine ---------------------------------------------------------------------------------------------

std::string_view GameRelay::take_output(std::string_view& block) {
  std::size_t size = 0;
  for (std::size_t end = 0; (end = block.find('\n', size)) != std::string_view::npos; size = end + 1) {
    const std::string_view line = block.substr(size, end - size);
    const std::string_view word = first_word(line);
    if (word == "pong" || word == "feature" || back_.read_move(line)) break;
  }
  const std::string_view output = block.substr(0, size);
  block.remove_prefix(size);
  return output;
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
  if (text) play_engine_move(*text);
  return EngineFate::stays;
}

/// The GUI, too, takes no notice of a move of the game as it was, or out of turn.
void GameRelay::play_engine_move(std::string_view text) {
  if (interrupted_ && !record_.our_side()) return play_crossing_move(text);
  if (!our_turn() || pings_.is_stale()) return;
  const auto move = chess::move_from_text(record_.position(), text);
  if (!move) knowledge_ = Knowledge::nothing;
  if (move) record_.push(*move, true);
}

/// The engine had moved before it read that it should not: the move is on its board, and what the GUI took
/// back since was taken back behind it. The GUI takes the move back, too, or keeps it.
void GameRelay::play_crossing_move(std::string_view text) {
  auto [record, taken_back] = *std::exchange(interrupted_, std::nullopt);
  const auto move = chess::move_from_text(record.position(), text);
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
