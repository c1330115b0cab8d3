import { legalMoves } from "../chess/moves.js";
import { destination } from "../chess/notation.js";
import { fileOf, isPieceOf, nameOf, rankOf, squareAt, squareNamed } from "../chess/squares.js";
import { make } from "./elements.js";
import { PIECE_NAMES, drawPiece, nameOfPiece } from "./pieces.js";

/** So far may a mouse move between down and up, in pixels, and it is a click. */
const CLICK_RADIUS = 6;

/**
 * A board to click on, to drag pieces over with a mouse, and to walk over with the arrow keys: pick a piece, then its
 * target.
 *
 * onMoves(moves): the moves that pick and target leave open, several only for a promotion.
 * onSay(text): for those who hear the page.
 */
export class BoardView {
  constructor(host, { onMoves, onSay }) {
    this.host = host;
    this.onMoves = onMoves;
    this.onSay = onSay;
    this.picked = -1;
    this.focused = squareAt(4, 1);
    this.flipped = false;
    host.addEventListener("keydown", (event) => this.onKey(event));
    // A finger that moves scrolls the page.
    host.addEventListener("pointerdown", (event) => event.pointerType === "mouse" && event.button === 0 && this.grasp(event));
  }

  show(position, lastMove) {
    this.position = position;
    this.lastMove = lastMove;
    this.moves = legalMoves(position);
    this.picked = -1;
    this.draw();
  }

  flip() {
    this.flipped = !this.flipped;
    this.draw();
  }

  focus() {
    this.cells[this.focused].focus();
  }

  draw() {
    const hadFocus = this.host.contains(document.activeElement);
    this.cells = [];
    const rows = [];
    for (let row = 0; row < 8; ++row) {
      const cells = [];
      for (let column = 0; column < 8; ++column) cells.push(this.drawSquare(this.squareAtPlace(column, row)));
      rows.push(make("div", { role: "row" }, ...cells));
    }
    this.host.replaceChildren(...rows);
    if (hadFocus) this.focus();
  }

  squareAtPlace(column, row) {
    return this.flipped ? squareAt(7 - column, row) : squareAt(column, 7 - row);
  }

  drawSquare(square) {
    const piece = this.position.board[square];
    const isTarget = this.picked >= 0 && this.movesTo(square).length > 0;
    const classes = [
      (fileOf(square) + rankOf(square)) % 2 === 0 ? "dark" : "light",
      square === this.picked && "picked",
      isTarget && "target",
      this.lastMove && [this.lastMove.from, this.lastMove.to].includes(square) && "last",
      piece.toUpperCase() === "K" && isPieceOf(piece, this.position.white) && this.position.inCheck && "check",
    ];
    const name = nameOf(square);
    const cell = make(
      "div",
      {
        role: "gridcell",
        class: classes.filter(Boolean).join(" "),
        tabindex: square === this.focused ? 0 : -1,
        "aria-label": name + (piece ? ", " + nameOfPiece(piece) : "") + (isTarget ? ", can go here" : ""),
        "aria-selected": String(square === this.picked),
        "data-square": name,
        onclick: () => this.touch(square),
        onfocus: () => this.moveFocus(square),
      },
      ...this.coordinates(square),
      piece && drawPiece(piece));
    this.cells[square] = cell;
    return cell;
  }

  /** Letters and numbers of the lower and left edge. */
  coordinates(square) {
    const [file, rank] = nameOf(square);
    const labels = [];
    if (rankOf(square) === (this.flipped ? 7 : 0)) labels.push(["file", file]);
    if (fileOf(square) === (this.flipped ? 7 : 0)) labels.push(["rank", rank]);
    return labels.map(([kind, text]) => make("span", { class: `coordinate ${kind}`, "aria-hidden": "true" }, text));
  }

  moveFocus(square) {
    this.cells[this.focused].tabIndex = -1;
    this.focused = square;
    this.cells[square].tabIndex = 0;
  }

  /** The moves of the picked piece that end on a square; castling by the king's target or by the rook. */
  movesTo(square) {
    const own = this.moves.filter((move) => move.from === this.picked);
    const exact = own.filter((move) => move.to === square);
    if (exact.length > 0 || square === this.picked) return exact;
    return own.filter((move) => destination(move) === square);
  }

  touch(square) {
    this.moveFocus(square);
    const moves = this.picked >= 0 ? this.movesTo(square) : [];
    if (moves.length > 0) {
      this.picked = -1;
      this.onMoves(moves);
      return;
    }
    const isOwn = isPieceOf(this.position.board[square], this.position.white);
    this.pick(isOwn && square !== this.picked ? square : -1);
  }

  pick(square) {
    this.picked = square;
    this.draw();
    if (square < 0) return;
    const targets = this.moves.filter((move) => move.from === square).map((move) => nameOf(destination(move)));
    const kind = PIECE_NAMES[this.position.board[square].toUpperCase()];
    this.onSay(`${kind} ${nameOf(square)} picked, ${[...new Set(targets)].join(", ") || "no moves"}`);
  }

  /** Follows a mouse that may drag a piece. A click goes its own way, see touch(). */
  grasp(down) {
    const square = this.squareUnder(down);
    if (!isPieceOf(this.position.board[square] ?? "", this.position.white)) return;
    const { position } = this;
    const following = new AbortController();
    let isDragged = false;
    const drag = (event) => {
      const [right, below] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (position !== this.position) following.abort();
      else if (isDragged || Math.hypot(right, below) > CLICK_RADIUS) {
        if (this.picked !== square) this.pick(square);
        isDragged = true;
        const piece = this.cells[square].querySelector(".piece");
        piece.classList.add("dragged");
        piece.style.translate = `${right}px ${below}px`;
      }
    };
    const drop = (event) => {
      following.abort();
      if (isDragged) this.drop(event.type === "pointerup" ? this.squareUnder(event) : -1);
    };
    document.addEventListener("pointermove", drag, { signal: following.signal });
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, drop, { signal: following.signal });
  }

  /** The picked piece is let go over a square, -1 if over none. */
  drop(square) {
    const moves = this.movesTo(square);
    if (moves.length > 0) this.touch(square);
    else this.pick(-1);
  }

  /** The square at a place of the screen, -1 if there is none. */
  squareUnder({ clientX, clientY }) {
    const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-square]");
    return squareNamed(cell?.dataset.square);
  }

  onKey(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in steps) this.walk(...steps[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.touch(this.focused);
    else if (event.key === "Escape") this.pick(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.focus();
  }

  walk(right, up) {
    const direction = this.flipped ? -1 : 1;
    const file = fileOf(this.focused) + direction * right;
    const rank = rankOf(this.focused) + direction * up;
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) this.moveFocus(squareAt(file, rank));
  }
}
