// SPDX-License-Identifier: MIT
/** The parts of a game: a tag, comments, marks, brackets of variations, and words. */
const TOKENS = /\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{[^}]*\}?|;[^\n]*|^%[^\n]*|\$\d+|[()]|[^\s(){};$]+/gm;

const RESULT = /^(1[-:]0|0[-:]1|1\/2(-1\/2)?|½-½|\*)$/;

/** ASCII for typographic characters. The last one only requests a figurine in black and white, so it is removed. */
const SUBSTITUTES = { ...Object.fromEntries([..."♔♕♖♗♘♙♚♛♜♝♞♟"].map((figurine, i) => [figurine, ["K", "Q", "R", "B", "N", ""][i % 6]])), "–": "-", "—": "-", "×": "x", "\ufe0e": "" };

/** The same text with ASCII characters: "♘f3" becomes "Nf3". */
const inPlainText = (text) => text.replace(/[♔-♟–—×\ufe0e]/g, (character) => SUBSTITUTES[character]);

/** How often a move counts that has a NAG from $1 to $6: !, ?, !!, ??, !? and ?!. Other NAGs do not count. */
const TIMES_OF_NAGS = [undefined, 2, 0, 3, 0, 1, 1];

/** A comment that begins with the weight of the move before it, as `dump-book --tree` writes them. */
const WEIGHT = /^\s*(?:\[[^\]]*\]\s*)*weight\s+(?:none|(\d+))(?![a-zA-Z.\d])/;

/**
 * The first game of a text that a user has copied: {fen: where it starts, if it says so; words: its moves}. Move
 * numbers, comments, marks, variations and results are left out. Pieces may be figurines. Castling may be in small
 * letters.
 */
export function readGame(text) {
  const { fen, lines } = readLines(text);
  return { fen, words: lines[0].map(({ word }) => word) };
}

/**
 * Reads the first game of a text with its variations: {fen, lines: the moves of the game, then those of each variation
 * from the start; written: each move once, in the order of the text}. A variation replaces the move before it, and
 * shares the moves before that with its game.
 *
 * A move is {word; times: how often it counts, if its author has marked it; weight: from a comment, if one has it;
 * isLeftOut: a comment excludes it from the book}. `make-book --variations all` reads the same: see docs/tools.md,
 * "Variations of a game".
 */
export function readLines(text) {
  const written = [];
  const variations = [];
  /** The open lines. A variation begins with the moves before it; `own` is the index of its own first move. */
  const open = [{ moves: [], own: 0 }];
  let fen;
  let hasEnded = false;
  const close = () => {
    if (open.length > 1) variations.push(open.pop().moves);
  };
  /** The move that marks and comments are about. */
  const lastMove = () => {
    const { moves, own } = open.at(-1);
    return moves.length > own ? moves.at(-1) : undefined;
  };
  // A piece in brackets is not a variation: a8(Q).
  for (const [token, tag, value] of inPlainText(text).replace(/\(([NBRQ])\)/g, "$1").matchAll(TOKENS)) {
    // The rest is another game.
    if (hasEnded || (tag && written.length > 0)) break;
    if (tag && tag.toUpperCase() === "FEN") fen = value;
    else if (token === "(") {
      const moves = open.at(-1).moves.slice(0, -1);
      open.push({ moves, own: moves.length });
    } else if (token === ")") close();
    else if (/^[{$]/.test(token)) annotate(lastMove(), token);
    else if (!tag && !/^[;%]/.test(token)) {
      if (!RESULT.test(token)) {
        const moves = movesOf(token).map((word) => ({ word, isLeftOut: false }));
        open.at(-1).moves.push(...moves);
        written.push(...moves);
        annotate(lastMove(), token);
      } else if (open.length === 1) hasEnded = true;
    }
  }
  const [{ moves }] = open;
  while (open.length > 1) close();
  return { fen, lines: [moves, ...variations], written };
}

/** Sets the marks of a move from a token, or its weight from a comment. The first mark and the first weight count. */
function annotate(move, token) {
  if (!move) return;
  if (token.startsWith("$")) move.times ??= TIMES_OF_NAGS[Number(token.slice(1))];
  else if (!token.startsWith("{")) move.times ??= timesOfMarks(/[!?]+/.exec(token)?.[0]);
  else if (token.endsWith("}") && move.weight === undefined) {
    const [isWeight, weight] = WEIGHT.exec(token.slice(1, -1)) ?? [];
    if (weight) move.weight = Number(weight);
    else if (isWeight) move.isLeftOut = true;
  }
}

/** How often a move with these signs counts; undefined for no signs. More than two signs count as two. */
function timesOfMarks(marks) {
  if (!marks) return undefined;
  if (marks.includes("?")) return marks.includes("!") ? 1 : 0;
  return marks.length > 1 ? 3 : 2;
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
