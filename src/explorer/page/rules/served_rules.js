// SPDX-License-Identifier: MIT
const START_OF_CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const FILES = "abcdefghijklmnop";
const ENDINGS = { checkmate: "Checkmate", stalemate: "Stalemate", variant_end: "The game is over" };

/**
 * The rules of the games in the books. Only the server knows them: its answer for a position has all that the page
 * needs. These are properties of positions: fen, white (White is to move), fullmoves, board (pieces, "" for none, from a1
 * along the first rank), hands, inCheck, key and ending (how the game has ended, "" if it has not); and of moves: uci, san,
 * from (the number of a square, or the piece of a drop), to (the rook for castling in chess), target (the square that a
 * user clicks on), promotion and key (of the position behind it).
 */
export class ServedRules {
  /** answers: see Answers; setup and variant: see src/explorer/answers.hpp, about books */
  static async load(answers, { setup, variant }) {
    const rules = new ServedRules();
    rules.answers = answers;
    rules.setup = setup;
    rules.start = await rules.reach(variant ? {} : { fen: START_OF_CHESS });
    rules.startFen = rules.start.fen;
    rules.files = rules.start.files;
    rules.ranks = rules.start.ranks;
    return rules;
  }

  /** The position of a FEN. Throws an Error for the user if the text is not a legal position. */
  begin(fen) {
    return fen === this.startFen ? this.start : this.reach({ fen });
  }

  /**
   * The position after a move. Requests name it by its moves, not only by its FEN, because a FEN does not have all that a game
   * depends on.
   */
  after({ place: { fen, moves } }, { uci }) {
    return this.reach({ fen, moves: moves ? `${moves} ${uci}` : uci });
  }

  async reach(place) {
    return readServed(place, await this.answers.at(place));
  }

  /** The moves in SAN that a text may mean if it says too little about where the piece comes from: "Nd2" for "Nbd2". */
  meanings({ moves }, text) {
    const bare = (san) => san.replace(/[+#!?]+$/, "").replace(/^(\+?[A-Z]?)[a-p]?\d*x?([a-p]\d+)/, "$1$2");
    return moves.map(({ san }) => san).filter((san) => bare(san) === bare(text));
  }

  /** The move of a name in coordinates or SAN, as the server writes it; null if there is none. */
  read({ moves }, name) {
    return moves.find(({ uci, san }) => uci === name || san === name) ?? null;
  }
}

/** Whether a text is a position rather than moves. */
export const isFen = (text) => /^\s*[^\s/]+(\/[^\s/]+){3,}\s+[wb](\s|$)/.test(text);

/** A position from an answer of the server, see src/explorer/answers.hpp. */
function readServed(place, { fen, key, check, chess960, ending, winner, legal }) {
  const [placement, side, ...fields] = fen.split(" ");
  const { board, files, ranks, hands } = readPlacement(placement);
  const squareOf = (name) => (Number(name.slice(1)) - 1) * files + FILES.indexOf(name[0]);
  return {
    place: { fen: place.fen ?? fen, moves: place.moves },
    fen,
    key,
    needsChess960: chess960 ?? false,
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
      to: squareOf(move.rook ?? move.to),
      target: squareOf(move.to),
      promotion: move.promotion.toUpperCase(),
    })),
  };
}

/**
 * Reads pieces from the first field of a FEN: {board: from a1 along the first rank, "" for an empty square; files;
 * ranks; hands: the pieces in hand, null if the game has none}. A piece is its letter, with + before it or ~ after it.
 */
export function readPlacement(text) {
  const [, squares, held] = /^([^[]*)(?:\[(.*)\])?$/.exec(text);
  const ranks = squares.split("/").map(readRank).reverse();
  return { board: ranks.flat(), files: ranks[0].length, ranks: ranks.length, hands: held === undefined ? null : piecesOf(held) };
}

/** The first field of a FEN for these pieces. The hands are written if the game has them, even if they are empty. */
export function writePlacement({ board, files, ranks, hands }) {
  const rank = (index) => board.slice(files * index, files * (index + 1)).map((piece) => piece || "1").join("").replace(/1+/g, (empty) => empty.length);
  const squares = Array.from({ length: ranks }, (_, i) => rank(ranks - 1 - i)).join("/");
  return hands ? `${squares}[${hands.join("") || "-"}]` : squares;
}

const readRank = (text) =>
  text.match(/\d+|\+?[A-Za-z]~?/g).flatMap((part) => (/\d/.test(part) ? Array(Number(part)).fill("") : part));

const piecesOf = (held) => held.match(/\+?[A-Za-z]~?/g) ?? [];

/** Whether a piece belongs to a side. Capital letters, which are White's, come before small ones. */
export const isPieceOf = (piece, white) => piece !== "" && piece < "a" === white;
