// SPDX-License-Identifier: MIT
// What the board does with a mouse, its animations, the colours of the page, and the bars of results, in Chromium.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  C4, D4, E4, EXAMPLE, NF3, START, lineIs, open, openBrowser, openExample, play, serve, settled, shoot, square, temporaryFolder, writeBook,
} from "./explore.mjs";

const middleOf = async (page, name) => {
  const { x, y, width, height } = await square(page, name).boundingBox();
  return [x + width / 2, y + height / 2];
};

test("the wheel goes through the line, and scrolls the page where there is none", async (t) => {
  const { page, problems } = await openExample(t);
  // An event that the board handles must not scroll the page.
  await page.evaluate(() => {
    window.kept = [];
    document.querySelector("#board").addEventListener("wheel", (event) => window.kept.push(event.defaultPrevented));
  });
  const wheel = async (distance) => {
    const count = await page.evaluate(() => window.kept.length);
    await page.mouse.wheel(0, distance);
    await page.waitForFunction((before) => window.kept.length > before, count);
  };
  await page.mouse.move(...(await middleOf(page, "d5")));
  await wheel(100);
  await play(page, "e4 e5 Nf3");
  await page.locator(".ply[aria-current]", { hasText: "Nf3" }).waitFor();
  await page.mouse.move(...(await middleOf(page, "d5")));
  await wheel(-100);
  await page.locator(".ply[aria-current]", { hasText: "e5" }).waitFor();
  await wheel(-30);
  await wheel(-30);
  await page.locator(".ply[aria-current]", { hasText: "e4" }).waitFor();
  await wheel(100);
  await page.locator(".ply[aria-current]", { hasText: "e5" }).waitFor();
  assert.deepEqual(await page.evaluate(() => window.kept), [false, true, true, true, true]);
  assert.deepEqual(problems, []);
});

test("arrows and circles are drawn with the right button, and with the keyboard", async (t) => {
  const { page, problems } = await openExample(t);
  const drawn = () => page.locator(".drawings > *").evaluateAll((all) => all.map((one) => `${one.localName} ${one.getAttribute("class")}`));
  const draw = async (from, to) => {
    await page.mouse.move(...(await middleOf(page, from)));
    await page.mouse.down({ button: "right" });
    await page.mouse.move(...(await middleOf(page, to)));
    await page.mouse.up({ button: "right" });
  };
  await draw("g1", "f3");
  await draw("e4", "e4");
  await page.keyboard.down("Shift");
  await draw("d8", "h4");
  await page.keyboard.up("Shift");
  assert.deepEqual(await drawn(), ["path drawn green", "circle drawn green", "path drawn red"]);
  await shoot(page, "drawings");
  await draw("g1", "f3");
  assert.deepEqual(await drawn(), ["circle drawn green", "path drawn red"], "again takes it away");
  await square(page, "a5").click();
  assert.deepEqual(await drawn(), [], "a click takes all away");
  await square(page, "e2").focus();
  await page.keyboard.press("d");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("d");
  assert.deepEqual(await drawn(), ["path drawn green"]);
  assert.equal(await page.locator("#live").textContent(), "Arrow from e2 to e3");
  await play(page, "e4");
  await settled(page);
  assert.deepEqual(await drawn(), [], "they are of one position");
  assert.deepEqual(problems, []);
});

test("pieces go from square to square, unless motion is not wanted or they were carried", async (t) => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const { page, problems } = await openExample(t, { browser: { reducedMotion } });
    await page.evaluate(() => {
      window.moved = 0;
      const { animate } = SVGElement.prototype;
      SVGElement.prototype.animate = function (...all) {
        ++window.moved;
        return animate.apply(this, all);
      };
    });
    await play(page, "e4 e5 Nf3 Nc6 Bb5 a6");
    await page.locator(".ply[aria-current]", { hasText: "a6" }).waitFor();
    await settled(page);
    const before = await page.evaluate(() => window.moved);
    await page.click("#back");
    await settled(page);
    assert.equal((await page.evaluate(() => window.moved)) - before, reducedMotion === "reduce" ? 0 : 1, reducedMotion);
    await page.locator(".piece[style*=hidden]").waitFor({ state: "detached" });
    const carried = await page.evaluate(() => window.moved);
    await square(page, "g8").hover();
    await page.mouse.down();
    await square(page, "f6").hover();
    await page.mouse.up();
    await page.locator(".ply", { hasText: "Nf6" }).waitFor();
    assert.equal(await page.evaluate(() => window.moved), carried, "what is dropped is there");
    assert.deepEqual(problems, []);
  }
});

test("a button chooses the colours, and they stay", async (t) => {
  const { page, server } = await openExample(t);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await paper();
  assert.notEqual(light, dark);
  await page.locator("#theme").focus();
  await page.keyboard.press("Enter");
  assert.equal(await paper(), light, "light, whatever the system wants");
  assert.equal(await page.locator("#live").textContent(), "Colours: light");
  await page.keyboard.press("Enter");
  await page.emulateMedia({ colorScheme: "light" });
  assert.equal(await paper(), dark);
  await open(page, server.url);
  await page.reload();
  await page.locator("#live:not(:empty)").waitFor({ state: "attached" });
  assert.equal(await paper(), dark, "the choice stays");
  await page.click("#theme");
  assert.equal(await paper(), light);
  await page.click("#theme");
  assert.equal(await page.locator("#theme").getAttribute("title"), "Colours: as the system");
  await page.click("#theme");
  assert.equal(await paper(), dark, "the first click is seen under a light system as well");
});

/** Learn fields: games and half points. */
const learn = (games, halfPoints) => (games << 16) | halfPoints;

test("bars of results have percentages, with a row for all moves", async (t) => {
  const { page, problems } = await openExample(t, { rows: [[START, E4, 600, learn(30, 36)], [START, D4, 300, learn(10, 8)]] });
  assert.deepEqual(await page.locator("tbody .score-bar").evaluateAll((bars) => bars.map((bar) => bar.innerText.replace(/\s+/g, " "))), ["60 % 40 %", "40 % 60 %"]);
  assert.equal(await page.locator(".total th").textContent(), "Total");
  assert.deepEqual(await page.locator(".total td").evaluateAll((cells) => cells.map((cell) => cell.innerText.split("\n")[0].replace(/\s/g, " "))), ["2 moves", "900", "40", "55 %", "0", ""]);
  assert.equal(await page.locator(".total .total-score").textContent(), "55\u00a0%");
  const width = await page.locator("tbody .score-bar").first().evaluate((bar) => bar.clientWidth);
  assert.ok(width > 140, `${width} pixels`);
  await play(page, "e4");
  await lineIs(page, "1. e4");
  await shoot(page, "results");
  assert.deepEqual(problems, []);
});

test("a bar has its percentages on every screen, and no number that is cut off", async (t) => {
  const rows = [[START, E4, 600, learn(30, 36)], [START, D4, 300, learn(100, 24)], [START, NF3, 100, learn(100, 26)]];
  const { page } = await openExample(t, { rows });
  const cut = () => page.locator(".score-bar > span").evaluateAll((parts) =>
    parts.filter((part) => part.innerText && part.scrollWidth > part.clientWidth).map((part) => part.innerText));
  for (const width of [320, 360, 390, 640, 768, 1024, 1280, 1600, 1920, 2240, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    assert.deepEqual(await cut(), [], `${width} pixels`);
    assert.ok(await page.locator("#moves-box").evaluate((box) => box.scrollWidth <= box.clientWidth), `${width} pixels: the table has room`);
    const bar = page.locator("tbody .score-bar").first();
    assert.equal((await bar.innerText()).replace(/\s+/g, " "), "60 % 40 %", `${width} pixels`);
    const left = (selector) => page.locator(selector).evaluate((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return Math.round(range.getBoundingClientRect().left);
    });
    assert.ok(Math.abs((await left(".total th")) - (await left(".head-move .sort"))) <= 1, `${width} pixels: the total stands below the moves`);
  }
  await page.setViewportSize({ width: 320, height: 800 });
  await page.getByRole("button", { name: "Details of e4" }).click();
  await page.locator(".details .fact", { hasText: "weight 600" }).waitFor();
});

test("on a phone a bar has its percentages beside the fields for weights, too", async (t) => {
  const rows = [[START, E4, 65535, learn(10, 12)], [START, D4, 300, learn(100, 24)], [START, NF3, 100, learn(100, 200)]];
  const { page } = await openExample(t, { rows, args: ["-edit"] });
  for (const width of [360, 390, 430]) {
    await page.setViewportSize({ width, height: 800 });
    const bars = page.locator("tbody .score-bar");
    assert.deepEqual(await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width >= 50)), [true, true, true], `${width} pixels`);
    assert.match(await bars.nth(1).innerText(), /88\s%/, `${width} pixels`);
    assert.match(await bars.nth(2).innerText(), /100\s%/, `${width} pixels`);
    const cut = await page.locator(".score-bar > span, .edit input").evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).length);
    assert.equal(cut, 0, `${width} pixels: no number is cut off`);
    assert.ok(await page.locator("#moves-box").evaluate((box) => box.scrollWidth <= box.clientWidth), `${width} pixels: the table has room`);
  }
});

test("results are shown beside two and three books, too", async (t) => {
  const folder = temporaryFolder(t);
  const books = [EXAMPLE, [[START, C4, 5], [START, E4, 1]], [[START, NF3, 9, learn(4, 6)]]].map((rows, i) => writeBook(folder, `book-${i}.bin`, rows));
  for (const count of [2, 3]) {
    const { url } = await serve(t, ...books.slice(0, count));
    const { page, problems } = await openBrowser(t);
    await open(page, url);
    assert.equal(await page.locator("tr[data-uci=d2d4] .score").textContent(), "60\u00a0%");
    const widths = await page.locator("tr[data-uci=d2d4] .score-bar, tr[data-uci=d2d4] .score-bar .of-white").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    assert.ok(widths[0] > 40 && Math.abs(widths[1] / widths[0] - 0.6) < 0.05, `the bar is as wide as ${widths}`);
    assert.deepEqual(await page.locator(".total .total-weight").allTextContents(), ["1\u202f000", "6", "9"].slice(0, count));
    await page.locator("thead").getByRole("button", { name: "Score" }).click();
    assert.equal(await page.locator("tbody tr").first().getAttribute("data-uci"), count === 2 ? "d2d4" : "g1f3");
    await shoot(page, `results-${count}`);
    assert.deepEqual(problems, []);
  }
});
