#!/usr/bin/env python3
"""Best fit over many orders, as a planner of memplan in another language.

    memplan plan trace.csv --planner 'exec{cmd=examples/planners/best_fit.py}'

Reads one request from standard input, writes every better schedule as a line of type `incumbent`
and the best one as the line of type `schedule`. Buffers are placed one by one, each in the smallest
hole that holds it: by descending size, by descending size times lifetime, by descending lifetime,
then by orders between these that a seeded generator shakes. It stops at the load, which no schedule
is below, after some rounds, and shortly before the deadline. Alignments, gaps and pinned offsets
are honoured, in-place hints are not used.
"""

import json
import random
import sys
import time

ROUNDS = 60


def main():
    start = time.monotonic()
    request = json.loads(sys.stdin.readline())
    if (request["format"], request["version"]) != ("memplan-request", 1):
        return reply("error", message="this is no request of version 1")
    options = request["options"]
    buffers = request["trace"]["buffers"]
    deadline = start + 0.8 * options.get("deadline_ms", 1e12) / 1000
    work_limit = options.get("work_limit", 1 << 62)
    if len(buffers) > work_limit:
        return reply("stopped")  # not even one order can be placed

    shapes = [pieces(buffer) for buffer in buffers]
    load = max_load(shapes)
    generator = random.Random(options["seed"])
    best, best_peak, work = None, None, 0
    for order in orders(buffers, generator):
        if work + len(buffers) > work_limit:
            break
        work += len(buffers)
        offsets = place(buffers, shapes, order)
        peak = max((o + b["size_bytes"] for o, b in zip(offsets, buffers) if b["size_bytes"]), default=0)
        if best is None or peak < best_peak:
            best, best_peak = offsets, peak
            reply("incumbent", offsets_bytes=best, total_size_bytes=peak, work=work)
        if best_peak <= load or deadline <= time.monotonic():
            break
    reply("schedule", offsets_bytes=best, total_size_bytes=best_peak, lower_bound_bytes=load, work=work)


def reply(kind, **fields):
    print(json.dumps({"type": kind, **fields}, separators=(",", ":")), flush=True)


def orders(buffers, generator):
    """Orders of the buffers, the most promising ones first. Ties go to the earlier buffer."""
    size = [buffer["size_bytes"] for buffer in buffers]
    life = [buffer["end_tick"] - buffer["begin_tick"] for buffer in buffers]
    weights = [size, [s * l for s, l in zip(size, life)], life]
    for weight in weights:
        yield sorted(range(len(buffers)), key=lambda i: -weight[i])
    for round in range(ROUNDS):
        weight = weights[round % len(weights)]
        shaken = [w * generator.uniform(0.5, 1.5) for w in weight]
        yield sorted(range(len(buffers)), key=lambda i: -shaken[i])


def pieces(buffer):
    """When which bytes of a buffer are there: `(begin, end, first byte, byte after the last)`."""
    result, at, size = [], buffer["begin_tick"], buffer["size_bytes"]
    for gap in buffer.get("gaps", []):
        result.append((at, gap["begin_tick"], 0, size))
        if "keeps" in gap:
            keeps = gap["keeps"]
            result.append((gap["begin_tick"], gap["end_tick"], keeps["begin_byte"], keeps["end_byte"]))
        at = gap["end_tick"]
    result.append((at, buffer["end_tick"], 0, size))
    return [piece for piece in result if piece[0] < piece[1] and piece[2] < piece[3]]


def max_load(shapes):
    """The largest sum of bytes that are there at one tick."""
    changes = []
    for shape in shapes:
        for begin, end, lo, hi in shape:
            changes += [(begin, hi - lo), (end, lo - hi)]
    load = highest = 0
    for _, change in sorted(changes):  # at equal ticks what goes makes room for what comes
        load += change
        highest = max(highest, load)
    return highest


def place(buffers, shapes, order):
    """Offsets of all buffers, placed in this order after the pinned ones."""
    offsets = [buffer.get("pinned_offset_bytes") for buffer in buffers]
    placed = [(shapes[i], offset) for i, offset in enumerate(offsets) if offset is not None]
    for index in order:
        if offsets[index] is None:
            align = buffers[index].get("align_bytes", 1)
            offsets[index] = best_hole(shapes[index], align, placed)
            placed.append((shapes[index], offsets[index]))
    return offsets


def best_hole(shape, align, placed):
    """The lowest aligned offset in the smallest hole."""
    taken = []  # offsets that clash, from after the first to before the second
    for other, offset in placed:
        for begin, end, lo, hi in other:
            for b, e, l, h in shape:
                if b < end and begin < e:
                    taken.append((offset + lo - h, offset + hi - l))
    best, spare, free_from = None, None, 0
    for below, above in sorted(taken):
        first = -(-free_from // align) * align
        if first <= below and (best is None or below - first < spare):
            best, spare = first, below - first
        free_from = max(free_from, above)
    return -(-free_from // align) * align if best is None else best


if __name__ == "__main__":
    main()
