// SPDX-License-Identifier: MIT
import { byId, make } from "./elements.js";

const MAX_WEIGHT = 65535;

export const isWeight = (text) => /^\d+$/.test(text) && Number(text) <= MAX_WEIGHT;

/**
 * The field in which a move's weight in a book is changed: a number sets or adds, none removes. What is no weight is
 * refused, and the old one put back.
 * onChange(change): {book, move, action, weight, seen}
 */
export function weightField(book, bookName, { uci, san, entries }, onChange) {
  const [entry] = entries[book];
  const old = entry ? String(entry.weight) : "";
  const ask = (action, weight) => onChange({ book, move: uci, action, weight, seen: entry?.weight });
  const name = `Weight of ${san} in ${bookName}`;
  // Not of the type "number": some browsers drop letters there, and the field is as empty as one that was emptied.
  const field = make("input", {
    inputmode: "numeric",
    enterkeyhint: "done",
    autocomplete: "off",
    value: old,
    placeholder: "add",
    "aria-label": name,
    onfocus: () => field.select(),
    onchange: () => {
      const text = field.value;
      const isRefused = text !== "" && !isWeight(text);
      byId("edit-problem").textContent = isRefused ? `${name}: “${text}” is no whole number from 0 to ${MAX_WEIGHT}` : "";
      if (isRefused) {
        field.value = old;
        // To be typed again; whoever leaves the field is not called back.
        if (document.activeElement === field) field.select();
      } else if (text !== old) {
        ask(text === "" ? "remove" : entry ? "set" : "add", Number(text));
      }
    },
  });
  const remove = make(
    "button",
    {
      type: "button",
      class: "remove",
      "aria-label": `Remove ${san} from ${bookName}`,
      title: `Remove ${san}`,
      onclick: () => ask("remove", 0),
    },
    "×");
  return make("div", { class: "edit" }, field, entry && remove);
}

/**
 * Shows the button that takes changes back, and the one that opens the form which adds a move.
 * choices(book): moves that a book does not have here, {uci, san} each; onAdd({book, text, weight}) returns an Error if
 * the text is no move.
 */
export function prepareEditing(books, { choices, onAdd, onUndo }) {
  const book = () => Number(byId("add-book").value);
  const add = (text) => {
    const problem = onAdd({ book: book(), text, weight: Number(byId("add-weight").value) });
    byId("add-problem").textContent = problem?.message ?? "";
    if (!problem) byId("add").close();
  };
  const showChoices = () =>
    byId("add-choices").replaceChildren(
      ...choices(book()).map(({ uci, san }) =>
        make("button", { type: "button", onclick: () => byId("add-weight").reportValidity() && add(uci) }, san)));
  byId("editing").hidden = byId("more-edits").hidden = false;
  byId("add-book").replaceChildren(...optionsOfBooks(books));
  byId("add-book").addEventListener("change", showChoices);
  byId("add-book-label").hidden = byId("add-book").length === 1;
  byId("add-form").addEventListener("submit", (event) => {
    event.preventDefault();
    add(byId("add-move").value);
  });
  byId("add-open").addEventListener("click", () => openForm(showChoices));
  byId("add-close").addEventListener("click", () => byId("add").close());
  byId("undo").addEventListener("click", onUndo);
}

/** The books that can be changed, by their numbers. */
export const optionsOfBooks = (books) =>
  books.flatMap(({ name, format }, i) => (format === "polyglot" ? make("option", { value: i }, name) : []));

function openForm(showChoices) {
  byId("add-move").value = byId("add-problem").textContent = "";
  showChoices();
  byId("add").showModal();
  // On a phone the keyboard would rise over the moves to take.
  if (!matchMedia("(pointer: coarse)").matches) byId("add-move").focus();
}

/** What a book lacks is known only with its moves. */
export function allowAdding(allowed) {
  for (const id of ["add-open", "line-open", "pgn-open", "weights-open"]) byId(id).disabled = !allowed;
}

/** `answer`: what the server says after a change. */
export function showUndo({ undo, last }) {
  byId("undo").disabled = undo === 0;
  byId("undo-what").textContent = last;
}
