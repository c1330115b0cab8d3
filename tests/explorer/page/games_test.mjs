// SPDX-License-Identifier: MIT
// Games that users copy, and their comparison with a book. Run by run_page_tests.sh.
import assert from "node:assert/strict";
import { test } from "node:test";

const page = process.env.POLYGLOT_PAGE;
const { linesOfGames, weighedLines } = await import(`${page}/book/added_lines.js`);
const { readGames } = await import(`${page}/chess/games.js`);
const { chessRules } = await import("./served_rules.mjs");
const rules = await chessRules(new URL("../../../config/starter.bin", import.meta.url).pathname);

test("reads the games of a text with their tags", () => {
  const text = `[Event "One"]\r
[White "Lopez "Battle Royale""]\r
[Result "1-0"]\r
\r
1. e4 {a [Comment "no tag"] 0-1} e5 (1... c5 1-0) 1-0\r
\r
[White "B \\"b\\""]
1. d4 d5

1. c4 1/2-1/2
2. not read *

[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]`;
  assert.deepEqual(readGames(text).map(({ tags, words, result, fen }) => [tags.White, words.join(" "), result, fen]), [
    ['Lopez "Battle Royale"', "e4 e5", "1-0", undefined],
    ['B "b"', "d4 d5 c4", "1/2-1/2", undefined],
    [undefined, "not read", "*", undefined],
    [undefined, "", "*", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"],
  ]);
  assert.deepEqual(readGames("[White \"A\"] [Black \"B\"] 1. e4 [Event \"C\"] 1. d4").map(({ tags, words }) => [tags, words]),
    [[{ White: "A", Black: "B" }, ["e4"]], [{ Event: "C" }, ["d4"]]]);
  assert.deepEqual(readGames(" \n "), []);
  assert.deepEqual(readGames("1. e4 e5 1/2 - 1/2\n\n[White \"A\"]\n1. d4").map(({ words, result }) => [...words, result].join(" ")), ["e4 e5 1/2-1/2", "d4 *"]);
  assert.deepEqual(readGames('[White "A"]\n[Annotator "B, C]\n[Result "1-0"]\n\n{a comment}\n1. c4 c5 1-0\n\n[White "D]\n\n1. e4').map(({ tags, words, result }) => [tags, words.join(" "), result]),
    [[{ White: "A", Annotator: "B, C", Result: "1-0" }, "c4 c5", "1-0"], [{ White: "D" }, "e4", "*"]]);
  const results = "1-0 1:0 0-1 0:1 1/2-1/2 1/2 ½-½ *".split(" ");
  assert.deepEqual(readGames(results.map((result) => `[Result "${result}"]\n\n1. e4 ${result}`).join("\n\n")).map(({ words, result }) => [...words, result].join(" ")),
    ["e4 1-0", "e4 1-0", "e4 0-1", "e4 0-1", "e4 1/2-1/2", "e4 1/2-1/2", "e4 1/2-1/2", "e4 *"]);
});

/** The moves that are added, each once, with their weights: "e2e4 5, e7e5 7". */
async function addedOf(text, weight = 5, withVariations = true) {
  const found = await linesOfGames(readGames(text), rules, withVariations);
  const moves = new Map(weighedLines(found, weight).flatMap(({ moves: ucis, weights }) => {
    const all = ucis.split(" ");
    assert.equal(all.length, weights.length);
    return all.map((uci, i) => [all.slice(0, i + 1).join(" "), [uci, weights[i]]]);
  }));
  const { leftOut, problem } = found;
  return { added: [...moves.values()].filter(([, one]) => one !== null).map((one) => one.join(" ")).join(", "), leftOut, problem };
}

test("adds the moves of games with the weights of their marks and comments", async () => {
  const added = async (...text) => (await addedOf(...text)).added;
  assert.equal(await added("1. e4 e5 2. Nf3"), "e2e4 5, e7e5 5, g1f3 5");
  assert.equal(await added("1. e4! e5? 2. Nf3!! Nc6!? 3. Bb5?? a6?!"), "e2e4 10, e7e5 0, g1f3 15, b8c6 5, f1b5 0, a7a6 5");
  assert.equal(await added("1. e4!! e5", 40000), "e2e4 65535, e7e5 40000");
  assert.equal(await added("1. e4 {weight 7} e5 {weight 70000} 2. Nf3? {weight 9} Nc6 {weight 0}"), "e2e4 7, e7e5 65535, g1f3 0, b8c6 0");
  assert.equal(await added("1. e4 e5! (1... c5? 2. Nf3) 2. f4 $4"), "e2e4 5, e7e5 10, f2f4 0, c7c5 0, g1f3 5");
  assert.equal(await added("1. e4 e5! (1... c5? 2. Nf3)", 5, false), "e2e4 5, e7e5 10");
});

test("merges the marks and the weights of a move that a game or several games have twice", async () => {
  const added = async (text) => (await addedOf(text)).added.split(", ").at(-1);
  assert.equal(await added("1. e4 (1. e4 $3 {weight 8}) e5 $2 (1... e5 $1 {weight 9})"), "e7e5 0");
  assert.equal(await added("1. e4 e5 (1... e5 $1 {weight 9}) (1... e5 {weight 12})"), "e7e5 9");
  assert.equal(await added("1. Nf3 d5 (1... e6 2. c4 d5 3. d4!) 2. c4 e6 3. d4 ?"), "d2d4 10");
  assert.equal(await added("1. e4? *\n1. e4! *\n1. e4 *"), "e2e4 10");
  assert.equal(await added("1. e4 {weight 3} *\n1. e4!! *\n1. e4 {weight 4} *\n1. e4? {weight 9} *"), "e2e4 4");
});

test("leaves out the moves that are not in the book which a game was made of", async () => {
  assert.deepEqual(await addedOf("1. e4 {weight none: not in the book} e5 {weight 3} (1... c5 {weight none}) 2. Nf3 {weight 2}"),
    { added: "e7e5 3, g1f3 2", leftOut: 2, problem: "" });
  assert.deepEqual(await addedOf("1. e4 {weight none} (1. e4 {weight 3} d5) 1... e5 {weight 4}"), { added: "e2e4 3, e7e5 4, d7d5 5", leftOut: 0, problem: "" });
  // Only White's moves have weights: Black's are replies.
  assert.deepEqual(await addedOf("1. e4 {weight 3} e5 2. Nf3 (2. f4? {weight 9}) Nc6"), { added: "e2e4 3, g1f3 5, f2f4 0", leftOut: 2, problem: "" });
  assert.deepEqual(await addedOf("1. e4 {weight none} e5 {weight none} *"), { added: "", leftOut: 2, problem: "" });
  assert.deepEqual(await addedOf("1. e4 {weight none} *\n1. e4 e5 *"), { added: "e2e4 5, e7e5 5", leftOut: 0, problem: "" });
});

test("says which move cannot be played, and adds those before it", async () => {
  assert.deepEqual(await addedOf('[FEN "8/8"]\n\n1. e4 *\n\n[White "A"]\n1. e4 (1. Ke4! e5) e5 (1... e6 2. d9 d5) 2. f4'),
    { added: "e2e4 5, e7e5 5, f2f4 5, e7e6 5", leftOut: 0, problem: "FEN, column 4: the field 'side to move' is missing; the other games can be added" });
  assert.equal((await addedOf("1. e4 Ke5 2. d4")).problem, "Ke5 is no legal move here; what stands before it can be added");
});
