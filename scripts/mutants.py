#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the tests: builds every mutant of tests/mutants.txt into one set of test programs and runs them with each.

scripts/mutants.py [NUMBER...]   all mutants, or those numbers; NUMBER 0 runs the programs without a mutant
scripts/mutants.py --check       whether the sources have the places of all mutants, in no time

A copy of the checkout in build/mutants/tree gets all mutants at once; the environment variable POLYGLOT_MUTANT
selects one when a program runs. Each mutant meets the test program of its module first, then those of all modules
above it. Prints "killed by PROGRAM: TEST" or "LIVES" for each, and a count in the last line. The exit code is 1 if
a mutant lives. What the programs print is kept in build/mutants/NUMBER.log.
"""
import concurrent.futures
import os
import pathlib
import re
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/mutants"
TREE = BUILD / "tree"
TESTS = TREE / "build/dev/tests"
# The modules, each behind those that it uses, with their test programs.
PROGRAMS = {
    "chess": ["chess/chess_test"],
    "variants": ["variants/variants_test"],
    "game": ["game/game_test"],
    "os": ["os/os_test"],
    "pgn": ["pgn/pgn_test"],
    "openings": ["openings/openings_test"],
    "book": ["book/book_test"],
    "builder": ["builder/builder_test"],
    "counts": ["counts/counts_test"],
    "protocol": ["protocol/protocol_test"],
    "config": ["config/config_test"],
    "analysis": ["analysis/analysis_test"],
    "session": ["session/session_test"],
    "process": ["process/process_test"],
    "proxy": ["proxy/proxy_test"],
    "explorer": ["explorer/explorer_test"],
    "tools": ["tools/tools_test", "proxy/cecp_transcript_test", "proxy/ends_test", "proxy/e2e_test"],
}
ALL_PROGRAMS = [program for programs in PROGRAMS.values() for program in programs]
SECONDS_PER_SHARD = 60
SHARDS = {"proxy/e2e_test": 8, "tools/tools_test": 4}
# Games of real engines take long and say little of a single mistake.
LEFT_OUT = ["*RealEngine*", "*Stockfish*", "Engines/*", "*Recovery.OfAKilledEngine*", "*ManyProxies*", "Real/*"]

SWITCH = """// SPDX-License-Identifier: MIT
#pragma once
#include <cstdlib>

inline bool polyglot_mutant(int number) {
  static const char* const text = std::getenv("POLYGLOT_MUTANT");
  static const int chosen = text != nullptr ? std::atoi(text) : 0;
  return chosen == number;
}
"""


class Mutant:
    def __init__(self, number, file, why, line):
        self.number, self.file, self.why, self.line = number, file, why, line

    def apply(self, text):
        """The text of the file with this mutant in it, beside the original."""
        parts = self.line.split("@")
        if len(parts) != 4:
            sys.exit(f"mutant {self.number}: a line is TEXT@ORIGINAL@MUTATED@TEXT: {self.line}")
        before, original, mutated, after = parts
        pattern = "".join(f"({as_pattern(part)})" for part in (before, original, after))
        found = list(re.finditer(pattern, text))
        if len(found) != 1:
            sys.exit(f"mutant {self.number}: {self.file} has {len(found)} places like {before}{original}{after}")
        match = found[0]
        chosen = f"polyglot_mutant({self.number})"
        if original.rstrip().endswith(";"):
            both = f"if ({chosen}) {{ {mutated} }} else {{ {match[2]} }}"
        else:
            both = f"({chosen} ? ({mutated}) : ({match[2]}))"
        return text[: match.start(2)] + both + text[match.end(2) :]

    def __str__(self):
        return f"{self.number:3} {self.file}: {self.why}"


def as_pattern(text):
    """Matches the text, whatever line breaks and indentation it has."""
    return r"\s+".join(re.escape(part) for part in re.split(r"\s+", text))


def read_mutants():
    """Blocks of two lines: "FILE: what is wrong", and the line with the mutant."""
    mutants = []
    lines = (ROOT / "tests/mutants.txt").read_text().splitlines()
    lines = [line for line in lines if line.strip() and not line.startswith("#")]
    for heading, line in zip(lines[::2], lines[1::2], strict=True):
        file, why = heading.split(": ", 1)
        mutants.append(Mutant(len(mutants) + 1, file, why, line.strip()))
    return mutants


def mutate(mutants):
    """The texts of the files that have mutants, by their names."""
    contents = {}
    for mutant in mutants:
        text = contents.get(mutant.file) or (ROOT / mutant.file).read_text()
        contents[mutant.file] = mutant.apply(text)
    return contents


def write_tree(contents):
    """Copies what has changed, so that the next build takes less time."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True, capture_output=True)
    files = {name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()}
    for name in files:
        target = TREE / name
        content = (ROOT / name).read_bytes()
        if name in contents:
            content = ('#include "polyglot_mutant.hpp"\n' + contents[name]).encode()
        write_if_changed(target, content, (ROOT / name).stat().st_mode)
    write_if_changed(TREE / "src/polyglot_mutant.hpp", SWITCH.encode(), 0o644)
    # What is no longer in the checkout would be compiled as well.
    written = {TREE / name for name in files} | {TREE / "src/polyglot_mutant.hpp"}
    for path in TREE.rglob("*"):
        if path.is_file() and TREE / "build" not in path.parents and path not in written:
            path.unlink()


def write_if_changed(target, content, mode):
    if target.is_file() and target.read_bytes() == content:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    target.chmod(mode)


def build():
    # Warnings of mutated code are no errors.
    subprocess.run(
        ["cmake", "--preset", "dev", "-DPOLYGLOT_UNITY=ON", "-DPOLYGLOT_WERROR=OFF"],
        cwd=TREE, check=True, stdout=subprocess.DEVNULL)
    targets = [pathlib.Path(program).name for program in ALL_PROGRAMS]
    subprocess.run(["cmake", "--build", "--preset", "dev", "--target", *targets], cwd=TREE, check=True)


def run(program, number, log, *, skipped=(), only=None, shard=None):
    """Nothing if all tests pass, or the name of the test that fails, crashes or takes too long."""
    environment = dict(os.environ, POLYGLOT_MUTANT=str(number), GTEST_FAIL_FAST="1")
    if shard is not None:
        environment.update(GTEST_TOTAL_SHARDS=str(SHARDS[program]), GTEST_SHARD_INDEX=str(shard))
    tests = only or "-" + ":".join([*LEFT_OUT, *skipped])
    command = [str(TESTS / program), f"--gtest_filter={tests}", "--gtest_brief=0"]
    process = subprocess.Popen(
        command, cwd=TESTS / program.split("/")[0], env=environment, stdin=subprocess.DEVNULL, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        output, _ = process.communicate(timeout=SECONDS_PER_SHARD * (2 if number == 0 else 1))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
    text = output.decode(errors="replace")
    log.write(text)
    log.flush()
    if process.returncode == 0:
        return None
    failed = re.search(r"^\[  FAILED  \] ([\w/.]+)", text, re.M)
    started = re.findall(r"^\[ RUN      \] ([\w/.]+)", text, re.M)
    return failed[1] if failed else started[-1] if started else "(at its start)"


def killer(program, number, log):
    """The test that fails again when it runs alone: one that fails once may have had no processor."""
    for shard in range(SHARDS.get(program, 1)):
        skipped = []
        while failed := run(program, number, log, skipped=skipped, shard=shard if program in SHARDS else None):
            if failed.startswith("(") or run(program, number, log, only=failed):
                return failed
            skipped.append(failed)
    return None


def judge(mutant):
    modules = list(PROGRAMS)
    module = mutant.file.split("/")[1]
    above = modules[modules.index(module if module in PROGRAMS else "tools") :]
    with open(BUILD / f"{mutant.number}.log", "w") as log:
        for program in [program for module in above for program in PROGRAMS[module]]:
            if test := killer(program, mutant.number, log):
                print(f"{mutant}: killed by {program.split('/')[1]}: {test}", flush=True)
                return True
    print(f"{mutant}: LIVES", flush=True)
    return False


def check_without_mutant(program):
    with open(BUILD / "0.log", "a") as log:
        return killer(program, 0, log)


def main():
    if {"--help", "-h"} & set(sys.argv[1:]):
        print(__doc__)
        return 0
    mutants = read_mutants()
    contents = mutate(mutants)
    if sys.argv[1:] == ["--check"]:
        return 0
    numbers = {int(argument) for argument in sys.argv[1:]}
    write_tree(contents)
    build()
    # Most tests wait most of the time.
    with concurrent.futures.ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool:
        if not numbers or 0 in numbers:
            (BUILD / "0.log").unlink(missing_ok=True)
            for program, failed in zip(ALL_PROGRAMS, pool.map(check_without_mutant, ALL_PROGRAMS)):
                if failed:
                    sys.exit(f"without a mutant, {program} fails: {failed}; see build/mutants/0.log")
            print("without a mutant, all tests pass", flush=True)
        chosen = [mutant for mutant in mutants if not numbers or mutant.number in numbers]
        killed = list(pool.map(judge, chosen))
    print(f"{killed.count(True)} killed, {killed.count(False)} live")
    return 1 if False in killed else 0


if __name__ == "__main__":
    sys.exit(main())
