// SPDX-License-Identifier: MIT
import { isPieceOf, step } from "./squares.js";

const STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const DIAGONAL = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const JUMPS = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]];

/** How each kind of piece except the pawn moves. `far`: any number of steps */
export const WAYS = {
  N: { directions: JUMPS, far: false },
  B: { directions: DIAGONAL, far: true },
  R: { directions: STRAIGHT, far: true },
  Q: { directions: [...STRAIGHT, ...DIAGONAL], far: true },
  K: { directions: [...STRAIGHT, ...DIAGONAL], far: false },
};

/** The squares that a piece attacks from a square, up to and including the first occupied one in each direction. */
export function reach(board, square, kind) {
  const reached = [];
  for (const [files, ranks] of WAYS[kind].directions) {
    let to = step(square, files, ranks);
    while (to >= 0) {
      reached.push(to);
      if (board[to] !== "" || !WAYS[kind].far) break;
      to = step(to, files, ranks);
    }
  }
  return reached;
}

/** True if a side attacks a square. */
export function isAttacked(board, square, byWhite) {
  const behind = byWhite ? -1 : 1;
  const pawn = byWhite ? "P" : "p";
  for (const files of [-1, 1]) {
    const from = step(square, files, behind);
    if (from >= 0 && board[from] === pawn) return true;
  }
  return Object.keys(WAYS).some((kind) =>
    reach(board, square, kind).some(
      (from) => isPieceOf(board[from], byWhite) && board[from].toUpperCase() === kind));
}

/** True if the king of a side is attacked. */
export function isInCheck(board, white) {
  return isAttacked(board, board.indexOf(white ? "K" : "k"), !white);
}

