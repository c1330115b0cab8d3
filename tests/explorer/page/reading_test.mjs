// SPDX-License-Identifier: MIT
// How the page reads moves and games. Run by run_page_tests.sh.
import assert from "node:assert/strict";
import { test } from "node:test";

const page = process.env.POLYGLOT_PAGE;
const { isFen, readGame, readLines, wordsOfMoves } = await import(`${page}/chess/movetext.js`);
const { chessRules } = await import("./served_rules.mjs");
const rules = await chessRules(new URL("../../../config/starter.bin", import.meta.url).pathname);

test("relaxed spellings are read, doubtful ones are not", async () => {
  const castling = await rules.begin("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  for (const text of ["O-O", "0-0", "e1g1", "e1h1", "O-O!"]) assert.equal(rules.read(castling, text)?.uci, "e1g1", text);
  const promotion = await rules.begin("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  for (const text of ["a8=Q+", "a8Q", "a8(Q)", "a7a8q"]) assert.equal(rules.read(promotion, text)?.promotion, "Q", text);
  for (const text of ["Nf3", "nf3", "Ng1f3", "Ng1-f3", "Ngf3", "g1f3", "g1-f3"]) assert.equal(rules.read(rules.start, text)?.to, 21, text);
  for (const text of ["", "Nd2", "e5", "a8=Q", "O-O", "hello"]) assert.equal(rules.read(rules.start, text), null, text);
  assert.equal(rules.read(await rules.begin("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"), "Nd2"), null);
  // A bishop of the first rank, and the square b1.
  const both = await rules.begin("4k3/8/8/4B3/8/2p5/8/1N2B1K1 w - - 0 1");
  for (const [text, uci] of [["B1xc3", "e1c3"], ["b1xc3", "b1c3"], ["b1c3", "b1c3"], ["e5xc3", "e5c3"]]) assert.equal(rules.read(both, text).uci, uci, text);
});

test("takes the moves out of a game as people copy it", () => {
  const words = { "1. e4 e5 1-0": "e4 e5", "1.e4 {best by test} e5 $1 2. o-o O-O-O *": "e4 e5 O-O O-O-O",
    "12... Nf6 13 d4 1/2-1/2": "Nf6 d4", "1. ♘f3 ♞\ufe0ef6 2. ♙d4 ♟d5 3. c4 d5×c4 4. O–O–O ½–½ 5. e4": "Nf3 Nf6 d4 d5 c4 d5xc4 O-O-O",
    "b8o-o": "b8o-o", " ": "" };
  for (const [text, wanted] of Object.entries(words)) assert.equal(wordsOfMoves(text).join(" "), wanted, text);
});

test("takes the first game out of a PGN", () => {
  const text = '[Event "(1) {x}"]\n[FEN "k7/8/8/8/8/8/8/K7 w - - 0 1"]\n\n% escaped Qa1\n1.Ka2 (1. Kb1 (1. Kb2) Kb8) ; Kb7\n1...Ka7 ?! 2. Ka3\n*\n[Event "2"]\n1. d4';
  assert.deepEqual(readGame(text), { fen: "k7/8/8/8/8/8/8/K7 w - - 0 1", words: ["Ka2", "Ka7", "Ka3"] });
  assert.deepEqual(readGame("1. a8(Q) (1. a8(N)) Kd7").words, ["a8Q", "Kd7"]);
});

test("takes the variations of a game with the moves that lead to them", () => {
  const lines = (text) => readLines(text).lines.map((moves) => moves.map(({ word }) => word).join(" "));
  assert.deepEqual(lines("1. e4 e5 2. Nf3 *"), ["e4 e5 Nf3"]);
  assert.deepEqual(lines("1. e4 (1. d4 d5 (1... Nf6 2. c4!) 2. c4) e5 {(x)} (1... c5 1-0) (1... e6) 2. Nf3 * 1. b4 (1. a4)"),
    ["e4 e5 Nf3", "d4 Nf6 c4!", "d4 d5 c4", "e4 c5", "e4 e6"]);
  assert.deepEqual(lines("1. e4 (1. d4 (1. c4"), ["e4", "c4", "d4"]);
  assert.deepEqual(lines(") 1. e4 ) (1. a8(Q)) *"), ["e4", "a8Q"]);
  assert.deepEqual(lines(""), [""]);
});

test("takes the marks and the weights of moves", () => {
  const notes = (text) => readLines(text).written.map(({ word, times, weight, isLeftOut }) => [word, times ?? "", weight ?? "", isLeftOut ? "out" : ""].join(" ").trim()).join(", ");
  const texts = {
    "1. a3? b6?? 2. c3! d6!!! 3. e3!? f6?!": "a3? 0, b6?? 0, c3! 2, d6!!! 3, e3!? 1, f6?! 1",
    "1. a3$1 b6 $2 2. c3 $3$1 d6 $4 3. e3 $5! f6 $6 4. g3 $7 $14 $1 h6 $": "a3 2, b6 0, c3 3, d6 0, e3 1, f6 1, g3 2, h6",
    "1. Nf3!+ ? 1... e5 ! {x} $4": "Nf3!+ 2, e5 2",
    "$2 ! {weight 3} 1. a3 {weight 7} {weight 8} b6 {best} {[%eval 0.1] weight  70000, 40%} c3 {weight none: not in the book}": "a3  7, b6  70000, c3   out",
    "1. a3 {weight none} {weight 5} b6 {weight 5} {weight none} 2. c3 {weight 1.5} d6 {weight 5kg} e3 {weight nonesuch} f6 {the weight 3} g3 {weight3} h6 {weight 4": "a3  5 out, b6  5, c3, d6, e3, f6, g3, h6",
    "1. a3 ; {weight 4}\nb6 (? {weight 9} b5! $4 {weight 2}) ?? {weight 3} 2. c3": "a3, b6 0 3, b5! 2 2, c3",
  };
  for (const [text, wanted] of Object.entries(texts)) assert.equal(notes(text), wanted, text);
  const [main, variation] = readLines("1. a3 b6 (1... c6)").lines;
  assert.ok(main[0] === variation[0], "a variation shares the moves before it");
});

test("tells a position from moves", () => {
  for (const fen of [rules.startFen, "4k3/8/8/8/8/8/8/4K3 b"]) assert.ok(isFen(fen), fen);
  for (const moves of ["1. e4 e5", "e4/e5", "", "1/2-1/2 w"]) assert.ok(!isFen(moves), moves);
});

test("knows the moves that a text may mean which says too little", async () => {
  const position = await rules.begin("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
  const meanings = (text) => rules.meanings(position, text).map(({ san }) => san).sort();
  assert.deepEqual(meanings("Nd2"), ["Nbd2", "Nfd2"]);
  assert.deepEqual(meanings("Nd7"), []);
});

test("a user castles by the rook or by the king's target", async () => {
  const shuffled = await rules.begin("4k3/8/8/8/8/8/8/RK5R w HA - 0 1");
  const { from, to, target, uci } = rules.read(shuffled, "O-O");
  assert.deepEqual({ from, to, target, uci, shuffled: shuffled.needsChess960 }, { from: 1, to: 7, target: 6, uci: "b1h1", shuffled: true });
});
