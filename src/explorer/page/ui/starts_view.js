// SPDX-License-Identifier: MIT
import { byId, counted, make } from "./elements.js";

/**
 * Lists the start positions of a book of shuffled pieces, each as a button that sets it up: [{number, fen, moves}].
 * onTake(fen)
 */
export function showStarts(starts, onTake) {
  byId("starts").hidden = starts.length === 0;
  // The list already shows where the book has moves.
  if (starts.length > 0) byId("no-moves").hidden = true;
  byId("starts-title").textContent = `${counted(starts.length, "start position")} in the book`;
  byId("starts-list").replaceChildren(
    ...starts.map(({ number, fen, moves }) =>
      make(
        "li",
        {},
        make(
          "button",
          { type: "button", class: "start", onclick: () => onTake(fen) },
          make("span", { class: "start-number" }, `No. ${number}`), " ",
          make("span", { class: "start-pieces" }, fen.split("/")[0]), " ",
          make("span", { class: "start-moves" }, counted(moves, "move"))))));
}
