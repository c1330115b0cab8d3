// SPDX-License-Identifier: MIT
// What the page says of verdicts. Run by run_page_tests.sh.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

const { ageText, chancesOf, judgeText } = await import(join(process.env.POLYGLOT_PAGE, "ui/verdicts.js"));

test("the age of a verdict is one number", () => {
  const age = (seconds) => ageText(1_000_000_000, 1_000_000_000 + seconds);
  assert.deepEqual(
    [-5, 59, 60, 3600, 86399, 86400, 30 * 86400, 800 * 86400].map(age),
    ["just now", "just now", "1 minute ago", "1 hour ago", "23 hours ago", "1 day ago", "1 month ago", "2 years ago"]);
});

test("some engines report no nodes", () => {
  const judged = (engine, nodes) => judgeText({ engine, nodes, date: 1_000_000_000 }, 1_000_000_000);
  assert.equal(judged("Fish", 0), "Fish, just now");
  assert.equal(judged("Fish", 1), "Fish, 1 node, just now");
});

test("a bar shows chances of both sides alike", () => {
  assert.equal(chancesOf(0), 0.5);
  assert.ok(Math.abs(chancesOf(400) - 10 / 11) < 1e-9);
  for (const cp of [1, 37, 300, 30000, 31999]) assert.ok(Math.abs(chancesOf(cp) + chancesOf(-cp) - 1) < 1e-9);
});
