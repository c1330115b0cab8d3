// SPDX-License-Identifier: MIT
import { gapsOf } from "../book/game_review.js";
import { byId, counted, make } from "./elements.js";
import { moveNumber } from "./game_line.js";

/** How many gaps the page shows before the user asks for more. */
const MOST_GAPS = 100;
/** How many games are compared at the same time. Their questions share one request. */
const GAMES_AT_ONCE = 64;
/** How often the page reports its progress while it compares games, in milliseconds. */
const PROGRESS_PAUSE = 100;

/** "Carlsen – Anand 1-0". Players that the game does not name are "?". */
const nameOfGame = ({ white, black, result }) => `${white} – ${black}${result === "*" ? "" : ` ${result.replace("1/2-1/2", "½-½")}`}`;

/** Reports how many variations were left out; "" for none. Only the main lines of games are played. */
function leftOutOf(games) {
  const count = games.reduce((sum, { lines }) => sum + lines.length - 1, 0);
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

/** Shows where pasted games left the books, grouped by the move that left them. The earliest exit is first. */
export class GamesView {
  /**
   * actions: {go(review): puts a game on the board; add(text): adds the games to a book, undefined if no book can be
   * changed}
   */
  constructor({ go, add }) {
    Object.assign(this, { go, asked: 0, shown: MOST_GAPS });
    byId("games-close").addEventListener("click", () => this.close());
    byId("games-add").hidden = !add;
    byId("games-add").addEventListener("click", () => add(this.text));
  }

  close() {
    ++this.asked;
    byId("games").hidden = true;
    byId("line-title").focus();
  }

  /**
   * Compares games with the books, and shows the result. reviewer: a GameReviewer; text: the games as read. Resolves to
   * the review of the first game, or to null if the user has asked for other games meanwhile.
   */
  async show(games, reviewer, text) {
    this.text = text;
    const asked = ++this.asked;
    const found = [];
    let next = 0;
    let told = 0;
    byId("games").hidden = false;
    byId("gaps").replaceChildren();
    const compare = async () => {
      while (next < games.length && asked === this.asked) {
        const i = next++;
        if (performance.now() - told > PROGRESS_PAUSE) {
          byId("games-count").textContent = `Comparing game ${next} of ${games.length} …`;
          told = performance.now();
        }
        found[i] = await reviewer.review(games[i]);
      }
    };
    await Promise.all(Array.from({ length: GAMES_AT_ONCE }, compare));
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
    this.draw();
    return this.groups[0]?.reviews[0] ?? null;
  }

  /** Shows the groups, as many as are asked for. */
  draw() {
    const items = this.groups.slice(0, this.shown).map((group, i) => this.group(group, i));
    const others = this.groups.length - items.length;
    const more = make("button", { type: "button", onclick: () => this.showMore() }, `${others} more`);
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
      list.childElementCount === 0 && list.append(...reviews.map((review) => make("li", {}, this.gameButton(review))));
    const details = make(
      "details",
      { ontoggle: fill },
      make("summary", { onclick: fill }, make("span", { class: "gap-move" }, title), " ", make("span", { class: "gap-detail" }, detail)),
      list);
    details.open = index === 0 && reviews.length <= MOST_GAPS;
    return make("li", {}, details);
  }

  gameButton(review) {
    const plies = `${review.exitPly} in book`;
    return make(
      "button",
      { type: "button", class: "game", onclick: () => this.go(review) },
      make("span", {}, nameOfGame(review)), " ", make("span", { class: "gap-detail" }, plies));
  }
}

/**
 * Groups by the move that left the books, or by the position in them where the games ended. The earliest exit is first.
 */
function groupsOf(reviews) {
  const gaps = gapsOf(reviews).map(({ review, reviews: games, score }) => {
    const number = moveNumber(review.start, review.exitPly);
    const books = review.book.length > 0 ? `book: ${review.book.slice(0, 5).join(", ")}` : "the book ends here";
    const points = score === null ? "" : `score ${Math.round(100 * score)}\u00a0%`;
    return { title: `${number} ${review.played}`, detail: [books, counted(games.length, "game"), points].filter(Boolean).join(" · "), ply: review.exitPly, reviews: games };
  });
  const inside = reviews.filter(({ played }) => played === null);
  const group = { title: "Ended in the book", detail: counted(inside.length, "game"), ply: Infinity, reviews: inside };
  return [...gaps, ...(inside.length > 0 ? [group] : [])].sort((a, b) => a.ply - b.ply);
}
