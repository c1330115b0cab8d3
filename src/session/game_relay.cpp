#include "session/game_relay.hpp"
#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/cecp_variants.hpp>
#include <polyglot/protocol/text.hpp>

#include "session/move_text.hpp"

namespace polyglot::session {
using chess::Color;

namespace {

std::string_view first_word(std::string_view line) {
  return protocol::take_word(line);
}

}  // namespace

GameRelay::GameRelay(Context& context, protocol::PlayingBack& engine) : context_(context), engine_(engine) {}

// ---- GUI ------------------------------------------------------------------------------------------------

void GameRelay::gui_message(const protocol::GuiMessage& message, std::string_view line, Effects& effects) {
  std::visit([&](const auto& known) { on(known, line, effects); }, message);
}

void GameRelay::relay_to_engine(std::string_view line, Effects& effects) {
  effects.to_engine.append(line) += '\n';
}

void GameRelay::on(const protocol::Handshake&, std::string_view, Effects& effects) {
  context_.print(context_.identity_for_players(), effects);
}

void GameRelay::on(const protocol::ReadyQuery&, std::string_view line, Effects& effects) {
  fence_.ping();
  relay_to_engine(line, effects);
}

bool GameRelay::answers_late_feature(std::string_view name) {
  const auto feature = std::ranges::find(late_features_, name);
  if (feature == late_features_.end()) return false;
  late_features_.erase(feature);
  return true;
}

/// The engine was greeted, and the features that it declared then were accepted, when it started.
void GameRelay::on(const protocol::Ignored&, std::string_view line, Effects& effects) {
  std::string_view rest = line;
  const std::string_view word = protocol::take_word(rest);
  if (word == "xboard") return;
  const bool accepts = word == "accepted";
  if (accepts || word == "rejected") {
    const bool late = answers_late_feature(protocol::take_word(rest));
    if (accepts && !late) return;
  }
  relay_to_engine(line, effects);
}

void GameRelay::on(const protocol::SetOption& message, std::string_view line, Effects& effects) {
  EngineOptions::Entry* const entry = context_.engine_options.find(message.name);
  if (entry != nullptr && message.value) entry->value = *message.value;
  relay_to_engine(line, effects);
}

void GameRelay::begin_game(const chess::Position& start) {
  record_.begin(start);
  followed_ = chess_rules_;
}

void GameRelay::on(const protocol::NewGame&, std::string_view line, Effects& effects) {
  game_changed();
  chess_rules_ = true;
  begin_game(chess::Position());
  record_.play(Color::black);
  record_.set_chess960(false);
  held_ = false;
  relay_to_engine(line, effects);
}

void GameRelay::on(const protocol::SetVariant& message, std::string_view line, Effects& effects) {
  const bool chess960 = message.name == protocol::kChess960;
  record_.set_chess960(chess960);
  chess_rules_ = followed_ = chess960 || message.name == protocol::kNormalChess;
  relay_to_engine(line, effects);
}

void GameRelay::on(const protocol::SetUp& message, std::string_view line, Effects& effects) {
  game_changed();
  const auto position = chess::Position::from_fen(message.fen);
  followed_ = false;
  if (position) begin_game(*position);
  relay_to_engine(line, effects);
}

bool GameRelay::our_turn() const {
  return followed_ && !analyzing_ && record_.our_turn();
}

/// A move that cannot be made here shows that the game is at another place, unless the engine has got all its
/// moves from us and will refuse this one.
void GameRelay::on(const protocol::PlayMove& message, std::string_view line, Effects& effects) {
  const auto move = followed_ ? chess::move_from_text(record_.position(), message.move) : std::nullopt;
  if (!move) {
    if (!held_ && looks_like_move(message.move)) followed_ = false;
    return relay_to_engine(line, effects);
  }
  const chess::Position before = record_.position();
  record_.push(*move, false);
  if (!our_turn()) return relay_to_engine(line, effects);

  const auto answer = book_move();
  if (answer) hold(effects);
  if (held_) {
    engine_.print_move(before, *move, effects.to_engine);
  } else {
    relay_to_engine(line, effects);
  }
  if (answer) return play_book_move(*answer, effects);
  if (std::exchange(held_, false)) engine_.print_play(effects.to_engine);
}

std::optional<chess::Move> GameRelay::book_move() const {
  if (!our_turn() || record_.game().termination() != chess::Termination::none) return std::nullopt;
  return context_.book.move(record_.position());
}

void GameRelay::hold(Effects& effects) {
  if (!std::exchange(held_, true)) engine_.print_force(effects.to_engine);
}

void GameRelay::play_book_move(chess::Move move, Effects& effects) {
  engine_.print_move(record_.position(), move, effects.to_engine);
  context_.front->print(protocol::MovePlayed{record_.text_of(move)}, unshown_move_);
  record_.push(move, true);
  show_book_move(effects);
}

/// A GUI that waits for a pong takes no note of moves. Source: CECP, "ping".
void GameRelay::show_book_move(Effects& effects) {
  if (!fence_.owes_pong()) effects.to_gui += std::exchange(unshown_move_, {});
}

/// What has not been shown of the game as it was is not shown any more.
void GameRelay::game_changed() {
  fence_.game_changed();
  unshown_move_.clear();
}

void GameRelay::on(const protocol::Force&, std::string_view line, Effects& effects) {
  game_changed();
  record_.play(std::nullopt);
  held_ = false;
  relay_to_engine(line, effects);
}

void GameRelay::on(const protocol::PlaySideToMove&, std::string_view line, Effects& effects) {
  record_.play(record_.turn());
  const auto move = book_move();
  if (!move) {
    held_ = false;
    return relay_to_engine(line, effects);
  }
  hold(effects);
  play_book_move(*move, effects);
}

void GameRelay::on(const protocol::PlayOtherSide&, std::string_view line, Effects& effects) {
  record_.play(~record_.turn());
  held_ = false;
  relay_to_engine(line, effects);
}

void GameRelay::on(const protocol::SetTurn& message, std::string_view line, Effects& effects) {
  record_.play(~message.color);
  followed_ = followed_ && message.color == record_.turn();
  held_ = false;
  relay_to_engine(line, effects);
}

void GameRelay::on(const protocol::TakeBack& message, std::string_view line, Effects& effects) {
  game_changed();
  record_.take_back(static_cast<std::size_t>(message.plies));
  relay_to_engine(line, effects);
}

void GameRelay::on(const protocol::GameResult& message, std::string_view line, Effects& effects) {
  if (followed_) context_.learn(record_.game(), record_.ours(), message.score, effects);
  relay_to_engine(line, effects);
}

void GameRelay::on(const protocol::Analyze&, std::string_view line, Effects& effects) {
  analyzing_ = true;
  held_ = false;
  relay_to_engine(line, effects);
}

void GameRelay::on(const protocol::LeaveAnalysis&, std::string_view line, Effects& effects) {
  game_changed();
  analyzing_ = false;
  record_.play(std::nullopt);
  relay_to_engine(line, effects);
}

void GameRelay::on(const protocol::BookQuery&, std::string_view line, Effects& effects) {
  if (context_.book.file().empty() || !followed_) return relay_to_engine(line, effects);
  context_.print(context_.book.list(record_.position()), effects);
}

void GameRelay::on(const protocol::HintQuery&, std::string_view line, Effects& effects) {
  const auto move = followed_ ? context_.book.hint(record_.position()) : std::nullopt;
  if (!move) return relay_to_engine(line, effects);
  context_.print(protocol::Hint{chess::to_san(record_.position(), *move)}, effects);
}

// ---- Engine ---------------------------------------------------------------------------------------------

std::string_view GameRelay::take_output(std::string_view& block) {
  std::size_t size = 0;
  for (std::size_t end = 0; (end = block.find('\n', size)) != std::string_view::npos; size = end + 1) {
    const std::string_view line = block.substr(size, end - size);
    const std::string_view word = first_word(line);
    if (word == "pong" || word == "feature" || engine_.read_move(line)) break;
  }
  const std::string_view output = block.substr(0, size);
  block.remove_prefix(size);
  return output;
}

void GameRelay::engine_line(std::string_view line, Effects& effects) {
  const auto text = engine_.read_move(line);
  if (text && held_) {
    effects.log.push_back({LogNote::Level::warning, "dropped a move nobody asked for: " + std::string(line)});
    return;
  }
  effects.to_gui.append(line) += '\n';
  const std::string_view word = first_word(line);
  if (word == "pong") {
    fence_.pong();
    show_book_move(effects);
  }
  if (word == "feature")
    std::ranges::move(engine_.read_late_features(line), std::back_inserter(late_features_));
  if (text) play_engine_move(*text);
}

/// The GUI, too, takes no notice of a move from before the fence, or out of turn.
void GameRelay::play_engine_move(std::string_view text) {
  if (!our_turn() || fence_.open()) return;
  const auto move = chess::move_from_text(record_.position(), text);
  followed_ = move.has_value();
  if (move) record_.push(*move, true);
}

}  // namespace polyglot::session
