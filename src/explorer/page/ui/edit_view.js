// SPDX-License-Identifier: MIT
import { byId, make } from "./elements.js";

const MAX_WEIGHT = 65535;

/**
 * The field in which a move's weight in a book is changed: a number sets or adds, none removes.
 * onChange(change): {book, move, action, weight, seen}
 */
export function weightField(book, bookName, { uci, san, entries }, onChange) {
  const [entry] = entries[book];
  const old = entry ? String(entry.weight) : "";
  const ask = (action, weight) => onChange({ book, move: uci, action, weight, seen: entry?.weight });
  const field = make("input", {
    type: "number",
    inputmode: "numeric",
    enterkeyhint: "done",
    min: 0,
    max: MAX_WEIGHT,
    step: 1,
    value: old,
    placeholder: "add",
    "aria-label": `Weight of ${san} in ${bookName}`,
    onfocus: () => field.select(),
    onchange: () => {
      if (!field.reportValidity() || field.value === old) return;
      const action = field.value === "" ? "remove" : entry ? "set" : "add";
      ask(action, Number(field.value));
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
  byId("editing").hidden = false;
  const options = books.flatMap(({ name, format }, i) => (format === "polyglot" ? make("option", { value: i }, name) : []));
  byId("add-book").replaceChildren(...options);
  byId("add-book").addEventListener("change", showChoices);
  byId("add-book-label").hidden = options.length === 1;
  byId("add-form").addEventListener("submit", (event) => {
    event.preventDefault();
    add(byId("add-move").value);
  });
  byId("add-open").addEventListener("click", () => openForm(showChoices));
  byId("add-close").addEventListener("click", () => byId("add").close());
  byId("undo").addEventListener("click", onUndo);
}

function openForm(showChoices) {
  byId("add-move").value = byId("add-problem").textContent = "";
  showChoices();
  byId("add").showModal();
  // On a phone the keyboard would rise over the moves to take.
  if (!matchMedia("(pointer: coarse)").matches) byId("add-move").focus();
}

/** What a book lacks is known only with its moves. */
export function allowAdding(allowed) {
  byId("add-open").disabled = !allowed;
}

/** `answer`: what the server says after a change. */
export function showUndo({ undo, last }) {
  byId("undo").disabled = undo === 0;
  byId("undo-what").textContent = last;
}
