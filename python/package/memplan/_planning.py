"""Planning and checking one trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memplan._limits import listener
from memplan._memplan import Schedule, Trace
from memplan._planners import chosen
from memplan.errors import ArgumentError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from memplan._limits import Progress
    from memplan._memplan import Context


def plan(
    trace: Trace,
    planner: str = "auto",
    *,
    alignment: int | None = None,
    seed: int = 0,
    threads: int = 1,
    time_limit: float | str | None = None,
    work_limit: int | None = None,
    progress: Progress = None,
    context: Context | None = None,
) -> Schedule:
    """Plans a trace and checks the schedule.

    `planner` is a specification such as `"best-fit"` or `"exact{work=1000000}"`; `planners` lists them. A schedule
    depends on trace, planner, `seed` and `work_limit` only; `time_limit` (seconds, or text such as `"500ms"`) stops
    a planner with the best schedule so far, and `threads` never changes the result. The interpreter lock is released
    while a planner runs, and Ctrl-C stops it. `progress` is called with peak, bound and work at every improvement;
    `True` shows them with tqdm.

    >>> import memplan
    >>> trace = memplan.Trace.from_arrays(begin=[0, 1, 2], end=[2, 3, 4], size=[64, 32, 64])
    >>> schedule = memplan.plan(trace, "greedy-by-size", alignment=32)
    >>> schedule.peak, schedule.offsets.tolist()
    (96, [0, 64, 0])

    Raises `PlanError`, `CapacityError` or `StoppedError` if there is no schedule, and `ArgumentError` for an unknown
    planner or option.
    """
    context = chosen(context)
    if not progress:
        return context.plan(trace, planner, (alignment, seed, threads, time_limit, work_limit, None))
    with listener(progress, planner) as function:
        return context.plan(trace, planner, (alignment, seed, threads, time_limit, work_limit, function))


def check(trace: Trace, offsets: Schedule | ArrayLike, *, alignment: int = 1) -> None:
    """Raises `InvalidScheduleError` unless the offsets, or those of a schedule, are valid for a trace.

    >>> import memplan
    >>> trace = memplan.Trace.parse("a 0..2 8; b 1..3 8")
    >>> memplan.check(trace, [0, 8])
    >>> memplan.check(trace, [0, 4])
    Traceback (most recent call last):
    memplan.errors.InvalidScheduleError: the schedule of `user` is not valid
      `a` and `b` share the bytes 4..8 at tick 1
    """
    if not isinstance(trace, Trace):
        raise ArgumentError(f"`trace` is {trace!r}, expected a `Trace`")
    schedule = trace.schedule(offsets.offsets if isinstance(offsets, Schedule) else offsets)
    schedule.check(alignment)
