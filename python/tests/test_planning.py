import pickle
import signal
import threading
import time

import numpy as np
import pytest

import memplan

STEP = """func.func @step(%t: tensor<4xf32>, %x: f32) -> (f32, tensor<4xf32>) {
  %i = arith.constant 1 : index
  %r = tensor.insert %x into %t[%i] : tensor<4xf32>
  return %x, %r : f32, tensor<4xf32>
}"""

HARD = """
    a 0..4 7 align=1; b 1..6 5; c 2..9 11; d 3..5 6; e 4..8 9; f 5..12 8; g 6..11 13; h 7..10 3
"""


def random_trace(n, seed=0):
    random = np.random.default_rng(seed)
    begin = random.integers(0, 4 * n, n)
    return memplan.Trace.from_arrays(begin, begin + random.integers(1, 40, n), random.integers(1, 4096, n))


def test_arrays_go_in_and_come_back():
    begin, end = np.array([0, 2, 4]), np.array([3, 5, 6])
    for kind in (np.int64, np.uint64, np.int32, np.uint8):
        trace = memplan.Trace.from_arrays(begin, end, np.array([8, 16, 24], dtype=kind), names=["x", "y", "z"])
        assert (trace.begin == begin).all()
        assert (trace.end == end).all()
        assert trace.size.dtype == np.uint64
        assert trace.size.tolist() == [8, 16, 24]
        assert trace.names == ["x", "y", "z"]
    strided = memplan.Trace.from_arrays(np.arange(6)[::2], np.arange(6)[::2] + 1, [1, 2, 3])
    assert strided.begin.tolist() == [0, 2, 4]
    assert strided.names == ["0", "1", "2"]
    assert len(memplan.Trace.from_arrays([], [], [])) == 0


def test_wrong_columns_are_named():
    for columns, message in [
        (([0], [1], [-1]), r"`size\[0\]` is -1, out of range"),
        (([0, 1], [1], [1]), "`begin` has 2 values, `end` has 1"),
        (([0], [1], ["x"]), "`size` is .*, not a column of whole numbers"),
        (([0], [1], [0.5]), "`size` is .*, not a column of whole numbers"),
        (([[0]], [1], [1]), "`begin` is .*, not a column of whole numbers"),
    ]:
        with pytest.raises(memplan.ArgumentError, match=message):
            memplan.Trace.from_arrays(*columns)
    with pytest.raises(memplan.InputError, match="buffer `0` has an empty lifetime 3..3"):
        memplan.Trace.from_arrays([3], [3], [1])


def test_an_alignment_of_zero_is_refused():
    trace = memplan.Trace.parse(HARD)
    schedule = memplan.plan(trace)
    for call in [
        lambda: memplan.plan(trace, alignment=0),
        lambda: memplan.compare(trace, alignment=0),
        lambda: memplan.check(trace, schedule, alignment=0),
        lambda: schedule.check(0),
        lambda: schedule.violations(0),
        lambda: memplan.ray.plan([], alignment=0),
    ]:
        with pytest.raises(memplan.ArgumentError, match="`alignment` is 0; the minimum is 1") as caught:
            call()
        assert caught.value.code == "bad-value"


def test_a_schedule_is_what_the_command_computes():
    trace = memplan.Trace.parse(HARD)
    schedule = memplan.plan(trace, "exact")
    assert (schedule.peak, schedule.lower_bound, schedule.is_optimal) == (44, 44, True)
    assert not schedule.violations()
    assert not schedule.offsets.flags.writeable
    assert schedule.offsets is schedule.offsets
    for planner in memplan.planners():
        if planner.kind != "external" and planner.name != "side-by-side":
            assert schedule.peak <= memplan.plan(trace, planner.name).peak


def test_traces_and_schedules_survive_pickling():
    trace = memplan.Trace.from_arrays([0, 1], [2, 3], [8, 8], align=[8, 4], pinned=[-1, 16], scope="f", capacity=64)
    schedule = memplan.plan(trace, "best-fit")
    other = pickle.loads(pickle.dumps(schedule))
    assert other.trace == trace
    assert other.trace.pinned.tolist() == [-1, 16]
    assert other.offsets.tolist() == schedule.offsets.tolist()
    assert (other.peak, other.planner) == (24, "best-fit")


def test_capacity_and_limits():
    trace = memplan.Trace.from_arrays([0, 0], [2, 2], [8, 8], capacity=12)
    with pytest.raises(memplan.CapacityError, match="needs 16 bytes, but the capacity is 12") as caught:
        memplan.plan(trace)
    assert caught.value.code == "capacity-exceeded"
    with pytest.raises(memplan.ArgumentError, match="did you mean `best-fit`") as caught:
        memplan.plan(trace, "bestfit")
    assert caught.value.code == "unknown-planner"
    with pytest.raises(memplan.ArgumentError, match="`threads` is 0"):
        memplan.plan(trace, threads=0)
    with pytest.raises(memplan.ArgumentError, match="`time_limit`"):
        memplan.plan(trace, time_limit="soon")
    limited = memplan.plan(random_trace(2000), "local-search", work_limit=5000)
    assert limited.stopped_by == "work-limit"
    begin = time.perf_counter()
    limited = memplan.plan(*endless(), time_limit=0.2)
    assert limited.stopped_by == "deadline"
    assert time.perf_counter() - begin < 5


def endless():
    """A trace without waste, cut out of one rectangle, that `exact` does not finish within a minute."""
    random = np.random.default_rng(3)
    span, height = 4000, 1_000_003
    pieces = [(0, span, 0, height)]
    while len(pieces) < 2500:
        largest = max(range(len(pieces)), key=lambda i: (pieces[i][1] - pieces[i][0]) * (pieces[i][3] - pieces[i][2]))
        begin, end, low, high = pieces.pop(largest)
        share = random.uniform(0.2, 0.8)
        if (end - begin) / span > (high - low) / height * random.uniform(0.5, 2):
            cut = begin + int((end - begin) * share)
            pieces += [(begin, cut, low, high), (cut, end, low, high)]
        else:
            cut = low + int((high - low) * share)
            pieces += [(begin, end, low, cut), (begin, end, cut, high)]
    begin, end, low, high = np.array(pieces).T
    return memplan.Trace.from_arrays(begin, end, high - low), "exact"


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_a_planner(threads):
    # A shell starts background jobs with the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    trace, planner = endless()
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    begin = time.perf_counter()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        memplan.plan(trace, planner, threads=threads)
    assert time.perf_counter() - begin < 5
    signal.signal(signal.SIGINT, before)


def test_other_threads_run_while_a_planner_does():
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    trace, planner = endless()
    memplan.plan(trace, planner, time_limit=0.3)
    done.set()
    thread.join()
    assert 20 < counted


def test_progress_reaches_the_caller_and_its_exceptions_stop_the_planner():
    trace = random_trace(300)
    seen = []
    schedule = memplan.plan(trace, "local-search", progress=lambda *step: seen.append(step), work_limit=200_000)
    peaks = [peak for peak, _, _ in seen]
    assert peaks == sorted(peaks, reverse=True)
    assert peaks[-1] == schedule.peak

    class Enough(Exception):
        pass

    def stop(peak, bound, work):
        raise Enough

    with pytest.raises(Enough):
        memplan.plan(trace, "local-search", progress=stop)
    assert memplan.plan(trace, progress=True).peak


def test_checking_offsets():
    trace = memplan.Trace.parse("a 0..2 8 align=8; b 1..3 8")
    memplan.check(trace, [8, 0])
    for offsets, text in [([4, 12], "aligned|multiple"), ([0, 4], "share the bytes"), ([0], "offsets")]:
        with pytest.raises(memplan.InvalidScheduleError, match=text) as caught:
            memplan.check(trace, offsets)
        assert caught.value.violations
    with pytest.raises(memplan.InvalidScheduleError):
        memplan.check(trace, [8, 0], alignment=16)


def test_tables():
    trace = memplan.Trace.from_arrays([0, 1], [2, 3], [8, 4], align=[8, 1], names=["x", "y"])
    table = trace.to_pandas()
    assert list(table.columns) == ["begin", "end", "size", "align"]
    assert memplan.Trace.from_pandas(table) == trace
    assert memplan.plan(trace).to_pandas().loc["y", "offset"] == 8


def test_a_table_without_a_column_is_refused():
    table = memplan.Trace.parse(HARD).to_pandas()
    message = "the table has no column `end`, `size`: a trace needs `begin`, `end` and `size`"
    with pytest.raises(memplan.ArgumentError, match=message):
        memplan.Trace.from_pandas(table[["begin", "align"]])


def test_comparisons_have_one_bound_and_keep_failures(context):
    trace = memplan.Trace.parse(HARD)

    @context.register
    class Overlapping:
        def plan(self, trace, options):
            return np.zeros(len(trace), dtype=int)

    compared = memplan.compare(trace, ["first-fit", "exact", "overlapping"], context=context)
    assert compared.best.planner == "exact"
    assert {row.lower_bound for row in compared.rows} == {44}
    assert "share the bytes 0..5 at tick 1" in compared.rows[2].error
    assert compared.to_pandas()["optimal"].tolist() == [compared.rows[0].peak == 44, True, False]
    assert "overlapping" in repr(compared)
    html = compared._repr_html_()
    assert html.startswith("<iframe srcdoc=")
    assert "&lt;!doctype html&gt;" in html
    for shown in (trace, compared.rows[0].schedule):
        assert shown._repr_html_().startswith("<iframe")
    assert compared.rows[0].schedule.svg().startswith("<svg")


def test_donated_arguments_hold_results_which_run_returns():
    merged = memplan.merge(STEP, donate="step:0=1")
    (donated,) = merged.report["donated"]
    assert donated == {"function": "step", "argument": 0, "result": 1, "bytes": 16, "copies": 0}
    assert "-> f32" in merged.text
    x, array = merged.run(np.zeros(4, np.float32), np.float32(3))
    assert x == 3
    assert array.tolist() == [0, 3, 0, 0]
    assert memplan.merge(STEP, donate="auto").text == merged.text
    with pytest.raises(memplan.ArgumentError, match="expected `auto`"):
        memplan.merge(STEP, donate="0=1")


def test_programs_fit_or_say_what_is_missing():
    program = """func.func @f(%x: f32) -> tensor<64xf32> {
      %e = tensor.empty() : tensor<64xf32>
      %r = linalg.fill ins(%x : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
      return %r : tensor<64xf32>
    }"""
    assert memplan.merge(program, fit=256).report["run_time_peaks"][0]["most_bytes"] == 256
    with pytest.raises(memplan.CapacityError, match="it needs at least 256 B") as raised:
        memplan.merge(program, fit=100)
    assert raised.value.code == "too-little-memory"
    merged = memplan.merge(program, fit="0.25KiB")
    assert (merged.given, merged.peak, merged.bound) == (256, 256, 0)
    assert repr(merged) == "<Merged: peak 256 bytes, 256 as given; 0 bytes of buffers in 0>"
    plain = memplan.merge(program, optimize="none")
    assert (plain.given, plain.peak) == (256, 256)
    for wrong, text in [
        (-1, "is -1, expected a number of bytes"),
        (1.5, "is 1.5, expected"),
        ("big", "`fit` is `big`, expected bytes"),
    ]:
        with pytest.raises(memplan.ArgumentError, match=text):
            memplan.merge(program, fit=wrong)


POOLED = """
    a 0..9 8 uses=0,1,8; b 1..4 8 uses=1,3; c 2..6 8 uses=2,3,5; d 3..7 8 uses=3,6
    pool fast 24
    pool slow - access=1
"""


def test_pools_costs_and_moves_come_with_a_schedule():
    trace = memplan.Trace.parse(POOLED)
    schedule = memplan.plan(trace)
    schedule.check()
    assert schedule.pool_peaks == {"fast": 24, "slow": 8}
    assert schedule.measures["bytes-moved"] == (16, 16)
    moved = [(buffer, pool, begin, end, copied) for buffer, pool, begin, end, _, copied in schedule.residences]
    assert moved == [(0, "fast", 0, 2, False), (0, "slow", 2, 9, True), (0, "fast", 8, 9, True)]
    assert "is copied from fast to slow" in schedule.svg()
    assert "Copied" in schedule._repr_html_()
    again = pickle.loads(pickle.dumps(schedule))
    assert again.residences == schedule.residences
    priced = memplan.Trace.parse("a 0..2 8; b 2..4 8\npool l1 8\ncost a b 3")
    schedule = memplan.plan(priced)
    assert (schedule.paid_costs, schedule.is_optimal) == ([(0, 1, 3)], True)
    table = schedule.to_pandas()
    assert table["pool"].tolist() == ["l1", "l1"]
    assert memplan.plan(memplan.Trace.parse("a 0..2 8")).pools is None
    with pytest.raises(memplan.PlanError, match="`first-fit` cannot plan pools"):
        memplan.plan(priced, "first-fit")
    apart = memplan.Trace.parse("a 0..2 8; b 2..4 8\npool l1 8\napart a b")
    with pytest.raises(memplan.PlanError, match="no two of `a`, `b` may share bytes"):
        memplan.plan(apart)
