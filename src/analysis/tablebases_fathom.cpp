// SPDX-License-Identifier: MIT
// Tablebases by Fathom, which has one set of tables for the whole program.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <tbprobe.h>
#include <tuple>
#include <utility>

#include <polyglot/analysis/tablebases.hpp>
#include <polyglot/chess/position.hpp>

namespace polyglot::analysis {
namespace {

using chess::PieceType;

/// What the tables know of a move.
struct Probed {
  game::Move move;
  int points = 0;    ///< under the rule of fifty moves: 1 wins, 0 draws, -1 loses
  int progress = 0;  ///< the larger, the better: near ends of won games, distant ones of lost games
};

bool can_castle(const chess::Position& position) {
  using chess::CastlingSide;
  using chess::Color;
  for (const Color color : {Color::white, Color::black})
    for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side})
      if (position.can_castle(color, side)) return true;
  return false;
}

/// A win that needs more than fifty moves without a capture or a pawn move is a draw, and so is such a loss.
int points_of(unsigned result) noexcept {
  const unsigned wdl = TB_GET_WDL(result);
  return wdl == TB_WIN ? 1 : wdl == TB_LOSS ? -1 : 0;
}

PieceType promotion_of(unsigned result) noexcept {
  constexpr std::array kTypes{PieceType::none, PieceType::queen, PieceType::rook, PieceType::bishop,
                              PieceType::knight};
  return kTypes.at(TB_GET_PROMOTES(result));
}

/// The legal move that a result is about.
std::optional<game::Move> move_of(unsigned result, const chess::MoveList& legal) {
  const auto is_meant = [result](chess::Move move) {
    return move.from().index() == static_cast<int>(TB_GET_FROM(result)) &&
           move.to().index() == static_cast<int>(TB_GET_TO(result)) &&
           move.promotion() == promotion_of(result);
  };
  const auto* const found = std::ranges::find_if(legal, is_meant);
  if (found == legal.end()) return std::nullopt;
  return *found;
}

std::optional<Probed> read(unsigned result, const chess::MoveList& legal) {
  const auto move = move_of(result, legal);
  if (!move) return std::nullopt;
  const int points = points_of(result);
  const auto plies = static_cast<int>(TB_GET_DTZ(result));
  return Probed{.move = *move, .points = points, .progress = points > 0 ? -plies : points < 0 ? plies : 0};
}

/// The results for all legal moves; nothing if the tables lack one.
std::optional<std::vector<Probed>> probe(const chess::Position& position) {
  std::array<unsigned, TB_MAX_MOVES> results{};
  const auto en_passant = position.en_passant();
  const unsigned best = tb_probe_root(
      position.pieces(chess::Color::white), position.pieces(chess::Color::black),
      position.pieces(PieceType::king), position.pieces(PieceType::queen), position.pieces(PieceType::rook),
      position.pieces(PieceType::bishop), position.pieces(PieceType::knight),
      position.pieces(PieceType::pawn), 0, 0, en_passant ? static_cast<unsigned>(en_passant->index()) : 0,
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
  if (moves.size() != legal.size()) return std::nullopt;
  return moves;
}

}  // namespace

/// Fathom cannot open other tables once it has opened some.
Result<Tablebases> Tablebases::open(const std::string& path) {
  static const std::string first = path;
  static const bool is_open = tb_init(first.c_str());
  if (path != first) return Error{"other tablebases are open already", path};
  if (!is_open || TB_LARGEST == 0)
    return Error{"has no Syzygy tablebases, files such as KQvK.rtbw and KQvK.rtbz", path};
  return Tablebases(static_cast<int>(TB_LARGEST));
}

std::optional<Verdict> Tablebases::judge(const game::Position& position) const {
  const chess::Position* const board = position.chess();
  if (board == nullptr || std::popcount(board->occupied()) > most_men() || can_castle(*board))
    return std::nullopt;
  auto probed = probe(*board);
  if (!probed || probed->empty()) return std::nullopt;
  std::ranges::stable_sort(*probed, std::greater(), [](const Probed& of_move) {
    return std::tuple(of_move.points, of_move.progress);
  });
  Verdict verdict;
  for (const Probed& of_move : *probed)
    verdict.moves.push_back(
        {of_move.move, Score::centipawns(std::int64_t{of_move.points} * Score::kMostCentipawns)});
  verdict.variation = {probed->front().move};
  const int points = probed->front().points;
  verdict.chances = Chances::of(points > 0 ? 1 : 0, points == 0 ? 1 : 0, points < 0 ? 1 : 0);
  verdict.is_exact = true;
  return verdict;
}

}  // namespace polyglot::analysis
