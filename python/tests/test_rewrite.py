"""Functions of JAX with operations that have no lowering, as loops and products: results are those of JAX."""

import numpy as np
import pytest
from test_lowering import assert_close, floats, needs

import memplan

NAN = np.array([3, np.nan, -0.0, 0.0, np.inf, -np.inf, 1, 1, np.nan], np.float32)


def whole(low, high, *shape, seed=0, dtype=np.int32):
    return np.random.default_rng([seed, *shape]).integers(low, high, shape).astype(dtype)


def complexes(*shape):
    return floats(*shape) + 1j * floats(*shape, seed=1)


def cases():
    import jax

    jnp, lax, fft = jax.numpy, jax.lax, jax.numpy.fft
    rows, at = floats(6, 3), np.array([1, 4, 1])

    def sum_of_rows(x, i):
        return (x[i] ** 2).sum()

    return {
        "sort": (jnp.sort, (floats(13),)),
        "sort of columns": (lambda x: jnp.sort(x, axis=0), (floats(7, 5),)),
        "sort of one": (jnp.sort, (floats(1),)),
        "sort of special numbers": (jnp.sort, (NAN,)),
        "sort of bytes": (jnp.sort, (whole(0, 256, 20, dtype=np.uint8),)),
        "sort of booleans": (jnp.sort, (whole(0, 2, 9, dtype=bool),)),
        "sort of complex numbers": (jnp.sort, (complexes(6),)),
        "sort by two keys": (lambda a, b: lax.sort((a, b, a), num_keys=2), (whole(0, 3, 17), floats(17))),
        "argsort": (jnp.argsort, (whole(0, 4, 12),)),
        "argsort of special numbers": (jnp.argsort, (NAN,)),
        "argsort, descending": (lambda x: jnp.argsort(x, descending=True), (floats(3, 9),)),
        "top_k": (lambda x: lax.top_k(x, 3), (floats(4, 10),)),
        "top_k of equal numbers": (lambda x: lax.top_k(x, 5), (whole(0, 5, 12),)),
        "top_k of special numbers": (lambda x: lax.top_k(x, 6), (NAN,)),
        "median": (jnp.median, (floats(9),)),
        "gradient of rows": (jax.grad(sum_of_rows), (rows, np.array([1, 4, 1, 5]))),
        "gradient of columns": (
            jax.grad(lambda x, i: (jnp.take(x, i, axis=1) ** 2).sum()),
            (floats(4, 6, 3), np.array([[1, 4], [1, 5]])),
        ),
        "gradient of an embedding": (
            jax.grad(lambda e, t: jnp.tanh(e[t] @ e.T).sum()),
            (floats(10, 4), whole(0, 10, 2, 3)),
        ),
        "gradient of what may be outside": (
            jax.grad(lambda x, i: (x.at[i].get(mode="fill", fill_value=0) ** 2).sum()),
            (rows, np.array([1, 9, -1, 5])),
        ),
        "gradient for each of a batch": (jax.vmap(jax.grad(sum_of_rows)), (floats(4, 6, 2), whole(0, 6, 4, 3))),
        "set": (lambda x, i, u: x.at[i].set(u), (rows, np.array([1, 4, 2]), floats(3, 3))),
        "add": (lambda x, i, u: x.at[i, 1].add(u), (rows, at, floats(3))),
        "add with indices outside": (lambda x, i, u: x.at[i].add(u, mode="drop"), (floats(6), at * 9, floats(3))),
        "set with indices that are clipped": (
            lambda x, i, u: x.at[i].set(u, mode="clip"),
            (floats(6), np.array([1, 40, 2]), floats(3)),
        ),
        "multiply": (lambda x, i, u: x.at[i].multiply(u), (floats(6), at, floats(3))),
        "least": (lambda x, i, u: x.at[i].min(u), (floats(6), at, floats(3))),
        "greatest": (lambda x, i, u: x.at[:, i].max(u), (floats(2, 6), at, floats(2, 3))),
        "add for each of a batch": (
            jax.vmap(lambda x, i, u: x.at[i].add(u)),
            (floats(4, 6), whole(0, 6, 4, 3), floats(4, 3)),
        ),
        "add nothing": (
            lambda x, i, u: lax.scatter_add(x, i, u, lax.ScatterDimensionNumbers((), (0,), (0,))),
            (floats(6), np.zeros((0, 1), np.int32), np.zeros(0, np.float32)),
        ),
        "sums of segments": (lambda x, i: jax.ops.segment_sum(x, i, 4), (floats(9, 2), whole(0, 4, 9))),
        "fft": (fft.fft, (complexes(3, 12),)),
        "fft of 128": (fft.fft, (complexes(128),)),
        "fft of a prime": (fft.fft, (complexes(97),)),
        "inverse fft": (fft.ifft, (complexes(60),)),
        "fft of real numbers": (fft.rfft, (floats(4, 48),)),
        "inverse fft to real numbers": (fft.irfft, (complexes(4, 25),)),
        "inverse fft to an odd size": (lambda x: fft.irfft(x, n=9), (complexes(5),)),
        "fft of planes": (fft.fft2, (complexes(2, 6, 8),)),
        "fft of real planes": (fft.rfft2, (floats(2, 6, 8),)),
        "inverse fft to real planes": (fft.irfft2, (complexes(2, 6, 5),)),
        "in a scan": (
            lambda xs: lax.scan(lambda c, x: (jnp.sort(c + x), c.sum()), jnp.zeros(5), xs),
            (floats(4, 5),),
        ),
        "in a while loop": (
            lambda x: lax.while_loop(lambda x: jnp.sort(x)[-1] < 50, lambda x: jnp.sort(x) * 2, x),
            (np.abs(floats(5)),),
        ),
        "in a branch": (lambda p, x: lax.cond(p, jnp.sort, lambda x: x, x), (np.array(True), floats(6))),
        "computed again": (
            jax.grad(jax.checkpoint(lambda x: (jnp.sort(x) * jnp.arange(5)).sum())),
            (floats(5),),
        ),
        "beside a derivative of its own": (lambda x: jax.nn.relu(jnp.sort(jax.nn.softmax(x))), (floats(3, 8),)),
    }


def test_results_are_those_of_jax():
    needs("jax", "iree.compiler")
    import jax

    from memplan._rewrite import _RULES, _has_rules, rewritten

    assert len(cases()) == 45
    for name, (function, arguments) in cases().items():
        arguments = [jax.numpy.asarray(argument) for argument in arguments]
        evaluated = rewritten(jax.make_jaxpr(function)(*arguments))
        # Sorting one element and adding nothing are rewritten, too.
        assert evaluated is not None, name
        results = [np.asarray(result) for result in jax.jit(evaluated)(*arguments)]
        expected = [np.asarray(result) for result in jax.tree.leaves(function(*arguments))]
        if any(np.isnan(result).any() for result in expected):
            assert [result.tolist() for result in map(np.nan_to_num, results)] == [
                result.tolist() for result in map(np.nan_to_num, expected)
            ], name
            assert [np.isnan(result).tolist() for result in results] == [np.isnan(r).tolist() for r in expected], name
        else:
            assert_close(results, expected)
        assert not _has_rules(jax.make_jaxpr(evaluated)(*arguments).jaxpr), (name, _RULES)


MERGED = """sort of special numbers|argsort, descending|top_k|gradient of an embedding|gradient for each of a batch|\
add with indices outside|greatest|fft of 128|inverse fft to real planes|in a while loop|in a branch"""


@pytest.mark.parametrize("name", MERGED.split("|"))
def test_programs_are_lowered_merged_and_run(name):
    needs("jax", "iree.compiler")
    import jax

    function, arguments = cases()[name]
    merged = memplan.jax.merge(function, *arguments)
    expected = jax.tree.leaves(function(*map(jax.numpy.asarray, arguments)))
    results = jax.tree.leaves(merged.run(*arguments))
    for result, wanted in zip(results, expected, strict=True):
        np.testing.assert_array_equal(np.isfinite(result), np.isfinite(wanted))
        assert_close([result[np.isfinite(result)]], [np.asarray(wanted)[np.isfinite(wanted)]])
    assert "stablehlo" not in merged.lowered and "linalg_ext" not in merged.lowered


def symbolic_cases():
    import jax

    jnp, lax = jax.numpy, jax.lax
    outside = np.array([0, 5, -7, 1])
    return {
        "first": lambda x: x[0],
        "last of each": lambda x: x[:, -1],
        "part": lambda x: x[:, :-1] - x[:, 1:],
        "flip": jnp.flip,
        "take": lambda x: jnp.take(x, np.array([1, 0, 1]), axis=1),
        "take, filled": lambda x: x.at[outside].get(mode="fill", fill_value=7),
        "take, clipped": lambda x: x.at[:, outside].get(mode="clip"),
        "part, filled": lambda x: lax.gather(
            x,
            np.array([[0], [1], [-1]]),
            lax.GatherDimensionNumbers((1, 2, 3), (), (1,)),
            (x.shape[0], x.shape[1] - 1, 3),
            mode="fill",
            fill_value=7,
        ),
        "cumsum": lambda x: jnp.cumsum(x, 1),
        "cumsum of the others": lambda x: jnp.cumsum(x, 2) + jnp.cumsum(x, 0),
        "cumsum, reversed": lambda x: lax.cumsum(x, 1, reverse=True),
        "gradient of cumsum": jax.grad(lambda x: (jnp.cumsum(x, 1) ** 2).sum()),
        "cumprod": lambda x: jnp.cumprod(x, 1),
        "greatest so far": lambda x: lax.cummax(x, 1),
        "least whole number from here on": lambda x: lax.cummin((9 * x).astype("int32"), 1, reverse=True),
        "cumlogsumexp": lambda x: lax.cumlogsumexp(x, 1),
        "sort": lambda x: jnp.sort(x, 1),
        "argsort": lambda x: jnp.argsort(jnp.round(x), 1, descending=True),
        "sort of the others": lambda x: jnp.sort(x, 2) + jnp.sort(x, 0),
        "top_k": lambda x: lax.top_k(jnp.moveaxis(x, 1, 2), 2)[0],
    }


def test_symbolic_dimensions_are_rewritten_too():
    needs("jax", "iree.compiler")
    import jax

    lengths = ["s >= 2", "s <= 5"]
    both = jax.export.symbolic_shape("b, s, 3", constraints=["b <= 4", *lengths])
    one = jax.export.symbolic_shape("3, s, 3", constraints=lengths)
    for name, function in symbolic_cases().items():
        for dims in (both, one) if name in ("first", "flip", "sort") else (both,):
            merged = memplan.jax.merge(function, jax.ShapeDtypeStruct(dims, "float32"))
            assert merged.peak is not None, name
            for shape in [(3, 2, 3), (3, 5, 3)] + [(1, 4, 3)] * (dims is both):
                assert_close([merged.run(floats(*shape))], [function(jax.numpy.asarray(floats(*shape)))])
    # A length without a limit: nothing says how many steps there are.
    (n,) = jax.export.symbolic_shape("n")
    with pytest.raises(memplan.InputError, match="reduce_window"):
        memplan.jax.merge(jax.numpy.cumsum, jax.ShapeDtypeStruct((n,), "float32"))


def test_donated_arguments_stay_donated():
    needs("jax", "iree.compiler")
    import jax

    cache, at, row = floats(6, 3), np.array([2, 4]), floats(2, 3)
    step = jax.jit(lambda cache, at, row: cache.at[at].set(row), donate_argnums=0)
    merged = memplan.jax.merge(step, cache, at, row)
    [donated] = merged.report["donated"]
    assert (donated["argument"], donated["result"]) == (0, 0)
    expected = cache.copy()
    expected[at] = row
    np.testing.assert_array_equal(merged.run(cache, at, row), expected)


def test_programs_have_the_lines_and_names_of_the_function():
    needs("jax", "iree.compiler")
    import jax

    from memplan.jax import _program

    def ranks(x):
        return jax.numpy.argsort(jax.numpy.tanh(x))

    text = _program(ranks, (floats(5),)).text
    assert "test_rewrite.py" in text
    assert '_rewrite.py"' not in text.replace("test_rewrite.py", "")
    assert "jit(ranks)/tanh" in text and "jit(ranks)/argsort/" in text


def test_functions_without_such_operations_are_lowered_as_they_are():
    needs("jax", "iree.compiler")
    import jax

    from memplan._rewrite import rewritten

    assert rewritten(jax.make_jaxpr(lambda x: jax.lax.scan(lambda c, x: (c + x, c), 0.0, x))(floats(3))) is None
