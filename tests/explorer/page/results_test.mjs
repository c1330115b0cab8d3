// SPDX-License-Identifier: MIT
// Results of games as the page adds them up. Run by run_page_tests.sh.
import assert from "node:assert/strict";
import { test } from "node:test";

const page = process.env.POLYGLOT_PAGE;
const { totalOf, wholePercents } = await import(`${page}/ui/results.js`);

test("whole per cent are 100 together", () => {
  for (const [shares, wholes] of [
    [[0.525, 0.475], [53, 47]], [[1, 0], [100, 0]], [[1 / 3, 1 / 3, 1 / 3], [34, 33, 33]], [[0.29, 0.42, 0.29], [29, 42, 29]], [[0.005, 0.995], [1, 99]],
  ]) assert.deepEqual(wholePercents(shares), wholes, String(shares));
});

test("all results are weighed by their games", () => {
  const split = (games, wins, draws) => ({ games, wins, draws, losses: 1 - wins - draws });
  const { games, wins, draws } = totalOf([split(30, 0.5, 0.5), null, split(10, 1, 0)]);
  assert.deepEqual([games, wins, draws], [40, 0.625, 0.375]);
  assert.equal(totalOf([split(30, 0.5, 0.5), { games: 30, wins: 0, losses: 1 }]).wins, 0.375, "points alone: a draw is half a point");
  assert.equal(totalOf([{ wins: 1, losses: 0 }]), null, "nobody knows of how many games");
  assert.equal(totalOf([]), null);
});
