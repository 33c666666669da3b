import json
import pathlib

import numpy as np
import pytest

import memplan

FOLDER = pathlib.Path(__file__).parents[2] / "datasets" / "symbolic"


def test_a_plan_is_valid_at_every_shape():
    [trace] = memplan.read_symbolic(FOLDER / "gpt.csv")
    assert (len(trace), trace.symbols) == (72, {"b": (1, 16, 1), "s": (32, 1024, 1)})
    assert trace.sizes[0] == "4*b*s"
    plan = trace.plan()
    plan.check()
    for b, s in [(1, 32), (4, 128), (16, 1024), (3, 7)]:
        at = trace.at(b=b, s=s)
        assert at.size[0] == 4 * b * s
        schedule = plan.at(b=b, s=s)
        schedule.check()
        assert schedule.trace == at
        assert at.max_load <= schedule.peak == plan.peak(b=b, s=s)
    loads = [eval(term, {"b": 4, "s": 128}) for term in trace.max_load]
    assert max(loads) == trace.at(b=4, s=128).max_load
    assert [k for k, _, _ in plan.figures] == [1, 2, 4]
    assert all(1 <= mean <= worst for _, worst, mean in plan.figures)


def test_files_come_back(tmp_path):
    [trace] = memplan.read_symbolic(FOLDER / "decode.csv")
    plan = trace.plan("orient{k=1 perturb=0}")
    assert plan.k == 1
    for form in ("mtrace", "json", "csv"):
        assert memplan.read_symbolic(trace.to_bytes(form)) == [trace]
    for form in ("mplan", "json"):
        again = memplan.read_symbolic_plan(plan.to_bytes(form), trace)
        offsets = [one.at(b=2, c=100).offsets for one in (plan, again)]
        assert np.array_equal(*offsets)
    document = json.loads(plan.to_bytes("json"))
    assert document["orientation_plans"][0]["arithmetic"]["values"][0] == "zero"
    assert plan.page().startswith("<!doctype html>")
    [other] = memplan.read_symbolic(FOLDER / "mlp.csv")
    with pytest.raises(memplan.InputError, match="another trace"):
        memplan.read_symbolic_plan(plan.to_bytes(), other)
    with pytest.raises(memplan.InputError, match="none for all values"):
        memplan.read_symbolic_plan(memplan.plan(memplan.Trace.parse("a 0..1 8")).to_bytes(), other)


def test_what_is_wrong_is_said():
    [trace] = memplan.read_symbolic(FOLDER / "mlp.csv")
    for values, problem in [({}, "`b`: it needs a value"), ({"b": 1, "x": 2}, "`x`: the trace does not have it")]:
        with pytest.raises(memplan.InputError, match=problem):
            trace.at(**values)
        with pytest.raises(memplan.InputError, match=problem):
            trace.plan().peak(**values)
    with pytest.raises(memplan.ArgumentError, match="sizes depend on symbols"):
        trace.plan("best-fit")
    with pytest.raises(memplan.ArgumentError, match="option `k`"):
        trace.plan("orient{k=0}")
    with pytest.raises(memplan.InputError, match="there is no symbol `c`") as caught:
        memplan.read_symbolic(b"# symbol b 1..2\nid,lower,upper,size\nx,0,1,8*c\n")
    assert (caught.value.line, caught.value.column) == (3, 9)
    with pytest.raises(memplan.InputError, match="depends on symbols"):
        memplan.read(FOLDER / "mlp.csv")
