"""Buffers of values that nodes compute in order: shared by the collectors of graphs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memplan._memplan import Trace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(eq=False)
class Value:
    """A value, or several that must share their bytes."""

    name: str
    size: int | None
    pieces: list[list[int]]
    """Ticks at which each part is live, half-open."""
    is_fixed: bool = False
    """Whether no later value may take over its bytes: inputs and outputs of a graph."""

    @property
    def begin(self) -> int:
        """The first tick."""
        return min(begin for begin, _ in self.pieces)

    @property
    def end(self) -> int:
        """The first tick after the last one."""
        return max(end for _, end in self.pieces)

    def live_until(self, end: int) -> None:
        """Extends the part that was added last."""
        self.pieces[-1][1] = max(self.pieces[-1][1], end)

    def gaps(self) -> list[tuple[int, int]]:
        """Returns the ticks between begin and end at which no part is live."""
        found: list[tuple[int, int]] = []
        at = self.begin
        for begin, end in sorted(self.pieces):
            if at < begin:
                found.append((at, begin))
            at = max(at, end)
        return found


@dataclass
class Values:
    """All values of a graph, in the order in which they are computed."""

    order: list[Value] = field(default_factory=list)
    hints: list[tuple[Value, Value]] = field(default_factory=list)
    """Pairs: the first may take over the bytes of the second."""

    def add(self, name: str, size: int | None, begin: int, end: int) -> Value:
        """Adds a value."""
        value = Value(name, size, [[begin, end]])
        self.order.append(value)
        return value

    def merge(self, value: Value, other: Value) -> None:
        """Puts a value into the buffer of another one."""
        if value is other:
            return
        other.pieces += value.pieces
        sizes = [size for size in (value.size, other.size) if size is not None]
        other.size = max(sizes) if len(sizes) == 2 else None
        other.is_fixed |= value.is_fixed
        self.order.remove(value)

    def may_replace(self, value: Value, inputs: Iterable[Value], tick: int) -> None:
        """Notes which inputs a value may replace, once all lifetimes are known: see `trace`."""
        self.hints += [(value, other) for other in inputs]

    def trace(self, scope: str, alignment: int, remarks: Sequence[str] = ()) -> Trace:
        """Returns the trace. Values of unknown size are left out."""
        known = [value for value in self.order if value.size is not None]
        known.sort(key=lambda value: value.begin)
        number = {value: index for index, value in enumerate(known)}
        pairs: dict[tuple[int, int], None] = {}
        for value, other in self.hints:
            if value is other or value not in number or other not in number or other.is_fixed:
                continue
            if value.size == other.size and other.end == value.begin + 1 and not other.gaps():
                pairs[number[value], number[other]] = None
        return Trace.from_arrays(
            [value.begin for value in known],
            [value.end for value in known],
            [value.size or 0 for value in known],
            align=[alignment] * len(known),
            names=[value.name for value in known],
            gaps=[value.gaps() for value in known],
            in_place=list(pairs),
            scope=scope,
            remarks=remarks,
        )
