// SPDX-License-Identifier: MIT
import { byId, make } from "./elements.js";
import { drawPiece, nameOfPiece } from "./pieces.js";

const PIECES = "KQRBNPkqrbnp";
const ERASER = "";
/** White's and what takes away, then Black's. */
const PALETTE = [..."KQRBNP", ERASER, ..."kqrbnp"];

/** The castling rights of X-FEN, and what they are called. */
const RIGHTS = { K: "White O-O", Q: "White O-O-O", k: "Black O-O", q: "Black O-O-O" };

/**
 * Sets up a position of chess on the board: pick a piece below it and touch squares, or walk over the board and type a
 * letter, Delete takes away. actions: {fen(): of the board before; setUp(fen): an Error if it is no position, or null;
 * closed()}
 */
export class BoardEditor {
  constructor(board, actions) {
    this.board = board;
    this.actions = actions;
    this.tool = "P";
    byId("edit-board").addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
    byId("editor-empty").addEventListener("click", () => this.load("8/8/8/8/8/8/8/8 w - - 0 1"));
    byId("editor-start").addEventListener("click", () => this.load("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    byId("editor-cancel").addEventListener("click", () => this.close());
    byId("editor").addEventListener("submit", (event) => {
      event.preventDefault();
      this.finish();
    });
    byId("editor").addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    byId("palette").replaceChildren(...PALETTE.map((piece) => this.choice(piece)));
    byId("rights").replaceChildren(
      ...Object.entries(RIGHTS).map(([right, name]) => make("label", {}, make("input", { type: "checkbox", value: right }), name)));
  }

  choice(piece) {
    const input = make("input", {
      type: "radio", name: "tool", value: piece, checked: piece === this.tool,
      "aria-label": piece ? nameOfPiece(piece) : "take away", onchange: () => (this.tool = piece),
    });
    return make("label", { title: piece ? nameOfPiece(piece) : "take away" }, input, piece ? drawPiece(piece) : make("span", {}, "×"));
  }

  get isOpen() {
    return !byId("editor").hidden;
  }

  open() {
    byId("editor").hidden = false;
    byId("edit-board").setAttribute("aria-expanded", "true");
    this.load(this.actions.fen());
  }

  close() {
    if (!this.isOpen) return;
    this.leave();
    this.actions.closed();
    byId("edit-board").focus();
  }

  leave() {
    byId("editor").hidden = true;
    byId("edit-board").setAttribute("aria-expanded", "false");
    this.board.paint(null, null);
  }

  load(fen) {
    const [placement, side, castling, , halfmoves = "0", fullmoves = "1"] = fen.split(" ");
    const ranks = placement.split("/").reverse();
    this.pieces = ranks.flatMap((rank) => [...rank.replace(/\d/g, (count) => " ".repeat(Number(count)))].map((piece) => piece.trim()));
    this.counters = `${halfmoves} ${fullmoves}`;
    for (const box of byId("rights").querySelectorAll("input")) box.checked = castling.includes(box.value);
    byId(side === "w" ? "white-to-move" : "black-to-move").checked = true;
    this.draw();
  }

  draw() {
    byId("editor-problem").textContent = "";
    this.board.paint([...this.pieces], (square, key) => this.touch(square, key));
  }

  /** A square is clicked on, or a key is typed there. */
  touch(square, key) {
    const isErased = ["Delete", "Backspace"].includes(key);
    const kind = key.length === 1 ? key : null;
    if (kind && !PIECES.includes(kind)) return;
    const piece = isErased ? ERASER : kind ?? this.tool;
    this.pieces[square] = !key && this.pieces[square] === piece ? ERASER : piece;
    this.draw();
  }

  fen() {
    const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => this.pieces.slice(8 * rank, 8 * rank + 8));
    const text = ranks.map((rank) => rank.map((piece) => piece || "1").join("").replace(/1+/g, (empty) => empty.length)).join("/");
    const rights = [...byId("rights").querySelectorAll("input:checked")].map(({ value }) => value).join("");
    return `${text} ${byId("white-to-move").checked ? "w" : "b"} ${rights || "-"} - ${this.counters}`;
  }

  async finish() {
    const problem = await this.actions.setUp(this.fen());
    byId("editor-problem").textContent = problem?.message ?? "";
    if (problem) return;
    this.leave();
    byId("turn").focus();
  }
}
