// SPDX-License-Identifier: MIT
import { breakIfDue } from "./breaks.js";

/** The highest weight of a move in a book. */
export const MAX_WEIGHT = 65535;

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
  const read = await Promise.all(games.map((game) => linesOfGame(game, rules, withVariations)));
  const moves = new Map();
  for (const { written } of read) addMoves(moves, written);
  const lines = read.flatMap((game) => game.lines);
  const names = new Set(lines.flatMap(({ steps }) => steps.map(({ name }) => name)));
  return { lines, moves, leftOut: names.size - moves.size, problem: read.map(({ problem }) => problem).find(Boolean) ?? "" };
}

/** {lines, problem: as in linesOfGames(); written: the legal moves of a game in the order of the text} */
async function linesOfGame(game, rules, withVariations) {
  await breakIfDue();
  let start;
  try {
    start = await rules.begin(game.fen ?? rules.startFen);
  } catch (error) {
    return { lines: [], written: [], problem: `${error.message}; the other games can be added` };
  }
  const lines = [];
  let problem = "";
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
        const { uci } = move;
        played.set(written, { name: `${position.key} ${uci}`, position, uci, after: await rules.play(position, move) });
      }
      steps.push(played.get(written));
    }
    if (steps.length > 0) lines.push({ fen: start.place.fen, steps });
  }
  const written = game.written.filter((one) => played.has(one)).map((one) => ({ ...one, ...played.get(one) }));
  return { lines, written, problem };
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
