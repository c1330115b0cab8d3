#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Says how long the steps of a book over many machines take, and where they stop to scale. docs/cluster.md

Tasks, sizes of counts and speeds of a core are those of a real run (--work FOLDER, the work folder of polyglot-parallel or
polyglot-slurm), with --lichess for the sizes of Lichess's months. Disks and network are modelled: all tasks that run share the
bandwidth of the storage, and those of a node that of its network. All tasks of a step run at one speed then.
"""
import argparse
import heapq
import math
import pathlib

MB, GB = 1e6, 1e9
# Millions of games that Lichess has of each January, about; the months between lie on a line. They are scaled to --games.
JANUARIES = {2013: 0.12, 2014: 0.7, 2015: 1.5, 2016: 4.8, 2017: 10.7, 2018: 17.9, 2019: 33.9, 2020: 46.8, 2021: 107, 2022: 99,
             2023: 103, 2024: 99, 2025: 95, 2026: 92}


def lichess_months(games, bytes_a_game):
    """The sizes of the packed files of all months, in bytes."""
    months = [before + (after - before) * month / 12
              for before, after in zip(list(JANUARIES.values()), list(JANUARIES.values())[1:]) for month in range(12)]
    return [games * bytes_a_game * month / sum(months) for month in months]


def read_sizes(options):
    if options.work and not options.lichess:
        return [int(line.split("\t")[2]) for line in (pathlib.Path(options.work) / "tasks").read_text().splitlines()]
    if options.inputs:
        return [int(line.split()[0]) for line in pathlib.Path(options.inputs).read_text().splitlines()]
    return lichess_months(options.games, options.bytes_a_game)


def measured(folder):
    """What a run says of a core and of the sizes of counts, by the names of the options."""
    work = pathlib.Path(folder)
    tasks = [line.split("\t") for line in (work / "tasks").read_text().splitlines()]
    inputs = sum(int(task[2]) for task in tasks)
    parts = sum((work / "parts" / f"{task[0]}.counts").stat().st_size for task in tasks)
    sums = sum(path.stat().st_size for path in (work / "sums").glob("*.counts"))

    def seconds(step):
        times = [float(path.read_text().split("\t")[2]) for path in (work / "logs").glob(step + "*.done")]
        return max(sum(times), 0.1)

    pieces = sum(path.stat().st_size for path in (work / "sums").glob("*.piece"))
    return {"count_speed": inputs / seconds("map-") / MB, "part_share": parts / inputs, "sum_share": sums / parts,
            "add_speed": parts / seconds("reduce-") / MB, "book_share": pieces / sums}


def cut(sizes, largest):
    """Inputs in shards of at most so many bytes."""
    shards = []
    for size in sizes:
        pieces = max(1, math.ceil(size / largest)) if largest else 1
        shards += [size / pieces] * pieces
    return shards


def run_step(work, cores, nodes, speed, traffic, options):
    """Seconds that tasks of so much work (bytes) take, and what limits them.

    `speed` is what a core does in a second, `traffic` what a byte of work moves to and from the storage. Since all running
    tasks are equally fast, a task that begins at a virtual time ends there plus its work.
    """
    waiting = sorted(work, reverse=True)
    begins = options.start * math.ceil(len(work) / cores)
    running, virtual, clock = [], 0.0, 0.0
    while waiting or running:
        while waiting and len(running) < cores:
            heapq.heappush(running, virtual + waiting.pop(0))
        on_a_node = math.ceil(len(running) / nodes)
        rate = min(speed, options.disk * MB / (len(running) * traffic), options.network * MB / (on_a_node * traffic))
        end = heapq.heappop(running)
        clock += (end - virtual) / rate
        virtual = end
    bounds = {"cores": sum(work) / speed / cores, "storage": sum(work) * traffic / (options.disk * MB),
              "network": sum(work) * traffic / (options.network * MB * nodes), "largest task": max(work) / speed}
    return clock + begins, max(bounds, key=bounds.get)


def simulate(sizes, cores, options):
    nodes = math.ceil(cores / options.cores_a_node)
    parts = sum(sizes) * options.part_share
    total = parts * options.sum_share
    count = run_step(sizes, cores, nodes, options.count_speed * MB, 1 + options.part_share, options)
    ranges = options.ranges or min(512, 2 ** round(math.log2(max(8, cores))))
    add = run_step([parts / ranges] * ranges, cores, nodes, options.add_speed * MB, 1 + options.sum_share, options)
    book = run_step([total * options.book_share], 1, 1, options.join_speed * MB, 2, options)
    return count, add, book


def hours(seconds):
    return f"{seconds / 3600:.1f} h" if seconds >= 3600 else f"{seconds / 60:.0f} min" if seconds >= 60 else f"{seconds:.0f} s"


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--work", help="work folder of a run, each task with one core and none beside it")
    add("--lichess", action="store_true", help="with --work: the months of Lichess, with what the run measured")
    add("--inputs", help="file with a size in bytes at the beginning of each line")
    add("--games", type=float, default=7e9, help="games of Lichess (%(default)g)")
    add("--bytes-a-game", type=float, default=290, help="of a packed file (%(default)g)")
    add("--cut", type=float, default=0, metavar="GB", help="cut inputs into shards of so many gigabytes (not)")
    add("--count-speed", type=float, default=14, help="packed MB that a core counts in a second (%(default)g)")
    add("--part-share", type=float, default=0.6, help="bytes of counts for a packed byte of games (%(default)g)")
    add("--add-speed", type=float, default=45,
        help="MB of counts that a core adds up and makes pieces of a book of in a second (%(default)g)")
    add("--sum-share", type=float, default=0.6, help="bytes of the sum for a byte of its parts (%(default)g)")
    add("--book-share", type=float, default=0.03, help="bytes of the book for a byte of the sum (%(default)g)")
    add("--join-speed", type=float, default=200, help="MB of the book that are joined in a second (%(default)g)")
    add("--ranges", type=int, default=0, help="ranges that are added up (about as many as cores, 8 to 512)")
    add("--start", type=float, default=3, help="seconds until a task has begun (%(default)g)")
    add("--cores-a-node", type=int, default=64, help="(%(default)d)")
    add("--disk", type=float, default=2000, help="MB a second of the storage that all share (%(default)g)")
    add("--network", type=float, default=1250, help="MB a second of a node's network (%(default)g)")
    add("--cores", default="1,8,64,512,4096", help="(%(default)s)")
    options = parser.parse_args()
    if options.work:
        parser.set_defaults(**measured(options.work))
        options = parser.parse_args()
    return options


def main():
    options = read_options()
    sizes = cut(read_sizes(options), options.cut * GB)
    print(f"{len(sizes)} tasks, {sum(sizes) / GB:.3f} GB, the largest {max(sizes) / GB:.3f} GB; a core counts "
          f"{options.count_speed:.1f} MB/s, adds up {options.add_speed:.1f}; "
          f"parts are {options.part_share:.2f} of the games, the sum {options.sum_share:.2f} of the parts\n")
    print("| cores | count | add up | join | all | of the ideal | what limits |\n|--:|--:|--:|--:|--:|--:|---|")
    one = sum(time for time, _ in simulate(sizes, 1, options))
    for cores in map(int, options.cores.split(",")):
        steps = dict(zip(("count", "add up", "join"), simulate(sizes, cores, options)))
        times = {name: time for name, (time, _) in steps.items()}
        slowest = max(times, key=times.get)
        limit = "one core" if slowest == "join" else steps[slowest][1]
        whole = sum(times.values())
        print(f"| {cores} | {' | '.join(hours(time) for time in times.values())} | {hours(whole)} "
              f"| {one / cores / whole:.0%} | {slowest}: {limit} |")


if __name__ == "__main__":
    main()
