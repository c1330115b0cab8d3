// SPDX-License-Identifier: MIT
import { byId, counted, make } from "./elements.js";
import { formatOf } from "./facts.js";

/** How the learn fields of a book are told; the others need no word. */
const LEARN_LAYOUTS = {
  xboard: "learn fields: wins and losses, as XBoard writes them",
  prodeo: "learn fields: score and depth, as ProDeo writes them",
  unknown: "learn fields of an unknown kind",
};

/**
 * What the books are: their names at the head of the page, and all that is known of them in a list to unfold. isPartial:
 * the page knows no moves but theirs.
 */
export function showAbout({ books, variant }, isPartial) {
  byId("partial").hidden = !isPartial;
  const known = books.filter((book) => !book.error);
  byId("about").textContent = [variant, ...books.map((book) => book.name)].filter(Boolean).join(" · ");
  document.title = `${books.map((book) => book.name).join(", ")} – Polyglot explore`;
  byId("book-list").replaceChildren(
    ...known.flatMap((book) => [
      make("dt", {}, book.name),
      make("dd", {}, sizeText(book), book.header && headerBlock(book.header), commentBlock(LEARN_LAYOUTS[book.learn_layout]), commentBlock(formatOf(book).weights)),
    ]));
}

function sizeText(book) {
  const { kind, unit } = formatOf(book);
  const size = counted(book.entries, unit);
  if (book.games !== undefined) return `${kind}: ${counted(book.games, "game")}, ${size}`;
  return kind ? `${kind}, ${size}` : `${size}${book.header ? "" : ", no header"}`;
}

const commentBlock = (text) => text && make("span", { class: "comment" }, text);

function headerBlock({ version, variants, comment }) {
  return make(
    "span",
    {},
    `, header ${version} for ${variants.join(", ")}`,
    commentBlock(comment));
}
