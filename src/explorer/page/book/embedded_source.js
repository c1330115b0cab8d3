// SPDX-License-Identifier: MIT
import { readFen, writeFen } from "../chess/fen.js";
import { readMove, toSan, toUci } from "../chess/notation.js";
import { START_FEN } from "../chess/position.js";
import { decodeRecords, findRecords } from "./records.js";

/** Books that are embedded in the page. The answers have the form of the server's, see src/explorer/answers.hpp. */
export class EmbeddedSource {
  constructor({ books, openings, shuffled, starts = [] }) {
    this.about = { edit: false, books, ...(shuffled && { shuffled }) };
    this.startList = starts;
    if (openings) {
      const { all, ...about } = openings;
      this.about.openings = about;
      this.openingList = all;
      // If several openings have the same position, the first counts.
      this.names = new Map([...all].reverse().map(({ key, eco, name }) => [key, { eco, name }]));
    }
    this.views = books.map(({ data }) => new DataView(bytesOfBase64(data).buffer));
    for (const book of books) delete book.data;
  }

  async books() {
    return this.about;
  }

  /** The answer for a position. moves: those to play from the FEN, in coordinates, separated by blanks */
  async position(fen, moves = "") {
    const passed = [readFen(fen)];
    for (const text of moves.split(" ").filter(Boolean)) {
      const before = passed.at(-1);
      passed.push(before.play(readMove(before, text)));
    }
    const position = passed.at(-1);
    return {
      fen: writeFen(position),
      key: position.keyText,
      books: this.views.map((view) => describeMoves(view, position)),
      ...this.openingsOf(passed),
    };
  }

  async starts() {
    return { starts: this.startList };
  }

  /**
   * Openings whose code and name contain all words of a text. Those whose names begin with the first word come first.
   */
  async openings(text) {
    const words = plainWords(text);
    const found = this.openingList.filter(({ eco, name }) => words.length > 0 && words.every((word) => `${eco} ${plainWords(name).join(" ")}`.toLowerCase().includes(word)));
    const isFirst = ({ name }) => plainWords(name)[0]?.startsWith(words[0]) ?? false;
    found.sort((a, b) => isFirst(b) - isFirst(a));
    const shown = found.length > 0 ? found : nearestNames(this.openingList, words);
    return { count: found.length, openings: shown.slice(0, MOST_OPENINGS).map(({ eco, name, uci }) => ({ eco, name, uci, san: gameOf(uci) })) };
  }

  openingsOf(passed) {
    if (!this.names) return {};
    const named = passed.map(({ keyText }) => this.names.get(keyText) ?? null);
    return { opening: named.at(-1), game_opening: named.findLast(Boolean) ?? null };
  }
}

/** The most openings in one answer, as many as the server sends. */
const MOST_OPENINGS = 100;

/** The words of letters and digits in a text, without accents and in small letters. */
const plainWords = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Openings whose names have a word near each of these words, the nearest first. See
 * openings::OpeningNames::search_near().
 */
function nearestNames(openings, words) {
  const plyCount = ({ uci }) => uci.split(" ").filter(Boolean).length;
  const distanceOf = (name) => words.reduce((sum, word) => sum + distanceOfWord(word, plainWords(name.replaceAll("'", ""))), 0);
  return (words.length > 0 ? openings : [])
    .map((opening) => ({ opening, distance: distanceOf(opening.name) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance || plyCount(a.opening) - plyCount(b.opening))
    .map(({ opening }) => opening);
}

/** The distance to the nearest of some words; Infinity if it is too large. */
function distanceOfWord(word, others) {
  const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  const nearest = Math.min(...others.map((other) => distanceToBeginning(word, other)));
  return nearest <= most ? nearest : Infinity;
}

/** How many letters must be changed, added or dropped so that a word becomes the beginning of another. */
function distanceToBeginning(word, other) {
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 0; i < word.length; ++i) {
    const next = [i + 1];
    for (let j = 0; j < other.length; ++j) next.push(Math.min(row[j] + (word[i] === other[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1));
    row = next;
  }
  return Math.min(...row);
}

/** Moves from the start in the form of a game: "1. e4 c5". */
function gameOf(ucis) {
  let position = readFen(START_FEN);
  return ucis
    .split(" ")
    .filter(Boolean)
    .map((uci, ply) => {
      const move = readMove(position, uci);
      const san = toSan(position, move);
      position = position.play(move);
      return ply % 2 === 0 ? `${ply / 2 + 1}. ${san}` : san;
    })
    .join(" ");
}

function describeMoves(view, position) {
  const records = findRecords(view, position.key);
  const total = records.reduce((sum, record) => sum + record.weight, 0);
  const known = decodeRecords(position, records);
  const moves = known.map(({ move, weight, n, sum }) => ({
    uci: toUci(position, move),
    san: toSan(position, move),
    weight,
    share: total > 0 ? Math.floor((10000 * weight) / total) / 10000 : 0,
    next: usableRecords(view, position.play(move)).length,
    n,
    sum,
  }));
  return { moves, unusable: records.length - known.length };
}

const usableRecords = (view, position) => decodeRecords(position, findRecords(view, position.key));

/** How many characters are decoded at a time, so that a book of 100 MB is not held twice. */
const BASE64_BLOCK = 1 << 22;

function bytesOfBase64(text) {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let end = 0;
  for (let start = 0; start < text.length; start += BASE64_BLOCK) {
    const binary = atob(text.slice(start, start + BASE64_BLOCK));
    for (let i = 0; i < binary.length; ++i) bytes[end++] = binary.charCodeAt(i);
  }
  return bytes;
}
