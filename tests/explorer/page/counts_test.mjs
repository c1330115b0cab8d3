// SPDX-License-Identifier: MIT
// What the page shows for counts of games. Run by run_page_tests.sh.
import assert from "node:assert/strict";
import { test } from "node:test";

const page = process.env.POLYGLOT_PAGE;
const { measureOf } = await import(`${page}/ui/columns.js`);
const { detailsOf } = await import(`${page}/ui/facts.js`);
const { resultsOf } = await import(`${page}/ui/results.js`);
const { rowsOf, sortRows } = await import(`${page}/ui/rows.js`);

const COUNTS = { format: "counts", learn_layout: "none" };
const e4 = {
  uci: "e2e4", san: "e4", weight: 4, share: 0.8, next: 2,
  facts: { games: 4, wins: 2, draws: 1, losses: 1, rating: 1850, performance: 1914, first: 20160101, last: 20170500 },
};
const d4 = { uci: "d2d4", san: "d4", weight: 1, share: 0.2, next: 0, facts: { games: 1, wins: 0, draws: 0, losses: 0 } };

test("counts have results of each move", () => {
  assert.deepEqual(resultsOf(e4, COUNTS, true), { games: 4, wins: 0.5, draws: 0.25, losses: 0.25 });
  assert.equal(resultsOf(d4, COUNTS, true), null, "no result is known");
});

test("what no column has is among the details", () => {
  assert.deepEqual(detailsOf(e4, COUNTS), [
    "games 4", "+2 =1 −1", "mean rating 1850", "performance 1914", "first 2016-01-01", "last 2017-05", "2 replies",
  ]);
  assert.deepEqual(detailsOf(d4, COUNTS), ["games 1", "+0 =0 −0", "ends here"]);
});

test("moves are sorted by rating, those without one last", () => {
  const rows = rowsOf({ books: [{ moves: [d4, e4] }] }, [COUNTS], true);
  for (const descending of [true, false])
    assert.deepEqual(sortRows(rows, { by: "rating", descending }, measureOf("rating")).map(({ san }) => san), ["e4", "d4"]);
});
