// SPDX-License-Identifier: MIT
// Arrows, sorting, details, problems at their field and ways back, in a headless Chromium.
import assert from "node:assert/strict";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import {
  C4, D4, E4, EXAMPLE, NF3, START, lineIs, openBrowser, openExample, play, rowsOfLines, sans, serve, square,
  temporaryFolder, writeBook,
} from "./explore.mjs";

test("arrows are as wide as the share, and stand out with their row", async (t) => {
  const { page, problems } = await openExample(t);
  const heights = await page.locator(".arrow").evaluateAll((arrows) =>
    Object.fromEntries(arrows.map((arrow) => [arrow.dataset.uci, arrow.getBBox().width])));
  assert.deepEqual(Object.keys(heights), ["e2e4", "d2d4", "g1f3"]);
  assert.ok(heights.e2e4 > heights.d2d4, "60 % is wider than 30 %");
  const lit = () => page.locator(".lit").evaluateAll((all) => all.map((one) => `${one.localName} ${one.dataset.uci}`).sort());
  await page.locator("tr[data-uci=d2d4]").hover();
  assert.deepEqual(await lit(), ["path d2d4", "tr d2d4"]);
  await square(page, "e4").hover();
  const { x, y, width } = await square(page, "e3").boundingBox();
  await page.mouse.move(x + width / 2, y + width / 2);
  assert.deepEqual(await lit(), ["path e2e4", "tr e2e4"]);
  await page.mouse.move(2, 2);
  assert.deepEqual(await lit(), []);
  await page.getByRole("button", { name: "Nf3", exact: true }).focus();
  assert.deepEqual(await lit(), ["path g1f3", "tr g1f3"]);
  await square(page, "d2").focus();
  assert.deepEqual(await lit(), ["path d2d4", "tr d2d4"]);
  assert.deepEqual(problems, []);
});

test("a rare move has no arrow but when it is pointed at", async (t) => {
  const { page } = await openExample(t, { rows: [[START, E4, 9990], [START, C4, 10]] });
  assert.equal(await page.locator(".arrow").count(), 1);
  await page.locator("tr[data-uci=c2c4]").hover();
  await page.locator(".arrow.lit[data-uci=c2c4]").waitFor({ state: "attached" });
});

test("the table is sorted by each column, and the keys follow", async (t) => {
  const { page } = await openExample(t);
  const sortBy = (name) => page.locator("thead").getByRole("button", { name }).press("Enter");
  await sortBy("Move");
  assert.deepEqual(await sans(page), ["d4", "e4", "Nf3"]);
  assert.equal(await page.locator("th[aria-sort]").getAttribute("aria-sort"), "ascending");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Move/, "the focus stays");
  await sortBy("Weight");
  assert.deepEqual(await sans(page), ["e4", "d4", "Nf3"]);
  await sortBy("Weight");
  assert.deepEqual(await sans(page), ["Nf3", "d4", "e4"]);
  await sortBy("Games");
  assert.deepEqual((await sans(page))[0], "d4", "what has none comes last");
  await page.keyboard.press("1");
  await page.getByText("The books end with 1. d4.").waitFor();
});

test("the columns stand in line past ten rows", async (t) => {
  const rows = [0x031c, 0x02db, 0x0195, 0x029a, 0x0259, 0x0218, 0x035d, 0x039e, 0x03df, 0x0052, 0x0314, 0x02d3];
  const { page } = await openExample(t, { rows: rows.map((code, i) => [START, code, 100 - i]) });
  for (const part of [".move-name", ".share-bar", "td .weight"]) {
    const places = await page.locator(part).evaluateAll((all) =>
      all.map((one) => Math.round(one.closest(".number") ? one.getBoundingClientRect().right : one.getBoundingClientRect().left)));
    assert.equal(places.length, 12);
    assert.equal(new Set(places).size, 1, `${part}: ${places}`);
  }
});

test("details are folded", async (t) => {
  const { page } = await openExample(t);
  assert.equal(await page.locator(".details").count(), 0);
  await page.getByRole("button", { name: "Details of d4" }).press("Enter");
  assert.match(await page.locator(".details").innerText(), /learnt 10 games, 12 half points\s+ends here/);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".details").count(), 0);
});

test("wins and losses as XBoard writes them are a bar, too", async (t) => {
  const { page } = await openExample(t, {
    rows: [[START, E4, 500, (400 << 16) | 100], [START, D4, 300, (150 << 16) | 150], [START, NF3, 100, (30 << 16) | 70]],
  });
  assert.match(await page.locator("#book-list").textContent(), /XBoard/);
  assert.deepEqual(await page.locator("td .score").allTextContents(), ["80\u00a0%", "50\u00a0%", "30\u00a0%"]);
});

test("what is no move is told apart from what could mean several, at its field", async (t) => {
  const { page } = await openExample(t);
  const problem = () => page.locator("#move-problem").textContent();
  await page.fill("#fen", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
  await page.press("#fen", "Enter");
  // The page shows the problem at once, before the books have answered.
  await page.route("**/api/position*", () => {});
  await play(page, "Nd2");
  assert.equal(await problem(), "Nd2 could mean Nbd2 or Nfd2");
  assert.equal(await page.locator("#move").getAttribute("aria-invalid"), "");
  await play(page, "Nd7");
  assert.equal(await problem(), "Nd7 is no legal move here");
  await page.unroute("**/api/position*");
  await play(page, "Nbd2");
  assert.equal(await problem(), "");
  await page.fill("#fen", "4k3/8/8 w - - 0 1");
  await page.press("#fen", "Enter");
  assert.match(await page.locator("#fen-problem").textContent(), /3 ranks/);
  assert.equal(await problem(), "");
});

test("another way to a position is taken with a click", async (t) => {
  const { page } = await openExample(t, {
    rows: await rowsOfLines("d4 Nf6 c4 e6", "c4 Nf6 d4 e6"), hash: "#moves=d2d4+g8f6+c2c4",
  });
  await page.getByRole("button", { name: "1. c4 Nf6 2. d4" }).click();
  await page.locator(".ply[aria-current]", { hasText: "d4" }).waitFor();
  await lineIs(page, "1. c4 Nf6 2. d4");
  assert.deepEqual(await sans(page), ["e6"]);
});

test("when the server is gone, the page asks again in place", async (t) => {
  const { page } = await openExample(t);
  await page.route("**/api/position*", (route) => route.abort());
  await page.locator(".move-name", { hasText: "e4" }).click();
  await page.getByText("polyglot explore does not answer").waitFor();
  await lineIs(page, "");
  await page.unroute("**/api/position*");
  await page.getByRole("button", { name: "Try again" }).press("Enter");
  await page.locator(".move-name", { hasText: "e4" }).waitFor();
  assert.ok(await page.locator("#failure").isHidden());
});

test("says how to stop it, and opens the browser", async (t) => {
  const folder = temporaryFolder(t);
  const asked = join(folder, "asked");
  writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\nprintf %s "$1" >"${asked}.new"\nmv "${asked}.new" "${asked}"\n`);
  chmodSync(join(folder, "xdg-open"), 0o755);
  const book = writeBook(folder, "example.bin", EXAMPLE);
  const { url, errors } = await serve(t, book, "-open", { PATH: `${folder}:${process.env.PATH}` });
  const opened = async () => {
    for (;;) {
      try {
        return readFileSync(asked, "utf8");
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const says = async (words, heard) => {
    while (!words.test(heard())) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const { page } = await openBrowser(t, {});
  await page.goto(`file://${await opened()}`);
  await page.waitForURL(`${url}**`);
  await page.locator(".move-name", { hasText: "e4" }).waitFor();
  await says(/Ctrl-C/, errors);
  const alone = await serve(t, book, "-open", { PATH: folder.replace(/[^/]*$/, "none") });
  await says(/xdg-open/, alone.errors);
});
