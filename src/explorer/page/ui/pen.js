// SPDX-License-Identifier: MIT
import { drawArrow } from "./arrows.js";

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
