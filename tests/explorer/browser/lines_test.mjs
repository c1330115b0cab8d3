// SPDX-License-Identifier: MIT
// Whole lines, games and several weights in a book at once, in a headless Chromium.
import assert from "node:assert/strict";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { START, lineIs, openExample, play, rowsOfLines, run, runInto, sans, settled, shoot, writeBook } from "./explore.mjs";

test("adds the line on the board, and takes it back at once", async (t) => {
  const { page, book, problems } = await openExample(t, { args: ["-edit"] });
  const before = readFileSync(book);
  await play(page, "1. e4 e5 2. Nf3 Nc6");
  await page.getByText("Out of book since 2. Nf3.").waitFor();
  await page.locator("#turn").focus();
  await page.keyboard.press("l");
  await page.locator("#lines-count", { hasText: "1 line with 4 moves: the book does not have 2 of them" }).waitFor();
  assert.equal(await page.inputValue("#lines-text"), "1. e4 e5 2. Nf3 Nc6");
  assert.ok(await page.evaluate(() => document.activeElement.id === "lines-weight"));
  await page.locator("#lines-side").selectOption("white");
  await page.locator("#lines-count", { hasText: "the book does not have 1 of them" }).waitFor();
  await page.locator("#lines-side").selectOption("");
  await page.fill("#lines-weight", "12");
  await shoot(page, "add-lines");
  await page.press("#lines-weight", "Enter");
  await page.getByText("example.bin: changes in 2 positions").waitFor();
  await settled(page);
  await lineIs(page, "1. e4 e5 2. Nf3 Nc6");
  await page.click("#back");
  await page.locator(".move-name", { hasText: "Nc6" }).waitFor();
  assert.equal(await page.getByLabel("Weight of Nc6 in example").inputValue(), "12");
  await page.click("#undo");
  await page.locator("#undo:disabled").waitFor();
  await settled(page);
  assert.deepEqual(readFileSync(book), before);
  assert.deepEqual(problems, []);
});

test("says that the book has all moves of a line", async (t) => {
  const { page } = await openExample(t, { args: ["-edit"] });
  await play(page, "1. e4 e5");
  await page.click("#line-open");
  await page.locator("#lines-count", { hasText: /^1 line with 2 moves: the book has all of them$/ }).waitFor();
  assert.ok(await page.locator("#lines-submit").isDisabled());
});

test("adds the games of a PGN, and says what cannot be played", async (t) => {
  const { page, problems } = await openExample(t, { args: ["-edit"] });
  await page.click("#pgn-open");
  assert.ok(await page.evaluate(() => document.activeElement.id === "lines-text"));
  await page.fill("#lines-text", '[White "A"]\n[Annotator "Lopez "Battle Royale""]\n\n1. c4 c5 1-0\n\n[White "B"]\n\n1. c4 e5 2. Ke5 *');
  await page.locator("#lines-count", { hasText: "2 lines with 3 moves: the book does not have 3 of them" }).waitFor();
  assert.match(await page.locator("#lines-problem").textContent(), /Ke5 is no legal move.*what stands before it can be added/);
  await page.click("#lines-submit");
  await page.getByText("example.bin: changes in 2 positions").waitFor();
  await settled(page);
  assert.ok((await sans(page)).includes("c4"));
  assert.deepEqual(problems, []);
});

test("adds the variations of a PGN, if somebody wants them", async (t) => {
  const { page, problems } = await openExample(t, { args: ["-edit"] });
  await page.click("#pgn-open");
  assert.ok(await page.locator("#lines-variations").isHidden());
  await page.fill("#lines-text", "1. c4 c5 (1... e5 2. g3 (2. Ke4)) (1... Nf6) 2. g3 *");
  await page.locator("#lines-count", { hasText: "1 line with 3 moves: the book does not have 3 of them; without 3 variations" }).waitFor();
  assert.equal(await page.locator("#lines-problem").textContent(), "");
  await page.locator("#lines-variations").selectOption("all");
  await page.locator("#lines-count", { hasText: /^4 lines with 6 moves: the book does not have 6 of them$/ }).waitFor();
  assert.match(await page.locator("#lines-problem").textContent(), /Ke4 is no legal move/);
  await page.click("#lines-submit");
  await page.getByText("example.bin: changes in 4 positions").waitFor();
  await settled(page);
  assert.deepEqual(problems, []);
});

/** A game with marks and weights, once as a move, once in a variation of a variation, and moves that have both. */
const MARKED = `1. e4! {[%eval 0.3] weight 70000} (1. d4 $3 d5 ?? {weight 3} (1... Nf6 $1 2. c4 {weight none} (2. Nf3 {weight 12, 40%} d5)))
  1... e5 (1... c5!! {weight none} 2. Nf3 Nc6 (2... d6?! {weight 5}) 3. d4?) (1... e5 ?) 2. Nf3 Nf6!? {weight 0} *`;

test("adds the moves of a PGN as make-book does, with the weights of marks and comments", async (t) => {
  const { folder, page, book, problems } = await openExample(t, { rows: [], args: ["-edit"] });
  const pgn = join(folder, "marked.pgn");
  const made = join(folder, "made.bin");
  writeFileSync(pgn, MARKED);
  assert.equal((await run("make-book", "--variations", "all", "--min-game", "1", pgn, "-o", made)).code, 0);
  await page.click("#pgn-open");
  await page.fill("#lines-text", MARKED);
  await page.locator("#lines-count", { hasText: "1 line with 4 moves: the book does not have 4 of them; weight of 2 moves by marks or comments; without 6 variations" }).waitFor();
  await page.locator("#lines-variations").selectOption("all");
  await page.locator("#lines-count", { hasText: "7 lines with 13 moves: the book does not have 13 of them; weight of 9 moves by marks or comments; 2 moves left out by comments" }).waitFor();
  await page.click("#lines-submit");
  await page.getByText("example.bin: changes in 10 positions").waitFor();
  await settled(page);
  assert.deepEqual(readFileSync(book), readFileSync(made));
  assert.deepEqual(problems, []);
});

test("adds a tree of dump-book without the moves that its book lacks", async (t) => {
  const { folder, page, book, problems } = await openExample(t, { rows: [], args: ["-edit"] });
  const [lacking] = (await rowsOfLines("d4 d5")).map(([key]) => key).filter((key) => key !== START);
  const rows = (await rowsOfLines("e4 e5 Nf3", "d4 d5 c4")).filter(([key]) => key !== lacking).map(([key, code], i) => [key, code, 9 - i]);
  const whole = writeBook(folder, "whole.bin", rows);
  const tree = join(folder, "tree.pgn");
  const output = openSync(tree, "w");
  assert.equal((await runInto(output, "dump-book", whole, "--format", "pgn", "--tree")).code, 0);
  closeSync(output);
  await page.click("#pgn-open");
  await page.fill("#lines-text", readFileSync(tree, "utf8"));
  await page.locator("#lines-variations").selectOption("all");
  await page.locator("#lines-count", { hasText: "2 lines with 5 moves: the book does not have 5 of them; weight of 5 moves by marks or comments; 1 move left out by comments" }).waitFor();
  await page.click("#lines-submit");
  await page.getByText("example.bin: changes in 4 positions").waitFor();
  assert.deepEqual(readFileSync(book), readFileSync(whole));
  assert.deepEqual(problems, []);
});

test("sets several weights at once, and shows what their shares will be", async (t) => {
  const { page, book, problems } = await openExample(t, { args: ["-edit"] });
  const before = readFileSync(book);
  await page.locator("#turn").focus();
  await page.keyboard.press("w");
  const shares = () => page.locator(".weights-share").allTextContents();
  assert.deepEqual(await shares(), ["60.0 %", "30.0 %", "10.0 %"]);
  await page.click("#weights-equal");
  assert.deepEqual(await shares(), ["33.3 %", "33.3 %", "33.3 %"]);
  await page.locator("#weights-fields input").nth(0).fill("400");
  await page.locator("#weights-fields input").nth(1).fill("400");
  await page.locator("#weights-fields input").nth(2).fill("many");
  await page.click("#weights-submit");
  await page.locator("#weights-problem", { hasText: "Weight of Nf3: “many” is no whole number" }).waitFor();
  await page.locator("#weights-fields input").nth(2).fill("");
  assert.deepEqual(await shares(), ["50.0 %", "50.0 %", "removed"]);
  await shoot(page, "weights");
  await page.keyboard.press("Enter");
  await page.getByText("example.bin: changes in 1 position").waitFor();
  await settled(page);
  assert.deepEqual((await sans(page)).sort(), ["d4", "e4"]);
  await page.click("#undo");
  await page.locator("#undo:disabled").waitFor();
  assert.deepEqual(readFileSync(book), before);
  assert.deepEqual(problems, []);
});

test("replies stay to be seen where weights are fields", async (t) => {
  const { page } = await openExample(t, { args: ["-edit"] });
  assert.deepEqual(await page.locator(".next:visible").allTextContents(), ["1", "–", "–"]);
});
