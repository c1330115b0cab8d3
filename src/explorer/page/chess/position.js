// SPDX-License-Identifier: MIT
import { isInCheck } from "./attacks.js";
import { fileOf, isPieceOf, pieceOf, rankOf, squareAt, step } from "./squares.js";
import { zobristNumbers } from "./zobrist.js";

export const START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Castling rights in the order of their keys: White king side, queen side, Black king side, queen side. */
export const rightOf = (white, kingSide) => (white ? 0 : 2) + (kingSide ? 0 : 1);
export const backRank = (white) => (white ? 0 : 7);

/**
 * A legal position of chess or Chess960. It never changes: play() returns another one.
 *
 * board: 64 pieces. white: White is to move. castlingRooks: the square of the rook for each right, -1 without the
 * right. enPassant: the square behind a pawn that has just moved two squares, if a pawn of the side to move stands
 * beside it, else -1.
 */
export class Position {
  constructor(fields) {
    Object.assign(this, fields);
  }

  /** A Polyglot book key. Source: docs/book-format.md, "Key". */
  get key() {
    return (this.knownKey ??= this.computeKey());
  }

  computeKey() {
    let key = 0n;
    this.board.forEach((piece, square) => {
      if (piece) key ^= zobristNumbers[64 * "pPnNbBrRqQkK".indexOf(piece) + square];
    });
    this.castlingRooks.forEach((rook, right) => {
      if (rook >= 0) key ^= zobristNumbers[768 + right];
    });
    if (this.enPassant >= 0) key ^= zobristNumbers[772 + fileOf(this.enPassant)];
    return this.white ? key ^ zobristNumbers[780] : key;
  }

  /** Sixteen hexadecimal digits, as people write keys. */
  get keyText() {
    return this.key.toString(16).padStart(16, "0");
  }

  get inCheck() {
    return isInCheck(this.board, this.white);
  }

  /** True if castling written as e1g1 could be misread here. */
  get needsChess960() {
    const rookFiles = [7, 0, 7, 0];
    return this.castlingRooks.some(
      (rook, right) =>
        rook >= 0 && (fileOf(rook) !== rookFiles[right] || fileOf(this.kingOf(right < 2)) !== 4));
  }

  kingOf(white) {
    return this.board.indexOf(pieceOf("K", white));
  }

  /** The board after a move. */
  boardAfter(move) {
    const board = this.board.slice();
    const piece = board[move.from];
    board[move.from] = "";
    if (move.kind === "castling") {
      const kingSide = move.to > move.from;
      board[move.to] = "";
      board[squareAt(kingSide ? 6 : 2, rankOf(move.from))] = piece;
      board[squareAt(kingSide ? 5 : 3, rankOf(move.from))] = pieceOf("R", this.white);
    } else {
      board[move.to] = move.promotion ? pieceOf(move.promotion, this.white) : piece;
      if (move.kind === "enPassant") board[squareAt(fileOf(move.to), rankOf(move.from))] = "";
    }
    return board;
  }

  /** The position after a move, which must be legal. */
  play(move) {
    const board = this.boardAfter(move);
    const isPawn = this.board[move.from].toUpperCase() === "P";
    const isCapture = move.kind !== "castling" && this.board[move.to] !== "";
    const isDouble = isPawn && Math.abs(move.to - move.from) === 16;
    return new Position({
      board,
      white: !this.white,
      castlingRooks: this.rightsAfter(move),
      enPassant: isDouble ? usefulEnPassant(board, (move.from + move.to) / 2, !this.white) : -1,
      halfmoves: isPawn || isCapture ? 0 : this.halfmoves + 1,
      fullmoves: this.fullmoves + (this.white ? 0 : 1),
    });
  }

  rightsAfter(move) {
    const kingMoves = this.board[move.from].toUpperCase() === "K";
    return this.castlingRooks.map((rook, right) => {
      const lost = rook === move.from || rook === move.to || (kingMoves && right < 2 === this.white);
      return lost ? -1 : rook;
    });
  }
}

/** The square itself if a pawn of the side to move (`white`) stands beside the pawn that has passed it, else -1. */
export function usefulEnPassant(board, square, white) {
  const pawn = pieceOf("P", white);
  const beside = [-1, 1].map((files) => step(square, files, white ? -1 : 1));
  return beside.some((from) => from >= 0 && board[from] === pawn) ? square : -1;
}

/** The rook that KQkq means in X-FEN: the outermost on that side of the king; -1 if there is none. */
export function outermostRook(board, white, kingSide) {
  const rank = backRank(white);
  const king = board.indexOf(pieceOf("K", white));
  if (rankOf(king) !== rank) return -1;
  for (let file = kingSide ? 7 : 0; file !== fileOf(king); file += kingSide ? -1 : 1) {
    if (board[squareAt(file, rank)] === pieceOf("R", white)) return squareAt(file, rank);
  }
  return -1;
}

/** How many pieces a side has. */
export const countPieces = (board, white) => board.filter((piece) => isPieceOf(piece, white)).length;
