import { byId, make } from "./elements.js";
import { PIECE_NAMES, drawPiece } from "./pieces.js";

/** Asks to which piece a pawn promotes: the chosen one of the moves, null if it is not to move. */
export function choosePromotion(moves, white) {
  const dialog = byId("promotion");
  return new Promise((resolve) => {
    const choices = ["Q", "R", "B", "N"].map((kind) =>
      make(
        "button",
        { type: "button", value: kind, "aria-label": PIECE_NAMES[kind], onclick: () => dialog.close(kind) },
        drawPiece(white ? kind : kind.toLowerCase())));
    byId("promotion-choices").replaceChildren(...choices);
    dialog.returnValue = "";
    dialog.addEventListener(
      "close",
      () => resolve(moves.find((move) => move.promotion === dialog.returnValue) ?? null),
      { once: true });
    dialog.showModal();
  });
}
