// SPDX-License-Identifier: MIT
/** The parts of a game: a tag, comments, marks, brackets of variations, and words. */
const TOKENS = /\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{[^}]*\}?|;[^\n]*|^%[^\n]*|\$\d+|[()]|[^\s(){};]+/gm;

const RESULT = /^(1-0|0-1|1\/2-1\/2|½-½|\*)$/;

/** What typography writes in place of ASCII. The last one asks for a figurine in black and white, and is dropped. */
const SUBSTITUTES = { ...Object.fromEntries([..."♔♕♖♗♘♙♚♛♜♝♞♟"].map((figurine, i) => [figurine, ["K", "Q", "R", "B", "N", ""][i % 6]])), "–": "-", "—": "-", "×": "x", "\ufe0e": "" };

/** The same text with ASCII characters: "♘f3" becomes "Nf3". */
const inPlainText = (text) => text.replace(/[♔-♟–—×\ufe0e]/g, (character) => SUBSTITUTES[character]);

/**
 * The first game of a text that a user has copied: {fen: where it starts, if it says so; words: its moves}. Move
 * numbers, comments, marks, variations and results are left out. Pieces may be figurines. Castling may be in small
 * letters.
 */
export function readGame(text) {
  const { fen, lines } = readLines(text);
  return { fen, words: lines[0] };
}

/**
 * Reads the first game of a text with its variations: {fen, lines: the moves of the game, then those of each variation
 * from the start}. A variation replaces the move before it.
 */
export function readLines(text) {
  const words = [];
  const variations = [];
  /** The lines that are not closed. A variation begins with the moves before it. */
  const open = [words];
  let fen;
  let hasEnded = false;
  const close = () => {
    if (open.length > 1) variations.push(open.pop());
  };
  // A piece in brackets is not a variation: a8(Q).
  for (const [token, tag, value] of inPlainText(text).replace(/\(([NBRQ])\)/g, "$1").matchAll(TOKENS)) {
    // The rest is another game.
    if (hasEnded || (tag && words.length > 0)) break;
    if (tag && tag.toUpperCase() === "FEN") fen = value;
    else if (token === "(") open.push(open.at(-1).slice(0, -1));
    else if (token === ")") close();
    else if (!tag && !/^[{;%$]/.test(token)) {
      if (!RESULT.test(token)) open.at(-1).push(...movesOf(token));
      else if (open.length === 1) hasEnded = true;
    }
  }
  while (open.length > 1) close();
  return { fen, lines: [words, ...variations] };
}

/** The moves in a token: "12...Nf6" has one, "12." and "!?" have none. */
function movesOf(token) {
  const word = token.replace(/^(\d+\.+)+/, "");
  return /^(\d*|\.+|[!?]+)$/.test(word) ? [] : [word.replace(/^o-o(-o)?/, (castling) => castling.toUpperCase())];
}

/** The moves of a text, see readGame(). */
export const wordsOfMoves = (text) => readGame(text).words;

/** Whether a text is a position rather than moves. */
export const isFen = (text) => /^\s*[^\s/]+(\/[^\s/]+){3,}\s+[wb](\s|$)/.test(text);
