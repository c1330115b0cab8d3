// SPDX-License-Identifier: MIT
#include <polyglot/game/game.hpp>

namespace polyglot::game {
namespace {

variants::Occurrence occurrence_of(const Position& position) {
  const chess::Position* const chess = position.chess();
  if (chess == nullptr) return variants::occurrence_of(*position.variant());
  return {.key = chess->repetition_key(), .in_check = false};  // in chess a perpetual check does not matter
}

std::optional<Move> text_move(std::optional<std::string> text) {
  if (!text) return std::nullopt;
  return TextMove{std::move(*text)};
}

const std::string& text_of(const Move& move) {
  return std::get<TextMove>(move).text;
}

}  // namespace

Game::Game(const Rules& rules) : Game(rules, rules.start()) {}

Game::Game(const Rules& rules, const Position& start)
    : start_(Board{.rules = rules, .positions = {start}, .occurrences = {occurrence_of(start)}}) {}

Result<Game> Game::from_fen(std::string_view fen) const {
  if (const TextStart* const text = text_start()) {
    auto start = game::text_start(text->variant, fen);
    if (!start) return start.error();
    return Game(std::move(*start));
  }
  const auto start = rules()->read_fen(fen);
  if (!start) return start.error();
  return Game(*rules(), *start);
}

Game Game::without_rules() const {
  if (!knows_rules()) return *this;
  TextStart text = game::text_start(rules()->name());
  text.fen = uci_start(CastlingNotation::king_to_destination);
  text.ranks = rules()->ranks();
  text.side = start()->side_to_move();
  text.move_number = start()->fullmove_number();
  Game game(std::move(text));
  for (std::size_t ply = 0; ply < moves_.size(); ++ply)
    game.push(TextMove{game::to_uci(board()[ply], moves_[ply], CastlingNotation::king_to_destination)});
  return game;
}

Game Game::beginning() const {
  return knows_rules() ? Game(*rules(), *start()) : Game(*text_start());
}

Game Game::from_here() const {
  if (knows_rules()) return Game(*rules(), *position());
  TextStart here = *text_start();
  here.fen.clear();
  here.side = turn();
  here.move_number = move_number();
  return Game(std::move(here));
}

const Rules* Game::rules() const noexcept {
  const Board* const known = std::get_if<Board>(&start_);
  return known != nullptr ? &known->rules : nullptr;
}

Color Game::turn() const noexcept {
  if (knows_rules()) return position()->side_to_move();
  const Color first = text_start()->side;
  return ply() % 2 == 0 ? first : ~first;
}

int Game::move_number() const noexcept {
  if (knows_rules()) return position()->fullmove_number();
  const int black_first = text_start()->side == Color::black ? 1 : 0;
  return text_start()->move_number + (static_cast<int>(ply()) + black_first) / 2;
}

void Game::push(const Move& move) {
  if (Board* const known = std::get_if<Board>(&start_)) {
    Position& next = known->positions.emplace_back(known->positions.back());
    next.make(move);
    known->occurrences.push_back(occurrence_of(next));
  }
  moves_.push_back(move);
}

void Game::truncate(std::size_t ply) {
  if (ply >= moves_.size()) return;
  moves_.erase(moves_.begin() + static_cast<std::ptrdiff_t>(ply), moves_.end());
  Board* const known = std::get_if<Board>(&start_);
  if (known == nullptr) return;
  known->positions.erase(known->positions.begin() + static_cast<std::ptrdiff_t>(ply) + 1,
                         known->positions.end());
  known->occurrences.resize(ply + 1);
}

int Game::occurrences() const {
  const Board* const known = std::get_if<Board>(&start_);
  if (known == nullptr) return 1;
  return static_cast<int>(
      std::ranges::count(known->occurrences, known->occurrences.back().key, &variants::Occurrence::key));
}

Outcome Game::outcome() const {
  const Board* const known = std::get_if<Board>(&start_);
  if (known == nullptr) return {};
  const Position& now = known->positions.back();
  const Outcome outcome = now.outcome();
  if (outcome.is_over()) return outcome;
  if (const variants::Position* const variant = now.variant()) {
    const Outcome by_course = variants::history_outcome(*variant, known->occurrences);
    // The game does not claim a win by the opponent's perpetual check, because the GUI may have another rule.
    return by_course.ending == Ending::perpetual_check ? Outcome() : by_course;
  }
  constexpr int kThird = 3;
  if (occurrences() >= kThird) return {.ending = Ending::repetition, .winner = std::nullopt};
  return {};
}

// ---- Notation -------------------------------------------------------------------------------------------

/// Rejects the null move, which engines play if they have no move, and moves that XBoard cannot write.
std::optional<Move> Game::read_uci(std::string_view text) const {
  if (knows_rules()) return move_from_uci(*position(), text);
  if (text == kNullMove || !xboard_move(text, text_start()->ranks)) return std::nullopt;
  return TextMove{std::string(text)};
}

std::optional<Move> Game::read(std::string_view text) const {
  if (knows_rules()) return move_from_text(*position(), text);
  return text_move(uci_move(text, text_start()->ranks));
}

std::string Game::to_uci(const Move& move, CastlingNotation castling) const {
  return knows_rules() ? game::to_uci(*position(), move, castling) : text_of(move);
}

std::string Game::to_xboard(const Move& move, CastlingNotation castling) const {
  if (knows_rules()) return game::to_xboard(*position(), move, castling);
  return xboard_move(text_of(move), text_start()->ranks).value_or(text_of(move));
}

std::string Game::to_san(const Move& move) const {
  return knows_rules() ? game::to_san(*position(), move)
                       : to_xboard(move, CastlingNotation::king_to_destination);
}

std::string Game::uci_start(CastlingNotation castling) const {
  if (!knows_rules()) return text_start()->fen;
  const std::string fen = start()->to_uci_fen(CastlingNotation::king_to_destination);
  const bool always_written = !rules()->is_chess() && rules()->variant()->uci_needs_start();
  if (!always_written && fen == rules()->start().to_uci_fen(CastlingNotation::king_to_destination)) return {};
  return castling == CastlingNotation::king_to_destination ? fen : start()->to_uci_fen(castling);
}

void Game::append_uci_moves(CastlingNotation castling, std::string& out) const {
  for (std::size_t ply = 0; ply < moves_.size(); ++ply) {
    out += ' ';
    out += knows_rules() ? game::to_uci(board()[ply], moves_[ply], castling) : text_of(moves_[ply]);
  }
}

}  // namespace polyglot::game
