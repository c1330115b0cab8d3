// SPDX-License-Identifier: MIT
import { byId, make } from "./elements.js";
import { PIECE_NAMES, drawPiece } from "./pieces.js";

/**
 * Asks beside a square (an element) to which piece a pawn promotes, and in a variant whether it promotes. Resolves to
 * the chosen move, or to null if the user chooses none.
 */
export function choosePromotion(allMoves, white, square) {
  const rank = ({ promotion }) => "QRBN".indexOf(promotion);
  const moves = [...allMoves].sort((a, b) => rank(a) - rank(b));
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
    dialog.onclick = (event) => event.target === dialog && dialog.close();
    placeOn(dialog, square, moves.length);
    dialog.showModal();
  });
}

/** Places the choice on the square. The choice extends towards the middle of the board. */
function placeOn(dialog, square, count) {
  const { left, top, width, height } = square.querySelector(".field").getBoundingClientRect();
  const board = square.ownerSVGElement.getBoundingClientRect();
  const size = Math.max(width, 44);
  const isBelow = top + height / 2 > board.top + board.height / 2;
  dialog.style.setProperty("--size", `${size}px`);
  dialog.style.left = `${Math.min(left, innerWidth - size - 8)}px`;
  dialog.style.top = `${isBelow ? Math.max(0, top + height - count * size) : top}px`;
  dialog.classList.toggle("upwards", isBelow);
}
