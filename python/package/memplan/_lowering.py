"""From programs of front ends to linalg on tensors, by the pipelines of the command's `--lower-with`."""

from __future__ import annotations

import importlib.util
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memplan import _memplan
from memplan._program import Merged, merge
from memplan.errors import ArgumentError, InputError

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence

    from memplan._memplan import Context
    from memplan._options import MergeOptions

    class JobOptions(MergeOptions, total=False):
        """The keywords of `merge` but the name of the program."""

        planner: str | None
        generic: bool
        context: Context | None


_PACKAGES = {"iree-opt": ("iree-base-compiler", "iree.compiler"), "torch-mlir-opt": ("torch-mlir", "torch_mlir")}
"""Programs that are in Python packages: what installs them, and the module beside which they are."""


def lower(text: str | bytes, *, program: str | os.PathLike[str] | None = None, name: str = "<string>") -> str:
    """Lowers a program in StableHLO, TOSA, or torch or ONNX operations to linalg on tensors; returns others unchanged.

    `text` may be a portable artifact of StableHLO, which `jax.export` has as `mlir_module_serialized`. `program` is the
    path of `iree-opt`, `torch-mlir-opt` or `mlir-opt`; by default, one that is installed.

    >>> import memplan
    >>> memplan.lower("func.func @f() { return }")
    'func.func @f() { return }'

    Raises `InputError`: `missing-program` if none is installed, and `lowering` with the operation that it refuses.
    """
    names = _memplan.lowerers(text)
    if not names:
        if isinstance(text, str):
            return text
        raise ArgumentError("`text` is no portable artifact of StableHLO; pass other programs as text")
    path = program or next((path for path in map(_found, names) if path), None)
    if path is None:
        known = " or ".join(f"`{name}`" for name in names)
        raise missing(f"{known} lowers this program, and is not installed", _PACKAGES.get(names[-1], names)[0])
    return _memplan.lower(str(path), text, name)


def missing(what: str, *packages: str) -> InputError:
    """Returns the error that packages are not installed."""
    error = InputError(what)
    error.code = "missing-program"
    error.help = f"pip install {' '.join(packages)}"
    return error


def has_module(name: str) -> bool:
    """Whether a module is installed, without importing it."""
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _found(name: str) -> str | None:
    """The path of a program: inside of its package, or in `PATH`."""
    _, module = _PACKAGES.get(name, ("", ""))
    spec = importlib.util.find_spec(module) if module and has_module(module) else None
    for folder in (spec and spec.submodule_search_locations) or ():
        path = shutil.which(name, path=str(Path(folder) / "_mlir_libs"))
        if path:
            return path
    return shutil.which(name)


@dataclass(frozen=True, repr=False, eq=False)
class MergedFunction(Merged):
    """A function of a framework as a program with merged buffers."""

    lowered: str
    """The program on tensors, before its buffers were merged."""
    _flat: Callable[[tuple[Any, ...]], Sequence[Any]]
    _results: Callable[[list[Any]], Any]

    def run(self, *arguments: Any, function: str | None = None, **limits: int) -> Any:
        """Runs the merged program on arguments as the function takes them, and returns what the function returns.

        Arrays of the result are those of NumPy. See `Merged.run` for limits.
        """
        return self._results(super().run(*self._flat(arguments), function=function, **limits))


def merge_lowered(
    text: str,
    name: str,
    flat: Callable[[tuple[Any, ...]], Sequence[Any]],
    results: Callable[[list[Any]], Any],
    lower_with: str | os.PathLike[str] | None,
    options: JobOptions,
) -> MergedFunction:
    """Lowers and merges a program. `lower_with` is the path of the program that lowers it."""
    lowered = lower(text, program=lower_with, name=name)
    merged = merge(lowered, name=name, **options)
    return MergedFunction(merged.text, merged.report, merged.warnings, merged._job, lowered, flat, results)
