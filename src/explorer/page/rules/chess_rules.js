// SPDX-License-Identifier: MIT
import { otherOrders } from "../book/move_orders.js";
import { readFen, writeFen } from "../chess/fen.js";
import { legalMoves } from "../chess/moves.js";
import { destination, meaningsOf, readMove, toSan, toUci } from "../chess/notation.js";
import { START_FEN } from "../chess/position.js";

/**
 * The rules of chess, which are part of the page. All rules have these members, and some return promises. The page
 * reads these properties of positions: white (White is to move), fullmoves, board (pieces, "" for none, from a1 along
 * the first rank), hands, inCheck, key and keyText; and these of moves: from (the number of a square, or the piece of a
 * drop), to and promotion.
 */
export const chessRules = {
  files: 8,
  ranks: 8,
  startFen: START_FEN,
  /** What a FEN may contain: the pieces in White's letters, those that can be in hand, and how castling is written. */
  setup: { pieces: [..."KQRBNP"], held: [], castling: "sides" },
  /** Whether only some of the legal moves are known. */
  isPartial: false,
  /** Throws an Error for the user if the text is not a legal position. */
  begin: readFen,
  play: (position, move) => position.play(move),
  fen: writeFen,
  /** The arguments for ServerSource.position() that stand for a position. */
  place: (position) => ({ fen: writeFen(position) }),
  moves: legalMoves,
  /** The move that a text means, or null if it means none or several. */
  read: readMove,
  /** The moves that a text may mean if read() does not understand it. */
  meanings: meaningsOf,
  san: (position, move) => toSan(position, move),
  uci: toUci,
  /** The square that a user clicks on to play a move. */
  target: destination,
  keyBehind: (position, move) => position.play(move).key,
  /** How the game has ended, "" if it has not. */
  ending(position) {
    if (legalMoves(position).length > 0) return "";
    return position.inCheck ? `${position.white ? "White" : "Black"} is checkmated` : "Stalemate";
  },
  otherOrders,
};
