// SPDX-License-Identifier: MIT
import { byId } from "./elements.js";
import { MapView } from "./map_view.js";
import { TreeView } from "./tree_view.js";

/** From these widths of the window on, the parts are unfolded at first. */
const UNFOLDED = { "main-lines": "(min-width: 80rem)", "book-map": "(min-width: 120rem)" };

/**
 * The tree of main lines and the map of the book. Both are made when the user unfolds them, from the start of the line.
 */
export class Overview {
  /**
   * page: {rules, answers, hasNames: whether openings have names, line(): the GameLine, onGo(ucis): the moves from the
   * start}
   */
  constructor(page) {
    const { rules, answers, hasNames, onGo } = page;
    this.page = page;
    const names = answers.about.books.map(({ name }) => name);
    const whose = names.length > 1 ? `The shares are the mean of the books that know a position: ${names.join(", ")}.` : "";
    for (const place of document.querySelectorAll(".shares-of")) place.textContent = whose;
    const tools = { look: (position) => answers.look(position), hasNames, onGo };
    this.views = { "main-lines": new TreeView(byId("tree"), rules, tools), "book-map": new MapView(rules, tools) };
    this.starts = {};
    for (const [id, width] of Object.entries(UNFOLDED)) {
      byId(id).open = matchMedia(width).matches;
      byId(id).addEventListener("toggle", () => this.show());
    }
  }

  /** Draws both again the next time. Call it when a book has changed. */
  forget() {
    this.starts = {};
  }

  /** Follows the line. If the books give no answer, draws nothing, because the table shows the reason. */
  show() {
    return Promise.all(Object.keys(this.views).map((id) => this.showOne(id).catch(() => delete this.starts[id])));
  }

  async showOne(id) {
    if (!byId(id).open) return;
    const { line } = this.page;
    const [start] = line().positions;
    if (this.starts[id] !== start) {
      this.starts[id] = start;
      await this.views[id].root(start);
    }
    // The line may have changed while the views were drawn.
    const { moves, ply } = line();
    await this.views[id].follow(moves.slice(0, ply).map(({ uci }) => uci));
  }

  async focus(id) {
    byId(id).open = true;
    await this.showOne(id);
    byId(id).querySelector("[role=tree] [tabindex='0']")?.focus();
  }
}
