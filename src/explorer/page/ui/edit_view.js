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
    min: 0,
    max: MAX_WEIGHT,
    step: 1,
    value: old,
    placeholder: "add",
    "aria-label": `Weight of ${san} in ${bookName}`,
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
      onclick: () => ask("remove", 0),
    },
    "Remove");
  return make("div", { class: "edit" }, field, entry && remove);
}

/** Shows the form that adds a move, and the button that takes changes back. onAdd({book, text, weight}). */
export function prepareEditing(books, { onAdd, onUndo }) {
  byId("editing").hidden = false;
  byId("add-book").replaceChildren(...books.map((book, i) => make("option", { value: i }, book.name)));
  byId("add-book-label").hidden = books.length === 1;
  byId("add-form").addEventListener("submit", (event) => {
    event.preventDefault();
    onAdd({
      book: Number(byId("add-book").value),
      text: byId("add-move").value,
      weight: Number(byId("add-weight").value),
    });
  });
  byId("undo").addEventListener("click", onUndo);
}

/** `answer`: what the server says after a change. */
export function showUndo({ undo, last }) {
  byId("undo").disabled = undo === 0;
  byId("undo-what").textContent = last;
}
