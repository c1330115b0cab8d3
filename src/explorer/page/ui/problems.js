// SPDX-License-Identifier: MIT
import { byId } from "./elements.js";

/** Says what is wrong at the field that it is about, "" for nothing: `field` is its id, the text stands in `field`-problem. */
export function tellAt(field, problem) {
  byId(`${field}-problem`).textContent = problem;
  byId(field).toggleAttribute("aria-invalid", problem !== "");
}

/** Says that the source of the books has failed, with a button to ask it again; null: it has not. */
export function tellFailure(error, onRetry) {
  byId("failure").hidden = !error;
  byId("failure-text").textContent = error?.message ?? "";
  byId("retry").onclick = onRetry;
}

/** Why a text is no move: none, or several. isPartial: other moves may be legal than those that the page knows. */
export function noMove(text, meanings, isPartial = false) {
  if (meanings.length < 2) return new Error(`${text} is no ${isPartial ? "move that leads on in these books" : "legal move here"}`);
  return new Error(`${text} could mean ${meanings.slice(0, -1).join(", ")} or ${meanings.at(-1)}`);
}
