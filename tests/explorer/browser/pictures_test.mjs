// SPDX-License-Identifier: MIT
// Compares the page with stored pictures of it, in half their size. With POLYGLOT_RENEW_PICTURES set, the pictures are
// renewed.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";

import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

import {
  C4, D4, E4, NF3, START, longNames, open, openBrowser, openExample, rowsOfLines, serve, settled, shapesOf, sources,
  temporaryFolder, writeBook,
} from "./explore.mjs";

const kept = join(sources, "tests/explorer/browser/pictures");
/** The pictures of this run, with differences in red. They are in the folder of the build where tests run. */
const seen = resolve("pictures");

/** How much of a picture may differ, because newer browsers draw some edges in another way. */
const TOLERANCE = 0.001;
/** Colours with at least this distance are different. The distance of black and white is 1. */
const DISTANCE = 0.04;

/** How much of a picture differs from the stored one, from 0 to 1. Edges that are drawn in another way do not count. */
function difference(name, bytes) {
  const [now, then] = [PNG.sync.read(bytes), PNG.sync.read(readFileSync(join(kept, name)))];
  const { width, height } = now;
  if (then.width !== width || then.height !== height) return 1;
  const marked = new PNG({ width, height });
  const count = pixelmatch(now.data, then.data, marked.data, width, height, { threshold: DISTANCE });
  writeFileSync(join(seen, `differences-${name}`), PNG.sync.write(marked));
  return count / (width * height);
}

async function assertLooksAsKept(page, state, widths) {
  mkdirSync(seen, { recursive: true });
  const differing = [];
  for await (const shape of shapesOf(page)) {
    if (widths && !widths.includes(shape[0])) continue;
    await page.evaluate(() => scrollTo(0, 0));
    const bytes = await page.screenshot({ caret: "initial" });
    const name = [state, ...shape].join("-") + ".png";
    writeFileSync(join(process.env.POLYGLOT_RENEW_PICTURES ? kept : seen, name), bytes);
    const share = difference(name, bytes);
    if (share > TOLERANCE) differing.push(`${name}: ${(100 * share).toFixed(2)} %`);
  }
  assert.deepEqual(differing, [], `compare ${seen} with ${kept}`);
}

const HALF = { deviceScaleFactor: 0.5 };

test("a book that is changed looks as before", async (t) => {
  const rows = [[START, E4, 6200, 0x03e80320], [START, D4, 3100, 0x01f401f4], [START, NF3, 1010, 0x00640050], [START, C4, 800]];
  const { page } = await openExample(t, { rows, args: ["-edit", ...longNames(t)], browser: HALF });
  await assertLooksAsKept(page, "start");
});

test("books, a line and its tree look as before", async (t) => {
  const folder = temporaryFolder(t);
  const lines = ["e4 e5 Nf3 Nc6 Bb5 a6", "e4 c5 Nf3 d6", "e4 e5 Nc3", "d4 d5 c4", "c4 Nf6 d4"];
  const books = await Promise.all([lines, lines.slice(0, 2), lines.slice(2)].map(async (some, i) =>
    writeBook(folder, `${["club", "starter", "mine"][i]}.bin`, await rowsOfLines(...some))));
  const { url } = await serve(t, ...books);
  const { page } = await openBrowser(t, HALF);
  await open(page, `${url}#moves=e2e4+e7e5`);
  await page.keyboard.press("t");
  await page.locator("#tree [tabindex='0']:focus").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator("#tree [aria-level='2']").first().waitFor();
  await settled(page);
  await assertLooksAsKept(page, "tree");
});

test("the map of a book looks as before", async (t) => {
  const book = writeBook(temporaryFolder(t), "club.bin", await rowsOfLines("e4 e5 Nf3 Nc6 Bb5 a6", "e4 c5 Nf3 d6", "e4 e5 Nc3", "d4 d5 c4", "c4 Nf6 d4"));
  const { url } = await serve(t, book);
  const { page } = await openBrowser(t, { ...HALF, viewport: { width: 1920, height: 1080 } });
  await open(page, `${url}#moves=e2e4+e7e5`);
  await page.locator(".map-cell[aria-current]").waitFor();
  await page.locator(".map-cell").nth(15).waitFor();
  await page.locator("#tree [aria-current=step]").waitFor();
  await settled(page);
  await assertLooksAsKept(page, "map", ["wide"]);
});
