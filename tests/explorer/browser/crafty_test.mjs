// SPDX-License-Identifier: MIT
// Books that Crafty itself has made, on the page. They are not part of this project; without them the tests are
// skipped.
import assert from "node:assert/strict";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { open, openBrowser, serve, settled, shoot, sources, temporaryFolder } from "./explore.mjs";

const folder = join(process.env.POLYGLOT_SHARED_DATA || "none", "crafty");
const BOOK = join(folder, "sample-book-learned.bin");
const skip = existsSync(BOOK) ? false : "no real books here";

/** Positions of the book, and what Crafty reads there: [{fen, moves: [{uci, status, count, learn}]}]. */
const vectors = () => JSON.parse(readFileSync(join(folder, "vectors-learned.json"), "utf8")).slice(0, 20);

async function setUp(page, fen) {
  await page.fill("#fen", fen);
  await page.press("#fen", "Enter");
  await page.locator("#fen-problem:empty").waitFor({ state: "attached" });
  await settled(page);
}

/** The table's moves by their texts: {weight: a number, marks, details: a text}. */
async function rowsOf(page) {
  for (const fold of await page.locator(".fold[aria-expanded=false]").all()) await page.locator(".fold[aria-expanded=false]").first().click();
  return page.locator("#moves tr[data-uci]").evaluateAll((rows) =>
    Object.fromEntries(rows.map((row) => [
      row.dataset.uci,
      {
        weight: Number(row.querySelector(".weight").textContent.replaceAll("\u202f", "")),
        marks: row.querySelector(".marks")?.textContent ?? "",
        details: row.nextElementSibling.innerText,
      },
    ])));
}

test("a book of Crafty has on the page what Crafty reads in it", { skip }, async (t) => {
  const { url } = await serve(t, BOOK);
  const { page, problems } = await openBrowser(t);
  await open(page, url);
  assert.deepEqual(await page.locator(".sort").allTextContents(), ["Move", "Share", "Weight", "Replies"]);
  for (const { fen, moves } of vectors()) {
    await setUp(page, fen);
    const rows = await rowsOf(page);
    const weights = Object.entries(rows).map(([uci, { weight }]) => [uci, weight]).sort();
    assert.deepEqual(weights, moves.map(({ uci, count }) => [uci, count]).sort(), fen);
    for (const { uci, flags, learn } of moves) {
      assert.deepEqual(rows[uci].marks.split(" ").filter(Boolean).sort(), flags.filter((flag) => /^[!?=]/.test(flag)).sort(), fen);
      const learnt = Number(/learnt ([-+][\d.]+) pawns/.exec(rows[uci].details.replace("−", "-"))?.[1] ?? 0);
      const ended = Object.entries({ white_won: "won by White", draw: "drawn", black_won: "won by Black" });
      for (const [flag, text] of ended) assert.equal(rows[uci].details.includes(text), flags.includes(flag), `${fen} ${uci}`);
      assert.ok(Math.abs(learnt - learn) < 0.006, `${fen} ${uci}: ${learnt} for ${learn}`);
    }
  }
  await setUp(page, "startpos");
  await shoot(page, "crafty");
  assert.deepEqual(problems, []);
});

test("the start book of Crafty is told of with the book", { skip }, async (t) => {
  const both = temporaryFolder(t);
  copyFileSync(BOOK, join(both, "book.bin"));
  copyFileSync(join(folder, "starts-books.bin"), join(both, "books.bin"));
  const { url } = await serve(t, join(both, "book.bin"));
  const { page, problems } = await openBrowser(t);
  await open(page, url);
  const { e2e4, g1f3 } = await rowsOf(page);
  assert.equal(e2e4.weight, 60);
  assert.match(e2e4.details, /games 173[^]*start book 60 %/);
  assert.match(g1f3.details, /games 26/);
  await page.getByText("The books, and how to read the table").click();
  assert.match(await page.locator("#book-list").innerText(), /book of Crafty, 14\s430 moves\s+weights: games, or per cent/);
  await shoot(page, "crafty-starts");
  assert.deepEqual(problems, []);
});

test("a book of Crafty stands beside another one", { skip }, async (t) => {
  const { url } = await serve(t, BOOK, join(sources, "config", "starter.bin"));
  const { page, problems } = await openBrowser(t);
  await open(page, url);
  assert.deepEqual(await page.locator(".book-name").allTextContents(), ["sample-book-learned", "starter"]);
  assert.match(await page.locator("tr[data-uci=e2e4] .entry >> nth=0").innerText(), /57\.\d %\s*173/);
  await shoot(page, "crafty-pair");
  assert.deepEqual(problems, []);
});

