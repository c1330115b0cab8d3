// SPDX-License-Identifier: MIT
import { byId, counted, grouped, make } from "./elements.js";

/**
 * For each format except .bin: kind: what such a book is; unit: what its size counts; weights: a text about the weights, if
 * they need one
 */
const FORMATS = {
  crafty: { kind: "book of Crafty", unit: "move", weights: "weights: games, or per cent where its start book gives some" },
  abk: { kind: "book of Arena", unit: "move" },
  ctg: { kind: "book of ChessBase", unit: "position" },
  counts: { kind: "counts of games", unit: "position", weights: "weights: games" },
  pgn: { kind: "list of games", unit: "move" },
  epd: { kind: "list of positions", unit: "move" },
};

const formatOf = ({ format }) => FORMATS[format] ?? { kind: "", unit: "record" };

/** The year of a date in counts, YYYYMMDD; undefined if there is none. */
export const yearOf = (date) => (date ? String(Math.floor(date / 10000)) : undefined);

/** A date YYYYMMDD as a text: 2017-12-31, or only its known parts. */
const dateText = (date) =>
  [yearOf(date), ...[Math.floor(date / 100) % 100, date % 100].map((part) => part > 0 && String(part).padStart(2, "0"))]
    .filter(Boolean).join("-");

/** The bits in the status of a Crafty book: its marks, and how its games ended. */
const CRAFTY_MARKS = [[0x10, "!!"], [0x08, "!"], [0x04, "="], [0x02, "?"], [0x01, "??"]];
const CRAFTY_RESULTS = [[0x80, "won by White"], [0x40, "drawn"], [0x20, "won by Black"]];

const CTG_MARKS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
const CTG_WORDS = { 8: "only move", 22: "zugzwang" };
const CTG_COLOURS = [[0x80, "green"], [0x40, "red"]];

const namesOf = (bits, names) => names.filter(([bit]) => bits & bit).map(([, name]) => name);

/** For each format: the mark of a move as people write it after the move, for example "!", or "". */
const MARKS = {
  crafty: ({ status }) => namesOf(status, CRAFTY_MARKS).join(" "),
  ctg: ({ annotation }) => CTG_MARKS[annotation] ?? "",
};

/**
 * For each format: what it stores with a move but no column shows, as a list of texts. The caller skips empty texts.
 */
const TEXTS = {
  crafty: ({ count, status, percent, learn }, weight) => [
    count === weight ? "" : `games ${grouped(count)}`,
    percent ? `start book ${percent} %` : "",
    namesOf(status, CRAFTY_RESULTS).join(", "),
    learn ? `learnt ${learn > 0 ? "+" : "−"}${Math.abs(learn).toFixed(2)} pawns` : "",
  ],
  abk: ({ games, won, lost, priority }) => [
    `games ${grouped(games)}`,
    won || lost ? `White +${grouped(won)} −${grouped(lost)}` : "",
    `priority ${priority}`,
  ],
  counts: ({ games, wins, draws, losses, rating, performance, first, last }) => [
    `games ${grouped(games)}`,
    `+${grouped(wins)} =${grouped(draws)} −${grouped(losses)}`,
    rating ? `mean rating ${rating}` : "",
    performance ? `performance ${performance}` : "",
    first ? `first ${dateText(first)}` : "",
    last ? `last ${dateText(last)}` : "",
  ],
  ctg: ({ annotation, recommendation, games, wins, draws, losses }) => [
    CTG_WORDS[annotation] ?? "",
    ...namesOf(recommendation, CTG_COLOURS),
    `games ${grouped(games)}`,
    `+${grouped(wins)} =${grouped(draws)} −${grouped(losses)}`,
  ],
};

/** The mark of a move. `facts`: of the move in an answer, see src/explorer/answers.hpp. */
export const markOf = (format, facts) => (facts && MARKS[format]?.(facts)) ?? "";

/** The learn fields as the book stores them. */
const LEARN_TEXTS = {
  polyglot: (n, sum) => `learnt ${counted(n, "game")}, ${counted(sum, "half point")}`,
  none: (n, sum) => `learnt ${counted(n, "game")}, ${counted(sum, "half point")}`,
  xboard: (n, sum) => `wins ${grouped(n)}, losses ${grouped(sum)}`,
};

/** Everything that a book stores with a move but no column shows, as short texts. */
export function detailsOf({ weight, n, sum, code, facts, next }, { format, learn_layout: layout }) {
  const learnt = LEARN_TEXTS[layout] ?? ((first, second) => `learn ${grouped(first)}, ${grouped(second)}`);
  return [
    ...(facts && TEXTS[format] ? TEXTS[format](facts, weight) : []),
    n > 0 || sum > 0 ? learnt(n, sum) : "",
    code ? `code ${code}` : "",
    next ? `${grouped(next)} ${next === 1 ? "reply" : "replies"}` : "ends here",
  ].filter(Boolean);
}

/** The explanations of the learn fields of a book, by their layout. The other layouts need no explanation. */
const LEARN_LAYOUTS = {
  xboard: "learn fields: wins and losses, as XBoard writes them",
  prodeo: "learn fields: score and depth, as ProDeo writes them",
  unknown: "learn fields of an unknown kind",
};

/** Shows the names of the books at the top of the page. A list that the user can unfold has all facts about them. */
export function showAbout({ books, variant, store }) {
  const known = books.filter((book) => !book.error);
  const names = [...new Set([variant, ...books.map((book) => book.name)])].filter(Boolean).join(" · ");
  byId("about").textContent = names;
  byId("about").title = names; // for narrow windows, which cut the text off
  document.title = `${books.map((book) => book.name).join(", ")} – Polyglot explore`;
  byId("book-list").replaceChildren(
    ...known.flatMap((book) => [
      make("dt", {}, book.name),
      make("dd", {}, sizeText(book), book.header && headerBlock(book.header), commentBlock(LEARN_LAYOUTS[book.learn_layout]), commentBlock(formatOf(book).weights)),
    ]),
    ...(store ? [make("dt", {}, store), make("dd", {}, "store of verdicts")] : []));
}

function sizeText(book) {
  const { kind, unit } = formatOf(book);
  const size = counted(book.entries, unit);
  if (book.games !== undefined) return `${kind}: ${counted(book.games, "game")}, ${size}`;
  return kind ? `${kind}, ${size}` : `${size}${book.header ? "" : ", no header"}`;
}

const commentBlock = (text) => text && make("span", { class: "comment" }, text);

function headerBlock({ version, variants, comment }) {
  return make("span", {}, `, header ${version} for ${variants.join(", ")}`, commentBlock(comment));
}
