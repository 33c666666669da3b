"""The report of `merge` as types, written by `driver/tests/report_types.rs` from the schema of the library.

Sizes are in bytes. A key that is `NotRequired` is absent where there is nothing to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class Blocks(TypedDict):
    """A chain of operations that is computed in blocks."""

    block: int
    """Points of each block but the last."""
    bytes_before: int
    function: str
    is_dynamic: NotRequired[bool]
    """Whether these numbers are those at `memory_shape`; then the rest is in blocks of one point."""
    load_after: int
    load_before: int
    n_blocks: int
    operations: int
    remainder: int
    """Points of the last block, if it is smaller."""
    traffic_percent: float
    work_percent: float


class Bufferized(TypedDict):
    """How a program on tensors became a program on buffers."""

    n_copies: int
    """How many of the additional buffers are copies."""
    n_in_place: int
    """Tensor operands whose buffers are used in place."""
    n_out_of_place: int
    """Tensor operands that have a buffer of their own."""
    new_buffers: list[NewBuffer]
    """The additional buffers, in the order of the program within each function."""


class Corner(TypedDict):
    """The peak at one shape."""

    peak_bytes: int
    values: dict[str, int]


class DonatedArgument(TypedDict):
    """An argument that holds a result."""

    argument: int
    bytes: NotRequired[int]
    """Absent where it is known at run time only."""
    copies: int
    culprit: NotRequired[PlacedOp]
    """The operation that is the reason."""
    function: str
    reason: NotRequired[str]
    """Why there is a copy."""
    result: int


class FixedBuffer(TypedDict):
    """A buffer that stays where it is."""

    buffer: str
    """Its name."""
    column: int
    """In bytes, from 1."""
    file: str
    line: int
    """From 1."""
    reason: str
    """A stable identifier of the reason."""
    size_bytes: int
    """Its size."""


class FunctionPools(TypedDict):
    """The buffers of one function."""

    accessed_bytes: int
    """The bytes of accesses in the slow pool."""
    bound_bytes: int
    """A lower bound on the bytes of copies and accesses together."""
    copied_bytes: int
    """See `n_copies`."""
    function: str
    """The name of the function."""
    n_buffers: int
    """Buffers that could be in either pool."""
    n_copies: int
    """Copies between the pools in one run, as far as trip counts of loops are known, and their bytes."""
    n_fast: int
    """Buffers that are at least once in the fast one."""
    n_moving: int
    """Buffers that move."""
    peaks_bytes: list[int]
    """The peak of each pool."""
    without_bytes: int
    """The bytes that all accesses would move without a fast pool."""


class HeapBounds(TypedDict):
    """Bounds on what a function holds on the heap at once, in the form of reports."""

    is_exact: bool
    """Whether the two are equal."""
    least_bytes: int
    """Every run that ends holds at least this at some point."""
    most_bytes: int | None
    """No run holds more; absent where there is no bound."""


class MemoryShape(TypedDict):
    """The shape at which passes weighed buffers whose shape is known only at run time."""

    shape: str
    """The dimensions, such as `b=8, s=181`."""
    worst_ratio: float
    """The largest ratio of the peak of a function to that in the given program, in thousandths, over this shape
    and the corners of the ranges."""


class NewBuffer(TypedDict):
    """A buffer that bufferization adds, because an operand cannot be updated in place."""

    column: int
    """In bytes, from 1."""
    file: str
    is_copy: bool
    """Whether elements are copied into it; otherwise it is overwritten or filled again."""
    line: int
    """From 1."""
    operation: str
    reason: str
    """Why it is needed."""


PeakStep = TypedDict(
    "PeakStep",
    {
        "is_kept": "bool",
        "pass": "str",
        "peaks": "list[RunTimePeak]",
    },
)
"""The effect of one pass on the run-time peaks."""


class PlacedOp(TypedDict):
    """An operation by its name and its place."""

    column: int
    """In bytes, from 1."""
    file: str
    line: int
    """From 1."""
    operation: str


class PoolReport(TypedDict):
    """Where the buffers of a program were put."""

    capacity_bytes: int
    """The bytes of the fast pool."""
    fixed: list[FixedBuffer]
    """Buffers that stay in the memory of the program."""
    functions: list[FunctionPools]
    """The functions with buffers in both."""
    names: list[str]
    """The names of the pools, the fast one first."""


class ReplacedSchedule(TypedDict):
    """A schedule that another one replaced."""

    peak_bytes: int
    """Its peak."""
    planner: str
    """Its planner."""


class RunTimePeak(TypedDict):
    """The heap peak of a function."""

    argument_bytes: NotRequired[int]
    """Of the arguments, if they count."""
    function: str
    is_exact: bool
    """Whether the two are equal."""
    least_bytes: int
    """Every run that ends holds at least this at some point."""
    most_bytes: int | None
    """No run holds more; absent where there is no bound."""
    most_terms: NotRequired[list[str]]
    """Where sizes are known only at run time, no run holds more than the maximum of these, in the dimensions of
    arguments; `most_bytes` is that at any values in their ranges."""
    separate: NotRequired[HeapBounds]
    """With each buffer freed separately and nothing merged."""


class ScopeReport(TypedDict):
    """The decisions in one scope and memory space."""

    alignment: NotRequired[int]
    """The required alignment of the argument."""
    arena: NotRequired[str]
    """The kind of memory."""
    argument: NotRequired[int]
    """The number of the argument that the merged memory is."""
    bound_rule: str | None
    """The rule that gives the lower bound; absent where nothing is merged."""
    elapsed_ms: NotRequired[float]
    fallback: NotRequired[str]
    """Why that is not what the user asked for."""
    fragmentation: float
    instead_of: NotRequired[ReplacedSchedule]
    """The schedule of the chosen planner, if another one replaced it; see `instead_of`."""
    is_within_callers: NotRequired[bool]
    """Whether all calls of the function pass a part of the caller's arena."""
    lower_bound_bytes: int
    max_load_bytes: int
    memory_space: str | None
    """The memory space; absent for the default one."""
    n_calls: NotRequired[int]
    """Their number."""
    n_deleted: int
    """Buffers that are deleted."""
    n_merged: int
    """Buffers that share the merged allocation."""
    n_skipped: int
    """Number of buffers that are not merged."""
    operation: str
    """The name of the operation that is the scope."""
    peak_bytes: int
    planner: str | None
    """The planner; absent where nothing is merged."""
    saved: float
    scope: str
    """The name of the scope."""
    separate_bytes: int
    size_bytes: int
    stopped_by: NotRequired[str]
    """The reason why the planner stopped early."""


class SkippedBuffer(TypedDict):
    """A buffer that is not merged."""

    buffer: str
    """Its name."""
    column: int
    """In bytes, from 1."""
    culprit: NotRequired[PlacedOp]
    """The operation that is the reason, if one is."""
    file: str
    line: int
    """From 1."""
    origin: NotRequired[str]
    """What a front end calls the first operation that uses it, with the line: `jit(f)/dot_general
    (model.py:12)`."""
    reason: str
    """Why, as the stable code of `SkipReason`."""


class Symbol(TypedDict):
    """A part of a report."""

    max: int | None
    min: int
    multiple: int
    name: str
    source: str


class Symbolic(TypedDict):
    """A merged allocation whose size is known only at run time."""

    arena: str
    """The kind of memory."""
    argument: NotRequired[int]
    """The number of the argument that it is, the function that computes its size, and what from: `[0, 1]` for
    dimension 1 of argument 0, `[2]` for argument 2."""
    assumptions: NotRequired[list[str]]
    """What holds only if sizes are in the ranges that the user gave."""
    bound_bytes: NotRequired[int]
    """The size of memory on the stack and of globals."""
    corners: list[Corner]
    fallback: NotRequired[str]
    """Why it is not of the requested kind."""
    is_freed: bool
    k: int
    """The number of orientations of which the code chooses one."""
    mean_ratio: float
    n_buffers: int
    n_dynamic: int
    n_operations: int
    """Operations that compute offsets and size."""
    peak_terms: NotRequired[list[str]]
    """The peak is the maximum of these; absent if they are too many."""
    scope: str
    size_function: NotRequired[str]
    size_inputs: NotRequired[list[list[int]]]
    symbols: list[Symbol]
    worst_ratio: float
    """Ratios of peak to max load at a sample of shapes."""


class Report(TypedDict):
    """A report as `memplan merge --format json` and the service write it."""

    blocks: NotRequired[list[Blocks]]
    """The chains of operations that are computed in blocks."""
    bufferization: NotRequired[Bufferized]
    """Absent unless the program was on tensors."""
    deleted: list[str]
    """Names of the buffers that are deleted because nothing accesses them, in walk order."""
    donated: NotRequired[list[DonatedArgument]]
    """The arguments that hold results, which are dropped."""
    elapsed_ms: NotRequired[float]
    fragmentation: float
    input: str
    lower_bound_bytes: int
    max_load_bytes: int
    memory_shape: NotRequired[MemoryShape]
    """The shape at which these peaks are, if there are buffers of dynamic shape."""
    memory_steps: NotRequired[list[PeakStep]]
    """The peaks before the first pass, and after each that ran, with each buffer freed separately."""
    n_buffers: int
    """Buffers of the program: merged, skipped and deleted ones. The arenas that calls pass to functions are
    buffers as well."""
    n_deleted: int
    """Buffers that are deleted."""
    n_merged: int
    """Buffers that share a merged allocation."""
    n_skipped: int
    """Buffers that are not merged."""
    peak_bytes: int
    pools: NotRequired[PoolReport]
    """Where buffers are in a fast memory and in that of the program."""
    run_time_peaks: NotRequired[list[RunTimePeak]]
    """The heap peaks of the functions that others may call."""
    saved: float
    scopes: list[ScopeReport]
    """The scopes: first those with merged allocations in the order of the traces, then the others. If arenas are
    arguments, this holds for each round of planning, and rounds are in order, callees before callers."""
    separate_bytes: int
    size_bytes: int
    skipped: list[SkippedBuffer]
    """Buffers that are not merged, in walk order."""
    skipped_by_reason: dict[str, int]
    """The number of skipped buffers for each reason."""
    symbolic: NotRequired[list[Symbolic]]
    """The merged allocations whose sizes are known only at run time. Their buffers count in `n_buffers` and
    `n_merged`, and their bytes in no sum."""
    version: int
