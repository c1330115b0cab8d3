// SPDX-License-Identifier: MIT
import { barPart, byId, handleKey, make, markOnLine, moveTabStop, percentText } from "./elements.js";
import { moveNumber } from "./game_line.js";

/** How many moves of a position the tree shows before the user asks for more. */
const MAIN_MOVES = 5;

/**
 * The main lines of the books as a tree, from the start of the line. Each move shows how often games reach it if moves
 * are chosen by weight. Arrow right unfolds, arrow left folds, Enter goes to the move.
 *
 * look(position): see mapOf(); hasNames: whether openings have names; onGo(ucis): the moves from the start
 */
export class TreeView {
  constructor(host, rules, { look, hasNames, onGo }) {
    Object.assign(this, { host, rules, look, hasNames, onGo });
    host.addEventListener("keydown", (event) => this.onKey(event));
  }

  async root(position) {
    this.start = position;
    const items = await this.itemsAt(position, [], 1);
    // The user may have set up another position meanwhile.
    if (this.start !== position) return;
    this.host.replaceChildren(...items);
    this.host.hidden = items.length === 0;
    byId("tree-empty").hidden = items.length > 0;
    moveTabStop(this.host, items[0]);
  }

  /** Unfolds the line on the board as far as the books know it, and marks its items. */
  async follow(ucis) {
    this.followed = ucis;
    // The user may have set up another position meanwhile, or moved on.
    const isPast = () => this.followed !== ucis;
    let list = this.host;
    for (const [ply, uci] of ucis.entries()) {
      const children = () => [...list.children];
      let item = children().find(({ path }) => path?.[ply] === uci);
      if (!item) {
        children().find(({ replace }) => replace)?.replace();
        item = children().find(({ path }) => path?.[ply] === uci);
      }
      if (!item || isPast()) break;
      if (ply + 1 < ucis.length) await this.setUnfolded(item, true);
      list = item.querySelector(":scope > [role=group]") ?? { children: [] };
    }
    if (isPast()) return;
    this.mark(ucis);
    const current = this.host.querySelector("[aria-current] > .branch");
    if (current && !this.host.contains(document.activeElement)) showWithin(this.host, current);
  }

  mark(ucis) {
    for (const item of this.items()) markOnLine(item, item.path ?? [], ucis);
  }

  async itemsAt(position, path, reach) {
    const rows = [...(await this.look(position)).rows].sort((a, b) => b.share - a.share);
    const item = (row) => this.item(position, path, { ...row, reach: reach * row.share });
    const main = rows.slice(0, MAIN_MOVES).map(item);
    const others = rows.slice(MAIN_MOVES);
    return others.length > 0 ? [...main, this.rest(path.length, others, item)] : main;
  }

  item(position, path, { uci, san, share, reach, entries }) {
    const leads = entries.flat().some(({ next }) => next > 0);
    const label = `${moveNumber(this.start, path.length)} ${san}`;
    const name = make("span", { class: "branch-name" });
    const element = make(
      "li",
      {
        role: "treeitem",
        "aria-level": path.length + 1,
        "aria-expanded": leads ? "false" : undefined,
        "aria-label": `${label}, ${percentText(100 * reach)}`,
        tabindex: -1,
      },
      make(
        "div",
        { class: "branch" },
        make("span", { class: "twig", "aria-hidden": "true", onclick: (event) => this.onTwig(event, element) }, leads ? "▸" : ""),
        make("span", { class: "branch-move", onclick: () => this.go(element) }, label, " ", name, " "),
        make("span", { class: "bar", "aria-hidden": "true" }, barPart(100 * reach)),
        make("span", { class: "share", title: `${percentText(100 * share)} of the moves here` }, percentText(100 * reach))));
    Object.assign(element, { path: [...path, uci], from: position, reach });
    this.showName(element, name);
    return element;
  }

  /** Shows the name of the position after a move, unless it is that of the position before. */
  async showName(item, place) {
    const { rules } = this;
    if (!this.hasNames) return;
    const behind = await rules.after(item.from, rules.read(item.from, item.path.at(-1)));
    const nameOf = (position) => this.look(position).then(({ opening }) => opening?.name, () => "");
    const [name, before] = await Promise.all([behind, item.from].map(nameOf));
    if (!name || name === before) return;
    place.textContent = name;
    const [label, share] = item.ariaLabel.split(", ");
    item.ariaLabel = [label, name, share].join(", ");
  }

  /** The item "12 more", which the user can replace by the rarer moves. */
  rest(level, rows, item) {
    const label = `${rows.length} more`;
    const replace = () => {
      const items = rows.map(item);
      element.replaceWith(...items);
      return items;
    };
    const show = () => this.focus(replace()[0]);
    const element = make(
      "li",
      { role: "treeitem", "aria-level": level + 1, "aria-label": label, tabindex: -1, onclick: show },
      make("div", { class: "branch rest" }, make("span", { class: "twig" }), label));
    Object.assign(element, { show, replace });
    return element;
  }

  /** Every visible item, from top to bottom. */
  items() {
    return [...this.host.querySelectorAll("[role=treeitem]")].filter((item) => !item.parentElement.hidden && item.checkVisibility?.() !== false);
  }

  focus(item) {
    moveTabStop(this.host, item);
    item?.focus();
  }

  go(item) {
    this.focus(item);
    if (item.show) item.show();
    else this.onGo(item.path);
  }

  onTwig(event, item) {
    event.stopPropagation();
    this.focus(item);
    this.setUnfolded(item, item.ariaExpanded !== "true");
  }

  async setUnfolded(item, isUnfolded) {
    if (!item.hasAttribute("aria-expanded")) return;
    item.setAttribute("aria-expanded", String(isUnfolded));
    item.querySelector(".twig").textContent = isUnfolded ? "▾" : "▸";
    const group = item.querySelector(":scope > [role=group]");
    if (group) group.hidden = !isUnfolded;
    // The user may have folded it again meanwhile.
    if (group) await group.filled;
    else if (isUnfolded) {
      const list = make("ul", { role: "group" });
      item.append(list);
      list.filled = this.fill(list, item);
      await list.filled;
    }
  }

  async fill(list, item) {
    const { rules } = this;
    const position = await rules.after(item.from, rules.read(item.from, item.path.at(-1)));
    list.append(...(await this.itemsAt(position, item.path, item.reach)));
  }

  onKey(event) {
    const item = event.target.closest("[role=treeitem]");
    const items = this.items();
    const at = items.indexOf(item);
    const isUnfolded = item.ariaExpanded === "true";
    const parent = () => item.parentElement.closest("[role=treeitem]");
    handleKey(event, {
      ArrowDown: () => this.focus(items[at + 1] ?? item),
      ArrowUp: () => this.focus(items[at - 1] ?? item),
      ArrowRight: () => (isUnfolded ? this.focus(item.querySelector("[role=treeitem]") ?? item) : this.setUnfolded(item, true)),
      ArrowLeft: () => (isUnfolded ? this.setUnfolded(item, false) : this.focus(parent() ?? item)),
      Home: () => this.focus(items[0]),
      End: () => this.focus(items.at(-1)),
      Enter: () => this.go(item),
      " ": () => this.go(item),
    });
  }
}

/** Scrolls only a list, until one of its elements is visible. */
function showWithin(list, element) {
  const { top, bottom } = list.getBoundingClientRect();
  const place = element.getBoundingClientRect();
  if (place.top < top) list.scrollTop -= top - place.top;
  else if (place.bottom > bottom) list.scrollTop += place.bottom - bottom;
}
