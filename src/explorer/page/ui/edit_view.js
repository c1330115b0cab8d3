// SPDX-License-Identifier: MIT
import { button, byId, make, onClick, onSubmit } from "./elements.js";

/** The highest weight of a move in a book. */
const MAX_WEIGHT = 65535;

export const isWeight = (text) => /^\d+$/.test(text) && Number(text) <= MAX_WEIGHT;

/**
 * The field that changes the weight of a move in a book. A number sets the weight or adds the move; an empty field
 * removes the move. Anything else is refused, and the field gets its old value back. onChange(change): {book, move,
 * action, weight, seen}
 */
export function weightField(book, bookName, { uci, san, entries }, onChange) {
  const [entry] = entries[book];
  const old = entry ? String(entry.weight) : "";
  const ask = (action, weight) => onChange({ book, move: uci, action, weight, seen: entry?.weight });
  const name = `Weight of ${san} in ${bookName}`;
  // Do not use the type "number": there some browsers ignore letters, so that a wrong text looks like an empty field.
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
        // If the field still has the focus, select its text, so that the user can type again.
        if (document.activeElement === field) field.select();
      } else if (text !== old) {
        ask(text === "" ? "remove" : entry ? "set" : "add", Number(text));
      }
    },
  });
  const remove = button({ class: "remove", "aria-label": `Remove ${san} from ${bookName}`, title: `Remove ${san}`, onclick: () => ask("remove", 0) }, "×");
  return make("div", { class: "edit" }, field, entry && remove);
}

/**
 * Shows the button that undoes changes, and the one that opens the form for adding a move. choices(book): the moves
 * that a book does not have here, [{uci, san}]. onAdd({book, text, weight}): a promise of an Error if the text is not a
 * legal move.
 */
export function prepareEditing(books, { choices, onAdd, onUndo }) {
  const book = () => Number(byId("add-book").value);
  const add = async (text) => {
    const problem = await onAdd({ book: book(), text, weight: Number(byId("add-weight").value) });
    byId("add-problem").textContent = problem?.message ?? "";
    if (!problem) byId("add").close();
  };
  const showChoices = () =>
    byId("add-choices").replaceChildren(
      ...choices(book()).map(({ uci, san }) =>
        button({ onclick: () => byId("add-weight").reportValidity() && add(uci) }, san)));
  byId("editing").hidden = byId("more-edits").hidden = false;
  offerBooks("add-book", books);
  byId("add-book").addEventListener("change", showChoices);
  onSubmit("add-form", () => add(byId("add-move").value));
  onClick("add-open", () => openForm(showChoices));
  onClick("undo", onUndo);
}

/** Offers the books that can be changed, by their numbers, in a field that is hidden if there is only one. */
export function offerBooks(id, books) {
  byId(id).replaceChildren(...books.flatMap(({ name, format }, i) => (format === "polyglot" ? make("option", { value: i }, name) : [])));
  byId(`${id}-label`).hidden = byId(id).length === 1;
}

function openForm(showChoices) {
  byId("add-move").value = byId("add-problem").textContent = "";
  showChoices();
  byId("add").showModal();
  // On a phone, the keyboard would cover the moves to choose from.
  if (!matchMedia("(pointer: coarse)").matches) byId("add-move").focus();
}

/** Enables or disables the buttons that open the forms. They need the moves of the position. */
export function allowAdding(allowed) {
  for (const id of ["add-open", "line-open", "pgn-open", "weights-open"]) byId(id).disabled = !allowed;
}

/** Shows the undo button. `answer`: the answer of the server after a change */
export function showUndo({ undo, last }) {
  byId("undo").disabled = undo === 0;
  byId("undo-what").textContent = last;
}
