// SPDX-License-Identifier: MIT
import { byId, counted, handleKey, make, onSubmit, percentText } from "./elements.js";

/** How long the search waits after a key, in milliseconds. */
const PAUSE = 120;
const MOST_SHOWN = 30;

/**
 * Describes the result of a search. count: the openings of that name; shown: those in the list. Without an opening of
 * that name, the list has similar names.
 */
const countText = (count, shown) => (count > 0 ? counted(count, "opening") : shown > 0 ? "None found. Similar names:" : "None found");

/**
 * Shows the name of a position. isPast: only an earlier position has this name, so it is dim. null: there is no name.
 */
export function showOpening(opening, isPast) {
  byId("opening").hidden = !opening;
  byId("opening").classList.toggle("past", isPast);
  byId("opening").replaceChildren(
    ...(opening ? [opening.eco && make("span", { class: "eco" }, opening.eco), " ", opening.name].filter(Boolean) : []));
}

/**
 * Finds openings by their names: a field with a list below it. The arrow keys choose, Enter takes.
 *
 * find(text): a promise of {count, openings: [{eco, name, uci, san}]}
 * reach(ucis): a promise of how often the moves of the books lead there, 0 to 1, or null if no book leads there
 * onTake(ucis)
 * onLeave(): the user has left the field without a choice
 */
export class OpeningSearch {
  constructor({ find, reach, onTake, onLeave }) {
    Object.assign(this, { find, reach, onTake, onLeave, found: [], chosen: -1 });
    this.field = byId("opening-name");
    this.list = byId("openings-found");
    byId("opening-search").hidden = false;
    this.field.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.search(), PAUSE);
    });
    this.field.addEventListener("keydown", (event) => this.onKey(event));
    this.field.addEventListener("blur", () => this.close());
    onSubmit("opening-search", () => {});
  }

  async search() {
    const text = this.field.value.trim();
    const { count, openings } = text ? await this.find(text).catch(() => ({ count: 0, openings: [] })) : { count: 0, openings: [] };
    // The user may have typed more meanwhile.
    if (text !== this.field.value.trim()) return;
    this.found = openings.slice(0, MOST_SHOWN);
    this.list.replaceChildren(...this.found.map((opening, i) => this.option(opening, i)));
    this.showCount(text ? countText(count, this.found.length) : "", count === 0);
    this.setOpen(this.found.length > 0);
    this.showReach(this.found);
    this.choose(this.found.length > 0 ? 0 : -1);
  }

  /** Shows beside each opening how often the books reach it. */
  async showReach(openings) {
    for (const [i, { uci }] of openings.entries()) {
      const share = await this.reach(uci.split(" ").filter(Boolean)).catch(() => undefined);
      if (openings !== this.found) return;
      if (share !== undefined) this.list.children[i].querySelector(".reach").textContent = share === null ? "not in this book" : percentText(100 * share);
    }
  }

  option({ eco, name, san }, index) {
    return make(
      "li",
      {
        role: "option", id: `opening-${index}`,
        // Keeps the focus in the field.
        onmousedown: (event) => event.preventDefault(),
        onclick: () => this.take(index),
      },
      make("span", { class: "eco" }, eco), make("span", {}, name), make("span", { class: "reach" }), make("span", { class: "opening-moves" }, san.replaceAll(". ", ".\u00a0")));
  }

  setOpen(isOpen) {
    this.list.hidden = !isOpen;
    this.field.setAttribute("aria-expanded", String(isOpen));
  }

  choose(index) {
    this.chosen = index;
    [...this.list.children].forEach((option, i) => option.setAttribute("aria-selected", String(i === index)));
    if (index >= 0) this.field.setAttribute("aria-activedescendant", `opening-${index}`);
    else this.field.removeAttribute("aria-activedescendant");
    this.list.children[index]?.scrollIntoView({ block: "nearest" });
  }

  take(index) {
    const opening = this.found[index];
    if (!opening) return;
    this.field.value = "";
    this.close();
    this.onTake(opening.uci.split(" ").filter(Boolean));
  }

  close() {
    this.setOpen(false);
    this.showCount("", false);
  }

  /** Screen readers read every count; if nothing is found, all users see it. */
  showCount(text, isVisible) {
    byId("openings-count").textContent = text;
    byId("openings-count").classList.toggle("hidden", !text || !isVisible);
  }

  leave() {
    clearTimeout(this.timer);
    this.field.value = "";
    this.close();
    this.onLeave();
  }

  onKey(event) {
    const { length } = this.found;
    const choices = {
      ArrowDown: () => this.choose((this.chosen + 1) % length),
      ArrowUp: () => this.choose((this.chosen + length - 1) % length),
      Enter: () => this.take(this.chosen),
    };
    handleKey(event, { ...(this.list.hidden ? {} : choices), Escape: () => this.leave() });
  }
}
