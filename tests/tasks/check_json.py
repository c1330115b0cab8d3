#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what tools print as JSON with docs/json.md: check_json.py PROGRAM"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ORDER = ["key", "fen", "book", "size", "positions", "entries",
         "move", "san", "code", "weight", "share", "n", "sum"]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def documented_shapes():
    """The types that all tools share, and the shape of each tool's output."""
    schema = json.loads(re.search(r"```json\n(.*?)```", (HERE / "../../docs/json.md").read_text(), re.S)[1])
    tools = {name: shape for name, shape in schema.items() if name[0].islower()}
    return {name: shape for name, shape in schema.items() if name not in tools}, tools


def matches(value, shape, types):
    """Whether a value of JSON has the shape that docs/json.md describes."""
    if isinstance(shape, list):
        return isinstance(value, list) and all(shape and matches(one, shape[0], types) for one in value)
    if isinstance(shape, dict):
        fields = {name.rstrip("?"): (kind, name[-1] == "?") for name, kind in shape.items() if not name[0].isupper()}
        any_kind = fields.pop("*", (None, True))[0]
        return (isinstance(value, dict) and all(name in value or is_optional for name, (_, is_optional) in fields.items())
                and all(matches(one, fields[name][0] if name in fields else any_kind, types) for name, one in value.items()))
    return any(is_of(value, kind, types) for kind in shape.split(" | ")) if shape else False


def is_of(value, kind, types):
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind[0].isupper():
        return matches(value, types[kind], types)
    if kind[0] == "'":
        return value == kind[1:-1]
    if digits := re.fullmatch(r"(\d+) hexadecimal digits", kind):
        return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{digits[1]}}}", value) is not None
    return {"text": isinstance(value, str), "boolean": isinstance(value, bool), "null": value is None, "number": is_number,
            "integer": is_number and isinstance(value, int), "part": is_number and 0 <= value <= 1}[kind]


# An engine that refutes 1. g4.
ENGINE = """#!/bin/sh
while read -r line; do
  case $line in
    uci) printf 'id name Toy 1\\nuciok\\n' ;;
    isready) echo readyok ;;
    position*6P1*) answer='130 pv e7e5' ;;
    position*' b '*) answer='-30 pv e7e5' ;;
    position*) answer='30 pv e2e4' ;;
    go*) printf 'info depth 1 nodes 10 score cp %s\\nbestmove %s\\n' "$answer" "${answer##* }" ;;
    quit) exit ;;
  esac
done
"""


def in_order(pairs):
    known = [ORDER.index(name) for name, _ in pairs if name in ORDER]
    assert known == sorted(known), f"fields out of order: {[name for name, _ in pairs]}"
    return dict(pairs)


def main(program):
    common, documented = documented_shapes()

    def validate(name, value):
        assert matches(value, documented[name], common), f"{name} is not as documented: {value}"

    with tempfile.TemporaryDirectory() as folder:

        def run(*arguments, text="", codes=(0,)):
            done = subprocess.run([program, *arguments], input=text, capture_output=True, text=True, cwd=folder)
            assert done.returncode in codes, f"{arguments}: {done.returncode}, {done.stderr}"
            return done.stdout

        def check(name, *arguments, lines=False, **options):
            text = run(name, *arguments, **options)
            for part in text.splitlines() if lines else [text]:
                value = json.loads(part, object_pairs_hook=in_order)
                assert value, f"{name} printed nothing"
                validate(name, value)
            checked.add(name)

        def prints_json(tool):
            formats = re.search(r"--(?:format|summary) FORMAT(.*?)(?:\n  -|\n\n)", run(tool, "--help"), re.S)
            return formats and "json" in formats[1]

        checked = set()
        games = str(HERE / "games.pgn")
        check("make-book", games, "--min-game", "1", "--learn", "--summary", "json", "-o", "a.bin")
        (pathlib.Path(folder) / "wrong.pgn").write_text('[Event "?"]\n\n1. e4 e5 2. Ke3 *\n')
        check("count-games", games, "wrong.pgn", "--by", "rating,year", "--summary", "json", "-o", "a.counts")
        check("make-book", "a.counts", "--min-game", "1", "--summary", "json", "-o", "counted.bin")
        check("make-book", games, "wrong.pgn", "--header", "two\\nlines", "--summary", "json", "-o", "b.bin")
        (pathlib.Path(folder) / "damaged.bin").write_bytes((pathlib.Path(folder) / "a.bin").read_bytes()[40:])
        for book, codes in (("a.bin", (0,)), ("b.bin", (0,)), ("damaged.bin", (1,))):
            check("check-book", book, "--format", "json", codes=codes)
        check("check-book", "a.bin", "--quick", "--format", "json")
        for book in ("a.bin", "b.bin"):
            check("info-book", book, "--format", "json")
            check("dump-book", book, "--format", "json")
        check("diff-book", "a.bin", "b.bin", "--format", "json", codes=(1,))
        check("diff-book", "a.bin", "b.bin", "--by-key", "--format", "json", codes=(1,))
        check("merge-book", "a.bin", "b.bin", "-o", "c.bin", "--summary", "json")
        check("probe", "a.bin", "--format", "json")
        check("probe", "a.bin", "--key", "1", "--format", "json")
        check("probe", "a.bin", "--fens", "-", text=f"{START}\nstartpos\n", lines=True)
        check("key", "-", "--format", "json", text=f"{START}\n", lines=True)
        (pathlib.Path(folder) / "names.tsv").write_text("eco\tname\tpgn\nB00\tKing's Pawn Game\t1. e4\n")
        check("info-book", "a.bin", "--format", "json")
        check("info-book", "a.bin", "b.bin", "--exact", "--openings-file", "names.tsv", "--format", "json", lines=True)
        check("check-book", "a.bin", "b.bin", "--format", "json", lines=True)
        check("explain", "--noini", "--ec", "none", "--pg", "Book=true", "--pg", "BookFile=a.bin", "--format", "json")
        check("explain", "--noini", "--ec", "none", "--moves", "a4", "--format", "json")
        check("review-book", "a.bin", "--openings-file", "names.tsv", "--format", "json")
        check("review-book", "a.bin", "--side", "white", "--against", games, "--format", "json")
        engine = pathlib.Path(folder) / "engine"
        engine.write_text(ENGINE)
        engine.chmod(0o755)
        (pathlib.Path(folder) / "engine.ini").write_text(f"[PolyGlot]\nEngineCommand = {engine}\n")
        (pathlib.Path(folder) / "blunder.pgn").write_text('[Event "?"]\n\n1. e4 *\n\n[Event "?"]\n\n1. g4 *\n')
        run("make-book", "blunder.pgn", "--min-game", "1", "-q", "-o", "blunder.bin")
        run("analyse", "blunder.bin", "--store", "verdicts.db", "--engine", "engine.ini", "--nodes", "10", "--workers", "1")
        check("review-book", "blunder.bin", "--openings-file", "none", "--store", "verdicts.db", "--format", "json")
        check("check-book", "blunder.bin", "--store", "verdicts.db", "--format", "json", codes=(1,))
        for player in ((), ("--player", "a")):
            check("review-games", games, "wrong.pgn", "b.bin", "--openings-file", "names.tsv", *player, "--format", "json")
        run("count-games", games, "--by", "rating,speed,year", "-q", "-o", "games.counts")
        server = subprocess.Popen([program, "explore", "games.counts", "--port", "0", "--openings-file", "names.tsv", "-q"], cwd=folder, text=True,
                                  stdout=subprocess.PIPE)
        try:
            address = server.stdout.readline().strip()
            for question in ("/lichess?history=true", "/masters?play=e2e4"):
                with urllib.request.urlopen(address.rstrip("/") + question, timeout=30) as answer:
                    validate("explore", json.load(answer))
        finally:
            server.terminate()
            server.communicate()
        checked.add("explore")
        overview = run("help")
        tools = re.findall(r"^  ([a-z-]+) ", overview, re.M) + re.findall(r"[a-z-]+", " ".join(re.findall(r"^  [a-z]+: (.*)", overview, re.M)))
        printing = {tool for tool in tools if prints_json(tool)}
        printing.add("explore")  # its answers, not its output
        assert checked == printing == set(documented), f"{printing=} {checked=} {set(documented)=}"
    print(f"{len(checked)} tools print what is documented")


main(str(pathlib.Path(os.environ.get("POLYGLOT_PROGRAM", sys.argv[1])).resolve()))
