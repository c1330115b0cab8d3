// SPDX-License-Identifier: MIT
import { legalMoves } from "../chess/moves.js";
import { destination } from "../chess/notation.js";

/** Bytes of one record of a .bin book. Source: docs/book-format.md. */
const RECORD_SIZE = 16;

export const MAX_WEIGHT = 65535;

/** The records of one key, in the order of the file: [{code, weight, n, sum}]. `view`: a DataView of the whole book */
export function findRecords(view, key) {
  const keyAt = (index) => view.getBigUint64(index * RECORD_SIZE);
  const count = view.byteLength / RECORD_SIZE;
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyAt(middle) < key) low = middle + 1;
    else high = middle;
  }
  const records = [];
  for (; key !== 0n && low < count && keyAt(low) === key; ++low) records.push(readRecord(view, low * RECORD_SIZE));
  return records;
}

function readRecord(view, offset) {
  return {
    code: view.getUint16(offset + 8),
    weight: view.getUint16(offset + 10),
    n: view.getUint16(offset + 12),
    sum: view.getUint16(offset + 14),
  };
}

/** The 16-bit code of a move. Castling is encoded as the king taking his own rook. */
export function encodeMove(move) {
  return move.to | (move.from << 6) | ((1 + "NBRQ".indexOf(move.promotion || "?")) << 12);
}

/** The records with their legal moves, without those that have none. Castling may also be encoded as e1g1. */
export function decodeRecords(position, records) {
  const moves = legalMoves(position);
  const byCode = new Map(moves.map((move) => [encodeMove(move), move]));
  for (const castling of moves.filter(({ kind }) => kind === "castling")) {
    const step = { ...castling, to: destination(castling) };
    if (step.to !== step.from && !byCode.has(encodeMove(step))) byCode.set(encodeMove(step), castling);
  }
  return records
    .filter((record) => byCode.has(record.code))
    .map((record) => ({ ...record, move: byCode.get(record.code) }));
}
