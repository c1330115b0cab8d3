// SPDX-License-Identifier: MIT
/**
 * The address of the page says what is looked at, so that it can be kept and passed on, and each position is a step of
 * the browser's history: #fen=…&moves=e2e4+e7e5, the start position left out.
 */
export function readAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  return { fen: wanted.get("fen"), words: (wanted.get("moves") ?? "").split(" ").filter(Boolean) };
}

/** Of a line, up to the position on the board. */
export function addressOf({ positions, moves, ply, rules }) {
  const wanted = new URLSearchParams();
  const start = rules.fen(positions[0]);
  if (start !== rules.startFen) wanted.set("fen", start);
  const played = moves.slice(0, ply).map((move, i) => rules.uci(positions[i], move));
  if (played.length > 0) wanted.set("moves", played.join(" "));
  return "#" + wanted;
}

/** What Lichess calls the games that it analyses, by the name of a variant. */
const LICHESS_VARIANTS = {
  "3check": "threeCheck", antichess: "antichess", atomic: "atomic", crazyhouse: "crazyhouse", giveaway: "antichess", horde: "horde",
  kingofthehill: "kingOfTheHill", racingkings: "racingKings",
};

/** The analysis board of Lichess with the position; "" of a variant that it does not have. */
export function lichessAddress({ position, positions, rules }, variant) {
  const isShuffled = [position, positions[0]].some(({ needsChess960 }) => needsChess960);
  const game = variant ? LICHESS_VARIANTS[variant] : isShuffled ? "chess960" : "standard";
  if (!game) return "";
  return `https://lichess.org/analysis/${game}/${encodeURI(rules.fen(position).replaceAll(" ", "_"))}`;
}

export function writeAddress(line) {
  const address = addressOf(line);
  if (address !== (location.hash || "#")) history.pushState(null, "", address);
}
