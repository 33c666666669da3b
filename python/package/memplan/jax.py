"""JAX functions as programs with merged buffers.

`memplan.collect.jax` shows what XLA allocates for a function; this module has memplan plan it. JAX is imported when a
function is called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from memplan._arrays import with_signs
from memplan._lowering import MergedFunction, merge_lowered, missing
from memplan._rewrite import limits, rewritten
from memplan.errors import ArgumentError

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from typing_extensions import Unpack

    from memplan._explain import Explanation
    from memplan._lowering import JobOptions

__all__ = ["explain", "merge"]


def explain(
    function: Callable[..., Any],
    *args: Any,
    lower_with: str | os.PathLike[str] | None = None,
    **options: Unpack[JobOptions],
) -> Explanation:
    """Merges the buffers of a function, and returns what is live at the peak of its largest merged allocation.

    Arguments are those of `merge`. The result is a table of buffers, with sizes in bytes and the operations of the
    lowered program; notebooks show it with a picture of the schedule, which `svg` returns.

        print(memplan.jax.explain(jax.grad(loss), params, x))

    Raises `InputError` as `merge` does.
    """
    return merge(function, *args, lower_with=lower_with, **options).explain()


def merge(
    function: Callable[..., Any],
    *args: Any,
    lower_with: str | os.PathLike[str] | None = None,
    **options: Unpack[JobOptions],
) -> MergedFunction:
    """Lowers a function for its arguments to linalg, and merges its buffers.

    `function` is a function or a jitted one; arguments may be `jax.ShapeDtypeStruct`, because nothing is run. JAX
    writes StableHLO, which `iree-opt` lowers (`pip install iree-base-compiler`). `options` are those of
    `memplan.merge`; `lower_with` is the path of another `iree-opt`. Derivatives are functions: `jax.grad(f)`.

        merged = memplan.jax.merge(f, x, w)
        merged.peak, merged.given, merged.run(x, w)

    Dimensions of arguments may be symbolic. Their constraints are the ranges of the program's dimensions:

        b, s = jax.export.symbolic_shape("b, s", constraints=["b <= 16", "s <= 1024"])
        merged = memplan.jax.merge(f, jax.ShapeDtypeStruct((b, s, 64), "float32"))
        merged.peak, merged.peak_at(b=4, s=100), merged.run(x)

    Sorting, scattering (the gradient of a gather) and Fourier transforms have no lowering to linalg: they become loops
    and products before JAX writes the program, with the same results up to the order of sums. So do `cumsum`, `x[0]`,
    `flip` and the like where a dimension is symbolic; sorts and sums along one need a constraint that limits it.

    Raises `InputError`: `missing-program` without JAX or `iree-opt`, and `lowering` with an operation that is not
    lowered, such as `stablehlo.custom_call @lapack_sgeqrf_ffi`.
    """
    try:
        import jax
    except ImportError as error:
        raise missing("JAX is not installed", "jax", "iree-base-compiler") from error
    if not callable(function):
        raise ArgumentError(f"`function` is {function!r}, expected a function of JAX")
    leaves, tree = jax.tree.flatten(args)
    keys = [jax.random.key_impl(leaf) if _is_key(leaf) else None for leaf in leaves]
    data = [jax.eval_shape(jax.random.key_data, leaf) if key else leaf for leaf, key in zip(leaves, keys, strict=True)]

    def of_data(*leaves: Any) -> Any:
        wrapped = [
            jax.random.wrap_key_data(leaf, impl=key) if key else leaf for leaf, key in zip(leaves, keys, strict=True)
        ]
        return function(*jax.tree.unflatten(tree, wrapped))

    # JAX writes constraints on the sharding of keys, in a dialect that is not lowered; their data has none.
    program = _program(of_data, tuple(data)) if any(keys) else _program(function, args)
    if program.ranges:
        given = options.get("range") or ()
        options["range"] = [*program.ranges, *([given] if isinstance(given, str) else given)]

    def flat(arguments: tuple[Any, ...]) -> list[Any]:
        leaves, given = jax.tree.flatten(arguments)
        if given != tree:
            message = f"the function was lowered for arguments like {tree}, and these are {given}"
            raise ArgumentError(message)
        return [jax.random.key_data(leaf) if _is_key(leaf) else leaf for leaf in leaves]

    def results(arrays: list[Any]) -> Any:
        return jax.tree.unflatten(program.tree, with_signs(arrays, program.types))

    name = getattr(function, "__name__", "function")
    return merge_lowered(program.text, f"<jax {name}>", flat, results, lower_with, options)


class _Program(NamedTuple):
    """A function in StableHLO."""

    text: str
    tree: Any
    types: list[str]
    """The element types of the results."""
    ranges: list[str]
    """The values of the dynamic dimensions of arguments, in the form of `--range`."""


def _program(function: Any, args: tuple[Any, ...]) -> _Program:
    import jax

    # Arguments that a function does not use are arguments of the program.
    jitted = function if hasattr(function, "trace") else jax.jit(function, keep_unused=True)
    lowerable, leaves = _lowerable(jitted, args)
    shapes = [getattr(leaf, "shape", ()) for leaf in jax.tree.leaves(leaves)]
    if not any(jax.export.is_symbolic_dim(dim) for shape in shapes for dim in shape):
        lowered = lowerable.lower(*leaves)
        types = [leaf.dtype.name for leaf in jax.tree.leaves(lowered.out_info)]
        return _Program(lowered.as_text(debug_info=True), lowered.out_tree, types, [])
    try:
        exported = jax.export.export(lowerable)(*leaves)
    except jax.errors.InconclusiveDimensionOperation:
        # Some loops need sizes that are numbers. Then lowering names the operation.
        exported = jax.export.export(jitted)(*args)
    ranges = []
    bounds: dict[Any, str] = {}
    for argument, index in enumerate(exported.module_kept_var_idx):
        for place, dim in enumerate(exported.in_avals[index].shape):
            if jax.export.is_symbolic_dim(dim):
                bounds[dim] = bounds.get(dim) or _bounds(dim)
                ranges.append(f"main:{argument}:{place}={bounds[dim]}")
    types = [aval.dtype.name for aval in exported.out_avals]
    return _Program(str(exported.mlir_module()), exported.out_tree, types, ranges)


def _bounds(dim: Any) -> str:
    """The values that the constraints of a symbolic dimension allow; those of a variable have its name."""
    least, most = limits(dim)
    name = f"{dim}=" if str(dim).isidentifier() else ""
    return f"{name}{least}..{'' if most is None else most}"


def _lowerable(jitted: Any, args: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """A jitted function, with loops and products where operations have no lowering to linalg, and its arguments."""
    import jax

    traced = jitted.trace(*args)
    evaluated = rewritten(traced.jaxpr)
    if evaluated is None:
        return jitted, args
    tree = jax.tree.structure(traced.out_info)
    infos = jax.tree.leaves(traced.args_info)
    donated = [number for number, info in enumerate(infos) if info.donated]
    shapes = [jax.ShapeDtypeStruct(aval.shape, aval.dtype) for aval in traced.jaxpr.in_avals]

    def of_leaves(*leaves: Any) -> Any:
        return jax.tree.unflatten(tree, evaluated(*leaves))

    # Names of operations begin with that of the function.
    of_leaves.__name__ = getattr(jitted, "__name__", "function")
    return jax.jit(of_leaves, keep_unused=True, donate_argnums=donated), tuple(shapes)


def _is_key(leaf: Any) -> bool:
    """Whether a leaf is an array of typed keys of random numbers."""
    import jax

    return bool(jax.dtypes.issubdtype(getattr(leaf, "dtype", float), jax.dtypes.prng_key))
