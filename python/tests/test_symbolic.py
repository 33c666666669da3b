import json
import pathlib

import numpy as np
import pytest

import memplan
from memplan import _memplan

FOLDER = pathlib.Path(__file__).parents[2] / "datasets" / "symbolic"


@pytest.mark.parametrize("planner", ["auto", "best-fit", "orient{k=2}"])
def test_a_schedule_is_valid_at_every_shape(planner):
    [trace] = memplan.read(FOLDER / "gpt.csv")
    assert (len(trace), trace.symbols) == (72, {"b": (1, 16, 1), "s": (32, 1024, 1)})
    assert trace.sizes[0] == "4*b*s"
    schedule = memplan.plan(trace, planner)
    schedule.check()
    for b, s in [(1, 32), (4, 128), (16, 1024), (3, 7)]:
        sized = trace.at(b=b, s=s)
        assert sized.size[0] == 4 * b * s
        placed = schedule.at(b=b, s=s)
        placed.check()
        assert placed.trace == sized
        assert sized.max_load <= placed.peak
    loads = [eval(term, {"b": 4, "s": 128}) for term in trace.load_terms]
    assert max(loads) == trace.at(b=4, s=128).max_load
    assert [k for k, _, _ in schedule.figures] == [1, 2, 4]
    assert all(1 <= mean <= worst for _, worst, mean in schedule.figures)
    assert memplan.plan(trace.at(b=4, s=128)).k == 1


def test_files_come_back():
    [trace] = memplan.read(FOLDER / "decode.csv")
    schedule = memplan.plan(trace, "orient{k=1 perturb=0}")
    assert schedule.k == 1
    for form in ("mtrace", "json", "csv"):
        assert memplan.read(trace.to_bytes(form)) == [trace]
    for form in ("mplan", "json"):
        [again] = memplan.read_plan(schedule.to_bytes(form), [trace])
        offsets = [one.at(b=2, c=100).offsets for one in (schedule, again)]
        assert np.array_equal(*offsets)
    document = json.loads(schedule.to_bytes("json"))
    assert document["schedules"][0]["oriented"]["arithmetic"]["values"][0] == "zero"
    assert _memplan.page("decode", [schedule]).startswith("<!doctype html>")
    [other] = memplan.read(FOLDER / "mlp.csv")
    with pytest.raises(memplan.InputError, match="other traces"):
        memplan.read_plan(schedule.to_bytes(), [other])


def test_what_is_wrong_is_said():
    [trace] = memplan.read(FOLDER / "mlp.csv")
    assert repr(trace).endswith(" at b=32>")
    for values, problem in [({}, "`b`: it needs a value"), ({"b": 1, "x": 2}, "`x`: the trace does not have it")]:
        with pytest.raises(memplan.InputError, match=problem):
            trace.at(**values)
        with pytest.raises(memplan.InputError, match=problem):
            memplan.plan(trace).at(**values)
    with pytest.raises(memplan.ArgumentError, match="option `k`"):
        memplan.plan(trace, "orient{k=0}")
    with pytest.raises(memplan.InputError, match="there is no symbol `c`") as caught:
        memplan.read(b"# symbol b 1..2\nid,lower,upper,size\nx,0,1,8*c\n")
    assert (caught.value.line, caught.value.column) == (3, 9)
