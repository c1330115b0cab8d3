// SPDX-License-Identifier: MIT
import { lineText } from "./game_line.js";

const MAX_WIDTH = 80;

/** A game as a PGN. tags: {name: value}; empty tags are left out. */
export function pgnText(start, sans, tags) {
  const lines = Object.entries(tags)
    .filter(([, value]) => value)
    .map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`);
  const words = [...lineText(start, sans).replace(/…/g, "...").split(" "), tags.Result].filter(Boolean);
  return `${lines.join("\n")}\n\n${wrapped(words).join("\n")}\n`;
}

function wrapped(words) {
  const lines = [words[0]];
  for (const word of words.slice(1)) {
    if (lines.at(-1).length + 1 + word.length < MAX_WIDTH) lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return lines;
}
