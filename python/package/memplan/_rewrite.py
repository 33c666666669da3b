"""Functions of JAX without what has no lowering to linalg: sorting, scattering and Fourier transforms.

The jaxpr of a function is evaluated again, with loops in place of `sort`, `top_k` and `scatter`, and products in place
of `fft`. `argsort` is a sort, and the gradient of a gather is a scatter. With symbolic dimensions, `cumsum` and its kin
become as many sums of shifted arrays as the constraints on the length ask for, and windows of gathers become points.
Results are those of JAX, up to the order of sums. JAX is imported when a function is called.
"""

from __future__ import annotations

import bisect
import contextlib
import functools
import math
import operator
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_LARGEST_MATRIX = 32
"""Fourier transforms of this size are products with a matrix; larger ones are split if they can be."""


def rewritten(jaxpr: Any) -> Callable[..., list[Any]] | None:
    """Returns a function that computes what a closed jaxpr does and can be lowered; `None` if that is nothing new."""
    if not _has_rules(jaxpr.jaxpr):
        return None

    def evaluated(*arguments: Any) -> list[Any]:
        return _evaluated(jaxpr.jaxpr, jaxpr.consts, arguments)

    return evaluated


def _jaxprs(value: Any) -> list[Any]:
    """The jaxprs in a parameter of an equation, without their constants."""
    if isinstance(value, (tuple, list)):
        return [inner for item in value for inner in _jaxprs(item)]
    inner = getattr(value, "jaxpr", value)
    return [inner] if hasattr(inner, "eqns") else []


def _has_rules(jaxpr: Any) -> bool:
    """Whether a jaxpr has an operation that is rewritten, at any depth."""
    return any(_rule(equation) or any(map(_has_rules, _jaxprs([*equation.params.values()]))) for equation in jaxpr.eqns)


def _rule(equation: Any) -> Callable[..., Sequence[Any] | None] | None:
    """How an operation is rewritten, if it is."""
    name = equation.primitive.name
    is_symbolic = any(is_symbolic_dim(dim) for atom in equation.invars for dim in getattr(atom.aval, "shape", ()))
    return _RULES.get(name) or (_SYMBOLIC_RULES.get(name) if is_symbolic else None)


def is_symbolic_dim(dim: Any) -> bool:
    """Whether a dimension is known only at run time."""
    return not isinstance(dim, (int, np.integer))


def limits(dim: Any) -> tuple[int, int | None]:
    """The least and the greatest value that constraints allow a symbolic dimension; `None` without such a limit."""
    import jax

    def holds(compare: Any, value: int) -> bool:
        try:
            return bool(compare(dim, value))
        except jax.errors.InconclusiveDimensionOperation:
            return False

    values = range(1 << 31)
    least = bisect.bisect_left(values, True, key=lambda value: not holds(operator.ge, value + 1))
    most = bisect.bisect_left(values, True, key=lambda value: holds(operator.le, value))
    return least, most if most < len(values) else None


def _evaluated(jaxpr: Any, constants: Sequence[Any], arguments: Sequence[Any]) -> list[Any]:
    """Evaluates a jaxpr by the rules."""
    values: dict[Any, Any] = dict(zip(jaxpr.constvars, constants, strict=True))
    values.update(zip(jaxpr.invars, arguments, strict=True))

    def read(atom: Any) -> Any:
        return atom.val if hasattr(atom, "val") else values[atom]

    for equation in jaxpr.eqns:
        with _place(equation):
            results = _applied(equation, [read(atom) for atom in equation.invars])
        values.update(zip(equation.outvars, results, strict=True))
    return [read(atom) for atom in jaxpr.outvars]


def _place(equation: Any) -> contextlib.AbstractContextManager[Any]:
    """The line of Python and the names that an equation comes from, for what is computed in its place."""
    try:
        from jax._src import source_info_util as info

        names = info.current_name_stack() + equation.source_info.name_stack
        place: contextlib.AbstractContextManager[Any] = info.user_context(
            equation.source_info.traceback, name_stack=names
        )
        return place
    except (AttributeError, ImportError, TypeError):
        # JAX promises none of this; without it, the program has lines of this module.
        return contextlib.nullcontext()


_CALLS = frozenset({"closed_call", "core_call", "custom_jvp_call", "custom_vjp_call", "jit", "pjit", "remat2"})
"""Operations that call a jaxpr once, and mean no more than that once derivatives are taken."""


def _applied(equation: Any, operands: list[Any]) -> Sequence[Any]:
    """The results of an equation."""
    import jax

    primitive, params = equation.primitive, equation.params
    if (rule := _rule(equation)) and (results := rule(*operands, **params)) is not None:
        return results
    inner = [jaxpr for jaxpr in _jaxprs([*params.values()]) if _has_rules(jaxpr)]
    if inner and primitive.name in _CALLS:
        [called] = [value for name in ("jaxpr", "call_jaxpr") if (value := params.get(name)) is not None]
        with jax.named_scope(str(params.get("name") or primitive.name)):
            return _evaluated(getattr(called, "jaxpr", called), getattr(called, "consts", ()), operands)
    if inner:
        functions, params = [], {name: _without_rules(value) for name, value in params.items()}
    else:
        bound = primitive.get_bind_params(params)
        # Functions were apart from parameters before JAX 0.8.
        functions, params = bound if isinstance(bound, tuple) else ([], bound)
    with equation.ctx.manager:
        results = primitive.bind(*functions, *operands, **params)
    return results if primitive.multiple_results else [results]


def _without_rules(value: Any) -> Any:
    """A parameter of an equation, with jaxprs that are evaluated by the rules: bodies of loops, and branches."""
    import jax

    if isinstance(value, (tuple, list)):
        return type(value)(map(_without_rules, value))
    if not (hasattr(value, "consts") and _has_rules(value.jaxpr)):
        return value
    return jax.make_jaxpr(lambda *arguments: _evaluated(value.jaxpr, value.consts, arguments))(*value.in_avals)


def _sort(*operands: Any, dimension: int, num_keys: int, is_descending: bool = False, **_: Any) -> list[Any] | None:
    """Sorts by a bitonic network, in a loop over its steps: `log2(n) * (log2(n) + 1) / 2` of them.

    The position of an element is the last key, which makes the network stable, and the elements that fill up to a power
    of two come last. A symbolic length is filled up to the greatest one. The steps are written out where a
    dimension is symbolic, because a loop with such arrays has no lowering.
    """
    from jax import lax
    from jax import numpy as jnp

    size = operands[0].shape[dimension]
    most = limits(size)[1] if is_symbolic_dim(size) else size
    if most is None:
        return None
    if most < 2:
        return list(operands)
    n_levels = (most - 1).bit_length()
    n = 1 << n_levels
    steps = [(2 << level, 1 << step) for level in range(n_levels) for step in reversed(range(level + 1))]
    blocks, distances = (jnp.array(column, jnp.int32) for column in zip(*steps, strict=True))
    moved = [jnp.moveaxis(operand, dimension, -1) for operand in operands]
    outer = moved[0].shape[:-1]
    places = jnp.arange(n, dtype=jnp.int32)
    filled = (jnp.concatenate([column, jnp.zeros((*outer, n), column.dtype)], -1) for column in moved)
    start = tuple(lax.slice_in_dim(column, 0, n, axis=len(outer)) for column in filled)
    is_written_out = any(map(is_symbolic_dim, operands[0].shape))

    def step(number: Any, state: Any) -> Any:
        if is_written_out:
            block, distance = steps[number]
            other = [_exchanged(column, distance) for column in state]
        else:
            block, distance = blocks[number], distances[number]
            other = [jnp.take(column, places ^ distance, axis=-1, mode="clip") for column in state]
        comes_before = _comes_before(other, state, num_keys, size, is_descending)
        # The first of a pair takes the lesser one in blocks that rise, the second the greater one.
        wants_lesser = ((places & distance) == 0) == ((places & block) == 0)
        takes = wants_lesser == comes_before
        return tuple(jnp.where(takes, theirs, own) for theirs, own in zip(other, state, strict=True))

    state = (*start, jnp.broadcast_to(places, (*outer, n)))
    if is_written_out:
        for number in range(len(steps)):
            state = step(number, state)
    else:
        state = lax.fori_loop(0, len(steps), step, state)
    sorted_columns = [lax.slice_in_dim(column, 0, size, axis=column.ndim - 1) for column in state[:-1]]
    return [jnp.moveaxis(column, -1, dimension) for column in sorted_columns]


def _exchanged(column: Any, distance: int) -> Any:
    """The elements in the last dimension, each at the place of that at a distance that is a power of two."""
    from jax import lax
    from jax import numpy as jnp

    pairs = column.reshape(*column.shape[:-1], column.shape[-1] // (2 * distance), 2, distance)
    first, second = (lax.slice_in_dim(pairs, at, at + 1, axis=pairs.ndim - 2) for at in range(2))
    return jnp.concatenate([second, first], -2).reshape(column.shape)


def _comes_before(a: Sequence[Any], b: Sequence[Any], num_keys: int, size: int, is_descending: bool) -> Any:
    """Whether elements `a` come before elements `b`: by their keys, then by their positions, which are the last column.

    NaNs are equal to each other and greater than all else; 0 and -0 are equal, as `lax.sort` has it.
    """
    from jax import numpy as jnp

    before, equal = jnp.zeros(a[-1].shape, bool), jnp.ones(a[-1].shape, bool)
    keys = [(a[-1] >= size, b[-1] >= size, False)]
    for x, y in zip(a[:num_keys], b[:num_keys], strict=True):
        is_complex = jnp.issubdtype(x.dtype, jnp.complexfloating)
        parts = [(x.real, y.real), (x.imag, y.imag)] if is_complex else [(x, y)]
        keys += [(u, v, is_descending) for u, v in parts]
    for x, y, descends in [*keys, (a[-1], b[-1], False)]:
        less, same = (y < x if descends else x < y), x == y
        if jnp.issubdtype(x.dtype, jnp.floating):
            x_nan, y_nan = jnp.isnan(x), jnp.isnan(y)
            less |= (x_nan & ~y_nan) if descends else (y_nan & ~x_nan)
            same |= x_nan & y_nan
        before |= equal & less
        equal &= same
    return before


def _top_k(operand: Any, *, k: int, axis: int = -1, **_: Any) -> list[Any] | None:
    """Sorts in descending order with the positions, and takes the first ones."""
    from jax import lax
    from jax import numpy as jnp

    axis %= operand.ndim
    places = lax.broadcasted_iota(jnp.int32, operand.shape, axis)
    sorted_both = _sort(operand, places, dimension=axis, num_keys=1, is_descending=True)
    if sorted_both is None:
        return None
    return [lax.slice_in_dim(column, 0, k, axis=axis) for column in sorted_both]


def _scatter(
    combine: Callable[[Any, Any], Any],
    operand: Any,
    indices: Any,
    updates: Any,
    *,
    dimension_numbers: Any,
    mode: Any,
    **_: Any,
) -> list[Any]:
    """Combines one window of the operand after the other with its update, in a loop."""
    from jax import lax
    from jax import numpy as jnp

    numbers, rank = dimension_numbers, operand.ndim
    batch = [axis for axis in range(updates.ndim) if axis not in numbers.update_window_dims]
    count = math.prod(updates.shape[axis] for axis in batch)
    if count == 0 or updates.size == 0:
        return [operand]
    thin = {*numbers.inserted_window_dims, *numbers.operand_batching_dims}
    sizes = iter(updates.shape[axis] for axis in numbers.update_window_dims)
    window = tuple(1 if axis in thin else next(sizes) for axis in range(rank))
    updates = updates.transpose(*batch, *numbers.update_window_dims).reshape(count, *window)
    starts: list[Any] = [jnp.zeros(count, indices.dtype)] * rank
    for column, axis in enumerate(numbers.scatter_dims_to_operand_dims):
        starts[axis] = indices[..., column].reshape(count)
    for axis, source in zip(numbers.operand_batching_dims, numbers.scatter_indices_batching_dims, strict=True):
        starts[axis] = lax.broadcasted_iota(indices.dtype, indices.shape[:-1], source).reshape(count)
    start = jnp.stack(starts, -1)
    last = jnp.array([size - width for size, width in zip(operand.shape, window, strict=True)], indices.dtype)
    # Other modes are promises, or clip as slices do.
    drops = "FILL_OR_DROP" in str(mode)

    def step(number: Any, state: Any) -> Any:
        at = [start[number, axis] for axis in range(rank)]
        old = lax.dynamic_slice(state, at, window)
        new = combine(old, updates[number]).astype(state.dtype)
        if drops:
            new = jnp.where(jnp.all((0 <= start[number]) & (start[number] <= last)), new, old)
        return lax.dynamic_update_slice(state, new, at)

    return [lax.fori_loop(0, count, step, operand)]


def _fft(x: Any, *, fft_type: Any, fft_lengths: Sequence[int], **_: Any) -> list[Any]:
    """Transforms one dimension after the other, in real and imaginary parts."""
    from jax import lax
    from jax import numpy as jnp

    kind = str(getattr(fft_type, "name", fft_type)).rpartition(".")[2]
    kind = {"0": "FFT", "1": "IFFT", "2": "RFFT", "3": "IRFFT"}.get(kind, kind)
    axes = list(range(x.ndim - len(fft_lengths), x.ndim))
    pair = (x, jnp.zeros_like(x)) if kind == "RFFT" else (x.real, x.imag)
    if kind == "RFFT":
        half = fft_lengths[-1] // 2 + 1
        pair = _along(axes[-1], pair, False)
        pair = tuple(lax.slice_in_dim(part, 0, half, axis=axes[-1]) for part in pair)
        axes.pop()
    last = axes.pop() if kind == "IRFFT" else None
    for axis in axes:
        pair = _along(axis, pair, kind in ("IFFT", "IRFFT"))
    if last is not None:
        return [_along(last, _whole(pair, last, fft_lengths[-1]), True)[0]]
    return [lax.complex(*pair)]


def _whole(pair: tuple[Any, Any], axis: int, size: int) -> tuple[Any, Any]:
    """The whole spectrum of a real signal from its first half; the parts that must be real are taken as real."""
    from jax import lax
    from jax import numpy as jnp

    real, imaginary = (lax.slice_in_dim(part, 0, size // 2 + 1, axis=axis) for part in pair)
    rest = slice(1, (size + 1) // 2)

    def mirrored(part: Any) -> Any:
        return jnp.flip(lax.slice_in_dim(part, rest.start, rest.stop, axis=axis), axis)

    return (
        jnp.concatenate([real, mirrored(real)], axis),
        jnp.concatenate([imaginary, -mirrored(imaginary)], axis),
    )


def _along(axis: int, pair: tuple[Any, Any], is_inverse: bool) -> tuple[Any, Any]:
    """The transform along one dimension."""
    from jax import numpy as jnp

    real, imaginary = (jnp.moveaxis(part, axis, -1) for part in pair)
    size = real.shape[-1]
    real, imaginary = _transformed(real, imaginary, 1 if is_inverse else -1)
    if is_inverse:
        real, imaginary = real / size, imaginary / size
    return jnp.moveaxis(real, -1, axis), jnp.moveaxis(imaginary, -1, axis)


def _transformed(real: Any, imaginary: Any, sign: int) -> tuple[Any, Any]:
    """The transform of the last dimension: by Cooley and Tukey, down to matrices."""
    from jax import numpy as jnp

    n = real.shape[-1]
    first = max((f for f in range(2, math.isqrt(n) + 1) if n % f == 0), default=1)
    if n <= _LARGEST_MATRIX or first == 1:
        cosines, sines = _circle(np.outer(np.arange(n), np.arange(n)), n, sign, real.dtype)
        return real @ cosines - imaginary @ sines, real @ sines + imaginary @ cosines
    second = n // first
    shape = real.shape[:-1]
    # The element at `i * second + j` goes to `(j, i)`; its transform over `i` has the index `k`.
    real, imaginary = (jnp.swapaxes(part.reshape(*shape, first, second), -1, -2) for part in (real, imaginary))
    real, imaginary = _transformed(real, imaginary, sign)
    cosines, sines = _circle(np.outer(np.arange(second), np.arange(first)), n, sign, real.dtype)
    real, imaginary = real * cosines - imaginary * sines, real * sines + imaginary * cosines
    real, imaginary = (jnp.swapaxes(part, -1, -2) for part in (real, imaginary))
    real, imaginary = _transformed(real, imaginary, sign)
    real, imaginary = (jnp.swapaxes(part, -1, -2).reshape(*shape, n) for part in (real, imaginary))
    return real, imaginary


def _circle(steps: Any, n: int, sign: int, dtype: Any) -> tuple[Any, Any]:
    """Cosines and sines of multiples of the n-th part of a turn."""
    angles = sign * 2 * np.pi * (steps % n) / n
    return np.cos(angles).astype(dtype), np.sin(angles).astype(dtype)


def _scanned(combine: str, operand: Any, *, axis: int, reverse: bool, **_: Any) -> list[Any] | None:
    """Combines each element with that at a distance of 1, 2, 4, .. (Hillis and Steele 1986)."""
    from jax import lax
    from jax import numpy as jnp

    size, shape = operand.shape[axis], list(operand.shape)
    most = limits(size)[1] if is_symbolic_dim(size) else size
    if most is None:
        return None
    info = jnp.finfo if jnp.issubdtype(operand.dtype, jnp.floating) else jnp.iinfo
    idle = {"add": 0, "multiply": 1, "logaddexp": -np.inf}.get(combine)
    if idle is None:
        idle = info(operand.dtype).min if combine == "maximum" else info(operand.dtype).max
        if info is jnp.finfo:
            idle = np.copysign(np.inf, idle)
    distance = 1
    while distance < most:
        shape[axis] = distance
        others = [jnp.full(shape, idle, operand.dtype), operand]
        joined = jnp.concatenate(others[::-1] if reverse else others, axis)
        first = distance if reverse else 0
        operand = getattr(jnp, combine)(operand, lax.slice_in_dim(joined, first, first + size, axis=axis))
        distance *= 2
    return [operand]


def _gather(
    operand: Any, indices: Any, *, dimension_numbers: Any, slice_sizes: Sequence[Any], mode: Any, **params: Any
) -> list[Any] | None:
    """Gathers point by point along the dimensions of which windows have symbolic sizes."""
    from jax import lax
    from jax import numpy as jnp

    numbers, n_batch = dimension_numbers, indices.ndim - 1
    symbolic = [axis for axis, size in enumerate(slice_sizes) if is_symbolic_dim(size)]
    if not symbolic:
        return None
    shape = (*indices.shape[:-1], *(slice_sizes[axis] for axis in symbolic), 1)
    indexed = [*numbers.start_index_map, *(axis for axis in symbolic if axis not in numbers.start_index_map)]
    columns = []
    for column, axis in enumerate(indexed):
        places = jnp.zeros(shape, indices.dtype)
        if axis in numbers.start_index_map:
            starts = lax.slice_in_dim(indices, column, column + 1, axis=n_batch)
            last = operand.shape[axis] - slice_sizes[axis]
            if "CLIP" in str(mode):
                starts = jnp.clip(starts, 0, last)
            elif axis in symbolic:
                # A window that is not inside has no element that is.
                starts = jnp.where((starts >= 0) & (starts <= last), starts, operand.shape[axis])
            places = lax.broadcast_in_dim(starts, shape, (*range(n_batch), len(shape) - 1))
        if axis in symbolic:
            places += lax.broadcasted_iota(indices.dtype, shape, n_batch + symbolic.index(axis))
        columns.append(places)
    thin = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
    windows = [axis for axis in range(operand.ndim) if axis not in thin]
    rest = [axis for axis in windows if axis not in symbolic]
    new = lax.gather(
        operand,
        jnp.concatenate(columns, -1),
        lax.GatherDimensionNumbers(
            offset_dims=tuple(range(len(shape) - 1, len(shape) - 1 + len(rest))),
            collapsed_slice_dims=tuple(sorted({*numbers.collapsed_slice_dims, *symbolic})),
            start_index_map=tuple(indexed),
            operand_batching_dims=numbers.operand_batching_dims,
            start_indices_batching_dims=numbers.start_indices_batching_dims,
        ),
        tuple(1 if axis in symbolic else size for axis, size in enumerate(slice_sizes)),
        mode=mode,
        fill_value=params.get("fill_value"),
    )
    sources, batch = [*symbolic, *rest], iter(range(n_batch))
    offsets = dict(zip(numbers.offset_dims, windows, strict=True))
    order = [n_batch + sources.index(offsets[at]) if at in offsets else next(batch) for at in range(new.ndim)]
    return [new.transpose(order)]


def _reversed(operand: Any, *, dimensions: Sequence[int]) -> list[Any]:
    """Gathers the elements of one dimension after the other."""
    from jax import lax
    from jax import numpy as jnp

    for axis in dimensions:
        size = operand.shape[axis]
        places = size - 1 - lax.broadcasted_iota(jnp.int32, (size, 1), 0)
        others = tuple(at for at in range(operand.ndim) if at != axis)
        numbers = lax.GatherDimensionNumbers(others, (axis,), (axis,))
        sizes = tuple(1 if at == axis else size for at, size in enumerate(operand.shape))
        given = {"dimension_numbers": numbers, "slice_sizes": sizes, "mode": lax.GatherScatterMode.CLIP}
        [operand] = _gather(operand, places, **given) or [lax.gather(operand, places, **given)]
    return [operand]


def _replace(_: Any, new: Any) -> Any:
    return new


def _minimum(a: Any, b: Any) -> Any:
    from jax import numpy as jnp

    return jnp.minimum(a, b)


def _maximum(a: Any, b: Any) -> Any:
    from jax import numpy as jnp

    return jnp.maximum(a, b)


_RULES: dict[str, Callable[..., Sequence[Any] | None]] = {
    "sort": _sort,
    "top_k": _top_k,
    "fft": _fft,
    "scatter": functools.partial(_scatter, _replace),
    "scatter-add": functools.partial(_scatter, lambda a, b: a + b),
    "scatter-sub": functools.partial(_scatter, lambda a, b: a - b),
    "scatter-mul": functools.partial(_scatter, lambda a, b: a * b),
    "scatter-min": functools.partial(_scatter, _minimum),
    "scatter-max": functools.partial(_scatter, _maximum),
}
"""What operations are rewritten, by the names of their primitives."""

_SYMBOLIC_RULES: dict[str, Callable[..., Sequence[Any] | None]] = {
    "cumsum": functools.partial(_scanned, "add"),
    "cumprod": functools.partial(_scanned, "multiply"),
    "cummax": functools.partial(_scanned, "maximum"),
    "cummin": functools.partial(_scanned, "minimum"),
    "cumlogsumexp": functools.partial(_scanned, "logaddexp"),
    "gather": _gather,
    "rev": _reversed,
}
"""The same, where a dimension of an operand is symbolic. `None` leaves an operation as it is."""
