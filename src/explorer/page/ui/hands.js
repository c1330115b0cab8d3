// SPDX-License-Identifier: MIT
import { isPieceOf } from "../rules/placement.js";
import { byId, make } from "./elements.js";
import { drawPiece, nameOfPiece } from "./pieces.js";

/**
 * Shows the pieces that both sides have in hand, or nothing if the game has none (no position.hands). Each is a button;
 * those that can be dropped are enabled. onPick(kind)
 */
export function showHands(position, moves, picked, onPick) {
  const { hands } = position;
  const isHidden = !hands;
  byId("hands").hidden = isHidden;
  if (isHidden) return;
  const button = (piece) => {
    const kind = piece.toUpperCase();
    const count = hands.filter((other) => other === piece).length;
    const isOwn = isPieceOf(piece, position.white);
    const attributes = {
      type: "button",
      "aria-label": `${nameOfPiece(piece)} in hand, ${count}`,
      "aria-pressed": String(isOwn && kind === picked),
      disabled: !isOwn || !moves.some((move) => move.from === kind),
      onclick: () => onPick(kind),
    };
    return make("button", attributes, drawPiece(piece), String(count));
  };
  const hand = (name, white) => {
    const pieces = [...new Set(hands)].filter((piece) => isPieceOf(piece, white));
    const buttons = pieces.length > 0 ? pieces.map(button) : ["nothing"];
    const title = `${name} has in hand`;
    return make("div", { class: "hand", role: "group", "aria-label": title }, make("span", { class: "hand-name" }, title), ...buttons);
  };
  byId("hands").replaceChildren(hand("White", true), hand("Black", false));
}
