// SPDX-License-Identifier: MIT
import { readFen, writeFen } from "../chess/fen.js";
import { readMove, toSan, toUci } from "../chess/notation.js";
import { decodeRecords, findRecords } from "./records.js";

/** Books that are part of the page: answers as the server does, see src/explorer/answers.hpp. */
export class EmbeddedSource {
  constructor({ books, openings }) {
    this.about = { edit: false, books };
    if (openings) {
      const { all, ...about } = openings;
      this.about.openings = about;
      // The first one of a position counts.
      this.names = new Map(all.reverse().map(({ key, eco, name }) => [key, { eco, name }]));
    }
    this.views = books.map(({ data }) => new DataView(bytesOfBase64(data).buffer));
    for (const book of books) delete book.data;
  }

  async books() {
    return this.about;
  }

  /** moves: those that lead on from the FEN, in coordinates and separated by blanks. */
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

  openingsOf(passed) {
    if (!this.names) return {};
    const named = passed.map(({ keyText }) => this.names.get(keyText) ?? null);
    return { opening: named.at(-1), game_opening: named.findLast(Boolean) ?? null };
  }
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

function bytesOfBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
