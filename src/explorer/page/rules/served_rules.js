// SPDX-License-Identifier: MIT
import { readPlacement } from "./placement.js";

const FILES = "abcdefghijklmnop";
const ENDINGS = { checkmate: "Checkmate", stalemate: "Stalemate", variant_end: "The game is over" };

/**
 * The rules of a variant. Only the server knows them. Its answer for a position has all that the page needs. An
 * exported page holds the answers for the positions of its books (isPartial), and cannot set up others (no setup).
 */
export class ServedRules {
  /** about: the source's description of its books, see src/explorer/answers.hpp */
  static async load(source, { setup }) {
    const rules = new ServedRules();
    rules.source = source;
    rules.setup = setup;
    rules.isPartial = !setup;
    rules.start = await rules.reach({});
    rules.startFen = rules.start.fen;
    rules.files = rules.start.files;
    rules.ranks = rules.start.ranks;
    return rules;
  }

  begin(fen) {
    return fen === this.startFen ? this.start : this.reach({ fen });
  }

  /**
   * Requests name a position by its moves, not only by its FEN, because a FEN does not have all that a game depends on.
   */
  play({ place: { fen, moves } }, { uci }) {
    return this.reach({ fen, moves: moves ? `${moves} ${uci}` : uci });
  }

  async reach(place) {
    return readServed(place, await this.source.position(place.fen, place.moves));
  }

  fen = ({ fen }) => fen;
  place = ({ place }) => place;
  moves = ({ moves }) => moves;
  san = (position, { san }) => san;
  uci = (position, { uci }) => uci;
  target = ({ to }) => to;
  keyBehind = (position, { key }) => key;
  ending = ({ ending }) => ending;
  otherOrders = async () => [];

  /** The moves that a text may mean if it says too little about where the piece comes from: "Nd2" for "Nbd2". */
  meanings({ moves }, text) {
    const bare = (san) => withoutMarks(san).replace(/^(\+?[A-Z]?)[a-p]?\d*x?([a-p]\d+)/, "$1$2");
    return moves.filter(({ san }) => bare(san) === bare(text));
  }

  read({ moves }, text) {
    const readings = [({ uci, san }) => [uci, san].includes(text), ({ san }) => withoutMarks(san) === withoutMarks(text)];
    for (const fits of readings) {
      const found = moves.filter(fits);
      if (found.length === 1) return found[0];
    }
    return null;
  }
}

const withoutMarks = (san) => san.replace(/[+#!?]+$/, "");

/** A position from an answer of the server, see src/explorer/answers.hpp. */
function readServed(place, { fen, key, check, ending, winner, legal }) {
  const [placement, side, ...fields] = fen.split(" ");
  const { board, files, ranks, hands } = readPlacement(placement);
  const squareOf = (name) => (Number(name.slice(1)) - 1) * files + FILES.indexOf(name[0]);
  return {
    place: { fen: place.fen ?? fen, moves: place.moves },
    fen,
    key,
    keyText: key,
    files,
    ranks,
    white: side === "w",
    fullmoves: Number(fields.at(-1)),
    board,
    hands,
    inCheck: check,
    ending: ending ? `${ENDINGS[ending]}: ${winner ? `${winner} wins` : "a draw"}` : "",
    moves: legal.map((move) => ({
      ...move,
      from: move.drop ?? squareOf(move.from),
      to: squareOf(move.to),
      promotion: move.promotion.toUpperCase(),
    })),
  };
}
