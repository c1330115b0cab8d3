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
    this.ply = 0;
    /**
     * The game that the line comes from, see reviewGame(); null if there is none, or if another move has been played.
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
      const next = await rules.after(position, move);
      // The user may have gone elsewhere meanwhile.
      if (position !== this.position) return;
      this.game = null;
      this.moves = [...this.moves.slice(0, ply), move];
      this.positions = [...this.positions.slice(0, ply + 1), next];
    }
    this.ply = ply + 1;
  }

  /** A move with its number: "12. Nf3". */
  named(ply) {
    return `${moveNumber(this.positions[0], ply)} ${this.moves[ply].san}`;
  }

  /** The moves as people write them: "1. e4 e5 2. Nf3". */
  get text() {
    return lineText(this.positions[0], this.moves.map(({ san }) => san));
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

/** What moveNumber() needs of the start of a game. */
export function startOf({ fen }) {
  const [, side, ...fields] = fen.split(" ");
  return { white: side === "w", fullmoves: Number(fields.at(-1)) };
}

/** "12." or "12…", for a ply counted from a position. */
export function moveNumber(start, ply) {
  const plies = ply + (start.white ? 0 : 1);
  const number = start.fullmoves + Math.floor(plies / 2);
  return plies % 2 === 0 ? `${number}.` : `${number}…`;
}

export function lineText(start, sans) {
  return sans
    .map((san, ply) => {
      const number = moveNumber(start, ply);
      return ply === 0 || number.endsWith(".") ? `${number} ${san}` : san;
    })
    .join(" ");
}

/**
 * Reads from the address what the page shows: #fen=…&moves=e2e4+e7e5, without the FEN for the start position. A user
 * can bookmark or share the address, and each position is a step in the history of the browser.
 */
export function readAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  return { fen: wanted.get("fen"), words: (wanted.get("moves") ?? "").split(" ").filter(Boolean) };
}

/** The address of a line, up to the position on the board. */
export const addressOf = ({ positions, moves, ply, rules }) => addressAfter(positions[0].fen, moves.slice(0, ply), rules);

/** The address of the position after some moves. */
export function addressAfter(start, moves, rules) {
  const wanted = new URLSearchParams();
  if (start !== rules.startFen) wanted.set("fen", start);
  if (moves.length > 0) wanted.set("moves", moves.map(({ uci }) => uci).join(" "));
  return "#" + wanted;
}

/** Lichess's names for the variants that it can analyse, by our names. */
const LICHESS_VARIANTS = {
  "3check": "threeCheck", antichess: "antichess", atomic: "atomic", crazyhouse: "crazyhouse", giveaway: "antichess", horde: "horde",
  kingofthehill: "kingOfTheHill", racingkings: "racingKings",
};

/** The address of the analysis board of Lichess with the position; "" if Lichess does not have the variant. */
export function lichessAddress({ position, positions }, variant) {
  const isShuffled = [position, positions[0]].some(({ needsChess960 }) => needsChess960);
  const game = variant ? LICHESS_VARIANTS[variant] : isShuffled ? "chess960" : "standard";
  if (!game) return "";
  return `https://lichess.org/analysis/${game}/${encodeURI(position.fen.replaceAll(" ", "_"))}`;
}

export function writeAddress(line) {
  const address = addressOf(line);
  if (address !== (location.hash || "#")) history.pushState(null, "", address);
}

/** A game as a PGN. tags: {name: value}; empty tags are left out. */
export function pgnText(line, tags) {
  const lines = Object.entries(tags)
    .filter(([, value]) => value)
    .map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`);
  const moves = [line.text.replace(/…/g, "..."), tags.Result].filter(Boolean).join(" ");
  // Lines of a PGN have fewer than 80 characters.
  return `${lines.join("\n")}\n\n${moves.replace(/(.{1,79})(?: |$)/g, "$1\n")}`;
}
