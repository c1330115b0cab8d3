// SPDX-License-Identifier: MIT
import { breakIfDue } from "./breaks.js";
import { MAX_WEIGHT } from "./records.js";

/**
 * The lines of games, and the weights that their moves get in a book. Marks and comments count as for
 * `make-book --variations all`: see docs/tools.md, "Variations of a game". But a move that several games have is added
 * once, with the highest of its weights.
 *
 * games: see readGames(). Returns a promise of {lines: [{fen, steps}], moves: a map of the moves to be added, by the
 * name of their step: {position, uci, times, weight}; leftOut: how many moves are not to be added; problem: a text about
 * the first move that cannot be played, or ""}
 */
export async function linesOfGames(games, rules, withVariations) {
  const lines = [];
  const moves = new Map();
  const names = new Set();
  let problem = "";
  for (const game of games) {
    await breakIfDue();
    let start;
    try {
      start = await rules.begin(game.fen ?? rules.startFen);
    } catch (error) {
      problem ||= `${error.message}; the other games can be added`;
      continue;
    }
    /** The legal moves of the game. Variations share the moves before them. */
    const played = new Map();
    for (const line of withVariations ? game.lines : game.lines.slice(0, 1)) {
      const steps = [];
      for (const written of line) {
        const position = steps.at(-1)?.after ?? start;
        if (!played.has(written)) {
          const move = rules.read(position, written.word);
          if (!move) {
            problem ||= `${written.word} is no legal move here; what stands before it can be added`;
            break;
          }
          const uci = rules.uci(position, move);
          played.set(written, { name: `${position.keyText} ${uci}`, position, uci, after: await rules.play(position, move) });
        }
        steps.push(played.get(written));
        names.add(steps.at(-1).name);
      }
      if (steps.length > 0) lines.push({ fen: rules.place(start).fen, steps });
    }
    addMoves(moves, game.written.filter((written) => played.has(written)).map((written) => ({ ...written, ...played.get(written) })));
  }
  return { lines, moves, leftOut: names.size - moves.size, problem };
}

/** Adds the moves of a game to those of other games. written: in the order of the text */
function addMoves(moves, written) {
  const ofGame = new Map();
  for (const move of written) {
    const before = ofGame.get(move.name);
    if (!before) ofGame.set(move.name, move);
    else {
      before.times ??= move.times;
      before.weight ??= move.weight;
      before.isLeftOut &&= move.isLeftOut;
    }
  }
  const weighing = new Set(written.filter(({ weight }) => weight !== undefined).map(({ position }) => position.white));
  for (const { name, position, uci, times = 1, weight, isLeftOut } of ofGame.values()) {
    // If only the moves of one side have weights, the moves of the other side are replies.
    const isReply = weighing.size === 1 && !weighing.has(position.white);
    if (isReply || (isLeftOut && weight === undefined)) continue;
    const known = moves.get(name);
    const weights = [times > 0 ? weight : undefined, known?.weight].filter((one) => one !== undefined);
    moves.set(name, { position, uci, times: Math.max(times, known?.times ?? 0), weight: weights.length > 0 ? Math.max(...weights) : undefined });
  }
}

/** The lines as ServerSource.edit() sends them. weight: of a move without a mark or a weight of its own */
export function weighedLines({ lines, moves }, weight) {
  const weightOf = (move) => (move ? Math.min(move.weight ?? move.times * weight, MAX_WEIGHT) : null);
  return lines
    .map(({ fen, steps }) => ({ fen, moves: steps.map(({ uci }) => uci).join(" "), weights: steps.map(({ name }) => weightOf(moves.get(name))) }))
    .filter(({ weights }) => weights.some((one) => one !== null));
}
