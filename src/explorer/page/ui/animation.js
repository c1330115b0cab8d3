// SPDX-License-Identifier: MIT
/** How long a piece takes from square to square, in milliseconds. */
const ANIMATION_TIME = 160;
/** With more pieces that move, positions have nothing to do with each other. */
const MOST_MOVING = 4;

/**
 * Pieces that are elsewhere on a second board: {from, to}. Of several that are alike, the nearest is meant.
 * distance(a, b): of two squares
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

/** Has a copy of a piece go from one corner of a square to another, in a layer above the squares. */
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
