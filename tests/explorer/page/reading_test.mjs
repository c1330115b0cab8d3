// SPDX-License-Identifier: MIT
// How the page reads moves and games: as the program reads them. Run by run_page_tests.sh.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const page = process.env.POLYGLOT_PAGE;
const { isFen } = await import(`${page}/rules/served_rules.js`);
const { chessRules } = await import("./served_rules.mjs");
const fileOf = (name) => new URL(`../../../${name}`, import.meta.url).pathname;
const { rules, games } = await chessRules(fileOf("config/starter.bin"));

const movesOf = ({ moves }) => moves.map(({ san }) => san);
/** The moves of a text that begins in a position, and behind a sign what is no legal move: "e4 e5 | Ke3". */
async function read(text, fen) {
  const [game] = (await games(text, fen)).games;
  return [...movesOf(game), ...game.unplayed.flatMap((word, i) => (i === 0 ? ["|", word] : [word]))].join(" ");
}

test("reads every text as the readers of files do", async () => {
  for (const { what, text, fen, games: wanted, not = [] } of JSON.parse(readFileSync(fileOf("tests/data/move_texts.json"), "utf8"))) {
    if (not.includes("page")) continue;
    const found = (await games(text, fen)).games.map((game) => [...movesOf(game), ...game.unplayed, game.result].join(" "));
    assert.deepEqual(found, wanted, what);
  }
});

test("relaxed spellings are read, doubtful ones are not", async () => {
  for (const text of ["nf3", "1. nf3", "Ng1-f3", "e2-e4 e5 nf3"]) assert.match(await read(text), /^(e4 e5 )?Nf3$/, text);
  for (const text of ["Nd2", "e5", "O-O", "hello", ""]) assert.equal(await read(text), text && `| ${text}`, text);
  assert.equal(await read("Nd2", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"), "| Nd2");
  // A bishop of the first rank, and the square b1.
  const both = "4k3/8/8/4B3/8/2p5/8/1N2B1K1 w - - 0 1";
  for (const [text, san] of [["B1xc3", "B1xc3"], ["b1xc3", "Nxc3"], ["b1c3", "Nxc3"], ["e5xc3", "B5xc3"]]) assert.equal(await read(text, both), san, text);
});

test("moves go on from the board, games begin where they say", async () => {
  const black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  const kinds = async (text, fen) => {
    const found = await games(text, fen);
    return [found.whole, ...found.games.map((game) => `${game.fen.split(" ")[1]} ${movesOf(game).join(" ")}`)];
  };
  assert.deepEqual(await kinds("Nf6 2. e5", black), [false, "b Nf6 e5"]);
  assert.deepEqual(await kinds("1... Nf6 *", black), [false, "b Nf6"]);
  assert.deepEqual(await kinds("1. e4 e5"), [false, "w e4 e5"]);
  assert.deepEqual(await kinds("1. e4 e5 1-0", black), [true, "w e4 e5"]);
  assert.deepEqual(await kinds('[White "A"]\n\n1. e4', black), [true, "w e4"]);
  assert.deepEqual(await kinds("1. e4 *\n\n1. d4 *"), [true, "w e4", "w d4"]);
  const [game] = (await games('[White "Lopez \\"B\\""]\n[FEN "8/8"]\n\n1. e4 (1. d4 (1. c4)) 0-1')).games;
  assert.deepEqual([game.tags.White, game.result, game.variations], ['Lopez "B"', "0-1", 2]);
  assert.match(game.error, /FEN/);
});

test("tells a position from moves", () => {
  for (const fen of [rules.startFen, "4k3/8/8/8/8/8/8/4K3 b"]) assert.ok(isFen(fen), fen);
  for (const moves of ["1. e4 e5", "e4/e5", "", "1/2-1/2 w"]) assert.ok(!isFen(moves), moves);
});

test("knows the moves that a text may mean which says too little", async () => {
  const position = await rules.begin("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
  assert.deepEqual(rules.meanings(position, "Nd2").sort(), ["Nbd2", "Nfd2"]);
  assert.deepEqual(rules.meanings(position, "Nd7"), []);
});

test("a user castles by the rook or by the king's target", async () => {
  const shuffled = await rules.begin("4k3/8/8/8/8/8/8/RK5R w HA - 0 1");
  const { from, to, target, uci } = rules.read(shuffled, "O-O");
  assert.deepEqual({ from, to, target, uci, shuffled: shuffled.needsChess960 }, { from: 1, to: 7, target: 6, uci: "b1h1", shuffled: true });
});
