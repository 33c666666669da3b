"""Plans thousands of traces on a local Ray cluster of four nodes, one of which is killed, and with `memplan plan`.

    python benches/farm.py --memplan ../target/release/memplan --traces 20000

The head has no processors, so that the driver's node does no planning. `memplan plan -j N` runs on the same machine,
with as many threads as the machine has processors, before and after the runs on Ray. Fails if a plan is lost,
made twice, or invalid.
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np
import ray
from ray.cluster_utils import Cluster

import memplan


def write_traces(folder: pathlib.Path, n_traces: int) -> None:
    """Writes random traces of 50 to 400 buffers."""
    random = np.random.default_rng(11)
    folder.mkdir()
    for index in range(n_traces):
        n_buffers = int(random.integers(50, 400))
        begin = random.integers(0, 2 * n_buffers, n_buffers)
        end = begin + random.integers(1, 60, n_buffers)
        trace = memplan.Trace.from_arrays(begin, end, 64 * random.integers(1, 64, n_buffers))
        (folder / f"t{index:06}.mtrace").write_bytes(trace.to_bytes())


def check(traces: pathlib.Path, output: pathlib.Path, n_traces: int) -> None:
    """Fails unless every trace has one plan, one line in the manifest, and a valid schedule."""
    lines = [json.loads(line) for line in (output / "memplan-manifest.jsonl").read_text().splitlines()]
    plans = sorted(path.name for path in output.glob("*.mplan"))
    assert sorted(line["plan"] for line in lines) == plans
    assert len(plans) == n_traces
    for name in plans:
        trace = memplan.read((traces / name).with_suffix(".mtrace"))
        for schedule in memplan.read_plan(output / name, trace):
            assert not schedule.violations(), name


def started() -> None:
    """Starts a worker of a node before the clock runs."""
    memplan.plan(memplan.Trace.parse("a 0..1 1"))
    time.sleep(1)


# Ray lowers the priority of workers, which counts where something else runs.
os.environ.setdefault("RAY_worker_niceness", "0")


def processor_time() -> float:
    """Returns the seconds that this process and all below it have used so far, those that have ended left out."""
    parents, seconds = {}, {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        process = int(path.parent.name)
        parents[process] = int(fields[1])
        seconds[process] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    total, found = 0.0, [os.getpid()]
    while found:
        process = found.pop()
        total += seconds.get(process, 0.0)
        found += [child for child, parent in parents.items() if parent == process]
    return total


def on_ray(
    traces: pathlib.Path, output: pathlib.Path, arguments: argparse.Namespace, killed: bool
) -> tuple[float, float]:
    """Plans on a new cluster; returns plans per second, and for each second of processor time."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    nodes = [cluster.add_node(num_cpus=1, wait=False) for _ in range(4)]
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    ray.get([ray.remote(num_cpus=1)(started).remote() for _ in nodes])
    done = threading.Event()

    def kill_in_the_middle() -> None:
        manifest = output / "memplan-manifest.jsonl"
        while not done.is_set():
            if manifest.exists() and arguments.traces // 2 <= manifest.read_bytes().count(b"\n"):
                [raylet] = nodes[0].all_processes["raylet"]
                os.kill(raylet.process.pid, signal.SIGKILL)
                return
            time.sleep(0.2)

    if killed:
        threading.Thread(target=kill_in_the_middle).start()
    driver, used = time.process_time(), processor_time()
    summary = memplan.ray.plan(traces, arguments.planner, output=output, block_size=arguments.block_size)
    driver, used = time.process_time() - driver, processor_time() - used
    done.set()
    print(
        f"ray, killed={killed}: {summary}; {summary.n_resubmitted} resubmitted; driver {driver:.1f} of {used:.1f} s",
        flush=True,
    )
    assert (summary.n_plans, summary.n_kept, summary.failed) == (arguments.traces, 0, [])
    ray.shutdown()
    cluster.shutdown()
    return summary.n_plans / summary.elapsed, summary.n_plans / used


def by_command(traces: pathlib.Path, output: pathlib.Path, arguments: argparse.Namespace) -> tuple[float, float]:
    """Plans with the command; returns plans per second, and for each second of processor time."""
    command = [arguments.memplan, "plan", traces, "-o", output, "--planner", arguments.planner, "--quiet"]
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*command, "-j", str(os.cpu_count())], check=True, stdout=subprocess.DEVNULL)
    rate = arguments.traces / (time.perf_counter() - start)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"memplan plan -j {os.cpu_count()}: {rate:.0f} per second, {used:.1f} s", flush=True)
    return rate, arguments.traces / used


def main() -> int:
    """Prints rates and their ratios, of which the second does not depend on what else runs; fails below 0.7."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--memplan", required=True)
    parser.add_argument("--traces", type=int, default=20_000)
    parser.add_argument("--planner", default="auto{effort=quick}")
    parser.add_argument("--block-size", type=int, default=64)
    arguments = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="memplan-farm-"))
    try:
        traces = folder / "traces"
        write_traces(traces, arguments.traces)
        rates = [by_command(traces, folder / "command", arguments)]
        plain = on_ray(traces, folder / "plain", arguments, killed=False)
        check(traces, folder / "plain", arguments.traces)
        on_ray(traces, folder / "killed", arguments, killed=True)
        check(traces, folder / "killed", arguments.traces)
        rates.append(by_command(traces, folder / "again", arguments))
        wall, used = (
            ours / (sum(theirs) / len(rates)) for ours, theirs in zip(plain, zip(*rates, strict=True), strict=True)
        )
        print(f"figure: ray at {wall:.2f} of the command, at {used:.2f} for equal processor time")
        return int(max(wall, used) < 0.7)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
