// SPDX-License-Identifier: MIT
import { breakIfDue } from "../book/breaks.js";
import { reviewGame } from "../book/game_review.js";
import { otherOrders } from "../book/move_orders.js";
import { ServerSource, SourceGone, movesOfBooks } from "../book/server_source.js";
import { ServedRules, isFen } from "../rules/served_rules.js";
import { Answers } from "./answers.js";
import { arrowsOf } from "./arrows.js";
import { BoardView } from "./board.js";
import { BoardEditor } from "./board_editor.js";
import { allowAdding } from "./edit_view.js";
import { Editing } from "./editing.js";
import { byId, counted, noMove, onClick, onSubmit, tellAt, tellFailure } from "./elements.js";
import { showAbout } from "./facts.js";
import { GameLine, addressAfter, addressOf, lichessAddress, pgnText, readAddress, writeAddress } from "./game_line.js";
import { GamesView, showGameName } from "./games_view.js";
import { GroupsView } from "./groups_view.js";
import { listenForGames, listenToKeys } from "./input.js";
import { markBookMoves, showLine, showOrders, showOutOfBook, showStarts } from "./line_view.js";
import { MovesView, clearMoves, dimMoves, showFromTheTop } from "./moves_view.js";
import { OpeningSearch, showOpening } from "./opening_search.js";
import { Overview } from "./overview.js";
import { prepareCopying, prepareTheme } from "./page_buttons.js";
import { choosePromotion } from "./pieces.js";
import { rowsOf } from "./rows.js";
import { showGraph, showVerdicts } from "./verdicts.js";

/** The page: it shows a line of moves on a board, and the moves of the books in its position. */
class App {
  constructor(source) {
    this.source = source;
    /** The moves in the table; empty while the table does not belong to the position on the board. */
    this.rows = [];
    /** The position on the board as it was last drawn. */
    this.shown = null;
    /** The number of tables requested so far. Only the last one is shown and can be used. */
    this.asked = 0;
  }

  async start() {
    try {
      this.about = await this.source.books();
      this.answers = new Answers(this.source, this.about);
      this.rules = await ServedRules.load(this.answers, this.about);
    } catch (error) {
      clearMoves();
      tellFailure(error, () => location.reload());
      return;
    }
    tellFailure(null);
    this.line = new GameLine(this.rules);
    this.board = new BoardView(byId("board"), this.rules, {
      onMoves: (moves) => this.playOneOf(moves),
      onPoint: (ucis) => this.light(ucis),
      onSay: (text) => this.say(text),
      onStep: (direction) => this.step(direction),
    });
    this.moves = new MovesView(this.about, {
      play: (uci) => this.rows.length > 0 && this.playUci(uci),
      point: (ucis) => this.light(ucis),
      sorted: (rows) => (this.rows = rows),
    });
    this.overview = new Overview({
      rules: this.rules, answers: this.answers, hasNames: Boolean(this.about.openings), line: () => this.line,
      onGo: (ucis) => this.replay(0, ucis),
    });
    this.editor = new BoardEditor(this.board, this.rules, {
      fen: () => this.line.position.fen,
      setUp: (fen) => this.setUp(fen),
      closed: () => this.goTo(this.line.ply),
    });
    this.games = new GamesView({
      go: (review, ply) => this.showGame(review, ply),
      address: (game, ply) => addressAfter(game.fen, game.moves.slice(0, ply), this.rules),
      add: this.about.edit && ((text) => this.editing.lines.open(text)),
    });
    this.editing = new Editing({
      source: this.source, about: this.about, rules: this.rules,
      position: () => this.line.position, rows: () => this.rows, line: () => this.line,
      busy: () => this.wait(), changed: () => this.refresh(),
    });
    const groups = new GroupsView(this.about, () => {
      this.source.groups = groups.parameters();
      this.refresh();
    });
    if (this.about.openings) {
      new OpeningSearch({
        find: (name) => this.source.openings(name),
        reach: (ucis) => this.answers.reachOf(this.rules, ucis),
        onLeave: () => byId("turn").focus(),
        onTake: async (ucis) => {
          await this.line.reset(this.rules.startFen);
          await this.replay(0, ucis);
          byId("turn").focus();
        },
      });
    }
    const misread = await this.followAddress();
    this.listen();
    showAbout(this.about);
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
    for (const [id, action] of Object.entries(steps)) onClick(id, action);
    onSubmit("move-form", () => this.take(byId("move").value));
    onSubmit("fen-form", async () => tellAt("fen", (await this.setUp(byId("fen").value))?.message ?? ""));
    onClick("new-game", () => this.setUp(this.rules.startFen));
    listenForGames((text) => this.take(text));
    prepareCopying(
      {
        "copy-line": () => this.line.text,
        "copy-pgn": () => this.pgn(),
        "copy-fen": () => this.line.position.fen,
        "copy-link": () => new URL(addressOf(this.line), location.href).href,
      },
      (text) => this.say(text));
    for (const close of document.querySelectorAll(".close")) close.addEventListener("click", closeDialogs);
    window.addEventListener("popstate", () => {
      closeDialogs();
      this.act(() => this.followAddress());
    });
    listenToKeys({
      ArrowLeft: steps.back, ArrowRight: steps.forward, ",": steps.back, ".": steps.forward,
      Home: steps["to-start"], End: steps["to-end"], f: steps.flip,
      b: () => this.board.focus(),
      m: () => byId("move").focus(),
      o: () => byId("open-games").click(),
      t: () => this.overview.focus("main-lines"),
      g: () => this.overview.focus("book-map"),
      s: () => byId("opening-name").focus(),
      e: () => byId("edit-board").click(),
      a: () => this.about.edit && byId("add-open").click(),
      l: () => this.about.edit && byId("line-open").click(),
      w: () => this.about.edit && byId("weights-open").click(),
      u: () => this.about.edit && this.editing.undo(),
      "?": () => byId("keys").toggleAttribute("open"),
      ...Object.fromEntries([...Array(9).keys()].map((i) => [i + 1, () => this.rows[i] && this.playUci(this.rows[i].uci)])),
    });
  }

  /**
   * Changes the line as the user wants, and shows it. change(): may return an Error to show, at the field `at` if it is
   * about one
   */
  async act(change, at) {
    this.answers.begin();
    this.wait();
    let problem;
    try {
      problem = await change();
    } catch (error) {
      problem = error;
    }
    await this.show(problem ?? null, at);
  }

  goTo(ply) {
    return this.act(() => this.line.goTo(ply));
  }

  /** Goes one move back or forward when the wheel turns. Returns whether there is a line to go through. */
  step(direction) {
    if (direction !== 0) this.goTo(this.line.ply + direction);
    return this.line.length > 0;
  }

  play(move) {
    return this.act(() => this.line.play(move));
  }

  playUci(uci) {
    return this.play(this.rules.read(this.line.position, uci));
  }

  async playOneOf(moves) {
    const { position } = this.line;
    const square = this.board.cells[moves[0].target];
    const move = moves.length > 1 ? await choosePromotion(moves, position.white, square) : moves[0];
    if (move && position === this.line.position) await this.play(move);
    else this.board.draw();
    this.board.focus();
  }

  /**
   * Takes what a user has typed or pasted: a move, several moves, games or a position ("Nf3", "e2e4", "1. e4 c5 2.
   * Nf3", a PGN, a FEN). Moves that begin with number 1 are played from the start. Moves that cannot be played stay in
   * the field.
   */
  async take(text) {
    const { line } = this;
    if (isFen(text)) {
      byId("move").value = "";
      await this.act(() => line.reset(text), "move");
      return;
    }
    const isFromStart = /^\s*1\.(?!\.)/.test(text);
    try {
      const { games, whole } = await this.source.games(text, (isFromStart ? line.positions[0] : line.position).fen);
      if (whole) await this.takeGames(games, text);
      else {
        await this.act(async () => {
          if (isFromStart) line.goTo(0);
          const problem = await this.playGame(games[0]);
          if (problem) byId("move").select();
          return problem;
        }, "move");
      }
    } catch (error) {
      await this.act(() => error, "move");
      if (error instanceof SourceGone) tellFailure(error, () => this.take(text));
    }
  }

  /**
   * Takes games. A single game is put on the board, at the position where it left the books; several games become a
   * list. text: the text that they were read from
   */
  async takeGames(games, text) {
    const ask = async (place) => {
      await breakIfDue();
      return this.answers.at(place);
    };
    const { position } = this.line;
    const first = games.length > 1 ? await this.games.show(games, ask, text) : games.length === 1 && (await reviewGame(games[0], ask));
    // The user may have gone elsewhere meanwhile.
    if (first && position === this.line.position) await this.showGame(first);
    else if (!first && games.length === 1) tellAt("move", "The game begins in no legal position");
  }

  /** Puts a game on the board, at a ply: else at the position where it left the books. */
  showGame(review, ply = review.exitPly) {
    const { line } = this;
    return this.act(async () => {
      await line.reset(review.game.fen);
      const problem = await this.playGame(review.game);
      line.game = review;
      line.goTo(ply);
      return problem;
    }, "move");
  }

  /** Plays the moves of a game. Those that cannot be played stay in the field. Returns an Error about them, or null. */
  async playGame({ moves, unplayed }) {
    const { fen, moves: before } = this.line.position.place;
    const ucis = moves.map(({ uci }) => uci);
    // Positions that are asked for together share a request.
    for (const ply of ucis.keys()) this.answers.at({ fen, moves: [before, ...ucis.slice(0, ply + 1)].filter(Boolean).join(" ") });
    const played = await this.playWords([...moves.map(({ san }) => san), ...unplayed]);
    byId("move").value = played.unplayed.join(" ");
    return played.problem;
  }

  /**
   * Plays moves until one cannot be played. Returns {unplayed: the remaining moves, problem: an Error that says why, or
   * null}.
   */
  async playWords(words) {
    const { line, rules } = this;
    for (const [i, word] of words.entries()) {
      const { position } = line;
      const move = rules.read(position, word);
      const problem = move ? await line.play(move).then(() => null, (error) => error) : noMove(word, rules.meanings(position, word));
      if (problem) return { unplayed: words.slice(i), problem };
    }
    return { unplayed: [], problem: null };
  }

  /** Plays other moves from a ply of the line on. */
  replay(ply, words) {
    return this.act(async () => {
      this.line.goTo(ply);
      return (await this.playWords(words)).problem;
    });
  }

  /** Begins a line. Returns an Error if the FEN is not a legal position, else null. */
  async setUp(fen) {
    this.answers.begin();
    try {
      await this.line.reset(fen.trim() === "startpos" ? this.rules.startFen : fen);
    } catch (error) {
      return error;
    }
    await this.show();
    return null;
  }

  pgn() {
    const { line, rules } = this;
    const start = line.positions[0].fen;
    const isStart = start === rules.startFen;
    const { eco: ECO, name: Opening } = this.opening ?? {};
    const { White, Black, Date, Event = "?" } = line.game?.game.tags ?? {};
    const tags = { Event, Date, White, Black, Result: line.game?.result ?? "*", ECO, Opening, Variant: this.about.variant, SetUp: isStart ? "" : "1", FEN: isStart ? "" : start };
    return pgnText(line, tags);
  }

  /** Marks the table as out of date. Returns the number of the next table. */
  wait() {
    this.rows = [];
    dimMoves();
    allowAdding(false);
    return ++this.asked;
  }

  /** Shows the position again after a book has changed. */
  refresh() {
    this.answers.clear();
    this.overview.forget();
    this.starts = null;
    return this.show();
  }

  /**
   * Shows the position at once, and the moves of the books when the answer arrives. `problem`: an Error to show; `at`: the
   * field that it is about
   */
  async show(problem = null, at = "") {
    const { line } = this;
    const { position, ply } = line;
    const { place } = position;
    if (this.editor.isOpen) this.editor.leave();
    this.board.show(position, line.lastMove);
    showLine(line, (to) => this.goTo(to));
    showGameName(line.game);
    this.games.showReaching(position.key);
    showOrders(line.positions[0], []);
    byId("fen").value = position.fen;
    byId("key").textContent = position.key;
    byId("turn").textContent = this.turnText();
    const told = problem && !(problem instanceof SourceGone) ? problem.message : "";
    byId("message").textContent = at ? "" : told;
    for (const field of ["move", "fen"]) tellAt(field, field === at ? told : "");
    byId("edit-problem").textContent = "";
    writeAddress(line);
    const lichess = lichessAddress(line, this.about.variant);
    byId("lichess").hidden = !lichess;
    byId("lichess").href = lichess || "#";
    if (position !== this.shown) showFromTheTop();
    this.shown = position;
    const asked = this.wait();
    const isLast = () => asked === this.asked;
    try {
      if (problem instanceof SourceGone) throw problem;
      const answer = await this.answers.latest(place);
      if (!isLast()) return;
      tellFailure(null);
      this.rows = this.showAnswer(answer, place, isLast);
      allowAdding(true);
      this.sayPosition();
      this.overview.show();
      if (this.about.openings) this.showOpening(answer);
      await this.showStarts(isLast);
      if (this.rows.length === 0) await this.findWayOut(isLast);
      const areKnown = await this.answers.areKnown(line);
      if (isLast()) markBookMoves(areKnown);
      const scores = this.about.store ? await this.answers.scoresOf(line) : [];
      if (isLast()) showGraph(line, scores);
      await this.findOrders(ply);
    } catch (error) {
      if (!isLast()) return;
      this.rows = [];
      clearMoves();
      showVerdicts(undefined);
      showGraph(line, []);
      tellFailure(error, () => this.goTo(line.ply));
    }
  }

  /** Shows the table of a position. As long as this table is the last one, its actions apply to that position. */
  showAnswer(answer, place, isLast) {
    const { position } = this.line;
    const rows = rowsOf(answer, this.about.books, position.white);
    const change = (wish) => isLast() && this.editing.change({ ...place, ...wish });
    const shown = this.moves.show(answer, rows, {
      white: position.white,
      note: (uci) => this.transposition(uci),
      field: (book, row) => this.editing.field(book, row, change),
    });
    this.board.showArrows(arrowsOf(rows, (uci) => this.placesOf(uci)));
    showVerdicts(answer.verdicts, rows, (uci) => isLast() && this.playUci(uci));
    return shown;
  }

  placesOf(uci) {
    const { position } = this.line;
    return this.board.placesOf(this.rules.read(position, uci));
  }

  /** Highlights moves, on the board and in the table. */
  light(ucis) {
    const rows = this.rows.filter(({ uci }) => ucis.includes(uci));
    this.moves.light(ucis);
    if (!this.editor.isOpen) this.board.light(ucis, rows.map((row) => ({ ...row, ...this.placesOf(row.uci) })));
  }

  /** Describes to which position of the line a move leads back; "" if it leads to none. */
  transposition(uci) {
    const { line, rules } = this;
    const ply = line.plyOf(rules.read(line.position, uci).key);
    if (ply < 0) return "";
    return ply === 0 ? "back to the start" : `back to ${line.named(ply - 1)}`;
  }

  async findOrders(ply) {
    const { line, rules } = this;
    const { position } = line;
    if (ply < 3) return;
    const ask = (reached) => this.answers.of(reached);
    const orders = await otherOrders(rules, line.positions.slice(0, ply + 1), line.moves.slice(0, ply), ask);
    if (position !== line.position) return;
    showOrders(line.positions[Math.max(0, ply - 12)], orders, (sans) => this.replay(line.ply - sans.length, sans));
  }

  /** Shows the way back to the last position of the line that the books know. */
  async findWayOut(isLast) {
    const { line } = this;
    showOutOfBook(line, -1);
    let { ply } = line;
    let known = [];
    while (known.length === 0 && --ply >= 0) known = movesOfBooks(await this.answers.of(line.positions[ply]));
    if (!isLast()) return;
    const isFollowed = ply >= 0 && known.some(({ uci }) => uci === line.moves[ply].uci);
    showOutOfBook(line, ply, isFollowed, () => this.goTo(ply));
  }

  /** Lists the start positions of a book of shuffled pieces, because the usual start may not be among them. */
  async showStarts(isLast) {
    const { line, rules } = this;
    const isAtStart = line.length === 0 && line.position.fen === rules.startFen;
    const mayBeShuffled = isAtStart && (this.about.shuffled || this.rows.length === 0);
    if (mayBeShuffled) this.starts ??= (await this.source.starts().catch(() => ({ starts: [] }))).starts;
    if (isLast()) showStarts(mayBeShuffled ? this.starts : [], (fen) => this.setUp(fen));
  }

  /** Shows the name of the position, or that of the last position before it that has one. */
  showOpening({ opening, game_opening: last }) {
    this.opening = last;
    const isStart = !opening && this.line.position.key === this.rules.start.key;
    showOpening(isStart ? { name: "Start position" } : last, !isStart && !opening);
  }

  turnText() {
    const { position } = this.line;
    const side = position.white ? "White" : "Black";
    return position.ending || `${side} to move${position.inCheck ? ", in check" : ""}`;
  }

  sayPosition() {
    const { line, rows } = this;
    const last = line.lastMove ? `${line.named(line.ply - 1)}. ` : "";
    const best = rows.slice(0, 3).map((row) => row.san).join(", ");
    const known = rows.length === 0 ? "Not in the books." : `${counted(rows.length, "book move")}: ${best}.`;
    this.say(`${last}${this.turnText()}. ${known}`);
  }

  say(text) {
    byId("live").textContent = text;
  }

  /**
   * Goes to the position of the address, as far as the address can be read. Returns an Error about the rest, or null.
   */
  async followAddress() {
    const { fen, words } = readAddress();
    let misread = null;
    try {
      await this.line.reset(fen ?? this.rules.startFen);
    } catch (error) {
      await this.line.reset(this.rules.startFen);
      misread = error;
    }
    misread ??= (await this.playWords(words)).problem;
    history.replaceState(null, "", addressOf(this.line));
    return misread;
  }
}

function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

prepareTheme((text) => (byId("live").textContent = text));
new App(new ServerSource()).start();
