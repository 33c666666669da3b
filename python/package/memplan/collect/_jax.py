"""JAX: what XLA writes when it compiles a function."""

from __future__ import annotations

import contextlib
import tempfile
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memplan._files import read
from memplan.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memplan._memplan import Trace


def collect(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], reader: str) -> list[Trace]:
    """Compiles a function, and reads the dump."""
    import jax

    if hasattr(function, "compile"):
        lowered = function
    elif not callable(function):
        raise ArgumentError(f"`function` is {function!r}, expected a function of JAX")
    else:
        jitted = function if hasattr(function, "lower") else jax.jit(function)
        lowered = jitted.lower(*args, **kwargs)
    with tempfile.TemporaryDirectory(prefix="memplan-jax-") as folder, _no_cache():
        lowered.compile(compiler_options={"xla_dump_to": folder, "xla_dump_hlo_as_proto": True})
        dumps = sorted(Path(folder).glob("*after_optimizations.hlo.pb"))
        if not dumps:
            error = InputError("XLA wrote no dump: is this version of JAX older than 0.4.30?")
            error.code = "missing-file"
            raise error
        traces = [trace for dump in dumps for trace in read(dump, name=dump.name, reader=reader)]
    if not traces:
        # For the caller of `memplan.collect.jax`.
        warnings.warn("XLA allocates no temporary memory for this function: there is no trace", stacklevel=3)
    return traces


@contextlib.contextmanager
def _no_cache() -> Iterator[None]:
    """Compiles instead of loading from the compilation cache, whose dumps have no buffer assignment."""
    import jax
    from jax.experimental.compilation_cache import compilation_cache

    before = jax.config.jax_enable_compilation_cache
    jax.config.update("jax_enable_compilation_cache", False)
    # The flag by itself is latched.
    compilation_cache.reset_cache()
    try:
        yield
    finally:
        jax.config.update("jax_enable_compilation_cache", before)
        compilation_cache.reset_cache()
