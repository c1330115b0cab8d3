// SPDX-License-Identifier: MIT
/** Colours of what is drawn, by the keys that are held: those of Lichess. */
const DRAWN_COLOURS = { plain: "green", shift: "red", alt: "blue" };

/** The colour for an event of a mouse or of a key. */
export const drawnColour = ({ shiftKey, ctrlKey, altKey }) => DRAWN_COLOURS[shiftKey || ctrlKey ? "shift" : altKey ? "alt" : "plain"];

/** Arrows and circles that a person has drawn on the board: {from, to: squares, the same for a circle, colour}. */
export class Drawings {
  constructor() {
    this.all = [];
  }

  clear() {
    this.all = [];
  }

  /** Draws it, or takes it away if it is there in this colour. */
  toggle(from, to, colour) {
    const known = this.all.find((one) => one.from === from && one.to === to);
    this.all = this.all.filter((one) => one !== known);
    if (known?.colour !== colour) this.all.push({ from, to, colour });
  }
}
