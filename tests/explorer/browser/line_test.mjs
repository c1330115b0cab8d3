// SPDX-License-Identifier: MIT
// Arrows, sorting, games that are pasted, ways back, the tree of main lines and the board's editor.
import assert from "node:assert/strict";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import {
  C4, D4, E4, EXAMPLE, NF3, START, fen, open, openBrowser, openExample, rowsOfLines, sans, serve, settled, shoot, square,
  temporaryFolder, writeBook,
} from "./explore.mjs";

const line = async (page) => (await page.locator("#line").innerText()).replace(/\s+/g, " ").trim();
const play = async (page, text) => {
  await page.fill("#move", text);
  await page.press("#move", "Enter");
};

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
  assert.match(await page.locator(".details").innerText(), /learnt n 10, s 12\s+ends here/);
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

const PGN = `[Event "A club's evening"]
[White "[one]"]
[Result "1-0"]

1. e4 $1 {best by test (Fischer)} e5 (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nf3 ; to the end of the line 2... d6
2... Nc6 3.Bb5! a6 ?! 4. Ba4 1-0

[Event "Another"]

1. d4 *`;

const paste = (page, text, where = "body") =>
  page.locator(where).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test("a game that is pasted is played, with all that people copy", async (t) => {
  const { page, problems } = await openExample(t, { hash: "#moves=d2d4" });
  await paste(page, PGN);
  await page.locator(".ply[aria-current]", { hasText: "Ba4" }).waitFor();
  assert.equal(await line(page), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4");
  await page.getByText("Out of book since 2. Nf3.").waitFor();
  await page.getByRole("button", { name: "Back to 1. e4" }).click();
  await settled(page);
  assert.equal(await fen(page), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  await paste(page, '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd7', "#move");
  await page.locator(".ply[aria-current]", { hasText: "Kd7" }).waitFor();
  await paste(page, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
  await page.locator("#turn", { hasText: "Black to move" }).waitFor();
  assert.equal(await line(page), "");
  assert.deepEqual(problems, []);
});

test("what is no move is told apart from what could mean several, at its field", async (t) => {
  const { page } = await openExample(t);
  const problem = () => page.locator("#move-problem").textContent();
  await page.fill("#fen", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
  await page.press("#fen", "Enter");
  // It is told at once, not when the books have answered.
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
    rows: rowsOfLines("d4 Nf6 c4 e6", "c4 Nf6 d4 e6"), hash: "#moves=d2d4+g8f6+c2c4",
  });
  await page.getByRole("button", { name: "1. c4 Nf6 2. d4" }).click();
  await page.locator(".ply[aria-current]", { hasText: "d4" }).waitFor();
  assert.equal(await line(page), "1. c4 Nf6 2. d4");
  assert.deepEqual(await sans(page), ["e6"]);
});

test("when the server is gone, the page asks again in place", async (t) => {
  const { page } = await openExample(t);
  await page.route("**/api/position*", (route) => route.abort());
  await page.locator(".move-name", { hasText: "e4" }).click();
  await page.getByText("polyglot explore does not answer").waitFor();
  assert.equal(await line(page), "1. e4");
  await page.unroute("**/api/position*");
  await page.getByRole("button", { name: "Try again" }).press("Enter");
  await page.locator(".move-name", { hasText: "e5" }).waitFor();
  assert.ok(await page.locator("#failure").isHidden());
});

test("the choice of a promotion lies on its square", async (t) => {
  const { page } = await openExample(t);
  await page.fill("#fen", "8/P3k3/8/8/8/8/7p/1K6 w - - 0 1");
  await page.press("#fen", "Enter");
  for (const [from, to] of [["a7", "a8"], ["h2", "h1"]]) {
    await square(page, from).click();
    await square(page, to).click();
    const place = await square(page, to).boundingBox();
    const queen = await page.getByRole("button", { name: "queen" }).boundingBox();
    for (const side of ["x", "y", "width"]) assert.ok(Math.abs(place[side] - queen[side]) < 2, `${to}: ${side}`);
    await page.keyboard.press("Enter");
    await page.locator(`[data-square=${to}][aria-label$=queen]`).waitFor();
  }
});

test("the tree of main lines is unfolded by keyboard", async (t) => {
  const rows = rowsOfLines("e4 e5 Nf3", "e4 c5", "d4 d5", "c4", "Nf3", "g3", "b3", "f4");
  const { page, problems } = await openExample(t, { rows });
  const focused = () => page.evaluate(() => document.activeElement.ariaLabel);
  await page.keyboard.press("t");
  await page.locator("#tree [tabindex='0']:focus").waitFor();
  assert.equal(await page.locator("#tree > li").count(), 6);
  assert.equal(await page.locator("#tree > li").last().getAttribute("aria-label"), "2 more");
  while (!(await focused()).startsWith("1. e4")) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.locator("#tree [aria-level='2']").first().waitFor();
  await page.keyboard.press("ArrowRight");
  while (!(await focused()).startsWith("1… e5")) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(".move-name", { hasText: "Nf3" }).waitFor();
  assert.equal(await line(page), "1. e4 e5");
  assert.match(await page.locator("#tree [aria-current=step]").getAttribute("aria-label"), /^1… e5/);
  await page.keyboard.press("ArrowLeft");
  assert.match(await focused(), /^1\. e4/);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator("#tree [aria-level='2']:visible").count(), 0);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#tree > li").count(), 7, "the rarer moves");
  await shoot(page, "tree");
  assert.deepEqual(problems, []);
});

test("a position is set up on the board, by mouse and by keyboard", async (t) => {
  const { page, problems } = await openExample(t);
  await page.keyboard.press("e");
  await page.click("#editor-empty");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Set up" }).last().click();
  assert.match(await page.locator("#editor-problem").textContent(), /White has no king/);
  await page.locator("#palette label[title='white king']").click();
  await square(page, "e1").click();
  await square(page, "h8").focus();
  await page.keyboard.press("k");
  await square(page, "a7").focus();
  await page.keyboard.press("P");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("q");
  await page.keyboard.press("Delete");
  await page.getByLabel("Black to move").check();
  for (const box of await page.locator("#rights input").all()) await box.uncheck();
  await page.getByRole("button", { name: "Set up" }).last().click();
  await page.getByText("Black to move", { exact: true }).first().waitFor();
  await settled(page);
  assert.equal(await fen(page), "7k/P7/8/8/8/8/8/4K3 b - - 0 1");
  assert.ok(await page.locator("#editor").isHidden());
  await page.keyboard.press("e");
  await square(page, "a7").click();
  await page.click("#editor-cancel");
  await settled(page);
  assert.equal(await fen(page), "7k/P7/8/8/8/8/8/4K3 b - - 0 1");
  await square(page, "h8").click();
  await square(page, "g7").click();
  await page.getByText("White to move", { exact: true }).first().waitFor();
  assert.deepEqual(problems, []);
});

test("openings have names, and are found by them", async (t) => {
  const folder = temporaryFolder(t);
  const names = join(folder, "openings.tsv");
  writeFileSync(names, "eco\tname\tpgn\nB00\tKing's Pawn Game\t1. e4\nC20\tKing's Pawn Game: Open\t1. e4 e5\nA40\tQueen's Pawn Game\t1. d4\n");
  const book = writeBook(folder, "example.bin", EXAMPLE);
  const server = await serve(t, book, "--openings", names);
  const { page, problems } = await openBrowser(t);
  await open(page, server.url + "#moves=e2e4+e7e5");
  await page.locator("#opening", { hasText: "C20 King's Pawn Game: Open" }).waitFor();
  await play(page, "a3 a6");
  await page.locator("#opening.past", { hasText: "C20 King's Pawn Game: Open" }).waitFor();
  await page.locator("#turn").focus();
  await page.keyboard.press("s");
  await page.keyboard.type("queen");
  await page.getByRole("option", { name: /A40 ?Queen's Pawn Game/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator("#opening:not(.past)", { hasText: "A40 Queen's Pawn Game" }).waitFor();
  assert.equal(await line(page), "1. d4");
  await shoot(page, "openings");
  assert.deepEqual(problems, []);
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
  assert.equal(await opened(), url);
  assert.match(errors(), /Ctrl-C/);
  const alone = await serve(t, book, "-open", { PATH: folder.replace(/[^/]*$/, "none") });
  while (!/xdg-open/.test(alone.errors())) await new Promise((resolve) => setTimeout(resolve, 50));
});
