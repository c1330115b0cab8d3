// SPDX-License-Identifier: MIT
/** What books of other formats are called, and what they count. */
const FORMATS = {
  crafty: ["book of Crafty", "move"],
  abk: ["book of Arena", "move"],
  ctg: ["book of ChessBase", "position"],
  pgn: ["list of games", "move"],
  epd: ["list of positions", "move"],
};

/** {kind: "book of Crafty", or "" of a .bin; unit: what its size counts} */
export function formatOf({ format }) {
  const [kind, unit] = FORMATS[format] ?? ["", "record"];
  return { kind, unit };
}

/** The marks in the status of a Crafty book, by their bits. */
const CRAFTY_MARKS = [[0x10, "!!"], [0x08, "!"], [0x04, "="], [0x02, "?"], [0x01, "??"]];

const CTG_ANNOTATIONS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 8: "only move", 22: "zugzwang" };
const CTG_COLOURS = [[0x80, "green"], [0x40, "red"]];

const namesOf = (bits, names) => names.filter(([bit]) => bits & bit).map(([, name]) => name);

/** What each format keeps beside a move, in short: a list of texts, the empty ones to be left out. */
const TEXTS = {
  crafty: ({ status, learn, percent }) => [
    namesOf(status, CRAFTY_MARKS).join(" "),
    percent ? `start book ${percent} %` : "",
    learn ? `learnt ${learn > 0 ? "+" : ""}${learn.toFixed(2)}` : "",
  ],
  abk: ({ games, won, lost, priority }) => [
    `games ${games}`,
    won || lost ? `White +${won} −${lost}` : "",
    `priority ${priority}`,
  ],
  ctg: ({ annotation, recommendation, games, wins, draws, losses }) => [
    CTG_ANNOTATIONS[annotation] ?? "",
    ...namesOf(recommendation, CTG_COLOURS),
    `games ${games}`,
    `+${wins} =${draws} −${losses}`,
  ],
};

/** `facts`: of a move in an answer, see src/explorer/answers.hpp; an exported page has none. */
export function factTexts(format, facts) {
  return facts && TEXTS[format] ? TEXTS[format](facts).filter(Boolean) : [];
}
