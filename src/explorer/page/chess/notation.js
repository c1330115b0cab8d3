// SPDX-License-Identifier: MIT
import { legalMoves } from "./moves.js";
import { fileOf, nameOf, rankOf } from "./squares.js";

export const isSameMove = (a, b) => a.from === b.from && a.to === b.to && a.promotion === b.promotion;

/** Where the piece of a move ends up. For castling, the king's square. */
export function destination(move) {
  if (move.kind !== "castling") return move.to;
  return (move.from & 56) + (move.to > move.from ? 6 : 2);
}

/** Coordinate notation. Castling is e1g1, unless the position needs the form in which the king takes his rook. */
export function toUci(position, move) {
  const to = position.needsChess960 ? move.to : destination(move);
  return nameOf(move.from) + nameOf(to) + move.promotion.toLowerCase();
}

/** Minimal SAN with + or #. */
export function toSan(position, move, moves = legalMoves(position)) {
  const next = position.play(move);
  const mark = next.inCheck ? (legalMoves(next).length === 0 ? "#" : "+") : "";
  return bareSan(position, move, disambiguation(position, move, moves)) + mark;
}

function bareSan(position, move, origin) {
  if (move.kind === "castling") return move.to > move.from ? "O-O" : "O-O-O";
  const kind = position.board[move.from].toUpperCase();
  const takes = position.board[move.to] !== "" || move.kind === "enPassant" ? "x" : "";
  const promotion = move.promotion ? "=" + move.promotion : "";
  return (kind === "P" ? "" : kind) + origin + takes + nameOf(move.to) + promotion;
}

/** The part of the origin that SAN needs so that no other piece of its kind can be meant: "", file, rank or both. */
function disambiguation(position, move, moves) {
  const piece = position.board[move.from];
  const [file, rank] = nameOf(move.from);
  if (piece.toUpperCase() === "P") return fileOf(move.from) === fileOf(move.to) ? "" : file;
  const rivals = moves.filter(
    (other) =>
      other.to === move.to && other.from !== move.from && other.kind !== "castling" &&
      position.board[other.from] === piece);
  if (rivals.length === 0) return "";
  if (!rivals.some((other) => fileOf(other.from) === fileOf(move.from))) return file;
  if (!rivals.some((other) => rankOf(other.from) === rankOf(move.from))) return rank;
  return file + rank;
}

/** Reads a move in SAN, with its usual relaxations, or in coordinates; null if none or several match. */
export function readMove(position, text) {
  const wanted = plain(text.trim());
  const small = wanted.toLowerCase();
  // Every text names the target square or castling. "e1g1" may mean both.
  const moves = legalMoves(position).filter((move) => move.kind === "castling" || small.includes(nameOf(move.to)));
  const readings = [
    (move) => sans(position, move).includes(wanted),
    (move) => spellings(position, move).includes(small),
    // Accept a piece in a small letter last, because it may look like a file.
    (move) => sans(position, move).includes(wanted[0].toUpperCase() + wanted.slice(1)),
  ];
  for (const fits of wanted ? readings : []) {
    const found = moves.filter(fits);
    if (found.length === 1) return found[0];
  }
  return null;
}

/** All moves that a text in SAN may mean if it says too little about where the piece comes from. */
export function meaningsOf(position, text) {
  const wanted = plain(text.trim());
  return legalMoves(position).filter((move) => plain(bareSan(position, move, "")) === wanted);
}

/** A move in coordinates. Castling has two forms; the second is left out where it could be misread. */
function spellings(position, move) {
  const suffix = move.promotion.toLowerCase();
  const kingWalk = move.kind === "castling" && !position.needsChess960 ? [destination(move)] : [];
  return [move.to, ...kingWalk].map((to) => nameOf(move.from) + nameOf(to) + suffix);
}

/** A move in SAN without marks, with each form of the origin. */
function sans(position, move) {
  const [file, rank] = nameOf(move.from);
  const isPawn = position.board[move.from].toUpperCase() === "P";
  const needed = disambiguation(position, move, legalMoves(position));
  const origins = isPawn ? [needed, file + rank] : [needed, file, rank, file + rank];
  return origins.map((origin) => plain(bareSan(position, move, origin)));
}

const plain = (san) => san.replace(/[x=+#!?()-]/g, "").replace(/0/g, "O");
