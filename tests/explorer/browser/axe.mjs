// SPDX-License-Identifier: MIT
// What axe-core finds on a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** What axe finds, a line each: "rule: the element, why". only: the rules to check; all if there are none */
export async function violations(page, ...only) {
  if (!(await page.evaluate("Boolean(window.axe)"))) await page.evaluate(AXE);
  const options = {
    preload: false,
    resultTypes: ["violations"],
    ...(only.length > 0 ? { runOnly: only } : { rules: { "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: true } } }),
  };
  const { violations: found } = await page.evaluate((asked) => axe.run(asked), options);
  // The text of an unfolded branch contains that of all branches below it. Its name does not.
  const isUnfolded = (id, { html }) => id === "label-content-name-mismatch" && /role="treeitem".*aria-expanded="true"/.test(html);
  return found.flatMap(({ id, nodes }) => nodes.filter((node) => !isUnfolded(id, node)).map((node) => `${id}: ${node.html.slice(0, 160)}, ${node.failureSummary}`));
}
