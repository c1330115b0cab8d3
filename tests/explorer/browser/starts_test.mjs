// SPDX-License-Identifier: MIT
// A book of shuffled pieces begins with a list of its starts, in a headless Chromium.
import assert from "node:assert/strict";
import { test } from "node:test";

import { E4, fenIs, keyOf, open, openBrowser, openExample, rules, sans, serve, settled, shoot, temporaryFolder, writeBook } from "./explore.mjs";

const STARTS = ["bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1"];
const positions = await Promise.all(STARTS.map((start) => rules.begin(start)));
const rows = positions.map((start) => [keyOf(start), E4, 1]).sort(([a], [b]) => (a < b ? -1 : 1));

test("a book of Chess960 opens on its starts", async (t) => {
  const folder = temporaryFolder(t);
  const book = writeBook(folder, "shuffled.bin", rows);
  const { page, problems } = await openBrowser(t);
  await open(page, (await serve(t, book)).url);
  await page.locator("#starts-title", { hasText: "2 start positions in the book" }).waitFor();
  assert.deepEqual(await page.locator(".start-pieces").allTextContents(), ["bbqnnrkr", "rkrnnqbb"]);
  assert.ok(await page.locator("#no-moves").isHidden(), "the list says where there are moves");
  await page.locator("#main-lines", { hasText: "The books have no move from the start of the line." }).waitFor();
  await shoot(page, "starts");
  await page.locator(".start").last().focus();
  await page.keyboard.press("Enter");
  await page.locator(".move-name", { hasText: "e4" }).waitFor();
  await fenIs(page, STARTS[1]);
  assert.ok(await page.locator("#starts").isHidden());
  await page.click("#new-game");
  await page.locator(".start").first().waitFor();
  assert.deepEqual(problems, []);
});

test("a book of usual games has no such list", async (t) => {
  const { page } = await openExample(t);
  assert.ok(await page.locator("#starts").isHidden());
  assert.equal((await sans(page)).length, 3);
  await page.locator(".move-name").first().click();
  await settled(page);
  assert.ok(await page.locator("#starts").isHidden());
});
