// SPDX-License-Identifier: MIT
// Books of variants on the page, whose rules the server knows.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { fen, open, openBrowser, play, run, sans, serve, settled, shoot, square, temporaryFolder } from "./explore.mjs";

/** The page with a book that the program has made of games, each played three times. */
async function openVariant(t, variant, games, { args = [], hash = "", browser = {} } = {}) {
  const folder = temporaryFolder(t);
  const pgn = join(folder, "games.pgn");
  writeFileSync(pgn, games.map((moves) => `[Variant "${variant}"]\n[Result "1/2-1/2"]\n\n${moves} 1/2-1/2\n\n`.repeat(3)).join(""));
  const book = join(folder, `${variant}.bin`);
  assert.deepEqual(await run("make-book", "-variant", variant, pgn, "-bin", book), { code: 0, errors: "" });
  const server = await serve(t, book, "-variant", variant, ...args);
  const { page, problems } = await openBrowser(t, browser);
  await open(page, server.url + hash);
  return { folder, book, server, page, problems };
}

const CRAZYHOUSE = ["1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@d5", "1. d4 d5"];

test("a book of crazyhouse is browsed, with pieces in hand that are dropped", async (t) => {
  const { page, problems } = await openVariant(t, "crazyhouse", CRAZYHOUSE);
  assert.equal(await page.locator("#about").textContent(), "crazyhouse · crazyhouse");
  assert.deepEqual((await sans(page)).sort(), ["d4", "e4"]);
  await page.locator(".fold").first().click();
  assert.match(await page.locator(".fact").first().textContent(), /^code [0-9a-f]{4}$/);
  await page.getByRole("button", { name: "e4", exact: true }).click();
  await page.locator(".move-name", { hasText: "d5" }).waitFor();
  await play(page, "d5 2. exd5 Qxd5 3. Nc3 Qa5");
  await page.locator(".move-name", { hasText: "@d5" }).waitFor();
  assert.equal(await fen(page), "rnb1kbnr/ppp1pppp/8/q7/8/2N5/PPPP1PPP/R1BQKBNR[Pp] w KQkq - 2 4");
  assert.match(await page.locator("#line").innerText(), /Qa5/);
  assert.ok(await page.getByRole("button", { name: "black pawn in hand, 1" }).isDisabled(), "it is not his turn");
  await page.getByRole("button", { name: "white pawn in hand, 1" }).click();
  assert.match(await page.locator("#live").textContent(), /pawn in hand picked/);
  await shoot(page, "crazyhouse");
  await square(page, "d5").click();
  await page.getByText("The books end with").waitFor();
  assert.match(await page.locator("#hands").innerText(), /White has in hand\s+nothing/);
  await page.click("#back");
  await page.locator(".move-name", { hasText: "@d5" }).waitFor();
  await page.click("#to-start");
  await settled(page);
  assert.deepEqual((await sans(page)).sort(), ["d4", "e4"]);
  await page.click("#forward");
  await page.locator(".move-name", { hasText: "d5" }).waitFor();
  await page.reload();
  await page.locator(".move-name", { hasText: "d5" }).waitFor();
  assert.match(page.url(), /#moves=e2e4$/);
  assert.deepEqual(problems, []);
});

test("the board of xiangqi has nine files and ten ranks", async (t) => {
  const { page, problems } = await openVariant(t, "xiangqi", ["1. Che3 Hg8 2. Hg3"]);
  assert.equal(await page.locator("[role=gridcell]").count(), 90);
  const { width, height } = await page.locator("#board").boundingBox();
  assert.ok(Math.abs(width / height - 0.9) < 0.01, `${width} x ${height}`);
  assert.equal(await square(page, "e10").getAttribute("aria-label"), "e10, black king");
  await square(page, "h3").click();
  await shoot(page, "xiangqi");
  await square(page, "e3").click();
  await page.locator(".move-name", { hasText: "Hg8" }).waitFor();
  assert.match(await page.locator("#turn").textContent(), /Black to move/);
  await page.fill("#fen", "nonsense");
  await page.press("#fen", "Enter");
  await page.locator("#fen-problem:not(:empty)").waitFor();
  await page.fill("#fen", "startpos");
  await page.press("#fen", "Enter");
  await page.locator(".move-name", { hasText: "e3" }).waitFor();
  assert.deepEqual(problems.filter((problem) => !/400/.test(problem)), []);
});

test("a piece of shogi promotes or not, as it is asked", async (t) => {
  const { page, problems } = await openVariant(t, "shogi", ["1. c4 g6 2. Bxh8+"]);
  await play(page, "c4 g6");
  await page.locator(".move-name", { hasText: "Bxh8" }).waitFor();
  await square(page, "b2").click();
  await square(page, "h8").click();
  assert.equal(await page.locator("#promotion-choices button").count(), 2);
  await page.locator("#promotion-choices").getByRole("button", { name: /\+$/ }).click();
  await page.locator("[data-square=h8][aria-label='h8, white +B']").waitFor();
  await shoot(page, "shogi");
  assert.deepEqual(problems, []);
});

test("books of variants are changed as others", async (t) => {
  const { page, book, problems } = await openVariant(t, "crazyhouse", CRAZYHOUSE, { args: ["-edit"] });
  const original = readFileSync(book);
  await page.getByRole("button", { name: "e4", exact: true }).click();
  await page.locator(".move-name", { hasText: "d5" }).waitFor();
  await page.getByLabel("Weight of d5 in crazyhouse").fill("77");
  await page.keyboard.press("Enter");
  await page.getByText("→ 77").waitFor();
  await page.click("#undo");
  await page.locator("#undo:disabled").waitFor();
  assert.deepEqual(readFileSync(book), original);
  assert.deepEqual(problems, []);
});

test("both colours of a page in the dark are told apart", async (t) => {
  const { page, problems } = await openVariant(t, "shogi", ["1. c4 g6 2. Bxh8+"], { browser: { colorScheme: "dark" } });
  const fills = await page.locator(".piece:has(text) text").evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
  assert.equal(new Set(fills).size, 2);
  await shoot(page, "shogi-dark");
  assert.deepEqual(problems, []);
});
