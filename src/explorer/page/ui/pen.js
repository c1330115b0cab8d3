// SPDX-License-Identifier: MIT
import { drawArrow } from "./arrows.js";

/** The colour for an event of a mouse or of a key: those of Lichess. */
const drawnColour = ({ shiftKey, ctrlKey, altKey }) => (shiftKey || ctrlKey ? "red" : altKey ? "blue" : "green");

/**
 * Arrows and circles that a person draws on a board (a BoardView), of one position. Drawn once more in the same colour, one
 * is taken away.
 */
export class Pen {
  constructor(board) {
    this.board = board;
    /** {from, to: squares, the same for a circle, colour} */
    this.drawn = [];
    /** The square where an arrow begins that is drawn with keys; null: none is. */
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

  /** Follows the right button of a mouse: a circle on a square, an arrow to another. */
  drawWithMouse(down) {
    const from = this.board.squareUnder(down);
    if (from < 0) return;
    const end = (up) => {
      const to = this.board.squareUnder(up);
      if (to >= 0) this.toggle(from, to, up);
    };
    document.addEventListener("pointerup", end, { once: true });
  }

  /** The first time says where an arrow begins, the second time where it ends. */
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
