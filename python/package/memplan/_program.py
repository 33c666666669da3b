"""Programs in MLIR."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from memplan._planners import DEFAULT

if TYPE_CHECKING:
    from memplan._memplan import Context


class Merged(NamedTuple):
    """A program with merged buffers."""

    text: str
    """The program."""
    report: dict[str, Any]
    """The report of `memplan merge --format json`: figures in bytes, in sum and by scope, run-time peaks, and
    the buffers that stay as they are, with reasons."""
    warnings: list[str]
    """Warnings of the parser and of deallocation."""


def merge(
    text: str,
    planner: str | None = None,
    *,
    collector: str | None = None,
    mutator: str | None = None,
    optimize: str | None = None,
    deallocate: bool = True,
    seed: int = 0,
    threads: int = 1,
    time_limit: float | str | None = None,
    work_limit: int | None = None,
    name: str = "<string>",
    context: Context | None = None,
) -> Merged:
    """Merges the buffers of an MLIR program into one allocation for each scope, and inserts deallocations.

    >>> import memplan
    >>> program = '''func.func @main(%x: memref<256xf32>) {
    ...   %a = memref.alloc() : memref<256xf32>
    ...   memref.copy %x, %a : memref<256xf32> to memref<256xf32>
    ...   memref.copy %a, %x : memref<256xf32> to memref<256xf32>
    ...   %b = memref.alloc() : memref<256xf32>
    ...   memref.copy %x, %b : memref<256xf32> to memref<256xf32>
    ...   memref.copy %b, %x : memref<256xf32> to memref<256xf32>
    ...   return
    ... }'''
    >>> merged = memplan.merge(program)
    >>> merged.report["separate_bytes"], merged.report["peak_bytes"]
    (2048, 1024)
    >>> "memref<1024xi8>" in merged.text
    True

    Before that, passes lower the run-time peak (`optimize="memory"`, the default unless the collector has
    `compat=reference`); `optimize="none"` keeps operations and buffers as they are.

    Raises `InputError` with line and column if the program is wrong.
    """
    wanted = (None, seed, threads, time_limit, work_limit, None)
    plugins = (planner, collector, mutator)
    done = (context or DEFAULT).merge(text, name, *plugins, optimize, deallocate, wanted)
    return Merged(*done)


def opt(text: str, pipeline: str, *, name: str = "<string>", context: Context | None = None) -> str:
    """Runs a pipeline of passes over an MLIR program, in the syntax of mlir-opt.

    >>> import memplan
    >>> program = "func.func @f() { %a = memref.alloc() : memref<4xf32> return }"
    >>> print(memplan.opt(program, "builtin.module(canonicalize)"))
    module {
      func.func @f() {
        return
      }
    }
    <BLANKLINE>

    Raises `InputError` with line and column if the program is wrong, and `ArgumentError` for a wrong pipeline.
    """
    return (context or DEFAULT).opt(text, pipeline, name)
