#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Says how many blunders analyse and review-book find in a book, and how many sound moves they report.

bench/weak_moves.py POLYGLOT BOOK [--seed 1] [--nodes 50000] [--margin 100] [--loss 150..] [--work FOLDER] ...

BOOK is a book of chess, for example one that "polyglot prune-book performance.bin -o BOOK --max-ply 6 --min-share 5" made.
Into a copy of it the script plants moves: legal, not in the book, in positions that games reach, with the mean weight of the
other moves there. Which ones, only the seed decides, and a search of --truth nodes (1,000,000) of the position and of the one
after the move: the move has to lose so many centipawns as --loss says. Then it runs

    polyglot analyse COPY --store STORE --engine CONFIG --nodes NODES
    polyglot review-book COPY --store STORE --margin MARGIN --format json

It counts planted moves that the review names, and others. Each of the others is searched with --check nodes (4,000,000), as
the planted ones were: it is a false alarm if it loses less than the margin. One thread, and a cleared memory before each
search, so that two runs print the same.
"""
import argparse
import json
import pathlib
import random
import statistics
import subprocess
import tempfile
import time


class Engine:
    """A UCI engine."""

    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")

    def ask(self, text, end):
        """The lines of the answer to a command, up to the one that begins with `end`."""
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if lines[-1].startswith(end):
                return lines
        raise RuntimeError("the engine ended")

    def legal_moves(self, fen):
        lines = self.ask(f"position fen {fen}\ngo perft 1", "Nodes searched")
        return [line.split(":")[0] for line in lines if ": " in line and not line.startswith(("Nodes", "info"))]

    def score(self, fen, moves, nodes):
        """In centipawns, for the side to move; a mate is 30000."""
        self.ask("ucinewgame\nisready", "readyok")
        played = f" moves {moves}" if moves else ""
        for line in reversed(self.ask(f"position fen {fen}{played}\ngo nodes {nodes}", "bestmove")):
            words = line.split()
            if "score" in words and not {"lowerbound", "upperbound"} & set(words):
                kind, value = words[words.index("score") + 1:][:2]
                return int(value) if kind == "cp" else (30000 if int(value) > 0 else -30000)
        raise RuntimeError(f"the engine reports no score of {fen}{played}")

    def loss(self, fen, move, nodes):
        """How many centipawns a move gives away."""
        return self.score(fen, "", nodes) + self.score(fen, move, nodes)


def uci(fen, move):
    """A move of a book, where castling is the king taking his own rook, as the engine reads it."""
    castling = {"e1h1": ("K", "e1g1"), "e1a1": ("K", "e1c1"), "e8h8": ("k", "e8g8"), "e8a8": ("k", "e8c8")}
    if move not in castling:
        return move
    king, usual = castling[move]
    rank = fen.split()[0].split("/")[-1 if king == "K" else 0]
    files = "".join(" " * int(letter) if letter.isdigit() else letter for letter in rank)
    return usual if files[4] == king else move


def plant(run, engine, options, copy):
    """Makes a copy of the book with blunders. Returns what they lose, by position and move."""
    kept = pathlib.Path(f"{copy}.json")
    if kept.exists():
        return {tuple(key): loss for key, loss in json.loads(kept.read_text())}
    positions = json.loads(run("dump-book", options.book, "--format", "json"))
    positions = [position for position in positions if position.get("fen") and any(m["weight"] for m in position["moves"])]
    print(f"{options.book}: {len(positions)} positions, {sum(len(p['moves']) for p in positions)} moves", flush=True)
    chance = random.Random(options.seed)
    chance.shuffle(positions)
    low, _, high = options.loss.partition("..")
    plants, script, tried = {}, [], 0
    for position in positions:
        fen = position["fen"]
        played = {uci(fen, move["move"]) for move in position["moves"]}
        others = sorted(set(engine.legal_moves(fen)) - played)
        if len(plants) == options.plants:
            break
        if not others:
            continue
        move = chance.choice(others)
        tried += 1
        loss = engine.loss(fen, move, options.truth)
        if int(low) <= loss <= int(high or 60000):
            weight = round(statistics.mean(m["weight"] for m in position["moves"] if m["weight"]))
            plants[fen, move] = loss
            script += [f"fen {fen}", f"add {move} {weight}"]
    pathlib.Path(f"{copy}.script").write_text("\n".join(script) + "\n")
    run("edit-book", options.book, "--script", f"{copy}.script", "--out", copy)
    print(f"{len(plants)} moves planted, of {tried} tried", flush=True)
    kept.write_text(json.dumps(list(plants.items())))
    return plants


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("polyglot")
    parser.add_argument("book")
    parser.add_argument("--engine", default="stockfish", help="a UCI engine that knows go perft")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plants", type=int, default=20)
    parser.add_argument("--loss", default="150..", help="centipawns: the least, or LEAST..MOST")
    parser.add_argument("--truth", type=int, default=1000000)
    parser.add_argument("--check", type=int, default=4000000)
    parser.add_argument("--nodes", type=int, default=50000)
    parser.add_argument("--margin", type=int, default=100)
    parser.add_argument("--work", help="a folder whose files are kept: a second run takes the plants and verdicts that are there")
    options = parser.parse_args()

    scratch = tempfile.TemporaryDirectory()
    work = pathlib.Path(options.work or scratch.name)
    work.mkdir(exist_ok=True)
    copy, store, config = (str(work / name) for name in ("planted.bin", "verdicts.db", "engine.ini"))
    pathlib.Path(config).write_text(f"[PolyGlot]\nEngineCommand = {options.engine}\n")

    def run(*arguments):
        return subprocess.run([options.polyglot, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout

    engine = Engine(options.engine)
    plants = plant(run, engine, options, copy)
    start = time.monotonic()
    print(run("analyse", copy, "--store", store, "--engine", config, "--nodes", str(options.nodes)), end="")
    print(f"judged in {time.monotonic() - start:.0f} s", flush=True)
    review = json.loads(run("review-book", copy, "--store", store, "--margin", str(options.margin), "--format", "json",
                            "--openings-file", "none"))
    named = {(weak["fen"], uci(weak["fen"], weak["move"])): weak["loss"] for weak in review["weak_moves"]["likeliest"]}
    print(f"{review['moves_judged']} moves judged, {review['moves_not_judged']} not judged")

    # FENs of a review have counters, those of a book have none: four fields are the position.
    def place(fen, move):
        return " ".join(fen.split()[:4]), move

    named = {place(*key): (key, loss) for key, loss in named.items()}
    planted = {place(*key): loss for key, loss in plants.items()}
    for key, loss in sorted(planted.items(), key=lambda item: item[1]):
        print(f"  {'found ' if key in named else 'MISSED'}  loses {loss:5}  {key[0]} {key[1]}", flush=True)
    false_alarms = 0
    for key, ((fen, move), said) in named.items():
        if key in planted:
            continue
        loss = engine.loss(fen, move, options.check)
        false_alarms += loss < options.margin
        print(f"  {'FALSE ' if loss < options.margin else 'right '}  loses {loss:5}, as reported {said:5}  {fen} {move}", flush=True)
    engine.process.stdin.close()
    print(f"planted: {len(set(planted) & set(named))} of {len(planted)} found; "
          f"others: {len(set(named) - set(planted))} reported, {false_alarms} of them false")


if __name__ == "__main__":
    main()
