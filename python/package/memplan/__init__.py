"""Static memory planning: every buffer gets an offset in one arena, and no two that are live at once overlap.

A `Trace` holds the buffers of one allocation scope: sizes and lifetimes. A `Schedule` holds an offset for each
of them. Every schedule is checked by a checker that shares no code with the planners.

>>> import memplan
>>> trace = memplan.Trace.parse("weights 0..9 4096; a 0..2 1024; b 2..4 1024")
>>> schedule = memplan.plan(trace)
>>> schedule
<Schedule of `auto`: peak 5120 bytes, optimal>
>>> schedule.offsets.tolist()
[0, 4096, 4096]

`read` takes traces from files of memplan, XLA, PyTorch, TensorFlow Lite and others, and from MLIR programs;
`memplan.collect` takes them from live JAX functions, ONNX models and exported PyTorch programs.
`compare` sets planners beside one another and beside the tool that a trace comes from. `register` adds a planner
that is written in Python. `memplan.ray` plans many traces on a Ray cluster.

`merge` rewrites an MLIR program so that its buffers share memory. `memplan.jax`, `memplan.torch` and `memplan.onnx` do
so for functions, modules and models, and run the result on arrays. `memplan.executorch` plans the memory of what
ExecuTorch exports.
"""

from typing import TYPE_CHECKING

from memplan._compare import Comparison, Row, compare
from memplan._files import read, read_plan, write
from memplan._lowering import lower
from memplan._memplan import Context, Options, Schedule, Trace, __version__
from memplan._options import MergeOptions
from memplan._planners import PlannerInfo, planners, register
from memplan._planning import check, plan
from memplan._program import Merged, merge, opt
from memplan.errors import (
    ArgumentError,
    CapacityError,
    InputError,
    InvalidScheduleError,
    MemplanError,
    PlanError,
    RunError,
    StoppedError,
)

if TYPE_CHECKING:
    from memplan import collect as collect
    from memplan import executorch as executorch
    from memplan import jax as jax
    from memplan import onnx as onnx
    from memplan import ray as ray
    from memplan import torch as torch

__all__ = [
    "ArgumentError",
    "CapacityError",
    "Comparison",
    "Context",
    "InputError",
    "InvalidScheduleError",
    "MemplanError",
    "MergeOptions",
    "Merged",
    "Options",
    "PlanError",
    "PlannerInfo",
    "Row",
    "RunError",
    "Schedule",
    "StoppedError",
    "Trace",
    "__version__",
    "check",
    "compare",
    "lower",
    "merge",
    "opt",
    "plan",
    "planners",
    "read",
    "read_plan",
    "register",
    "write",
]


_IMPORTED_WHEN_USED = ("collect", "executorch", "jax", "onnx", "ray", "torch")


def __dir__() -> list[str]:
    """Names modules before they are imported, too."""
    return sorted({*globals(), *_IMPORTED_WHEN_USED})


def __getattr__(name: str) -> object:
    """Imports modules when they are used."""
    if name in _IMPORTED_WHEN_USED:
        import importlib

        return importlib.import_module(f"memplan.{name}")
    message = f"module `memplan` has no attribute `{name}`"
    raise AttributeError(message)
