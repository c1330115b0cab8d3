// SPDX-License-Identifier: MIT
// What the exported page demands of the scripts that it joins into one. Run by run_page_tests.sh.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const page = process.env.POLYGLOT_PAGE;

test("no two scripts have a name in common at the top level", () => {
  const scripts = readdirSync(page, { recursive: true }).filter((name) => name.endsWith(".js"));
  const places = new Map();
  for (const script of scripts) {
    for (const [, name] of readFileSync(join(page, script), "utf8").matchAll(/^(?:export )?(?:const|let|class|(?:async )?function\*?) (\w+)/gm))
      places.set(name, [...(places.get(name) ?? []), script]);
  }
  assert.ok(scripts.length > 50 && places.size > 200, `${places.size} names in ${scripts.length} scripts`);
  assert.deepEqual([...places].filter(([, some]) => some.length > 1), []);
});
