// SPDX-License-Identifier: MIT
// Main lines and the map of the book on screens of all widths, in a headless Chromium.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { lineIs, open, openBrowser, openExample, play, rowsOfLines, rowsOfPawnSteps, serve, settled, shoot, sources, temporaryFolder, writeBook } from "./explore.mjs";

const LINES = await rowsOfLines("e4 e5 Nf3 Nc6", "e4 c5", "d4 d5 c4", "c4", "Nf3", "g3", "b3", "f4 e5");

test("main lines follow the line, with names and the share of games that reach them", async (t) => {
  const folder = temporaryFolder(t);
  const names = join(folder, "names.tsv");
  writeFileSync(names, "C20\tKing's Pawn Game\t1. e4 e5\nC40\tKing's Pawn Game\t1. e4 e5 2. Nf3\nC44\tOpen Game\t1. e4 e5 2. Nf3 Nc6\n");
  const { url } = await serve(t, writeBook(folder, "example.bin", LINES), "--openings-file", names);
  const { page, problems } = await openBrowser(t);
  await open(page, url);
  await page.locator("#tree > li").first().waitFor();
  await play(page, "e4 e5 Nf3");
  await page.locator("#tree [aria-current=step]", { hasText: "2. Nf3" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "move", "the focus stays");
  const labels = () => page.locator("#tree .on-line").evaluateAll((items) => items.map((item) => item.ariaLabel));
  await page.locator("#tree .branch-name", { hasText: "King's Pawn Game" }).waitFor();
  assert.deepEqual(await labels(), ["1. e4, 14.3 %", "1… e5, King's Pawn Game, 7.1 %", "2. Nf3, 7.1 %"]);
  // A name stands where it begins, and the bars of all depths can be compared.
  await page.locator("#tree .on-line[aria-current]").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator("#tree .branch-name", { hasText: "Open Game" }).waitFor();
  assert.equal(await page.locator("#tree .branch-name", { hasText: "King's Pawn Game" }).count(), 1);
  const bars = await page.locator("#tree .bar").evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()).map(({ left, width }) => `${Math.round(left)} ${Math.round(width)}`));
  assert.equal(new Set(bars).size, 1, bars.join(", "));
  await page.locator("#move").focus();
  // A move among the rarer ones is found as well.
  await play(page, "1. f4 e5");
  await page.locator("#tree [aria-current=step]", { hasText: "1… e5" }).waitFor();
  await shoot(page, "main-lines");
  assert.deepEqual(problems, []);
});

test("the map explains its colours", async (t) => {
  const folder = temporaryFolder(t);
  const names = join(folder, "names.tsv");
  writeFileSync(names, "C20\tKing's Pawn Game\t1. e4 e5\nB20\tSicilian Defence: Closed\t1. e4 c5\n");
  const { url } = await serve(t, writeBook(folder, "example.bin", await rowsOfLines("e4 e5 Nf3", "e4 c5", "Nf3")), "--openings-file", names);
  const { page, problems } = await openBrowser(t, { viewport: { width: 1920, height: 1080 } });
  await open(page, url);
  await page.locator("#map-legend li", { hasText: "King's Pawn Game" }).waitFor();
  const legend = () => page.locator("#map-legend li").allTextContents();
  assert.deepEqual((await legend()).sort(), ["King's Pawn Game", "Nf3", "Sicilian Defence", "e4"]);
  const swatch = await page.locator("#map-legend li", { hasText: "Sicilian" }).evaluate((item) => getComputedStyle(item, "::before").backgroundColor);
  assert.equal(await page.locator(".map-cell[aria-label*=Sicilian] rect").evaluate((cell) => getComputedStyle(cell).fill), swatch);
  await page.getByLabel("by depth").check();
  assert.deepEqual((await legend()).slice(0, 2), ["ply 1", "ply 2"]);
  const { url: large } = await serve(t, join(sources, "config", "starter.bin"), "--openings-file", join(sources, "config", "openings.tsv"));
  await open(page, large);
  await page.locator("#map-legend li").nth(7).waitFor();
  const hues = await page.locator("#map-legend li").evaluateAll((items) => items.map((item) => Number(item.style.getPropertyValue("--hue"))));
  const apart = hues.flatMap((hue, i) => hues.slice(i + 1).map((other) => 180 - Math.abs(180 - Math.abs(hue - other))));
  assert.ok(Math.min(...apart) > 8, `the colours differ: ${hues}`);
  await shoot(page, "map-legend");
  assert.deepEqual(problems, []);
});

test("main lines of several books have the likeliest move first", async (t) => {
  const folder = temporaryFolder(t);
  // The mean of both books decides which moves are shown. The first book lacks the likeliest one.
  const first = writeBook(folder, "first.bin", await rowsOfLines("e4", "d4", "Nf3", "g3", "b3", "f4"));
  const second = writeBook(folder, "second.bin", await rowsOfLines("c4", "d4"));
  const { url } = await serve(t, first, second);
  const { page } = await openBrowser(t);
  await open(page, url);
  await page.locator("#tree > li").first().waitFor();
  const labels = await page.locator("#tree > li").evaluateAll((items) => items.map((item) => item.ariaLabel));
  assert.deepEqual(labels.slice(0, 2), ["1. d4, 33.3 %", "1. c4, 25.0 %"]);
  assert.equal(labels.at(-1), "2 more");
  assert.equal(await page.locator("#main-lines .shares-of").textContent(), "The shares are the mean of the books that know a position: first, second.");
});

test("main lines are open on wide screens only", async (t) => {
  const { url } = await serve(t, writeBook(temporaryFolder(t), "example.bin", LINES));
  for (const [width, lines, map] of [[390, false, false], [1024, false, false], [1280, true, false], [1440, true, false], [1590, true, false], [1920, true, true], [2200, true, true], [2560, true, true]]) {
    const { page } = await openBrowser(t, { viewport: { width, height: 1000 } });
    await open(page, url);
    assert.deepEqual(await page.evaluate(() => ["main-lines", "book-map"].map((id) => document.getElementById(id).open)), [lines, map], String(width));
    if (map) await page.locator(".map-cell").first().waitFor();
    await shoot(page, `width-${width}`);
    const { left, right } = await page.evaluate(() => {
      const boxes = ["#board", ".books-area", ".line-area"].map((one) => document.querySelector(one).getBoundingClientRect());
      return { left: Math.min(...boxes.map((box) => box.left)), right: innerWidth - Math.max(...boxes.map((box) => box.right)) };
    });
    assert.ok(left < 60 && right < 60, `${width}: ${left} and ${right} are left free`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), String(width));
  }
});

test("the map shows moves as high as they are likely, and leads there", async (t) => {
  const { page, problems } = await openExample(t, { browser: { viewport: { width: 1920, height: 1080 } } });
  // The map is drawn while it grows.
  await page.locator(".map-cell[aria-label^='1… e5']").waitFor();
  const cells = () => page.locator(".map-cell").evaluateAll((all) => all.map((cell) =>
    [cell.ariaLabel, Number(cell.querySelector("rect").getAttribute("height"))]));
  const found = Object.fromEntries(await cells());
  assert.deepEqual(Object.keys(found), ["1. e4, 60.0 %", "1… e5, 60.0 %", "1. d4, 30.0 %", "1. Nf3, 10.0 %"]);
  assert.ok(Math.abs(found["1. e4, 60.0 %"] / found["1. d4, 30.0 %"] - 2) < 0.05);
  const colours = () => page.locator(".map-cell").evaluateAll((all) => all.map((cell) => cell.style.getPropertyValue("--hue")));
  const byOpening = await colours();
  await page.locator("#map-by-depth").check();
  assert.notDeepEqual(await colours(), byOpening);
  assert.equal(new Set(await colours()).size, 2, "two plies");
  await page.locator(".map-cell[aria-label^='1… e5']").click();
  await page.locator(".map-cell[aria-current]").waitFor();
  await lineIs(page, "1. e4 e5");
  await page.locator("#turn").focus();
  await page.keyboard.press("g");
  const focused = () => page.evaluate(() => document.activeElement.ariaLabel);
  assert.equal(await focused(), "1… e5, 60.0 %");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(), "1. d4, 30.0 %");
  await page.keyboard.press("Enter");
  await page.locator(".map-cell[aria-current][aria-label^='1. d4']").waitFor();
  await settled(page);
  await lineIs(page, "1. d4");
  await shoot(page, "map");
  assert.deepEqual(problems, []);
});

test("the map is drawn while it grows", async (t) => {
  const { url } = await serve(t, join(sources, "config", "starter.bin"));
  const { page } = await openBrowser(t, { viewport: { width: 1920, height: 1080 } });
  // Positions from the second move on wait for their answers.
  let waiting = [];
  await page.route("**/api/position*", (route) => {
    const request = route.request();
    const { positions } = request.postDataJSON() ?? { positions: [{ moves: new URL(request.url()).searchParams.get("moves") ?? "" }] };
    return waiting && positions.some(({ moves = "" }) => moves.includes(" ")) ? waiting.push(route) : route.continue();
  });
  await open(page, url);
  await page.locator(".map-cell").first().waitFor();
  // Columns get narrower while the map gets deeper, and a name comes with the position's own answer.
  const placesOf = () => page.locator(".map-cell").evaluateAll((all) => all.map((cell) => {
    const { y, height } = cell.querySelector("rect").attributes;
    return `${cell.getAttribute("aria-label").split(", ", 2)} from ${y.value}, ${height.value} high`;
  }));
  const first = (await placesOf()).slice(0, 3);
  const few = await page.locator(".map-cell").count();
  const held = waiting;
  waiting = null;
  for (const route of held) await route.continue();
  await page.locator(".map-cell").nth(few + 20).waitFor();
  const later = await placesOf();
  for (const cell of first) assert.ok(later.includes(cell), "what is drawn keeps its place");
});

/** Opens the map of a large book, and returns its cells, the most that it has room for, and the requests it took. */
async function openMap(t, book) {
  const { url } = await serve(t, book);
  const { page } = await openBrowser(t, { viewport: { width: 1920, height: 1080 } });
  const asked = [];
  page.on("request", (request) => request.url().includes("api/position") && asked.push(request.url()));
  await open(page, url);
  await page.locator(".map-cell").nth(60).waitFor();
  const room = await page.locator("#map-box").evaluate((box) => Math.floor(box.clientWidth / 62) * (box.clientHeight / 1.5));
  return { page, room, cells: await page.locator(".map-cell").count(), asked: asked.length };
}

test("the map of a large book asks for its likeliest positions only", async (t) => {
  const { page, asked } = await openMap(t, join(sources, "config", "starter.bin"));
  await shoot(page, "map-starter");
  assert.ok(asked < 100, `${asked} requests, whatever the size of the book`);
});

test("the map of 100,000 positions has no more cells than can be seen", async (t) => {
  const { page, room, cells, asked } = await openMap(t, writeBook(temporaryFolder(t), "large.bin", await rowsOfPawnSteps(100_000)));
  await shoot(page, "map-large");
  assert.ok(cells <= room && cells < 1500, `${cells} cells, room for ${room}`);
  assert.ok(asked < 100, `${asked} requests`);
});
