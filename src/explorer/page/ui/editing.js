// SPDX-License-Identifier: MIT
import { linesOfGames, weighedLines } from "../book/added_lines.js";
import { readGames } from "../chess/games.js";
import { wordsOfMoves } from "../chess/movetext.js";
import { LinesForm, WeightsForm } from "./edit_forms.js";
import { prepareEditing, showUndo, weightField } from "./edit_view.js";
import { byId, noMove } from "./elements.js";
import { lineText } from "./game_line.js";

/** Changes books: with fields in the table, with the form that adds a move, and with the undo button. */
export class Editing {
  /**
   * page: {source, about, rules, position(), rows(), line(): the GameLine that is shown, answerFor(place), busy():
   * marks the table as out of date, changed(): shows everything again, because anything may have changed}
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
      wanted: (text, withVariations) => this.linesOf(text, withVariations),
      onAdd: (wish) => this.change(wish),
    });
    const weights = new WeightsForm(page.about.books, {
      rowsIn: (book) => this.movesIn(book),
      onSet: ({ book, changes }) => this.change({ book, changes: changes.map((one) => ({ ...this.page.position().place, ...one })) }),
    });
    byId("line-open").addEventListener("click", () => this.lines.open(this.lineText()));
    byId("pgn-open").addEventListener("click", () => this.lines.open(""));
    byId("weights-open").addEventListener("click", () => weights.open());
    this.showUndoOf(page.about);
  }

  /** The line on the board, in the form that LinesForm needs. */
  lineText() {
    const { rules } = this.page;
    const { positions, sans } = this.page.line();
    const start = positions[0].fen;
    const moves = lineText(positions[0], sans).replaceAll("…", "...");
    return start === rules.startFen ? moves : `[FEN "${start}"]\n\n${moves}`;
  }

  /** The games of a text, in the form that LinesForm needs. */
  async linesOf(text, withVariations) {
    const games = readGames(text);
    const found = await linesOfGames(games, this.page.rules, withVariations);
    const moves = [...found.moves.values()];
    return {
      count: found.lines.length,
      lines: (weight) => weighedLines(found, weight),
      moves: moves.length,
      weighed: moves.filter(({ times, weight }) => times !== 1 || weight !== undefined).length,
      leftOut: found.leftOut,
      variations: games.reduce((count, game) => count + game.lines.length - 1, 0),
      missing: (book, side) => this.missing(moves, book, side),
      problem: found.problem,
    };
  }

  /** Counts the moves that a book does not have. */
  async missing(played, book, side) {
    let count = 0;
    for (const { position, uci } of played) {
      if (side && position.white !== (side === "white")) continue;
      const { moves = [] } = (await this.page.answerFor(position.place)).books[book];
      if (!moves.some((move) => move.uci === uci)) ++count;
    }
    return count;
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
  add({ book, text, weight }) {
    const { rules } = this.page;
    const position = this.page.position();
    const [word = ""] = wordsOfMoves(text);
    const move = rules.read(position, word);
    if (!move) return noMove(text, rules.meanings(position, word).map(({ san }) => san));
    this.change({ book, ...position.place, move: move.uci, action: "add", weight });
    return null;
  }

  /**
   * Sends a change, see ServerSource.edit(). Many lines are sent as several changes, because the server limits the size
   * of a request.
   */
  async change({ lines, ...change }) {
    const parts = lines ? batchesOf(lines).map((some) => ({ ...change, lines: some })) : [change];
    for (const part of parts) await this.ask(() => this.page.source.edit(part));
  }

  async undo() {
    await this.ask(() => this.page.source.undo(this.lastChange));
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

/** The most characters of lines in one request. The server accepts 256 kB. */
const MOST_LINE_LETTERS = 200_000;

function batchesOf(lines) {
  const batches = [[]];
  let letters = 0;
  for (const line of lines) {
    const length = JSON.stringify(line).length + 1;
    if (letters + length > MOST_LINE_LETTERS && batches.at(-1).length > 0) {
      batches.push([]);
      letters = 0;
    }
    batches.at(-1).push(line);
    letters += length;
  }
  return batches;
}

const isPawnMove = (san) => san[0] >= "a";
