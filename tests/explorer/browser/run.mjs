// SPDX-License-Identifier: MIT
// Starts one browser for all files of tests, because starting it takes longer than many tests: run.mjs FILE...
import { spawn } from "node:child_process";

import { chromium, firefox } from "playwright-core";

const { POLYGLOT_BROWSER: name, POLYGLOT_BROWSER_PATH: executablePath } = process.env;
const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];
/** How to start each browser as the distribution packages it. The same tests run in each. */
const server = await { chromium: () => chromium.launchServer({ executablePath, args: FLAGS }), "firefox-esr": () => firefox.launchServer({ executablePath, channel: "moz-firefox" }) }[name]();
const env = { ...process.env, POLYGLOT_BROWSER_ADDRESS: server.wsEndpoint() };
const tests = spawn(process.execPath, ["--test", "--test-reporter=spec", ...process.argv.slice(2)], { stdio: "inherit", env });
tests.on("close", async (code) => {
  await server.close();
  process.exit(code ?? 1);
});
