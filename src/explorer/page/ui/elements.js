// SPDX-License-Identifier: MIT
/** The element with an id. */
export const byId = (id) => document.getElementById(id);

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element: make("button", {class: "move", onclick: f, "aria-label": "…"}, "Nf3", child, …).
 * Names that start with "on" are listeners; undefined and false leave an attribute or a child out.
 */
export const make = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

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

/** A number with its digits in groups of three: 12 345. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");

/** "1 reply", "2 replies". */
export const counted = (number, one, many = one + "s") => `${grouped(number)} ${number === 1 ? one : many}`;

/** A share in per cent: "46.7 %". A share that is not 0 is never shown as 0. */
export function percentText(percent) {
  const rounded = percent.toFixed(1);
  return { "0.0": "<0.1 %", "100.0": "100 %" }[rounded] ?? `${rounded} %`;
}
