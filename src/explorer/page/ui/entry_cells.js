// SPDX-License-Identifier: MIT
import { barPart, counted, grouped, make, percentText } from "./elements.js";
import { markOf, yearOf } from "./facts.js";
import { resultsBar, totalOf } from "./results.js";
import { factOf } from "./rows.js";
import { verdictBar } from "./verdicts.js";

/** What a cell shows if a book does not have the move. */
const absence = () => [
  make("span", { class: "absent", "aria-hidden": "true" }, "–"),
  make("span", { class: "hidden" }, "not in this book"),
];

/** A share as a bar and a number. A move of weight 0 is never played. */
function gauge({ share, weight }) {
  return make(
    "div",
    { class: weight > 0 ? "gauge" : "gauge never" },
    make("div", { class: "bar share-bar", "aria-hidden": "true" }, barPart(100 * share)),
    make("span", { class: "share" }, weight > 0 ? percentText(100 * share) : "never"));
}

const number = (kind, value) => make("span", { class: kind }, value);

const cell = (kind, ...children) => make("td", { role: "cell", class: kind }, ...children);

/** The cells of a move if there is only one book: its share, then one cell for each column. field: see weightField() */
export function cellsOfOne(entries, row, { columns, field, white }) {
  const each = (of) => (entries.length > 0 ? entries.map(of) : absence());
  const cells = {
    weight: () => cell("number weight-cell", ...(field ? [field] : each(({ weight }) => number("weight", grouped(weight))))),
    verdict: () => verdictCell(row.verdict, white),
    games: () => cell("number games", row.results?.games && number("games", grouped(row.results.games))),
    score: () => scoreCell(row.results, white),
    rating: () => cell("number rating", factOf(row, "rating")),
    performance: () => cell("number performance", factOf(row, "performance")),
    last: () => cell("number last", yearOf(factOf(row, "last"))),
    replies: () => cell("number replies", ...entries.map(({ next }) => number("next", next ? grouped(next) : "–"))),
  };
  return [cell("shares", ...each(gauge)), ...columns.map((name) => cells[name]())];
}

/** The cell with the score. results: see resultsOf(), of one move or of all moves together */
export const scoreCell = (results, white, isTotal) => cell("scores", results && resultsBar(results, white, isTotal));

/** The cell with the verdict of a store; empty if there is none. */
export const verdictCell = (verdict, white) => cell("verdict-cell", verdict && verdictBar(verdict, white));

const sumOfWeights = (rows, book) => rows.flatMap(({ entries }) => entries[book]).reduce((sum, { weight }) => sum + weight, 0);

/** The sums over all moves if there is only one book, a cell for each column. */
export function totalsOfOne(rows, { columns, white }) {
  const results = totalOf(rows.map((row) => row.results));
  const replies = rows.flatMap(({ entries }) => entries[0]).reduce((sum, { next }) => sum + next, 0);
  const cells = {
    weight: () => cell("number weight-cell", grouped(sumOfWeights(rows, 0))),
    verdict: () => verdictCell(),
    games: () => cell("number games", results && grouped(results.games)),
    score: () => scoreCell(results, white, true),
    rating: () => cell("number rating"),
    performance: () => cell("number performance"),
    last: () => cell("number last", yearOf(Math.max(...rows.map((row) => factOf(row, "last") ?? 0)))),
    replies: () => cell("number replies", grouped(replies)),
  };
  return [cell("shares", counted(rows.length, "move")), ...columns.map((name) => cells[name]())];
}

/** The sum of the weights of all moves in one book of several. */
export const totalOfMany = (rows, book) => cell("entry total-weight", grouped(sumOfWeights(rows, book)));

/** The cell of one book of several, with all that the book has of a move. */
export function cellOfMany(entries, name, field) {
  const blocks = entries.flatMap((entry) => [gauge(entry), !field && number("weight", grouped(entry.weight))]);
  return make("td", { role: "cell", class: "entry", "data-book": name }, ...(blocks.length > 0 ? blocks : absence()), field);
}

/** The marks that the books give a move, for example "!". Most formats have none. */
export function marksOf(row, books) {
  const marks = row.entries.flatMap((entries, book) => entries.map(({ facts }) => markOf(books[book].format, facts)));
  return [...new Set(marks.filter(Boolean))].join(" ");
}
