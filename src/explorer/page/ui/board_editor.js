// SPDX-License-Identifier: MIT
import { readPlacement, writePlacement } from "../rules/placement.js";
import { byId, make } from "./elements.js";
import { drawPiece, nameOfPiece } from "./pieces.js";

const ERASER = "";

/** The castling rights of X-FEN, and what they are called. */
const RIGHTS = { K: "White O-O", Q: "White O-O-O", k: "Black O-O", q: "Black O-O-O" };

/** As many of a kind as anybody has in hand. */
const MOST_HELD = 99;

/**
 * Sets up a position on the board: pick a piece below it and touch squares, or walk over the board and type a letter, +
 * promotes, Delete takes away. The rules say which pieces there are. actions: {fen(): of the board before; setUp(fen): an
 * Error if it is no position, or null; closed()}
 */
export class BoardEditor {
  constructor(board, rules, actions) {
    Object.assign(this, { board, rules, actions });
    const { pieces, held } = rules.setup;
    this.tool = pieces.includes("P") ? "P" : pieces[0];
    byId("edit-board").addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
    byId("editor-empty").addEventListener("click", () => this.load(this.emptyFen()));
    byId("editor-start").addEventListener("click", () => this.load(rules.startFen));
    byId("editor-cancel").addEventListener("click", () => this.close());
    byId("editor").addEventListener("submit", (event) => {
      event.preventDefault();
      this.finish();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && !event.target.closest("dialog")) this.close();
    });
    byId("palette").replaceChildren(...[...pieces, ERASER, ...pieces.map(blackOf)].map((piece) => this.choice(piece)));
    this.prepareRights();
    byId("editor-hands").hidden = held.length === 0;
    byId("editor-hands").replaceChildren(handToSet("White", held), handToSet("Black", held.map(blackOf)));
  }

  choice(piece) {
    const name = piece ? nameOfPiece(piece) : "take away";
    const input = make("input", {
      type: "radio", name: "tool", value: piece, checked: piece === this.tool, "aria-label": name, onchange: () => (this.tool = piece),
    });
    const isFirstOfBlack = piece === blackOf(this.rules.setup.pieces[0]);
    return make("label", { title: name, class: isFirstOfBlack && "first" }, input, piece ? drawPiece(piece) : make("span", {}, "×"));
  }

  /** Rights to both sides are ticked; letters of files are typed as FENs have them. */
  prepareRights() {
    const { castling } = this.rules.setup;
    const ticks = Object.entries(RIGHTS).map(([right, name]) => make("label", {}, make("input", { type: "checkbox", value: right }), name));
    const letters = make("label", {}, "Castling, as a FEN has it", make("input", { id: "castling", autocomplete: "off", autocapitalize: "off", spellcheck: "false" }));
    byId("rights").hidden = castling === "none";
    byId("rights").replaceChildren(...{ none: [], sides: ticks, files: [letters] }[castling]);
  }

  get isOpen() {
    return !byId("editor").hidden;
  }

  open() {
    this.cameFrom = this.focusNow();
    this.scrolled = scrollY;
    byId("editor").hidden = false;
    byId("edit-board").setAttribute("aria-expanded", "true");
    this.load(this.actions.fen());
    this.board.focus();
    for (const part of ["board", "editor"]) byId(part).scrollIntoView({ block: "nearest" });
  }

  /** What has the focus, to give it back: the board as a whole, as its squares are drawn anew. */
  focusNow() {
    const { activeElement: active } = document;
    if (this.board.host.contains(active)) return this.board;
    return active === document.body ? byId("edit-board") : active;
  }

  close() {
    if (!this.isOpen) return;
    this.leave();
    this.actions.closed();
    this.cameFrom.focus({ preventScroll: true });
    scrollTo({ top: this.scrolled });
  }

  leave() {
    byId("editor").hidden = true;
    byId("edit-board").setAttribute("aria-expanded", "false");
    this.board.paint(null, null);
  }

  emptyFen() {
    const { files, ranks } = this.rules;
    return `${Array(ranks).fill(files).join("/")} w - - 0 1`;
  }

  load(fen) {
    const [placement, side, ...fields] = fen.split(" ");
    const { board, hands } = readPlacement(placement);
    this.pieces = board;
    this.counters = fields.slice(-2).join(" ");
    this.showRights(fields[0]);
    for (const field of this.handFields()) field.value = hands?.filter((piece) => piece === field.dataset.piece).length ?? 0;
    byId(side === "w" ? "white-to-move" : "black-to-move").checked = true;
    this.draw();
  }

  /** The castling rights as a FEN has them, there and back. */
  showRights(letters) {
    for (const field of byId("rights").querySelectorAll("input")) {
      if (field.id === "castling") field.value = letters;
      else field.checked = letters.includes(field.value);
    }
  }

  rights() {
    const fields = [...byId("rights").querySelectorAll("input:checked, #castling")];
    return fields.map(({ value }) => value.trim()).join("") || "-";
  }

  handFields() {
    return [...byId("editor-hands").querySelectorAll("input")];
  }

  draw() {
    byId("editor-problem").textContent = "";
    this.board.paint([...this.pieces], (square, key) => this.touch(square, key));
  }

  /** A square is clicked on, or a key is typed there. */
  touch(square, key) {
    const before = this.pieces[square];
    const meant = { "": this.tool, "+": this.promoted(before), Delete: ERASER, Backspace: ERASER };
    const piece = meant[key] ?? key;
    if (piece !== ERASER && !this.exists(piece)) return;
    this.pieces[square] = !key && before === piece ? ERASER : piece;
    this.draw();
  }

  exists(piece) {
    return this.rules.setup.pieces.includes(piece.toUpperCase());
  }

  /** What a piece becomes, or came of: +P and P, Q and Q~; itself if there is nothing. */
  promoted(piece) {
    const plain = piece.replace(/[+~]/g, "");
    const others = piece === plain ? [`+${plain}`, `${plain}~`] : [plain];
    return others.find((other) => this.exists(other)) ?? piece;
  }

  fen() {
    const { files, ranks, setup } = this.rules;
    const inHand = this.handFields().map((field) => field.dataset.piece.repeat(Number(field.value)));
    const placement = writePlacement({ board: this.pieces, files, ranks, hands: setup.held.length > 0 ? inHand : null });
    return `${placement} ${byId("white-to-move").checked ? "w" : "b"} ${this.rights()} - ${this.counters}`;
  }

  async finish() {
    const problem = await this.actions.setUp(this.fen());
    byId("editor-problem").textContent = problem?.message ?? "";
    if (problem) return;
    this.leave();
    byId("turn").focus();
  }
}

const blackOf = (piece) => piece.toLowerCase();

/** How many of each kind a side has in hand, a field each. */
function handToSet(side, pieces) {
  const title = `${side} has in hand`;
  const field = (piece) => {
    const name = `${nameOfPiece(piece)} in hand`;
    const attributes = { type: "number", inputmode: "numeric", min: 0, max: MOST_HELD, step: 1, value: 0, required: true };
    return make("label", { title: name }, drawPiece(piece), make("input", { ...attributes, "aria-label": name, "data-piece": piece }));
  };
  return make("div", { class: "hand", role: "group", "aria-label": title }, make("span", { class: "hand-name" }, title), ...pieces.map(field));
}
