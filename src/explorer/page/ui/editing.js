// SPDX-License-Identifier: MIT
import { wordsOfMoves } from "../chess/movetext.js";
import { allowAdding, prepareEditing, showUndo, weightField } from "./edit_view.js";
import { byId } from "./elements.js";
import { noMove } from "./problems.js";

/** Changes of books: fields in the table, the form that adds a move, and what takes a change back. */
export class Editing {
  /** page: {source, about, rules, position(), rows(), busy(): the table is of the past, changed(): all may be another} */
  constructor(page) {
    this.page = page;
    if (!page.about.edit) return;
    prepareEditing(page.about.books, {
      choices: (book) => this.movesNotIn(book),
      onAdd: (wish) => this.add(wish),
      onUndo: () => this.undo(),
    });
    this.showUndoOf(page.about);
  }

  allow(allowed) {
    allowAdding(allowed);
  }

  /** The field that changes a move's weight in a book, if it can be. onChange(wish) */
  field(book, row, onChange) {
    const { edit, books } = this.page.about;
    if (!edit || books[book].format !== "polyglot") return undefined;
    return weightField(book, books[book].name, row, onChange);
  }

  /** Legal moves that a book does not have in the position on the board: {uci, san}, pawns first. */
  movesNotIn(book) {
    const { rules } = this.page;
    const position = this.page.position();
    const known = this.page.rows().filter((row) => row.entries[book].length > 0).map((row) => row.uci);
    return rules
      .moves(position)
      .map((move) => ({ uci: rules.uci(position, move), san: rules.san(position, move) }))
      .filter(({ uci }) => !known.includes(uci))
      .sort((a, b) => isPawnMove(b.san) - isPawnMove(a.san) || (a.san < b.san ? -1 : 1));
  }

  /** Returns an Error if the text is no move. */
  add({ book, text, weight }) {
    const { rules } = this.page;
    const position = this.page.position();
    const [word = ""] = wordsOfMoves(text);
    const move = rules.read(position, word);
    if (!move) return noMove(text, rules.meanings(position, word).map((one) => rules.san(position, one)));
    this.change({ book, ...rules.place(position), move: rules.uci(position, move), action: "add", weight });
    return null;
  }

  /** change: see ServerSource.edit(). */
  async change(change) {
    await this.ask(() => this.page.source.edit(change));
  }

  async undo() {
    await this.ask(() => this.page.source.undo(this.lastChange));
  }

  /** Has the server change a book, and shows what became of it. */
  async ask(request) {
    this.page.busy();
    let problem = "";
    try {
      this.showUndoOf(await request());
    } catch (error) {
      problem = error.message;
      // Another page may have changed what can be taken back.
      await this.page.source.books().then((about) => this.showUndoOf(about), () => {});
    }
    await this.page.changed();
    byId("edit-problem").textContent = problem;
  }

  showUndoOf(answer) {
    this.lastChange = answer.change;
    showUndo(answer);
  }
}

const isPawnMove = (san) => san[0] >= "a";
