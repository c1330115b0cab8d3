// SPDX-License-Identifier: MIT
// Tablebases by Fathom, which has one set of tables for the whole program.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <tbprobe.h>
#include <tuple>

#include <polyglot/analysis/tablebases.hpp>
#include <polyglot/chess/position.hpp>

namespace polyglot::analysis {
namespace {

using chess::PieceType;

/// The result of the tables for a move.
struct Probed {
  game::Move move;
  unsigned wdl = TB_DRAW;  ///< under the rule of fifty moves
  int plies = 0;           ///< until the next capture or pawn move, or mate

  /// 1 is a win, 0 a draw, -1 a loss. A win or loss that takes more than fifty moves without a capture or a
  /// pawn move is a draw.
  [[nodiscard]] int points() const noexcept { return wdl == TB_WIN ? 1 : wdl == TB_LOSS ? -1 : 0; }
  /// A larger value is better: a won game should end soon, a lost game late.
  [[nodiscard]] int progress() const noexcept { return wdl > TB_DRAW ? -plies : wdl < TB_DRAW ? plies : 0; }
};

bool can_castle(const chess::Position& position) {
  using chess::CastlingSide;
  using chess::Color;
  for (const Color color : {Color::white, Color::black})
    for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side})
      if (position.can_castle(color, side)) return true;
  return false;
}

PieceType promotion_of(unsigned result) noexcept {
  constexpr std::array kTypes{PieceType::none, PieceType::queen, PieceType::rook, PieceType::bishop,
                              PieceType::knight};
  return kTypes.at(TB_GET_PROMOTES(result));
}

/// Returns the legal move of a result.
std::optional<game::Move> move_of(unsigned result, const chess::MoveList& legal) {
  const auto is_meant = [result](chess::Move move) {
    return move.from().index() == static_cast<int>(TB_GET_FROM(result)) &&
           move.to().index() == static_cast<int>(TB_GET_TO(result)) &&
           move.promotion() == promotion_of(result);
  };
  const auto found = std::ranges::find_if(legal, is_meant);
  if (found == legal.end()) return std::nullopt;
  return *found;
}

std::optional<Probed> read(unsigned result, const chess::MoveList& legal) {
  const auto move = move_of(result, legal);
  if (!move) return std::nullopt;
  return Probed{.move = *move, .wdl = TB_GET_WDL(result), .plies = static_cast<int>(TB_GET_DTZ(result))};
}

/// Returns the results of all legal moves; nothing if the tables lack one. `quiet_plies`: plies since the
/// last capture or pawn move.
std::optional<std::vector<Probed>> probe(const chess::Position& position, int quiet_plies) {
  std::array<unsigned, TB_MAX_MOVES> results{};
  const auto en_passant = position.en_passant();
  const unsigned best = tb_probe_root(position.pieces(chess::Color::white),
                                      position.pieces(chess::Color::black), position.pieces(PieceType::king),
                                      position.pieces(PieceType::queen), position.pieces(PieceType::rook),
                                      position.pieces(PieceType::bishop), position.pieces(PieceType::knight),
                                      position.pieces(PieceType::pawn), static_cast<unsigned>(quiet_plies), 0,
                                      en_passant ? static_cast<unsigned>(en_passant->index()) : 0,
                                      position.side_to_move() == chess::Color::white, results.data());
  if (best == TB_RESULT_FAILED) return std::nullopt;
  const chess::MoveList legal = position.legal_moves();
  std::vector<Probed> moves;
  for (const unsigned result : results) {
    if (result == TB_RESULT_FAILED) break;
    const auto known = read(result, legal);
    if (!known) return std::nullopt;
    moves.push_back(*known);
  }
  if (moves.empty() || moves.size() != legal.size()) return std::nullopt;
  return moves;
}

bool is_draw(const game::Outcome& outcome) {
  return outcome.is_over() && !outcome.winner;
}

/// Whether a reply draws the game because of the moves before: by repetition or by the rule of fifty moves.
bool is_drawn_by_reply(game::Game& game) {
  for (const game::Move& reply : game.position()->legal_moves()) {
    game.push(reply);
    const game::Outcome outcome = game.outcome();
    game.pop();
    if (outcome.ending == game::Ending::repetition || outcome.ending == game::Ending::quiet_moves)
      return true;
  }
  return false;
}

/// Tables do not know the game. Marks moves that draw by repetition or by the rule of fifty moves.
void note_draws(std::vector<Probed>& moves, game::Game game) {
  for (Probed& of_move : moves) {
    game.push(of_move.move);
    if (is_draw(game.outcome()) || (of_move.points() > 0 && is_drawn_by_reply(game))) of_move.wdl = TB_DRAW;
    game.pop();
  }
}

/// A table may count one ply too few. Source: Fathom's probe_dtz(): "a win if dtz + 50-move counter <= 99".
bool is_certain(const Probed& best, int quiet_plies) {
  return best.points() == 0 || best.plies <= 1 || best.plies + quiet_plies <= 99;
}

}  // namespace

/// Fathom cannot open other tables once it has opened some. If it has found none, it can search again.
Result<Tablebases> Tablebases::open(const std::string& path) {
  static std::string opened;
  if (opened.empty()) {
    if (!tb_init(path.c_str()) || TB_LARGEST == 0)
      return Error{"has no Syzygy tablebases, files such as KQvK.rtbw and KQvK.rtbz", path};
    opened = path;
  }
  if (path != opened)
    return Error{"other tablebases are open already; name all folders in one SyzygyPath", path};
  return Tablebases(static_cast<int>(TB_LARGEST));
}

const chess::Position* Tablebases::known_board(const game::Position& position) const {
  const chess::Position* const board = position.chess();
  if (board == nullptr || std::popcount(board->occupied()) > most_men() || can_castle(*board)) return nullptr;
  return board;
}

std::optional<Verdict> Tablebases::judge(const game::Position& position) const {
  const chess::Position* const board = known_board(position);
  auto probed = board != nullptr ? probe(*board, 0) : std::nullopt;
  if (!probed) return std::nullopt;
  std::ranges::stable_sort(*probed, std::greater(), [](const Probed& of_move) {
    return std::tuple(of_move.points(), of_move.points() != 0 ? of_move.progress() : 0);
  });
  Verdict verdict;
  for (const Probed& of_move : *probed)
    verdict.moves.push_back(
        {of_move.move, Score::centipawns(std::int64_t{of_move.points()} * Score::kMostCentipawns)});
  verdict.variation = {probed->front().move};
  const int points = probed->front().points();
  verdict.chances = Chances::of(points > 0 ? 1 : 0, points == 0 ? 1 : 0, points < 0 ? 1 : 0);
  verdict.is_exact = true;
  return verdict;
}

std::optional<game::TableVerdict> Tablebases::judge(const game::Game& game) const {
  const chess::Position* const board = game.is_chess() ? known_board(*game.position()) : nullptr;
  if (board == nullptr) return std::nullopt;
  const int quiet_plies = board->halfmove_clock();
  auto probed = probe(*board, quiet_plies);
  if (!probed) return std::nullopt;
  note_draws(*probed, game);
  std::ranges::stable_sort(*probed, std::greater(),
                           [](const Probed& of_move) { return std::tuple(of_move.wdl, of_move.progress()); });
  const Probed& best = probed->front();
  game::TableVerdict verdict{
      .points = best.points(), .is_certain = is_certain(best, quiet_plies), .moves = {}};
  for (const Probed& of_move : *probed)
    if (of_move.points() == best.points()) verdict.moves.push_back(of_move.move);
  return verdict;
}

}  // namespace polyglot::analysis
