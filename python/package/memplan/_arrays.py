"""NumPy arrays as arguments and results of programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from memplan.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from memplan._memplan import Context

MAX_ELEMENTS = 1 << 24
"""How many elements all arguments of a run may have: the interpreter takes some 50 bytes for each."""

_FLOATS = {"f16": np.float16, "f32": np.float32, "tf32": np.float32, "f64": np.float64}
_COMPLEX = {"complex<f32>": np.complex64, "complex<f64>": np.complex128}
_SIGNED = {f"{prefix}{width}": f"int{width}" for prefix in ("i", "si") for width in (8, 16, 32, 64)}
_UNSIGNED = {f"ui{width}": f"uint{width}" for width in (8, 16, 32, 64)}
_WHOLE = {"i1": "bool", "index": "int64", **_SIGNED, **_UNSIGNED}


def run(
    context: Context,
    text: str,
    name: str,
    function: str | None,
    arguments: Sequence[Any],
    limits: tuple[int, int],
) -> list[NDArray[Any]]:
    """Runs a function by the reference interpreter. `limits` are steps and bytes."""
    takes, gives = context.signature(text, name, function)
    if len(arguments) != len(takes):
        message = f"the function takes {len(takes)} arguments, and there are {len(arguments)}"
        raise ArgumentError(message)
    columns = [_column(index, value, *taken) for index, (value, taken) in enumerate(zip(arguments, takes, strict=True))]
    if MAX_ELEMENTS < sum(column.size for _, _, column in columns):
        message = f"the arguments have more than {MAX_ELEMENTS} elements: the interpreter is for small ones"
        raise ArgumentError(message)
    results = context.run(text, name, function, columns, limits)
    return [_array(sizes, column, element) for (sizes, column), (element, _) in zip(results, gives, strict=True)]


def _dtype(element: str) -> Any:
    """The type of NumPy for an element type; `bf16` needs `ml_dtypes`, which JAX installs."""
    if element == "bf16":
        try:
            import ml_dtypes
        except ImportError:
            return np.dtype(np.float32)
        return np.dtype(ml_dtypes.bfloat16)
    known: Any = _FLOATS.get(element) or _COMPLEX.get(element) or _WHOLE.get(element)
    if known is None:
        message = f"NumPy has no type for elements of `{element}`"
        raise ArgumentError(message)
    return np.dtype(known)


def _column(
    index: int, value: Any, element: str, sizes: list[int] | None
) -> tuple[list[int] | None, bool, NDArray[Any]]:
    """An argument as the extension takes it: sizes, whether it is complex, and elements."""
    array = np.asarray(value)
    wanted = _dtype(element)
    if array.dtype != wanted:
        if array.dtype.kind in "iub" and wanted.kind in "iub":
            # Types of programs have no signs: bits count.
            fits = bool((array.astype(wanted).astype(array.dtype) == array).all())
        else:
            # `bfloat16` is of no kind that NumPy compares.
            given, taken = (np.dtype(np.float32) if dtype.kind == "V" else dtype for dtype in (array.dtype, wanted))
            fits = np.can_cast(given, taken, "same_kind")
        if not fits:
            message = f"argument {index} is of type {array.dtype}, and the function takes {wanted}"
            raise ArgumentError(message)
        array = array.astype(wanted)
    expected = tuple(sizes or ())
    agrees = len(expected) == array.ndim and all(
        wanted in (-1, size) for wanted, size in zip(expected, array.shape, strict=True)
    )
    if not agrees:
        shown = "x".join("?" if size == -1 else str(size) for size in expected) or "a scalar"
        message = f"argument {index} has the shape {array.shape}, and the function takes {shown}"
        raise ArgumentError(message)
    shape = None if sizes is None else list(array.shape)
    if wanted.kind == "c":
        return shape, True, array.astype(np.complex128).ravel().view(np.float64)
    if wanted.kind in "iub":
        flat = array.ravel()
        bits = flat if wanted.kind == "b" else flat.view(f"uint{8 * wanted.itemsize}")
        return shape, False, bits.astype(np.uint64)
    return shape, False, array.astype(np.float64).ravel()


def _array(sizes: list[int], column: NDArray[Any], element: str) -> NDArray[Any]:
    """A result as an array."""
    wanted = _dtype(element)
    if wanted.kind == "c":
        column = column.view(np.complex128)
    if wanted.kind in "iu":
        column = column.astype(f"uint{8 * wanted.itemsize}").view(wanted)
    return column.astype(wanted).reshape(sizes)


def with_signs(arrays: Sequence[NDArray[Any]], names: Sequence[str]) -> list[NDArray[Any]]:
    """Arrays of integers as unsigned ones where their types are named so: programs have no signs, frameworks have."""
    pairs = zip(arrays, names, strict=True)
    return [array.view(name) if name.startswith("uint") and array.dtype.kind == "i" else array for array, name in pairs]
