// SPDX-License-Identifier: MIT
// Squares are numbers: a1 = 0, b1 = 1 … h8 = 63. Pieces are the letters of a FEN, "" for an empty square.

export const fileOf = (square) => square & 7;
export const rankOf = (square) => square >> 3;
export const squareAt = (file, rank) => rank * 8 + file;

export const nameOf = (square) => "abcdefgh"[fileOf(square)] + (rankOf(square) + 1);

/** The inverse of nameOf(); -1 for any other text. */
export function squareNamed(name) {
  return /^[a-h][1-8]$/.test(name) ? squareAt("abcdefgh".indexOf(name[0]), Number(name[1]) - 1) : -1;
}

/** Capital letters, which are White's, come before small ones. */
export const isPieceOf = (piece, white) => piece !== "" && piece < "a" === white;
/** The piece of a kind ("N") in a colour: "N" or "n". */
export const pieceOf = (kind, white) => (white ? kind : kind.toLowerCase());

/** The square that lies this number of files and ranks away; -1 outside the board. */
export function step(square, files, ranks) {
  const file = fileOf(square) + files;
  const rank = rankOf(square) + ranks;
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? squareAt(file, rank) : -1;
}
