// SPDX-License-Identifier: MIT
import { button, byId, counted, make } from "./elements.js";
import { lineText, moveNumber } from "./game_line.js";

/** The moves of the line, each a button that goes there. onGo(ply). */
export function showLine(line, onGo) {
  const [start] = line.positions;
  const moves = line.moves.map(({ san }, i) => {
    const number = moveNumber(start, i);
    return make(
      "li",
      {},
      ...(i === 0 || number.endsWith(".") ? [make("span", { class: "number" }, number), " "] : []),
      button({ class: "ply", "aria-current": i + 1 === line.ply ? "step" : undefined, onclick: () => onGo(i + 1) }, san));
  });
  const list = byId("line");
  const hadFocus = list.contains(document.activeElement);
  list.replaceChildren(...moves);
  const current = list.querySelector("[aria-current]");
  if (hadFocus) current?.focus();
  // On a phone, the line is one row that is wider than the screen.
  list.scrollLeft = current ? current.offsetLeft - list.offsetLeft - list.clientWidth / 2 : 0;
  byId("line-empty").hidden = moves.length > 0;
  byId("to-start").disabled = byId("back").disabled = line.ply === 0;
  byId("forward").disabled = byId("to-end").disabled = line.ply === line.length;
}

/** Marks the moves of the line that no book has. areKnown: for each move, whether a book has it */
export function markBookMoves(areKnown) {
  byId("line").querySelectorAll(".ply").forEach((ply, i) => {
    const isOut = areKnown[i] === false;
    ply.classList.toggle("out", isOut);
    if (isOut) ply.setAttribute("aria-label", `${ply.textContent}, not in the book`);
    ply.title = isOut ? "Not in the book" : "";
  });
}

/** Lists other orders of the moves that lead here, each as a button that plays them. onTake(sans) */
export function showOrders(start, orders, onTake) {
  byId("orders-box").hidden = orders.length === 0;
  byId("orders").replaceChildren(
    ...orders.map((sans) => make("li", {}, button({ class: "order", onclick: () => onTake(sans) }, lineText(start, sans)))));
}

/**
 * Shows where the line has left the books. known: the last ply at which they have moves, -1 if there is none;
 * isFollowed: whether the move from there is one of them; onBack(): goes to that ply.
 */
export function showOutOfBook(line, known, isFollowed, onBack) {
  const first = isFollowed ? known + 1 : known;
  const text = () => (first < line.ply ? `Out of book since ${line.named(first)}.` : `The books end with ${line.named(known)}.`);
  byId("no-moves-text").textContent = known < 0 ? "The books have no move here." : text();
  byId("to-book").hidden = known < 0;
  byId("to-book").textContent = known > 0 ? `Back to ${line.named(known - 1)}` : "Back to the start";
  byId("to-book").onclick = onBack;
}

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
      make("li", {}, button(
        { class: "start", onclick: () => onTake(fen) },
        make("span", { class: "start-number" }, `No. ${number}`), " ",
        make("span", { class: "start-pieces" }, fen.split("/")[0]), " ",
        make("span", { class: "start-moves" }, counted(moves, "move"))))));
}
