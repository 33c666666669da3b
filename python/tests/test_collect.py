"""Traces of live objects. Tests of frameworks that are not installed are skipped."""

from types import SimpleNamespace

import pytest

import memplan


def lives(trace):
    return {
        name: (int(b), int(e), int(s))
        for name, b, e, s in zip(trace.names, trace.begin, trace.end, trace.size, strict=True)
    }


def over(trace):
    return {(trace.names[later], trace.names[earlier]) for later, earlier in trace.in_place}


class TestOnnx:
    TINY = """<ir_version: 8, opset_import: ["" : 17]>
    tiny (float[N,64] x, float[64,64] w) => (float[N,64] y) {
      a = MatMul(x,w) b = Relu(a) c = MatMul(b,w) d = Add(c,b) e = Identity(d) y = MatMul(e,w) }"""
    FLOW = """<ir_version: 8, opset_import: ["" : 17]>
    flow (float[64] x, bool p) => (float[64] y) {
      a = Relu(x)
      b = If(p) <then_branch = tb () => (float[64] t2) { t1 = Sin(a) t2 = Cos(t1) },
                 else_branch = eb () => (float[64] u1) { u1 = Neg(a) }>
      y = Add(b,a) }"""
    LOOP = """<ir_version: 8, opset_import: ["" : 17]>
    loop (float[64] x) => (float[64] y) {
      n = Constant<value = int64 {5}>() c = Constant<value = bool {1}>()
      z = Loop(n,c,x) <body = bd (int64 i, bool ci, float[64] s) => (bool co, float[64] s2) {
        co = Identity(ci) q = Sin(s) s2 = Add(q,s) }>
      y = Relu(z) }"""
    RESHAPED = """<ir_version: 8, opset_import: ["" : 17]>
    reshaped (float[2,B] x) => (float[M] y) {
      s = Shape(x) p = ReduceProd<keepdims = 0>(s) one = Constant<value = int64[1] {0}>()
      t = Unsqueeze(p,one) a = Exp(x) r = Reshape(a,t) y = Neg(r) }"""

    @pytest.fixture
    def parse(self):
        onnx = pytest.importorskip("onnx")
        return lambda text: onnx.parser.parse_model(text)

    def test_values_live_until_their_last_use(self, parse, tmp_path):
        [trace] = memplan.collect.onnx(parse(self.TINY), dims={"N": 16})
        assert lives(trace) == {
            "a": (0, 2, 4096),
            "b": (1, 4, 4096),
            "c": (2, 4, 4096),
            "d": (3, 6, 4096),
            "y": (5, 6, 4096),
        }
        assert over(trace) == {("b", "a"), ("d", "c"), ("d", "b")}
        assert (trace.max_load, trace.least_load, memplan.plan(trace, "exact").peak) == (12288, 8192, 8192)
        [plain] = memplan.collect.onnx(parse(self.TINY), shapes={"x": [16, 64]}, in_place=False)
        assert (memplan.plan(plain).peak, plain.in_place, set(plain.align.tolist())) == (12288, [], {64})
        path = tmp_path / "tiny.onnx"
        path.write_bytes(parse(self.TINY).SerializeToString())
        assert memplan.collect.onnx(path, dims={"N": 16})[0] == trace

    def test_branches_share_and_precede_their_node(self, parse):
        [trace] = memplan.collect.onnx(parse(self.FLOW))
        assert lives(trace) == {"a": (0, 6, 256), "t1": (1, 3, 256), "b": (2, 6, 256), "y": (5, 6, 256)}
        assert memplan.plan(trace).peak == 768

    def test_loops_keep_what_they_carry(self, parse):
        [trace] = memplan.collect.onnx(parse(self.LOOP))
        throughout = {name: (0, 4, size) for name, size in [("i", 8), ("ci", 1), ("co", 1), ("s", 256), ("s2", 256)]}
        assert lives(trace) == {**throughout, "q": (1, 3, 256), "z": (3, 5, 256), "y": (4, 5, 256)}
        assert trace.max_load == 778
        assert memplan.plan(trace, "exact").peak == 897

    def test_shapes_are_computed(self, parse):
        [trace] = memplan.collect.onnx(parse(self.RESHAPED), dims={"B": 8})
        assert lives(trace) == {"a": (0, 3, 64), "y": (2, 3, 64)}

    def test_what_is_missing_is_named(self, parse):
        with pytest.raises(memplan.InputError, match="dimension 'N' of input 'x' is not known: give `dims`") as caught:
            memplan.collect.onnx(parse(self.TINY))
        assert caught.value.code == "dynamic-size"
        text = """<ir_version: 8, opset_import: ["" : 17]>
        data (float[8] x) => (int64[1,K] y) { y = NonZero(x) }"""
        with pytest.raises(memplan.InputError, match=r"node 0 \(NonZero\): the size of 'y' is not known"):
            memplan.collect.onnx(parse(text))
        assert lives(memplan.collect.onnx(parse(text), sizes={"y": 64})[0]) == {"y": (0, 1, 64)}
        assert len(memplan.collect.onnx(parse(text), skip_unknown=True)[0]) == 0
        for content in (b"", b"\xff\xff\xff\xff", b"\x08\x01"):
            with pytest.raises(memplan.InputError):
                memplan.collect.onnx(content)


class TestOnnxRuntime:
    DIAMOND = """<ir_version: 8, opset_import: ["" : 17]>
    diamond (float[N] x) => (float[N] y) {
      a = Exp(x) b = Neg(x) c = Sin(a) d = Cos(b) k = Constant<value = float[1] {2.0}>() e = Mul(d,k) y = Add(c,e) }"""
    CHOSEN = """<ir_version: 8, opset_import: ["" : 17]>
    chosen (float[8] x) => (int64[K,M] y) { z = NonZero(x) y = Neg(z) }"""

    @pytest.fixture
    def parse(self):
        pytest.importorskip("onnxruntime")
        onnx = pytest.importorskip("onnx")
        return lambda text: onnx.parser.parse_model(text)

    def test_nodes_are_in_the_order_of_the_run(self, parse, tmp_path):
        model = parse(self.DIAMOND)
        [in_file] = memplan.collect.onnx(model, dims={"N": 16})
        [as_run] = memplan.collect.onnx(model, dims={"N": 16}, order="profile")
        assert sorted(in_file.names) == sorted(as_run.names) == ["a", "b", "c", "d", "e", "y"]
        begin = dict(zip(as_run.names, as_run.begin.tolist(), strict=True))
        for earlier, later in [("a", "c"), ("b", "d"), ("d", "e"), ("e", "y"), ("c", "y")]:
            assert begin[earlier] < begin[later]
        # ONNX Runtime finishes a branch before it begins the other one, and the file does not.
        assert in_file.names == ["a", "b", "c", "d", "e", "y"]
        assert as_run.names != in_file.names
        # Not less than the values that are live at once, which are smaller than the alignment of the arena.
        [remark] = as_run.remarks
        in_use, held = (int(word) for word in remark.split() if word.isdigit())
        assert as_run.max_load <= in_use <= held
        assert in_file.remarks == []
        path = tmp_path / "diamond.onnx"
        path.write_bytes(model.SerializeToString())
        assert memplan.collect.onnx(path, dims={"N": 16}, order="profile")[0] == as_run

    def test_a_graph_with_bodies_keeps_its_values(self, parse):
        [flow] = memplan.collect.onnx(parse(TestOnnx.FLOW), order="profile")
        assert lives(flow) == lives(memplan.collect.onnx(parse(TestOnnx.FLOW))[0])
        [loop] = memplan.collect.onnx(parse(TestOnnx.LOOP), order="profile")
        [in_file] = memplan.collect.onnx(parse(TestOnnx.LOOP))
        sizes = [{name: size for name, (_, _, size) in lives(trace).items()} for trace in (loop, in_file)]
        assert sizes[0] == sizes[1]
        # The order of the body is that of the run too, and what the loop carries lives throughout.
        assert {"i", "ci", "co", "s", "s2"} == {name for name, life in lives(loop).items() if life[:2] == (0, 4)}

    def test_sizes_that_depend_on_data_are_measured(self, parse):
        import numpy as np

        x = np.array([0, 1, 0, 2, 0, 0, 3, 0], np.float32)
        [trace] = memplan.collect.onnx(parse(self.CHOSEN), order="profile", inputs={"x": x})
        assert lives(trace) == {"z": (0, 2, 24), "y": (1, 2, 24)}

    def test_what_does_not_run_is_an_error(self, parse):
        text = self.DIAMOND.replace("Sin(a)", "Missing(a)")
        with pytest.raises(memplan.InputError) as caught:
            memplan.collect.onnx(parse(text), dims={"N": 16}, order="profile")
        assert caught.value.code == "not-run"
        with pytest.raises(memplan.ArgumentError):
            memplan.collect.onnx(parse(self.DIAMOND), dims={"N": 16}, order="random")


class TestJax:
    @pytest.fixture
    def jax(self, monkeypatch):
        monkeypatch.setenv("JAX_PLATFORMS", "cpu")
        return pytest.importorskip("jax")

    def test_the_placement_of_xla_is_valid(self, jax):
        import jax.numpy as jnp

        def loss(w, x):
            for _ in range(3):
                x = jnp.tanh(x @ w)
            return (x * x).sum()

        step = jax.jit(jax.grad(loss))
        w = jax.ShapeDtypeStruct((64, 64), jnp.float32)
        x = jax.ShapeDtypeStruct((32, 64), jnp.float32)
        [trace] = memplan.collect.jax(step, w, x)
        assert trace.placed.planner == "xla"
        assert not trace.placed.violations()
        assert memplan.plan(trace, "auto").lower_bound <= trace.placed.peak
        compiled = step.lower(w, x).compile()
        assert compiled.memory_analysis().temp_size_in_bytes == trace.placed.peak
        assert memplan.collect.jax(step.lower(w, x))[0] == trace
        assert len(memplan.collect.jax(loss, w, x)) <= 1

    def test_a_function_without_temporaries_gives_a_warning(self, jax):
        import jax.numpy as jnp

        x = jax.ShapeDtypeStruct((8,), jnp.float32)
        with pytest.warns(UserWarning, match="XLA allocates no temporary memory") as caught:
            assert memplan.collect.jax(lambda x: x + 1, x) == []
        assert [warning.filename for warning in caught] == [__file__]


class TestTflite:
    def test_files_are_read(self, root):
        path = root / "collectors/readers/tests/fixtures/tflite/tiny.tflite"
        [trace] = memplan.collect.tflite(path)
        assert (trace.collector, memplan.plan(trace).peak) == ("tflite", 5120)
        with pytest.raises(memplan.InputError):
            memplan.collect.tflite(b"TFL3")


class TestLitert:
    @pytest.fixture
    def litert(self):
        return pytest.importorskip("ai_edge_litert.interpreter")

    def test_the_placement_of_the_interpreter_is_valid(self, litert, root):
        path = root / "collectors/readers/tests/fixtures/tflite/tiny.tflite"
        found = memplan.collect.litert(path)
        placed = found.schedule
        assert dict(zip(placed.trace.names, placed.offsets.tolist(), strict=True)) == {
            "x": 0,
            "a": 3072,
            "b": 4096,
            "c": 1024,
            "e": 3072,
            "f": 1024,
        }
        assert not placed.violations()
        assert (placed.planner, placed.peak) == ("litert", 5120)
        assert (found.n_temporaries, found.temporary_bytes) == (0, 0)
        assert memplan.collect.litert(path.read_bytes()).schedule.peak == 5120
        assert memplan.plan(placed.trace, "tflite-arena").peak == 5120

    @pytest.mark.parametrize(
        ("name", "peak", "temporaries"),
        [("hello_world_float", 192, 0), ("micro_speech_quantized", 7976, 0), ("trained_lstm", 5416, 1)],
    )
    def test_the_planner_of_memplan_gives_the_same_peak(self, litert, root, name, peak, temporaries):
        path = root.parent / "shared/dumps/tflite" / f"{name}.tflite"
        if not path.is_file():
            pytest.skip(f"{path} is absent")
        found = memplan.collect.litert(path)
        assert not found.schedule.violations()
        assert (found.schedule.peak, found.n_temporaries) == (peak, temporaries)
        assert memplan.plan(found.schedule.trace, "tflite-arena").peak == peak
        assert memplan.plan(found.schedule.trace).peak <= peak

    def test_models_that_the_interpreter_refuses(self, litert, root):
        path = root / "collectors/readers/tests/fixtures/tflite/tiny.tflite"
        # The reader takes the number of the operation as it is.
        broken = path.read_bytes().replace(b"TFL3", b"TFL2")
        with pytest.raises(memplan.InputError) as caught:
            memplan.collect.litert(broken)
        assert caught.value.code in {"not-run", "unknown-format"}


class Node(SimpleNamespace):
    __hash__ = object.__hash__
    __eq__ = object.__eq__


def program():
    """An exported program as `torch.export` describes it: relu, view, linear and add of float[16,64]."""

    def tensor(*shape):
        return SimpleNamespace(shape=shape, dtype=SimpleNamespace(itemsize=4))

    def target(name, *aliased):
        def argument(position):
            sets = {f"a{position}"} if position in aliased else set()
            return SimpleNamespace(name=f"x{position}", alias_info=SimpleNamespace(before_set=sets) if sets else None)

        arguments = [argument(position) for position in range(3)]
        returns = [arguments[aliased[0]]] if aliased else [SimpleNamespace(alias_info=None)]
        return SimpleNamespace(_schema=SimpleNamespace(name=f"aten::{name}", arguments=arguments, returns=returns))

    def node(op, name, target=None, args=(), shape=(16, 64)):
        inputs = [entry for entry in args if isinstance(entry, Node)]
        meta = {"val": tensor(*shape)} if shape else {}
        return Node(op=op, name=name, target=target, args=args, kwargs={}, all_input_nodes=inputs, meta=meta)

    x = node("placeholder", "x")
    w = node("placeholder", "w", shape=(64, 64))
    a = node("call_function", "a", target("mm"), (x, w))
    r = node("call_function", "r", target("relu"), (a,))
    v = node("call_function", "v", target("view", 0), (r, [64, 16]), (64, 16))
    m = node("call_function", "m", target("add"), (v, v), (64, 16))
    o = node("output", "output", None, (m,), None)
    nodes = [x, w, a, r, v, m, o]
    return SimpleNamespace(graph_module=SimpleNamespace(graph=SimpleNamespace(nodes=nodes)))


class TestTorchExport:
    def test_views_share_and_outputs_live_to_the_end(self):
        [trace] = memplan.collect.torch_export(program())
        assert lives(trace) == {"a": (0, 2, 4096), "r": (1, 4, 4096), "m": (3, 4, 4096)}
        assert over(trace) == {("r", "a"), ("m", "r")}
        assert memplan.plan(trace, "exact").peak == 4096

    def test_dynamic_shapes_are_refused(self):
        dynamic = program()
        dynamic.graph_module.graph.nodes[2].meta["val"].shape = (SimpleNamespace(), 64)
        with pytest.raises(memplan.InputError, match="node `a`: size .* is not static"):
            memplan.collect.torch_export(dynamic)

    def test_real_programs_are_read(self):
        torch = pytest.importorskip("torch", reason="SKIPPED: PyTorch is not installed")

        class Parts(torch.nn.Module):
            def forward(self, x):
                a, b = (x + 1).split(8, 1)
                t = torch.relu(b).transpose(0, 1)
                return a.reshape(-1).sum() + t.reshape(-1).sum() + t.to(torch.float64).sum()

        [trace] = memplan.collect.torch_export(torch.export.export(Parts(), (torch.randn(16, 16),)))
        found = lives(trace)
        # `a`, `b` and `t` are views. The last two reshape what is not contiguous; `to` makes another type.
        assert "split" not in found and "transpose" not in found
        assert [found[name][2] for name in ("add", "relu", "reshape", "reshape_1", "to")] == [1024, 512, 512, 512, 1024]
