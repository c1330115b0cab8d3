// SPDX-License-Identifier: MIT
// Games that are pasted, dropped or opened: where they left the book, in a headless browser.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { fen, lineIs, openExample, pageFolder, paste, play, rowsOfLines, rulesAt, serve, settled, shoot, temporaryFolder, writeBook } from "./explore.mjs";

const { gapsOf, reviewGame } = await import(join(pageFolder, "book/game_review.js"));

const BOOK = await rowsOfLines("e4 e5 Nf3 Nc6 Bb5", "e4 e5 Nf3 Nc6 Bc4", "d4 d5 c4");
const GAMES = `[White "Lopez, R"]
[Black "Cutri \\"il\\""]
[Annotator "Lopez "Battle Royale""]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 1-0

[White "B"]
[Black "C"]

1. e4 e5 2. Nf3 {best} d6 3. Bc4 1/2-1/2

[White "D"]
[Result "0-1"]

1. d4 Nf6 0-1

[White "E"]

1. d4 d5 *

[White "F"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 0-1

[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 Kd7 1-0

[White "G"]

1. e4 e5 2. Nf3 Qh4 *
`;

test("means by the exit of a game what review-games means", async (t) => {
  const folder = temporaryFolder(t);
  const book = writeBook(folder, "example.bin", BOOK);
  const games = join(folder, "games.pgn");
  const text = GAMES + ODD_GAMES;
  writeFileSync(games, text);
  const told = JSON.parse(execFileSync(process.env.POLYGLOT_PROGRAM, ["review-games", games, book, "--format", "json", "--quiet"], { stdio: ["ignore", "pipe", "ignore"] }));
  const { answers, games: read } = await rulesAt((await serve(t, book)).url);
  const reviews = await Promise.all((await read(text)).games.map((game) => reviewGame(game, (place) => answers.at(place))));
  assert.deepEqual(
    reviews.map(({ white, black, result, exitPly, by, played, fen: place, book: moves }) =>
      ({ white, black, result, exit_ply: exitPly, by, played, fen: place, book: moves })),
    told.games);
  const gaps = gapsOf(reviews).map(({ review, reviews: all, score, decided }) => ({
    fen: review.fen, moves: review.game.moves.slice(0, review.exitPly).map(({ san }) => san), count: all.length, score, decided, by: review.by, played: review.played, book: review.book,
  }));
  assert.deepEqual(gaps, told.gaps.map(({ start, ...gap }) => gap));
  assert.ok(told.gaps.length >= 4);
});

test("the score of a gap is that of the side that left", async (t) => {
  const { page } = await openExample(t, { rows: BOOK });
  await paste(page, GAMES);
  const detail = (name) => page.locator("#gaps summary", { hasText: name }).locator(".gap-detail").textContent();
  await page.locator("#gaps summary").first().waitFor();
  assert.equal(await detail("1… Nf6"), "book: d5 · 1 game · score 100\u00a0%");
  assert.equal(await detail("2… d6"), "book: Nc6 · 2 games · score 25\u00a0%");
  await paste(page, '[Result "0-1"]\n\n1. c4 0-1\n\n[Result "1-0"]\n\n1. d4 h5 1-0');
  await page.locator("#gaps summary", { hasText: "1. c4" }).waitFor();
  assert.equal(await detail("1. c4"), "book: d4, e4 · 1 game · score 0\u00a0%");
});

test("a game that is pasted stops where it left the book", async (t) => {
  const { page, problems } = await openExample(t, { rows: BOOK });
  await paste(page, GAMES.split("\n\n[White")[0]);
  await page.locator(".ply.out").first().waitFor();
  await lineIs(page, "1. e4 e5 2. Nf3 d6 3. d4");
  assert.equal(await page.locator(".ply[aria-current]").textContent(), "Nf3");
  assert.deepEqual(await page.locator(".ply.out").allTextContents(), ["d6", "d4"]);
  assert.equal(await page.locator(".ply.out").first().getAttribute("aria-label"), "d6, not in the book");
  assert.equal(await page.locator("#game-name").textContent(), 'Lopez, R – Cutri "il" 1-0');
  await shoot(page, "game");
  await page.click("#forward");
  await page.getByText("Out of book since 2… d6.").waitFor();
  assert.ok(await page.locator("#game-name").isVisible());
  await play(page, "3. Bc4");
  await settled(page);
  assert.ok(await page.locator("#game-name").isHidden(), "another move is another game");
  assert.deepEqual(problems, []);
});

test("says how many variations of a game are not played", async (t) => {
  const { page, problems } = await openExample(t, { rows: BOOK });
  await paste(page, '[White "A"]\n\n1. e4 (1. d4 d5 (1... Nf6)) 1... e5 1-0');
  await page.locator("#game-place", { hasText: /^without 2 variations$/ }).waitFor();
  await lineIs(page, "1. e4 e5");
  await paste(page, '[White "A"]\n\n1. e4 (1. d4) 1-0\n\n[White "B"]\n\n1. e4 *');
  await page.locator("#games-count", { hasText: "2 games, 0 left the book, without 1 variation" }).waitFor();
  assert.deepEqual(problems, []);
});

test("several games are a list by their exits, and each is put on the board", async (t) => {
  const { page, problems } = await openExample(t, { rows: BOOK, args: ["-edit"] });
  await paste(page, GAMES);
  await page.locator("#games-count", { hasText: "7 games, 4 left the book" }).waitFor();
  await settled(page);
  assert.deepEqual(await page.locator(".gap-move").allTextContents(), ["1. e4", "1… Nf6", "2… d6", "2… Qh4", "3… a6", "Ended in the book"]);
  assert.match(await page.locator("#gaps > li", { hasText: "2… d6" }).locator("summary").textContent(), /book: Nc6 · 2 games · score 25\u00a0%/);
  await shoot(page, "games");
  await page.locator("#gaps summary", { hasText: "2… d6" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator("#game-name", { hasText: "B – C ½-½" }).waitFor();
  await lineIs(page, "1. e4 e5 2. Nf3 d6 3. Bc4");
  await page.click("#games-add");
  await page.locator("#lines-count", { hasText: "7 lines" }).waitFor();
  await page.keyboard.press("Escape");
  await page.click("#games-close");
  assert.ok(await page.locator("#games").isHidden());
  assert.deepEqual(problems, []);
});

test("the list of games stands beside the board, above the moves", async (t) => {
  const { page } = await openExample(t, { rows: BOOK });
  await paste(page, GAMES);
  await page.locator("#games-count", { hasText: "7 games, 4 left the book" }).waitFor();
  await page.locator("#game-name:visible").waitFor();
  await settled(page);
  const boxOf = (id) => page.locator(id).boundingBox();
  for (const [width, height] of [[1280, 800], [1000, 700], [1920, 1080], [2560, 1300]]) {
    await page.setViewportSize({ width, height });
    const [games, board, moves] = [await boxOf("#games"), await boxOf("#board"), await boxOf(".moves-area")];
    assert.ok(games.x >= board.x + board.width && games.y <= board.y + 1, `${width}: beside the board`);
    assert.ok(games.y + games.height <= height && moves.y < height - 200, `${width}: seen at once, with the moves`);
    assert.ok(width > 1600 ? games.x > moves.x + moves.width - 1 : games.y + games.height <= moves.y, `${width}: does not cover the moves`);
    await shoot(page, `games-${width}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  await shoot(page, "games-phone");
});

test("the opened games that reach a position are links to it", async (t) => {
  const { page, problems } = await openExample(t, { rows: BOOK });
  await paste(page, `${GAMES}\n[White "H"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 Nf6 *`);
  await page.locator("#games-count", { hasText: "8 games" }).waitFor();
  await page.locator("#game-name:visible").waitFor();
  await settled(page);
  await page.click("#new-game");
  await play(page, "1. e4 e5 2. Nf3 Nc6 3. Bb5");
  await page.locator("#reaching-title", { hasText: /^2 games with this position$/ }).waitFor();
  assert.deepEqual(await page.locator("#reaching a").allTextContents(), ["F – ? 0-1 3… a6", "H – ? 3… Nf6"], "by another order of moves, too");
  const link = page.locator("#reaching a", { hasText: "H – ?" });
  assert.match(await link.getAttribute("href"), /^#moves=g1f3\+b8c6\+e2e4\+e7e5\+f1b5$/);
  await link.click();
  await lineIs(page, "1. Nf3 Nc6 2. e4 e5 3. Bb5 Nf6");
  assert.equal(await page.locator(".ply[aria-current]").textContent(), "Bb5");
  await play(page, "a6");
  await page.locator("#reaching-title", { hasText: /^1 game with this position$/ }).waitFor();
  await page.click("#to-start");
  await page.locator("#reaching-title", { hasText: /^7 games/ }).waitFor();
  assert.deepEqual(problems, []);
});

test("reads on where no standard goes, and finds the game behind an open comment", async (t) => {
  const { page, problems } = await openExample(t, { rows: BOOK });
  await play(page, "1. e4+- d5 2. e:d5 [remark] {a {nested} one} Qxd5 ch 3. Nf3*");
  await lineIs(page, "1. e4 d5 2. exd5 Qxd5 3. Nf3");
  assert.equal(await page.locator("#move").inputValue(), "");
  await paste(page, '[White "A"]\n\n1. e4 e5 {lost\n\n[White "B"]\n\n1. d4 d5 1–0\n');
  await page.locator("#games-count", { hasText: "2 games" }).waitFor();
  assert.deepEqual(problems, []);
});

/** What programs write that no standard has. */
const ODD_GAMES = `
[White "H"]

1. e2-e4 e7-e5 2. g1-f3 b8-c6 3. a2-a3 1/2 - 1/2

[White "I"]

1. e4 e5 2. Nf3 N 1 - 0
`;

/** All lines of four moves in which pawns go one step, each side's two beside each other. */
const PAWN_LINES = [..."abcdefgh"].flatMap((white) => [..."abcdefgh"].map((black) => {
  const next = (file) => "abcdefgha"["abcdefgh".indexOf(file) + 1];
  return `${white}3 ${black}6 ${next(white)}3 ${next(black)}6`;
}));

test("many games are compared in few requests, and the page can be used meanwhile", async (t) => {
  const { page, problems } = await openExample(t, { rows: await rowsOfLines(...PAWN_LINES) });
  let asked = 0;
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/api/positions*", async (route) => {
    ++asked;
    await held;
    await route.continue();
  });
  await paste(page, PAWN_LINES.flatMap((moves, i) => Array(5).fill(`[White "${i}"]\n\n${moves.slice(0, 5)} h4 *\n\n`)).join(""));
  await page.locator("#games-count", { hasText: /^Comparing game \d+ of 320 …$/ }).waitFor();
  await play(page, "Nf3");
  await settled(page);
  await lineIs(page, "1. Nf3");
  release();
  await page.locator("#games-count", { hasText: "320 games, 320 left the book" }).waitFor();
  await lineIs(page, "1. Nf3", "the board stays where the user has gone");
  assert.ok(asked > 0 && asked < 30, `${asked} requests`);
  assert.deepEqual(problems, []);
});

test("says so if the program is stopped before the games are compared", async (t) => {
  const { page, server } = await openExample(t, { rows: BOOK });
  await server.stop();
  await paste(page, GAMES);
  await page.getByText("polyglot explore does not answer").waitFor();
});

test("games are opened from a file and dropped", async (t) => {
  const folder = temporaryFolder(t);
  const games = join(folder, "games.pgn");
  writeFileSync(games, GAMES);
  const { page, problems } = await openExample(t, { rows: BOOK });
  await page.locator("#games-file").setInputFiles(games);
  await page.locator("#games-count", { hasText: "7 games, 4 left the book" }).waitFor();
  assert.ok(await page.locator("#games-add").isHidden());
  /** Drops files with these texts on the board, or a text. Returns whether the page has handled it. */
  const drop = (dropped) => page.evaluate(({ files = [], text }) => {
    const dataTransfer = new DataTransfer();
    for (const content of files) dataTransfer.items.add(new File([content], "games.pgn"));
    if (text) dataTransfer.setData("text/plain", text);
    return !document.querySelector("#board").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, dropped);
  const [first, second] = GAMES.split(/(?=\[White "D"\])/);
  assert.ok(await drop({ files: [first] }), "or the browser would open the file");
  await page.locator("#games-count", { hasText: "2 games, 2 left the book" }).waitFor();
  await drop({ files: [first, second] });
  await page.locator("#games-count", { hasText: "7 games, 4 left the book" }).waitFor();
  await drop({ text: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" });
  await page.locator("#turn", { hasText: "Black to move" }).waitFor();
  assert.match(await fen(page), /4P3/);
  assert.deepEqual(problems, []);
});
