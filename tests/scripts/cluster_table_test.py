#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the table of docs/cluster.md has the times that bench/cluster_simulation.py computes.

Prints "N passed, N failed"; exit status 1 on a failure.
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLUMNS = 6  # times and shares; the bottleneck has words of its own


def rows(text):
    """The rows whose first column is a number of cores."""
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return [row[:COLUMNS] for row in cells if row[0].isdigit()]


def main():
    simulation = subprocess.run([sys.executable, "bench/cluster_simulation.py"], cwd=ROOT, capture_output=True, text=True,
                                check=True)
    computed = rows(simulation.stdout)
    written = rows((ROOT / "docs/cluster.md").read_text())
    failed = [row for row in computed if row not in written] + [row for row in written if row not in computed]
    for row in failed:
        print("only in the table or only computed:", " | ".join(row))
    print(f"{len(computed) - sum(row in failed for row in computed)} passed, {len(failed)} failed")
    return 1 if failed or not computed else 0


if __name__ == "__main__":
    sys.exit(main())
