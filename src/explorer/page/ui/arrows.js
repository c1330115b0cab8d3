// SPDX-License-Identifier: MIT
import { shape } from "./elements.js";
import { PIECE_SIZE } from "./pieces.js";

/** Moves with a smaller share have no arrow, and at most MOST_ARROWS moves have one. */
const LEAST_SHARE = 0.02;
const MOST_ARROWS = 6;

/** Widths of a shaft, for a share of 0 and of 1. */
const THINNEST = 2;
const WIDEST = 9;
const HEAD_LENGTH = 2.2;

/** The moves that get an arrow: [{uci, share, from, to}], the best first. from: null for a drop. */
export function arrowsOf(rows, places) {
  return rows
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_ARROWS)
    .map((row) => ({ ...row, ...places(row.uci) }));
}

/**
 * An arrow between the middles of two squares, or a ring for a piece that is dropped. kind: a class in place of "arrow"
 */
export function drawArrow({ uci, share, from, to, kind = "arrow" }) {
  const width = THINNEST + (WIDEST - THINNEST) * share;
  const attributes = { class: kind, "data-uci": uci, "stroke-width": width.toFixed(2) };
  if (!from) return shape("circle", { ...attributes, cx: to.x, cy: to.y, r: 0.4 * PIECE_SIZE });
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (distance, aside = 0) =>
    `${(from.x + distance * x - aside * y).toFixed(1)} ${(from.y + distance * y + aside * x).toFixed(1)}`;
  const head = Math.max(9, HEAD_LENGTH * width);
  const tip = length - 0.12 * PIECE_SIZE;
  const [neck, half, wing] = [tip - head, width / 2, Math.max(5.5, width)];
  const start = 0.3 * PIECE_SIZE;
  const outline = [at(start, -half), at(neck, -half), at(neck, -wing), at(tip), at(neck, wing), at(neck, half), at(start, half)];
  return shape("path", { class: kind, "data-uci": uci, d: `M${outline.join("L")}Z` });
}
