// SPDX-License-Identifier: MIT
import { isPieceOf } from "../rules/served_rules.js";
import { Pen, drawArrow } from "./arrows.js";
import { moveTabStop, shape } from "./elements.js";
import { PIECE_SIZE, animatePiece, kindName, movedPieces, nameOfPiece, pieceShape, showHands } from "./pieces.js";

/** If a mouse moves at most this many pixels between press and release, it is a click. */
const CLICK_RADIUS = 6;

/** Nothing is picked. */
const NOTHING = -1;

/** How far one notch of a wheel scrolls, in pixels. */
const WHEEL_NOTCH = 40;

/** The middle of a square, from its corner. */
const MIDDLE = PIECE_SIZE / 2;

/**
 * A board of any size. The user can click on it, drag pieces with a mouse, or walk over it with the arrow keys: first
 * pick a piece, then its target. The picked item is a square, or the kind of a piece in hand. Arrows lie over the
 * board. While the user paints (see paint()), clicks only report their square.
 *
 * onMoves(moves): the moves that fit the pick and the target; there are several only for a promotion.
 * onPoint(ucis): the moves whose arrow is under the mouse, or that begin on the square that has the focus.
 * onSay(text): a text for screen readers. onStep(direction): the wheel goes back (-1) or forward (1) in the line.
 */
export class BoardView {
  constructor(host, rules, { onMoves, onPoint, onSay, onStep }) {
    Object.assign(this, { host, rules, onMoves, onPoint, onSay, onStep });
    host.style.setProperty("--files", rules.files);
    host.style.setProperty("--ranks", rules.ranks);
    host.setAttribute("viewBox", `0 0 ${PIECE_SIZE * rules.files} ${PIECE_SIZE * rules.ranks}`);
    this.pen = new Pen(this);
    this.turned = 0;
    this.picked = NOTHING;
    this.focused = this.squareAt(4, 1);
    this.flipped = false;
    this.arrows = [];
    this.painter = null;
    host.addEventListener("keydown", (event) => this.onKey(event));
    // Only a mouse drags pieces, because a finger scrolls the page.
    host.addEventListener("pointerdown", (event) => event.pointerType === "mouse" && event.button === 0 && this.grasp(event));
    host.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.onPoint(this.arrowsUnder(event)));
    host.addEventListener("pointerdown", (event) => event.button === 2 && !this.painter && this.pen.drawWithMouse(event));
    host.addEventListener("contextmenu", (event) => !this.painter && event.preventDefault());
    host.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    host.addEventListener("pointerleave", () => this.onPoint([]));
    host.addEventListener("focusout", () => this.onPoint([]));
  }

  show(position, lastMove) {
    const before = this.position;
    if (before && before !== position) this.pen.clear();
    this.position = position;
    this.lastMove = lastMove;
    this.moves = position.moves;
    this.picked = NOTHING;
    this.arrows = [];
    this.draw();
    if (before && before !== position) this.animateFrom(before);
    this.carried = NOTHING;
  }

  /** Animates the pieces that have moved, except the one that the user has just dropped. */
  animateFrom({ board }) {
    const distance = (a, b) => Math.hypot(this.fileOf(a) - this.fileOf(b), this.rankOf(a) - this.rankOf(b));
    for (const { from, to } of movedPieces(board, this.position.board, distance)) {
      const piece = this.cells[to].querySelector(".piece");
      if (piece && from !== this.carried) animatePiece(piece, this.dragLayer, this.cornerOf(from), this.cornerOf(to));
    }
  }

  /** Shows arrows. arrows: see arrowsOf(); their squares come from placesOf(). */
  showArrows(arrows) {
    this.arrows = arrows;
    this.arrowLayer.replaceChildren(...arrows.map((arrow) => drawArrow(this.onScreen(arrow))));
  }

  /** Highlights the arrows of some moves. A move without an arrow gets one for that time. */
  light(ucis, arrowsOfThem) {
    const drawn = this.arrows.map(({ uci }) => uci);
    const missing = arrowsOfThem.filter(({ uci }) => !drawn.includes(uci));
    this.showArrows(this.arrows);
    this.arrowLayer.append(...missing.map((arrow) => drawArrow(this.onScreen(arrow))));
    for (const arrow of this.arrowLayer.children) arrow.classList.toggle("lit", ucis.includes(arrow.dataset.uci));
    this.arrowLayer.append(...this.arrowLayer.querySelectorAll(".lit"));
  }

  onScreen({ from, to, ...arrow }) {
    return { ...arrow, from: from === null ? null : this.middleOf(from), to: this.middleOf(to) };
  }

  /** The squares of a move, in the form that arrows need. */
  placesOf(move) {
    return { from: typeof move.from === "number" ? move.from : null, to: move.target };
  }

  /**
   * Shows pieces. From now on calls painter(square, key) for each square that the user clicks (key "") or on which the
   * user types a letter or +. null as painter ends this.
   */
  paint(board, painter) {
    this.painter = painter;
    this.picked = NOTHING;
    if (board) {
      this.position = { ...this.position, board, inCheck: false, hands: null };
      this.moves = this.arrows = [];
      this.lastMove = undefined;
    }
    this.draw();
  }

  flip() {
    this.flipped = !this.flipped;
    this.draw();
  }

  focus(options) {
    this.cells[this.focused].focus(options);
  }

  draw() {
    const hadFocus = this.host.contains(document.activeElement);
    this.cells = [];
    const rows = [];
    for (let row = 0; row < this.rules.ranks; ++row) {
      const cells = [];
      for (let column = 0; column < this.rules.files; ++column) cells.push(this.drawSquare(this.squareAtPlace(column, row)));
      rows.push(shape("g", { role: "row" }, ...cells));
    }
    this.arrowLayer = shape("g", { class: "arrows", "aria-hidden": "true" });
    this.drawingLayer = shape("g", { class: "drawings", "aria-hidden": "true" });
    /** The layer above all squares, for a piece that is dragged. */
    this.dragLayer = shape("g", { "aria-hidden": "true" });
    this.host.classList.toggle("picking", this.picked !== NOTHING);
    this.host.replaceChildren(...rows, this.coordinates(), this.arrowLayer, this.drawingLayer, this.dragLayer);
    this.showArrows(this.arrows);
    this.pen.show();
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

  /** The upper left corner of a square. */
  cornerOf(square) {
    const { files, ranks } = this.rules;
    const [file, rank] = [this.fileOf(square), this.rankOf(square)];
    return { x: PIECE_SIZE * (this.flipped ? files - 1 - file : file), y: PIECE_SIZE * (this.flipped ? rank : ranks - 1 - rank) };
  }

  middleOf(square) {
    const { x, y } = this.cornerOf(square);
    return { x: x + MIDDLE, y: y + MIDDLE };
  }

  drawSquare(square) {
    const piece = this.position.board[square];
    const isTarget = this.movesTo(square).length > 0;
    const classes = [
      (this.fileOf(square) + this.rankOf(square)) % 2 === 0 ? "dark" : "light",
      square === this.picked && "picked",
      isTarget && (piece ? "prey" : "target"),
      this.lastMove && [this.lastMove.from, this.lastMove.to].includes(square) && "last",
      piece.toUpperCase() === "K" && isPieceOf(piece, this.position.white) && this.position.inCheck && "check",
    ];
    const name = this.nameOf(square);
    const { x, y } = this.cornerOf(square);
    const cell = shape(
      "g",
      {
        role: "gridcell",
        class: classes.filter(Boolean).join(" "),
        transform: `translate(${x} ${y})`,
        tabindex: square === this.focused ? 0 : -1,
        "aria-label": name + (piece ? ", " + nameOfPiece(piece) : "") + (isTarget ? ", can go here" : ""),
        "aria-selected": String(square === this.picked),
        "data-square": name,
        onclick: () => this.touch(square),
        onfocus: () => {
          this.moveFocus(square);
          this.onPoint(this.arrows.filter(({ from }) => from === square).map(({ uci }) => uci));
        },
      },
      shape("rect", { class: "field", width: PIECE_SIZE, height: PIECE_SIZE }),
      piece && pieceShape(piece),
      isTarget && shape("circle", { class: "mark", cx: MIDDLE, cy: MIDDLE, r: piece ? 20 : 6.5 }),
      shape("rect", { class: "ring", x: 1.5, y: 1.5, width: PIECE_SIZE - 3, height: PIECE_SIZE - 3 }));
    this.cells[square] = cell;
    return cell;
  }

  /**
   * The letters and numbers at the lower and the left edge. Screen readers skip them, because the squares have names.
   */
  coordinates() {
    const { files, ranks } = this.rules;
    const label = (square, kind, text, right, down) => {
      const { x, y } = this.cornerOf(square);
      const ground = this.cells[square].classList;
      const colour = ground.contains("last") || ground.contains("dark") ? "on-dark" : "on-light";
      return shape("text", { class: `coordinate ${kind} ${colour}`, x: x + right, y: y + down }, text);
    };
    const below = Array.from({ length: files }, (_, column) => this.squareAtPlace(column, ranks - 1));
    const beside = Array.from({ length: ranks }, (_, row) => this.squareAtPlace(0, row));
    return shape(
      "g",
      { class: "coordinates", "aria-hidden": "true" },
      ...below.map((square) => label(square, "file", this.partsOfName(square)[0], PIECE_SIZE - 2, PIECE_SIZE - 2.5)),
      ...beside.map((square) => label(square, "rank", this.partsOfName(square)[1], 2, 9.5)));
  }

  /** Each notch of the wheel goes one step through the line, if there is a line. */
  onWheel(event) {
    if (event.ctrlKey || this.painter) return;
    if (!this.onStep(0)) return;
    event.preventDefault();
    this.turned += event.deltaMode === 0 ? event.deltaY : WHEEL_NOTCH * Math.sign(event.deltaY);
    if (Math.abs(this.turned) < WHEEL_NOTCH) return;
    this.onStep(Math.sign(this.turned));
    this.turned = 0;
  }

  moveFocus(square) {
    this.focused = square;
    moveTabStop(this.host, this.cells[square]);
  }

  /**
   * The moves of the picked piece that end on a square. The user may castle by clicking on the king's target or on the
   * rook.
   */
  movesTo(square) {
    const own = this.moves.filter((move) => move.from === this.picked);
    const exact = own.filter((move) => move.to === square);
    if (exact.length > 0 || square === this.picked) return exact;
    return own.filter((move) => move.target === square);
  }

  touch(square) {
    this.moveFocus(square);
    this.pen.clear();
    if (this.painter) {
      this.painter(square, "");
      return;
    }
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
    const targets = this.moves.filter((move) => move.from === picked).map((move) => this.nameOf(move.target));
    const piece = this.position.board[picked];
    const what = piece ? `${kindName(piece)} ${this.nameOf(picked)}` : `${kindName(picked)} in hand`;
    this.onSay(`${what} picked, ${[...new Set(targets)].sort().join(", ") || "no moves"}`);
  }

  /** Follows a mouse that may drag a piece. Clicks are handled in touch(). */
  grasp(down) {
    const square = this.squareUnder(down);
    if (this.painter || !isPieceOf(this.position.board[square] ?? "", this.position.white)) return;
    const { position } = this;
    const following = new AbortController();
    const start = this.pointUnder(down);
    let dragged = null;
    const drag = (event) => {
      const isFar = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > CLICK_RADIUS;
      if (position !== this.position) following.abort();
      else if (dragged || isFar) {
        dragged ??= this.lift(square);
        const here = this.pointUnder(event);
        const corner = this.cornerOf(square);
        dragged.setAttribute("transform", `translate(${corner.x + here.x - start.x} ${corner.y + here.y - start.y})`);
      }
    };
    const drop = (event) => {
      following.abort();
      if (dragged) this.drop(event.type === "pointerup" ? this.squareUnder(event) : -1);
    };
    document.addEventListener("pointermove", drag, { signal: following.signal });
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, drop, { signal: following.signal });
  }

  /** Picks a piece and lifts it from its square. */
  lift(square) {
    if (this.picked !== square) this.pick(square);
    const piece = this.cells[square].querySelector(".piece");
    piece.classList.add("dragged");
    this.dragLayer.append(piece);
    return piece;
  }

  /** Drops the picked piece on a square, -1 for outside the board. */
  drop(square) {
    const moves = this.movesTo(square);
    if (moves.length > 0) {
      this.carried = this.picked;
      this.touch(square);
    } else this.pick(NOTHING);
  }

  /** The square at a point of the screen, -1 if there is none. */
  squareUnder({ clientX, clientY }) {
    const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-square]");
    return this.cells.indexOf(cell);
  }

  /** A point of the screen, in units of the board. */
  pointUnder({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.host.getScreenCTM().inverse());
  }

  arrowsUnder(event) {
    const point = this.pointUnder(event);
    const isUnder = (arrow) => arrow.isPointInFill(point) || arrow.isPointInStroke(point);
    const found = this.picked === NOTHING ? [...this.arrowLayer.children].filter(isUnder) : [];
    return found.slice(-1).map((arrow) => arrow.dataset.uci);
  }

  onKey(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in steps) this.walk(...steps[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.touch(this.focused);
    else if (this.painter && /^([a-z+]|Delete|Backspace)$/i.test(event.key)) this.painter(this.focused, event.key);
    else if (event.key === "Escape" && !this.painter) this.pick(NOTHING);
    else if (event.key.toLowerCase() === "d" && !this.painter) this.pen.drawWithKey(this.focused, event);
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
