// SPDX-License-Identifier: MIT
import { byId } from "./elements.js";
import { MapView } from "./map_view.js";
import { TreeView } from "./tree_view.js";

/** From these widths on they are unfolded. */
const UNFOLDED = { "main-lines": "(min-width: 80rem)", "book-map": "(min-width: 120rem)" };

/** The tree of main lines and the map of the book: made when they are unfolded, from where the line begins. */
export class Overview {
  /** page: {rules, answers, hasNames: openings have names, line(): a GameLine, onGo(ucis): the moves from the start} */
  constructor(page) {
    const { rules, answers, hasNames, onGo } = page;
    this.page = page;
    const tree = new TreeView(byId("tree"), rules, {
      rowsAt: async (position) => (await answers.look(position)).rows,
      nameAt: hasNames ? async (position) => (await answers.look(position)).opening?.name ?? "" : undefined,
      onGo,
    });
    const map = new MapView(rules, { look: (position) => answers.look(position), onGo });
    this.views = { "main-lines": tree, "book-map": map };
    this.starts = {};
    for (const [id, width] of Object.entries(UNFOLDED)) {
      byId(id).open = matchMedia(width).matches;
      byId(id).addEventListener("toggle", () => this.show());
    }
  }

  /** A book has been changed. */
  forget() {
    this.starts = {};
  }

  /** Follows the line. What the books do not tell stays away; the table says why. */
  show() {
    return Promise.all(Object.keys(this.views).map((id) => this.showOne(id).catch(() => delete this.starts[id])));
  }

  async showOne(id) {
    if (!byId(id).open) return;
    const { rules, line } = this.page;
    const { moves, positions, ply } = line();
    if (this.starts[id] !== positions[0]) {
      this.starts[id] = positions[0];
      await this.views[id].root(positions[0]);
    }
    await this.views[id].follow(moves.slice(0, ply).map((move, i) => rules.uci(positions[i], move)));
  }

  async focus(id) {
    byId(id).open = true;
    await this.showOne(id);
    byId(id).querySelector("[role=tree] [tabindex='0']")?.focus();
  }
}
