// SPDX-License-Identifier: MIT
import { LinesForm, WeightsForm } from "./edit_forms.js";
import { prepareEditing, showUndo, weightField } from "./edit_view.js";
import { byId, noMove, onClick } from "./elements.js";

/** Changes books: with fields in the table, with the form that adds a move, and with the undo button. */
export class Editing {
  /**
   * page: {source, about, rules, position(), rows(), line(): the GameLine that is shown, busy(): marks the table as out of
   * date, changed(): shows everything again, because anything may have changed}
   */
  constructor(page) {
    this.page = page;
    if (!page.about.edit) return;
    prepareEditing(page.about.books, {
      choices: (book) => this.movesNotIn(book),
      onAdd: (wish) => this.add(wish),
      onUndo: () => this.undo(),
    });
    this.lines = new LinesForm(page.about.books, {
      lines: (wish) => page.source.lines(wish),
      onAdd: (wish) => this.change(wish),
    });
    const weights = new WeightsForm(page.about.books, {
      rowsIn: (book) => this.movesIn(book),
      onSet: ({ book, changes }) => this.change({ book, changes: changes.map((one) => ({ ...this.page.position().place, ...one })) }),
    });
    onClick("line-open", () => this.lines.open(this.lineText()));
    onClick("pgn-open", () => this.lines.open(""));
    onClick("weights-open", () => weights.open());
    this.showUndoOf(page.about);
  }

  /** The line on the board, in the form that LinesForm needs. */
  lineText() {
    const { rules } = this.page;
    const { positions, text } = this.page.line();
    const start = positions[0].fen;
    const moves = text.replaceAll("…", "...");
    return start === rules.startFen ? moves : `[FEN "${start}"]\n\n${moves}`;
  }

  /** The moves of a book in the position on the board, each once. */
  movesIn(book) {
    return this.page.rows().filter(({ entries }) => entries[book].length > 0).map(({ uci, san, entries }) => ({ uci, san, weight: entries[book][0].weight }));
  }

  /** Makes the field for the weight of a move in a book; undefined if the book cannot be changed. onChange(wish) */
  field(book, row, onChange) {
    const { edit, books } = this.page.about;
    if (!edit || books[book].format !== "polyglot") return undefined;
    return weightField(book, books[book].name, row, onChange);
  }

  /** The legal moves that a book does not have in the position on the board: [{uci, san}], pawn moves first. */
  movesNotIn(book) {
    const known = this.page.rows().filter((row) => row.entries[book].length > 0).map((row) => row.uci);
    return this.page
      .position()
      .moves.map(({ uci, san }) => ({ uci, san }))
      .filter(({ uci }) => !known.includes(uci))
      .sort((a, b) => isPawnMove(b.san) - isPawnMove(a.san) || (a.san < b.san ? -1 : 1));
  }

  /** Adds a move to a book. Returns an Error if the text is not a legal move. */
  async add({ book, text, weight }) {
    const { rules, source } = this.page;
    const position = this.page.position();
    const { games: [{ moves: [move], unplayed: [word = text] } = { moves: [], unplayed: [] }] } = await source.games(text, position.fen);
    if (!move) return noMove(word, rules.meanings(position, word));
    this.change({ book, ...position.place, move: move.uci, action: "add", weight });
    return null;
  }

  /** Sends a change, see ServerSource.edit(). */
  change(change) {
    return this.ask(() => this.page.source.edit(change));
  }

  undo() {
    return this.ask(() => this.page.source.undo(this.lastChange));
  }

  /** Asks the server to change a book, and shows the result. */
  async ask(request) {
    this.page.busy();
    let problem = "";
    try {
      this.showUndoOf(await request());
    } catch (error) {
      problem = error.message;
      // Another page may have made the last change, which the button would undo.
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
