"""The extension module on which the package is built."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import pandas
from numpy.typing import ArrayLike, NDArray

from memplan._files import LeftOut
from memplan.report import Report

__version__: str
"""The version of the package."""

# Alignment, seed, threads, time limit, work limit, progress.
Limits: TypeAlias = tuple[
    int | None, int, int, float | str | None, int | None, Callable[[int, int, int], object] | None
]

# The name of an element type, and sizes of dimensions, -1 if dynamic; no sizes for a scalar.
Shaped: TypeAlias = tuple[str, list[int] | None]

class Trace:
    """The buffers of one allocation scope: sizes in bytes and half-open lifetimes `[begin, end)` in ticks.

    A trace never changes, and it is always well formed. Columns are NumPy arrays.

    >>> trace = memplan.Trace.parse("a 0..4 32; b 2..6 16 align=8")
    >>> len(trace), trace.max_load, trace.size.tolist()
    (2, 48, [32, 16])
    >>> print(trace)
    a 0..4 32
    b 2..6 16 align=8
    """

    @staticmethod
    def from_arrays(
        begin: ArrayLike,
        end: ArrayLike,
        size: ArrayLike,
        *,
        align: ArrayLike | None = None,
        names: Sequence[str] | None = None,
        pinned: ArrayLike | None = None,
        gaps: Sequence[Sequence[tuple[int, int]]] | None = None,
        in_place: Sequence[tuple[int, int]] | None = None,
        scope: str = "",
        memory_space: str | None = None,
        capacity: int | None = None,
        remarks: Sequence[str] | None = None,
    ) -> Trace:
        """Builds a trace from columns. Arrays of `int64` and `uint64` are read in place.

        `pinned` has an offset for each buffer, -1 for none; `gaps` has ticks within each lifetime at which others may
        use the bytes. `in_place` has pairs of numbers of buffers: the first may take over the bytes of the second.
        Without names, buffers are numbered. `remarks` are for readers of the trace; files do not keep them.

        >>> import numpy as np
        >>> memplan.Trace.from_arrays(np.arange(3), np.arange(3) + 2, np.full(3, 64))
        <Trace: 3 buffers, max load 128 bytes>

        Raises `InputError` for a trace that is not well formed, and `ArgumentError` for wrong columns.
        """

    @staticmethod
    def parse(text: str) -> Trace:
        """Reads the notation `name begin..end size align=8`; lines or semicolons separate buffers."""

    @staticmethod
    def from_pandas(table: pandas.DataFrame) -> Trace:
        """Builds a trace from columns `begin`, `end`, `size`, and `align`, `pinned`, `name` where they exist.

        >>> table = memplan.Trace.parse("a 0..4 32; b 2..6 16").to_pandas()
        >>> memplan.Trace.from_pandas(table[table["size"] < 20]).names
        ['b']

        Raises `ArgumentError` for a table without the first three, and `InputError` like `from_arrays`.
        """

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the buffers as a table, indexed by name."""

    @property
    def scope(self) -> str:
        """The name of the allocation scope."""

    @property
    def memory_space(self) -> str | None:
        """The memory space; `None` is the default one."""

    @property
    def capacity(self) -> int | None:
        """The size of the arena in bytes, where it is given."""

    @property
    def begin(self) -> NDArray[np.int64]:
        """The first tick of each buffer."""

    @property
    def end(self) -> NDArray[np.int64]:
        """The first tick after each lifetime."""

    @property
    def size(self) -> NDArray[np.uint64]:
        """Sizes in bytes."""

    @property
    def align(self) -> NDArray[np.uint64]:
        """Alignments in bytes."""

    @property
    def pinned(self) -> NDArray[np.int64]:
        """Offsets fixed in advance, -1 for none."""

    @property
    def names(self) -> list[str]:
        """The names of the buffers."""

    @property
    def gaps(self) -> list[list[tuple[int, int]]]:
        """Ticks within each lifetime at which others may use the bytes, half-open."""

    @property
    def in_place(self) -> list[tuple[int, int]]:
        """Pairs of buffers: the first may take over the bytes of the second, at its offset."""

    @property
    def least_load(self) -> int:
        """The max load if every in-place hint is used, in bytes."""

    @property
    def max_load(self) -> int:
        """The largest sum of sizes live at one tick, in bytes; no schedule has a lower peak."""

    @property
    def separate_size(self) -> int:
        """The bytes that separate allocations take."""

    @property
    def symbols(self) -> dict[str, tuple[int, int | None, int]]:
        """The least value of each symbol that sizes depend on, the greatest one or `None`, and what divides all.

        Where there are symbols, sizes and loads are those in the middle of the ranges; `at` has others.

        >>> file = b"# symbol b 1..64\\nid,lower,upper,size\\nx,0,2,64*b\\ny,1,3,b*b\\n"
        >>> [trace] = memplan.read(file)
        >>> trace.symbols, trace.sizes, trace.load_terms
        ({'b': (1, 64, 1)}, ['64*b', 'b*b'], ['b*b + 64*b'])
        >>> trace.at(b=4)
        <Trace: 2 buffers, max load 272 bytes>
        >>> memplan.plan(trace).at(b=4).peak
        272
        """

    @property
    def sizes(self) -> list[str]:
        """The size of each buffer in bytes, as a polynomial over the symbols."""

    @property
    def load_terms(self) -> list[str]:
        """Polynomials whose maximum is the max load in bytes, wherever all symbols are in their ranges.

        Raises `InputError` if there are more than 256.
        """

    def at(self, **values: int) -> Trace:
        """Returns the trace at values of all symbols: `trace.at(b=4, s=128)`.

        Raises `InputError` for a symbol without a value, and for sizes that are negative there.
        """

    def load(self) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """Returns the ticks at which the load changes, and the load from there on.

        >>> ticks, loads = memplan.Trace.parse("a 0..4 32; b 2..6 16").load()
        >>> ticks.tolist(), loads.tolist()
        ([0, 2, 4, 6], [32, 48, 16, 0])
        """

    @property
    def placed(self) -> Schedule | None:
        """The schedule of the tool that the trace comes from, if its file has one."""

    @property
    def left_out(self) -> list[LeftOut]:
        """Values of the file that are in no trace: `reason`, `count`, `bytes`, and the first `names`."""

    @property
    def remarks(self) -> list[str]:
        """Assumptions of the reader, and figures of the tool."""

    @property
    def source(self) -> str:
        """The name of the file or program."""

    @property
    def collector(self) -> str:
        """The collector or reader that made the trace."""

    def schedule(self, offsets: ArrayLike, planner: str = "user") -> Schedule:
        """Returns a schedule with these offsets. It is not checked: see `Schedule.check`."""

    def to_bytes(self, format: str = "mtrace") -> bytes:
        """Returns the bytes of a file: `mtrace`, `json`, `csv` or `log`."""

    @staticmethod
    def from_bytes(bytes: bytes) -> Trace:
        """Reads the first trace in a file of memplan."""

    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...
    def _repr_html_(self) -> str: ...

class Schedule:
    """An offset for each buffer of a trace, in an arena of `peak` bytes.

    >>> schedule = memplan.plan(memplan.Trace.parse("a 0..4 32; b 2..6 16"), "first-fit")
    >>> schedule.peak, schedule.lower_bound, schedule.is_optimal, schedule.bound_rule
    (48, 48, True, 'load')
    """

    @property
    def trace(self) -> Trace:
        """The trace that is scheduled."""

    @property
    def offsets(self) -> NDArray[np.uint64]:
        """The offset of each buffer in bytes; read-only."""

    def at(self, **values: int) -> Schedule:
        """Returns the schedule at values of the symbols of its trace, for the trace there: `schedule.at(b=4, s=128)`.

        A schedule of a trace with symbols holds for all of their values. Its own offsets and peak are those in the
        middle of the ranges.
        """

    @property
    def k(self) -> int:
        """The number of orientations where sizes depend on symbols: that with the lowest peak is taken. Else 1."""

    @property
    def figures(self) -> list[tuple[int, float, float]]:
        """For the best 1, 2 and 4 orientations: their number, and the worst and the mean ratio of peak to max load.

        The ratios are those at the shapes at which the orientations were chosen. Empty without symbols.
        """

    @property
    def peak(self) -> int:
        """The size of the arena in bytes."""

    @property
    def lower_bound(self) -> int:
        """The best proven lower bound of the peak, in bytes; with costs, of peaks that cost no more."""

    @property
    def is_optimal(self) -> bool:
        """Whether no schedule has a lower peak or, with pools, relations or costs, lower measures."""

    @property
    def fragmentation(self) -> float:
        """`(peak - lower_bound) / lower_bound`."""

    @property
    def pools(self) -> list[str] | None:
        """The name of the pool of each buffer; `None` for a trace without pools, relations and costs.

        >>> trace = memplan.Trace.parse("a 0..2 8; b 2..4 8\\npool l1 8\\ncost a b 3")
        >>> schedule = memplan.plan(trace)
        >>> schedule.pools, schedule.pool_peaks, schedule.measures["reuse-cost"]
        (['l1', 'l1'], {'l1': 8}, (3, 3))
        """

    @property
    def pool_peaks(self) -> dict[str, int] | None:
        """The peak of each pool in bytes, by name; `None` where `pools` is."""

    @property
    def measures(self) -> dict[str, tuple[int, int]]:
        """Value and proven lower bound of each measure, the most important first; empty where `pools` is `None`."""

    @property
    def residences(self) -> list[tuple[int, str, int, int, int, bool]]:
        """Places of buffers that move: buffer, pool, begin, end and offset, and whether a copy fills it."""

    @property
    def paid_costs(self) -> list[tuple[int, int, int]]:
        """The pairs of buffers whose price is paid, with the price."""

    @property
    def planner(self) -> str:
        """The name of the planner."""

    @property
    def bound_rule(self) -> str | None:
        """What proved the lower bound."""

    @property
    def stopped_by(self) -> str | None:
        """What stopped the planner early: `deadline`, `work-limit`, `budget`."""

    @property
    def work(self) -> int:
        """Work of the planner, in units of `work_limit`."""

    @property
    def elapsed(self) -> float | None:
        """Time of the planner in seconds, if it is known."""

    @property
    def origins(self) -> list[tuple[str, int]] | None:
        """The operation that first uses each buffer, and the line of its allocation in the program, 0 if it has none;
        `None` for a trace that is of no program."""

    def violations(self, alignment: int = 1) -> list[str]:
        """Returns what the checker finds wrong, in sentences; nothing for a valid schedule."""

    def check(self, alignment: int = 1) -> None:
        """Raises `InvalidScheduleError` unless the schedule is valid."""

    def to_pandas(self) -> pandas.DataFrame:
        """Returns buffers and offsets as a table, indexed by name."""

    def to_bytes(self, format: str = "mplan") -> bytes:
        """Returns the bytes of a plan file: `mplan`, `json` or `csv`."""

    @staticmethod
    def from_bytes(trace: Trace, bytes: bytes) -> Schedule:
        """Reads the schedule of a plan file. Raises `InputError` for a plan of another trace."""

    def svg(self) -> str:
        """Returns a still picture, offset against tick."""

    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...

class Options:
    """What a planner in Python must honour: the second argument of its method `plan`."""

    @property
    def alignment(self) -> int:
        """Every offset that is not pinned is a multiple of this."""

    @property
    def seed(self) -> int:
        """The only source of randomness."""

    @property
    def threads(self) -> int:
        """How many threads the planner may use."""

    @property
    def work_limit(self) -> int | None:
        """How much work the planner may do."""

    @property
    def is_over(self) -> bool:
        """Whether a deadline has passed or Ctrl-C was pressed."""

    @property
    def time_left(self) -> float | None:
        """Seconds until the deadline, if there is one."""

class Context:
    """Registries of planners, readers, passes and dialects.

    The functions of `memplan` use a context of their own unless they get one. A new context has the built-in
    plug-ins only.
    """

    def register(self, planner: object) -> str: ...
    def planners(self) -> list[dict[str, Any]]: ...
    def plan(self, trace: Trace, planner: str, limits: Limits) -> Schedule: ...
    @staticmethod
    def is_program(name: str, head: bytes) -> bool: ...
    def searched(self, names: Sequence[str]) -> list[str]: ...
    def companions(self, name: str, head: bytes) -> list[str]: ...
    def read(
        self,
        name: str,
        bytes: bytes,
        companion: tuple[str, bytes] | None = None,
        reader: str | None = None,
    ) -> list[Trace]: ...
    def trace(self, text: str, name: str, collector: str) -> list[Trace]: ...
    def merge(
        self, text: str, name: str, options: dict[str, object], generic: bool
    ) -> tuple[str, Report, list[str]]: ...
    def schedules(self, text: str, name: str, options: dict[str, object]) -> list[Schedule]: ...
    def signature(self, text: str, name: str, function: str | None) -> tuple[list[Shaped], list[Shaped]]: ...
    def run(
        self,
        text: str,
        name: str,
        function: str | None,
        arguments: Sequence[tuple[list[int] | None, bool, NDArray[Any]]],
        limits: tuple[int, int],
    ) -> list[tuple[list[int], NDArray[Any]]]: ...
    def opt(self, text: str, pipeline: str, name: str) -> str: ...

def lowerers(text: str | bytes) -> list[str]:
    """Returns the names of the programs that lower a text, the best first; none if it needs no lowering."""

def merge_options() -> list[tuple[str, str, str]]:
    """Returns the options of `merge`: name, type, and what it means."""

def lower(path: str, text: str | bytes, name: str) -> str:
    """Returns a program of a front end, lowered to linalg by the program at a path; other programs unchanged."""

def page(title: str, schedules: Sequence[Schedule], labels: Sequence[str] | None = None) -> str:
    """Returns a self-contained interactive page; schedules of equal traces are shown together."""

def write_traces(traces: Sequence[Trace], format: str) -> bytes:
    """Returns the bytes of a file with these traces."""

def write_plan(schedules: Sequence[Schedule], format: str) -> bytes:
    """Returns the bytes of a plan file, for the traces of one file in their order."""

def read_plan(traces: Sequence[Trace], bytes: bytes) -> list[Schedule]:
    """Reads the schedules of a plan file, for the traces of one file in their order."""

def trace_hash(traces: Sequence[Trace]) -> str:
    """Returns the hash by which plans belong to the traces of one file."""

def source_hash(bytes: bytes) -> str:
    """Returns the hash of the bytes of a file, as in manifests."""

def command(arguments: Sequence[str], python: str, file: str) -> int:
    """Runs the command `memplan` with these arguments, the name of the program first, and returns its exit code.

    `python` starts the interpreter; `file` is the extension module. The command handles interruptions itself.
    """
