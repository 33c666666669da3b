"""Functions, modules and models as programs with merged buffers. Results are those of the frameworks."""

import os
import re
import runpy
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

import memplan
from memplan import _lowering

TWICE = """func.func @twice(%x: tensor<2x?xf32>, %s: f32) -> (tensor<2x?xf32>, i8) {
  %c = arith.constant -3 : i8
  %e = arith.addf %x, %x : tensor<2x?xf32>
  return %e, %c : tensor<2x?xf32>, i8
}"""

STABLEHLO = """func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""

TOSA = """func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.tanh %a : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def needs(*modules, is_in_ci=True):
    """Skips a test without these modules; fails where CI requires them."""
    missing = [name for name in modules if not _lowering.has_module(name)]
    if missing and is_in_ci and os.environ.get("MEMPLAN_REQUIRE_LOWERING") == "1":
        pytest.fail(f"MEMPLAN_REQUIRE_LOWERING=1, and {missing} is missing")
    if missing:
        pytest.skip(f"SKIPPED: {', '.join(missing)} not installed")


def floats(*shape, seed=0):
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype(np.float32)


def assert_close(results, expected, tolerance=1e-5):
    """Integers are equal; floats differ by less than a part of the largest one."""
    for result, wanted in zip(results, expected, strict=True):
        wanted = np.asarray(wanted)
        assert (result.shape, result.dtype) == (wanted.shape, wanted.dtype)
        if wanted.dtype.kind in "iub":
            np.testing.assert_array_equal(result, wanted)
        else:
            wanted = wanted.astype(np.complex128)
            limit = tolerance * np.abs(wanted).max()
            np.testing.assert_allclose(result.astype(np.complex128), wanted, rtol=0, atol=limit)


class TestRun:
    def test_dynamic_sizes_and_scalars_are_taken(self):
        merged = memplan.merge(TWICE)
        doubled, byte = merged.run(np.ones((2, 3)), 1.5)
        assert (doubled.tolist(), doubled.dtype) == ([[2.0] * 3] * 2, np.float32)
        assert (byte.item(), byte.dtype, byte.shape) == (-3, np.int8, ())

    @pytest.mark.parametrize(
        "element", ["i1", "i8", "si16", "ui16", "i32", "ui64", "index", "f16", "bf16", "f32", "f64"]
    )
    def test_every_type_is_returned_as_it_is_given(self, element):
        text = f"func.func @id(%x: memref<3x{element}>) -> memref<3x{element}> {{ return %x : memref<3x{element}> }}"
        array = np.array([0, 1, 1] if element in ("i1", "ui16", "ui64") else [-7, 0, 3])
        [result] = memplan.merge(text).run(array)
        assert result.astype(np.int64).tolist() == array.tolist()

    def test_complex_numbers(self):
        text = "func.func @id(%x: memref<2xcomplex<f32>>, %y: complex<f64>) -> (memref<2xcomplex<f32>>, complex<f64>) {"
        text += " return %x, %y : memref<2xcomplex<f32>>, complex<f64> }"
        array, scalar = memplan.merge(text).run([1 + 2j, 3], 4j)
        assert (array.tolist(), scalar.item()) == ([1 + 2j, 3], 4j)
        assert (array.dtype, scalar.dtype) == (np.complex64, np.complex128)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((np.ones((2, 3)),), "takes 2 arguments, and there are 1"),
            ((np.ones((3, 3)), 1), r"shape \(3, 3\), and the function takes 2x\?"),
            ((np.ones((2, 3)), [1.0]), r"shape \(1,\), and the function takes a scalar"),
            ((np.ones((2, 3)), 1j), "argument 1 is of type complex128, and the function takes float32"),
        ],
    )
    def test_other_arguments_are_refused(self, arguments, message):
        with pytest.raises(memplan.ArgumentError, match=message):
            memplan.merge(TWICE).run(*arguments)

    def test_functions_are_chosen_by_name(self):
        merged = memplan.merge(
            "func.func @a() -> i32 { %c = arith.constant 1 : i32 return %c : i32 } func.func @b() { return }"
        )
        with pytest.raises(memplan.ArgumentError, match="2 public functions"):
            merged.run()
        with pytest.raises(memplan.ArgumentError, match="no function `c`"):
            merged.run(function="c")
        assert merged.run(function="a") == [1]

    def test_limits_and_faults_are_errors(self):
        forever = """func.func @f(%m: memref<4xf32>, %n: index, %i: index) -> f32 {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          scf.for %j = %c0 to %n step %c1 { func.call @g() : () -> () }
          %x = memref.load %m[%i] : memref<4xf32>
          return %x : f32
        }
        func.func private @g() { return }"""
        merged = memplan.merge(forever, optimize="none")
        with pytest.raises(memplan.RunError) as raised:
            merged.run(np.ones(4), 10**9, 0, max_steps=1000)
        assert raised.value.code == "step-limit"
        with pytest.raises(memplan.RunError) as raised:
            merged.run(np.ones(4), 0, 7)
        assert raised.value.code == "out-of-bounds"
        assert "memref.load" in merged.text.splitlines()[raised.value.line - 1]
        with pytest.raises(memplan.RunError) as raised:
            merged.run(np.ones(4), 0, 0, max_bytes=8)
        assert raised.value.code == "memory-limit"

    def test_the_page_shows_the_schedules_that_were_applied(self, root):
        merged = memplan.merge((root / "examples" / "mlp.mlir").read_text())
        assert sum(schedule.peak for schedule in merged.schedules()) == merged.report["peak_bytes"]
        page = merged.show()
        assert page.startswith("<!doctype html>") and "<iframe" in page._repr_html_()
        assert "<iframe" in merged._repr_html_()


class TestLower:
    def test_other_programs_are_returned_unchanged(self):
        assert memplan.lower(TWICE, program="/nowhere") == TWICE

    @pytest.mark.skipif(os.name == "nt", reason="a script of the shell")
    def test_the_program_gets_the_pipeline_of_the_command(self, tmp_path):
        program = tmp_path / "iree-opt"
        program.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/said\ncat > /dev/null\necho lowered\n')
        program.chmod(0o755)
        assert memplan.lower(STABLEHLO, program=program) == "lowered\n"
        assert "iree-stablehlo-to-iree-input" in (tmp_path / "said").read_text()
        program.write_text("#!/bin/sh\necho \"<stdin>:2:8: error: failed to legalize 'stablehlo.add'\" >&2; exit 1\n")
        with pytest.raises(
            memplan.InputError, match=r"m.mlir:2:8: `iree-opt` does not lower `stablehlo.add`"
        ) as raised:
            memplan.lower(STABLEHLO, program=program, name="m.mlir")
        error = raised.value
        assert (error.code, error.file, error.line, error.column) == ("lowering", "m.mlir", 2, 8)

    def test_a_missing_program_is_named_with_what_installs_it(self, monkeypatch):
        monkeypatch.setattr(_lowering, "_found", lambda name: None)
        with pytest.raises(memplan.InputError) as raised:
            memplan.lower(STABLEHLO)
        assert raised.value.code == "missing-program"
        assert "`iree-opt`" in str(raised.value) and "pip install iree-base-compiler" in str(raised.value)

    @pytest.mark.parametrize("text", [STABLEHLO, TOSA])
    def test_merge_says_how_to_lower(self, text):
        with pytest.raises(memplan.InputError, match=r"`memplan.lower`"):
            memplan.merge(text)

    def test_frameworks_are_imported_when_they_are_used(self):
        code = """if True:
        import sys, memplan
        assert {"jax", "torch", "onnx", "collect"} <= set(dir(memplan))
        memplan.jax.merge, memplan.torch.merge, memplan.onnx.merge
        assert not {"jax", "torch", "onnx", "iree", "torch_mlir"} & set(sys.modules)
        """
        subprocess.run([sys.executable, "-c", code], check=True)

    @pytest.mark.parametrize("module", ["jax", "onnx", "torch"])
    def test_missing_frameworks_are_named_with_what_installs_them(self, module, monkeypatch):
        front_end = getattr(memplan, module)
        monkeypatch.setitem(sys.modules, module, None)
        monkeypatch.setattr(f"memplan.{module}.has_module", lambda name: False, raising=False)
        with pytest.raises(memplan.InputError, match=f"pip install {module} ") as raised:
            front_end.merge(None)
        assert raised.value.code == "missing-program"


JAX_CASES = """mlp jitted gradient attention convolution gradient-of-pooling scan while condition integers unsigned
bytes booleans bfloat16 float16 complex random-numbers trees""".split()


def jax_cases():
    import jax

    jnp, lax, nn = jax.numpy, jax.lax, jax.nn

    def mlp(x, w1, w2):
        return nn.relu(x @ w1) @ w2

    def conv(x, w):
        return lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def pool(x):
        return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")

    layers = floats(4, 8), floats(8, 16), floats(16, 3)
    return {
        "mlp": (mlp, layers),
        "jitted": (jax.jit(mlp), layers),
        "gradient": (jax.grad(lambda *a: (mlp(*a) ** 2).sum(), argnums=(1, 2)), layers),
        "attention": (lambda q, k, v: nn.softmax(q @ k.T / 4) @ v, [floats(8, 16, seed=i) for i in range(3)]),
        "convolution": (conv, (floats(1, 8, 8, 3), floats(3, 3, 3, 4))),
        "gradient-of-pooling": (jax.grad(lambda x: pool(x).sum()), (floats(1, 4, 4, 1),)),
        "scan": (lambda c, xs: lax.scan(lambda c, x: (jnp.tanh(c + x), c.sum()), c, xs), (floats(4), floats(5, 4))),
        "while": (lambda x: lax.while_loop(lambda x: x.sum() < 100, lambda x: x * 2, x), (np.abs(floats(4)),)),
        "condition": (lambda p, x: lax.cond(p, jnp.sin, jnp.cos, x), (True, floats(4))),
        "integers": (lambda x: jnp.cumsum(x * 3 % 7), (np.arange(10, dtype=np.int32),)),
        "unsigned": (lambda x: x * x // 3, (np.arange(2**32 - 6, 2**32, dtype=np.uint32),)),
        "bytes": (lambda x: x * 3, (np.arange(-128, 128, dtype=np.int8),)),
        "booleans": (lambda x: (0 < x) & (x < 1), (floats(9),)),
        "bfloat16": (lambda x: x * x + x, (floats(8).astype(jnp.bfloat16),)),
        "float16": (lambda x: x * x + x, (floats(8).astype(np.float16),)),
        "complex": (lambda x: x * x, (floats(8) + 1j * floats(8, seed=1),)),
        "random-numbers": (lambda key: jax.random.normal(key, (4,)), (jax.random.key(3),)),
        "trees": (lambda x, unused: {"a": (x["b"] + 1,), "c": x["b"]}, ({"b": floats(3)}, floats(2))),
    }


class TestJax:
    @pytest.mark.parametrize("name", JAX_CASES)
    def test_results_are_those_of_jax(self, name):
        needs("jax", "iree.compiler")
        import jax

        cases = jax_cases()
        assert list(cases) == JAX_CASES
        function, arguments = cases[name]
        merged = memplan.jax.merge(function, *arguments)
        expected = function(*arguments)
        results = merged.run(*arguments)
        assert jax.tree.structure(results) == jax.tree.structure(expected)
        is_half = name in ("bfloat16", "float16")
        assert_close(jax.tree.leaves(results), jax.tree.leaves(expected), 1e-2 if is_half else 1e-5)
        assert "stablehlo" not in merged.lowered
        assert merged.report["peak_bytes"] <= merged.report["separate_bytes"]

    def test_the_peak_of_a_function_is_explained(self):
        needs("jax", "iree.compiler")
        function, arguments = jax_cases()["gradient"]
        explained = memplan.jax.explain(function, *arguments)
        assert explained.rows and 0 < explained.bytes <= explained.schedule.peak
        # The operation is that of the function, with the line of this file.
        assert re.search(r"jit\(.*\)/\S+ \(test_lowering.py:\d+\)", repr(explained))

    def test_donated_arguments_hold_results(self):
        needs("jax", "iree.compiler")
        import jax

        def step(cache, row):
            return jax.lax.dynamic_update_slice(cache, row[None], (1, 0)), row.sum()

        cache, row = floats(4, 8), floats(8)
        merged = memplan.jax.merge(jax.jit(step, donate_argnums=0), cache, row)
        (donated,) = merged.report["donated"]
        assert (donated["argument"], donated["result"]) == (0, 0)
        assert_close(merged.run(cache, row), step(jax.numpy.asarray(cache), row), 1e-5)

    def test_symbolic_dimensions_have_the_ranges_of_their_constraints(self, root):
        needs("jax", "iree.compiler")
        import jax

        def attention(q, k, v):
            return jax.nn.softmax(q @ k.transpose(0, 2, 1)) @ v, 2 * q.reshape(q.shape[0] * q.shape[1], -1)

        b, s = jax.export.symbolic_shape("b, s", constraints=["b <= 16", "s >= 2", "s <= 128"])
        argument = jax.ShapeDtypeStruct((b, s, 8), "float32")
        merged = memplan.jax.merge(attention, argument, argument, argument)
        assert 'memplan.dims = ["b=1..16", "s=2..128"' in merged.text
        [peak] = merged.report["run_time_peaks"]
        assert peak["most_terms"]
        assert peak["most_bytes"] == merged.peak == merged.peak_at(b=16, s=128)
        assert merged.peak_at(b=2, s=4) < merged.peak
        with pytest.raises(memplan.ArgumentError, match="`s` has no value"):
            merged.peak_at(b=2)
        for shape in [(1, 2, 8), (3, 7, 8), (16, 50, 8)]:
            arrays = [floats(*shape, seed=seed) for seed in range(3)]
            assert_close(merged.run(*arrays), attention(*arrays))
        # The functions that the table beside the dynamic programs has.
        functions = SimpleNamespace(**runpy.run_path(str(root / "datasets/programs/dynamic/functions.py")))
        for function in functions.FUNCTIONS:
            merged = memplan.jax.merge(function, *functions.symbolic(function))
            assert merged.peak is not None
            for dims in functions.SHAPES[:2]:
                arguments = functions.arrays(function, dims)
                assert_close(jax.tree.leaves(merged.run(*arguments)), jax.tree.leaves(function(*arguments)))
        # A dimension without constraints, one that is no variable, and an operation that is a loop for known sizes.
        (n,) = jax.export.symbolic_shape("n")
        merged = memplan.jax.merge(
            lambda x, y: (2 * x, y + 1), *[jax.ShapeDtypeStruct((d,), "float32") for d in (n, 2 * n)]
        )
        assert 'memplan.dims = ["n=1.."]' in merged.text
        assert merged.peak is None
        assert_close(merged.run(floats(5), floats(10)), [2 * floats(5), floats(10) + 1])
        with pytest.raises(memplan.InputError, match="sort"):
            memplan.jax.merge(lambda x: x.sort(), jax.ShapeDtypeStruct((n,), "float32"))

    def test_what_is_not_lowered_is_named(self):
        needs("jax", "iree.compiler")
        import jax.numpy as jnp

        with pytest.raises(memplan.InputError, match=r"does not lower `stablehlo.custom_call @lapack_\w+`") as raised:
            memplan.jax.merge(jnp.linalg.qr, floats(4, 4))
        assert raised.value.code == "lowering"

    def test_exported_modules_and_portable_artifacts_are_lowered(self):
        needs("jax", "iree.compiler")
        import jax
        from jax import export

        def function(x):
            return jax.numpy.tanh(x) @ x.T + x.shape[0]

        [batch, _] = export.symbolic_shape("b, 4")
        exported = export.export(jax.jit(function))(jax.ShapeDtypeStruct((batch, 4), np.float32))
        assert "get_dimension_size" in exported.mlir_module()
        x = floats(3, 4)
        for program in (exported.mlir_module(), exported.mlir_module_serialized):
            merged = memplan.merge(memplan.lower(program))
            assert_close(merged.run(x, function="main"), [exported.call(x)])
        with pytest.raises(memplan.ArgumentError, match="`text` is no portable artifact of StableHLO"):
            memplan.lower(b"ML\xefR\x0dMLIR22\x00")

    def test_other_trees_of_arguments_are_refused(self):
        needs("jax", "iree.compiler")
        import jax

        merged = memplan.jax.merge(lambda x: x["a"], {"a": jax.ShapeDtypeStruct((3,), np.float32)})
        with pytest.raises(memplan.ArgumentError, match="was lowered for arguments like"):
            merged.run(floats(3))

    def test_the_tutorial_prints_what_it_shows(self, root, tmp_path, monkeypatch, capsys):
        """Blocks `python` run in order, and a block `text` is what those before it print."""
        needs("jax", "iree.compiler")
        monkeypatch.chdir(tmp_path)
        page = (root / "docs/book/src/start/tutorial.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```(python|text)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        assert {language for language, _ in blocks} == {"python", "text"}
        names = {}
        for language, text in blocks:
            if language == "python":
                exec(compile(text, "tutorial.md", "exec"), names)
            else:
                assert capsys.readouterr().out == text
        assert (tmp_path / "attention.html").stat().st_size > 10_000


class TestOnnx:
    HEAD = '<ir_version: 8, opset_import: ["" : {}]> g '
    MODELS = {
        "mlp": (
            17,
            """(float[N,8] x, float[8,8] w) => (float[N,8] y) {
            a = MatMul(x,w) b = Relu(a) c = MatMul(b,w) d = Add(c,b) y = MatMul(d,w) }""",
            (floats(4, 8), floats(8, 8)),
        ),
        "softmax of an old version": (12, "(float[4,8] x) => (float[4,8] y) { y = Softmax(x) }", (floats(4, 8),)),
        "convolution": (
            17,
            """(float[1,3,8,8] x, float[4,3,3,3] w) => (float[1,4,4,4] y) {
            a = Conv<pads=[1,1,1,1]>(x,w) b = Relu(a) y = MaxPool<kernel_shape=[2,2],strides=[2,2]>(b) }""",
            (floats(1, 3, 8, 8), floats(4, 3, 3, 3)),
        ),
        "attention": (
            17,
            """(float[8,16] q, float[8,16] k, float[8,16] v) => (float[8,16] y) {
            t = Transpose<perm=[1,0]>(k) s = MatMul(q,t) p = Softmax(s) y = MatMul(p,v) }""",
            tuple(floats(8, 16, seed=i) for i in range(3)),
        ),
        "integers": (
            17,
            "(int64[9] x, int64[9] z) => (int64[9] y, bool[9] b) { y = Mul(x,z) b = Greater(x,z) }",
            (np.arange(9), np.arange(9)[::-1].copy()),
        ),
        "condition": (
            17,
            """(float[8] x, bool p) => (float[8] y) {
            b = If(p) <then_branch = tb () => (float[8] t) { t = Sin(x) },
                       else_branch = eb () => (float[8] u) { u = Neg(x) }>
            y = Add(b,x) }""",
            (floats(8), np.array(True)),
        ),
    }

    def test_dimensions_that_do_not_exist_are_refused(self):
        needs("iree.compiler" if _lowering.has_module("iree.compiler") else "torch_mlir", "onnx")
        import onnx

        model = onnx.parser.parse_model(self.HEAD.format(17) + "(float[N] x) => (float[N] y) { y = Relu(x) }")
        with pytest.raises(memplan.ArgumentError, match="no dimensions: nosuch; the inputs name N"):
            memplan.onnx.merge(model, dims={"nosuch": 2})

    @pytest.mark.parametrize("name", MODELS)
    @pytest.mark.parametrize("is_static", [True, False])
    def test_results_are_those_of_onnx_runtime(self, name, is_static, tmp_path):
        needs("iree.compiler" if _lowering.has_module("iree.compiler") else "torch_mlir", "onnx", "onnxruntime")
        import onnx
        import onnxruntime

        version, text, arguments = self.MODELS[name]
        model = onnx.parser.parse_model(self.HEAD.format(version) + text)
        path = tmp_path / "model.onnx"
        onnx.save(model, path)
        names = [value.name for value in model.graph.input]
        expected = onnxruntime.InferenceSession(path).run(None, dict(zip(names, arguments, strict=True)))
        merged = memplan.onnx.merge(path, dims={"N": 4} if is_static and "float[N" in text else None)
        assert ("?" in merged.text) == (name == "mlp" and not is_static)
        assert_close(merged.run(*arguments), expected)

    def test_what_is_not_lowered_is_named(self):
        needs("iree.compiler" if _lowering.has_module("iree.compiler") else "torch_mlir", "onnx")
        import onnx

        text = "(float[8] x) => (float[3] v, int64[3] i) { k = Constant<value = int64[1] {3}>() v, i = TopK(x,k) }"
        model = onnx.parser.parse_model(self.HEAD.format(17) + text)
        with pytest.raises(memplan.InputError, match=r"does not lower `tm_tensor.sort`"):
            memplan.onnx.merge(model.SerializeToString())


class TestTorch:
    """PyTorch is too large for CI."""

    @pytest.mark.parametrize(
        "name", ["mlp", "convolution", "attention", "layer", "loop", "integers", "bytes", "bfloat16"]
    )
    def test_results_are_those_of_torch(self, name):
        needs("torch", "torch_mlir", is_in_ci=False)
        import torch
        from torch import nn
        from torch.utils import _pytree as pytree

        class Function(nn.Module):
            def __init__(self, function):
                super().__init__()
                self.function = function

            def forward(self, *arguments):
                return self.function(*arguments)

        torch.manual_seed(0)
        module, arguments = {
            "mlp": (nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3), nn.Softmax(-1)), [torch.randn(4, 8)]),
            "convolution": (
                nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2)),
                [torch.randn(1, 3, 8, 8)],
            ),
            "attention": (
                Function(nn.functional.scaled_dot_product_attention),
                [torch.randn(1, 2, 8, 16) for _ in range(3)],
            ),
            "layer": (nn.TransformerEncoderLayer(16, 2, 32, batch_first=True), [torch.randn(1, 5, 16)]),
            "loop": (nn.LSTM(4, 5), [torch.randn(3, 2, 4)]),
            "integers": (Function(lambda x: {"a": x * 3 % 7, "b": x > 2}), [torch.arange(10)]),
            "bytes": (Function(lambda x: x * x + x), [torch.arange(200, 208, dtype=torch.uint8)]),
            "bfloat16": (Function(lambda x: x * x + x), [torch.randn(8).to(torch.bfloat16)]),
        }[name]
        merged = memplan.torch.merge(module.eval(), *arguments)
        results = merged.run(*arguments)
        expected = module(*arguments)
        assert pytree.tree_structure(results) == pytree.tree_structure(expected)
        results, expected = pytree.tree_leaves(results), pytree.tree_leaves(expected)
        if name == "bfloat16":
            expected = [tensor.float().numpy() for tensor in expected]
            assert_close([result.astype(np.float32) for result in results], expected, 1e-2)
        else:
            assert_close(results, [tensor.detach().numpy() for tensor in expected])

    def test_constraints_of_dynamic_dimensions_are_ranges(self):
        needs("torch", "torch_mlir", is_in_ci=False)
        import torch
        from torch import nn

        layer = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 3), nn.Softmax(-1)).eval()
        batch = torch.export.Dim("batch", min=2, max=64)
        program = torch.export.export(layer, (torch.randn(4, 8),), dynamic_shapes=({0: batch},))
        merged = memplan.torch.merge(program)
        [symbol] = map(str, program.range_constraints)
        assert merged.peak == merged.peak_at(**{symbol: 64})
        for n in (2, 5, 64):
            x = torch.randn(n, 8)
            assert_close([merged.run(x)], [layer(x).detach().numpy()])

    def test_what_is_not_lowered_is_named(self):
        needs("torch", "torch_mlir", is_in_ci=False)
        import torch

        class Values(torch.nn.Module):
            def forward(self, x):
                return torch.linalg.svd(x)

        with pytest.raises(memplan.InputError, match=r"`torch-mlir-opt` does not lower `torch.aten._linalg_svd`"):
            memplan.torch.merge(Values(), torch.randn(3, 3))


def test_bindings_of_mlir_exchange_text(root, tmp_path):
    needs("iree.compiler")
    script, output = root / "examples" / "pipelines" / "bindings.py", tmp_path / "out.mlir"
    ran = subprocess.run(
        [sys.executable, str(script), str(root / "examples" / "tensors.mlir"), str(output)],
        capture_output=True,
        text=True,
    )
    assert ran.stdout == "131072 bytes of buffers in 65536 bytes\n", ran.stderr
    assert "scf.for" in output.read_text() and "memref<65536xi8>" in output.read_text()
