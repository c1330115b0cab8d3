// SPDX-License-Identifier: MIT
import { takeBreak } from "./breaks.js";

/** The most positions that the page asks for in one request. The server answers no more. */
const MOST_POSITIONS = 100;
/** The most characters of games in one request, unless a game is longer. The server accepts 1 MiB. */
const MOST_LETTERS = 200_000;

/**
 * The books that `polyglot explore` serves. For the answers see src/explorer/answers.hpp and service.hpp. Paths are
 * relative to the path of the page, which contains the secret.
 */
export class ServerSource {
  /** groups: the requested games of counts, {speeds, ratings, since, until}; each may be missing */
  constructor() {
    this.groups = {};
    /** The positions of the next request: {place, resolve, reject}. */
    this.waiting = [];
  }

  books() {
    return ask("api/books");
  }

  /**
   * The answer for the position after moves from a FEN. In a variant both may be undefined. Positions that are asked for
   * at the same time share a request.
   */
  position(fen, moves) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ place: { fen, moves }, resolve, reject });
      if (this.waiting.length === 1) takeBreak().then(() => this.askForWaiting());
    });
  }

  askForWaiting() {
    while (this.waiting.length > 1) this.askForAll(this.waiting.splice(0, MOST_POSITIONS));
    for (const { place, resolve, reject } of this.waiting.splice(0)) ask("api/position?" + parametersOf({ ...place, ...this.groups })).then(resolve, reject);
  }

  async askForAll(asked) {
    try {
      const { positions } = await this.post("api/positions?" + parametersOf(this.groups), { positions: asked.map(({ place }) => place) });
      asked.forEach(({ resolve, reject }, i) => (positions[i].error ? reject(new Error(positions[i].error)) : resolve(positions[i])));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  /** Start positions of shuffled pieces, see src/explorer/answers.hpp. */
  starts() {
    return ask("api/starts");
  }

  /** Openings by a part of their names, see src/explorer/answers.hpp. */
  openings(name) {
    return ask("api/openings?" + new URLSearchParams({ name }));
  }

  /** The games of a text: {games, whole}, see src/explorer/games.hpp. fen: where moves without tags begin */
  async games(text, fen) {
    const parts = partsOf(text);
    const found = [];
    for (const part of parts) found.push(await this.post("api/games", { text: part, fen }));
    return { games: found.flatMap(({ games }) => games), whole: parts.length > 1 || found[0].whole };
  }

  /** What games would add to a book, see src/explorer/service.hpp. wish: {book, text, variations, side} */
  lines(wish) {
    return this.post("api/lines", wish);
  }

  /**
   * Changes books. change: {book, fen, moves, move, action, weight, seen: the weight until now, if there is one}; or
   * several at once: {book, changes: [the same without the book]}, or what lines() takes, with a weight
   */
  edit(change) {
    return this.post("api/edit", change);
  }

  /** Undoes a change. change: its number */
  undo(change) {
    return this.post("api/undo", { change });
  }

  post(path, body) {
    const headers = { "Content-Type": "application/json" };
    return ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  }
}

/** The moves that all books of an answer about a position have. */
export const movesOfBooks = ({ books }) => books.flatMap(({ moves = [] }) => moves);

/** Cuts a text before the tags of games. */
function partsOf(text) {
  const parts = [""];
  for (const game of text.split(/\n\s*\n(?=\[)/)) {
    if (parts.at(-1) && parts.at(-1).length + game.length > MOST_LETTERS) parts.push("");
    parts.push(`${parts.pop()}${game}\n\n`);
  }
  return parts;
}

const parametersOf = (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined));

/** The server does not answer. Asking again may help. */
export class SourceGone extends Error {}

/** Returns the object of the answer. Throws an Error for the user. */
async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new SourceGone("polyglot explore does not answer. If it has been stopped, start it again and open the address that it prints.");
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
