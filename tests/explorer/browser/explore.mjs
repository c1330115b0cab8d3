// SPDX-License-Identifier: MIT
// Starts the program and a browser for the tests, and writes small books.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";

import { chromium, firefox } from "playwright-core";

const program = process.env.POLYGLOT_PROGRAM;
export const sources = process.env.POLYGLOT_SOURCE;
export const browserName = process.env.POLYGLOT_BROWSER;
const executablePath = process.env.POLYGLOT_BROWSER_PATH;
export const pageFolder = process.env.POLYGLOT_PAGE;
export const { chessRules, encodeMove, keyOf, rulesAt } = await import(join(sources, "tests/explorer/page/served_rules.mjs"));
/** The rules of chess, which make the books for the tests. */
export const { rules } = await chessRules(join(sources, "config/starter.bin"));

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];
/** How to start each browser as the distribution packages it. The same tests run in each. */
const START_BROWSER = {
  chromium: () => chromium.launch({ executablePath, args: FLAGS }),
  "firefox-esr": () => firefox.launch({ executablePath, channel: "moz-firefox" }),
};

/** A new folder, which is removed after the test. */
export function temporaryFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), "polyglot-explore-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One browser for all tests of a file, because starting it takes most of the time of a test. */
let browser;
after(() => browser?.close());

/** A page of a browser without history: {page, problems: the errors that the browser reported}. */
export async function openBrowser(t, options = {}) {
  browser ??= await START_BROWSER[browserName]();
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  waitsForAnswers(page);
  return { page, problems };
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What a user does on the page ends when the server has answered: it has the rules of the game. A test may hold an answer back. */
function waitsForAnswers(page) {
  const asked = new Set();
  page.on("request", (request) => request.url().includes("/api/") && asked.add(request));
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => asked.delete(request));
  const idle = async () => {
    for (let i = 0, quiet = 0; i < 60 && quiet < 2; ++i) {
      await pause(10);
      quiet = asked.size === 0 ? quiet + 1 : 0;
    }
  };
  const wrap = (object, ...names) => {
    for (const name of names) {
      const act = object[name].bind(object);
      object[name] = async (...words) => {
        const done = await act(...words);
        await idle();
        return done;
      };
    }
  };
  wrap(page, "click", "press", "fill", "goBack", "goForward", "goto", "evaluate");
  wrap(page.keyboard, "press", "type");
  wrap(page.mouse, "click", "up");
  const locator = page.locator.bind(page);
  const acting = (found) => {
    wrap(found, "click", "press", "fill", "selectOption", "check", "uncheck", "dblclick");
    for (const name of ["first", "last"]) {
      const one = found[name].bind(found);
      found[name] = () => acting(one());
    }
    return found;
  };
  page.locator = (...words) => acting(locator(...words));
  for (const name of ["getByRole", "getByText", "getByLabel"]) {
    const get = page[name].bind(page);
    page[name] = (...words) => acting(get(...words));
  }
}

/**
 * The arguments of `explore`. Without names of openings that a test brings, there are none, even if some are installed.
 */
const exploreArguments = (args) => ["explore", ...args, ...(args.includes("--openings-file") ? [] : ["--openings-file", "none"])];

/** The port of a server is not kept for the next one, unless a test asks for this. */
const portArguments = (args, env) => (env.XDG_STATE_HOME || args.includes("--port") || args.includes("-port") ? [] : ["--port", "0"]);

/**
 * Runs `polyglot explore` and returns {url, port, root: the path that holds the secret, stop(): the exit code and all it
 * printed, errors(): what it has said on stderr}. The last argument may be an object: variables of its environment.
 */
export async function serve(t, ...args) {
  const own = typeof args.at(-1) === "object" ? args.pop() : {};
  const env = { ...process.env, ...own };
  const child = spawn(program, [...exploreArguments(args), ...portArguments(args, own)], { stdio: ["ignore", "pipe", "pipe"], env });
  let errors = "";
  child.stderr.on("data", (data) => (errors += data));
  const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
  const lines = [];
  const url = await new Promise((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => resolve(lines[lines.push(line) - 1]));
    ended.then(() => reject(new Error(`polyglot explore ended at once: ${errors}`)));
  });
  const stop = async (signal = "SIGTERM") => {
    child.kill(signal);
    return { ...(await ended), lines };
  };
  t.after(() => stop());
  const { port, pathname } = new URL(url);
  return { url, port: Number(port), root: pathname, stop, errors: () => errors };
}

/** Runs the program to its end and returns {code, errors}; its output goes to an open file, or nowhere. */
export function runInto(output, ...args) {
  const child = spawn(program, args, { stdio: ["ignore", output, "pipe"], timeout: 60_000 });
  let errors = "";
  child.stderr.on("data", (data) => (errors += data));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, errors })));
}

export const run = (...args) => runInto("ignore", ...args);

/** The option that gives openings names. The start also has a long one: three moves lead back to it. */
export function longNames(t) {
  const names = join(temporaryFolder(t), "names.tsv");
  const long = "King's Pawn Game: Line That Many Have Tried, Very Long Variation";
  writeFileSync(names, `A04\t${long}\t1. Nf3 Nf6 2. Ng1 Ng8\nB00\t${long}\t1. e4\n`);
  return ["--openings-file", names];
}

/** The rows of a book with all moves of some lines, weight 1 each. */
export async function rowsOfLines(...lines) {
  const rows = new Map();
  for (const line of lines) {
    let position = rules.start;
    for (const san of line.split(" ")) {
      const move = rules.read(position, san);
      rows.set(position.key + san, [keyOf(position), encodeMove(move), 1]);
      position = await rules.after(position, move);
    }
  }
  return [...rows.keys()].sort().map((name) => rows.get(name));
}

/**
 * The rows of a book of so many positions, three moves in each. Pawns alone move, one step at a time, up to their fourth
 * rank. So a move changes the key by the same bits in every position, and no rules are needed.
 */
export async function rowsOfPawnSteps(size) {
  const start = keyOf(rules.start);
  const steps = [];
  for (const file of "abcdefgh") {
    let position = rules.start;
    const ofFile = [];
    for (const rank of ["3", "6", "4", "5"]) {
      const move = rules.read(position, file + rank);
      const before = position;
      position = await rules.after(position, move);
      ofFile.push({ change: keyOf(before) ^ keyOf(position), code: encodeMove(move) });
    }
    steps.push(ofFile);
  }
  const positions = [{ key: start, side: 0, made: Array(16).fill(0), rows: [] }];
  const met = new Set([start]);
  for (let i = 0; i < size; ++i) {
    const { key, side, made, rows } = positions[i];
    const first = Number(key & 7n);
    for (let k = 0; k < 8 && rows.length < 3; ++k) {
      const file = (first + k) % 8;
      const pawn = 2 * file + side;
      if (made[pawn] === 2) continue;
      const { change, code } = steps[file][2 * made[pawn] + side];
      rows.push([key, code, 9 >> rows.length]);
      if (met.has(key ^ change)) continue;
      met.add(key ^ change);
      positions.push({ key: key ^ change, side: 1 - side, made: made.map((count, i) => (i === pawn ? count + 1 : count)), rows: [] });
    }
  }
  return positions.slice(0, size).sort((a, b) => (a.key < b.key ? -1 : 1)).flatMap(({ rows }) => rows);
}

/** Writes a book: rows of [key, code, weight, learn], in the order of their keys. */
export function writeBook(folder, name, rows) {
  const bytes = Buffer.alloc(16 * rows.length);
  rows.forEach(([key, code, weight, learn = 0], i) => {
    bytes.writeBigUInt64BE(key, 16 * i);
    bytes.writeUInt16BE(code, 16 * i + 8);
    bytes.writeUInt16BE(weight, 16 * i + 10);
    bytes.writeUInt32BE(learn, 16 * i + 12);
  });
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** The sizes of the window: width and height. */
const SHAPES = { phone: [390, 844], tablet: [820, 1180], desktop: [1280, 860], wide: [1920, 1080] };

/** Gives a page each width in each colour scheme, one after the other: ["phone", "light"] … */
export async function* shapesOf(page) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    for (const [name, [width, height]] of Object.entries(SHAPES)) {
      await page.setViewportSize({ width, height });
      yield [name, colorScheme];
    }
  }
}

/**
 * Takes a picture, for people who want to see what the tests saw. Not in Firefox: it would report a style that Playwright
 * adds as a problem of the page.
 */
export async function shoot(page, name) {
  const folder = process.env.POLYGLOT_SHOTS;
  if (!folder || browserName !== "chromium") return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), caret: "initial" });
}

// The page with a book of four moves.

export const START = 0x463b96181691fc9cn;
export const AFTER_E4 = 0x823c9b50fd114196n;
export const E4 = 0x031c, D4 = 0x02db, NF3 = 0x0195, C4 = 0x029a, E5 = 0x0d24;

/** e4, d4 with learn fields, Nf3; after e4 the move e5. */
export const EXAMPLE = [[START, E4, 600], [START, D4, 300, 0x000a000c], [START, NF3, 100], [AFTER_E4, E5, 65535]];

export const sans = (page) => page.locator(".move-name").allTextContents();
export const square = (page, name) => page.locator(`[data-square=${name}]`);
/** The line on the page: "1. e4 e5". */
export const line = async (page) => (await page.locator("#line").innerText()).replace(/\s+/g, " ").trim();
export const fen = (page) => page.locator("#fen").inputValue();

/** Waits until a text of the page is as wanted: the server has to answer before a move is played. */
async function becomes(text, wanted, message) {
  for (let i = 0; i < 100 && (await text()) !== wanted; ++i) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(await text(), wanted, message);
}
export const lineIs = (page, wanted, message) => becomes(() => line(page), wanted, message);
export const fenIs = (page, wanted, message) => becomes(() => fen(page), wanted, message);

/** Waits until the table is that of the position on the board, with all changes. */
export const settled = (page) => page.locator("#moves:not([aria-busy])").waitFor({ state: "attached" });

/** Opens the page and waits until the moves of its position are shown. */
export async function open(page, url) {
  await page.goto(url);
  await page.locator("#live:not(:empty)").waitFor({ state: "attached" });
}

export async function openExample(t, { rows = EXAMPLE, args = [], browser = {}, hash = "" } = {}) {
  const folder = temporaryFolder(t);
  const book = writeBook(folder, "example.bin", rows);
  const server = await serve(t, book, ...args);
  const { page, problems } = await openBrowser(t, browser);
  await open(page, server.url + hash);
  return { folder, book, server, page, problems };
}

/** The page with a book that the program has made of games, each played three times. */
export async function openVariant(t, variant, games, { args = [], hash = "", browser = {} } = {}) {
  const folder = temporaryFolder(t);
  const pgn = join(folder, "games.pgn");
  writeFileSync(pgn, games.map((moves) => `[Variant "${variant}"]\n[Result "1/2-1/2"]\n\n${moves} 1/2-1/2\n\n`.repeat(3)).join(""));
  const book = join(folder, `${variant}.bin`);
  assert.deepEqual(await run("make-book", "-variant", variant, pgn, "-bin", book), { code: 0, errors: "" });
  const server = await serve(t, book, "-variant", variant, ...args);
  const { page, problems } = await openBrowser(t, browser);
  await open(page, server.url + hash);
  return { folder, book, server, page, problems };
}

/**
 * Types moves, or anything else that the field accepts, and waits until the page has played it or said why not: the
 * server may have to answer first.
 */
export async function play(page, text) {
  await page.fill("#move", text);
  const seen = () => ["line", "move-problem"].map((id) => document.getElementById(id).textContent).join();
  const before = await page.evaluate(seen);
  await page.press("#move", "Enter");
  await page.waitForFunction(([before, text]) => document.getElementById("move").value !== text ||
    ["line", "move-problem"].map((id) => document.getElementById(id).textContent).join() !== before, [before, text]);
}

/** Adds a move to the book of the page, with the form. */
export async function addMove(page, move, weight) {
  await page.click("#add-open");
  await page.fill("#add-move", move);
  await page.fill("#add-weight", weight);
  await page.press("#add-weight", "Enter");
}

/** Pastes into the field that has the focus, or into the page. */
export async function paste(page, text) {
  const focused = await page.evaluateHandle(() => document.activeElement);
  await page.evaluate((pasted) => {
    const area = document.createElement("textarea");
    area.value = pasted;
    document.body.append(area);
    area.select();
  }, text);
  await page.keyboard.press("Control+c");
  await page.evaluate(() => document.querySelector("body > textarea").remove());
  await focused.evaluate((element) => element.focus());
  await page.keyboard.press("Control+v");
}
