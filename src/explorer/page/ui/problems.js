// SPDX-License-Identifier: MIT
import { byId } from "./elements.js";

/**
 * Shows a problem at the field that it is about, "" for none. `field` is the id of the field; the text goes to
 * `field`-problem.
 */
export function tellAt(field, problem) {
  byId(`${field}-problem`).textContent = problem;
  byId(field).toggleAttribute("aria-invalid", problem !== "");
}

/** Shows that the source of the books has failed, with a button to ask it again. null: it has not failed. */
export function tellFailure(error, onRetry) {
  byId("failure").hidden = !error;
  byId("failure-text").textContent = error?.message ?? "";
  byId("retry").onclick = onRetry;
}

/** Why a text cannot be played: it means no move or several. */
export function noMove(text, meanings) {
  if (meanings.length < 2) return new Error(`${text} is no legal move here`);
  return new Error(`${text} could mean ${meanings.slice(0, -1).join(", ")} or ${meanings.at(-1)}`);
}
