"""Compares the planner `tinygrad` of memplan with tinygrad itself, offset by offset.

    pip install tinygrad
    python3 dev/peers/against_tinygrad.py MEMPLAN TRACE...

MEMPLAN is the program; a trace is any file of one trace that it reads. Pins, gaps and alignments
are not compared, because tinygrad has none.
"""

import csv
import subprocess
import sys
import tempfile

from tinygrad.runtime.support.memory import TLSFAllocator

BLOCK = 256


def original(rows):
    """The offsets that tinygrad gives: its order of events, and its allocator."""
    sizes = [-(-size // BLOCK) * BLOCK for _, _, size in rows]
    events = [(begin, True, i) for i, (begin, _, size) in enumerate(rows) if size]
    events += [(end, False, i) for i, (_, end, size) in enumerate(rows) if size]
    events.sort(key=lambda event: event[:2])
    allocator = TLSFAllocator(2 * sum(sizes), block_size=BLOCK, lv2_cnt=32)
    offsets = [0] * len(rows)
    for _, opens, i in events:
        if opens:
            offsets[i] = allocator.alloc(sizes[i])
        else:
            allocator.free(offsets[i])
    return offsets


def main(memplan, traces):
    differing = 0
    for trace in traces:
        with tempfile.TemporaryDirectory() as folder:
            plain, plan = f"{folder}/trace.csv", f"{folder}/plan.csv"
            subprocess.run([memplan, "convert", trace, "-o", plain], check=True)
            subprocess.run(
                [memplan, "plan", plain, "--planner", "tinygrad", "-o", plan],
                check=True,
                stdout=subprocess.DEVNULL,
            )
            with open(plan, newline="") as file:
                table = list(csv.DictReader(file))
        rows = [(int(r["lower"]), int(r["upper"]), int(r["size"])) for r in table]
        ours = [int(r["offset"]) for r in table]
        theirs = original(rows)
        wrong = sum(a != b for a, b in zip(ours, theirs))
        differing += wrong != 0
        print(f"{trace}: {len(rows)} buffers, {wrong} offsets differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
