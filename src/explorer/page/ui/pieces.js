// SPDX-License-Identifier: MIT
import { isPieceOf } from "../rules/served_rules.js";
import { button, byId, make, shape } from "./elements.js";

/** The width and height of a piece. The shapes are our own; outlines and fills come from the style sheet. */
export const PIECE_SIZE = 45;

const BASE = "M11 39.5h23v-3.6c0-1-.8-1.9-1.9-1.9H12.9c-1.1 0-1.9.8-1.9 1.9z";

const SHAPES = {
  P: ["M22.5 8.5a5.6 5.6 0 0 1 3.4 10.1c3.3 1.7 4.6 5 2.7 8.4h-2.4c.3 3 1.6 5.1 4.3 7H14.5c2.7-1.9 4-4 4.3-7h-2.4c-1.9-3.4-.6-6.7 2.7-8.4A5.6 5.6 0 0 1 22.5 8.5z"],
  N: ["M15 34c-.3-5.4 2-8.3 5-11-2.4.5-4.3 1.6-6.2 3.3-1.8 1.5-4.2.2-3.9-2 .3-2.1 2.1-4.7 3.4-7 1.3-2.6 2-4.7 3.9-6.3l-.4-4.3 4.7 2.5c8.3.2 13.3 6.5 13.3 15.3 0 3.6-.6 6.6-1.8 9.5z", "M17.7 15.3h.1"],
  B: ["M22.5 5a2.6 2.6 0 0 1 1.6 4.6c4.5 3.3 6.9 7 6.9 10.4 0 3.1-1.7 5.6-4.4 7.1.3 2.8 1.4 5 3.7 6.9H14.7c2.3-1.9 3.4-4.1 3.7-6.9-2.7-1.5-4.4-4-4.4-7.1 0-3.4 2.4-7.1 6.9-10.4A2.6 2.6 0 0 1 22.5 5z", "M22.5 15.5v7M19 19h7"],
  R: ["M12 8h4.6v3.4h3.6V8h4.6v3.4h3.6V8H33v8.2l-3.6 3.2V29l2.6 5H13l2.6-5v-9.6L12 16.2z", "M15.6 19.4h13.8M15.6 29h13.8"],
  Q: ["M8.3 12.7l6.2 8.3 1.7-11.5 6.3 10.3 6.3-10.3 1.7 11.5 6.2-8.3-3.9 21.3H12.2z", "M13 29.5c6-1.3 13-1.3 19 0"],
  K: ["M21 4.5h3v3h3v3h-3v4.2c1-.8 2.6-1.6 4.6-1.6 4.8 0 8.3 3.4 8.3 7.8 0 5.2-4.3 7.2-6 13.1H14.1c-1.7-5.9-6-7.9-6-13.1 0-4.4 3.5-7.8 8.3-7.8 2 0 3.6.8 4.6 1.6v-4.2h-3v-3h3z", "M22.5 18v9.5M14.2 30c5.5-1.2 11.1-1.2 16.6 0"],
};
/** The balls on the points of the queen's crown. */
const POINTS = [[7.4, 10.6], [16, 7.6], [29, 7.6], [37.6, 10.6]];

/**
 * Draws a piece ("N", "n") inside a picture, on a square of PIECE_SIZE units. A piece that chess does not have is a
 * disc with its letter. A promoted piece has a dot beside it.
 */
export function pieceShape(piece) {
  const kind = kindOf(piece);
  const parts = SHAPES[kind] ? outline(kind) : [shape("circle", { cx: 22.5, cy: 22.5, r: 17.5 }), shape("text", { x: 22.5, y: 23.5 }, kind)];
  const dot = wasPawn(piece) && shape("circle", { class: "promoted", cx: 38.5, cy: 7, r: 4.5 });
  return shape("g", { class: `piece ${colourOf(piece)}` }, ...parts, dot);
}

function outline(kind) {
  const [body, ...lines] = SHAPES[kind];
  return [
    shape("path", { d: body }),
    ...(kind === "Q" ? POINTS.map(([cx, cy]) => shape("circle", { cx, cy, r: 2.2 })) : []),
    shape("path", { d: BASE }),
    ...lines.map((d) => shape("path", { d, class: "line" })),
  ];
}

/** A picture of one piece. */
export const drawPiece = (piece) =>
  shape("svg", { viewBox: `0 0 ${PIECE_SIZE} ${PIECE_SIZE}`, "aria-hidden": "true" }, pieceShape(piece));

const PIECE_NAMES = { P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" };

/** A `~` means that the piece was promoted: when it is captured, it becomes a pawn in hand. */
const wasPawn = (piece) => piece.includes("~");
const kindOf = (piece) => piece.toUpperCase().replace("~", "");
const colourOf = (piece) => (piece === piece.toUpperCase() ? "white" : "black");

/** "knight", or the letter of a piece that chess does not have. */
export const kindName = (piece) => (wasPawn(piece) ? "promoted " : "") + (PIECE_NAMES[kindOf(piece)] ?? kindOf(piece));

/** "white knight" */
export const nameOfPiece = (piece) => `${colourOf(piece)} ${kindName(piece)}`;

/** How long a piece takes to move from one square to another, in milliseconds. */
const ANIMATION_TIME = 160;
/** If more pieces than this would move, the two positions are too different to animate. */
const MOST_MOVING = 4;

/**
 * Finds the pieces that stand on another square on the second board: [{from, to}]. Pairs each piece with the nearest
 * one that is alike. distance(a, b): the distance of two squares
 */
export function movedPieces(before, after, distance) {
  const left = [...before.keys()].filter((square) => before[square] && before[square] !== after[square]);
  const come = [...after.keys()].filter((square) => after[square] && before[square] !== after[square]);
  const moved = [];
  for (const to of come) {
    const origins = left.filter((square) => before[square] === after[to] && !moved.some(({ from }) => from === square));
    const [from] = origins.sort((a, b) => distance(a, to) - distance(b, to));
    if (from !== undefined) moved.push({ from, to });
  }
  return moved.length <= MOST_MOVING ? moved : [];
}

/** Moves a copy of a piece from the corner of one square to that of another, in a layer above the squares. */
export function animatePiece(piece, layer, from, to) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const copy = piece.cloneNode(true);
  const holder = piece.ownerDocument.createElementNS(piece.namespaceURI, "g");
  holder.append(copy);
  layer.append(holder);
  piece.style.visibility = "hidden";
  const place = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` });
  const end = () => {
    piece.style.visibility = "";
    holder.remove();
  };
  holder.animate([place(from), place(to)], { duration: ANIMATION_TIME, easing: "ease-out", fill: "both" }).finished.then(end, end);
}

/**
 * Shows the pieces that both sides have in hand, or nothing if the game has none (no position.hands). Each is a button;
 * those that can be dropped are enabled. onPick(kind)
 */
export function showHands(position, moves, picked, onPick) {
  const { hands } = position;
  byId("hands").hidden = !hands;
  if (!hands) return;
  const held = (piece) => {
    const kind = piece.toUpperCase();
    const count = hands.filter((other) => other === piece).length;
    const isOwn = isPieceOf(piece, position.white);
    const attributes = {
      "aria-label": `${nameOfPiece(piece)} in hand, ${count}`,
      "aria-pressed": String(isOwn && kind === picked),
      disabled: !isOwn || !moves.some((move) => move.from === kind),
      onclick: () => onPick(kind),
    };
    return button(attributes, drawPiece(piece), String(count));
  };
  const hand = (side, white) => {
    const pieces = [...new Set(hands)].filter((piece) => isPieceOf(piece, white));
    return handOf(side, pieces.length > 0 ? pieces.map(held) : ["nothing"]);
  };
  byId("hands").replaceChildren(hand("White", true), hand("Black", false));
}

/** What a side has in hand, with its name. */
export function handOf(side, children) {
  const title = `${side} has in hand`;
  return make("div", { class: "hand", role: "group", "aria-label": title }, make("span", { class: "hand-name" }, title), ...children);
}

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
      button(
        { "aria-label": isOfChess ? PIECE_NAMES[promotion] : san, onclick: () => dialog.close(index) },
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
