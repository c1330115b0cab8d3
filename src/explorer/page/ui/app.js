import { EmbeddedSource } from "../book/embedded_source.js";
import { otherOrders } from "../book/move_orders.js";
import { ServerSource } from "../book/server_source.js";
import { writeFen } from "../chess/fen.js";
import { legalMoves } from "../chess/moves.js";
import { wordsOfMoves } from "../chess/movetext.js";
import { readMove, toSan, toUci } from "../chess/notation.js";
import { START_FEN } from "../chess/position.js";
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
    this.line = new GameLine();
    this.answers = new Map();
    /** The moves in the table, none while it is not that of the position on the board. */
    this.rows = [];
    /** The position on the board as it was last drawn. */
    this.shown = null;
    /** Tables asked for: only the last one is shown and can be used. */
    this.asked = 0;
    this.board = new BoardView(byId("board"), {
      onMoves: (moves) => this.playOneOf(moves),
      onSay: (text) => this.say(text),
    });
  }

  async start() {
    try {
      this.about = await this.source.books();
    } catch (error) {
      this.complain(error);
      return;
    }
    const misread = this.readAddress();
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
    byId("new-game").addEventListener("click", () => this.setUp(START_FEN));
    window.addEventListener("popstate", () => {
      closeDialogs();
      this.show(this.readAddress());
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

  play(move) {
    this.line.play(move);
    return this.show();
  }

  playUci(uci) {
    return this.play(readMove(this.line.position, uci));
  }

  async playOneOf(moves) {
    const { position } = this.line;
    const move = moves.length > 1 ? await choosePromotion(moves, position.white) : moves[0];
    if (move && position === this.line.position) await this.play(move);
    else this.board.draw();
    this.board.focus();
  }

  /** One move or several, as in a game: "Nf3", "e2e4", "1. e4 c5 2. Nf3". What cannot be played stays in the field. */
  playText() {
    const field = byId("move");
    const words = wordsOfMoves(field.value);
    const unplayed = this.playWords(words);
    field.value = unplayed.join(" ");
    this.show(unplayed.length > 0 ? noMove(unplayed[0]) : null);
    if (unplayed.length > 0) field.select();
  }

  /** Plays moves as far as they go, and returns those that are left. */
  playWords(words) {
    for (const [i, word] of words.entries()) {
      const move = readMove(this.line.position, word);
      if (!move) return words.slice(i);
      this.line.play(move);
    }
    return [];
  }

  setUp(fen) {
    try {
      this.line.reset(fen.trim() === "startpos" ? START_FEN : fen);
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
    const { position } = this.line;
    const known = this.rows.filter((row) => row.entries[book].length > 0).map((row) => row.uci);
    return legalMoves(position)
      .map((move) => ({ uci: toUci(position, move), san: toSan(position, move) }))
      .filter(({ uci }) => !known.includes(uci))
      .sort((a, b) => isPawnMove(b.san) - isPawnMove(a.san) || (a.san < b.san ? -1 : 1));
  }

  canEdit(book) {
    return this.about.edit && this.about.books[book].format === "polyglot";
  }

  /** Returns an Error if the text is no move. */
  add({ book, text, weight }) {
    const { position } = this.line;
    const [word = ""] = wordsOfMoves(text);
    const move = readMove(position, word);
    if (!move) return noMove(text);
    this.change({ book, fen: writeFen(position), move: toUci(position, move), action: "add", weight });
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
  answerFor(fen) {
    if (!this.answers.has(fen)) {
      const answer = this.source.position(fen);
      answer.catch(() => this.answers.delete(fen));
      this.answers.set(fen, answer);
    }
    return this.answers.get(fen);
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
    const { line } = this;
    const { position, ply } = line;
    const fen = writeFen(position);
    this.board.show(position, line.lastMove);
    showLine(line, (to) => this.goTo(to));
    showOrders(line.positions[0], []);
    byId("fen").value = fen;
    byId("key").textContent = position.keyText;
    byId("turn").textContent = this.turnText();
    byId("message").textContent = problem?.message ?? "";
    byId("copy-fen").textContent = "Copy";
    this.writeAddress();
    if (position !== this.shown) showFromTheTop();
    this.shown = position;
    const asked = this.wait();
    // What is shown is asked for each time: another program may have changed a book.
    this.answers.delete(fen);
    try {
      const answer = await this.answerFor(fen);
      if (asked !== this.asked) return;
      this.rows = this.showAnswer(answer, fen);
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
  showAnswer(answer, fen) {
    const { asked } = this;
    const change = (wish) => asked === this.asked && this.change({ fen, ...wish });
    return showMoves(this.about, answer, {
      play: (uci) => asked === this.asked && this.playUci(uci),
      note: (uci) => this.transposition(uci),
      field: (book, row) => this.canEdit(book) && weightField(book, this.about.books[book].name, row, change),
    });
  }

  /** Where in the line the position behind a move has been, in words. */
  transposition(uci) {
    const { line } = this;
    const ply = line.plyOf(line.position.play(readMove(line.position, uci)).key);
    if (ply < 0) return "";
    return ply === 0 ? "back to the start" : `back to ${moveNumber(line.positions[0], ply - 1)} ${line.sans[ply - 1]}`;
  }

  async findOrders(ply) {
    const { line } = this;
    const { position } = line;
    if (ply < 3) return;
    const orders = await otherOrders(line.positions.slice(0, ply + 1), line.moves.slice(0, ply), (fen) => this.answerFor(fen));
    if (position === line.position) showOrders(line.positions[Math.max(0, ply - 12)], orders);
  }

  turnText() {
    const { position } = this.line;
    const side = position.white ? "White" : "Black";
    if (legalMoves(position).length === 0) return position.inCheck ? `${side} is checkmated` : "Stalemate";
    return `${side} to move${position.inCheck ? ", in check" : ""}`;
  }

  showAbout() {
    const { books } = this.about;
    const known = books.filter((book) => !book.error);
    byId("about").textContent = books.map((book) => book.name).join(" · ");
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
  readAddress() {
    const misread = this.followAddress();
    history.replaceState(null, "", this.address());
    return misread;
  }

  followAddress() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    try {
      this.line.reset(wanted.get("fen") ?? START_FEN);
    } catch (error) {
      this.line.reset(START_FEN);
      return error;
    }
    const [unplayed] = this.playWords((wanted.get("moves") ?? "").split(" ").filter(Boolean));
    return unplayed ? noMove(unplayed) : null;
  }

  address() {
    const { line } = this;
    const wanted = new URLSearchParams();
    const start = writeFen(line.positions[0]);
    if (start !== START_FEN) wanted.set("fen", start);
    const moves = line.moves.slice(0, line.ply).map((move, i) => toUci(line.positions[i], move));
    if (moves.length > 0) wanted.set("moves", moves.join(" "));
    return "#" + wanted;
  }

  /** Each position is a step of the browser's history. */
  writeAddress() {
    const address = this.address();
    if (address !== (location.hash || "#")) history.pushState(null, "", address);
  }
}

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
