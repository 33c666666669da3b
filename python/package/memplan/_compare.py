"""Comparing planners."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memplan._files import traces_of
from memplan._planning import plan
from memplan.errors import ArgumentError, InvalidScheduleError, PlanError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pandas

    from memplan._memplan import Context, Schedule, Trace

COMPARED = ("auto", "best-fit", "greedy-by-size", "tflite-arena", "iree", "xla")
"""The planners that `compare` takes by default, as `memplan plan --compare` does."""


class Row(NamedTuple):
    """One planner on one trace."""

    trace: Trace
    """The trace."""
    planner: str
    """The specification, or `as placed (TOOL)` for the schedule of the tool that the trace comes from."""
    schedule: Schedule | None
    """The schedule, if there is one."""
    lower_bound: int
    """The best bound that any of the schedules of the trace proves, in bytes."""
    error: str | None
    """Why there is no schedule."""

    @property
    def peak(self) -> int | None:
        """The size of the arena in bytes."""
        return self.schedule.peak if self.schedule else None

    @property
    def fragmentation(self) -> float | None:
        """`(peak - lower_bound) / lower_bound`."""
        if self.schedule is None:
            return None
        excess = self.schedule.peak - self.lower_bound
        return excess / self.lower_bound if self.lower_bound else 0.0


class Comparison:
    """The results of `compare`: a table as text, in notebooks an interactive page with every schedule."""

    def __init__(self, rows: Sequence[Row]) -> None:
        """Takes rows in display order."""
        self.rows = list(rows)

    @property
    def best(self) -> Row:
        """The row with the lowest peak; of equals the first."""
        return min((row for row in self.rows if row.schedule), key=lambda row: row.peak or 0)

    def to_pandas(self) -> pandas.DataFrame:
        """Returns a table with one row for each planner and trace."""
        from memplan._tables import comparison_to_pandas

        return comparison_to_pandas(self)

    def to_html(self, title: str = "memplan") -> str:
        """Returns a self-contained interactive page with every schedule."""
        from memplan._memplan import page

        shown = [row for row in self.rows if row.schedule]
        return page(title, [row.schedule for row in shown if row.schedule], [row.planner for row in shown])

    def __repr__(self) -> str:
        """Returns the table as text."""
        from memplan._tables import comparison_text

        return comparison_text(self)

    def _repr_html_(self) -> str:
        from memplan._tables import framed

        return framed(self.to_html())


def compare(
    traces: Trace | Iterable[Trace],
    planners: Sequence[str] = COMPARED,
    *,
    alignment: int | None = None,
    seed: int = 0,
    threads: int = 1,
    time_limit: float | str | None = None,
    work_limit: int | None = None,
    progress: bool = False,
    context: Context | None = None,
) -> Comparison:
    """Plans traces with several planners, beside the schedule of the tool that a trace comes from.

    All are judged against the best lower bound that one of them proves. A planner that fails gets a row with the
    reason. `progress=True` shows a bar with tqdm.

    >>> import memplan
    >>> trace = memplan.Trace.parse("a 0..4 32; b 2..6 16; c 4..9 40")
    >>> memplan.compare(trace, ["exact", "greedy-by-size"])
    planner         peak  bound  excess
    exact             56     56   0.00%  optimal
    greedy-by-size    56     56   0.00%  optimal
    """
    every = traces_of(traces)
    names = planners if isinstance(planners, (list, tuple)) else []
    if not names or not all(isinstance(planner, str) for planner in names):
        raise ArgumentError(f"`planners` is {planners!r}, expected a list of names")
    jobs = [(trace, planner) for trace in every for planner in planners]
    if progress:
        from tqdm.auto import tqdm

        jobs = tqdm(jobs, desc="planning")
    found: dict[int, list[tuple[str, Schedule | None, str | None]]] = {id(trace): [] for trace in every}
    for trace, planner in jobs:
        schedule, error = None, None
        try:
            schedule = plan(
                trace,
                planner,
                alignment=alignment,
                seed=seed,
                threads=threads,
                time_limit=time_limit,
                work_limit=work_limit,
                context=context,
            )
        except (InvalidScheduleError, PlanError) as failure:
            error = str(failure)
        found[id(trace)].append((planner, schedule, error))
    rows = []
    for trace in every:
        results = found[id(trace)]
        if placed := trace.placed:
            results.append((f"as placed ({placed.planner})", placed, None))
        bounds = [schedule.lower_bound for _, schedule, _ in results if schedule]
        bound = max(bounds, default=trace.max_load)
        rows += [Row(trace, planner, schedule, bound, error) for planner, schedule, error in results]
    return Comparison(rows)
