"""The options of `merge`, written by `tests/test_options.py` from the table of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal


class MergeOptions(TypedDict, total=False):
    """The options of `merge`, as keywords; those that are `None` keep their defaults."""

    optimize: Literal["memory", "none"] | None
    """What passes lower before planning: the run-time peak, or `none`. Default: `memory`, or `none` with a
    collector that has `compat=reference`. A program whose peak they do not lower stays as it is. The report has
    the peaks after each pass."""
    recompute: str | None
    """Compute buffers again instead of keeping them, for at most this much more traffic, such as `20%`. Memory
    traffic and arithmetic count."""
    blocks: str | None
    """Compute chains of operations block by block: `free`, `auto`, a number of blocks, or `off`. The buffers
    between the operations are then small. `free`, the default: where that lowers the peak and nothing is
    computed again; `auto`: also at some cost; a number of blocks for every chain."""
    unroll: int | None
    """Write out loops on tensors whose iterations have at most so many operations together, 0 for none. Done where
    that lowers the peak by 1 KiB for each operation: what a loop over layers keeps in stacks then dies one by
    one. Default: 100000."""
    fit: int | str | None
    """Do what it takes, and no more, to need at most this much memory at run time, such as `48MiB`. Nothing, then
    what adds no traffic, then blocks at a cost, then recomputation. If that is not enough, the error names what
    is missing, and the buffers that are in the way."""
    pools: str | None
    """Use a fast memory of limited size beside that of the program, such as `l1=512KiB,dram`. Buffers are put into
    it, and moved with `memref.copy`, so that few bytes are copied or accessed in the slow one.
    `l1@3=512KiB/32,dram` states the memory space of the fast one (default: 1) and the alignment in it."""
    dma: bool | None
    """Copy between memories with `memref.dma_start` and `memref.dma_wait`. Each copy is waited for in front of the
    first operation that depends on it."""
    donate: str | None
    """Results that are computed in the memory of an argument: `main:0=1`, or `auto`. The caller gives the argument
    up. `main:0=1` stands for argument 0 and result 1, several are separated by commas; `auto` for the first
    argument of the type of each result. Programs declare them, too: with `memplan.donated`, or as JAX, MHLO and
    IREE do."""
    donation: Literal["drop", "keep"] | None
    """What becomes of such results. Default: `drop`."""
    check_donation: bool | None
    """Let the program assert at run time that no argument starts where a donated one does."""
    arguments: Literal["writable", "read-only"] | None
    """Whether a function on tensors may write to the memory of its arguments. Default: `writable`."""
    unknown_ops: Literal["access", "capture"] | None
    """What functions without a body and unknown operations may do with memory, where nothing declares it.
    `access`, the default: use it during the call only, the calling convention of MLIR. `capture`: also keep its
    address, so nothing that they are given is merged, reused or freed. `memplan.captures`, `memplan.frees` and
    `memplan.returned` on an argument declare it."""
    range: str | Sequence[str] | None
    """The values of a dynamic dimension: `main:0:1=32..1024` for argument 0, dimension 1. Also `main:0:1=32..`,
    and either with `/32` for multiples; `main:0:1=s=32..1024` gives it a name in formulas, and dimensions of
    one name are equal. Programs declare them, too: `memplan.dims = ["b=1..64", "s=32..1024/32"]` on an
    argument."""
    equal: str | Sequence[str] | None
    """Two dynamic dimensions of one function that are equal: `main:0:0=main:1:0`."""
    check_ranges: bool | None
    """Let the program assert at entry of each function that dimensions are in the ranges and equal as declared.
    Then plans may rely on them: `--arena alloca` and `global` place dynamic buffers whose sizes are bounded."""
    assume_ranges: bool | None
    """Merge dynamic buffers also where it is not proven that no run needs more memory. This has to hold at 200
    shapes in the ranges."""
    check_overflow: bool | None
    """Let the program assert that no size of a dynamic merged allocation exceeds 2^62 bytes, where that is not
    proven."""
    time_limit: float | str | None
    """Stop planning a scope or trace after this time, for example `500ms`, `10s` or `2m`. The best schedule so far
    is used. The report shows what was stopped. The service counts from the arrival of a request."""
    work_limit: int | None
    """Stop planning a scope or trace after this much work, the same on every machine."""
    seed: int | None
    """Random seed of the planner. Default: 0."""
    threads: int | None
    """Maximum number of threads. Shared by inputs, then planners, then the search within a planner. Results depend
    on it only under a time limit. Default of the command: all cores."""
    collector: str | None
    """Collector, with options in braces: `tick{compat=reference}`. Default: `tick`."""
    alignment: int | str | None
    """Alignment of every buffer and of the merged allocation. Default: for each buffer, the largest power of two
    up to 64 that divides its size, which avoids padding."""
    single_arena: bool | None
    """Merge all buffers of a scope into one allocation, also where that raises the run-time peak. Default: merge
    what does not raise it, in several allocations where needed. The option `arenas` of the collector."""
    mutator: str | None
    """Mutator, with options in braces: `merge-alloc{stack-limit=65536}`. Default: `merge-alloc`."""
    arena: str | None
    """Where merged memory comes from: `alloc`, `alloca`, `global`, `arg` or `caller`. `arg`: an argument that is
    added to the function; `caller`: such an argument of private functions where it costs no memory. The option
    `arena` of the mutator. Default: `caller`, and `alloc` where an existing plan is applied. The report says
    where a scope fell back to `alloc`."""
    dealloc: bool | None
    """Whether to insert deallocations. Merged buffers that the program freed are freed in any case."""
    deallocate: bool | None
    """Whether to insert deallocations. Merged buffers that the program freed are freed in any case."""
