// SPDX-License-Identifier: MIT
import { byId, make, onSubmit } from "./elements.js";

/** The names of the lists in about.books[].groups, and their titles. */
const LISTS = { speeds: "Speed", ratings: "Rating" };

const wordOf = { speeds: (speed) => speed, ratings: (rating) => (rating > 0 ? `${rating}+` : "lower") };

/** Returns by what the counts distinguish games: {speeds, ratings, years}, a list each. */
function groupsOfBooks(books) {
  const all = (name) => [...new Set(books.flatMap(({ groups }) => groups?.[name] ?? []))];
  return { speeds: all("speeds"), ratings: all("ratings").sort((a, b) => a - b), years: all("years").sort((a, b) => a - b) };
}

/** The choice of games above the table, if counts distinguish games. */
export class GroupsView {
  /** onChange(): the parameters have changed */
  constructor({ books }, onChange) {
    this.groups = groupsOfBooks(books);
    const form = byId("groups");
    for (const name of Object.keys(LISTS)) if (this.groups[name].length > 1) form.append(this.choices(name));
    if (this.groups.years.length > 1) form.append(this.years());
    form.hidden = form.childElementCount === 0;
    form.addEventListener("change", onChange);
    onSubmit("groups", () => {});
  }

  choices(name) {
    const boxes = this.groups[name].map((value) =>
      make("label", {}, make("input", { type: "checkbox", name, value: String(value), checked: true }), wordOf[name](value)));
    return make("fieldset", { class: "choices" }, make("legend", {}, LISTS[name]), ...boxes);
  }

  years() {
    const { years } = this.groups;
    const select = (id, label, chosen) =>
      make("label", {}, label, make("select", { id, name: id, "aria-label": `Years ${label}` }, ...years.map((year) => make("option", { selected: year === chosen }, String(year)))));
    return make(
      "fieldset",
      { class: "choices" },
      make("legend", {}, "Years"),
      select("since", "from", years[0]),
      select("until", "to", years.at(-1)));
  }

  /** Returns the parameters for the server, unless all games are chosen: see src/explorer/service.hpp. */
  parameters() {
    const form = new FormData(byId("groups"));
    const wanted = {};
    for (const name of Object.keys(LISTS)) {
      const chosen = form.getAll(name);
      // If no box is checked, all games count.
      if (chosen.length > 0 && chosen.length < this.groups[name].length) wanted[name] = chosen.join(",");
    }
    const { years } = this.groups;
    for (const [name, widest] of [["since", years[0]], ["until", years.at(-1)]]) {
      const year = form.get(name);
      if (year !== null && Number(year) !== widest) wanted[name] = year;
    }
    return wanted;
  }
}
