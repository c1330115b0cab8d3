// SPDX-License-Identifier: MIT
import { byId, make } from "./elements.js";
import { PIECE_NAMES, drawPiece } from "./pieces.js";

/** Asks to which piece a pawn promotes, or whether it does: the chosen one of the moves, null if it is not to move. */
export function choosePromotion(moves, white) {
  const dialog = byId("promotion");
  const isOfChess = moves.every(({ promotion }) => promotion in PIECE_NAMES);
  byId("promotion-title").textContent = isOfChess ? "Promote to" : "Which move?";
  return new Promise((resolve) => {
    const choices = moves.map(({ promotion, san }, index) =>
      make(
        "button",
        { type: "button", "aria-label": isOfChess ? PIECE_NAMES[promotion] : san, onclick: () => dialog.close(index) },
        isOfChess ? drawPiece(white ? promotion : promotion.toLowerCase()) : san));
    byId("promotion-choices").replaceChildren(...choices);
    dialog.returnValue = "";
    dialog.addEventListener("close", () => resolve(moves[dialog.returnValue] ?? null), { once: true });
    dialog.showModal();
  });
}
