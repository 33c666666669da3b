"""Tables and pictures of traces and schedules."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

import numpy as np

from memplan._memplan import Trace, page
from memplan._planning import plan
from memplan.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas

    from memplan._compare import Comparison
    from memplan._memplan import Schedule


def trace_to_pandas(trace: Trace) -> pandas.DataFrame:
    """Returns the buffers, indexed by name."""
    import pandas

    columns = {"begin": trace.begin, "end": trace.end, "size": trace.size, "align": trace.align}
    pinned = trace.pinned
    if (0 <= pinned).any():
        columns["pinned"] = pinned
    index = pandas.Index(trace.names, name="name")
    return pandas.DataFrame(columns, index=index, copy=False)


def trace_from_pandas(table: pandas.DataFrame) -> Trace:
    """Returns the trace of a table with columns `begin`, `end` and `size`, and names in the index."""
    if not hasattr(table, "columns"):
        raise ArgumentError(f"`table` is {table!r}, expected a `DataFrame`")
    missing = [column for column in ("begin", "end", "size") if column not in table.columns]
    if missing:
        columns = ", ".join(f"`{column}`" for column in missing)
        message = f"the table has no column {columns}: a trace needs `begin`, `end` and `size`"
        raise ArgumentError(message)
    optional = {column: table[column].to_numpy() for column in ("align", "pinned") if column in table.columns}
    names = table["name"] if "name" in table.columns else table.index
    return Trace.from_arrays(
        table["begin"].to_numpy(),
        table["end"].to_numpy(),
        table["size"].to_numpy(),
        names=[str(name) for name in names],
        **optional,
    )


def schedule_to_pandas(schedule: Schedule) -> pandas.DataFrame:
    """Returns the buffers with their offsets, indexed by name."""
    table = trace_to_pandas(schedule.trace)
    table.insert(0, "offset", np.asarray(schedule.offsets))
    if schedule.pools is not None:
        table.insert(0, "pool", schedule.pools)
    return table


def comparison_to_pandas(comparison: Comparison) -> pandas.DataFrame:
    """Returns one row for each planner and trace."""
    import pandas

    return pandas.DataFrame(
        {
            "scope": row.trace.scope,
            "buffers": len(row.trace),
            "planner": row.planner,
            "peak": row.peak,
            "lower_bound": row.lower_bound,
            "fragmentation": row.fragmentation,
            "optimal": row.peak == row.lower_bound,
            "elapsed": row.schedule.elapsed if row.schedule else None,
            "error": row.error,
        }
        for row in comparison.rows
    )


def comparison_text(comparison: Comparison) -> str:
    """Returns the table as text; scopes have a line of their own where there are several."""
    rows = comparison.rows
    scopes = {id(row.trace): row.trace for row in rows}
    width = max([len("planner"), *(len(row.planner) for row in rows)])
    digits = max([6, *(len(str(row.peak)) for row in rows)])
    lines = [f"{'planner':{width}}  {'peak':>{digits - 2}}  {'bound':>{digits - 1}}  excess"]
    shown = None
    for row in rows:
        if 1 < len(scopes) and row.trace is not shown:
            shown = row.trace
            lines.append(repr(shown))
        if row.fragmentation is None:
            first = (row.error or "").partition("\n")[0]
            lines.append(f"{row.planner:{width}}  {first}")
            continue
        verdict = "  optimal" if row.peak == row.lower_bound else ""
        figures = f"{row.peak:>{digits - 2}}  {row.lower_bound:>{digits - 1}}  {row.fragmentation:>6.2%}"
        lines.append(f"{row.planner:{width}}  {figures}{verdict}")
    return "\n".join(lines)


def trace_html(trace: Trace) -> str:
    """Returns the trace as a page with a quick schedule, in a frame."""
    return framed(page(trace.scope or "trace", [plan(trace, "auto{effort=quick}")]))


def schedules_html(schedules: Sequence[Schedule]) -> str:
    """Returns schedules as an interactive page in a frame."""
    first = schedules[0].trace.scope or "schedule"
    return framed(page(first, list(schedules)))


def framed(document: str) -> str:
    """Returns a page in a frame of its own, for notebooks."""
    source = html.escape(document, quote=True)
    style = "width: 100%; height: 640px; border: 1px solid #ccc"
    return f'<iframe srcdoc="{source}" style="{style}" sandbox="allow-scripts allow-downloads"></iframe>'
