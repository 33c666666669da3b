"""What planning through Python costs beside the library: NumPy in, NumPy out.

Builds the example `plan_columns` of `memplan-benches` with the profile `release`, as `pip install ./python` builds the
extension, and times both on equal columns. Both plan alternately; the least time of each counts.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

import memplan

ROOT = pathlib.Path(__file__).parents[2]
ROUNDS = 7


def columns(n_buffers: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns begins, ends and sizes of random buffers, about 20 of which are live at once."""
    random = np.random.default_rng(7)
    begin = np.sort(random.integers(0, 2 * n_buffers, n_buffers))
    return begin, begin + random.integers(1, 80, n_buffers), 64 * random.integers(1, 64, n_buffers)


def in_python(begin: np.ndarray, end: np.ndarray, size: np.ndarray, planner: str, runs: int) -> tuple[float, int]:
    """Returns the least time in seconds, and the peak."""
    best, peak = float("inf"), 0
    for _ in range(runs):
        start = time.perf_counter()
        schedule = memplan.plan(memplan.Trace.from_arrays(begin, end, size), planner)
        schedule.offsets  # noqa: B018
        best = min(best, time.perf_counter() - start)
        peak = schedule.peak
    return best, peak


def main() -> int:
    """Prints one row for each planner and size; fails if the default planner is above 1.1."""
    build = ["cargo", "build", "--release", "-p", "memplan-benches", "--example", "plan_columns"]
    subprocess.run(build, cwd=ROOT, check=True)
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    library = target / "release" / "examples" / "plan_columns"
    worst = 0.0
    print("planner            buffers   library    Python  ratio")
    for n_buffers, runs in [(100, 2000), (100_000, 3)]:
        data = columns(n_buffers)
        with tempfile.NamedTemporaryFile() as file:
            file.write(np.concatenate(data).astype("<i8").tobytes())
            file.flush()
            for planner in ["auto", "greedy-by-size", "best-fit"]:
                many = max(1, runs // 10) if planner == "auto" else runs
                times = []
                for _ in range(ROUNDS):
                    ours, peak = in_python(*data, planner, many)
                    theirs = subprocess.run(
                        [library, file.name, planner, str(many)], check=True, capture_output=True, text=True
                    )
                    nanoseconds, other = theirs.stdout.split()
                    assert int(other) == peak
                    times.append((int(nanoseconds) / 1e9, ours))
                base, ours = (min(column) for column in zip(*times, strict=True))
                if planner == "auto":
                    worst = max(worst, ours / base)
                print(f"{planner:18} {n_buffers:7}  {base * 1e3:7.3f} ms {ours * 1e3:7.3f} ms  {ours / base:.3f}")
    return int(1.1 < worst)


if __name__ == "__main__":
    sys.exit(main())
