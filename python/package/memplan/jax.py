"""JAX functions as programs with merged buffers.

`memplan.collect.jax` shows what XLA allocates for a function; this module has memplan plan it. JAX is imported when a
function is called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memplan._arrays import with_signs
from memplan._lowering import MergedFunction, merge_lowered, missing
from memplan._rewrite import rewritten
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

    Sorting, scattering (the gradient of a gather) and Fourier transforms have no lowering to linalg: they become loops
    and products before JAX writes the program, with the same results up to the order of sums.

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

    if any(keys):
        # JAX writes constraints on the sharding of keys, in a dialect that is not lowered; their data has none.
        lowered = _lowered(of_data, tuple(data))
    else:
        lowered = _lowered(function, args)
    names = [leaf.dtype.name for leaf in jax.tree.leaves(lowered.out_info)]

    def flat(arguments: tuple[Any, ...]) -> list[Any]:
        leaves, given = jax.tree.flatten(arguments)
        if given != tree:
            message = f"the function was lowered for arguments like {tree}, and these are {given}"
            raise ArgumentError(message)
        return [jax.random.key_data(leaf) if _is_key(leaf) else leaf for leaf in leaves]

    def results(arrays: list[Any]) -> Any:
        return jax.tree.unflatten(lowered.out_tree, with_signs(arrays, names))

    name = getattr(function, "__name__", "function")
    return merge_lowered(lowered.as_text(), f"<jax {name}>", flat, results, lower_with, options)


def _lowered(function: Any, args: tuple[Any, ...]) -> Any:
    """A function in StableHLO, with loops and products where operations have no lowering to linalg."""
    import jax

    # Arguments that a function does not use are arguments of the program.
    traced = (function if hasattr(function, "trace") else jax.jit(function, keep_unused=True)).trace(*args)
    evaluated = rewritten(traced.jaxpr)
    if evaluated is None:
        return traced.lower()
    tree = jax.tree.structure(traced.out_info)
    infos = jax.tree.leaves(traced.args_info)
    donated = [number for number, info in enumerate(infos) if info.donated]
    shapes = [jax.ShapeDtypeStruct(aval.shape, aval.dtype) for aval in traced.jaxpr.in_avals]

    def of_leaves(*leaves: Any) -> Any:
        return jax.tree.unflatten(tree, evaluated(*leaves))

    # Names of operations begin with that of the function.
    of_leaves.__name__ = getattr(function, "__name__", "function")
    return jax.jit(of_leaves, keep_unused=True, donate_argnums=donated).lower(*shapes)


def _is_key(leaf: Any) -> bool:
    """Whether a leaf is an array of typed keys of random numbers."""
    import jax

    return bool(jax.dtypes.issubdtype(getattr(leaf, "dtype", float), jax.dtypes.prng_key))
