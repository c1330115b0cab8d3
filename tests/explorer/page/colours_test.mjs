// SPDX-License-Identifier: MIT
// The contrasts of the page's colours in both schemes, by WCAG 2.1 AA: 4.5 for text, 3 for pieces and for edges.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const style = readFileSync(new URL("../../../src/explorer/page/style/colours.css", import.meta.url), "utf8");
/** The colours of a scheme. A name has one colour for both schemes, or a pair. */
const coloursOf = (scheme) =>
  Object.fromEntries(
    [...style.matchAll(/--([a-z-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/g)]
      .map(([, name, light, dark, both]) => [name, both ?? (scheme === "light" ? light : dark)]));
const SCHEMES = { light: coloursOf("light"), dark: coloursOf("dark") };

const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);

/** Source: WCAG 2.1, "relative luminance" and "contrast ratio". */
function ratio(one, other) {
  const luminance = (colour) => {
    const [red, green, blue] = colour.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const TEXTS = [
  ["ink", "paper"], ["ink", "raised"], ["ink", "accent-soft"], ["soft", "paper"], ["soft", "raised"], ["soft", "accent-soft"],
  ["accent", "paper"], ["accent", "raised"], ["accent", "accent-soft"], ["on-accent", "accent"], ["danger", "paper"],
  ["danger", "raised"], ["on-light", "light"], ["on-dark", "dark"],
  ["on-of-white", "of-white"], ["on-of-none", "of-none"], ["on-of-black", "of-black"],
];
const EDGES = [["edge", "paper"], ["edge", "raised"], ["bar", "track"], ["accent", "paper"]];

for (const [scheme, colours] of Object.entries(SCHEMES)) {
  const of = (name) => channels(colours[name]);
  /** A square of the last move, see style/board.css. */
  const last = (square) => of(square).map((value, i) => 0.62 * of("last")[i] + 0.38 * value);

  test(`text, edges and pieces stand out in the ${scheme} scheme`, () => {
    for (const [front, back] of TEXTS) assert.ok(ratio(of(front), of(back)) >= 4.5, `${front} on ${back}: ${ratio(of(front), of(back)).toFixed(2)}`);
    for (const [front, back] of EDGES) assert.ok(ratio(of(front), of(back)) >= 3, `${front} on ${back}: ${ratio(of(front), of(back)).toFixed(2)}`);
    for (const square of ["light", "dark"]) {
      assert.ok(ratio(of("on-dark"), last(square)) >= 4.5, `coordinate on the last ${square} square`);
      for (const field of [of(square), last(square)]) {
        for (const side of ["white", "black"]) {
          const best = Math.max(ratio(of(`${side}-fill`), field), ratio(of(`${side}-edge`), field));
          assert.ok(best >= 3, `${side} piece on ${square}: ${best.toFixed(2)}`);
        }
      }
    }
    assert.ok(ratio(of("white-fill"), of("black-fill")) >= 3, "white and black pieces");
  });
}
