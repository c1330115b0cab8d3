// SPDX-License-Identifier: MIT
import { otherOrders } from "../book/move_orders.js";
import { readFen, writeFen } from "../chess/fen.js";
import { legalMoves } from "../chess/moves.js";
import { destination, meaningsOf, readMove, toSan, toUci } from "../chess/notation.js";
import { START_FEN } from "../chess/position.js";

/**
 * The rules of chess, which the page brings along. All rules have these members, and some answer with a promise. Of
 * positions the page reads white (White is to move), fullmoves, board (pieces, "" for none, from a1 along the first
 * rank), hands, inCheck, key and keyText; of moves from (a square's number, or the piece of a drop), to and promotion.
 */
export const chessRules = {
  files: 8,
  ranks: 8,
  startFen: START_FEN,
  /** What FENs are made of: pieces as White's, those that can be in hand, how castling is written. */
  setup: { pieces: [..."KQRBNP"], held: [], castling: "sides" },
  /** Whether only some of the legal moves are known. */
  isPartial: false,
  /** Throws an Error in words for what is no position. */
  begin: readFen,
  play: (position, move) => position.play(move),
  fen: writeFen,
  /** What the source of the books is told of a position, see ServerSource.position(). */
  place: (position) => ({ fen: writeFen(position) }),
  moves: legalMoves,
  /** The move that is meant by a text, or null. */
  read: readMove,
  /** The moves that a text may mean which read() does not understand. */
  meanings: meaningsOf,
  san: (position, move) => toSan(position, move),
  uci: toUci,
  /** The square that a person touches to play a move. */
  target: destination,
  keyBehind: (position, move) => position.play(move).key,
  /** How the game has ended, "" if it has not. */
  ending(position) {
    if (legalMoves(position).length > 0) return "";
    return position.inCheck ? `${position.white ? "White" : "Black"} is checkmated` : "Stalemate";
  },
  otherOrders,
};
