// SPDX-License-Identifier: MIT
import { breakIfDue } from "../book/breaks.js";
import { GameReviewer } from "../book/game_review.js";
import { otherOrders } from "../book/move_orders.js";
import { ServerSource, SourceGone } from "../book/server_source.js";
import { areWholeGames, gamesIn } from "../chess/games.js";
import { isFen, wordsOfMoves } from "../chess/movetext.js";
import { ServedRules } from "../rules/served_rules.js";
import { Answers } from "./answers.js";
import { arrowsOf } from "./arrows.js";
import { BoardView } from "./board.js";
import { BoardEditor } from "./board_editor.js";
import { allowAdding } from "./edit_view.js";
import { Editing } from "./editing.js";
import { byId, counted, noMove, onSubmit, tellAt, tellFailure } from "./elements.js";
import { showAbout } from "./facts.js";
import { GameLine, addressOf, lichessAddress, lineText, moveNumber, pgnText, readAddress, writeAddress } from "./game_line.js";
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
      onGo: (ucis) => this.playFromStart(ucis),
    });
    this.editor = new BoardEditor(this.board, this.rules, {
      fen: () => this.line.position.fen,
      setUp: (fen) => this.setUp(fen),
      closed: () => this.show(),
    });
    this.games = new GamesView({
      go: (review) => this.showGame(review),
      add: this.about.edit && ((text) => this.editing.lines.open(text)),
    });
    this.editing = new Editing({
      source: this.source, about: this.about, rules: this.rules,
      position: () => this.line.position, rows: () => this.rows, line: () => this.line,
      answerFor: (place) => this.answers.at(place),
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
          await this.playFromStart(ucis);
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
    for (const [id, action] of Object.entries(steps)) byId(id).addEventListener("click", action);
    onSubmit("move-form", () => this.take(byId("move").value));
    onSubmit("fen-form", async () => tellAt("fen", (await this.setUp(byId("fen").value))?.message ?? ""));
    byId("new-game").addEventListener("click", () => this.setUp(this.rules.startFen));
    listenForGames((text) => this.take(text));
    prepareCopying(
      {
        "copy-line": () => lineText(this.line.positions[0], this.line.sans),
        "copy-pgn": () => this.pgn(),
        "copy-fen": () => this.line.position.fen,
        "copy-link": () => new URL(addressOf(this.line), location.href).href,
      },
      (text) => this.say(text));
    for (const button of document.querySelectorAll(".close")) button.addEventListener("click", closeDialogs);
    window.addEventListener("popstate", async () => {
      closeDialogs();
      this.show(await this.followAddress());
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
      number: (n) => this.rows[n - 1] && this.playUci(this.rows[n - 1].uci),
    });
  }

  // The actions of the user.

  goTo(ply) {
    this.line.goTo(ply);
    return this.show();
  }

  /** Goes one move back or forward when the wheel turns. Returns whether there is a line to go through. */
  step(direction) {
    if (direction !== 0) this.goTo(this.line.ply + direction);
    return this.line.length > 0;
  }

  async play(move) {
    this.wait();
    await this.show(await this.line.play(move).then(() => null, (error) => error));
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
    const field = byId("move");
    const games = isFen(text) ? [] : await readAll(text);
    if (areWholeGames(games, text)) {
      await this.takeGames(games, text);
      return;
    }
    const words = isFen(text) ? [] : wordsOfMoves(text);
    try {
      if (isFen(text)) await this.line.reset(text);
      else if (/^\s*1\.(?!\.)/.test(text)) this.line.goTo(0);
    } catch (error) {
      tellAt("move", error.message);
      return;
    }
    const { unplayed, problem } = await this.playWords(words);
    field.value = unplayed.join(" ");
    const shown = this.show();
    tellAt("move", problem?.message ?? "");
    if (problem) field.select();
    await shown;
  }

  /**
   * Takes games. A single game is put on the board, at the position where it left the books; several games become a
   * list. text: the text that they were read from
   */
  async takeGames(games, text) {
    const ask = async (position) => {
      await breakIfDue();
      return this.answers.of(position);
    };
    const reviewer = new GameReviewer(this.rules, ask);
    const { position } = this.line;
    try {
      const first = games.length > 1 ? await this.games.show(games, reviewer, text) : await reviewer.review(games[0]);
      // The user may have gone elsewhere meanwhile.
      if (first && position === this.line.position) await this.showGame(first);
      else if (!first && games.length === 1) tellAt("move", "The game begins in no legal position");
    } catch (error) {
      tellFailure(error, () => this.takeGames(games, text));
    }
  }

  /**
   * Puts a game on the board, at the position where it left the books. Moves that cannot be played stay in the field.
   */
  async showGame(review) {
    const { line, rules } = this;
    await line.reset(review.game.fen ?? rules.startFen);
    const { unplayed, problem } = await this.playWords(review.game.words);
    line.game = review;
    line.goTo(review.exitPly);
    byId("move").value = unplayed.join(" ");
    const shown = this.show();
    tellAt("move", problem?.message ?? "");
    await shown;
  }

  /**
   * Plays moves until one cannot be played. Returns {unplayed: the remaining moves, problem: an Error that says why, or
   * null}.
   */
  async playWords(words) {
    const { line, rules } = this;
    this.wait();
    for (const [i, word] of words.entries()) {
      const { position } = line;
      const move = rules.read(position, word);
      const meanings = move ? [] : rules.meanings(position, word).map(({ san }) => san);
      const problem = move ? await line.play(move).then(() => null, (error) => error) : noMove(word, meanings);
      if (problem) return { unplayed: words.slice(i), problem };
    }
    return { unplayed: [], problem: null };
  }

  async playFromStart(words) {
    this.line.goTo(0);
    const { problem } = await this.playWords(words);
    await this.show(problem);
  }

  /** Replaces the last moves by another order of them. */
  async takeOrder(sans) {
    this.line.goTo(this.line.ply - sans.length);
    const { problem } = await this.playWords(sans);
    await this.show(problem);
  }

  /** Begins a line. Returns an Error if the FEN is not a legal position, else null. */
  async setUp(fen) {
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
    return pgnText(line.positions[0], line.sans, tags);
  }

  // What the page shows.

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

  /** Shows the position at once, and the moves of the books when the answer arrives. `problem`: an Error to show. */
  async show(problem = null) {
    const { line } = this;
    const { position, ply } = line;
    const { place } = position;
    if (this.editor.isOpen) this.editor.leave();
    this.board.show(position, line.lastMove);
    showLine(line, (to) => this.goTo(to));
    showGameName(line.game);
    showOrders(line.positions[0], []);
    byId("fen").value = position.fen;
    byId("key").textContent = position.key;
    byId("turn").textContent = this.turnText();
    byId("message").textContent = problem && !(problem instanceof SourceGone) ? problem.message : "";
    for (const field of ["move", "fen"]) tellAt(field, "");
    byId("edit-problem").textContent = "";
    writeAddress(line);
    const lichess = lichessAddress(line, this.about.variant);
    byId("lichess").hidden = !lichess;
    byId("lichess").href = lichess || "#";
    if (position !== this.shown) showFromTheTop();
    this.shown = position;
    const asked = this.wait();
    const isLast = () => asked === this.asked;
    // Ask again each time, because another program may have changed a book.
    this.answers.forget(place);
    try {
      if (problem instanceof SourceGone) throw problem;
      const answer = await this.answers.at(place);
      if (!isLast()) return;
      tellFailure(null);
      this.rows = this.showAnswer(answer, place, isLast);
      allowAdding(true);
      this.sayPosition();
      this.overview.show();
      await this.showStarts(isLast);
      if (this.about.openings) await this.findOpening(answer, isLast);
      if (this.rows.length === 0) await this.findWayOut(isLast);
      const areKnown = await this.answers.areKnown(line);
      if (isLast()) markBookMoves(areKnown);
      if (this.about.store) await this.showScores(isLast);
      await this.findOrders(ply);
    } catch (error) {
      if (!isLast()) return;
      this.rows = [];
      clearMoves();
      showVerdicts(undefined);
      showGraph(line, []);
      tellFailure(error, () => this.show());
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
    return ply === 0 ? "back to the start" : `back to ${moveNumber(line.positions[0], ply - 1)} ${line.sans[ply - 1]}`;
  }

  async showScores(isLast) {
    const scores = await this.answers.scoresOf(this.line);
    if (isLast()) showGraph(this.line, scores);
  }

  async findOrders(ply) {
    const { line, rules } = this;
    const { position } = line;
    if (ply < 3) return;
    const ask = (reached) => this.answers.of(reached);
    const orders = await otherOrders(rules, line.positions.slice(0, ply + 1), line.moves.slice(0, ply), ask);
    if (position !== line.position) return;
    showOrders(line.positions[Math.max(0, ply - 12)], orders, (sans) => this.takeOrder(sans));
  }

  /** Shows the way back to the last position of the line that the books know. */
  async findWayOut(isLast) {
    const { line } = this;
    showOutOfBook(line, -1);
    let known = [];
    const ply = await this.answers.lastPly(line, ({ books }) => (known = books.flatMap(({ moves = [] }) => moves)).length > 0);
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
  async findOpening({ opening }, isLast) {
    let named = opening;
    if (!named) await this.answers.lastPly(this.line, (answer) => (named = answer.opening));
    if (!isLast()) return;
    this.opening = named;
    showOpening(named, named !== opening);
  }

  turnText() {
    const { position } = this.line;
    const side = position.white ? "White" : "Black";
    return position.ending || `${side} to move${position.inCheck ? ", in check" : ""}`;
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

/** Reads games as readGames() does, with breaks for the browser. */
async function readAll(text) {
  const games = [];
  for (const game of gamesIn(text)) {
    // A typed text is a single game, and is shown at once without a break.
    if (games.push(game) > 1) await breakIfDue();
  }
  return games;
}

prepareTheme((text) => (byId("live").textContent = text));
new App(new ServerSource()).start();
