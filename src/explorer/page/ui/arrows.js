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

/** The colour to draw in, by the keys that are held: as on Lichess. */
const drawnColour = ({ shiftKey, ctrlKey, altKey }) => (shiftKey || ctrlKey ? "red" : altKey ? "blue" : "green");

/**
 * The arrows and circles that the user draws on a board (a BoardView), for one position. Drawing one again in the same
 * colour removes it.
 */
export class Pen {
  constructor(board) {
    this.board = board;
    /** {from, to: squares, which are the same for a circle; colour} */
    this.drawn = [];
    /** The first square of an arrow that the user draws with keys; null if there is none. */
    this.begun = null;
  }

  clear() {
    this.begun = null;
    this.drawn = [];
    this.show();
  }

  show() {
    const { board } = this;
    board.drawingLayer?.replaceChildren(
      ...this.drawn.map(({ from, to, colour }) =>
        drawArrow({ share: 0.6, from: from === to ? null : board.middleOf(from), to: board.middleOf(to), kind: `drawn ${colour}` })));
  }

  toggle(from, to, event) {
    const { board } = this;
    const colour = drawnColour(event);
    const known = this.drawn.find((one) => one.from === from && one.to === to);
    this.drawn = this.drawn.filter((one) => one !== known);
    if (known?.colour !== colour) this.drawn.push({ from, to, colour });
    this.show();
    board.onSay(from === to ? `Circle on ${board.nameOf(to)}` : `Arrow from ${board.nameOf(from)} to ${board.nameOf(to)}`);
  }

  /** Follows the right button of a mouse: it draws a circle if it is released on the same square, else an arrow. */
  drawWithMouse(down) {
    const from = this.board.squareUnder(down);
    if (from < 0) return;
    const end = (up) => {
      const to = this.board.squareUnder(up);
      if (to >= 0) this.toggle(from, to, up);
    };
    document.addEventListener("pointerup", end, { once: true });
  }

  /** The first call sets where an arrow begins, the second call where it ends. */
  drawWithKey(square, event) {
    if (this.begun === null) {
      this.begun = square;
      this.board.onSay(`Arrow from ${this.board.nameOf(square)}: go to its end`);
      return;
    }
    this.toggle(this.begun, square, event);
    this.begun = null;
  }
}
