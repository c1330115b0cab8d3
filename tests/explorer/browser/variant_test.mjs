// SPDX-License-Identifier: MIT
// Books of variants on the page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { fenIs, openVariant, play, sans, settled, shoot, square } from "./explore.mjs";

const CRAZYHOUSE = ["1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@d5", "1. d4 d5"];

test("a book of crazyhouse is browsed, with pieces in hand that are dropped", async (t) => {
  const { page, problems } = await openVariant(t, "crazyhouse", CRAZYHOUSE);
  assert.equal(await page.locator("#about").textContent(), "crazyhouse");
  assert.deepEqual((await sans(page)).sort(), ["d4", "e4"]);
  await page.locator(".fold").first().click();
  assert.match(await page.locator(".fact").first().textContent(), /^code [0-9a-f]{4}$/);
  await page.getByRole("button", { name: "e4", exact: true }).click();
  await page.locator(".move-name", { hasText: "d5" }).waitFor();
  await play(page, "d5 2. exd5 Qxd5 3. Nc3 Qa5");
  await page.locator(".move-name", { hasText: "@d5" }).waitFor();
  await fenIs(page, "rnb1kbnr/ppp1pppp/8/q7/8/2N5/PPPP1PPP/R1BQKBNR[Pp] w KQkq - 2 4");
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

/** Sets a position up in the editor and returns what the page then shows. */
async function setUp(page, expected) {
  await page.locator("#editor").getByRole("button", { name: "Set up" }).click();
  await page.locator("#editor").waitFor({ state: "hidden" });
  await settled(page);
  await fenIs(page, expected);
}

const inHand = (page, piece) => page.locator("#editor-hands").getByLabel(`${piece} in hand`);

test("a position of crazyhouse is set up, with pieces in hand and promoted ones", async (t) => {
  const { page, problems } = await openVariant(t, "crazyhouse", CRAZYHOUSE);
  await page.keyboard.press("e");
  await page.click("#editor-empty");
  for (const [name, key] of [["e1", "K"], ["e8", "k"], ["a7", "P"], ["b7", "q"]]) {
    await square(page, name).focus();
    await page.keyboard.press(key);
  }
  await page.keyboard.press("+");
  assert.equal(await square(page, "b7").getAttribute("aria-label"), "b7, black promoted queen");
  await inHand(page, "white knight").fill("2");
  await inHand(page, "black pawn").fill("1");
  for (const box of await page.locator("#rights input").all()) await box.uncheck();
  await shoot(page, "editor-crazyhouse");
  await setUp(page, "4k3/Pq~6/8/8/8/8/8/4K3[NNp] w - - 0 1");
  assert.ok(await page.getByRole("button", { name: "white knight in hand, 2" }).isEnabled());
  await page.keyboard.press("e");
  assert.equal(await inHand(page, "white knight").inputValue(), "2", "what is there is loaded");
  await page.click("#editor-start");
  await setUp(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[-] w KQkq - 0 1");
  assert.deepEqual((await sans(page)).sort(), ["d4", "e4"]);
  assert.deepEqual(problems, []);
});

test("positions of wider boards are set up with the pieces of their games", async (t) => {
  const { page, problems } = await openVariant(t, "capablanca", ["1. f4 f5"]);
  await page.click("#edit-board");
  assert.equal(await page.locator("#palette input").count(), 2 * 8 + 1);
  await page.getByLabel("black C", { exact: true }).check();
  await square(page, "j5").click();
  await page.locator("#rights").getByLabel("White O-O-O").uncheck();
  await page.getByLabel("Black to move").check();
  await shoot(page, "editor-capablanca");
  await setUp(page, "rnabqkbcnr/pppppppppp/10/9c/10/10/PPPPPPPPPP/RNABQKBCNR b Kkq - 0 1");
  assert.deepEqual(problems, []);
});

test("castling by files, and no castling at all, are set up", async (t) => {
  const { page } = await openVariant(t, "seirawan", ["1. e4 e5"]);
  await page.click("#edit-board");
  assert.equal(await page.locator("#castling").inputValue(), "KGFDCBQkgfdcbq");
  await page.locator("#castling").fill("K?");
  await page.press("#castling", "Enter");
  await page.locator("#editor-problem", { hasText: "neither a square nor castling rights" }).waitFor();
  await page.locator("#castling").fill("Kq");
  await inHand(page, "white H").fill("0");
  await shoot(page, "editor-seirawan");
  await setUp(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Ehe] w Kq - 0 1");
  const shogi = await openVariant(t, "shogi", ["1. c4 g6"]);
  await shogi.page.click("#edit-board");
  assert.ok(await shogi.page.locator("#rights").isHidden());
  await square(shogi.page, "h8").focus();
  await shogi.page.keyboard.press("+");
  await shoot(shogi.page, "editor-shogi");
  await setUp(shogi.page, "lnsgkgsnl/1r5+b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1");
});
