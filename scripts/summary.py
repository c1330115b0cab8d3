#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Adds up ctest's reports build/STEP.xml: summary.py [FAILED_STEP...]

A failed step without a failed test counts as one. With CI=true a skipped test fails, unless tests/skips.txt gives the reason.
"""
import fnmatch
import os
import pathlib
import sys
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[1]
allowed = [line.split()[0] for line in (ROOT / "tests/skips.txt").read_text().splitlines() if line and line[0] != "#"]
passed, failed, skipped, failed_steps = 0, [], 0, set(sys.argv[1:])
for report in sorted((ROOT / "build").glob("*.xml")):
    for case in xml.etree.ElementTree.parse(report).iter("testcase"):
        name = case.get("name").split("  # ")[0]  # ctest adds the value of a parameter
        if case.find("failure") is not None or case.get("status") == "fail":
            failed.append(f"{report.stem}: {name}\n" + "\n".join((case.findtext("system-out") or "").splitlines()[-25:]))
            failed_steps.discard(report.stem)
        elif case.find("skipped") is None:
            passed += 1
        elif os.environ.get("CI") == "true" and not any(fnmatch.fnmatchcase(name, pattern) for pattern in allowed):
            failed.append(f"{report.stem}: {name} was skipped, and tests/skips.txt does not say why")
        else:
            skipped += 1
failed += [f"the step {step}" for step in sorted(failed_steps)]
for what in failed:
    print("FAILED:", what)
print(f"{passed} passed, {len(failed)} failed, {skipped} skipped")
sys.exit(bool(failed))
