// SPDX-License-Identifier: MIT
import { byId, counted, grouped, make } from "./elements.js";
import { factTexts } from "./facts.js";

/** Widths of a book, in rem: below the first, books stand one below the other in each row; */
const MIN_BOOK_WIDTH = 8.5;
/** below this, the table does without words that a number does not need; */
const MIN_WORDY_WIDTH = 13;
/** from this on, a weight's field stands beside its bar. */
const MIN_ROOMY_WIDTH = 18;

/** Between the parts of a fact, which may stand on two lines where there is little room. */
const DOT = " ·\u00a0";

/** Layouts of learn fields in which n and s are games and half points. */
const LEARNT_BY_POLYGLOT = ["polyglot", "none"];

/** Has the table stand as its place allows: books side by side, or one below the other. */
export function fitMoves(books) {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const table = byId("moves");
  new ResizeObserver(([place]) => {
    const names = parseFloat(getComputedStyle(table).getPropertyValue("--names"));
    const width = place.contentRect.width / rem - names;
    const isStacked = width / books < MIN_BOOK_WIDTH;
    const bookWidth = isStacked ? width : width / books;
    table.classList.toggle("stacked", isStacked);
    table.classList.toggle("tight", bookWidth < MIN_WORDY_WIDTH);
    table.classList.toggle("roomy", bookWidth >= MIN_ROOMY_WIDTH);
  }).observe(table.parentElement);
}

/** The table is of the past: dim, and not to be clicked, until the next one is there. */
export function dimMoves() {
  byId("moves").setAttribute("aria-busy", "true");
}

/** Scrolls back to the head of the table where it has been left above, under the board that stays on a phone. */
export function showFromTheTop() {
  const head = byId("turn");
  if (head.getBoundingClientRect().top < parseFloat(getComputedStyle(head).scrollMarginTop)) head.scrollIntoView();
}

/** There is no answer: what stood there before would be read as one. */
export function clearMoves() {
  byId("moves").replaceChildren();
  byId("book-errors").replaceChildren();
  byId("moves").hidden = byId("no-moves").hidden = true;
}

/**
 * The moves of a position, books side by side: a row for each move that one of them has.
 *
 * about: what the source says of the books; answer: what it says of the position; actions: {play(uci),
 * note(uci): what a move transposes to, or "", field(book, row): what changes a weight, or undefined}.
 */
export function showMoves(about, answer, actions) {
  const rows = rowsOf(answer);
  const table = byId("moves");
  table.classList.toggle("books-many", about.books.length > 1);
  table.removeAttribute("aria-busy");
  const keptFocus = focusWithin(table);
  table.replaceChildren(
    make("thead", {}, headRow(about, answer)),
    make("tbody", {}, ...rows.map((row, i) => moveRow(row, i, about, answer, actions))));
  const errors = answer.books.map((book) => book.error).filter(Boolean);
  const troubles = answer.books.flatMap((book) => book.error ?? book.troubles ?? []);
  byId("book-errors").replaceChildren(...troubles.map((trouble) => make("p", { class: "book-error" }, trouble)));
  byId("no-moves").hidden = rows.length > 0 || errors.length === answer.books.length;
  table.hidden = rows.length === 0;
  keptFocus?.restore();
  return rows;
}

/** Where the focus is if it is in the table: who works with the keyboard goes on from there. */
function focusWithin(table) {
  // On a phone the field's keyboard would come up again.
  if (!table.contains(document.activeElement) || matchMedia("(pointer: coarse)").matches) return null;
  const label = document.activeElement.getAttribute("aria-label");
  const restore = () => {
    const same = [...table.querySelectorAll("[aria-label]")].find((one) => label && one.ariaLabel === label);
    (same ?? table.querySelector("button") ?? byId("turn")).focus();
  };
  return { restore };
}

/** One row a move: {uci, san, entries: what each book has, a list each}; heaviest of the first book first. */
function rowsOf(answer) {
  const rows = new Map();
  answer.books.forEach((book, index) => {
    for (const entry of book.moves ?? []) {
      const row = rows.get(entry.uci) ?? { uci: entry.uci, san: entry.san, entries: answer.books.map(() => []) };
      row.entries[index].push(entry);
      rows.set(entry.uci, row);
    }
  });
  return [...rows.values()].sort((a, b) => firstDifference(sharesOf(a), sharesOf(b)));
}

/** What a row weighs in each book; less than nothing where the book does not have it. */
const sharesOf = (row) => row.entries.map((found) => Math.max(-1, ...found.map((entry) => entry.share)));
const firstDifference = (a, b) => b.map((share, i) => share - a[i]).find((difference) => difference !== 0) ?? 0;

function headRow(about, answer) {
  const heads = about.books.map((book, i) => {
    const { error, moves = [], unusable } = answer.books[i];
    const count = counted(moves.length, "move") + (unusable ? `, ${counted(unusable, "illegal record")}` : "");
    return make(
      "th",
      { scope: "col", role: "columnheader" },
      make("span", { class: "book-name" }, book.name),
      make("span", { class: "book-count" }, error ? "cannot be read" : count));
  });
  return make("tr", { role: "row" }, make("th", { scope: "col", role: "columnheader", class: "head-move" }, "Move"), ...heads);
}

function moveRow(row, index, about, answer, actions) {
  const note = actions.note(row.uci);
  const name = make(
    "th",
    { scope: "row", role: "rowheader" },
    index < 9 && make("kbd", { class: "shortcut", "aria-hidden": "true" }, String(index + 1)),
    make(
      "button",
      { type: "button", class: "move-name", "data-uci": row.uci, onclick: () => actions.play(row.uci) },
      row.san),
    note && make("span", { class: "note" }, note));
  const cells = about.books.map((book, i) =>
    make(
      "td",
      { role: "cell", "data-book": book.name },
      ...(answer.books[i].error
        ? []
        : cellBlocks(row.entries[i], book, actions.field(i, row)))));
  return make("tr", { role: "row" }, name, ...cells);
}

/** What a book has of a move, the field that changes it in the first block. */
function cellBlocks(entries, book, field) {
  const [first, ...others] = entries.map((entry) => entryBlock(entry, book));
  const block = first ?? absence();
  if (field) {
    block.classList.add("editable");
    block.append(field);
  }
  return [block, ...others];
}

const absence = () =>
  make(
    "div",
    { class: "entry missing" },
    make("span", { class: "absent", "aria-hidden": "true" }, "–"),
    make("span", { class: "hidden" }, "not in this book"));

function entryBlock({ share, weight, n, sum, next, facts, code }, book) {
  const played = weight > 0;
  // Of n and sum: other programs put something else there.
  const isPolyglots = LEARNT_BY_POLYGLOT.includes(book.learn_layout);
  const learnt = isPolyglots && n > 0 && sum <= 2 * n;
  return make(
    "div",
    { class: played ? "entry" : "entry never" },
    make("div", { class: "bars", "aria-hidden": "true" }, bar("share-bar", 100 * share), learnt && bar("score-bar", (50 * sum) / n)),
    make("span", { class: "share" }, played ? percentText(100 * share) : "never"),
    make(
      "div",
      { class: "facts" },
      make("span", { class: "weight" }, make("span", { class: "word" }, "weight "), grouped(weight)),
      (n > 0 || sum > 0) && make("span", { class: "learnt" }, ...(isPolyglots ? learnText(n, sum, learnt) : [`learn ${grouped(n)}`, DOT, grouped(sum)])),
      code && make("span", { class: "fact" }, `code ${code}`),
      ...factTexts(book.format, facts).map((text) => make("span", { class: "fact" }, text)),
      make("span", { class: "next" }, next ? counted(next, "reply", "replies") : "ends here")));
}

/** "46.7 %"; what is played at times is not nothing. */
function percentText(percent) {
  const rounded = percent.toFixed(1);
  return { "0.0": "<0.1 %", "100.0": "100 %" }[rounded] ?? `${rounded} %`;
}

function bar(kind, percent) {
  const filled = make("span");
  filled.style.width = `${percent}%`;
  return make("div", { class: `bar ${kind}` }, filled);
}

/** Half points s of n games; where they make no sense no more than that. */
function learnText(n, sum, learnt) {
  const games = `n ${grouped(n)}`;
  const points = `${DOT}s ${grouped(sum)}`;
  if (!learnt) return [games, points];
  // The percentage says it as well, where there is little room.
  return [games, make("span", { class: "word" }, points), `${DOT}${Math.round((50 * sum) / n)}\u00a0%`];
}
