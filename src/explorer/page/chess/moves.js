// SPDX-License-Identifier: MIT
import { isAttacked, isInCheck, reach } from "./attacks.js";
import { rightOf } from "./position.js";
import { fileOf, isPieceOf, rankOf, squareAt, step } from "./squares.js";

// A move is {from, to, kind, promotion}: kind "normal", "enPassant" or "castling" (the king takes his own
// rook: the only form that is unambiguous in chess and Chess960), promotion "N", "B", "R", "Q" or "".

/** The last position and its moves. Reading and writing one move need the same list several times. */
let lastAsked = { position: null, moves: [] };

/** Every legal move of a position. */
export function legalMoves(position) {
  if (lastAsked.position !== position) lastAsked = { position, moves: findMoves(position) };
  return lastAsked.moves;
}

function findMoves(position) {
  const moves = [];
  position.board.forEach((piece, from) => {
    if (!isPieceOf(piece, position.white)) return;
    const kind = piece.toUpperCase();
    if (kind === "P") addPawnMoves(position, from, moves);
    else addPieceMoves(position, from, kind, moves);
  });
  const king = position.kingOf(position.white);
  const { inCheck } = position;
  const mayExposeKing = ({ from, kind }) => inCheck || kind === "enPassant" || isOnLine(from, king);
  const safe = moves.filter((move) => !mayExposeKing(move) || !isInCheck(position.boardAfter(move), position.white));
  return [...safe, ...castlingMoves(position)];
}

/** True if a queen could go from one square to the other, on an empty board, or if they are the same. */
function isOnLine(a, b) {
  const files = Math.abs(fileOf(a) - fileOf(b));
  const ranks = Math.abs(rankOf(a) - rankOf(b));
  return files === 0 || ranks === 0 || files === ranks;
}

function addPieceMoves(position, from, kind, moves) {
  for (const to of reach(position.board, from, kind)) {
    if (!isPieceOf(position.board[to], position.white)) moves.push({ from, to, kind: "normal", promotion: "" });
  }
}

function addPawnMoves(position, from, moves) {
  const { board, white } = position;
  const ahead = white ? 1 : -1;
  const once = step(from, 0, ahead);
  if (board[once] === "") {
    addPawnMove(from, once, moves);
    const twice = step(from, 0, 2 * ahead);
    if (rankOf(from) === (white ? 1 : 6) && board[twice] === "") addPawnMove(from, twice, moves);
  }
  for (const files of [-1, 1]) {
    const to = step(from, files, ahead);
    if (to < 0) continue;
    if (isPieceOf(board[to], !white)) addPawnMove(from, to, moves);
    if (to === position.enPassant) moves.push({ from, to, kind: "enPassant", promotion: "" });
  }
}

function addPawnMove(from, to, moves) {
  const promotions = rankOf(to) % 7 === 0 ? ["Q", "R", "B", "N"] : [""];
  for (const promotion of promotions) moves.push({ from, to, kind: "normal", promotion });
}

function castlingMoves(position) {
  const king = position.kingOf(position.white);
  return [true, false]
    .map((kingSide) => position.castlingRooks[rightOf(position.white, kingSide)])
    .filter((rook) => rook >= 0 && mayCastle(position, king, rook))
    .map((rook) => ({ from: king, to: rook, kind: "castling", promotion: "" }));
}

function mayCastle(position, king, rook) {
  const rank = rankOf(king);
  const kingTo = squareAt(rook > king ? 6 : 2, rank);
  const rookTo = squareAt(rook > king ? 5 : 3, rank);
  const free = position.board.slice();
  free[king] = free[rook] = "";
  const isEmpty = [...between(king, kingTo), ...between(rook, rookTo)].every((square) => free[square] === "");
  if (!isEmpty || position.inCheck) return false;
  // Test the squares as they are after castling: the rook may shield the king before castling, but not after it.
  free[rookTo] = position.board[rook];
  return between(king, kingTo).every((square) => !isAttacked(free, square, !position.white));
}

/** All squares between two squares of a rank, with both of them. */
function between(a, b) {
  const squares = [];
  for (let square = Math.min(a, b); square <= Math.max(a, b); ++square) squares.push(square);
  return squares;
}
