// SPDX-License-Identifier: MIT
import { readPlacement, writePlacement } from "../rules/served_rules.js";
import { byId, make, onClick, onSubmit } from "./elements.js";
import { drawPiece, handOf, nameOfPiece } from "./pieces.js";

const ERASER = "";

/** The castling rights of X-FEN and their names on the page. */
const RIGHTS = { K: "White O-O", Q: "White O-O-O", k: "Black O-O", q: "Black O-O-O" };

/** The largest number of pieces of one kind in hand. */
const MOST_HELD = 99;

/**
 * Sets up a position on the board. The user picks a piece below the board and clicks on squares, or walks over the
 * board and types: a letter sets a piece, + promotes it, Delete removes it. The rules say which pieces there are.
 * actions: {fen(): the position before; setUp(fen): returns an Error if it is not a legal position, or null; closed()}
 */
export class BoardEditor {
  constructor(board, rules, actions) {
    Object.assign(this, { board, rules, actions });
    const { pieces, held } = rules.setup;
    this.tool = pieces.includes("P") ? "P" : pieces[0];
    onClick("edit-board", () => (this.isOpen ? this.close() : this.open()));
    onClick("editor-empty", () => this.load(this.emptyFen()));
    onClick("editor-start", () => this.load(rules.startFen));
    onClick("editor-cancel", () => this.close());
    onSubmit("editor", () => this.finish());
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

  /** Castling rights are check boxes if they are KQkq, and a text field if they are letters of files. */
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

  /**
   * Finds the element that has the focus, to restore the focus later. For a square this is the whole board, because
   * squares are drawn again.
   */
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

  /** The castling rights in the form of a FEN, to read and to set. */
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

  /** Handles a click on a square, or a key that is typed there. */
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

  /** The piece after a promotion or before it: +P and P, Q and Q~. The piece itself if there is neither. */
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

/** The fields for the pieces that each side has in hand, one for each kind. */
function handToSet(side, pieces) {
  const field = (piece) => {
    const name = `${nameOfPiece(piece)} in hand`;
    const attributes = { type: "number", inputmode: "numeric", min: 0, max: MOST_HELD, step: 1, value: 0, required: true };
    return make("label", { title: name }, drawPiece(piece), make("input", { ...attributes, "aria-label": name, "data-piece": piece }));
  };
  return handOf(side, pieces.map(field));
}
