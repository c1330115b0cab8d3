// SPDX-License-Identifier: MIT
import { writeFen } from "../chess/fen.js";
import { isSameMove, readMove, toSan } from "../chess/notation.js";

/** In longer lines, only this number of last plies is reordered. */
const MAX_PLIES = 12;
/** The most positions of one ply that are looked at. */
const MAX_STATES = 100;

/** The most orders in the result. */
const MAX_ORDERS = 5;

/**
 * Finds other orders of moves that end in the same position, with every move in some book. Returns lists of SAN.
 *
 * positions: those of the line, the last one included. moves: of the line, one fewer. ask(fen): what the books say. The
 * search goes ply by ply through the positions that the remaining moves can reach, and looks at each once.
 */
export async function otherOrders(positions, moves, ask) {
  const first = Math.max(0, moves.length - MAX_PLIES);
  const rest = moves.slice(first);
  let layer = [{ position: positions[first], left: rest, orders: [[]], same: true }];
  for (const played of rest) {
    const answers = await Promise.all(layer.map((state) => ask(writeFen(state.position))));
    const next = new Map();
    layer.forEach((state, i) => {
      for (const reached of continuations(state, answers[i], played)) gather(next, reached);
    });
    layer = [...next.values()].slice(0, MAX_STATES);
  }
  const target = positions.at(-1).key;
  return layer.filter((state) => !state.same && state.position.key === target).flatMap((state) => state.orders);
}

/** Joins orders that reach the same position with the same remaining moves. The line itself is kept apart. */
function gather(states, state) {
  const left = state.left.map((move) => move.from * 64 + move.to + move.promotion).sort();
  const name = [state.position.keyText, state.same, ...left].join();
  const known = states.get(name);
  if (known) known.orders = [...known.orders, ...state.orders].slice(0, MAX_ORDERS);
  else states.set(name, state);
}

/** The positions after each remaining move that some book has here. `played`: the next move of the line itself */
function continuations({ position, left, orders, same }, answer, played) {
  const found = [];
  for (const uci of movesOfAll(answer)) {
    const move = readMove(position, uci);
    const index = left.findIndex((wanted) => isSameMove(wanted, move));
    if (index < 0) continue;
    const san = toSan(position, move);
    found.push({
      position: position.play(move),
      left: left.filter((_, i) => i !== index),
      orders: orders.map((sans) => [...sans, san]),
      same: same && isSameMove(move, played),
    });
  }
  return found;
}

const movesOfAll = (answer) => new Set(answer.books.flatMap((book) => (book.moves ?? []).map((move) => move.uci)));
