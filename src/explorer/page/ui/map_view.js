// SPDX-License-Identifier: MIT
import { mapOf, placesOfMap } from "../book/book_map.js";
import { byId, markOnLine, percentText, shape } from "./elements.js";
import { moveNumber } from "./game_line.js";

/** Cells with less height than this have no text, in pixels. */
const LEAST_TEXT_HEIGHT = 13;
const LETTER_WIDTH = 7.2;
/** Columns with less width than this have no room for a move, in pixels. */
const LEAST_WIDTH = 62;
/** Cells with less height than this do not react to the mouse, in pixels. */
const LEAST_HEIGHT = 1.5;
/** How often a map that grows is drawn, in milliseconds. */
const DRAW_PAUSE = 200;

/**
 * The angle between the colours of neighbours, in degrees. With the golden angle, dozens of colours differ.
 */
const HUE_STEP = 137.5;

/**
 * The map of the books. Each move is a cell. The column is the ply, the height shows how often games reach the move,
 * and the colour shows its depth or its opening. The arrow keys walk over the map, Enter goes to the move.
 *
 * look(position): see mapOf(). onGo(ucis): the moves from the start
 */
export class MapView {
  constructor(rules, { look, onGo }) {
    Object.assign(this, { rules, look, onGo, line: [], cells: new Map() });
    this.host = byId("map");
    this.host.addEventListener("keydown", (event) => this.onKey(event));
    for (const id of ["map-by-opening", "map-by-depth"]) byId(id).addEventListener("change", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(byId("map-box"));
  }

  /** Draws the map from another start position. */
  async root(position) {
    this.start = position;
    const show = (map) => {
      // The user may have set up another position meanwhile.
      if (this.start !== position) return;
      this.places = placesOfMap(map);
      this.draw();
    };
    let drawn = 0;
    const grown = (map) => {
      if (performance.now() - drawn < DRAW_PAUSE) return;
      show(map);
      drawn = performance.now();
    };
    show(await mapOf(position, this.rules, this.look, grown));
  }

  /** Marks the cells of the line that is on the board. */
  follow(ucis) {
    this.line = ucis;
    for (const { element, node } of this.cells.values()) markOnLine(element, node.path, ucis);
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = byId("map-box");
    if (!this.places || width === 0) return;
    const focused = this.host.contains(document.activeElement) ? this.tabStop : null;
    const deepest = Math.max(4, ...this.places.map(({ node }) => node.path.length));
    const columns = Math.max(4, Math.min(deepest, Math.floor(width / LEAST_WIDTH)));
    const places = this.places.filter(({ node }) => node.path.length <= columns && node.reach * height >= LEAST_HEIGHT);
    this.host.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.cells = new Map();
    for (const place of places) {
      const left = ((place.node.path.length - 1) * width) / columns;
      this.addCell(place, { left, top: place.top * height, width: width / columns, height: place.node.reach * height });
    }
    this.host.replaceChildren(...[...this.cells.values()].map(({ element }) => element));
    byId("map-empty").hidden = places.length > 0;
    this.follow(this.line);
    const first = this.cells.get(this.tabStop) ?? this.cells.values().next().value;
    if (first) this.setTabStop(first, focused !== null);
  }

  addCell({ node, parent }, { left, top, width, height }) {
    const label = `${moveNumber(this.start, node.path.length - 1)} ${node.san}`;
    const name = node.opening?.name ?? "";
    const share = percentText(100 * node.reach);
    const words = [label, share, name].filter(Boolean).join(", ");
    const fits = (text) => text.length * LETTER_WIDTH < width - 6;
    const text = [`${label} ${share}`, label, node.san].find(fits);
    const element = shape(
      "g",
      {
        role: "treeitem", "aria-level": node.path.length, "aria-label": words, tabindex: -1, class: "map-cell",
        onclick: () => this.go(node),
        onfocus: () => this.setTabStop(this.cells.get(nameOfPath(node.path)), false),
      },
      shape("title", {}, words),
      shape("rect", { x: left.toFixed(1), y: top.toFixed(1), width: Math.max(0, width - 1).toFixed(1), height: Math.max(1, height - 1).toFixed(1) }),
      height >= LEAST_TEXT_HEIGHT && text && shape("text", { x: (left + 4).toFixed(1), y: (top + Math.min(height / 2, 14)).toFixed(1), "aria-hidden": "true" }, text));
    element.style.setProperty("--hue", this.hueOf(node));
    this.cells.set(nameOfPath(node.path), { node, parent, element });
  }

  hueOf(node) {
    if (byId("map-by-depth").checked) return (node.path.length * HUE_STEP) % 360;
    const family = node.opening?.name.split(/[:,]/)[0] ?? node.path[0];
    return ([...family].reduce((sum, letter) => (31 * sum + letter.codePointAt(0)) % 997, 7) * HUE_STEP) % 360;
  }

  setTabStop(cell, takesFocus) {
    this.host.querySelector("[tabindex='0']")?.setAttribute("tabindex", -1);
    cell.element.setAttribute("tabindex", 0);
    this.tabStop = nameOfPath(cell.node.path);
    if (takesFocus) cell.element.focus();
  }

  go(node) {
    this.setTabStop(this.cells.get(nameOfPath(node.path)), true);
    this.onGo(node.path);
  }

  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const cell = this.cells.get(this.tabStop);
    if (!cell) return;
    const { node, parent } = cell;
    const near = {
      ArrowRight: () => node.children[0],
      ArrowLeft: () => parent,
      ArrowDown: () => parent.children[parent.children.indexOf(node) + 1],
      ArrowUp: () => parent.children[parent.children.indexOf(node) - 1],
    };
    if (event.key in near) {
      const next = this.cells.get(nameOfPath(near[event.key]()?.path ?? []));
      if (next) this.setTabStop(next, true);
    } else if (event.key === "Enter" || event.key === " ") this.go(node);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

const nameOfPath = (path) => path.join(" ");
