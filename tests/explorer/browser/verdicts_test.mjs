// SPDX-License-Identifier: MIT
// Verdicts of a store on the page.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { violations } from "./axe.mjs";
import { EXAMPLE, lineIs, open, openBrowser, play, run, serve, settled, shoot, temporaryFolder, writeBook } from "./explore.mjs";

const hasEngine = () => {
  try {
    return execFileSync("sh", ["-c", "command -v stockfish"]).length > 0;
  } catch {
    return false;
  }
};
const options = { skip: hasEngine() ? false : "stockfish is not installed" };

/** Judges positions: EPDs, or a book. */
async function analyse(folder, source) {
  const ini = join(folder, "fish.ini");
  writeFileSync(ini, "[PolyGlot]\nEngineCommand = stockfish\n");
  const store = join(folder, "verdicts.db");
  const limits = ["--nodes", "3000", "--multipv", "20", "--workers", "1", "--quiet"];
  assert.deepEqual(await run("analyse", source, "--store", store, "--engine", ini, ...limits), { code: 0, errors: "" });
  return store;
}

async function openJudged(t, viewport) {
  const folder = temporaryFolder(t);
  const book = writeBook(folder, "example.bin", EXAMPLE);
  const store = await analyse(folder, book);
  const { url } = await serve(t, book, "--store", store);
  const { page, problems } = await openBrowser(t, { viewport });
  await open(page, url);
  return { folder, page, problems };
}

test("a verdict stands beside each move, with who has judged", options, async (t) => {
  const { page, problems } = await openJudged(t, { width: 1440, height: 900 });
  assert.deepEqual(await page.locator(".sort").allTextContents(), ["Move", "Share", "Weight", "Verdict", "Games", "Score", "Replies"]);
  const verdict = page.locator("tr[data-uci=e2e4] .verdict");
  assert.match(await verdict.innerText(), /^[+−]\d\.\d\d$/);
  assert.match(await verdict.getAttribute("title"), /^Stockfish [^,]+, 3\u202f\d+ nodes, (just now|\d minutes? ago)$/);
  await page.locator("tr[data-uci=g1f3] .fold").click();
  assert.match(await page.locator("#moves .details").innerText(), /verdict [+−]\d\.\d\d, (loses \d\.\d\d, )?Stockfish .* nodes, /);
  await page.locator(".sort", { hasText: "Verdict" }).click();
  const scores = (await page.locator(".verdict-score").allInnerTexts()).map((text) => Number(text.replace("−", "-")));
  assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
  await shoot(page, "verdicts");
  assert.deepEqual(problems, []);
});

test("good moves that no book has can be played", options, async (t) => {
  const { page, problems } = await openJudged(t);
  assert.match(await page.locator("#judged").innerText(), /^[+−]\d\.\d\d by Stockfish .* ago$|just now$/);
  const other = page.locator("#others-list button", { hasText: /^c4 / });
  await other.click();
  await settled(page);
  await lineIs(page, "1. c4");
  assert.equal(await page.locator("#judged").innerText(), "No engine has judged this position yet.");
  assert.equal(await page.locator("#others").isVisible(), false);
  assert.deepEqual(problems, []);
});

test("the scores of the line are a graph, while the store grows", options, async (t) => {
  const { folder, page, problems } = await openJudged(t);
  const graph = page.locator("#graph");
  assert.equal(await graph.isVisible(), false, "one score is no line");
  await play(page, "1. e4 e5 2. Nf3");
  await page.locator("#graph circle.here").waitFor({ state: "detached" });
  await page.locator("#graph[aria-label*='e5']").waitFor();
  assert.match(await graph.getAttribute("aria-label"), /^Scores of the line for White: start [+−]\d\.\d\d, 1\. e4 [+−]\d\.\d\d, 1… e5 [+−]\d\.\d\d$/);
  const list = join(folder, "list.epd");
  writeFileSync(list, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n");
  await analyse(folder, list);
  await page.click("#back");
  await page.click("#forward");
  await page.locator("#graph circle.here").waitFor();
  await page.getByText("White is better above the middle").waitFor();
  assert.match(await graph.getAttribute("aria-label"), /1… e5 [+−]\d\.\d\d, 2\. Nf3 [+−]\d\.\d\d$/);
  await shoot(page, "verdicts_graph");
  assert.deepEqual(problems, []);
});

test("an answer that fails leaves no verdicts behind", options, async (t) => {
  const { page } = await openJudged(t);
  await play(page, "1. e4");
  await page.locator("#graph circle.here").waitFor();
  await page.route("**/api/position*", (route) => route.abort());
  await page.click("#back");
  await page.locator("#failure:visible").waitFor();
  assert.equal(await page.locator("#verdicts").isVisible(), false);
  assert.equal(await page.locator("#graph").getAttribute("hidden"), "");
});

test("verdicts fit on a phone, and everybody can read them", options, async (t) => {
  const { page, problems } = await openJudged(t, { width: 320, height: 568 });
  await play(page, "1. e4");
  await page.locator("#graph circle.here").waitFor();
  for (const [width, height] of [[320, 568], [390, 844], [820, 1180], [1280, 860]]) {
    await page.setViewportSize({ width, height });
    for (const step of ["#back", "#forward"]) {
      await page.click(step);
      await settled(page);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}, ${step}`);
      assert.ok(await page.locator("#moves-box").evaluate((box) => box.scrollWidth <= box.clientWidth), `the table, ${width}`);
    }
    assert.ok(await page.locator(".verdict-score").first().isVisible());
    if (width !== 820) assert.deepEqual(await violations(page), [], String(width));
  }
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await violations(page, "color-contrast"), []);
  assert.deepEqual(problems, []);
});
