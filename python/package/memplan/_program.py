"""Programs in MLIR."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memplan._planners import chosen
from memplan.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from typing_extensions import Unpack

    from memplan._explain import Explanation
    from memplan._memplan import Context, Schedule
    from memplan._options import MergeOptions
    from memplan.report import HeapBounds, Report, RunTimePeak


@dataclass(frozen=True)
class _Job:
    """What `merge` was called with, to plan again for pictures."""

    context: Context
    text: str
    name: str
    options: dict[str, object]


class Page(str):
    """An interactive page in HTML; notebooks display it."""

    def __repr__(self) -> str:
        """Returns the size: the page is for browsers."""
        return f"<Page: {len(self)} characters>"

    def _repr_html_(self) -> str:
        from memplan._tables import framed

        return framed(self)


@dataclass(frozen=True, repr=False, eq=False)
class Merged:
    """A program with merged buffers."""

    text: str
    """The program."""
    report: Report
    """The report of `memplan merge --format json`: figures in bytes, in sum and by scope, run-time peaks, and
    the buffers that stay as they are, with reasons. `memplan.report` has its types."""
    warnings: list[str]
    """Warnings of the parser and of deallocation."""
    _job: _Job

    def schedules(self) -> list[Schedule]:
        """Plans again, and returns the schedule of each scope with merged buffers, before callees give buffers."""
        job = self._job
        return job.context.schedules(job.text, job.name, job.options)

    def explain(self) -> Explanation:
        """Returns what is live at the peak of the largest merged allocation: a table; in notebooks, with a picture."""
        from memplan._explain import explain

        return explain(self.schedules(), self._job.text, self.report["n_skipped"])

    def show(self) -> Page:
        """Returns the interactive page of the schedules; notebooks display it, and `write_text` saves it."""
        from memplan._memplan import page

        return Page(page(self._job.name, self.schedules()))

    def _repr_html_(self) -> str:
        return self.show()._repr_html_()

    @property
    def peak(self) -> int | None:
        """The most bytes that any run of a public function holds on the heap at once, `None` without a bound."""
        return _most(self.report.get("run_time_peaks", []))

    def peak_at(self, **dims: int) -> int | None:
        """As `peak`, of a program with dynamic sizes, where these dimensions have these values: `peak_at(b=4, s=100)`.

        A dimension is called as its range says, or by the numbers of its argument and its place: `arg0.1`, which
        `peak_at(**{"arg0.1": 100})` gives. Raises `ArgumentError` if one has no value.
        """
        peaks = self.report.get("run_time_peaks", [])
        return _largest(
            [_at(peak["most_terms"], dims) if "most_terms" in peak else peak["most_bytes"] for peak in peaks]
        )

    @property
    def given(self) -> int | None:
        """As `peak`, of the given program with each buffer freed separately."""
        if steps := self.report.get("memory_steps"):
            return _most(steps[0]["peaks"])
        return _most([peak.get("separate", peak) for peak in self.report.get("run_time_peaks", [])])

    @property
    def bound(self) -> int:
        """The bytes below which no merged allocations of the program's buffers can be, in sum over all scopes."""
        return self.report["lower_bound_bytes"]

    def __repr__(self) -> str:
        """Returns the figures."""
        before, after = self.report["separate_bytes"], self.report["peak_bytes"]
        peak = "no bound on its peak" if self.peak is None else f"peak {self.peak} bytes"
        given = "" if self.given is None else f", {self.given} as given"
        return f"<Merged: {peak}{given}; {before} bytes of buffers in {after}>"

    def run(
        self,
        *arguments: Any,
        function: str | None = None,
        max_steps: int = 100_000_000,
        max_bytes: int = 1 << 30,
    ) -> list[NDArray[Any]]:
        """Runs a function of the merged program by the reference interpreter, and returns its results as arrays.

        It tracks every allocation, and is for small programs: `max_steps` limits its time, `max_bytes` the buffers that
        are live at once. `function` is needed if there are several public ones. Arguments are arrays and numbers.
        `bf16` are those of `ml_dtypes` if it is installed, otherwise `float32`.

        >>> import memplan
        >>> program = '''func.func @twice(%x: tensor<3xi32>) -> tensor<3xi32> {
        ...   %y = arith.addi %x, %x : tensor<3xi32>
        ...   return %y : tensor<3xi32>
        ... }'''
        >>> merged = memplan.merge(program)
        >>> [result.tolist() for result in merged.run([1, 2, 3])]
        [[2, 4, 6]]

        Raises `ArgumentError` for arguments that the function does not take, and `RunError` for faults of the program
        and at limits.
        """
        from memplan._arrays import run

        job = self._job
        return run(job.context, self.text, job.name, function, arguments, (max_steps, max_bytes))


def _at(terms: list[str], dims: dict[str, int]) -> int:
    """The maximum of polynomials, each as `4*b*s - 3`."""

    def factor(text: str) -> int:
        sign, name = (-1, text[1:]) if text.startswith("-") else (1, text)
        if name.isdecimal():
            return sign * int(name)
        if name not in dims:
            raise ArgumentError(f"`{name}` has no value; pass `{name}=`")
        return sign * dims[name]

    def value(term: str) -> int:
        products = term.replace(" - ", " + -").split(" + ")
        return sum(math.prod(map(factor, product.split("*"))) for product in products)

    return max(map(value, terms))


def _most(peaks: Sequence[RunTimePeak | HeapBounds]) -> int | None:
    return _largest([peak["most_bytes"] for peak in peaks])


def _largest(most: Sequence[int | None]) -> int | None:
    bounded = [bytes for bytes in most if bytes is not None]
    return max(bounded, default=0) if len(bounded) == len(most) else None


def merge(
    text: str,
    planner: str | None = None,
    *,
    generic: bool = False,
    name: str = "<string>",
    context: Context | None = None,
    **options: Unpack[MergeOptions],
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
    >>> merged
    <Merged: peak 1024 bytes, 1024 as given; 2048 bytes of buffers in 1024>
    >>> "memref<1024xi8>" in merged.text
    True

    Before that, passes lower the run-time peak. `options` are those of the command, in `MergeOptions`: `fit="48MiB"`,
    `blocks="auto"`, `donate="auto"`, `pools="l1=512KiB,dram"`, `time_limit=2.0` and more. Those that are `None` keep
    their defaults. `run` returns donated results, too. `CapacityError` says what is missing to fit.

    `generic` prints the program in generic form, which all versions of MLIR read.

    Raises `InputError` with line and column if the program is wrong.
    """
    job = _Job(chosen(context), text, name, {"planner": planner, **options})
    return Merged(*job.context.merge(text, name, job.options, generic), job)


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
    return chosen(context).opt(text, pipeline, name)
