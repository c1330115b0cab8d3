// SPDX-License-Identifier: MIT
import { pieceOf, step } from "./squares.js";

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

/** The pieces of a side that attack in the same directions, except pawns. */
const attackersOf = (white) => [
  { pieces: pieceOf("N", white), directions: JUMPS, far: false },
  { pieces: pieceOf("K", white), directions: WAYS.K.directions, far: false },
  { pieces: pieceOf("RQ", white), directions: STRAIGHT, far: true },
  { pieces: pieceOf("BQ", white), directions: DIAGONAL, far: true },
];
const WHITE_ATTACKERS = attackersOf(true);
const BLACK_ATTACKERS = attackersOf(false);

/** True if a side attacks a square. It makes no lists, because rules ask it more often than anything else. */
export function isAttacked(board, square, byWhite) {
  for (const files of [-1, 1]) {
    const from = step(square, files, byWhite ? -1 : 1);
    if (from >= 0 && board[from] === pieceOf("P", byWhite)) return true;
  }
  for (const { pieces, directions, far } of byWhite ? WHITE_ATTACKERS : BLACK_ATTACKERS) {
    for (const [files, ranks] of directions) {
      let from = step(square, files, ranks);
      while (far && from >= 0 && board[from] === "") from = step(from, files, ranks);
      if (from >= 0 && board[from] !== "" && pieces.includes(board[from])) return true;
    }
  }
  return false;
}

/** True if the king of a side is attacked. */
export function isInCheck(board, white) {
  return isAttacked(board, board.indexOf(white ? "K" : "k"), !white);
}

