// SPDX-License-Identifier: MIT
// Counts of games on the page.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { open, openBrowser, run, sans, serve, settled, shoot, temporaryFolder } from "./explore.mjs";

const game = (white, black, ratings, date, control, result, moves) =>
  `[Event "Oslo"]\n[Site "?"]\n[Date "${date}"]\n[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n` +
  `[WhiteElo "${ratings[0]}"]\n[BlackElo "${ratings[1]}"]\n[TimeControl "${control}"]\n\n${moves} ${result}\n\n`;

const GAMES = [
  game("Anna", "Bea", [1700, 1650], "2016.03.05", "300+0", "1-0", "1. e4 e5 2. Nf3"),
  game("Cleo", "Dora", [2450, 2450], "2017.01.02", "5400+30", "1/2-1/2", "1. e4 e5 2. Nc3"),
  game("Anna", "Dora", [1720, 1680], "2017.12.31", "300+0", "0-1", "1. d4 d5"),
].join("");

async function openCounts(t, ...args) {
  const folder = temporaryFolder(t);
  const pgn = join(folder, "games.pgn");
  writeFileSync(pgn, GAMES);
  const counts = join(folder, "games.counts");
  assert.deepEqual(await run("count-games", pgn, "--out", counts, "--quiet", ...args), { code: 0, errors: "" });
  const { url } = await serve(t, counts);
  const { page, problems } = await openBrowser(t, { viewport: { width: 1920, height: 1080 } });
  await open(page, url);
  return { page, problems };
}

const texts = async (page, uci) =>
  (await page.locator(`#moves tr[data-uci=${uci}] td`).allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());

test("counts show games, results, ratings and the last year of each move", async (t) => {
  const { page, problems } = await openCounts(t, "--by", "rating,speed,year");
  assert.deepEqual(await page.locator(".sort").allTextContents(), ["Move", "Share", "Games", "Score", "Rating", "Perf.", "Last"]);
  assert.deepEqual(await sans(page), ["e4", "d4"]);
  const cells = await texts(page, "e2e4");
  assert.equal(cells[0], "66.7 %");
  assert.equal(cells[1], "2");
  assert.match(cells[2], /White wins 50 %, draws 50 %, Black wins 0 %/);
  assert.deepEqual(cells.slice(3, 6), ["2075", "2241", "2017"]);
  await page.locator("tr[data-uci=e2e4] .fold").click();
  assert.match(await page.locator("#moves .details").innerText(), /first 2016-03-05\s+last 2017-01-02/);
  await shoot(page, "counts");
  await page.setViewportSize({ width: 390, height: 844 });
  assert.deepEqual(await page.locator("#moves .games .games:visible").allTextContents(), ["2", "1"], "a phone keeps the games");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  await shoot(page, "counts-phone");
  assert.deepEqual(problems, []);
});

test("groups of games are chosen above the table", async (t) => {
  const { page, problems } = await openCounts(t, "--by", "rating,speed,year");
  await page.getByLabel("classical").uncheck();
  await settled(page);
  assert.deepEqual(await page.locator("#moves .games .games").allTextContents(), ["1", "1"]);
  await page.getByLabel("Years from").selectOption("2017");
  await settled(page);
  assert.deepEqual(await sans(page), ["d4"]);
  await page.getByLabel("classical").check();
  await page.getByLabel("blitz").uncheck();
  await settled(page);
  assert.deepEqual(await sans(page), ["e4"]);
  assert.deepEqual(problems, []);
});

test("counts without groups have nothing to choose", async (t) => {
  const { page, problems } = await openCounts(t);
  assert.equal(await page.locator("#groups").isVisible(), false);
  assert.deepEqual(await sans(page), ["e4", "d4"]);
  assert.deepEqual(problems, []);
});
