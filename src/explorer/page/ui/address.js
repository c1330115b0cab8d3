// SPDX-License-Identifier: MIT
/**
 * Reads from the address what the page shows: #fen=…&moves=e2e4+e7e5, without the FEN for the start position. A user
 * can bookmark or share the address, and each position is a step in the history of the browser.
 */
export function readAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  return { fen: wanted.get("fen"), words: (wanted.get("moves") ?? "").split(" ").filter(Boolean) };
}

/** The address of a line, up to the position on the board. */
export function addressOf({ positions, moves, ply, rules }) {
  const wanted = new URLSearchParams();
  const start = positions[0].fen;
  if (start !== rules.startFen) wanted.set("fen", start);
  const played = moves.slice(0, ply).map(({ uci }) => uci);
  if (played.length > 0) wanted.set("moves", played.join(" "));
  return "#" + wanted;
}

/** Lichess's names for the variants that it can analyse, by our names. */
const LICHESS_VARIANTS = {
  "3check": "threeCheck", antichess: "antichess", atomic: "atomic", crazyhouse: "crazyhouse", giveaway: "antichess", horde: "horde",
  kingofthehill: "kingOfTheHill", racingkings: "racingKings",
};

/** The address of the analysis board of Lichess with the position; "" if Lichess does not have the variant. */
export function lichessAddress({ position, positions }, variant) {
  const isShuffled = [position, positions[0]].some(({ needsChess960 }) => needsChess960);
  const game = variant ? LICHESS_VARIANTS[variant] : isShuffled ? "chess960" : "standard";
  if (!game) return "";
  return `https://lichess.org/analysis/${game}/${encodeURI(position.fen.replaceAll(" ", "_"))}`;
}

export function writeAddress(line) {
  const address = addressOf(line);
  if (address !== (location.hash || "#")) history.pushState(null, "", address);
}
