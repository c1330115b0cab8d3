// SPDX-License-Identifier: MIT
// The page's own rules of chess: perft counts, keys and notation. Run by run_page_tests.sh.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const page = process.env.POLYGLOT_PAGE;
const { decodeRecords } = await import(`${page}/book/records.js`);
const { readFen, writeFen } = await import(`${page}/chess/fen.js`);
const { legalMoves } = await import(`${page}/chess/moves.js`);
const { isFen, readGame, readLines, wordsOfMoves } = await import(`${page}/chess/movetext.js`);
const { meaningsOf, readMove, toSan, toUci } = await import(`${page}/chess/notation.js`);
const { START_FEN } = await import(`${page}/chess/position.js`);
const { nameOf, squareNamed } = await import(`${page}/chess/squares.js`);
const { zobristNumbers } = await import(`${page}/chess/zobrist.js`);

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// Positions of the C++ tests, whose deeper counts are published.
const COUNTS = [
  [START_FEN, 4, 197281],
  [KIWIPETE, 3, 97862],
  ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238],
  ["r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9467],
  ["n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3, 9483],
  ["3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 4, 10138],
  ["8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", 4, 10375],
  ["5k2/8/8/8/8/8/8/4K2R w K - 0 1", 4, 6399],
  ["r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 3, 27826],
  ["bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3, 12189],
  ["2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 3, 18002],
  ["b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 3, 10471],
  ["q1bnrkr1/ppppp2p/2n2p2/4b1p1/2NP4/8/PPP1PPPP/QNB1RRKB w ge - 1 9", 3, 24566],
  ["1r1k4/8/8/8/8/8/8/rRK4r w B - 0 1", 3, 1016],
  ["8/8/8/8/8/8/k7/qRK5 w B - 0 1", 3, 332],
  ["4k3/8/8/8/8/8/8/r1RK3R w HC - 0 1", 3, 4452],
  ["rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1", 3, 10217],
  ["r2k2r1/8/8/8/8/8/8/R1RK1RR1 w FCga - 0 1", 3, 25875],
];

/** How many ways there are to play `depth` moves. Move generators are compared by this number. */
function perft(position, depth) {
  if (depth === 0) return 1;
  const moves = legalMoves(position);
  if (depth === 1) return moves.length;
  return moves.reduce((sum, move) => sum + perft(position.play(move), depth - 1), 0);
}

for (const [fen, depth, leaves] of COUNTS) {
  test(`counts every leaf of ${fen} to depth ${depth}`, () => assert.equal(perft(readFen(fen), depth), leaves));
}

const after = (moves) =>
  moves.split(" ").filter(Boolean).reduce((position, move) => position.play(readMove(position, move)), readFen(START_FEN));

// Source: docs/book-format.md, "Key".
const KEYS = [
  ["", START_FEN, "463b96181691fc9c"],
  ["e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "823c9b50fd114196"],
  ["e2e4 d7d5", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", "0756b94461c50fb0"],
  ["e2e4 d7d5 e4e5", "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", "662fafb965db29d4"],
  ["e2e4 d7d5 e4e5 f7f5", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "22a48b5a8e47ff78"],
  ["e2e4 d7d5 e4e5 f7f5 e1e2", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", "652a607ca3f242c1"],
  ["e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", "00fdd303c946bdd9"],
  ["a2a4 b7b5 h2h4 b5b4 c2c4", "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", "3c8123ea7b067637"],
  ["a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", "5c3f9b829b279560"],
];

test("keys of positions and of moves are as published", () => {
  for (const [moves, fen, key] of KEYS) {
    assert.equal(readFen(fen).keyText, key, fen);
    assert.equal(after(moves).keyText, key, moves);
  }
});

test("the table of numbers is that of the format's description", () => {
  const page = readFileSync(new URL("../../../docs/book-format.md", import.meta.url), "utf8");
  const rows = page.match(/```numbers\n([^`]*)```/)[1].trim().split("\n");
  const numbers = rows.flatMap((row) => row.trim().split(/\s+/).slice(1));
  assert.deepEqual(zobristNumbers, numbers.map((digits) => BigInt("0x" + digits)));
});

test("FENs come back as they were read", () => {
  for (const [fen] of COUNTS.slice(0, 7)) assert.equal(writeFen(readFen(fen)), fen);
  const crowded = "r2k2r1/8/8/8/8/8/8/R1RK1RR1 w FCga - 0 1";
  assert.equal(writeFen(readFen(crowded)), "r2k2r1/8/8/8/8/8/8/R1RK1RR1 w FCkq - 0 1");
});

test("an en-passant square enters only beside an enemy pawn", () => {
  assert.match(writeFen(after("e4")), / b KQkq - 0 1$/);
  assert.match(writeFen(after("e4 a6 e5 d5")), / w KQkq d6 0 3$/);
});

test("bad FENs are refused in words", () => {
  assert.throws(() => readFen("8/8/8/8/8/8/8/8 w - - 0 1"), /White has no king/);
  assert.throws(() => readFen("rnbqkbnr/pppp"), /four fields/);
  assert.throws(() => readFen("4k3/8/8/8/8/8/8/4KR2 w - - 0 1 x"), /sixth/);
  assert.throws(() => readFen("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"), /in check/);
});

test("every legal move is read back from its SAN and its coordinates", () => {
  for (const [fen] of COUNTS) {
    const position = readFen(fen);
    const moves = legalMoves(position);
    const names = moves.map((move) => toSan(position, move, moves));
    assert.equal(new Set(names).size, names.length, fen);
    moves.forEach((move, i) => {
      assert.deepEqual(readMove(position, names[i]), move, `${fen} ${names[i]}`);
      assert.deepEqual(readMove(position, toUci(position, move)), move, `${fen} ${names[i]}`);
    });
  }
});

test("relaxed spellings are read, doubtful ones are not", () => {
  const castling = readFen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  for (const text of ["O-O", "0-0", "e1g1", "e1h1", "O-O!"]) {
    assert.equal(readMove(castling, text)?.kind, "castling", text);
  }
  const promotion = readFen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  for (const text of ["a8=Q+", "a8Q", "a8(Q)", "a7a8q"]) assert.equal(readMove(promotion, text)?.promotion, "Q", text);
  const start = readFen(START_FEN);
  for (const text of ["Nf3", "nf3", "Ng1f3", "Ng1-f3", "Ngf3", "g1f3", "g1-f3"]) assert.equal(readMove(start, text)?.to, 21, text);
  for (const text of ["", "Nd2", "e5", "a8=Q", "O-O", "hello"]) assert.equal(readMove(start, text), null, text);
  assert.equal(readMove(readFen("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"), "Nd2"), null);
  // A bishop of the first rank, and the square b1.
  const both = readFen("4k3/8/8/4B3/8/2p5/8/1N2B1K1 w - - 0 1");
  for (const [text, from] of [["B1xc3", "e1"], ["b1xc3", "b1"], ["b1c3", "b1"], ["e5xc3", "e5"]]) assert.equal(nameOf(readMove(both, text).from), from, text);
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
  for (const fen of [START_FEN, "4k3/8/8/8/8/8/8/4K3 b", KIWIPETE]) assert.ok(isFen(fen), fen);
  for (const moves of ["1. e4 e5", "e4/e5", "", "1/2-1/2 w"]) assert.ok(!isFen(moves), moves);
});

test("knows the moves that a text may mean which says too little", () => {
  const position = readFen("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
  const meanings = (text) => meaningsOf(position, text).map((move) => toSan(position, move)).sort();
  assert.deepEqual(meanings("Nd2"), ["Nbd2", "Nfd2"]);
  assert.deepEqual(meanings("Nd7"), []);
});

test("reads castling in books in both of its forms", () => {
  const code = (text) => squareNamed(text.slice(2)) | (squareNamed(text.slice(0, 2)) << 6);
  const decode = (fen, text) => decodeRecords(readFen(fen), [{ code: code(text), weight: 1 }]).map(({ move }) => `${nameOf(move.from)}${nameOf(move.to)}`);
  for (const text of ["e1g1", "e1h1"]) assert.deepEqual(decode("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", text), ["e1h1"]);
  assert.deepEqual(decode("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"), ["e8a8"]);
  assert.deepEqual(decode("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1g1"), []);
  assert.deepEqual(decode("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", "b1c1"), ["b1c1"]);
  assert.deepEqual(decode("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", "b1g1"), ["b1h1"]);
  assert.deepEqual(decode("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1g1"), []);
});
