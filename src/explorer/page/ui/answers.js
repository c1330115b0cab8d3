// SPDX-License-Identifier: MIT
import { rowsOf } from "./rows.js";

/** The answers of the books about positions. Keeps them until a book changes. */
export class Answers {
  constructor(source, about) {
    Object.assign(this, { source, about, known: new Map() });
  }

  /** place: see ServerSource.position() */
  at({ fen, moves }) {
    const name = nameOfPlace({ fen, moves });
    if (!this.known.has(name)) {
      const answer = this.source.position(fen, moves);
      answer.catch(() => this.known.delete(name));
      this.known.set(name, answer);
    }
    return this.known.get(name);
  }

  of(position) {
    return this.at(position.place);
  }

  /** Forgets the answer for a position, so that the next call asks again. */
  forget(place) {
    this.known.delete(nameOfPlace(place));
  }

  clear() {
    this.known.clear();
  }

  /** The moves of a position and its name: {rows: see rowsOf(), opening: {eco, name}, null or undefined} */
  async look(position) {
    const answer = await this.of(position);
    return { rows: rowsOf(answer, this.about.books, position.white), opening: answer.opening };
  }

  /** For each move of a line, whether some book has it. */
  areKnown({ moves, positions }) {
    return Promise.all(
      moves.map(async (move, ply) => {
        const { books } = await this.of(positions[ply]);
        return books.some(({ moves: some = [] }) => some.some(({ uci }) => uci === move.uci));
      }));
  }

  /** Returns the score of each position of a line, from a store of verdicts: {cp, text}, both for White, or null. */
  scoresOf({ positions }) {
    return Promise.all(
      positions.map(async (position) => {
        const { score } = (await this.of(position)).verdicts ?? {};
        if (!score || position.white) return score ?? null;
        const swapped = { "+": "-", "-": "+" };
        const text = score.text.startsWith("#") ? score.text.replace(/#(-?)/, (_, sign) => (sign ? "#" : "#-")) : score.text.replace(/^[+-]/, (sign) => swapped[sign]);
        return { cp: -score.cp, text };
      }));
  }

  /** Returns the last ply before the one on the board whose answer fulfils a condition; -1 if there is none. */
  async lastPly({ ply, positions }, has) {
    let last = ply - 1;
    while (last >= 0 && !has(await this.of(positions[last]))) --last;
    return last;
  }

  /**
   * How often players who choose moves by weight play these moves from the start, 0 to 1; null where no book has them.
   */
  async reachOf(rules, ucis) {
    let position = await rules.begin(rules.startFen);
    let reach = 1;
    for (const uci of ucis) {
      const { rows } = await this.look(position);
      reach *= rows.find((row) => row.uci === uci)?.share ?? 0;
      position = await rules.play(position, rules.read(position, uci));
    }
    if (reach > 0) return reach;
    const { rows } = await this.look(position);
    return rows.length > 0 ? 0 : null;
  }
}

const nameOfPlace = ({ fen, moves = "" }) => `${fen} moves ${moves}`;
