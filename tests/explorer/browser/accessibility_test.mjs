// SPDX-License-Identifier: MIT
// The page in its main states, checked by axe-core: WCAG 2.2 AA, and what axe considers good practice.
import assert from "node:assert/strict";
import { test } from "node:test";

import { violations } from "./axe.mjs";
import {
  C4, E4, EXAMPLE, START, addMove, longNames, open, openBrowser, openExample, openVariant, paste, play, serve, settled,
  shapesOf, square, temporaryFolder, writeBook,
} from "./explore.mjs";

/**
 * Asserts that axe finds nothing on a phone and on a desktop, in both schemes, which differ only in colours. everyWidth:
 * nor at the widths between; axe takes seconds for each.
 */
async function assertAccessible(page, { everyWidth = false } = {}) {
  for await (const [width, scheme] of shapesOf(page)) {
    const rules = scheme === "dark" ? ["color-contrast"] : [];
    if (["phone", "desktop"].includes(width) || (everyWidth && scheme === "light"))
      assert.deepEqual(await violations(page, ...rules), [], `${width}, ${scheme}`);
  }
}

const STATES = {
  "at the start": () => {},
  "out of book": async (page) => {
    await play(page, "1. e4 e5 2. Nf3");
    await page.getByText("Out of book since 2. Nf3.").waitFor();
  },
  "with all unfolded after a change": async (page) => {
    await addMove(page, "Nc3", "42");
    await page.getByText("Nc3 added").waitFor();
    await settled(page);
    await page.getByRole("button", { name: "Details of d4" }).click();
    for (const fold of await page.locator("details").all()) await fold.evaluate((details) => (details.open = true));
    await page.locator("#tree li").first().waitFor();
  },
  "with the map of the book and results": async (page) => {
    await page.locator("#book-map").evaluate((details) => (details.open = true));
    await page.locator(".map-cell").first().waitFor();
    await page.locator(".score-bar").first().waitFor({ state: "attached" });
  },
  "with names that are nearly found": async (page) => {
    await page.locator("#opening-name").focus();
    await page.keyboard.type("pawm");
    await page.getByRole("option").first().waitFor();
  },
  "with the board's editor": (page) => page.click("#edit-board"),
  "with openings found": async (page) => {
    await page.locator("#opening-name").focus();
    await page.keyboard.type("pawn");
    await page.getByRole("option").first().waitFor();
  },
  "with a move to add": (page) => page.click("#add-open"),
  "with games beside the book": async (page) => {
    await paste(page, '[White "A"]\n\n1. e4 c5 1-0\n\n[White "B"]\n\n1. d4 *');
    await page.locator("#gaps summary").last().click();
    await page.locator(".ply.out").first().waitFor();
  },
  "with lines to add": async (page) => {
    await page.click("#line-open");
    await page.fill("#lines-text", "1. e4 c5 2. Ke5");
    await page.locator("#lines-problem:not(:empty)").waitFor();
  },
  "with weights to set": (page) => page.click("#weights-open"),
  "with a promotion to choose": async (page) => {
    await page.fill("#fen", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    await page.press("#fen", "Enter");
    await page.locator("[data-square=a7][aria-label$='white pawn']").waitFor();
    await settled(page);
    await square(page, "a7").click();
    await square(page, "a8").click();
    await page.locator("#promotion[open]").waitFor();
  },
  "with problems told": async (page) => {
    await play(page, "Ke4");
    await page.fill("#fen", "nonsense");
    await page.press("#fen", "Enter");
    await page.route("**/api/edit", (route) => route.abort());
    await page.getByRole("button", { name: "Remove Nf3 from example" }).click();
    await page.locator("#edit-problem:not(:empty)").waitFor();
  },
};
/** The states that differ most from width to width. */
const EVERY_WIDTH = ["at the start", "with games beside the book", "with lines to add"];
for (const [name, reach] of Object.entries(STATES)) {
  test(`everybody can use the page ${name}`, async (t) => {
    const { page } = await openExample(t, { args: ["-edit", ...longNames(t)] });
    await reach(page);
    await assertAccessible(page, { everyWidth: EVERY_WIDTH.includes(name) });
  });
}

test("everybody can use the page with several books", async (t) => {
  const folder = temporaryFolder(t);
  const books = [EXAMPLE, [[START, C4, 5], [START, E4, 0]], EXAMPLE].map((rows, i) => writeBook(folder, `book-${i}.bin`, rows));
  const { url } = await serve(t, ...books);
  const { page } = await openBrowser(t);
  await open(page, url);
  await assertAccessible(page);
});

test("everybody can set up a position of a variant", async (t) => {
  const { page } = await openVariant(t, "seirawan", ["1. e4 e5"]);
  await page.click("#edit-board");
  await square(page, "e4").focus();
  await page.keyboard.press("E");
  await assertAccessible(page);
});

test("faults of the page are seen", async (t) => {
  const { page } = await openExample(t);
  await page.evaluate(() => {
    document.querySelector("#flip").removeAttribute("aria-label");
    document.querySelector("#flip").removeAttribute("title");
    document.querySelector("#turn").style.color = "#ddd";
  });
  const rules = (await violations(page)).map((found) => found.split(":")[0]);
  assert.deepEqual(rules.sort(), ["button-name", "color-contrast"]);
});
