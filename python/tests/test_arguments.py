"""Arguments of the wrong type are `ArgumentError`s that name the argument, in every public function."""

import pytest

import memplan

TRACE = memplan.Trace.parse("a 0..2 8; b 1..3 8")
SCHEDULE = memplan.plan(TRACE)
[SYMBOLIC] = memplan.read(b"# symbol b 1..64\nid,lower,upper,size\nx,0,2,64*b\n")
SYMBOLIC_PLAN = memplan.plan(SYMBOLIC)
PROGRAM = "func.func @f() { return }"
MERGED = memplan.merge(PROGRAM)

LIMITS = {"alignment": 1, "seed": 0, "threads": 1, "time_limit": 1, "work_limit": 1, "context": None}
COLUMNS = {"align": [1], "names": ["a"], "pinned": [-1], "gaps": [[]], "in_place": [], "scope": "", "memory_space": ""}
CALLS = {
    "Trace.from_arrays": (
        memplan.Trace.from_arrays,
        {"begin": [0], "end": [1], "size": [2], **COLUMNS, "capacity": 8, "remarks": []},
    ),
    "Trace.parse": (memplan.Trace.parse, {"text": ""}),
    "Trace.from_bytes": (memplan.Trace.from_bytes, {"bytes": b""}),
    "Trace.from_pandas": (memplan.Trace.from_pandas, {"table": None}),
    "Trace.to_bytes": (TRACE.to_bytes, {"format": "csv"}),
    "Trace.schedule": (TRACE.schedule, {"offsets": [0, 8], "planner": "mine"}),
    "Schedule.from_bytes": (memplan.Schedule.from_bytes, {"trace": TRACE, "bytes": SCHEDULE.to_bytes()}),
    "Schedule.violations": (SCHEDULE.violations, {"alignment": 1}),
    "Schedule.check": (SCHEDULE.check, {"alignment": 1}),
    "Schedule.to_bytes": (SCHEDULE.to_bytes, {"format": "csv"}),
    "Trace.at": (SYMBOLIC.at, {"b": 4}),
    "Schedule.at": (SYMBOLIC_PLAN.at, {"b": 4}),
    "Merged.run": (MERGED.run, {"function": "f", "max_steps": 9, "max_bytes": 9}),
    "plan": (memplan.plan, {"trace": TRACE, "planner": "auto", **LIMITS}),
    "check": (memplan.check, {"trace": TRACE, "offsets": [0, 8], "alignment": 1}),
    "compare": (memplan.compare, {"traces": TRACE, "planners": ["auto"], **LIMITS}),
    "merge": (
        memplan.merge,
        {"text": PROGRAM, "planner": "auto", "generic": False, "name": "x", "context": None, "fit": 9, "threads": 1},
    ),
    "opt": (memplan.opt, {"text": PROGRAM, "pipeline": "builtin.module(cse)", "name": "x", "context": None}),
    "lower": (memplan.lower, {"text": PROGRAM}),
    "read": (
        memplan.read,
        {"source": b"a x 16\nf x\n", "name": "x", "reader": "events", "context": None},
    ),
    "read of a program": (lambda collector: memplan.read(PROGRAM.encode(), collector=collector), {"collector": "tick"}),
    "read_plan": (memplan.read_plan, {"source": SCHEDULE.to_bytes(), "traces": TRACE}),
    "write": (memplan.write, {"path": "x.csv", "what": TRACE}),
    "planners": (memplan.planners, {"context": None}),
    "executorch.planner": (
        memplan.executorch.planner,
        {"planner": "auto", **{name: value for name, value in LIMITS.items() if name != "alignment"}},
    ),
    "collect.torch_export": (memplan.collect.torch_export, {"program": None}),
}

WRONG = [object(), -1, 2**70, 1.5, "x", b"x", ["x", 1], {"a": 1}, float("nan"), {1, 2}]


@pytest.mark.parametrize("name", CALLS)
def test_wrong_types_are_errors_that_name_the_argument(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    function, arguments = CALLS[name]
    n_refused = 0
    for argument in arguments:
        refused = []
        for wrong in WRONG:
            try:
                function(**{**arguments, argument: wrong})
            except memplan.ArgumentError as error:
                refused.append(str(error))
            except (memplan.MemplanError, FileNotFoundError):
                # A text or bytes may be of the right type.
                assert isinstance(wrong, (str, bytes, int, float, dict, list)), (argument, wrong)
        assert any(f"`{argument}` is " in text for text in refused), (argument, refused)
        n_refused += len(refused)
    assert n_refused >= 4 * len(arguments)


def test_progress_is_called():
    with pytest.raises(memplan.ArgumentError, match="`progress` is 7, expected a function"):
        memplan.plan(TRACE, progress=7)


def test_long_values_are_cut():
    with pytest.raises(memplan.ArgumentError, match=r"`text` is \[0, 1, .*\.\., expected a text") as caught:
        memplan.Trace.parse(list(range(1000)))
    assert len(str(caught.value)) < 100


@pytest.mark.parametrize("function", [memplan.jax.merge, memplan.jax.explain, memplan.collect.jax])
def test_what_is_no_function_is_refused(function):
    pytest.importorskip("jax")
    for wrong in (None, 7, "f"):
        with pytest.raises(memplan.ArgumentError, match="`function` is .*, expected a function of JAX"):
            function(wrong, 1.0)


class TestOnnx:
    @pytest.fixture
    def model(self):
        onnx = pytest.importorskip("onnx")
        return onnx.parser.parse_model(
            '<ir_version: 8, opset_import: ["" : 17]> g (float[batch, 4] x) => (float[batch, 4] y) { y = Relu(x) }'
        )

    @pytest.mark.parametrize("call", ["collect.onnx", "onnx.merge"])
    def test_names_and_sizes_of_dimensions_are_checked(self, model, call):
        module, function = call.split(".")
        function = getattr(getattr(memplan, module), function)
        with pytest.raises(memplan.ArgumentError, match="names that are no dimensions: bach; the inputs name batch"):
            function(model, dims={"bach": 4})
        with pytest.raises(memplan.ArgumentError, match="the size of `batch` is '4', expected a whole number"):
            function(model, dims={"batch": "4"})
        for wrong in (7, ["batch"], {1: 2}):
            with pytest.raises(memplan.ArgumentError, match="`dims` is .*, expected a dictionary by names"):
                function(model, dims=wrong)
        for wrong in (None, 7, ["x"], 1.5):
            with pytest.raises(memplan.ArgumentError, match="`model` is .*, expected a path, bytes or"):
                function(wrong)
        with pytest.raises(memplan.InputError, match="not an ONNX model"):
            function(b"x")

    def test_names_of_inputs_are_checked(self, model):
        with pytest.raises(memplan.ArgumentError, match="`shapes` has names that are no inputs: z"):
            memplan.collect.onnx(model, dims={"batch": 1}, shapes={"z": [1]})
        for name in ("shapes", "sizes", "trips", "inputs"):
            with pytest.raises(memplan.ArgumentError, match=f"`{name}` is 7, expected a dictionary by names"):
                memplan.collect.onnx(model, **{name: 7})
