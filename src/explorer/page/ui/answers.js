// SPDX-License-Identifier: MIT
import { movesOfBooks } from "../book/server_source.js";
import { rowsOf } from "./rows.js";

/** The answers of the books about positions. Keeps them until a book changes. */
export class Answers {
  constructor(source, about) {
    Object.assign(this, { source, about, known: new Map(), fresh: new Set() });
  }

  /** Call it when the user begins an action, see latest(). */
  begin() {
    this.fresh.clear();
  }

  /** place: see ServerSource.position() */
  at({ fen, moves }) {
    const name = nameOfPlace({ fen, moves });
    if (!this.known.has(name)) {
      const answer = this.source.position(fen, moves);
      answer.catch(() => this.known.delete(name));
      this.known.set(name, answer);
      this.fresh.add(name);
    }
    return this.known.get(name);
  }

  of(position) {
    return this.at(position.place);
  }

  /** Asks again unless the answer came since begin(), because another program may have changed a book. */
  latest(place) {
    const name = nameOfPlace(place);
    if (!this.fresh.has(name)) this.known.delete(name);
    return this.at(place);
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
      moves.map(async (move, ply) => movesOfBooks(await this.of(positions[ply])).some(({ uci }) => uci === move.uci)));
  }

  /** Returns the score of each position of a line, from a store of verdicts: {cp, text}, both for White, or null. */
  scoresOf({ positions }) {
    return Promise.all(
      positions.map(async (position) => {
        const { score } = (await this.of(position)).verdicts ?? {};
        if (!score || position.white) return score ?? null;
        const swapped = { "+": "-", "-": "+", "#": "#-", "#-": "#" };
        return { cp: -score.cp, text: score.text.replace(/^([+-]|#-?)/, (sign) => swapped[sign]) };
      }));
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
      position = await rules.after(position, rules.read(position, uci));
    }
    if (reach > 0) return reach;
    const { rows } = await this.look(position);
    return rows.length > 0 ? 0 : null;
  }
}

const nameOfPlace = ({ fen, moves = "" }) => `${fen} moves ${moves}`;
