// SPDX-License-Identifier: MIT
import { barPart, counted, grouped, make, percentText } from "./elements.js";
import { yearOf } from "./facts.js";
import { resultsBar, scoreOf, totalOf } from "./results.js";
import { factOf } from "./rows.js";
import { verdictBar } from "./verdicts.js";

/** What a cell shows if a book does not have the move. */
const absence = () => [
  make("span", { class: "absent", "aria-hidden": "true" }, "–"),
  make("span", { class: "hidden" }, "not in this book"),
];

const ofEach = (entries, of) => (entries.length > 0 ? entries.flatMap(of) : absence());

/** A share as a bar and a number. A move of weight 0 is never played. */
function gauge({ share, weight }) {
  return make(
    "div",
    { class: weight > 0 ? "gauge" : "gauge never" },
    make("div", { class: "bar share-bar", "aria-hidden": "true" }, barPart(100 * share)),
    make("span", { class: "share" }, weight > 0 ? percentText(100 * share) : "never"));
}

const number = (kind, value) => make("span", { class: kind }, value);

const sumOf = (rows, book, name) => rows.flatMap(({ entries }) => entries[book]).reduce((sum, entry) => sum + entry[name], 0);
const resultsOfAll = (rows) => totalOf(rows.map(({ results }) => results));
const most = (numbers) => (numbers.length > 0 ? Math.max(...numbers) : undefined);
const hasWeights = (rows, [{ format }]) => format !== "counts";

/** A column of a fact that counts of games store with a move. */
const ofFact = (title, name, textOf = (fact) => fact) => ({
  title,
  measure: (row) => factOf(row, name),
  cell: (row) => [textOf(factOf(row, name))],
});

/**
 * The columns beside those of books: title; kind: a class of their cells in place of their names; measure(row): a value to
 * sort by, undefined if it has none; isNeeded(rows, books): whether a position needs them, else if any row has a value;
 * cell(row, own) and total(rows, own): the contents of cells. In counts, weights are numbers of games.
 */
const COLUMNS = {
  weight: {
    title: "Weight",
    kind: "number weight-cell",
    measure: ({ entries }) => most(entries[0].map(({ weight }) => weight)),
    isNeeded: hasWeights,
    cell: (row, own) => [own.field(0, row) ?? ofEach(row.entries[0], ({ weight }) => number("weight", grouped(weight)))].flat(),
    total: (rows) => [grouped(sumOf(rows, 0, "weight"))],
  },
  verdict: {
    title: "Verdict",
    kind: "verdict-cell",
    measure: ({ verdict }) => verdict?.cp,
    cell: ({ verdict }, { white }) => [verdict && verdictBar(verdict, white)],
  },
  games: {
    title: "Games",
    measure: ({ results }) => results?.games,
    cell: ({ results }) => [results?.games && number("games", grouped(results.games))],
    total: (rows) => [grouped(resultsOfAll(rows)?.games ?? "")],
  },
  score: {
    title: "Score",
    kind: "scores",
    measure: ({ results }) => results && scoreOf(results),
    cell: ({ results }, { white }) => [results && resultsBar(results, white)],
    total: (rows, { white }) => [resultsOfAll(rows)].map((results) => results && resultsBar(results, white, true)),
  },
  rating: ofFact("Rating", "rating"),
  performance: ofFact("Perf.", "performance"),
  last: { ...ofFact("Last", "last", yearOf), total: (rows) => [yearOf(Math.max(...rows.map((row) => factOf(row, "last") ?? 0)))] },
  replies: {
    title: "Replies",
    measure: ({ entries }) => most(entries[0].map(({ next }) => next)),
    isNeeded: hasWeights,
    cell: ({ entries }) => entries[0].map(({ next }) => number("next", next ? grouped(next) : "–")),
    total: (rows) => [grouped(sumOf(rows, 0, "next"))],
  },
};

/** The value of a row by which a column sorts. by: see sortRows() */
export const measureOf = (by) => (by === "move" ? ({ san }) => san : COLUMNS[by]?.measure);

/** The column of shares if there is only one book. */
const SHARES = {
  title: "Share",
  kind: "shares",
  cell: ({ entries }) => ofEach(entries[0], gauge),
  total: (rows) => [counted(rows.length, "move")],
};

/** The column of one book of several, with all that the book has of a move. */
const ofBook = (book, index, { moves = [], unusable, error }) => ({
  by: `book ${index}`,
  kind: "entry",
  head: [
    make("span", { class: "book-name" }, book.name),
    make("span", { class: "book-count" }, error ? "cannot be read" : counted(moves.length, "move") + (unusable ? `, ${counted(unusable, "illegal record")}` : "")),
  ],
  cell(row, own) {
    if (error) return [];
    const field = own.field(index, row);
    return [...ofEach(row.entries[index], (entry) => [gauge(entry), !field && number("weight", grouped(entry.weight))]), field];
  },
  total: (rows) => [number("total-weight", grouped(sumOf(rows, index, "weight")))],
});

/**
 * The columns that a position needs: {by: see sortRows(); headKind: class of the head; head: what stands in it; name: of
 * COLUMNS; cell(row) and total(rows): make cells}. answer: see rowsOf(); own: see MovesView.show()
 */
export function columnsOf(rows, books, answer, own) {
  const isOne = books.length === 1;
  const isNeeded = ({ measure, isNeeded: needs = () => rows.some((row) => (measure(row) ?? null) !== null) }) => needs(rows, books);
  const names = Object.keys(COLUMNS).filter((name) => (isOne || ["verdict", "score"].includes(name)) && isNeeded(COLUMNS[name]));
  const first = isOne ? [{ ...SHARES, by: "share", headKind: "shares" }] : books.map((book, i) => ({ ...ofBook(book, i, answer.books[i]), headKind: "book" }));
  const others = names.map((name) => ({ kind: `number ${name}`, ...COLUMNS[name], by: name, headKind: `number ${name}` }));
  const cellOf = (kind, children = []) => make("td", { role: "cell", class: kind }, ...children);
  return [...first, ...others].map(({ by, kind, headKind, title, head = [title], cell, total }) => ({
    by, head, headKind,
    cell: (row) => cellOf(kind, cell(row, own)),
    total: (all) => cellOf(kind, total?.(all, own)),
  }));
}
