"""Compares planners of memplan with the programs that they are named after, offset by offset.

    pip install tinygrad executorch ethos-u-vela torch
    python3 dev/peers/against.py PEER MEMPLAN TRACE...

PEER is `tinygrad`, `executorch`, `inductor` or `vela`; only its package is needed. MEMPLAN is the program; a
trace is any file of one trace that it reads. Pins, gaps and alignments are not compared, because
these programs have none of them, or one for all buffers.
"""

import csv
import subprocess
import sys
import tempfile


def tinygrad(rows):
    """The order of events of tinygrad, and its allocator."""
    from tinygrad.runtime.support.memory import TLSFAllocator

    block = 256
    sizes = [-(-size // block) * block for _, _, size in rows]
    events = [(begin, True, i) for i, (begin, _, size) in enumerate(rows) if size]
    events += [(end, False, i) for i, (_, end, size) in enumerate(rows) if size]
    events.sort(key=lambda event: event[:2])
    allocator = TLSFAllocator(2 * sum(sizes), block_size=block, lv2_cnt=32)
    offsets = [0] * len(rows)
    for _, opens, i in events:
        if opens:
            offsets[i] = allocator.alloc(sizes[i])
        else:
            allocator.free(offsets[i])
    return offsets


class Spec:
    """What ExecuTorch asks a tensor."""

    def __init__(self, begin, end, size):
        self.lifetime = [begin, end - 1]
        self.allocated_memory = -(-size // 16) * 16


def executorch(rows):
    """The shared objects of ExecuTorch, which takes tensors by falling size, later ones first."""
    from executorch.exir.memory_planning import pick_shared_obj

    order = [i for i, (_, _, size) in enumerate(rows) if size]
    order.sort(key=lambda i: rows[i][2])
    specs, objects = {}, []
    for i in reversed(order):
        specs[i] = Spec(*rows[i])
        pick_shared_obj(objects, specs[i])
    offsets, start, numbers = [0] * len(rows), 0, {id(spec): i for i, spec in specs.items()}
    for shared in objects:
        for place in shared.allocations:
            offsets[numbers[id(place.spec)]] = start + place.offset
        start += shared.size
    return offsets


class LiveRange:
    """What Vela asks a live range."""

    def __init__(self, begin, end, size):
        self.start_time, self.end_time, self.size = begin, end - 1, size

    def get_alignment(self):
        return 1


def vela(rows):
    """The hill climb of Vela."""
    from ethosu.vela.hillclimb_allocation import HillClimbAllocator

    used = [i for i, (_, _, size) in enumerate(rows) if size]
    ranges = [LiveRange(*rows[i]) for i in used]
    offsets = [0] * len(rows)
    for i, address in zip(used, HillClimbAllocator(ranges, None, 0).allocate()):
        offsets[i] = address
    return offsets


class Node:
    """What TorchInductor asks a buffer."""

    size = ()

    def get_layout(self):
        return self

    def get_device(self):
        return "cpu"


def inductor(rows):
    """The pool of TorchInductor for intermediate results, which takes them by falling size, then length of life."""
    from torch._inductor import config
    from torch._inductor.codegen.memory_planning import (
        Allocation,
        AllocationPools,
        LiveRange,
    )

    config.memory_pool = "combined"
    sys.setrecursionlimit(100_000)
    used = [i for i, (_, _, size) in enumerate(rows) if size]
    blocks = {
        i: Allocation(Node(), LiveRange(*rows[i][:2]), rows[i][2], rows[i][2]) for i in used
    }
    pools = AllocationPools()
    for i in sorted(used, key=lambda i: (-rows[i][2], rows[i][0] - rows[i][1])):
        pools.allocate(blocks[i])
    pools.finalize()
    return [int(blocks[i].offset) if i in blocks else 0 for i in range(len(rows))]


def renumber(path):
    """Counts ticks without holes: Vela has a list for each, and orders by their number."""
    with open(path, newline="") as file:
        table = list(csv.DictReader(file))
    ticks = sorted({int(row[end]) for row in table for end in ("lower", "upper")})
    number = {tick: i for i, tick in enumerate(ticks)}
    for row in table:
        row["lower"], row["upper"] = number[int(row["lower"])], number[int(row["upper"])]
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, table[0].keys())
        writer.writeheader()
        writer.writerows(table)


def main(peer, memplan, traces):
    differing = 0
    for trace in traces:
        with tempfile.TemporaryDirectory() as folder:
            plain, plan = f"{folder}/trace.csv", f"{folder}/plan.csv"
            subprocess.run([memplan, "convert", trace, "-o", plain], check=True)
            renumber(plain)
            subprocess.run(
                [memplan, "plan", plain, "--planner", peer, "-o", plan],
                check=True,
                stdout=subprocess.DEVNULL,
            )
            with open(plan, newline="") as file:
                table = list(csv.DictReader(file))
        rows = [(int(r["lower"]), int(r["upper"]), int(r["size"])) for r in table]
        ours = [int(r["offset"]) for r in table]
        peers = (tinygrad, executorch, inductor, vela)
        theirs = {program.__name__: program for program in peers}[peer](rows)
        wrong = sum(a != b for a, b in zip(ours, theirs))
        differing += wrong != 0
        print(f"{trace}: {len(rows)} buffers, {wrong} offsets differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
