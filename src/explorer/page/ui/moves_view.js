// SPDX-License-Identifier: MIT
import { columnsOf, measureOf } from "./columns.js";
import { button, byId, grouped, make } from "./elements.js";
import { detailsOf, markOf } from "./facts.js";
import { DEFAULT_ORDER, sortRows } from "./rows.js";
import { verdictText } from "./verdicts.js";

/** From this number of books on, the table has a column for each book, with a number above its bar. */
const MATRIX = 3;

/** Marks the table as out of date. It is dim and ignores clicks until the next one is there. */
export function dimMoves() {
  byId("moves").setAttribute("aria-busy", "true");
}

/**
 * Scrolls back to the top of the table if it is above the screen. On a phone, the top goes below the board.
 */
export function showFromTheTop() {
  const head = byId("turn");
  if (head.getBoundingClientRect().top < parseFloat(getComputedStyle(head).scrollMarginTop)) head.scrollIntoView();
}

/** Empties the table if there is no answer, so that nobody reads the old one as the answer. */
export function clearMoves() {
  byId("reading").hidden = true;
  byId("moves").replaceChildren();
  byId("book-errors").replaceChildren();
  byId("moves-box").hidden = byId("no-moves").hidden = true;
}

/** The table of the moves of a position, one row for each. The user can sort it and unfold details. */
export class MovesView {
  /** actions: {play(uci), point(ucis): highlights arrows, sorted(rows)} */
  constructor(about, actions) {
    this.about = about;
    this.actions = actions;
    this.order = DEFAULT_ORDER;
    /** Moves whose details are unfolded. */
    this.unfolded = new Set();
    const table = byId("moves");
    table.classList.add(about.books.length === 1 ? "one" : about.books.length < MATRIX ? "pair" : "matrix");
    const pointed = (event) => event.target.closest?.("tr[data-uci]")?.dataset.uci;
    const point = (event) => actions.point([pointed(event)].filter(Boolean));
    table.addEventListener("mouseover", point);
    table.addEventListener("focusin", point);
    table.addEventListener("mouseleave", () => actions.point([]));
    table.addEventListener("focusout", () => actions.point([]));
  }

  /**
   * answer: what the source says of the position; rows: its moves, see rowsOf(); own: depends on the position, {white,
   * note(uci): where a move transposes to, or ""; field(book, row): the field for a weight, or undefined}.
   * Returns the rows in their order.
   */
  show(answer, rows, own) {
    Object.assign(this, { answer, own });
    byId("moves").removeAttribute("aria-busy");
    byId("reading").hidden = true;
    const errors = answer.books.map((book) => book.error).filter(Boolean);
    const troubles = answer.books.flatMap((book) => book.error ?? book.troubles ?? []);
    byId("book-errors").replaceChildren(...troubles.map((trouble) => make("p", { class: "book-error" }, trouble)));
    byId("no-moves").hidden = rows.length > 0 || errors.length === answer.books.length;
    byId("moves-box").hidden = rows.length === 0;
    return this.draw(this.sorted(rows));
  }

  draw(rows) {
    this.rows = rows;
    const table = byId("moves");
    const keptFocus = focusWithin(table);
    this.columns = columnsOf(rows, this.about.books, this.answer, this.own);
    const body = make("tbody", {}, ...rows.flatMap((row, i) => this.rowsOfMove(row, i)));
    table.replaceChildren(make("thead", {}, this.headRow()), body, ...(rows.length > 1 ? [make("tfoot", {}, this.totalRow(rows))] : []));
    const has = (...names) => this.columns.some(({ by }) => names.includes(by));
    table.classList.toggle("scored", has("score"));
    table.classList.toggle("judged", has("verdict"));
    table.classList.toggle("counted", has("rating", "last"));
    keptFocus?.restore();
    return rows;
  }

  /** Highlights the rows of these moves, and no others. */
  light(ucis) {
    for (const row of byId("moves").querySelectorAll("tr[data-uci]")) row.classList.toggle("lit", ucis.includes(row.dataset.uci));
  }

  sortBy(by) {
    const isSame = this.order.by === by;
    this.order = { by, descending: isSame ? !this.order.descending : by !== "move" };
    this.actions.sorted(this.draw(this.sorted(this.rows)));
  }

  sorted(rows) {
    return sortRows(rows, this.order, measureOf(this.order.by));
  }

  headRow() {
    const { by: current, descending } = this.order;
    const head = ({ by, headKind, head: children }) => {
      const isCurrent = current === by || (current === "share" && by === "book 0");
      return make(
        "th",
        { scope: "col", role: "columnheader", class: headKind, "aria-sort": isCurrent ? (descending ? "descending" : "ascending") : undefined },
        button({ class: "sort", onclick: () => this.sortBy(by) }, ...children));
    };
    const columns = [{ by: "move", headKind: "head-move", head: ["Move"] }, ...this.columns];
    return make("tr", { role: "row" }, ...columns.map(head), make("td", { role: "cell", class: "more" }));
  }

  rowsOfMove(row, index) {
    const { books } = this.about;
    const note = this.own.note(row.uci);
    const marks = marksOf(row, books);
    const name = make(
      "th",
      { scope: "row", role: "rowheader" },
      make("kbd", { class: "shortcut", "aria-hidden": "true" }, index < 9 ? String(index + 1) : ""),
      button({ class: "move-name", onclick: () => this.actions.play(row.uci) }, row.san),
      marks && make("span", { class: "marks" }, marks),
      note && make("span", { class: "note" }, note));
    const isUnfolded = this.unfolded.has(row.uci);
    const more = make(
      "td",
      { role: "cell", class: "more" },
      button({ class: "fold", "aria-expanded": String(isUnfolded), "aria-label": `Details of ${row.san}`, title: "Details", onclick: () => this.toggle(row.uci) }, "⋯"));
    const shown = make("tr", { role: "row", "data-uci": row.uci }, name, ...this.columns.map(({ cell }) => cell(row)), more);
    return isUnfolded ? [shown, this.detailRow(row)] : [shown];
  }

  totalRow(rows) {
    const cells = this.columns.map(({ total }) => total(rows));
    return make("tr", { role: "row", class: "total" }, make("th", { scope: "row", role: "rowheader" }, "Total"), ...cells, make("td", { role: "cell", class: "more" }));
  }

  toggle(uci) {
    if (!this.unfolded.delete(uci)) this.unfolded.add(uci);
    this.draw(this.rows);
  }

  detailRow(row) {
    const { books } = this.about;
    const blocks = row.entries.flatMap((entries, book) =>
      entries.map((entry) => make(
        "li",
        {},
        books.length > 1 && make("span", { class: "book-name" }, books[book].name, " "),
        // The details have the weight, because a narrow table leaves it out.
        ...[(books.length > 1 || row.verdict || (row.results && !this.about.edit)) && `weight ${grouped(entry.weight)}`, ...detailsOf(entry, books[book])].filter(Boolean).map((text) => make("span", { class: "fact" }, text)))));
    const verdict = row.verdict && make("li", {}, verdictText(row.verdict));
    return make("tr", { role: "row", class: "details" }, make("td", { role: "cell", colspan: this.columns.length + 2 }, make("ul", {}, ...blocks, verdict)));
  }
}

/** The marks that the books give a move, for example "!". Most formats have none. */
function marksOf(row, books) {
  const marks = row.entries.flatMap((entries, book) => entries.map(({ facts }) => markOf(books[book].format, facts)));
  return [...new Set(marks.filter(Boolean))].join(" ");
}

/** Finds the element of the table that has the focus, so that a user of the keyboard can go on from there. */
function focusWithin(table) {
  const { activeElement: active } = document;
  // On a phone, the field would open the keyboard again.
  if (!table.contains(active) || (active.matches("input") && matchMedia("(pointer: coarse)").matches)) return null;
  const nameOf = (one) => one.ariaLabel ?? (one.matches(".sort") ? one.textContent : null);
  const name = nameOf(active);
  const restore = () => {
    const same = [...table.querySelectorAll("button, input")].find((one) => name !== null && nameOf(one) === name);
    (same ?? table.querySelector("tbody button") ?? byId("turn")).focus();
  };
  return { restore };
}
