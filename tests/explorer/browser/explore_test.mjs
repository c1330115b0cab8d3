// SPDX-License-Identifier: MIT
// Books of all kinds, changes, requests and slow answers, in a headless Chromium.
import assert from "node:assert/strict";
import { once } from "node:events";
import { openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";

import {
  AFTER_E4, C4, D4, E4, E5, EXAMPLE, NF3, START, fen, fenIs, longNames, open, openBrowser, openExample, play, rowsOfLines,
  rules, run, runInto, sans, serve, settled, shoot, temporaryFolder, writeBook,
} from "./explore.mjs";


test("shows books of other formats, and changes none of them", async (t) => {
  const folder = temporaryFolder(t);
  const list = join(folder, "list.pgn");
  writeFileSync(list, "1. e4 e5 *\n\n1. d4 Kd5 *\n");
  const crafty = join(folder, "crafty.bin");
  const made = await run("convert", list, crafty, "-format", "crafty");
  assert.equal(made.code, 1, "the list has a wrong move: what stands before it is converted");
  const marked = readFileSync(crafty);
  const record = marked.indexOf(Buffer.from([1, 0, 0, 0xa0]));
  marked[record + 3] |= 0x08;
  marked.writeFloatLE(-0.25, record + 4);
  writeFileSync(crafty, marked);
  const { url } = await serve(t, crafty, list, writeBook(folder, "example.bin", EXAMPLE), "-edit");
  const { page, problems } = await openBrowser(t);
  await open(page, url);
  assert.deepEqual((await sans(page)).sort(), ["Nf3", "d4", "e4"]);
  assert.match(await page.locator("#book-errors").innerText(), /list\.pgn.*Kd5/);
  await page.getByText("The books, and how to read the table").click();
  assert.match(await page.locator("#book-list").innerText(), /book of Crafty, 3 moves[^]*list of games, 3 moves/);
  assert.deepEqual(await page.locator("input[aria-label^=Weight]").evaluateAll((fields) =>
    fields.map((field) => field.ariaLabel.split(" in ")[1])), ["example", "example", "example"]);
  await page.click("#add-open");
  assert.deepEqual(await page.locator("#add-book option").allTextContents(), ["example"]);
  await page.click("#add-close");
  const facts = [];
  for (const ply of ["", "#moves=e2e4"]) {
    await page.goto("about:blank");
    await open(page, url + ply);
    facts.push(...(await page.locator(".marks").allTextContents()));
    for (const fold of await page.locator(".fold").all()) await fold.click();
    facts.push(...(await page.locator(".fact", { hasText: "learnt −" }).allTextContents()));
  }
  assert.deepEqual(facts, ["!", "learnt −0.25 pawns"]);
  await shoot(page, "formats");
  assert.deepEqual(problems, []);
});

test("shows books side by side, with what each has", async (t) => {
  const folder = temporaryFolder(t);
  const first = writeBook(folder, "first.bin", EXAMPLE);
  const second = writeBook(folder, "second.bin", [[START, C4, 5], [START, E4, 0]]);
  const { url } = await serve(t, first, second);
  const { page, problems } = await openBrowser(t);
  await open(page, url);
  assert.deepEqual(await page.locator(".book-name").allTextContents(), ["first", "second"]);
  assert.deepEqual(await sans(page), ["e4", "d4", "Nf3", "c4"]);
  const row = page.locator("tr", { has: page.getByRole("button", { name: "e4", exact: true }) });
  assert.deepEqual(await row.locator(".share").allTextContents(), ["60.0 %", "never"]);
  await shoot(page, "side-by-side");
  // One of the books is replaced. The page shows the new one.
  writeBook(folder, "new.bin", [[START, C4, 7]]);
  renameSync(join(folder, "new.bin"), second);
  await play(page, "e4");
  await page.click("#back");
  await page.locator(".weight", { hasText: /^7$/ }).waitFor({ state: "attached" });
  // One of the books is deleted. The page shows the other as before.
  renameSync(second, second + ".away");
  await play(page, "e4");
  await page.locator(".book-error").waitFor();
  assert.match(await page.locator(".book-error").textContent(), /second\.bin/);
  assert.deepEqual(await sans(page), ["e5"]);
  assert.deepEqual(problems, []);
});

test("says that a book is gone, not that it has no move", async (t) => {
  const folder = temporaryFolder(t);
  const books = ["first", "second"].map((name) => writeBook(folder, `${name}.bin`, EXAMPLE));
  const { url } = await serve(t, ...books, "-edit");
  const { page, problems } = await openBrowser(t);
  await open(page, url);
  renameSync(books[1], books[1] + ".away");
  await page.reload();
  await page.getByText("cannot be read").waitFor();
  assert.match(await page.locator(".book-error").textContent(), /second\.bin/);
  assert.equal(await page.locator(".edit").count(), 3, "what is gone takes no moves");
  assert.doesNotMatch(await page.locator("#moves").textContent(), /not in this book/);
  renameSync(books[0], books[0] + ".away");
  await page.reload();
  await page.getByText(/first\.bin/).waitFor();
  assert.equal(await page.locator(".book-error").count(), 2);
  assert.ok(await page.getByText("The books have no move here.").isHidden());
  renameSync(books[0] + ".away", books[0]);
  await page.locator("#move").fill("e4");
  await page.press("#move", "Enter");
  await page.locator(".move-name", { hasText: "e5" }).waitFor();
  assert.equal(await page.locator(".book-error").count(), 1);
  assert.deepEqual(problems, []);
});

test("tells other ways to a position and moves that go back", async (t) => {
  const { page } = await openExample(t, {
    rows: await rowsOfLines("d4 Nf6 c4", "c4 Nf6 d4", "Nf3 Nf6 Ng1 Ng8"),
    hash: "#moves=d2d4+g8f6+c2c4",
  });
  await page.locator("#orders li").waitFor();
  assert.deepEqual(await page.locator("#orders li").allTextContents(), ["1. c4 Nf6 2. d4"]);
  await open(page, page.url().replace(/#.*/, "#moves=g1f3+g8f6+f3g1"));
  await page.reload();
  await page.locator(".note").waitFor();
  assert.equal(await page.locator(".note").textContent(), "back to the start");
});

test("asks for the move to add, and offers those that the book does not have", async (t) => {
  const folder = temporaryFolder(t);
  const first = writeBook(folder, "first.bin", EXAMPLE);
  const second = writeBook(folder, "second.bin", [[START, C4, 5]]);
  const { url } = await serve(t, first, second, "-edit");
  const { page, problems } = await openBrowser(t);
  await open(page, url);
  const choices = () => page.locator("#add-choices button").allTextContents();
  await page.keyboard.press("a");
  await page.locator("#add[open]").waitFor();
  assert.ok(await page.locator("#add-move").evaluate((field) => field === document.activeElement));
  assert.equal((await choices()).join(" "), "a3 a4 b3 b4 c3 c4 d3 e3 f3 f4 g3 g4 h3 h4 Na3 Nc3 Nh3");
  await page.selectOption("#add-book", "second");
  assert.equal((await choices()).length, 19);
  assert.ok(!(await choices()).includes("c4"));
  await page.fill("#add-move", "Nf6");
  await page.press("#add-move", "Enter");
  assert.match(await page.locator("#add-problem").textContent(), /Nf6 is no legal move/);
  await page.fill("#add-weight", "70000");
  await page.click("#add-choices button >> text=Nc3");
  assert.ok(await page.locator("#add").isVisible(), "a weight that there is not adds nothing");
  await page.fill("#add-weight", "7");
  await page.click("#add-choices button >> text=Nc3");
  await page.getByText("second.bin: Nc3 added → 7").waitFor();
  assert.ok(await page.locator("#add").isHidden());
  await settled(page);
  await page.keyboard.press("a");
  assert.equal(await page.locator("#add-problem").textContent(), "");
  assert.ok(!(await choices()).includes("Nc3"));
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#add").isHidden());
  assert.deepEqual(readFileSync(first).length, 64);
  assert.deepEqual(problems, []);
});

test("a form that is open closes when the browser goes back", async (t) => {
  const { page } = await openExample(t, { args: ["-edit"] });
  await page.locator(".move-name", { hasText: "e4" }).click();
  await page.locator(".move-name", { hasText: "e5" }).waitFor();
  await page.click("#add-open");
  await page.goBack();
  await page.locator(".move-name", { hasText: "d4" }).waitFor();
  assert.ok(await page.locator("#add").isHidden());
});

test("tells a little from nothing and from all", async (t) => {
  const { page } = await openExample(t, { rows: [[START, E4, 65535], [START, D4, 1], [START, NF3, 0]] });
  assert.deepEqual(await page.locator("#moves .share").allTextContents(), ["100 %", "<0.1 %", "never"]);
});

test("the search says how often the book leads there, finds near names, and is left by Escape", async (t) => {
  const folder = temporaryFolder(t);
  const names = join(folder, "names.tsv");
  writeFileSync(names, "B00\tKing's Pawn Game\t1. e4\nC20\tKing's Pawn Game: Open\t1. e4 e5\nA00\tPawn Far Away\t1. a4\nB90\tSicilian Defense: Najdorf Variation\t1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6\n");
  const { url } = await serve(t, writeBook(folder, "example.bin", EXAMPLE), "--openings-file", names);
  const { page, problems } = await openBrowser(t);
  await open(page, url);
  await page.keyboard.press("s");
  await page.keyboard.type("pawn");
  await page.getByRole("option", { name: /Far Away ?not in this book/ }).waitFor();
  assert.deepEqual((await page.locator(".reach").allTextContents()).sort(), ["60.0 %", "60.0 %", "not in this book"]);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.id), "turn");
  assert.equal(await page.inputValue("#opening-name"), "");
  await page.keyboard.press("s");
  await page.keyboard.type("kimgs");
  await page.getByText("None found. Similar names:").last().waitFor();
  await shoot(page, "near-names");
  await page.keyboard.press("Enter");
  await page.locator(".ply", { hasText: "e4" }).waitFor();
  await settled(page);
  await page.keyboard.press("s");
  await page.keyboard.type("najdorff");
  await page.getByText("None found. Similar names:").last().waitFor();
  assert.match((await page.getByRole("option").allTextContents()).join(), /^B90.*Najdorf[^,]*$/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("s");
  await page.keyboard.type("xyzzy");
  await page.locator("#openings-count:not(.hidden)", { hasText: /^None found$/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  await page.keyboard.press("Escape");
  assert.notEqual(await page.evaluate(() => document.activeElement.id), "move");
  await page.keyboard.press("f");
  assert.equal(await page.locator("#board [data-square]").first().getAttribute("data-square"), "h1");
  assert.deepEqual(problems, []);
});

/** A request that no browser would send: {status, body}. */
function ask({ port, root }, { method = "GET", path = "", target = root + path, headers = {}, body = "" } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path: target, headers, agent: false }, (response) => {
      let text = "";
      response.on("data", (data) => (text += data));
      response.on("end", () => resolve({ status: response.statusCode, body: text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

test("refuses other hosts and origins, and whoever knows no more than the port", async (t) => {
  const { server, book, page } = await openExample(t, { args: ["-edit"] });
  const { port } = server;
  const original = readFileSync(book);
  assert.equal((await ask(server)).status, 200);
  assert.equal((await ask(server, { headers: { Host: `evil.example:${port}` } })).status, 403);
  assert.equal((await ask(server, { headers: { Origin: "http://evil.example" } })).status, 403);
  const ofAnotherPage = { "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors" };
  assert.equal((await ask(server, { headers: ofAnotherPage })).status, 403);
  for (const target of ["/", "/api/books", "/ui/app.js", `/${"0".repeat(32)}/`]) {
    const { status, body } = await ask(server, { target });
    assert.equal(status, 403, target);
    assert.doesNotMatch(body, new RegExp(server.root.slice(1, -1)));
  }
  const change = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ book: 0, fen: await fen(page), move: "e2e4", action: "set", weight: 1 }),
  };
  assert.equal((await ask(server, { ...change, target: "/api/edit" })).status, 403);
  assert.deepEqual(readFileSync(book), original);
  assert.equal((await ask(server, { ...change, path: "api/edit" })).status, 200);
  // The same machine under another name is another origin, and may not ask.
  const { page: other } = await openBrowser(t, {});
  const { url: otherUrl } = await serve(t, book);
  await other.goto(otherUrl);
  const outcome = await other.evaluate(
    (target) => fetch(target).then((response) => response.status, () => "refused"), `${server.url}api/books`);
  assert.equal(outcome, "refused");
  // A link on the other page may still lead here.
  const answer = other.waitForResponse(server.url);
  await other.evaluate((target) => location.assign(target), server.url);
  assert.equal((await answer).status(), 200);
  await other.locator(".move-name", { hasText: "e4" }).waitFor();
});

test("answers a request that names the whole address, if it is ours", async (t) => {
  const { server } = await openExample(t);
  const ours = `127.0.0.1:${server.port}`;
  const { status, body } = await ask(server, { target: `http://${ours}${server.root}api/books` });
  assert.equal(status, 200);
  assert.equal(JSON.parse(body).books[0].name, "example");
  assert.equal((await ask(server, { target: `http://evil.example:${server.port}${server.root}api/books` })).status, 403);
  const headers = { Host: `evil.example:${server.port}` };
  assert.equal((await ask(server, { target: `http://${ours}${server.root}api/books`, headers })).status, 403);
});

test("answers bad requests cleanly and goes on", async (t) => {
  const { server } = await openExample(t);
  assert.equal((await ask(server, { path: "api/position?fen=nonsense" })).status, 400);
  assert.equal((await ask(server, { path: "none" })).status, 404);
  assert.equal((await ask(server, { method: "POST" })).status, 405);
  const long = await ask(server, { method: "POST", path: "api/edit", body: "x".repeat(1_200_000) });
  assert.equal(long.status, 413);
  assert.match(long.body, /1048576 bytes at most/);
  const wordy = await ask(server, { headers: { "X-Long": "x".repeat(12_000), "X-Longer": "x".repeat(12_000) } });
  assert.equal(wordy.status, 431);
  assert.match(wordy.body, /16384 bytes at most/);
  assert.equal((await ask(server)).status, 200);
});

test("prints one line and ends with the signal", async (t) => {
  for (const signal of ["SIGINT", "SIGTERM"]) {
    const { server } = await openExample(t);
    const { code, lines } = await server.stop(signal);
    assert.equal(code, 0, signal);
    assert.equal(lines.length, 1);
    assert.match(lines[0], /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
  }
});

test("says so when the program has been stopped", async (t) => {
  const { server, page } = await openExample(t);
  await server.stop();
  await page.locator(".move-name", { hasText: "e4" }).click();
  await page.getByText("polyglot explore does not answer").waitFor();
});

/** Holds the answers to requests that `wanted` selects, until release() is called. */
async function hold(page, wanted) {
  const waiting = [];
  await page.route(wanted, (route) => waiting.push(route));
  return {
    release: async () => {
      await Promise.all(waiting.map((route) => route.continue()));
      await page.unroute(wanted);
    },
  };
}

/** Selects the requests for the position after some moves from the start. */
const positionAfter = (moves) => (url) => url.pathname.endsWith("/api/position") && (url.searchParams.get("moves") ?? "") === moves;

test("changes and plays nothing from a table that is out of date", async (t) => {
  const { page, book, problems } = await openExample(t, {
    rows: [...EXAMPLE.slice(0, 3), [AFTER_E4, NF3, 5], [AFTER_E4, E5, 65535]].map(([key, code, weight]) =>
      [key, code === NF3 && key === AFTER_E4 ? 0x0fad : code, weight]),
    args: ["-edit"], hash: "#moves=e2e4",
  });
  assert.deepEqual(await sans(page), ["e5", "Nf6"]);
  const original = readFileSync(book);
  const answer = await hold(page, positionAfter(""));
  await page.click("#to-start");
  await page.locator("#moves[aria-busy]").waitFor();
  // The fastest possible actions: by the keyboard, and by clicks before the page has had time to disable the buttons.
  await page.getByRole("button", { name: "Remove e5 from example" }).evaluate((button) => button.click());
  await page.locator(".move-name", { hasText: "e5" }).evaluate((button) => button.click());
  await page.keyboard.press("1");
  await answer.release();
  await page.locator(".move-name", { hasText: "d4" }).waitFor();
  await fenIs(page, rules.startFen);
  assert.deepEqual(readFileSync(book), original);
  await settled(page);
  assert.deepEqual(problems, []);
});

/** Goes to the position after e4 and back, so that the page knows it. */
async function playAndGoBack(page) {
  await page.locator(".move-name", { hasText: "e4" }).click();
  await page.locator(".move-name", { hasText: "e5" }).waitFor();
  await page.click("#back");
  await page.locator(".move-name", { hasText: "d4" }).waitFor();
}

test("asks the server once for each step, and again for what another program may have changed", async (t) => {
  const { page } = await openExample(t);
  let asked = 0;
  page.on("request", (request) => (asked += request.url().includes("/api/") ? 1 : 0));
  for (const [what, step, requests] of [
    ["a move of the table", () => page.locator(".move-name", { hasText: "e4" }).click(), 1],
    ["back", () => page.click("#back"), 1],
    ["forward", () => page.click("#forward"), 1],
    ["back", () => page.click("#back"), 1],
    ["a key", () => page.press("body", "1"), 1],
    ["a typed move: it is read first", () => play(page, "c5"), 2],
  ]) {
    asked = 0;
    await step();
    await settled(page);
    assert.equal(asked, requests, what);
  }
});

test("a slow answer does not take the place of a later one", async (t) => {
  const { page, problems } = await openExample(t);
  await playAndGoBack(page);
  const answer = await hold(page, positionAfter("e2e4"));
  await page.click("#forward");
  await page.keyboard.press("1");
  await page.click("#back");
  await settled(page);
  await answer.release();
  await page.waitForLoadState("networkidle");
  assert.deepEqual(await sans(page), ["e4", "d4", "Nf3"]);
  assert.deepEqual(problems, []);
});

test("says that it reads books, until there is an answer", async (t) => {
  const { server } = await openExample(t);
  const { page } = await openBrowser(t);
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/api/position*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(server.url);
  const reading = page.getByText("Reading the books…");
  await reading.waitFor();
  release();
  await reading.waitFor({ state: "hidden" });
  await page.unroute("**/api/position*");
  await page.route("**/api/books", (route) => route.abort());
  await page.goto(server.url);
  await page.locator("#failure").waitFor();
  assert.ok(await reading.isHidden());
});

test("offers to add moves only when it knows those of the book", async (t) => {
  const { page } = await openExample(t, { args: ["-edit"] });
  const held = await hold(page, positionAfter("e2e4"));
  await page.locator(".move-name", { hasText: "e4" }).click();
  await page.locator("#add-open:disabled").waitFor();
  await held.release();
  await page.locator("#add-open:enabled").waitFor();
});

test("an answer that fails leaves no table behind", async (t) => {
  const { page } = await openExample(t);
  await playAndGoBack(page);
  await page.route(positionAfter("e2e4"), (route) => route.abort());
  await page.click("#forward");
  await page.locator("#failure:visible").waitFor();
  assert.deepEqual(await sans(page), []);
  await page.click("#back");
  await page.locator(".move-name", { hasText: "d4" }).waitFor();
});

test("two pages do not overwrite each other's changes", async (t) => {
  const { page, book, server } = await openExample(t, { args: ["-edit"] });
  const { page: other } = await openBrowser(t);
  await open(other, server.url);
  const setWeight = async (where, weight) => {
    await settled(where);
    await where.getByLabel("Weight of d4 in example").fill(weight);
    await where.getByLabel("Weight of d4 in example").press("Enter");
  };
  await setWeight(page, "400");
  await page.getByText("d4 300 → 400").waitFor();
  await settled(page);
  await setWeight(other, "500");
  await other.getByText("d4 has changed to 400 in the meantime").waitFor();
  assert.equal(readFileSync(book).readUInt16BE(16 + 10), 400);
  await setWeight(other, "500");
  await other.getByText("d4 400 → 500").waitFor();
  await page.click("#undo");
  await page.getByText("the last change is a different one now").waitFor();
  await settled(page);
  assert.equal(readFileSync(book).readUInt16BE(16 + 10), 500);
  await page.click("#undo");
  await page.getByText("example.bin: d4 300 → 400").waitFor();
  assert.equal(readFileSync(book).readUInt16BE(16 + 10), 400);
});

test("offers to take changes back after the page is loaded again", async (t) => {
  const { page, book } = await openExample(t, { args: ["-edit"] });
  const original = readFileSync(book);
  await page.getByRole("button", { name: "Remove Nf3 from example" }).click();
  await page.getByText("Nf3 100 → removed").waitFor();
  await page.reload();
  await page.getByText("Nf3 100 → removed").waitFor();
  await page.click("#undo");
  await page.locator(".move-name", { hasText: "Nf3" }).waitFor();
  assert.deepEqual(readFileSync(book), original);
});

test("removes the last move of a book and takes it back", async (t) => {
  const { page, book } = await openExample(t, { rows: EXAMPLE.slice(0, 1), args: ["-edit"] });
  await page.getByRole("button", { name: "Remove e4 from example" }).click();
  await page.getByText("The books have no move here.").waitFor();
  assert.equal(await page.locator("#message").textContent(), "");
  assert.equal(readFileSync(book).length, 0);
  await page.click("#undo");
  await page.locator(".move-name", { hasText: "e4" }).waitFor();
});

test("three books and more are told apart at every width", async (t) => {
  const folder = temporaryFolder(t);
  const books = ["one", "two", "three"].map((name) => writeBook(folder, `${name}.bin`, EXAMPLE));
  const { url } = await serve(t, ...books);
  const { page } = await openBrowser(t);
  for (const width of [1900, 1280, 1000, 700]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, url);
    const overlaps = await page.locator("#moves").evaluate((table) => {
      const leaves = [...table.querySelectorAll("td .share, tbody th button, .fold, th .book-name, .book-count")];
      const boxes = leaves.map((leaf) => leaf.getBoundingClientRect());
      const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      return leaves.flatMap((leaf, i) => leaves.slice(i + 1).filter((_, j) => meet(boxes[i], boxes[i + 1 + j])).map((other) =>
        `${leaf.className} on ${other.className}`));
    });
    assert.deepEqual(overlaps, [], `${width} pixels`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    await shoot(page, `three-${width}`);
  }
});

test("is nowhere wider than the window, whatever has been learnt", async (t) => {
  const folder = temporaryFolder(t);
  const rows = (learn) => [E4, D4].map((code) => [START, code, 65535, learn]);
  const plain = writeBook(folder, "plain.bin", rows(0));
  const learnt = writeBook(folder, "learnt.bin", rows(0x0bb80dac));
  const learntByAnother = writeBook(folder, "another.bin", rows(0xffe20e00));
  const sizes = [[320, 568], [375, 667], [667, 375], [700, 600], [820, 1180], [1000, 700], [1200, 800], [1440, 900]];
  const { page } = await openBrowser(t);
  for (const books of [[plain, learntByAnother], [learnt, learntByAnother], [learntByAnother], [learnt]]) {
    const { url } = await serve(t, ...books, "-edit", ...longNames(t));
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await open(page, url);
      const content = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(content <= width, `${books.length} books, ${width} x ${height}: ${content}`);
      const isCut = await page.locator("#moves-box").evaluate((box) => box.scrollWidth > box.clientWidth);
      assert.ok(!isCut, `${books.length} books, ${width} x ${height}: a table that is cut`);
      await shoot(page, `learnt-${books.length}-${width}x${height}`);
    }
  }
});

test("draws no score of what another program has learnt", async (t) => {
  // A score of -30 and depth 14, as ProDeo writes them.
  const { page } = await openExample(t, { rows: [[START, E4, 600, 0xffe20e00]] });
  assert.equal(await page.locator(".score-bar").count(), 0);
  await page.click(".fold");
  assert.match(await page.locator(".details").innerText(), /learn 65.506, 3.584/);
  assert.match(await page.locator("#book-list").textContent(), /score and depth, as ProDeo writes them/);
});

test("asks for the body of whoever waits to be asked", { timeout: 20_000 }, async (t) => {
  const { server } = await openExample(t);
  const headers = { Expect: "100-continue", "Content-Length": 2 };
  const { port, root } = server;
  const sent = request({ host: "127.0.0.1", port, method: "POST", path: `${root}api/undo`, headers, agent: false });
  sent.flushHeaders();
  await once(sent, "continue");
  sent.end("{}");
  const [response] = await once(sent, "response");
  response.resume();
  assert.equal(response.statusCode, 403, "started without -edit");
});

test("ends if nobody can be told the address", async (t) => {
  const book = writeBook(temporaryFolder(t), "example.bin", EXAMPLE);
  const { code, errors } = await runInto(openSync("/dev/full", "w"), "explore", book);
  assert.equal(code, 1);
  assert.match(errors, /standard output/);
});

test("somebody who opens connections and says nothing keeps nobody out", async (t) => {
  const { server } = await openExample(t);
  const idle = [];
  t.after(() => idle.forEach((socket) => socket.destroy()));
  for (let i = 0; i < 100; ++i) {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    idle.push(socket);
  }
  assert.equal((await ask(server)).status, 200);
});

test("an address stays from one start to the next, and a link to it leads there", async (t) => {
  const folder = temporaryFolder(t);
  const book = writeBook(folder, "example.bin", EXAMPLE);
  const state = { XDG_STATE_HOME: join(folder, "state") };
  const first = await serve(t, book, state);
  const { page } = await openBrowser(t);
  await open(page, first.url);
  await play(page, "e4 e5");
  await page.locator(".ply", { hasText: "e5" }).waitFor();
  const link = page.url();
  const other = await serve(t, book, state);
  assert.notEqual(other.port, first.port, "its port is taken");
  assert.notEqual(other.root, first.root);
  await first.stop();
  const again = await serve(t, book, state);
  assert.equal(again.url, first.url);
  await page.goto("about:blank");
  await open(page, link);
  assert.equal(await page.locator(".ply").count(), 2);
  assert.equal(await page.locator("#lichess").getAttribute("href"),
    `https://lichess.org/analysis/standard/${(await fen(page)).replaceAll(" ", "_")}`);
  await again.stop();
  assert.notEqual((await serve(t, book, "--port", "0", state)).root, first.root);
});
