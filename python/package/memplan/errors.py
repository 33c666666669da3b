"""The exceptions of memplan.

>>> import memplan
>>> try:
...     memplan.opt("func.func @f() {\\n  %a = \\n}", "builtin.module(cse)", name="model.mlir")
... except memplan.InputError as error:
...     print(error.file, error.line)
model.mlir 2
"""

from __future__ import annotations


class MemplanError(Exception):
    """The class of all exceptions of memplan."""

    code: str = ""
    """A stable word for the kind of error."""
    help: str | None = None
    """What to do about it."""
    file: str | None = None
    """The file at fault."""
    line: int | None = None
    """The line in it, from 1."""
    column: int | None = None
    """The column, from 1, in bytes."""
    byte: int | None = None
    """The position in a binary file, from 0."""
    violations: list[str]
    """What the checker found, in sentences."""

    def __init__(self, *args: object) -> None:
        """Takes the message."""
        super().__init__(*args)
        self.violations = []

    def __str__(self) -> str:
        """Returns the message, and the help on a line of its own."""
        message = super().__str__()
        return f"{message}\nhelp: {self.help}" if self.help else message


class ArgumentError(MemplanError, ValueError):
    """An argument is wrong: an unknown planner or option, a value out of range."""

    code = "bad-value"


class InputError(MemplanError, ValueError):
    """A file, a program or a trace is wrong; `file`, `line`, `column` and `byte` tell where."""


class PlanError(MemplanError):
    """A planner has no schedule. The exception of a planner in Python is its `__cause__`."""


class CapacityError(PlanError):
    """Every schedule that was found exceeds the capacity of the trace."""


class StoppedError(PlanError):
    """A limit was reached before there was any schedule."""


class InvalidScheduleError(MemplanError):
    """The checker rejects a schedule; `violations` has the reasons."""


class RunError(MemplanError):
    """A program is faulty at run time, or reaches a limit; `line` and `column` are those of the merged program."""
