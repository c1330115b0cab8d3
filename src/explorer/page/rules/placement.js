// SPDX-License-Identifier: MIT
/**
 * Reads pieces from the first field of a FEN: {board: from a1 along the first rank, "" for an empty square; files;
 * ranks; hands: the pieces in hand, null if the game has none}. A piece is its letter, with + before it or ~ after it.
 */
export function readPlacement(text) {
  const [, squares, held] = /^([^[]*)(?:\[(.*)\])?$/.exec(text);
  const ranks = squares.split("/").map(readRank).reverse();
  return { board: ranks.flat(), files: ranks[0].length, ranks: ranks.length, hands: held === undefined ? null : piecesOf(held) };
}

/** The first field of a FEN for these pieces. The hands are written if the game has them, even if they are empty. */
export function writePlacement({ board, files, ranks, hands }) {
  const rank = (index) => board.slice(files * index, files * (index + 1)).map((piece) => piece || "1").join("").replace(/1+/g, (empty) => empty.length);
  const squares = Array.from({ length: ranks }, (_, i) => rank(ranks - 1 - i)).join("/");
  return hands ? `${squares}[${hands.join("") || "-"}]` : squares;
}

const readRank = (text) =>
  text.match(/\d+|\+?[A-Za-z]~?/g).flatMap((part) => (/\d/.test(part) ? Array(Number(part)).fill("") : part));

const piecesOf = (held) => held.match(/\+?[A-Za-z]~?/g) ?? [];

/** Whether a piece belongs to a side. Capital letters, which are White's, come before small ones. */
export const isPieceOf = (piece, white) => piece !== "" && piece < "a" === white;
