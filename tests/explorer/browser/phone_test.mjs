// SPDX-License-Identifier: MIT
// The page on a phone: what is on the screen, and what a few taps do.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import {
  EXAMPLE, longNames, open, openBrowser, openExample, paste, play, sans, serve, settled, shoot, sources, square,
  temporaryFolder, writeBook,
} from "./explore.mjs";

const phone = (width = 390, height = 844) => ({
  viewport: { width, height },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
});
const starter = join(sources, "config", "starter.bin");
const MIN_TARGET = 40;

/** The starter book and another book with a long name. The openings have long names, too. */
function books(t, count) {
  const other = writeBook(temporaryFolder(t), "a-rather-long-name-of-a-book.bin", EXAMPLE);
  return [...[starter, other].slice(0, count), ...longNames(t)];
}

/** The elements that are not wholly on the screen, or that others cover. */
const unseen = (page, ...selectors) =>
  page.evaluate(
    (all) =>
      all.filter((selector) => {
        const element = document.querySelector(selector);
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const isOnScreen = left >= 0 && right <= innerWidth + 0.5 && top >= -0.5 && bottom <= innerHeight + 0.5;
        return !isOnScreen || !element.contains(hit);
      }),
    selectors);

const row = (n) => `#moves tbody tr:nth-child(${n})`;

test("the board, moves and what changes them are on the screen at once", async (t) => {
  for (const [count, height, rows] of [[1, 844, 4], [1, 664, 2], [2, 844, 1], [2, 740, 1]]) {
    const { url } = await serve(t, ...books(t, count), "-edit");
    const { page } = await openBrowser(t, phone(390, height));
    await open(page, url);
    const seen = ["#opening-name", "#board", "#back", "#flip", "#move", "#opening", row(1), row(rows), "#add-open", "#undo"];
    assert.deepEqual(await unseen(page, ...seen), [], `${count} books, ${height} pixels`);
    const isCut = await page.locator("#opening").evaluate((name) => name.scrollWidth > name.clientWidth);
    assert.ok(!isCut, "a long name is read in full");
    await shoot(page, `phone-${count}-${height}`);
    // At the end of the table, the board is still visible.
    await page.locator("#moves tbody tr").last().evaluate((last) => last.scrollIntoView({ block: "end" }));
    await page.evaluate(() => scrollBy(0, document.querySelector("#editing").offsetHeight));
    const last = row(await page.locator("#moves tbody tr").count());
    assert.deepEqual(await unseen(page, "#board", "#back", last, "#add-open"), [], `${count} books, at the end`);
  }
});

test("held on its side, it has the board on the left and all else on the right", async (t) => {
  const { url } = await serve(t, ...books(t, 1), "-edit");
  const { page } = await openBrowser(t, phone(844, 390));
  await open(page, url);
  await shoot(page, "phone-844x390");
  assert.deepEqual(await unseen(page, "#opening-name", "#board", "#opening", "#back", "#move", row(1), "#add-open", "#undo"), []);
  await page.locator("#moves tbody tr").last().scrollIntoViewIfNeeded();
  assert.deepEqual(await unseen(page, "#board", "#add-open"), []);
});

test("is nowhere wider than the screen", async (t) => {
  const narrow = [[320, 568], [390, 844], [667, 375]];
  for (const [count, sizes] of [[1, narrow], [2, [...narrow, [430, 932], [768, 1024], [844, 390]]]]) {
    const { url } = await serve(t, ...books(t, count), "-edit");
    const { page } = await openBrowser(t, phone());
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await open(page, url);
      await play(page, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6");
      await page.click("#to-start");
      await settled(page);
      if (!(await page.locator("#keys").evaluate((keys) => keys.open))) await page.locator("#keys summary").click();
      const { outside, content } = await page.evaluate(() => ({
        outside: [...document.querySelectorAll("body *:not(#line *, .hidden)")]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1)
          .map((one) => one.outerHTML.slice(0, 80)),
        content: document.documentElement.scrollWidth,
      }));
      assert.deepEqual(outside, [], `${count} books, ${width} pixels`);
      assert.ok(content <= width, `${count} books, ${width} pixels: ${content}`);
      await page.evaluate(() => scrollTo(0, 0));
      await shoot(page, `phone-${count}-${width}x${height}`);
    }
  }
});

test("nothing is cut off at 200 % zoom or on 320 pixels, whatever is unfolded", async (t) => {
  const { url } = await serve(t, ...books(t, 2), "-edit");
  for (const [width, height] of [[320, 568], [640, 430], [960, 540]]) {
    const { page } = await openBrowser(t, { viewport: { width, height } });
    await open(page, url);
    await paste(page, '[White "A player with a name that is long"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 h5 1-0\n\n[White "C"]\n\n1. a4 *');
    await page.locator("#gaps summary").last().click();
    for (const fold of await page.locator("details").all()) await fold.evaluate((details) => (details.open = true));
    await page.locator(".map-cell").first().waitFor();
    await settled(page);
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll("body *")]
        .filter((one) => one.checkVisibility() && !one.closest("#moves-box, #line, .hidden, svg") && one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => one.outerHTML.slice(0, 80)));
    assert.deepEqual(wide, [], `${width} pixels`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} pixels`);
    const cut = await page.evaluate(() => ["#moves-box", "#tree", "#gaps", "body > header"].filter((one) => document.querySelector(one).scrollWidth > document.querySelector(one).clientWidth));
    assert.deepEqual(cut, [], `${width} pixels`);
    for (const [button, dialog] of [["#line-open", "#add-lines"], ["#weights-open", "#weights"]]) {
      await page.click(button);
      const isWhole = await page.locator(dialog).evaluate((one) => one.scrollWidth <= one.clientWidth && one.getBoundingClientRect().right <= innerWidth);
      assert.ok(isWhole, `${dialog} at ${width} pixels`);
      await page.keyboard.press("Escape");
    }
    await shoot(page, `unfolded-${width}`);
  }
});

test("a third book is not cut off on 320 pixels or at 200 % zoom", async (t) => {
  // Books of one name are told apart by their folders.
  const folders = ["the-first-of-some-folders-with-a-long-name", "another-folder-with-a-name-that-is-even-longer"].map((name) => join(temporaryFolder(t), name));
  for (const folder of folders) mkdirSync(folder);
  const others = folders.map((folder) => writeBook(folder, "starter.bin", EXAMPLE));
  const { url } = await serve(t, starter, ...others, ...longNames(t));
  for (const [width, height] of [[320, 568], [640, 430], [768, 1024]]) {
    const { page } = await openBrowser(t, { viewport: { width, height } });
    await open(page, url);
    assert.ok(await page.locator("#moves-box").evaluate((box) => box.scrollWidth <= box.clientWidth), `${width} pixels`);
    const tops = await page.evaluate(() => ["h1", "#theme"].map((one) => document.querySelector(one).getBoundingClientRect()).map(({ top, height: high }) => top + high / 2));
    assert.ok(Math.abs(tops[0] - tops[1]) < 12, `${width} pixels: the header has one line`);
  }
});

test("three books have their scores on phones and tablets, and a sort mark stands beside the name of its book", async (t) => {
  const folder = temporaryFolder(t);
  const names = ["repertoire", "main-lines", "tournament-games"];
  const { url } = await serve(t, ...names.map((name) => writeBook(folder, `${name}.bin`, EXAMPLE)));
  for (const [width, height] of [[320, 568], [360, 740], [390, 844], [768, 1024], [844, 390]]) {
    const { page } = await openBrowser(t, phone(width, height));
    await open(page, url);
    await shoot(page, `phone-3-${width}x${height}`);
    assert.ok(await page.locator("#moves-box").evaluate((box) => box.scrollWidth <= box.clientWidth), `${width} pixels: no column is cut off`);
    const bars = await page.locator("tbody .score-bar").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    // On the smallest phones only the details have room for a score.
    if (width > 320) assert.ok(bars.length > 0 && Math.min(...bars) >= 40, `${width} pixels: bars as wide as ${bars}`);
    for (const name of names) {
      const button = page.locator("thead").getByRole("button", { name });
      await button.tap();
      await settled(page);
      const gap = await button.evaluate((head) => {
        const [title, count] = head.children;
        return count.getBoundingClientRect().top - title.getBoundingClientRect().bottom;
      });
      assert.ok(gap < 4, `${width} pixels: nothing between the name and the number of moves, but ${gap} pixels`);
    }
  }
});

test("everything to tap is large enough", async (t) => {
  const tooSmall = (page) =>
    page.locator("button, input, select, summary, [role=gridcell]").evaluateAll(
      (all, least) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => ({ name: one.id || one.ariaLabel || one.textContent, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width < least || box.height < least)
          .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
      MIN_TARGET);
  for (const count of [1, 2]) {
    const { url } = await serve(t, ...books(t, count), "-edit");
    const { page } = await openBrowser(t, phone());
    await open(page, url + "#moves=e2e4+e7e5");
    assert.deepEqual(await tooSmall(page), []);
    await page.tap("#add-open");
    assert.deepEqual(await tooSmall(page), []);
    await shoot(page, `phone-add-${count}`);
    await page.tap("#add-close");
    assert.ok(await page.locator("#add").isHidden());
  }
});

test("a tap or two change a book", async (t) => {
  const { page, book, problems } = await openExample(t, { args: ["-edit"], browser: phone() });
  const original = readFileSync(book);
  // The text of the field is selected, so that a typed number replaces it.
  await page.getByLabel("Weight of d4 in example").tap();
  await page.keyboard.type("700");
  await page.keyboard.press("Enter");
  await page.getByText("example.bin: d4 300 → 700").waitFor();
  await settled(page);
  assert.deepEqual(await sans(page), ["d4", "e4", "Nf3"]);
  const isTyping = await page.evaluate(() => document.activeElement.matches("input"));
  assert.ok(!isTyping, "the keyboard of the phone goes down");
  await page.getByRole("button", { name: "Remove Nf3 from example" }).tap();
  await page.getByText("example.bin: Nf3 100 → removed").waitFor();
  await settled(page);
  await page.tap("#add-open");
  assert.ok(!(await page.evaluate(() => document.activeElement.matches("input"))), "no keyboard over the moves");
  await page.locator("#add-choices").getByRole("button", { name: "Nc3" }).tap();
  await page.getByText("example.bin: Nc3 added → 1").waitFor();
  await settled(page);
  assert.deepEqual(await sans(page), ["d4", "e4", "Nc3"]);
  for (const left of ["Nf3 100 → removed", "d4 300 → 700"]) {
    await page.tap("#undo");
    await page.getByText(left).waitFor();
    await settled(page);
  }
  await page.tap("#undo");
  await page.locator("#undo:disabled").waitFor();
  assert.deepEqual(readFileSync(book), original);
  assert.deepEqual(problems, []);
});

test("an opening is found by its name, in a field that unfolds", async (t) => {
  const { url } = await serve(t, ...books(t, 1));
  const { page, problems } = await openBrowser(t, phone(320, 568));
  await open(page, url);
  const width = async () => (await page.locator("#opening-name").boundingBox()).width;
  assert.ok((await width()) < 60, "a button");
  const board = await page.locator("#board").boundingBox();
  await page.tap("#opening-name");
  assert.ok((await width()) > 290, "as wide as the screen");
  assert.deepEqual(await page.locator("#board").boundingBox(), board, "all else stays where it is");
  await page.keyboard.type("pawn");
  const option = page.getByRole("option", { name: /^B00/ });
  await option.waitFor();
  assert.deepEqual(await unseen(page, "#opening-name", "#openings-found li"), []);
  await option.getByText("%").waitFor();
  assert.ok((await option.locator("span").nth(1).boundingBox()).width > 210, "the share is not beside the name");
  await shoot(page, "phone-find");
  await option.tap();
  await page.locator("#turn", { hasText: "Black" }).waitFor();
  await settled(page);
  assert.ok((await width()) < 60, "it folds again");
  assert.deepEqual(problems, []);
});

test("a move shows the head of its table", async (t) => {
  const { url } = await serve(t, starter);
  const { page } = await openBrowser(t, phone(390, 664));
  await open(page, url);
  await page.evaluate(() => scrollTo(0, 200));
  assert.deepEqual(await unseen(page, "#turn"), ["#turn"]);
  await page.locator(row(4)).locator(".move-name").tap();
  await page.locator("#turn", { hasText: "Black" }).waitFor();
  await settled(page);
  assert.deepEqual(await unseen(page, "#turn", "#board"), []);
  await square(page, "g8").tap();
  await square(page, "f6").tap();
  await page.locator("#turn", { hasText: "White" }).waitFor();
});

test("a long list of games leaves the moves near the board", async (t) => {
  const { page } = await openExample(t, { browser: phone() });
  const firsts = [..."abcdefgh"].flatMap((file) => [`${file}3`, `${file}4`]);
  await paste(page, firsts.map((move) => `[White "${move}"]\n\n1. ${move} *\n\n`).join(""));
  await page.locator("#gaps li").nth(9).waitFor();
  const height = await page.locator("#gaps").evaluate((gaps) => gaps.offsetHeight);
  assert.ok(height <= 844 / 2, `${height} pixels`);
  await page.locator("#gaps > li").last().evaluate((last) => last.scrollIntoView({ block: "end" }));
  assert.deepEqual(await unseen(page, "#board", "#gaps > li:last-child"), []);
});

test("the focus is never under the board or the bar below", async (t) => {
  const { url } = await serve(t, ...books(t, 2), "-edit");
  const { page } = await openBrowser(t, phone());
  await open(page, url + "#moves=e2e4+e7e5");
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let i = 0; i < 60; ++i) {
      await page.keyboard.press(key);
      const covered = await page.evaluate(() => {
        const { activeElement: active, body } = document;
        const { left, right, top, bottom } = active.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return active === body || active.contains(hit) ? null : active.outerHTML.slice(0, 120);
      });
      assert.equal(covered, null, key);
    }
  }
});

test("the line is a strip that shows the move on the board", async (t) => {
  const { page } = await openExample(t, { browser: phone() });
  await play(page, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6");
  await page.locator(".ply[aria-current]", { hasText: "d6" }).waitFor();
  assert.deepEqual(await unseen(page, ".ply[aria-current]"), []);
  assert.ok((await page.locator("#line").evaluate((strip) => strip.offsetHeight)) < 60);
  await page.locator(".ply", { hasText: "Bb5" }).tap();
  assert.deepEqual(await unseen(page, ".ply[aria-current]"), []);
});
