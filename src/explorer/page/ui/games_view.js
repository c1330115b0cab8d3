// SPDX-License-Identifier: MIT
import { gapsOf, reviewGame } from "../book/game_review.js";
import { button, byId, counted, make, onClick } from "./elements.js";
import { moveNumber, startOf } from "./game_line.js";

/** How many gaps the page shows before the user asks for more, and how many games that reach a position. */
const MOST_GAPS = 100;
/** How many games are compared at the same time. Their questions share one request. */
const GAMES_AT_ONCE = 100;

/** "Carlsen – Anand 1-0". Players that the game does not name are "?". */
const nameOfGame = ({ white, black, result }) => `${white} – ${black}${result === "*" ? "" : ` ${result.replace("1/2-1/2", "½-½")}`}`;

/** Reports how many variations were left out; "" for none. Only the main lines of games are played. */
function leftOutOf(games) {
  const count = games.reduce((sum, { variations }) => sum + variations, 0);
  return count === 0 ? "" : `without ${counted(count, "variation")}`;
}

/** Shows who played the game on the board, and how it ended. null: no game is on the board. */
export function showGameName(review) {
  const { Event: event, Date: date } = review?.game.tags ?? {};
  const isNamed = review !== null && (review.white !== "?" || review.black !== "?" || review.result !== "*");
  byId("game-name").hidden = !isNamed;
  byId("game-name").textContent = isNamed ? nameOfGame(review) : "";
  const place = [event, date?.slice(0, 4)].filter((text) => text && !text.startsWith("?")).join(" ");
  byId("game-place").textContent = [isNamed ? place : "", review ? leftOutOf([review.game]) : ""].filter(Boolean).join(" · ");
}

/**
 * Shows where pasted games left the books, grouped by the move that left them, the earliest exit first; and which of them
 * reach the position on the board.
 */
export class GamesView {
  /**
   * actions: {go(review, ply): puts a game on the board, at a ply; address(game, ply): of that position; add(text): adds
   * the games to a book, undefined if no book can be changed}
   */
  constructor({ go, address, add }) {
    Object.assign(this, { go, address, asked: 0, shown: MOST_GAPS, plies: new Map() });
    onClick("games-close", () => this.close());
    byId("games-add").hidden = !add;
    onClick("games-add", () => add(this.text));
  }

  close() {
    ++this.asked;
    byId("games").hidden = true;
    byId("line-title").focus();
  }

  /**
   * Compares games with the books, and shows the result. ask: see reviewGame(); text: the games as read. Resolves to the
   * review of the first game, or to null if the user has asked for other games meanwhile.
   */
  async show(games, ask, text) {
    this.text = text;
    const asked = ++this.asked;
    const found = [];
    byId("games").hidden = false;
    byId("gaps").replaceChildren();
    for (let i = 0; i < games.length && asked === this.asked; i += GAMES_AT_ONCE) {
      byId("games-count").textContent = `Comparing game ${i + 1} of ${games.length} …`;
      found.push(...(await Promise.all(games.slice(i, i + GAMES_AT_ONCE).map((game) => reviewGame(game, ask)))));
    }
    if (asked !== this.asked) return null;
    const reviews = found.filter(Boolean);
    const unread = games.length - reviews.length;
    const left = reviews.filter(({ by }) => by !== null).length;
    byId("games-count").textContent = [
      counted(reviews.length, "game"), `${left} left the book`,
      unread > 0 && `${counted(unread, "game")} with a start that is no position`, leftOutOf(games),
    ].filter(Boolean).join(", ");
    this.shown = MOST_GAPS;
    this.groups = groupsOf(reviews);
    this.plies = pliesByKey(reviews);
    this.draw();
    return this.groups[0]?.reviews[0] ?? null;
  }

  /** Shows the groups, as many as are asked for. */
  draw() {
    const items = this.groups.slice(0, this.shown).map((group, i) => this.group(group, i));
    const others = this.groups.length - items.length;
    const more = button({ onclick: () => this.showMore() }, `${others} more`);
    byId("gaps").replaceChildren(...items, ...(others > 0 ? [make("li", {}, more)] : []));
  }

  showMore() {
    const first = this.shown;
    this.shown += MOST_GAPS;
    this.draw();
    byId("gaps").children[first].querySelector("summary").focus();
  }

  group({ title, detail, reviews }, index) {
    const list = make("ul", {});
    const fill = () =>
      list.childElementCount === 0 && list.append(...reviews.map((review) => this.link(review, review.exitPly, `${review.exitPly} in book`)));
    const details = make(
      "details",
      { ontoggle: fill },
      make("summary", { onclick: fill }, make("span", { class: "gap-move" }, title), " ", make("span", { class: "gap-detail" }, detail)),
      list);
    details.open = index === 0 && reviews.length <= MOST_GAPS;
    return make("li", {}, details);
  }

  /** Lists the games that reach a position. */
  showReaching(key) {
    const reaching = this.plies.get(key) ?? [];
    byId("reaching-title").textContent = `${counted(reaching.length, "game")} with this position`;
    byId("reaching").replaceChildren(
      ...reaching.slice(0, MOST_GAPS).map(({ review, ply }) => {
        const { fen, moves } = review.game;
        const next = moves[ply] ? `${moveNumber(startOf({ fen }), ply)} ${moves[ply].san}` : "ends here";
        return this.link(review, ply, next);
      }),
      ...(reaching.length > MOST_GAPS ? [make("li", { class: "gap-detail" }, `and ${reaching.length - MOST_GAPS} more`)] : []));
  }

  /** A link to a game at a ply, as an item of a list. */
  link(review, ply, detail) {
    const go = (event) => {
      event.preventDefault();
      this.go(review, ply);
    };
    const href = this.address(review.game, ply);
    return make("li", {}, make("a", { class: "game", href, onclick: go }, nameOfGame(review), " ", make("span", { class: "gap-detail" }, detail)));
  }
}

/** Where games reach a position first, by its key: lists of {review, ply}. */
function pliesByKey(reviews) {
  const plies = new Map();
  for (const review of reviews) {
    [review.game.key, ...review.game.moves.map(({ key }) => key)].forEach((key, ply) => {
      if (!plies.has(key)) plies.set(key, []);
      if (plies.get(key).at(-1)?.review !== review) plies.get(key).push({ review, ply });
    });
  }
  return plies;
}

/**
 * Groups by the move that left the books, or by the position in them where the games ended. The earliest exit is first.
 */
function groupsOf(reviews) {
  const gaps = gapsOf(reviews).map(({ review, reviews: games, score }) => {
    const number = moveNumber(startOf(review.game), review.exitPly);
    const books = review.book.length > 0 ? `book: ${review.book.slice(0, 5).join(", ")}` : "the book ends here";
    const points = score === null ? "" : `score ${Math.round(100 * score)}\u00a0%`;
    return { title: `${number} ${review.played}`, detail: [books, counted(games.length, "game"), points].filter(Boolean).join(" · "), ply: review.exitPly, reviews: games };
  });
  const inside = reviews.filter(({ played }) => played === null);
  const group = { title: "Ended in the book", detail: counted(inside.length, "game"), ply: Infinity, reviews: inside };
  return [...gaps, ...(inside.length > 0 ? [group] : [])].sort((a, b) => a.ply - b.ply);
}
