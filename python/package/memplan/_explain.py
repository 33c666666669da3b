"""What is live at the peak of a program with merged buffers."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memplan._memplan import Schedule

_MAX_TEXT = 72
"""How much of a line of the program the table shows."""


class Live(NamedTuple):
    """A buffer that is live at the peak."""

    name: str
    """Its name in the trace."""
    bytes: int
    """Its size."""
    offset: int
    """Its first byte in the merged allocation."""
    begin: int
    """The first tick of its lifetime."""
    end: int
    """The first tick after it."""
    operation: str
    """The operation that first uses it."""
    line: int
    """The line of its allocation in the program that was merged, from 1; 0 if no line allocates it."""
    text: str
    """That line."""


@dataclass(frozen=True, repr=False, eq=False)
class Explanation:
    """The buffers that are live where most bytes of the largest merged allocation are: a table and a picture."""

    schedule: Schedule | None
    """The schedule of the scope with the largest merged allocation; `None` if no buffers are merged."""
    tick: int
    """The first tick with the most live bytes."""
    rows: list[Live]
    """The buffers that are live then, the largest first."""
    n_separate: int
    """Buffers with allocations of their own, which `report["skipped"]` of the merged program lists."""

    @property
    def bytes(self) -> int:
        """The bytes that are live then; no schedule of the scope has a lower peak."""
        return sum(row.bytes for row in self.rows)

    def svg(self) -> str:
        """Returns a picture of the schedule, offset against tick; empty without one."""
        return self.schedule.svg() if self.schedule else ""

    def __repr__(self) -> str:
        """Returns the table as text."""
        table = [("bytes", "live", "operation", "line", "program"), *map(_cells, self.rows)]
        widths = [max(len(row[column]) for row in table) for column in range(4)]
        lines = [self._title()]
        for size, live, operation, line, text in table if self.rows else ():
            cells = f"{size:>{widths[0]}}  {live:<{widths[1]}}  {operation:<{widths[2]}}  {line:>{widths[3]}}  {text}"
            lines.append(cells.rstrip())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        head = "<tr><th>bytes<th>live<th>operation<th>line<th>program</tr>"
        rows = ("".join(f"<td>{html.escape(cell)}" for cell in _cells(row)) for row in self.rows)
        table = f"<table>{head}{''.join(f'<tr>{row}</tr>' for row in rows)}</table>" if self.rows else ""
        return f"<p>{html.escape(self._title())}</p>{table}{self.svg()}"

    def _title(self) -> str:
        count = f"{self.n_separate} buffer{'s have' if self.n_separate != 1 else ' has'}"
        separate = f"; {count} allocations of their own" if self.n_separate else ""
        if self.schedule is None:
            return f"no buffers are merged{separate}"
        scope, peak = self.schedule.trace.scope, self.schedule.peak
        return f"{self.bytes} of {peak} bytes of `{scope}` are live at tick {self.tick}{separate}"


def _cells(row: Live) -> tuple[str, str, str, str, str]:
    text = row.text if len(row.text) <= _MAX_TEXT else f"{row.text[:_MAX_TEXT]}.."
    return f"{row.bytes:,}", f"{row.begin}..{row.end}", row.operation, str(row.line or ""), text


def explain(schedules: Sequence[Schedule], program: str, n_separate: int) -> Explanation:
    """Explains the largest of the schedules by which a program is merged."""
    schedule = max(schedules, key=lambda schedule: schedule.peak, default=None)
    if schedule is None:
        return Explanation(None, 0, [], n_separate)
    trace, lines = schedule.trace, program.splitlines()
    ticks, loads = trace.load()
    tick = int(ticks[loads.argmax()])
    origins = schedule.origins or [("", 0)] * len(trace)
    rows = []
    for number in ((trace.begin <= tick) & (tick < trace.end)).nonzero()[0].tolist():
        operation, line = origins[number]
        text = lines[line - 1].split(" loc(")[0].strip() if 0 < line <= len(lines) else ""
        begin, end = int(trace.begin[number]), int(trace.end[number])
        size, offset = int(trace.size[number]), int(schedule.offsets[number])
        if size and not any(first <= tick < last for first, last in trace.gaps[number]):
            rows.append(Live(trace.names[number], size, offset, begin, end, operation, line, text))
    return Explanation(schedule, tick, sorted(rows, key=lambda row: -row.bytes), n_separate)
