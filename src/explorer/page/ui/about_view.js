// SPDX-License-Identifier: MIT
import { byId, counted, make } from "./elements.js";
import { formatOf } from "./facts.js";

/** How the learn fields of a book are told; the others need no word. */
const LEARN_LAYOUTS = {
  xboard: "learn fields: wins and losses, as XBoard writes them",
  prodeo: "learn fields: score and depth, as ProDeo writes them",
  unknown: "learn fields of an unknown kind",
};

/** What the books are: their names at the head of the page, and all that is known of them in a list to unfold. */
export function showAbout({ books, variant }) {
  const known = books.filter((book) => !book.error);
  byId("about").textContent = [variant, ...books.map((book) => book.name)].filter(Boolean).join(" · ");
  document.title = `${books.map((book) => book.name).join(", ")} – Polyglot explore`;
  byId("book-list").replaceChildren(
    ...known.flatMap((book) => [
      make("dt", {}, book.name),
      make("dd", {}, sizeText(book), book.header && headerBlock(book.header), learnBlock(book)),
    ]));
}

function sizeText(book) {
  const { kind, unit } = formatOf(book);
  const size = counted(book.records, unit);
  return kind ? `${kind}, ${size}` : `${size}${book.header ? "" : ", no header"}`;
}

const learnBlock = ({ learn_layout: layout }) =>
  LEARN_LAYOUTS[layout] && make("span", { class: "comment" }, LEARN_LAYOUTS[layout]);

function headerBlock({ version, variants, comment }) {
  return make(
    "span",
    {},
    `, header ${version} for ${variants.join(", ")}`,
    comment && make("span", { class: "comment" }, comment));
}
