// SPDX-License-Identifier: MIT
export const byId = (id) => document.getElementById(id);

/** Calls an action when a form is submitted, in place of what the browser would do. */
export const onSubmit = (id, action) =>
  byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    action();
  });

export const onClick = (id, action) => byId(id).addEventListener("click", action);

/** Does what a key means, if it means something. actions: by the names of keys. Keys with Alt, Ctrl or Meta are the browser's. */
export function handleKey(event, actions) {
  const action = event.altKey || event.ctrlKey || event.metaKey ? undefined : actions[event.key];
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

/** Makes an element the only one of a widget that the Tab key reaches. */
export function moveTabStop(host, element) {
  host.querySelector("[tabindex='0']")?.setAttribute("tabindex", -1);
  element?.setAttribute("tabindex", 0);
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element: make("button", {class: "move", onclick: f, "aria-label": "…"}, "Nf3", child, …).
 * Names that start with "on" are listeners; undefined and false leave an attribute or a child out.
 */
export const make = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** Makes a button, with the same arguments as make() behind the tag. */
export const button = (attributes, ...children) => make("button", { type: "button", ...attributes }, ...children);

/** Makes an SVG element, with the same arguments as make(). */
export const shape = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

function fill(element, attributes = {}, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** A part of a bar. percent: of the width of the bar */
export function barPart(percent, attributes, ...children) {
  const part = make("span", attributes, ...children);
  part.style.width = `${percent}%`;
  return part;
}

/** Marks the element of a move if the move is on a line, and if it is its last one. path, line: moves from the start */
export function markOnLine(element, path, line) {
  const isOnLine = path.length > 0 && path.length <= line.length && path.every((uci, i) => uci === line[i]);
  element.classList.toggle("on-line", isOnLine);
  if (isOnLine && path.length === line.length) element.setAttribute("aria-current", "step");
  else element.removeAttribute("aria-current");
}

/** A number with its digits in groups of three: 12 345. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");

/** "1 reply", "2 replies". */
export const counted = (number, one, many = one + "s") => `${grouped(number)} ${number === 1 ? one : many}`;

/** A share in per cent: "46.7 %". A share that is not 0 is never shown as 0. */
export function percentText(percent) {
  const rounded = percent.toFixed(1);
  return { "0.0": "<0.1 %", "100.0": "100 %" }[rounded] ?? `${rounded} %`;
}

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
