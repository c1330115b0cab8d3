// SPDX-License-Identifier: MIT
// Whole lines, games and several weights in a book at once, in a headless Chromium.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { line, openExample, play, sans, settled, shoot } from "./explore.mjs";

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
  assert.equal(await line(page), "1. e4 e5 2. Nf3 Nc6");
  await page.click("#back");
  await page.locator(".move-name", { hasText: "Nc6" }).waitFor();
  assert.equal(await page.getByLabel("Weight of Nc6 in example").inputValue(), "12");
  await page.click("#undo");
  await page.locator("#undo:disabled").waitFor();
  await settled(page);
  assert.deepEqual(readFileSync(book), before);
  assert.deepEqual(problems, []);
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
