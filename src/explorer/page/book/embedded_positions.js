// SPDX-License-Identifier: MIT
/**
 * Books of a variant that are embedded in the page. The page does not know the rules of the variant. Therefore it holds
 * the server's answer for each position of the books, with the moves between these positions.
 */
export class EmbeddedPositions {
  constructor({ books, variant, positions, shuffled, starts = [] }) {
    this.about = { edit: false, books, variant, ...(shuffled && { shuffled }) };
    this.startList = starts;
    [this.start] = positions;
    this.byKey = new Map(positions.map((position) => [position.key, position]));
    this.byFen = new Map(positions.map((position) => [withoutCounters(position.fen), position]));
  }

  async books() {
    return this.about;
  }

  async starts() {
    return { starts: this.startList };
  }

  /**
   * See ServerSource.position(). The counters of a FEN are those of one of the shortest games that reach the position.
   */
  async position(fen, moves = "") {
    let position = fen ? this.byFen.get(withoutCounters(fen)) : this.start;
    if (!position) throw new Error("This page has the positions of its books alone, and this is none of them");
    for (const text of moves.split(" ").filter(Boolean)) {
      const { key } = position.legal.find(({ uci }) => uci === text);
      position = this.byKey.get(key);
    }
    return position;
  }
}

const withoutCounters = (fen) => fen.trim().replace(/( \d+){1,2}$/, "");
