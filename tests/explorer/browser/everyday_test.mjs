// SPDX-License-Identifier: MIT
// The everyday uses of the page of `polyglot explore`, in each browser.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import {
  EXAMPLE, addMove, fen, fenIs, lineIs, open, openBrowser, openExample, paste, play, rowsOfLines, rules, sans, serve,
  settled, shoot, square, temporaryFolder, writeBook,
} from "./explore.mjs";


test("shows the moves of the start with their weights", async (t) => {
  const { page, problems } = await openExample(t);
  assert.deepEqual(await sans(page), ["e4", "d4", "Nf3"]);
  assert.deepEqual(await page.locator("#moves .share").allTextContents(), ["60.0 %", "30.0 %", "10.0 %"]);
  assert.deepEqual(await page.locator("td .weight").allTextContents(), ["600", "300", "100"]);
  assert.deepEqual(await page.locator("td .games").allTextContents(), ["10"]);
  assert.deepEqual(await page.locator("td .score").allTextContents(), ["60\u00a0%"]);
  assert.deepEqual(await page.locator(".next").allTextContents(), ["1", "–", "–"]);
  const widths = await page.locator(".share-bar span").evaluateAll((bars) =>
    bars.map((bar) => Math.round((100 * bar.getBoundingClientRect().width) / bar.parentElement.getBoundingClientRect().width)));
  assert.deepEqual(widths, [60, 30, 10]);
  assert.equal(await page.locator("#key").textContent(), "463b96181691fc9c");
  await shoot(page, "start");
  assert.deepEqual(problems, []);
});

test("plays by click, by typing and from the table", async (t) => {
  const { page, problems } = await openExample(t);
  await square(page, "e2").click();
  await square(page, "e4").click();
  await page.locator(".move-name", { hasText: "e5" }).click();
  await play(page, "Nf3");
  await page.getByText("Out of book since 2. Nf3.").waitFor();
  await lineIs(page, "1. e4 e5 2. Nf3");
  await fenIs(page, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  await play(page, "Ke4");
  assert.match(await page.locator("#move-problem").textContent(), /Ke4 is no legal move/);
  await play(page, "Nc6 3. Qa4 a6");
  assert.equal(await page.locator("#move").inputValue(), "Qa4 a6", "what was not played stays");
  await lineIs(page, "1. e4 e5 2. Nf3 Nc6");
  await play(page, "3. Bb5 {Spanish} a6 1-0");
  await lineIs(page, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6");
  await page.click("#to-start");
  await settled(page);
  assert.deepEqual(await sans(page), ["e4", "d4", "Nf3"]);
  await page.click("#forward");
  assert.match(await fen(page), /4P3/);
  assert.deepEqual(problems, []);
});

test("plays by dragging a piece, and puts back one that cannot go there", async (t) => {
  const { page, problems } = await openExample(t);
  const drag = async (from, to) => {
    await square(page, from).hover();
    await page.mouse.down();
    await square(page, to).hover();
    const dragged = await page.locator(".dragged").count();
    await page.mouse.up();
    return dragged;
  };
  assert.equal(await drag("e2", "e4"), 1);
  await page.locator(".move-name", { hasText: "e5" }).waitFor();
  await lineIs(page, "1. e4");
  assert.equal(await drag("g8", "g6"), 1);
  assert.equal(await drag("d2", "d4"), 0, "it is not his turn");
  await lineIs(page, "1. e4");
  assert.equal(await page.locator(".dragged, .picked").count(), 0);
  await drag("g8", "f6");
  await lineIs(page, "1. e4 Nf6");
  await square(page, "b1").click();
  await square(page, "c3").click();
  await lineIs(page, "1. e4 Nf6 2. Nc3", "a click is a click as before");
  assert.deepEqual(problems, []);
});

test("is played with the keyboard alone", async (t) => {
  const { page } = await openExample(t);
  const isFocused = (selector) => page.evaluate((wanted) => document.activeElement.matches(wanted), selector);
  for (let i = 0; i < 10 && !(await isFocused("[role=gridcell]")); ++i) await page.keyboard.press("Tab");
  assert.ok(await isFocused("[data-square=e2]"), "Tab leads to the board");
  const ring = await page.evaluate(() => getComputedStyle(document.activeElement.querySelector(".ring")).stroke);
  assert.match(ring, /^rgb/, "the focus is seen");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#live").textContent(), /pawn e2 picked, e3, e4/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "e5", exact: true }).first().waitFor();
  assert.ok(await isFocused("[data-square=e4]"), "the focus stays on the board");
  assert.match(await page.locator("#live").textContent(), /1\. e4\. Black to move\. 1 book move: e5/);
  await page.keyboard.press(",");
  await page.locator(".move-name", { hasText: "d4" }).waitFor();
  await page.keyboard.press("2");
  await page.getByText("The books end with 1. d4.").waitFor();
  await lineIs(page, "1. d4");
  await page.keyboard.press("m");
  await page.keyboard.type("d5");
  await page.keyboard.press("Enter");
  await lineIs(page, "1. d4 d5");
  assert.ok(await isFocused("#move"));
});

test("every control has a name, and Tab reaches each", async (t) => {
  const { page } = await openExample(t, { args: ["-edit"] });
  const nameless = await page.locator("button, input, select, [role=gridcell]").evaluateAll((all) =>
    all.filter((one) => !one.ariaLabel && !one.textContent.trim() && !one.labels?.length).map((one) => one.outerHTML));
  assert.deepEqual(nameless, []);
  const reached = new Set();
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.id));
  }
  for (const id of ["flip", "move", "add-open", "fen", "copy-fen"]) assert.ok(reached.has(id), id);
  await page.click("#add-open");
  reached.clear();
  for (let i = 0; i < 5; ++i) {
    reached.add(await page.evaluate(() => document.activeElement.id));
    await page.keyboard.press("Tab");
  }
  for (const id of ["add-move", "add-weight"]) assert.ok(reached.has(id), id);
});

test("takes a FEN, and refuses what is none", async (t) => {
  const { page } = await openExample(t);
  await page.fill("#fen", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  await page.press("#fen", "Enter");
  await page.locator(".move-name", { hasText: "e5" }).waitFor();
  assert.deepEqual(await sans(page), ["e5"]);
  await page.fill("#fen", "8/8/8/8/8/8/8/8 w - - 0 1");
  await page.press("#fen", "Enter");
  assert.match(await page.locator("#fen-problem").textContent(), /White has no king/);
  assert.deepEqual(await sans(page), ["e5"]);
});

test("castles in Chess960 by the rook, takes en passant, asks for the promotion", async (t) => {
  const { page } = await openExample(t);
  const setUp = async (text) => {
    await page.fill("#fen", text);
    await page.press("#fen", "Enter");
  };
  await setUp("1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1");
  await square(page, "c1").click();
  await square(page, "h1").click();
  assert.match(await fen(page), /^1rk4r\/8\/8\/8\/8\/8\/8\/1R3RK1 b/);
  await setUp("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
  await square(page, "e5").click();
  await square(page, "d6").click();
  assert.match(await fen(page), /^4k3\/8\/3P4\/8\/8/);
  await setUp("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  await square(page, "a7").click();
  await square(page, "a8").click();
  await page.getByRole("button", { name: "knight" }).click();
  await page.locator("[data-square=a8][aria-label='a8, white knight']").waitFor();
  await page.click("#back");
  await square(page, "a7").click();
  await square(page, "a8").click();
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "hidden" });
  assert.match(await fen(page), /^4k3\/P7\//, "Escape leaves the pawn where it is");
});

test("changes a weight, adds, removes and takes back, to the byte", async (t) => {
  const { page, book, problems } = await openExample(t, { args: ["-edit"] });
  const original = readFileSync(book);
  const weight = page.getByLabel("Weight of d4 in example");
  await weight.fill("700");
  await weight.press("Enter");
  await page.getByText("example.bin: d4 300 → 700").waitFor();
  await page.locator("#moves .share", { hasText: "50.0 %" }).waitFor();
  assert.ok(await weight.evaluate((field) => field === document.activeElement), "the focus stays in the field");
  assert.equal(readFileSync(book).readUInt16BE(16 * 0 + 10), 700, "the heaviest comes first");
  await addMove(page, "Nc3", "42");
  await page.getByText("example.bin: Nc3 added → 42").waitFor();
  await settled(page);
  assert.deepEqual(await sans(page), ["d4", "e4", "Nf3", "Nc3"]);
  await page.getByRole("button", { name: "Remove Nf3 from example" }).click();
  await page.getByText("example.bin: Nf3 100 → removed").waitFor();
  await settled(page);
  assert.deepEqual(await sans(page), ["d4", "e4", "Nc3"]);
  await shoot(page, "edit");
  for (const left of ["Nc3 added → 42", "d4 300 → 700"]) {
    await page.click("#undo");
    await page.getByText(left).waitFor();
    await settled(page);
  }
  await page.click("#undo");
  await page.locator("#undo:disabled").waitFor();
  await settled(page);
  assert.deepEqual(await sans(page), ["e4", "d4", "Nf3"]);
  assert.deepEqual(readFileSync(book), original);
  assert.deepEqual(problems, []);
});

test("what is no weight is refused and told, and the book keeps what it has", async (t) => {
  const { page, book, problems } = await openExample(t, { args: ["-edit"] });
  const original = readFileSync(book);
  const changes = [];
  page.on("request", (request) => request.url().endsWith("/api/edit") && changes.push(request.postData()));
  const weight = page.getByLabel("Weight of d4 in example");
  const type = async (text) => {
    await weight.click();
    await page.keyboard.press("Control+A");
    await page.keyboard.type(text);
  };
  const assertRefused = async (text) => {
    await page.locator("#edit-problem", { hasText: `Weight of d4 in example: “${text}” is no whole number from 0 to 65535` }).waitFor();
    assert.equal(await weight.inputValue(), "300", text);
  };
  for (const text of ["abc", "70000", "-1", "1.5", "1e2", " "]) {
    await type(text);
    await page.keyboard.press("Enter");
    await assertRefused(text);
  }
  await type("70000");
  await page.locator("#turn").click();
  await assertRefused("70000");
  assert.ok(!(await weight.evaluate((field) => field === document.activeElement)), "who leaves the field is not held there");
  assert.deepEqual(changes, []);
  assert.deepEqual(readFileSync(book), original);
  // The restored text is selected, so that the next number replaces it.
  await type("abc");
  await page.keyboard.press("Enter");
  await page.keyboard.type("65535");
  await page.keyboard.press("Enter");
  await page.getByText("example.bin: d4 300 → 65535").waitFor();
  await page.locator("#edit-problem:empty").waitFor({ state: "attached" });
  await settled(page);
  await weight.fill("");
  await page.keyboard.press("Enter");
  await page.getByText("example.bin: d4 65535 → removed").waitFor();
  assert.deepEqual(problems, []);
});

test("goes where the address leads, and says how far", async (t) => {
  const { page } = await openExample(t, { hash: "#moves=e2e4+e7e5+zzzz" });
  await lineIs(page, "1. e4 e5");
  assert.match(await page.locator("#message").textContent(), /zzzz is no legal move/);
  await page.evaluate(() => (location.hash = "#moves=d2d4"));
  await page.getByText("The books end with 1. d4.").waitFor();
  await lineIs(page, "1. d4");
  await play(page, "d5");
  await page.goBack();
  await lineIs(page, "1. d4");
  await page.goBack();
  await lineIs(page, "1. e4 e5");
  await page.goForward();
  await lineIs(page, "1. d4");
  await page.fill("#fen", "startpos");
  await page.press("#fen", "Enter");
  await page.locator(".move-name", { hasText: "Nf3" }).waitFor();
  await fenIs(page, rules.startFen);
});

test("copies the line, the game, the position and its address", async (t) => {
  const { page } = await openExample(t, { hash: "#moves=e2e4+e7e5" });
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }));
  await page.click("#copy-line");
  await page.getByText("does not let the page copy").waitFor();
  assert.equal(await page.inputValue("#copy-text"), "1. e4 e5");
  await page.evaluate(() =>
    Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => (window.copied = text) } }));
  const copied = {};
  for (const what of ["line", "pgn", "fen", "link"]) {
    await page.click(`#copy-${what}`);
    await page.locator(`#copy-${what}.copied`).waitFor();
    copied[what] = await page.evaluate(() => window.copied);
  }
  assert.ok(await page.locator("#copy-by-hand").isHidden());
  assert.deepEqual(copied, {
    line: "1. e4 e5", pgn: '[Event "?"]\n[Result "*"]\n\n1. e4 e5 *\n', fen: await fen(page), link: page.url(),
  });
});

const PGN = `[Event "A club's evening"]
[White "[one]"]
[Result "1-0"]

1. e4 $1 {best by test (Fischer)} e5 (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nf3 ; to the end of the line 2... d6
2... Nc6 3.Bb5! a6 ?! 4. Ba4 1-0

[Event "Another"]

1. d4 *`;

test("a game that is pasted is played, with all that people copy", async (t) => {
  const { page, problems } = await openExample(t, { hash: "#moves=d2d4" });
  await paste(page, PGN);
  await page.locator("#game-name", { hasText: "[one] – ? 1-0" }).waitFor();
  await lineIs(page, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4");
  assert.equal(await page.locator(".ply[aria-current]").textContent(), "e5");
  assert.equal(await page.locator("#gaps > li").count(), 2, "the other game is in the list");
  await page.click("#to-end");
  await page.getByText("Out of book since 2. Nf3.").waitFor();
  await page.getByRole("button", { name: "Back to 1. e4" }).click();
  await settled(page);
  await fenIs(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  await page.focus("#move");
  await paste(page, '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd7');
  await page.locator(".ply", { hasText: "Kd7" }).waitFor();
  await paste(page, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
  await page.locator("#turn", { hasText: "Black to move" }).waitFor();
  await lineIs(page, "");
  assert.deepEqual(problems, []);
});

test("the choice of a promotion lies on its square", async (t) => {
  const { page } = await openExample(t);
  await page.fill("#fen", "8/P3k3/8/8/8/8/7p/1K6 w - - 0 1");
  await page.press("#fen", "Enter");
  await fenIs(page, "8/P3k3/8/8/8/8/7p/1K6 w - - 0 1");  // the start has a pawn on a7, too
  for (const [from, to] of [["a7", "a8"], ["h2", "h1"]]) {
    await page.locator(`[data-square=${from}][aria-label$=pawn]`).waitFor();
    await settled(page);
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
  const rows = await rowsOfLines("e4 e5 Nf3", "e4 c5", "d4 d5", "c4", "Nf3", "g3", "b3", "f4");
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
  await lineIs(page, "1. e4 e5");
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
  await fenIs(page, "7k/P7/8/8/8/8/8/4K3 b - - 0 1");
  assert.ok(await page.locator("#editor").isHidden());
  await page.keyboard.press("e");
  await square(page, "a7").click();
  await page.click("#editor-cancel");
  await settled(page);
  await fenIs(page, "7k/P7/8/8/8/8/8/4K3 b - - 0 1");
  await square(page, "h8").click();
  await square(page, "g7").click();
  await page.getByText("White to move", { exact: true }).first().waitFor();
  assert.deepEqual(problems.filter((problem) => !/400/.test(problem)), []);
});

test("the board's editor comes into view with the focus on the board, and Esc closes it", async (t) => {
  const { page, problems } = await openExample(t);
  const isFocused = (selector) => page.evaluate((wanted) => document.activeElement.matches(wanted), selector);
  const isInView = (selector) => page.locator(selector).evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  const before = await fen(page);
  await page.keyboard.press("e");
  await shoot(page, "editor-by-key");
  assert.ok(await isInView("#editor"));
  assert.ok(await isFocused("[data-square=e2]"));
  assert.ok(await isInView("#board"));
  await page.keyboard.press("N");
  await page.locator("[data-square=e2][aria-label='e2, white knight']").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#editor").waitFor({ state: "hidden" });
  assert.ok(await isFocused("#edit-board"), "nothing had the focus");
  assert.ok(await isInView("#board"), "the page is where it was");
  await page.locator("[data-square=e2][aria-label='e2, white pawn']").waitFor();
  // The focus returns to the control or to the board that had it, wherever it was in between.
  await page.locator("#flip").focus();
  await page.keyboard.press("e");
  await page.locator("#palette input").first().focus();
  await page.keyboard.press("Escape");
  assert.ok(await isFocused("#flip"));
  await page.keyboard.press("b");
  await page.keyboard.press("e");
  await page.locator("#editor-cancel").focus();
  await page.keyboard.press("Escape");
  assert.ok(await isFocused("[data-square=e2]"));
  assert.ok(await page.locator("#editor").isHidden());
  await fenIs(page, before);
  assert.deepEqual(problems, []);
});

test("openings have names, and are found by them", async (t) => {
  const folder = temporaryFolder(t);
  const names = join(folder, "openings.tsv");
  writeFileSync(names, "eco\tname\tpgn\nB00\tKing's Pawn Game\t1. e4\nC20\tKing's Pawn Game: Open\t1. e4 e5\nA40\tQueen's Pawn Game\t1. d4\n");
  const book = writeBook(folder, "example.bin", EXAMPLE);
  const server = await serve(t, book, "--openings-file", names);
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
  await lineIs(page, "1. d4");
  await page.click("#to-start");
  await page.locator("#opening:not(.past)", { hasText: /^\s*Start position$/ }).waitFor();
  await shoot(page, "openings");
  assert.deepEqual(problems, []);
});
