// SPDX-License-Identifier: MIT
import { byId, counted, make } from "./elements.js";
import { formatOf } from "./facts.js";

/** The explanations of the learn fields of a book, by their layout. The other layouts need no explanation. */
const LEARN_LAYOUTS = {
  xboard: "learn fields: wins and losses, as XBoard writes them",
  prodeo: "learn fields: score and depth, as ProDeo writes them",
  unknown: "learn fields of an unknown kind",
};

/** Shows the names of the books at the top of the page. A list that the user can unfold has all facts about them. */
export function showAbout({ books, variant, store }) {
  const known = books.filter((book) => !book.error);
  const names = [...new Set([variant, ...books.map((book) => book.name)])].filter(Boolean).join(" · ");
  byId("about").textContent = names;
  byId("about").title = names; // for narrow windows, which cut the text off
  document.title = `${books.map((book) => book.name).join(", ")} – Polyglot explore`;
  byId("book-list").replaceChildren(
    ...known.flatMap((book) => [
      make("dt", {}, book.name),
      make("dd", {}, sizeText(book), book.header && headerBlock(book.header), commentBlock(LEARN_LAYOUTS[book.learn_layout]), commentBlock(formatOf(book).weights)),
    ]),
    ...(store ? [make("dt", {}, store), make("dd", {}, "store of verdicts")] : []));
}

function sizeText(book) {
  const { kind, unit } = formatOf(book);
  const size = counted(book.entries, unit);
  if (book.games !== undefined) return `${kind}: ${counted(book.games, "game")}, ${size}`;
  return kind ? `${kind}, ${size}` : `${size}${book.header ? "" : ", no header"}`;
}

const commentBlock = (text) => text && make("span", { class: "comment" }, text);

function headerBlock({ version, variants, comment }) {
  return make("span", {}, `, header ${version} for ${variants.join(", ")}`, commentBlock(comment));
}
