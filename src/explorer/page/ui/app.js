import { EmbeddedSource } from "../book/embedded_source.js";
import { otherOrders } from "../book/move_orders.js";
import { ServerSource } from "../book/server_source.js";
import { writeFen } from "../chess/fen.js";
import { legalMoves } from "../chess/moves.js";
import { readMove, toUci } from "../chess/notation.js";
import { START_FEN } from "../chess/position.js";
import { BoardView } from "./board.js";
import { prepareEditing, showUndo, weightField } from "./edit_view.js";
import { byId, counted, make } from "./elements.js";
import { GameLine, moveNumber } from "./game_line.js";
import { listenToKeys } from "./keys.js";
import { showLine, showOrders } from "./line_view.js";
import { showMoves } from "./moves_view.js";
import { choosePromotion } from "./promotion.js";

/** The page: a line of moves on a board, and what the books say of its position. */
class App {
  constructor(source) {
    this.source = source;
    this.line = new GameLine();
    this.answers = new Map();
    this.board = new BoardView(byId("board"), {
      onMoves: (moves) => this.playOneOf(moves),
      onSay: (text) => this.say(text),
    });
  }

  async start() {
    this.readAddress();
    this.listen();
    this.board.show(this.line.position);
    try {
      this.about = await this.source.books();
    } catch (error) {
      this.complain(error);
      return;
    }
    this.showAbout();
    if (this.about.edit) {
      prepareEditing(this.about.books, { onAdd: (wish) => this.add(wish), onUndo: () => this.undo() });
      showUndo({ undo: 0, last: "" });
    }
    await this.show();
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
    listenToKeys({
      ArrowLeft: steps.back, ArrowRight: steps.forward, ",": steps.back, ".": steps.forward,
      Home: steps["to-start"], End: steps["to-end"], f: steps.flip,
      b: () => this.board.focus(),
      m: () => byId("move").focus(),
      u: () => this.about?.edit && this.undo(),
      "?": () => byId("keys").toggleAttribute("open"),
      number: (n) => this.rows?.[n - 1] && this.playUci(this.rows[n - 1].uci),
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
    const move = moves.length > 1 ? await choosePromotion(moves, this.line.position.white) : moves[0];
    if (move) await this.play(move);
    else this.board.draw();
    this.board.focus();
  }

  /** One move or several, numbers allowed: "Nf3", "e2e4", "1. e4 c5 2. Nf3". */
  playText() {
    const field = byId("move");
    const words = field.value.replace(/\d+\.+/g, " ").split(/\s+/).filter(Boolean);
    for (const word of words) {
      const move = readMove(this.line.position, word);
      if (!move) {
        this.show();
        this.complain(new Error(`${word} is no legal move here, or could mean several`));
        field.select();
        return;
      }
      this.line.play(move);
    }
    field.value = "";
    this.show();
  }

  setUp(fen) {
    try {
      this.line.reset(fen);
    } catch (error) {
      this.complain(error);
      return;
    }
    this.show();
  }

  async copyFen() {
    byId("fen").select();
    await navigator.clipboard?.writeText(byId("fen").value).catch(() => {});
    this.say("FEN copied");
  }

  async change(change) {
    await this.ask(() => this.source.edit({ fen: writeFen(this.line.position), ...change }));
  }

  async add({ book, text, weight }) {
    const move = readMove(this.line.position, text);
    if (!move) {
      this.complain(new Error(`${text} is no legal move here, or could mean several`));
      return;
    }
    await this.change({ book, move: toUci(this.line.position, move), action: "add", weight });
    byId("add-move").value = "";
  }

  async undo() {
    await this.ask(() => this.source.undo());
  }

  /** Has the server change a book, and shows what became of it. */
  async ask(request) {
    let done = null;
    let failure = null;
    try {
      done = await request();
    } catch (error) {
      failure = error;
    }
    this.answers.clear();
    await this.show();
    if (done) showUndo(done);
    if (failure) this.complain(failure);
  }

  // What is seen.

  /** What the books say of a position, remembered for the search for other orders of the line. */
  answerFor(fen) {
    if (!this.answers.has(fen)) this.answers.set(fen, this.source.position(fen));
    return this.answers.get(fen);
  }

  async show() {
    const { line } = this;
    const { position, ply } = line;
    const fen = writeFen(position);
    this.board.show(position, line.lastMove);
    showLine(line, (to) => this.goTo(to));
    showOrders(line.positions[0], []);
    byId("fen").value = fen;
    byId("key").textContent = position.keyText;
    byId("turn").textContent = this.turnText();
    byId("message").textContent = "";
    this.writeAddress();
    // What is shown is asked for each time: another program may have changed a book.
    this.answers.delete(fen);
    try {
      const answer = await this.answerFor(fen);
      if (position !== line.position) return;
      this.rows = this.showAnswer(answer);
      this.sayPosition();
      await this.findOrders(ply);
    } catch (error) {
      this.answers.delete(fen);
      this.complain(error);
    }
  }

  showAnswer(answer) {
    return showMoves(this.about, answer, {
      play: (uci) => this.playUci(uci),
      note: (uci) => this.transposition(uci),
      field: (book, row) =>
        this.about.edit && weightField(book, this.about.books[book].name, row, (change) => this.change(change)),
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
        make("dd", {}, counted(book.records, "record"), book.header ? headerBlock(book.header) : ", no header"),
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

  readAddress() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    try {
      this.line.reset(wanted.get("fen") ?? START_FEN);
      for (const uci of (wanted.get("moves") ?? "").split(" ").filter(Boolean)) {
        this.line.play(readMove(this.line.position, uci));
      }
    } catch {
      this.line.reset(START_FEN);
    }
  }

  writeAddress() {
    const { line } = this;
    const wanted = new URLSearchParams();
    const start = writeFen(line.positions[0]);
    if (start !== START_FEN) wanted.set("fen", start);
    const moves = line.moves.slice(0, line.ply).map((move, i) => toUci(line.positions[i], move));
    if (moves.length > 0) wanted.set("moves", moves.join(" "));
    history.replaceState(null, "", "#" + wanted);
  }
}

function headerBlock({ version, variants, comment }) {
  return make(
    "span",
    {},
    `, header ${version} for ${variants.join(", ")}`,
    comment && make("span", { class: "comment" }, comment));
}

const embedded = byId("books");
const source = embedded
  ? new EmbeddedSource(JSON.parse(embedded.textContent))
  : new ServerSource(document.querySelector("meta[name=polyglot-token]").content);
new App(source).start();
