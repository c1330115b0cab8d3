// SPDX-License-Identifier: MIT
/**
 * Says where a game left the books, as `polyglot review-games` does: see docs/json.md. A game leaves the books with its
 * first move that no book has.
 *
 * game: see readGames(). ask(position): a promise of what the books say. Returns {game, white, black, result, exitPly,
 * by: "white", "black" or null, played: the move in SAN or null, fen and position: where the game left, book: the moves
 * in SAN that the books have there, start: the position it began in, ucis and sans: the moves up to the one that left},
 * or null if the game does not begin in a legal position.
 */
export async function reviewGame(game, rules, ask) {
  let position;
  try {
    position = await rules.begin(game.fen ?? rules.startFen);
  } catch {
    return null;
  }
  const { White: white, Black: black } = game.tags;
  const review = {
    game, white: white || "?", black: black || "?", result: game.result, exitPly: 0, by: null, played: null,
    start: position, ucis: [], sans: [],
  };
  let known = bookMovesOf(await ask(position));
  for (const word of game.words) {
    const move = rules.read(position, word);
    if (!move) break;
    const uci = rules.uci(position, move);
    const san = rules.san(position, move);
    review.ucis.push(uci);
    review.sans.push(san);
    if (!known.some((one) => one.uci === uci)) {
      review.played = san;
      if (known.length > 0) review.by = position.white ? "white" : "black";
      break;
    }
    ++review.exitPly;
    position = await rules.play(position, move);
    known = bookMovesOf(await ask(position));
  }
  return { ...review, position, fen: rules.fen(position), book: known.map(({ san }) => san) };
}

/** The moves that the books have in a position, each once, the largest weight first: {uci, san}. */
function bookMovesOf({ books }) {
  const measure = books.length > 1 ? ({ share }) => share : ({ weight }) => weight;
  const moves = new Map();
  for (const move of books.flatMap(({ moves: some = [] }) => some)) {
    const known = moves.get(move.uci);
    if (known) known.weight += measure(move);
    else moves.set(move.uci, { uci: move.uci, san: move.san, weight: measure(move) });
  }
  return [...moves.values()].sort((a, b) => b.weight - a.weight);
}

/** Points of the side that played the last move of a game: 0 to 1; undefined if the result is not known. */
function pointsOf({ result, position }) {
  const points = { "1-0": 1, "0-1": 0, "1/2-1/2": 0.5 }[result];
  return points === undefined || position.white ? points : 1 - points;
}

/**
 * The positions in which games left the books, grouped by the move that they played there, the most frequent first:
 * {review: of the first game; reviews: of all games; decided: how many have a result; score: of these, 0 to 1 for the
 * side that played the move, or null}.
 */
export function gapsOf(reviews) {
  const gaps = new Map();
  for (const review of reviews.filter(({ played }) => played !== null)) {
    const name = `${review.position.keyText} ${review.ucis.at(-1)}`;
    if (!gaps.has(name)) gaps.set(name, []);
    gaps.get(name).push(review);
  }
  return [...gaps.values()].sort((a, b) => b.length - a.length).map((games) => {
    const points = games.map(pointsOf).filter((one) => one !== undefined);
    const sum = points.reduce((total, one) => total + one, 0);
    return { review: games[0], reviews: games, decided: points.length, score: points.length > 0 ? sum / points.length : null };
  });
}
