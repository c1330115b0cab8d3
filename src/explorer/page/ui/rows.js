// SPDX-License-Identifier: MIT
import { resultsOf } from "./results.js";

/**
 * The moves of an answer, each once: {uci, san, entries: for each book a list of what it has; share: the mean over the
 * books that know the position; results: of the first book that has some, see resultsOf(); verdict: of a store, or
 * undefined}.
 */
export function rowsOf(answer, books, white) {
  const rows = new Map();
  const verdicts = new Map((answer.verdicts?.moves ?? []).map((verdict) => [verdict.uci, verdict]));
  const knowing = answer.books.filter(({ moves = [] }) => moves.length > 0).length;
  answer.books.forEach((book, index) => {
    for (const entry of book.moves ?? []) {
      const row = rows.get(entry.uci) ?? { uci: entry.uci, san: entry.san, entries: answer.books.map(() => []), share: 0, results: null, verdict: verdicts.get(entry.uci) };
      row.entries[index].push(entry);
      row.share += entry.share / knowing;
      row.results ??= resultsOf(entry, books[index], white);
      rows.set(entry.uci, row);
    }
  });
  return sortRows([...rows.values()], DEFAULT_ORDER);
}

export const DEFAULT_ORDER = { by: "share", descending: true };

/** A fact that the first book stores with a move; undefined if it has none. */
export const factOf = ({ entries }, name) => entries[0].find(({ facts }) => facts)?.facts[name];

/** The share in a book, -1 if the book does not have the move. */
const shareIn = (row, book) => Math.max(-1, ...row.entries[book].map(({ share }) => share));

/**
 * Sorts rows. order: {by: "share" (of the first book, then the second, …), "book N", or else anything; descending};
 * measure(row): the number or text to sort by then; undefined comes last in both orders
 */
export function sortRows(rows, { by, descending }, measure) {
  const sign = descending ? -1 : 1;
  const [, book] = /^book (\d+)$/.exec(by) ?? [];
  const compare =
    by === "share" || book
      ? (a, b) => sign * compareShares(a, b, Number(book ?? 0))
      : (a, b) => compareBy(measure, a, b, sign);
  return [...rows].sort(compare);
}

function compareShares(a, b, first) {
  const order = [first, ...a.entries.keys()];
  return order.map((book) => shareIn(a, book) - shareIn(b, book)).find((difference) => difference !== 0) ?? 0;
}

function compareBy(measure, a, b, sign) {
  const [left, right] = [measure(a) ?? null, measure(b) ?? null];
  if (left === null || right === null) return (left === null) - (right === null);
  return sign * (typeof left === "string" ? left.localeCompare(right) : left - right);
}
