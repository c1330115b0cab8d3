// SPDX-License-Identifier: MIT
// Games that users copy, and their comparison with a book. Run by run_page_tests.sh.
import assert from "node:assert/strict";
import { test } from "node:test";

const page = process.env.POLYGLOT_PAGE;
const { readGames } = await import(`${page}/chess/games.js`);

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
  assert.deepEqual(readGames("[broken \"tag\n\n1. e4").length, 1);
});
