// SPDX-License-Identifier: MIT
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
