// SPDX-License-Identifier: MIT
import { movesOfBooks } from "./server_source.js";

/**
 * Finds where a game left the books, as `polyglot review-games` does: see docs/json.md. A game leaves the books with its
 * first move that no book has. game: see src/explorer/games.hpp; ask(place): a promise of the books' answer.
 *
 * Resolves to {game, white, black, result, exitPly, by: "white", "black" or null, played: the move in SAN or null, fen and
 * key: of the position where the game left, isWhite: White is to move there, book: the moves in SAN that the books have
 * there}, or to null if the game does not begin in a legal position.
 */
export async function reviewGame(game, ask) {
  if (game.error) return null;
  const { White: white = "?", Black: black = "?" } = game.tags;
  const ucis = game.moves.map(({ uci }) => uci);
  for (let exitPly = 0; ; ++exitPly) {
    const answer = await ask({ fen: game.fen, moves: ucis.slice(0, exitPly).join(" ") });
    const { fen, key } = answer;
    const known = bookMovesOf(answer);
    if (known.some(({ uci }) => uci === ucis[exitPly])) continue;
    const isWhite = fen.split(" ")[1] === "w";
    const played = game.moves[exitPly]?.san ?? null;
    const by = played && known.length > 0 ? (isWhite ? "white" : "black") : null;
    return {
      game, white: white || "?", black: black || "?", result: game.result, exitPly, by, played, fen, key, isWhite,
      book: known.map(({ san }) => san),
    };
  }
}

/** The moves that the books have in a position, each once, the largest weight first: {uci, san}. */
function bookMovesOf(answer) {
  const measure = answer.books.length > 1 ? ({ share }) => share : ({ weight }) => weight;
  const moves = new Map();
  for (const move of movesOfBooks(answer)) {
    const known = moves.get(move.uci);
    if (known) known.weight += measure(move);
    else moves.set(move.uci, { uci: move.uci, san: move.san, weight: measure(move) });
  }
  return [...moves.values()].sort((a, b) => b.weight - a.weight);
}

/** Points of the side that played the last move of a game: 0 to 1; undefined if the result is not known. */
function pointsOf({ result, isWhite }) {
  const points = { "1-0": 1, "0-1": 0, "1/2-1/2": 0.5 }[result];
  return points === undefined || isWhite ? points : 1 - points;
}

/**
 * The positions in which games left the books, grouped by the move that they played there, the most frequent first:
 * {review: of the first game; reviews: of all games; decided: how many have a result; score: of these, 0 to 1 for the
 * side that played the move, or null}.
 */
export function gapsOf(reviews) {
  const gaps = new Map();
  for (const review of reviews.filter(({ played }) => played !== null)) {
    const name = `${review.key} ${review.played}`;
    if (!gaps.has(name)) gaps.set(name, []);
    gaps.get(name).push(review);
  }
  return [...gaps.values()].sort((a, b) => b.length - a.length).map((games) => {
    const points = games.map(pointsOf).filter((one) => one !== undefined);
    const sum = points.reduce((total, one) => total + one, 0);
    return { review: games[0], reviews: games, decided: points.length, score: points.length > 0 ? sum / points.length : null };
  });
}
