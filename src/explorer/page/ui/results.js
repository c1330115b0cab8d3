// SPDX-License-Identifier: MIT
import { barPart, grouped, make } from "./elements.js";

/**
 * The results of the games with a move, for the side that plays it: {games, undefined if only the proportion is known;
 * wins, draws, losses: parts of 1; draws undefined if only the points are known}, or null if nothing is known.
 * What learn fields and facts mean depends on the program that wrote them: see docs/book-format.md, "Learn".
 */
export function resultsOf({ n, sum, facts }, { learn_layout: layout, format }, white) {
  if (["ctg", "counts"].includes(format) && facts?.games) return parts(facts.games, facts.wins, facts.draws, facts.losses);
  if (format === "abk" && (facts?.won || facts?.lost)) {
    const { games, won, lost } = facts;
    return parts(games, white ? won : lost, Math.max(0, games - won - lost), white ? lost : won);
  }
  if (layout === "xboard" && n + sum > 0) return { wins: n / (n + sum), losses: sum / (n + sum) };
  if (["polyglot", "none"].includes(layout) && n > 0 && sum <= 2 * n) {
    return { games: n, wins: sum / (2 * n), losses: 1 - sum / (2 * n) };
  }
  return null;
}

function parts(games, wins, draws, losses) {
  const all = wins + draws + losses;
  return all > 0 ? { games, wins: wins / all, draws: draws / all, losses: losses / all } : null;
}

/** Points per game of the side that plays the move, 0 to 1. */
export const scoreOf = ({ wins, draws = 0 }) => wins + draws / 2;

/**
 * Turns parts of 1 into whole percentages that add up to 100. Rounds all down, then rounds up those that lost most.
 */
export function wholePercents(shares) {
  const wholes = shares.map((share) => Math.floor(100 * share + 1e-9));
  const losers = [...shares.keys()].sort((a, b) => 100 * shares[b] - wholes[b] - (100 * shares[a] - wholes[a]));
  const missing = 100 - wholes.reduce((sum, whole) => sum + whole, 0);
  for (const i of losers.slice(0, missing)) ++wholes[i];
  return wholes;
}

/**
 * Makes a bar with the parts of White, draws and Black, their percentages, and the score in per cent of the side that
 * plays the move. isTotal: the results are those of all moves together
 */
export function resultsBar(results, white, isTotal = false) {
  const { games, wins, draws, losses } = results;
  const [whites, blacks] = white ? [wins, losses] : [losses, wins];
  const isSplit = draws !== undefined;
  const shares = isSplit ? [whites, draws, blacks] : [whites, blacks];
  const texts = wholePercents(shares).map((whole) => `${whole}\u00a0%`);
  const kinds = isSplit ? ["of-white", "of-none", "of-black"] : ["of-white", "of-black"];
  // A part does not show its number if it is too narrow.
  const parts = shares.map((share, i) => barPart(100 * share, { class: kinds[i] }, share > 0 && make("span", { class: "part-number" }, texts[i])));
  const words = isSplit
    ? `White wins ${texts[0]}, draws ${texts[1]}, Black wins ${texts[2]}`
    : `White has ${texts[0]} of the points, Black ${texts[1]}`;
  return make(
    "div",
    { class: "results", title: games ? `${grouped(games)} games: ${words}` : words },
    make("div", { class: "bar score-bar", "aria-hidden": "true" }, ...parts),
    make("span", { class: isTotal ? "total-score hidden" : "score hidden" }, `${Math.round(100 * scoreOf(results))}\u00a0%`),
    make("span", { class: "hidden" }, ` ${words}`));
}

/** The results of all moves together, weighted by their games; null if the games of some moves are not known. */
export function totalOf(all) {
  const known = all.filter(Boolean);
  const games = known.reduce((sum, one) => sum + (one.games ?? 0), 0);
  if (games === 0 || known.some((one) => !one.games)) return null;
  const mean = (part) => known.reduce((sum, one) => sum + one.games * (one[part] ?? 0), 0) / games;
  const isSplit = known.every(({ draws }) => draws !== undefined);
  if (isSplit) return { games, wins: mean("wins"), draws: mean("draws"), losses: mean("losses") };
  const points = known.reduce((sum, one) => sum + one.games * scoreOf(one), 0) / games;
  return { games, wins: points, losses: 1 - points };
}
