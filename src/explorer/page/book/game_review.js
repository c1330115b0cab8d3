// SPDX-License-Identifier: MIT
/**
 * Finds where games left the books, as `polyglot review-games` does: see docs/json.md. A game leaves the books with its
 * first move that no book has. Moves that games have in common are played and looked up once.
 */
export class GameReviewer {
  /** ask(position): a promise of the books' answer */
  constructor(rules, ask) {
    Object.assign(this, { rules, ask, starts: new Map() });
  }

  /**
   * game: see readGames(). Resolves to {game, white, black, result, exitPly, by: "white", "black" or null, played: the
   * move in SAN or null, fen and position: where the game left, book: the moves in SAN that the books have there, start:
   * the position it began in, ucis and sans: the moves up to the one that left}, or to null if the game does not begin in
   * a legal position.
   */
  async review(game) {
    const start = await this.startAt(game.fen ?? this.rules.startFen);
    if (!start) return null;
    const { White: white, Black: black } = game.tags;
    const review = {
      game, white: white || "?", black: black || "?", result: game.result, exitPly: 0, by: null, played: null,
      start: start.position, ucis: [], sans: [],
    };
    let place = start;
    let known = await place.known;
    for (const word of game.words) {
      const step = this.stepAt(place, word);
      if (!step) break;
      review.ucis.push(step.uci);
      review.sans.push(step.san);
      if (!known.some(({ uci }) => uci === step.uci)) {
        review.played = step.san;
        if (known.length > 0) review.by = place.position.white ? "white" : "black";
        break;
      }
      ++review.exitPly;
      place = await this.placeBehind(place, step);
      known = await place.known;
    }
    const { position } = place;
    return { ...review, position, fen: position.fen, book: known.map(({ san }) => san) };
  }

  /** A position, and what is known of it: {position, known: a promise of the books' moves, steps: by the words for them}. */
  place(position) {
    return { position, known: this.ask(position).then(bookMovesOf), steps: new Map() };
  }

  async startAt(fen) {
    if (!this.starts.has(fen)) this.starts.set(fen, Promise.resolve().then(() => this.rules.begin(fen)).then((position) => this.place(position), () => null));
    return this.starts.get(fen);
  }

  /** The move that a word means, null if none: {move, uci, san}. */
  stepAt({ position, steps }, word) {
    if (!steps.has(word)) {
      const { rules } = this;
      const move = rules.read(position, word);
      steps.set(word, move && { move, uci: move.uci, san: move.san });
    }
    return steps.get(word);
  }

  async placeBehind({ position }, step) {
    step.behind ??= Promise.resolve(this.rules.play(position, step.move)).then((next) => this.place(next));
    return step.behind;
  }
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
    const name = `${review.position.key} ${review.ucis.at(-1)}`;
    if (!gaps.has(name)) gaps.set(name, []);
    gaps.get(name).push(review);
  }
  return [...gaps.values()].sort((a, b) => b.length - a.length).map((games) => {
    const points = games.map(pointsOf).filter((one) => one !== undefined);
    const sum = points.reduce((total, one) => total + one, 0);
    return { review: games[0], reviews: games, decided: points.length, score: points.length > 0 ? sum / points.length : null };
  });
}
