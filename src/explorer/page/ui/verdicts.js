// SPDX-License-Identifier: MIT
import { barPart, button, byId, counted, make, shape } from "./elements.js";

/** The page suggests moves that lose at most this number of centipawns. */
const WORTH_A_LOOK = 50;

const DAY = 24 * 60 * 60;
const AGES = [[365 * DAY, "year"], [30 * DAY, "month"], [DAY, "day"], [60 * 60, "hour"], [60, "minute"]];

/** How old a verdict is. date: when it was given, in seconds since 1970 */
export function ageText(date, now = Date.now() / 1000) {
  const [length, name] = AGES.find(([seconds]) => now - date >= seconds) ?? [];
  return length ? `${counted(Math.floor((now - date) / length), name)} ago` : "just now";
}

/** A score in pawns with a sign that screen readers read: "−0.25". */
const scoreText = ({ text }) => text.replace("-", "−");

/** Who has judged, and when: "Stockfish 15.1, 50 000 nodes, 2 days ago". Some engines report no nodes. */
export const judgeText = ({ engine, nodes, date }, now) =>
  [engine, nodes > 0 && counted(nodes, "node"), ageText(date, now)].filter(Boolean).join(", ");

/** White's chances as a part of 1, from a score in centipawns for White. 400 centipawns are ten to one. */
export const chancesOf = (cp) => 1 / (1 + 10 ** (-cp / 400));

/** Shows a verdict as a bar of White's chances, with a number for the side to move. */
export function verdictBar(verdict, white) {
  const chances = 100 * chancesOf(white ? verdict.cp : -verdict.cp);
  const parts = [barPart(chances, { class: "of-white" }), barPart(100 - chances, { class: "of-black" })];
  return make(
    "div",
    { class: "verdict", title: judgeText(verdict) },
    make("div", { class: "bar verdict-bar", "aria-hidden": "true" }, ...parts),
    make("span", { class: "verdict-score" }, scoreText(verdict)));
}

/** The verdict on a move in words, for its details. */
export const verdictText = (verdict) =>
  [`verdict ${scoreText(verdict)}`, verdict.loss > 0 && `loses ${(verdict.loss / 100).toFixed(2)}`, judgeText(verdict)].filter(Boolean).join(", ");

/**
 * Shows the verdict on the position itself, and good moves that no book has. answer: see
 * describe_verdicts(), undefined without a store; rows: the moves in the table. onPlay(uci)
 */
export function showVerdicts(answer, rows, onPlay) {
  byId("verdicts").hidden = !answer;
  if (!answer) return;
  const { error, score, moves = [] } = answer;
  const known = new Set(rows.map(({ uci }) => uci));
  const others = moves.filter(({ uci, loss }) => loss <= WORTH_A_LOOK && !known.has(uci));
  byId("judged").textContent = error ?? (score ? `${scoreText(score)} by ${judgeText(score)}` : "No engine has judged this position yet.");
  byId("judged").classList.toggle("book-error", Boolean(error));
  byId("others").hidden = others.length === 0;
  byId("others-list").replaceChildren(
    ...others.map((one) => make("li", {}, button({ class: "other", title: judgeText(one), onclick: () => onPlay(one.uci) }, `${one.san} ${scoreText(one)}`))));
}

/** The size of the graph, in its own units. */
const [WIDTH, HEIGHT] = [300, 80];

/**
 * Draws White's chances after each move of a line. Positions without a verdict leave gaps. scores: one for each
 * position, {cp: centipawns for White, text} or null
 */
export function showGraph(line, scores) {
  const known = scores.flatMap((score, ply) => (score ? [{ ...score, ply }] : []));
  const graph = byId("graph");
  graph.toggleAttribute("hidden", known.length < 2);
  if (known.length < 2) return;
  const left = (ply) => 5 + ((WIDTH - 10) * ply) / (scores.length - 1);
  const top = ({ cp }) => 5 + (HEIGHT - 10) * (1 - chancesOf(cp));
  const follows = (ply) => ply > 0 && scores[ply - 1];
  const path = known.map((one) => `${follows(one.ply) ? "L" : "M"}${left(one.ply).toFixed(1)} ${top(one).toFixed(1)}`).join("");
  const named = (ply) => (ply === 0 ? "start" : line.named(ply - 1));
  graph.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  graph.setAttribute("aria-label", `Scores of the line for White: ${known.map((one) => `${named(one.ply)} ${scoreText(one)}`).join(", ")}`);
  graph.replaceChildren(
    shape("path", { class: "even", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    shape("path", { class: "scores-of-line", d: path }),
    ...known.map((one) =>
      shape(
        "circle",
        { cx: left(one.ply).toFixed(1), cy: top(one).toFixed(1), r: one.ply === line.ply ? 5 : 3, class: one.ply === line.ply ? "here" : undefined },
        shape("title", {}, `${named(one.ply)} ${scoreText(one)}`))));
}
