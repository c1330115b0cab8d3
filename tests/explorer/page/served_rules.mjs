// SPDX-License-Identifier: MIT
// The rules of the page for tests: `polyglot explore` answers, as for the page.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const page = process.env.POLYGLOT_PAGE;
const { Answers } = await import(`${page}/ui/answers.js`);
const { ServedRules } = await import(`${page}/rules/served_rules.js`);

/** What the page knows of a server at an address: {rules, answers, games(text, fen): see src/explorer/games.hpp}. */
export async function rulesAt(url) {
  const ask = async (path, options) => {
    const response = await fetch(url + path, options);
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
  };
  const parameters = (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined));
  const about = await ask("api/books");
  const answers = new Answers({ position: (fen, moves) => ask(`api/position?${parameters({ fen, moves })}`) }, about);
  const rules = await ServedRules.load(answers, about);
  const headers = { "Content-Type": "application/json" };
  const games = (text, fen = rules.startFen) => ask("api/games", { method: "POST", headers, body: JSON.stringify({ text, fen }) });
  return { answers, rules, games };
}

/** What rulesAt() knows of a server with a book of chess, which ends with the test. */
export async function chessRules(book) {
  const server = spawn(process.env.POLYGLOT_PROGRAM, ["explore", book, "--openings-file", "none", "--port", "0", "--quiet"], { stdio: ["ignore", "pipe", "inherit"] });
  process.on("exit", () => server.kill());
  const url = await new Promise((resolve) => createInterface(server.stdout).once("line", resolve));
  server.unref();
  server.stdout.unref();
  return rulesAt(url);
}

/** The code of a move in a book. */
export const encodeMove = ({ from, to, promotion }) => to | (from << 6) | ((1 + "NBRQ".indexOf(promotion || "?")) << 12);

export const keyOf = ({ key }) => BigInt(`0x${key}`);
