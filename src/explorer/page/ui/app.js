// SPDX-License-Identifier: MIT
import { EmbeddedSource } from "../book/embedded_source.js";
import { ServerSource } from "../book/server_source.js";
import { wordsOfMoves } from "../chess/movetext.js";
import { chessRules } from "../rules/chess_rules.js";
import { ServedRules } from "../rules/served_rules.js";
import { BoardView } from "./board.js";
import { allowAdding, prepareEditing, showUndo, weightField } from "./edit_view.js";
import { byId, counted, make } from "./elements.js";
import { formatOf } from "./facts.js";
import { GameLine, moveNumber } from "./game_line.js";
import { listenToKeys } from "./keys.js";
import { showLine, showOrders } from "./line_view.js";
import { clearMoves, dimMoves, fitMoves, showFromTheTop, showMoves } from "./moves_view.js";
import { choosePromotion } from "./promotion.js";

/** How the learn fields of a book are told; the others need no word. */
const LEARN_LAYOUTS = {
  xboard: "learn fields: wins and losses, as XBoard writes them",
  prodeo: "learn fields: score and depth, as ProDeo writes them",
  unknown: "learn fields of an unknown kind",
};

/** The page: a line of moves on a board, and what the books say of its position. */
class App {
  constructor(source) {
    this.source = source;
    this.answers = new Map();
    /** The moves in the table, none while it is not that of the position on the board. */
    this.rows = [];
    /** The position on the board as it was last drawn. */
    this.shown = null;
    /** Tables asked for: only the last one is shown and can be used. */
    this.asked = 0;
  }

  async start() {
    try {
      this.about = await this.source.books();
      this.rules = this.about.variant ? await ServedRules.load(this.source) : chessRules;
    } catch (error) {
      this.complain(error);
      return;
    }
    this.line = new GameLine(this.rules);
    this.board = new BoardView(byId("board"), this.rules, {
      onMoves: (moves) => this.playOneOf(moves),
      onSay: (text) => this.say(text),
    });
    const misread = await this.readAddress();
    this.listen();
    this.showAbout();
    fitMoves(this.about.books.length);
    if (this.about.edit) {
      prepareEditing(this.about.books, {
        choices: (book) => this.movesNotIn(book),
        onAdd: (wish) => this.add(wish),
        onUndo: () => this.undo(),
      });
      this.showUndoOf(this.about);
    }
    await this.show(misread);
  }

  listen() {
    const go = (ply) => () => this.goTo(ply());
    const steps = {
      "to-start": go(() => 0),
      back: go(() => this.line.ply - 1),
      forward: go(() => this.line.ply + 1),
      "to-end": go(() => this.line.length),
      flip: () => this.board.flip(),
    };
    for (const [id, action] of Object.entries(steps)) byId(id).addEventListener("click", action);
    this.listenToForm("move-form", () => this.playText());
    this.listenToForm("fen-form", () => this.setUp(byId("fen").value));
    byId("copy-fen").addEventListener("click", () => this.copyFen());
    byId("new-game").addEventListener("click", () => this.setUp("startpos"));
    window.addEventListener("popstate", async () => {
      closeDialogs();
      this.show(await this.readAddress());
    });
    listenToKeys({
      ArrowLeft: steps.back, ArrowRight: steps.forward, ",": steps.back, ".": steps.forward,
      Home: steps["to-start"], End: steps["to-end"], f: steps.flip,
      b: () => this.board.focus(),
      m: () => byId("move").focus(),
      a: () => this.about.edit && byId("add-open").click(),
      u: () => this.about.edit && this.undo(),
      "?": () => byId("keys").toggleAttribute("open"),
      number: (n) => this.rows[n - 1] && this.playUci(this.rows[n - 1].uci),
    });
  }

  listenToForm(id, action) {
    byId(id).addEventListener("submit", (event) => {
      event.preventDefault();
      action();
    });
  }

  // What can be done.

  goTo(ply) {
    this.line.goTo(ply);
    return this.show();
  }

  async play(move) {
    await this.show(await this.line.play(move).then(() => null, (error) => error));
  }

  playUci(uci) {
    return this.play(this.rules.read(this.line.position, uci));
  }

  async playOneOf(moves) {
    const { position } = this.line;
    const move = moves.length > 1 ? await choosePromotion(moves, position.white) : moves[0];
    if (move && position === this.line.position) await this.play(move);
    else this.board.draw();
    this.board.focus();
  }

  /** One move or several, as in a game: "Nf3", "e2e4", "1. e4 c5 2. Nf3". What cannot be played stays in the field. */
  async playText() {
    const field = byId("move");
    const words = wordsOfMoves(field.value);
    const { unplayed, problem } = await this.playWords(words);
    field.value = unplayed.join(" ");
    this.show(problem);
    if (problem) field.select();
  }

  /** Plays moves as far as they go: {unplayed: those that are left, problem: an Error that tells why, or null}. */
  async playWords(words) {
    for (const [i, word] of words.entries()) {
      const move = this.rules.read(this.line.position, word);
      const problem = move ? await this.line.play(move).then(() => null, (error) => error) : noMove(word);
      if (problem) return { unplayed: words.slice(i), problem };
    }
    return { unplayed: [], problem: null };
  }

  async setUp(fen) {
    try {
      await this.line.reset(fen.trim() === "startpos" ? this.rules.startFen : fen);
    } catch (error) {
      this.complain(error);
      return;
    }
    this.show();
  }

  async copyFen() {
    byId("fen").select();
    try {
      await navigator.clipboard.writeText(byId("fen").value);
    } catch {
      this.complain(new Error("The browser does not let the page copy: the FEN is selected, copy it with the keyboard"));
      return;
    }
    byId("copy-fen").textContent = "Copied";
    this.say("FEN copied");
  }

  /** change: see ServerSource.edit(). */
  async change(change) {
    await this.ask(() => this.source.edit(change));
  }

  /** Legal moves that a book does not have in the position on the board: {uci, san}, pawns first. */
  movesNotIn(book) {
    const { rules } = this;
    const { position } = this.line;
    const known = this.rows.filter((row) => row.entries[book].length > 0).map((row) => row.uci);
    return rules
      .moves(position)
      .map((move) => ({ uci: rules.uci(position, move), san: rules.san(position, move) }))
      .filter(({ uci }) => !known.includes(uci))
      .sort((a, b) => isPawnMove(b.san) - isPawnMove(a.san) || (a.san < b.san ? -1 : 1));
  }

  canEdit(book) {
    return this.about.edit && this.about.books[book].format === "polyglot";
  }

  /** Returns an Error if the text is no move. */
  add({ book, text, weight }) {
    const { rules } = this;
    const { position } = this.line;
    const [word = ""] = wordsOfMoves(text);
    const move = rules.read(position, word);
    if (!move) return noMove(text);
    this.change({ book, ...rules.place(position), move: rules.uci(position, move), action: "add", weight });
    return null;
  }

  async undo() {
    await this.ask(() => this.source.undo(this.lastChange));
  }

  /** Has the server change a book, and shows what became of it. */
  async ask(request) {
    this.wait();
    let failure = null;
    try {
      this.showUndoOf(await request());
    } catch (error) {
      failure = error;
      // Another page may have changed what can be taken back.
      await this.source.books().then((about) => this.showUndoOf(about), () => {});
    }
    this.answers.clear();
    await this.show(failure);
  }

  showUndoOf(answer) {
    this.lastChange = answer.change;
    showUndo(answer);
  }

  // What is seen.

  /** What the books say of a position, remembered for the search for other orders of the line. */
  answerFor({ fen, moves }) {
    const name = nameOfPlace({ fen, moves });
    if (!this.answers.has(name)) {
      const answer = this.source.position(fen, moves);
      answer.catch(() => this.answers.delete(name));
      this.answers.set(name, answer);
    }
    return this.answers.get(name);
  }

  /** From now on the table is of the past. Returns the number of the next one. */
  wait() {
    this.rows = [];
    dimMoves();
    allowAdding(false);
    return ++this.asked;
  }

  /** Shows the position, and what the books say of it when they have said it. `problem`: an Error to tell. */
  async show(problem = null) {
    const { line, rules } = this;
    const { position, ply } = line;
    const place = rules.place(position);
    this.board.show(position, line.lastMove);
    showLine(line, (to) => this.goTo(to));
    showOrders(line.positions[0], []);
    byId("fen").value = rules.fen(position);
    byId("key").textContent = position.keyText;
    byId("turn").textContent = this.turnText();
    byId("message").textContent = problem?.message ?? "";
    byId("copy-fen").textContent = "Copy";
    this.writeAddress();
    if (position !== this.shown) showFromTheTop();
    this.shown = position;
    const asked = this.wait();
    // What is shown is asked for each time: another program may have changed a book.
    this.answers.delete(nameOfPlace(place));
    try {
      const answer = await this.answerFor(place);
      if (asked !== this.asked) return;
      this.rows = this.showAnswer(answer, place);
      allowAdding(true);
      this.sayPosition();
      await this.findOrders(ply);
    } catch (error) {
      if (asked !== this.asked) return;
      this.rows = [];
      clearMoves();
      this.complain(error);
    }
  }

  /** Shows the table of a position. What it can do is done to that position, while the table is the last one. */
  showAnswer(answer, place) {
    const { asked } = this;
    const change = (wish) => asked === this.asked && this.change({ ...place, ...wish });
    return showMoves(this.about, answer, {
      play: (uci) => asked === this.asked && this.playUci(uci),
      note: (uci) => this.transposition(uci),
      field: (book, row) => this.canEdit(book) && weightField(book, this.about.books[book].name, row, change),
    });
  }

  /** Where in the line the position behind a move has been, in words. */
  transposition(uci) {
    const { line, rules } = this;
    const ply = line.plyOf(rules.keyBehind(line.position, rules.read(line.position, uci)));
    if (ply < 0) return "";
    return ply === 0 ? "back to the start" : `back to ${moveNumber(line.positions[0], ply - 1)} ${line.sans[ply - 1]}`;
  }

  async findOrders(ply) {
    const { line, rules } = this;
    const { position } = line;
    if (ply < 3) return;
    const ask = (fen) => this.answerFor({ fen });
    const orders = await rules.otherOrders(line.positions.slice(0, ply + 1), line.moves.slice(0, ply), ask);
    if (position === line.position) showOrders(line.positions[Math.max(0, ply - 12)], orders);
  }

  turnText() {
    const { position } = this.line;
    const side = position.white ? "White" : "Black";
    return this.rules.ending(position) || `${side} to move${position.inCheck ? ", in check" : ""}`;
  }

  showAbout() {
    const { books, variant } = this.about;
    const known = books.filter((book) => !book.error);
    byId("about").textContent = [variant, ...books.map((book) => book.name)].filter(Boolean).join(" · ");
    document.title = `${books.map((book) => book.name).join(", ")} – Polyglot explore`;
    byId("book-list").replaceChildren(
      ...known.flatMap((book) => [
        make("dt", {}, book.name),
        make("dd", {}, sizeText(book), book.header && headerBlock(book.header), learnBlock(book)),
      ]));
  }

  sayPosition() {
    const { line, rows } = this;
    const last = line.lastMove ? `${moveNumber(line.positions[0], line.ply - 1)} ${line.sans[line.ply - 1]}. ` : "";
    const best = rows.slice(0, 3).map((row) => row.san).join(", ");
    const known = rows.length === 0 ? "Not in the books." : `${counted(rows.length, "book move")}: ${best}.`;
    this.say(`${last}${this.turnText()}. ${known}`);
  }

  say(text) {
    byId("live").textContent = text;
  }

  complain(error) {
    byId("message").textContent = error.message;
  }

  // The address: what is looked at, so that it can be kept and passed on.

  /** Goes where the address says, as far as it can be read. Returns an Error about the rest, or null. */
  async readAddress() {
    const misread = await this.followAddress();
    history.replaceState(null, "", this.address());
    return misread;
  }

  async followAddress() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const { startFen } = this.rules;
    try {
      await this.line.reset(wanted.get("fen") ?? startFen);
    } catch (error) {
      await this.line.reset(startFen);
      return error;
    }
    const { problem } = await this.playWords((wanted.get("moves") ?? "").split(" ").filter(Boolean));
    return problem;
  }

  address() {
    const { line, rules } = this;
    const wanted = new URLSearchParams();
    const start = rules.fen(line.positions[0]);
    if (start !== rules.startFen) wanted.set("fen", start);
    const moves = line.moves.slice(0, line.ply).map((move, i) => rules.uci(line.positions[i], move));
    if (moves.length > 0) wanted.set("moves", moves.join(" "));
    return "#" + wanted;
  }

  /** Each position is a step of the browser's history. */
  writeAddress() {
    const address = this.address();
    if (address !== (location.hash || "#")) history.pushState(null, "", address);
  }
}

const nameOfPlace = ({ fen, moves = "" }) => `${fen} moves ${moves}`;

const isPawnMove = (san) => san[0] >= "a";

function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

const noMove = (text) => new Error(`${text} is no legal move here, or could mean several`);

function sizeText(book) {
  const { kind, unit } = formatOf(book);
  const size = counted(book.records, unit);
  return kind ? `${kind}, ${size}` : `${size}${book.header ? "" : ", no header"}`;
}

const learnBlock = ({ learn_layout: layout }) =>
  LEARN_LAYOUTS[layout] && make("span", { class: "comment" }, LEARN_LAYOUTS[layout]);

function headerBlock({ version, variants, comment }) {
  return make(
    "span",
    {},
    `, header ${version} for ${variants.join(", ")}`,
    comment && make("span", { class: "comment" }, comment));
}

const embedded = byId("books");
new App(embedded ? new EmbeddedSource(JSON.parse(embedded.textContent)) : new ServerSource()).start();
