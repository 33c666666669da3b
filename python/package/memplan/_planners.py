"""Planners: which there are, and how a program adds one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from memplan._memplan import Context
from memplan.errors import ArgumentError

if TYPE_CHECKING:
    from typing import TypeVar

    P = TypeVar("P")

DEFAULT = Context()
"""The context of functions that take none."""


def chosen(context: Context | None) -> Context:
    """Returns the context of a call."""
    if context is None:
        return DEFAULT
    if not isinstance(context, Context):
        raise ArgumentError(f"`context` is {context!r}, expected a `Context`")
    return context


class PlannerInfo(NamedTuple):
    """What is known of a planner."""

    name: str
    """Its name in specifications."""
    aliases: list[str]
    """Other names for it."""
    kind: str
    """`heuristic`, `search`, `exact` or `external`."""
    summary: str
    """One sentence."""
    cost: str
    """Running time in the number of buffers."""
    source: str
    """Paper or program."""
    options: dict[str, tuple[str, str]]
    """Default and help of each option."""


def planners(context: Context | None = None) -> list[PlannerInfo]:
    """Returns all planners, registered ones last.

    >>> import memplan
    >>> [planner.name for planner in memplan.planners()][:3]
    ['chunk-hot', 'chunk-size-first', 'first-fit']
    """
    return [PlannerInfo(**row) for row in chosen(context).planners()]


def register(planner: P, *, context: Context | None = None) -> P:
    """Adds a planner that is written in Python; also a class decorator.

    A planner is an object, or a class without arguments, with a method `plan(trace, options)`. It returns an
    offset for each buffer, in their order, or a `Schedule`. Its name is the attribute `name`; without one, the name
    of the class in kebab-case. `options.alignment` must be honoured; `options.is_over` tells when to stop. Its
    schedules are checked like all others.

    >>> import memplan, numpy as np
    >>> @memplan.register
    ... class SideBySide:
    ...     '''Every buffer gets bytes of its own.'''
    ...     def plan(self, trace, options):
    ...         ends = np.cumsum(trace.size)
    ...         return ends - trace.size
    >>> memplan.plan(memplan.Trace.parse("a 0..2 8; b 2..4 8"), "side-by-side").peak
    16

    A planner with options has an attribute `options`, a dictionary from names to `(default, help)`, and a method
    `configure(**values)` that returns a planner; values are strings.
    """
    chosen(context).register(planner)
    return planner


def describe(
    planner: Any,
) -> tuple[str, list[str], str, str, str, list[tuple[str, str, str]]]:
    """Returns name, aliases, summary, cost, source and options, for the registry."""
    name = getattr(planner, "name", None) or _kebab(type(planner).__name__)
    if not all(c.isascii() and (c.isalnum() or c == "-") for c in name):
        message = f"`{name}` is no name of a planner: use letters, digits and `-`"
        raise ArgumentError(message)
    documentation = (type(planner).__doc__ or "").strip()
    summary = getattr(planner, "summary", None) or documentation.split("\n", 1)[0]
    options = getattr(planner, "options", {})
    return (
        name,
        list(getattr(planner, "aliases", [])),
        summary,
        getattr(planner, "cost", ""),
        getattr(planner, "source", ""),
        [(key, str(default), text) for key, (default, text) in options.items()],
    )


def _kebab(name: str) -> str:
    """Returns `SideBySide` as `side-by-side`."""
    words = "".join(f"-{c.lower()}" if c.isupper() else c for c in name)
    return words.lstrip("-").replace("_", "-")
