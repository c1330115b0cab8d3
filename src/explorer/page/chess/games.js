// SPDX-License-Identifier: MIT
import { readLines } from "./movetext.js";

/**
 * A tag. As in `make-book`, its value ends with the first quote before a bracket: [Annotator "Lopez "Battle Royale""].
 */
const TAG_PAIR = /^\s*\[\s*(\w+)\s+"((?:\\.|(?!"\s*\])[^\\\n])*)"\s*\]/;

/** A tag without such an end: its value is the rest of the line. */
const OPEN_TAG = /^\s*\[\s*(\w+)\s+"([^\n]*?)"?\s*\]?[^\S\n]*(?=\n|$)/;

/** The parts of movetext, to find where a game ends: comments, brackets of variations and words. */
const MOVETEXT_PARTS = /\{[^}]*\}?|;[^\n]*|^%[^\n]*|[()]|[^\s(){};]+/gm;

/** The results that `make-book` reads. */
const GAME_ENDS = { "1-0": "1-0", "1:0": "1-0", "0-1": "0-1", "0:1": "0-1", "1/2-1/2": "1/2-1/2", "1/2": "1/2-1/2", "½-½": "1/2-1/2", "*": "*" };

/**
 * All games of a text that a user has copied: {tags: {name: value}; fen: where it starts, if it says so; words: its
 * moves, see readGame(); lines and written: its moves and variations, see readLines(); result: "1-0", "0-1", "1/2-1/2"
 * or "*"}. A part with neither tags nor words is not a game: "1/2 - 1/2" ends one.
 */
export const readGames = (text) => [...gamesIn(text)];

/** The games of readGames(), one after the other. */
export function* gamesIn(text) {
  let rest = text.replace(/\r\n?/g, "\n");
  while (rest.trim()) {
    const { tags, behind } = takeTags(rest);
    const { moves, end, after } = takeMovetext(behind);
    const { lines, written } = readLines(moves);
    const words = lines[0].map(({ word }) => word);
    if (words.some((word) => /\p{L}/u.test(word)) || Object.keys(tags).length > 0) {
      yield { tags, fen: tags.FEN, words, lines, written, result: [tags.Result, end].map((one) => GAME_ENDS[one]).find((one) => one && one !== "*") ?? "*" };
    }
    rest = after;
  }
}

/**
 * Whether a text has games and not only moves: several games, or tags, or move 1 and a result. text: the source of the
 * games
 */
export const areWholeGames = (games, text) =>
  games.length > 1 || games.some(({ tags, result }) => Object.keys(tags).length > 0 || (result !== "*" && /^\s*1\.(?!\.)/.test(text)));

function takeTags(text) {
  const tags = {};
  let behind = text;
  for (let found; (found = TAG_PAIR.exec(behind) ?? OPEN_TAG.exec(behind)); behind = behind.slice(found[0].length)) {
    const name = found[1].toUpperCase() === "FEN" ? "FEN" : found[1];
    tags[name] = found[2].replace(/\\(["\\])/g, "$1");
  }
  return { tags, behind };
}

/** Takes the movetext up to a result or to the tags of the next game. */
function takeMovetext(text) {
  let depth = 0;
  for (const { 0: part, index } of text.matchAll(MOVETEXT_PARTS)) {
    const behind = index + part.length;
    if (part === "(") ++depth;
    else if (part === ")") depth = Math.max(0, depth - 1);
    else if (part.startsWith("[") && TAG_PAIR.test(text.slice(index))) {
      // Without this test, the loop would never pass a bracket at the start that is not a tag.
      if (index > 0 && text.slice(0, index).trim()) return { moves: text.slice(0, index), after: text.slice(index) };
    } else if (depth === 0 && GAME_ENDS[part]) return { moves: text.slice(0, index), end: part, after: text.slice(behind) };
  }
  return { moves: text, after: "" };
}
