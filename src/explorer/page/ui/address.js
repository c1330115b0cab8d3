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

export function writeAddress(line) {
  const address = addressOf(line);
  if (address !== (location.hash || "#")) history.pushState(null, "", address);
}
