"""Planning on Ray: a real local cluster of several nodes, one of which is killed."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import memplan

ray = pytest.importorskip("ray")
N_TRACES = int(os.environ.get("MEMPLAN_RAY_TRACES", "300"))


def write_traces(folder, n_traces, n_buffers=60):
    random = np.random.default_rng(5)
    folder.mkdir()
    for index in range(n_traces):
        begin = random.integers(0, 100, n_buffers)
        end, size = begin + random.integers(1, 30, n_buffers), random.integers(1, 4096, n_buffers)
        memplan.write(folder / f"t{index:05}.mtrace", memplan.Trace.from_arrays(begin, end, size))


@pytest.fixture(scope="module")
def traces(tmp_path_factory):
    folder = tmp_path_factory.mktemp("farm") / "traces"
    write_traces(folder, N_TRACES)
    return folder


@pytest.fixture(scope="module")
def cluster():
    """Four nodes: the head without processors, so that all work is on nodes that may be lost."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    nodes = [cluster.add_node(num_cpus=1, wait=False) for _ in range(3)]
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    yield cluster, nodes
    ray.shutdown()
    cluster.shutdown()


def lines(output):
    return [json.loads(line) for line in (output / "memplan-manifest.jsonl").read_text().splitlines()]


def check_plans(traces, output, n_traces):
    """Every trace has one valid plan and one line in the manifest."""
    known = lines(output)
    assert len(known) == len({line["plan"] for line in known}) == n_traces
    for line in known[:: max(1, n_traces // 50)]:
        trace = memplan.read(traces / line["plan"].replace(".mplan", ".mtrace"))
        [schedule] = memplan.read_plan(output / line["plan"], trace)
        assert not schedule.violations()


def kill(node):
    """Ends the process that manages a node, as a power cut would: its workers and objects are gone."""
    [raylet] = node.all_processes["raylet"]
    os.kill(raylet.process.pid, signal.SIGKILL)


def test_a_killed_node_loses_nothing(cluster, traces, tmp_path):
    output, table = tmp_path / "plans", tmp_path / "table.parquet"
    _, nodes = cluster

    def kill_in_the_middle():
        while not (output / "memplan-manifest.jsonl").exists() or len(lines(output)) < N_TRACES // 5:
            time.sleep(0.02)
        kill(nodes[0])

    killer = threading.Thread(target=kill_in_the_middle)
    killer.start()
    summary = memplan.ray.plan(traces, "auto{effort=quick}", output=output, parquet=table, block_size=10)
    killer.join()
    print(summary, f"resubmitted {summary.n_resubmitted}")
    assert (summary.n_plans, summary.n_kept, summary.failed) == (N_TRACES, 0, [])
    check_plans(traces, output, N_TRACES)

    from pyarrow import parquet

    rows = parquet.read_table(table).to_pylist()
    assert len({row["trace"] for row in rows}) == len(rows) == N_TRACES
    assert all(row["lower_bound_bytes"] <= row["peak_bytes"] for row in rows)

    # A second run keeps all plans; after damage it makes one again.
    (output / "t00001.mplan").write_bytes(b"")
    (output / "t00002.mplan").unlink()
    again = memplan.ray.plan(traces, "auto{effort=quick}", output=output, block_size=100)
    assert (again.n_plans, again.n_kept) == (2, N_TRACES - 2)
    assert len(again.rows) == N_TRACES
    assert sorted(line["plan"] for line in lines(output)[N_TRACES:]) == ["t00001.mplan", "t00002.mplan"]


def test_bad_files_and_planners_of_the_user(cluster, tmp_path):
    folder = tmp_path / "mixed"
    write_traces(folder, 3, 8)
    (folder / "broken.csv").write_text("id,lower\n")

    class Stack:
        def plan(self, trace, options):
            ends = np.cumsum(trace.size)
            return ends - trace.size

    summary = memplan.ray.plan(folder, ["stack", "best-fit"], register=[Stack], output=tmp_path / "out", block_size=2)
    assert summary.n_plans == 6
    assert ["line 1" in problem for _, problem in summary.failed] == [True, True]
    assert sorted(path.name for path in (tmp_path / "out").glob("t00000*")) == [
        "t00000.best-fit.mplan",
        "t00000.stack.mplan",
    ]
    with pytest.raises(memplan.ArgumentError):
        memplan.ray.plan([folder / "t00000.mtrace", tmp_path / "t00000.mtrace"])


def test_datasets(cluster, tmp_path):
    import ray.data

    folder = tmp_path / "set"
    write_traces(folder, 20, 8)
    dataset = ray.data.read_binary_files(str(folder), include_paths=True)
    summary = memplan.ray.plan(dataset, "best-fit", output=tmp_path / "out", block_size=4)
    assert (summary.n_plans, len(summary.rows), summary.failed) == (20, 20, [])
    assert len(lines(tmp_path / "out")) == 20
    with pytest.raises(memplan.ArgumentError, match="no column `path`"):
        memplan.ray.plan(ray.data.from_items([{"bytes": b""}]))


def test_the_command(cluster, tmp_path):
    folder = tmp_path / "few"
    write_traces(folder, 5, 8)
    command = [sys.executable, "-m", "memplan.ray", str(folder), "-o", str(tmp_path / "out")]
    address = ["--address", cluster[0].address]
    done = subprocess.run([*command, *address], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    # Ray may have something to say about a busy machine first.
    assert any(line.startswith("5 plans in ") for line in done.stdout.splitlines()), done.stdout
    assert len(lines(tmp_path / "out")) == 5
