// SPDX-License-Identifier: MIT
import { isPieceOf } from "../chess/squares.js";
import { make } from "./elements.js";
import { showHands } from "./hands.js";
import { drawPiece, kindName, nameOfPiece } from "./pieces.js";

/** So far may a mouse move between down and up, in pixels, and it is a click. */
const CLICK_RADIUS = 6;

/** Nothing is picked. */
const NOTHING = -1;

/**
 * A board of any size to click on, to drag pieces over with a mouse, and to walk over with the arrow keys: pick a piece, then its
 * target. What is picked is a square, or the kind of a piece in hand.
 *
 * onMoves(moves): the moves that pick and target leave open, several only for a promotion.
 * onSay(text): for those who hear the page.
 */
export class BoardView {
  constructor(host, rules, { onMoves, onSay }) {
    this.host = host;
    this.rules = rules;
    host.style.setProperty("--files", rules.files);
    host.style.setProperty("--ranks", rules.ranks);
    this.onMoves = onMoves;
    this.onSay = onSay;
    this.picked = NOTHING;
    this.focused = this.squareAt(4, 1);
    this.flipped = false;
    host.addEventListener("keydown", (event) => this.onKey(event));
    // A finger that moves scrolls the page.
    host.addEventListener("pointerdown", (event) => event.pointerType === "mouse" && event.button === 0 && this.grasp(event));
  }

  show(position, lastMove) {
    this.position = position;
    this.lastMove = lastMove;
    this.moves = this.rules.moves(position);
    this.picked = NOTHING;
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
    for (let row = 0; row < this.rules.ranks; ++row) {
      const cells = [];
      for (let column = 0; column < this.rules.files; ++column) cells.push(this.drawSquare(this.squareAtPlace(column, row)));
      rows.push(make("div", { role: "row" }, ...cells));
    }
    this.host.replaceChildren(...rows);
    showHands(this.position, this.moves, this.picked, (kind) => this.pick(kind === this.picked ? NOTHING : kind));
    if (hadFocus) this.focus();
  }

  squareAt(file, rank) {
    return rank * this.rules.files + file;
  }

  fileOf(square) {
    return square % this.rules.files;
  }

  rankOf(square) {
    return Math.floor(square / this.rules.files);
  }

  /** The letter of its file, the number of its rank. */
  partsOfName(square) {
    return ["abcdefghijklmnop"[this.fileOf(square)], String(this.rankOf(square) + 1)];
  }

  nameOf(square) {
    return this.partsOfName(square).join("");
  }

  squareAtPlace(column, row) {
    const { files, ranks } = this.rules;
    return this.flipped ? this.squareAt(files - 1 - column, row) : this.squareAt(column, ranks - 1 - row);
  }

  drawSquare(square) {
    const piece = this.position.board[square];
    const isTarget = this.movesTo(square).length > 0;
    const classes = [
      (this.fileOf(square) + this.rankOf(square)) % 2 === 0 ? "dark" : "light",
      square === this.picked && "picked",
      isTarget && "target",
      this.lastMove && [this.lastMove.from, this.lastMove.to].includes(square) && "last",
      piece.toUpperCase() === "K" && isPieceOf(piece, this.position.white) && this.position.inCheck && "check",
    ];
    const name = this.nameOf(square);
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
    const { files, ranks } = this.rules;
    const [file, rank] = this.partsOfName(square);
    const labels = [];
    if (this.rankOf(square) === (this.flipped ? ranks - 1 : 0)) labels.push(["file", file]);
    if (this.fileOf(square) === (this.flipped ? files - 1 : 0)) labels.push(["rank", rank]);
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
    return own.filter((move) => this.rules.target(move) === square);
  }

  touch(square) {
    this.moveFocus(square);
    const moves = this.movesTo(square);
    if (moves.length > 0) {
      this.picked = NOTHING;
      this.onMoves(moves);
      return;
    }
    const isOwn = isPieceOf(this.position.board[square], this.position.white);
    this.pick(isOwn && square !== this.picked ? square : NOTHING);
  }

  pick(picked) {
    this.picked = picked;
    this.draw();
    if (picked === NOTHING) return;
    const targets = this.moves.filter((move) => move.from === picked).map((move) => this.nameOf(this.rules.target(move)));
    const piece = this.position.board[picked];
    const what = piece ? `${kindName(piece)} ${this.nameOf(picked)}` : `${kindName(picked)} in hand`;
    this.onSay(`${what} picked, ${[...new Set(targets)].join(", ") || "no moves"}`);
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
    else this.pick(NOTHING);
  }

  /** The square at a place of the screen, -1 if there is none. */
  squareUnder({ clientX, clientY }) {
    const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-square]");
    return this.cells.indexOf(cell);
  }

  onKey(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in steps) this.walk(...steps[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.touch(this.focused);
    else if (event.key === "Escape") this.pick(NOTHING);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.focus();
  }

  walk(right, up) {
    const direction = this.flipped ? -1 : 1;
    const file = this.fileOf(this.focused) + direction * right;
    const rank = this.rankOf(this.focused) + direction * up;
    const { files, ranks } = this.rules;
    if (file >= 0 && file < files && rank >= 0 && rank < ranks) this.moveFocus(this.squareAt(file, rank));
  }
}
