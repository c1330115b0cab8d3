// SPDX-License-Identifier: MIT
import { mapOf, nodesBelow } from "../book/book_map.js";
import { byId, handleKey, make, markOnLine, moveTabStop, percentText, shape } from "./elements.js";
import { moveNumber } from "./game_line.js";

/** Cells with less height than this have no text, in pixels. */
const LEAST_TEXT_HEIGHT = 13;
const LETTER_WIDTH = 7.2;
/** Columns with less width than this have no room for a move, in pixels. */
const LEAST_WIDTH = 62;
/** Cells with less height than this do not react to the mouse, in pixels. */
const LEAST_HEIGHT = 1.5;
/** How many colours the legend explains, those of the largest areas. */
const MOST_IN_LEGEND = 8;
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

  async root(position) {
    this.start = position;
    this.hues = new Map();
    const show = (map) => {
      // The user may have set up another position meanwhile.
      if (this.start !== position) return;
      this.nodes = nodesBelow(map);
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

  follow(ucis) {
    this.line = ucis;
    for (const { element, node } of this.cells.values()) markOnLine(element, node.path, ucis);
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = byId("map-box");
    if (!this.nodes || width === 0) return;
    const focused = this.host.contains(document.activeElement) ? this.tabStop : null;
    const deepest = Math.max(4, ...this.nodes.map(({ path }) => path.length));
    const columns = Math.max(4, Math.min(deepest, Math.floor(width / LEAST_WIDTH)));
    const nodes = this.nodes.filter(({ path, reach }) => path.length <= columns && reach * height >= LEAST_HEIGHT);
    this.host.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.cells = new Map();
    this.drawLegend(nodes);
    for (const node of nodes) {
      const left = ((node.path.length - 1) * width) / columns;
      this.addCell(node, { left, top: node.top * height, width: width / columns, height: node.reach * height });
    }
    this.host.replaceChildren(...[...this.cells.values()].map(({ element }) => element));
    byId("map-empty").hidden = nodes.length > 0;
    this.follow(this.line);
    const first = this.cells.get(this.tabStop) ?? this.cells.values().next().value;
    if (first) this.setTabStop(first, focused !== null);
  }

  addCell(node, { left, top, width, height }) {
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
    element.style.setProperty("--hue", this.hues.get(this.kindOf(node)));
    this.cells.set(nameOfPath(node.path), { node, element });
  }

  /** What the colour of a cell shows: its depth, or its opening without the variation. */
  kindOf(node) {
    return byId("map-by-depth").checked ? `ply ${node.path.length}` : node.opening?.name.split(/[:,]/)[0] ?? node.first;
  }

  /** Gives each kind a colour that it keeps, the largest areas first, and explains them. */
  drawLegend(nodes) {
    const areas = new Map();
    for (const node of nodes) areas.set(this.kindOf(node), (areas.get(this.kindOf(node)) ?? 0) + node.reach);
    const kinds = [...areas.keys()].sort((a, b) => areas.get(b) - areas.get(a));
    for (const kind of kinds) if (!this.hues.has(kind)) this.hues.set(kind, (this.hues.size * HUE_STEP) % 360);
    byId("map-legend").replaceChildren(...kinds.slice(0, MOST_IN_LEGEND).map((kind) => make("li", {}, kind)));
    for (const item of byId("map-legend").children) item.style.setProperty("--hue", this.hues.get(item.textContent));
  }

  setTabStop(cell, takesFocus) {
    moveTabStop(this.host, cell.element);
    this.tabStop = nameOfPath(cell.node.path);
    if (takesFocus) cell.element.focus();
  }

  go(node) {
    this.setTabStop(this.cells.get(nameOfPath(node.path)), true);
    this.onGo(node.path);
  }

  onKey(event) {
    const cell = this.cells.get(this.tabStop);
    if (!cell) return;
    const { node } = cell;
    const walk = (to) => {
      const next = this.cells.get(nameOfPath(to?.path ?? []));
      if (next) this.setTabStop(next, true);
    };
    const sibling = (step) => walk(node.parent.children[node.parent.children.indexOf(node) + step]);
    handleKey(event, {
      ArrowRight: () => walk(node.children[0]),
      ArrowLeft: () => walk(node.parent),
      ArrowDown: () => sibling(1),
      ArrowUp: () => sibling(-1),
      Enter: () => this.go(node),
      " ": () => this.go(node),
    });
  }
}

const nameOfPath = (path) => path.join(" ");
