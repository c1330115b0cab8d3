// SPDX-License-Identifier: MIT
import { movesOfBooks } from "./server_source.js";

/** In longer lines, only this number of last plies is reordered. */
const MAX_PLIES = 12;
/** The most positions of one ply that are looked at. */
const MAX_STATES = 100;

/** The most orders in the result. */
const MAX_ORDERS = 5;

/**
 * Finds other orders of moves that end in the same position, with every move in some book. Returns lists of SAN.
 *
 * positions: those of the line, the last one included. moves: of the line, one fewer. ask(position): what the books say.
 * The search goes ply by ply through the positions that the remaining moves can reach, and looks at each once.
 */
export async function otherOrders(rules, positions, moves, ask) {
  const first = Math.max(0, moves.length - MAX_PLIES);
  const rest = moves.slice(first).map(({ uci }) => uci);
  let layer = [{ key: positions[first].key, position: positions[first], left: rest, orders: [[]], same: true }];
  for (const played of rest) {
    const next = new Map();
    for (const reached of await Promise.all(layer.map((state) => continuations(rules, state, ask, played)))) {
      for (const state of reached) gather(next, state);
    }
    layer = [...next.values()].slice(0, MAX_STATES);
  }
  const target = positions.at(-1).key;
  return layer.filter((state) => !state.same && state.key === target).flatMap((state) => state.orders);
}

/** Joins orders that reach the same position with the same remaining moves. The line itself is kept apart. */
function gather(states, state) {
  const name = [state.key, state.same, ...[...state.left].sort()].join();
  const known = states.get(name);
  if (known) known.orders = [...known.orders, ...state.orders].slice(0, MAX_ORDERS);
  else states.set(name, state);
}

/** The positions after each remaining move that some book has here. `played`: the next move of the line itself */
async function continuations(rules, state, ask, played) {
  const { left, orders, same } = state;
  const position = state.position ?? (await rules.after(state.from, state.move));
  const answer = await ask(position);
  const found = [];
  for (const uci of new Set(movesOfBooks(answer).map((move) => move.uci))) {
    const index = left.indexOf(uci);
    const move = index < 0 ? undefined : position.moves.find((legal) => legal.uci === uci);
    if (!move) continue;
    found.push({
      key: move.key,
      from: position,
      move,
      left: left.filter((_, i) => i !== index),
      orders: orders.map((sans) => [...sans, move.san]),
      same: same && uci === played,
    });
  }
  return found;
}
