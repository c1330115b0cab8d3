// SPDX-License-Identifier: MIT
/** The line that the page shows: a start position, the moves from it, and how many of them are on the board. */
export class GameLine {
  constructor(rules) {
    this.rules = rules;
  }

  /** Begins a new line. Throws an Error for the user if the text is not a legal position. */
  async reset(fen) {
    const start = await this.rules.begin(fen);
    this.positions = [start];
    this.moves = [];
    this.sans = [];
    this.ply = 0;
    /**
     * The game that the line comes from, see GameReviewer; null if there is none, or if another move has been played.
     */
    this.game = null;
  }

  get position() {
    return this.positions[this.ply];
  }

  /** The move that led to the position on the board. */
  get lastMove() {
    return this.moves[this.ply - 1];
  }

  get length() {
    return this.moves.length;
  }

  /** Plays a legal move. The moves that followed are dropped, unless the first of them is this move. */
  async play(move) {
    const { position, ply, rules } = this;
    const expected = this.moves[ply];
    if (!expected || expected.uci !== move.uci) {
      const next = await rules.play(position, move);
      // The user may have gone elsewhere meanwhile.
      if (position !== this.position) return;
      this.game = null;
      this.moves = [...this.moves.slice(0, ply), move];
      this.sans = [...this.sans.slice(0, ply), move.san];
      this.positions = [...this.positions.slice(0, ply + 1), next];
    }
    this.ply = ply + 1;
  }

  goTo(ply) {
    this.ply = Math.max(0, Math.min(ply, this.moves.length));
  }

  /** Returns the last ply, up to the one on the board, whose position has this key; -1 if there is none. */
  plyOf(key) {
    for (let ply = this.ply; ply >= 0; --ply) if (this.positions[ply].key === key) return ply;
    return -1;
  }
}

/** "12." or "12…", for a ply counted from a position. */
export function moveNumber(start, ply) {
  const plies = ply + (start.white ? 0 : 1);
  const number = start.fullmoves + Math.floor(plies / 2);
  return plies % 2 === 0 ? `${number}.` : `${number}…`;
}

/** Moves as people write them: "1. e4 e5 2. Nf3". */
export function lineText(start, sans) {
  return sans
    .map((san, ply) => {
      const number = moveNumber(start, ply);
      return ply === 0 || number.endsWith(".") ? `${number} ${san}` : san;
    })
    .join(" ");
}
