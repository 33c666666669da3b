"""Planning many files: what one task does, and the directory that collects the results.

Nothing here knows of Ray. A task plans a few files and returns plans as bytes. One process, the driver, writes them, so
that nothing is written twice: the plan first, then its line in the manifest, `memplan-manifest.jsonl`, in the format of
`memplan plan DIR`. A run that is killed leaves at most a plan without a line, which is made again.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from memplan import _memplan
from memplan._files import read, replace
from memplan._memplan import Context, read_plan, source_hash, trace_hash, write_plan
from memplan._planning import plan
from memplan.errors import ArgumentError, MemplanError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from memplan._memplan import Trace

MANIFEST = "memplan-manifest.jsonl"


@dataclass(frozen=True)
class Request:
    """What is asked of every file."""

    planners: tuple[str, ...] = ("auto",)
    alignment: int | None = None
    seed: int = 0
    work_limit: int | None = None
    time_limit: float | str | None = None
    register: tuple[object, ...] = ()
    """Planners in Python that tasks register first."""

    def __post_init__(self) -> None:
        """Checks what no planner would take."""
        if self.alignment == 0:
            raise ArgumentError("`alignment` is 0; the minimum is 1")

    def line(self, planner: str) -> str:
        """Returns all that decides what a plan looks like besides its traces, for the manifest."""
        limits = f"alignment={self.alignment or 1} seed={self.seed}"
        bounded = f"work={_or_none(self.work_limit)} time={_or_none(self.time_limit)}"
        return f"memplan-python programs={_own_hash()} {planner} {limits} {bounded}"

    def suffix(self, planner: str) -> str:
        """Returns the end of the names of plans; the planner is part of it where there are several."""
        if len(self.planners) == 1:
            return ".mplan"
        plain = (c if c.isascii() and (c.isalnum() or c in "-_=.+") else "_" for c in _dashed(planner))
        return f".{''.join(plain)}.mplan"


def _or_none(limit: object) -> str:
    return "none" if limit is None else str(limit)


def _dashed(planner: str) -> str:
    return planner.rstrip("}").replace("{", "-").replace(" ", "-")


@cache
def _own_hash() -> str:
    """Returns the hash of the extension: plans of another version are made again."""
    return source_hash(Path(str(_memplan.__file__)).read_bytes())


class Kept(NamedTuple):
    """A plan of an earlier run, whose bytes are still those that were written."""

    trace_hash: str
    elapsed_ms: list[float]
    stopped_by: list[str | None]
    content: bytes


class Item(NamedTuple):
    """A file to be planned."""

    stem: str
    """The name of what is made of it."""
    path: str
    """Where it is, on the machine of the task."""
    content: bytes | None = None
    """Its bytes, unless the task reads it."""
    kept: tuple[tuple[str, Kept], ...] = ()
    """Plans of earlier runs, by planner."""


@dataclass
class Result:
    """What a task returns for one file and planner."""

    plan: str
    source: str
    planner: str
    trace_hash: str = ""
    plan_hash: str = ""
    content: bytes = b""
    elapsed_ms: list[float] = field(default_factory=list)
    stopped_by: list[str | None] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)
    is_kept: bool = False
    error: str | None = None


def work(request: Request, items: Iterable[Item]) -> list[Result]:
    """Plans files, one after the other. A file that cannot be read or planned is reported in its result."""
    context = Context()
    for planner in request.register:
        context.register(planner)
    results = []
    for item in items:
        try:
            source = item.content if item.content is not None else item.path
            traces, error = read(source, name=item.path, context=context), None
        except (MemplanError, OSError) as failure:
            traces, error = [], str(failure)
        kept = dict(item.kept)
        for planner in request.planners:
            result = Result(item.stem + request.suffix(planner), item.path, planner, error=error)
            if error is None:
                _plan(result, traces, request, kept.get(planner), context)
            results.append(result)
    return results


def _plan(result: Result, traces: Sequence[Trace], request: Request, kept: Kept | None, context: Context) -> None:
    result.trace_hash = trace_hash(traces)
    if kept and kept.trace_hash == result.trace_hash and len(traces) == len(kept.elapsed_ms):
        schedules = read_plan(traces, kept.content)
        result.is_kept, result.content = True, kept.content
        result.elapsed_ms, result.stopped_by = kept.elapsed_ms, kept.stopped_by
    else:
        try:
            schedules = [
                plan(
                    trace,
                    result.planner,
                    alignment=request.alignment,
                    seed=request.seed,
                    work_limit=request.work_limit,
                    time_limit=request.time_limit,
                    context=context,
                )
                for trace in traces
            ]
        except MemplanError as failure:
            result.error = str(failure)
            return
        result.content = write_plan(schedules, "mplan")
        result.elapsed_ms = [1e3 * (schedule.elapsed or 0) for schedule in schedules]
        result.stopped_by = [schedule.stopped_by for schedule in schedules]
    result.plan_hash = source_hash(result.content)
    result.rows = [
        {
            "trace": result.source,
            "scope": trace.scope,
            "planner": result.planner,
            "buffers": len(trace),
            "max_load_bytes": trace.max_load,
            "lower_bound_bytes": schedule.lower_bound,
            "peak_bytes": schedule.peak,
            "optimal": schedule.is_optimal,
            "fragmentation": schedule.fragmentation,
            "work": schedule.work,
            "elapsed_ms": elapsed,
            "stopped_by": stopped,
            "resumed": result.is_kept,
            "plan": result.plan,
        }
        for trace, schedule, elapsed, stopped in zip(
            traces, schedules, result.elapsed_ms, result.stopped_by, strict=True
        )
    ]


class Directory:
    """A directory of plans with its manifest."""

    def __init__(self, path: Path, *, force: bool = False) -> None:
        """Opens a directory, or creates it. `force` makes plans again."""
        path.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._force = force
        self._lines: dict[str, dict[str, Any]] = {}
        manifest = path / MANIFEST
        content = manifest.read_bytes() if manifest.exists() else b""
        for text in content.split(b"\n"):
            try:
                line = json.loads(text)
                self._lines[line["plan"]] = line
            except (ValueError, KeyError, TypeError):
                continue  # half a line of a run that was killed
        self._manifest = manifest.open("ab", buffering=0)
        if content and not content.endswith(b"\n"):
            self._manifest.write(b"\n")
        self._prepared = {path}

    def kept(self, name: str, request: str) -> Kept | None:
        """Returns the plan of this name if an earlier run made it on this request."""
        line = None if self._force else self._lines.get(name)
        if line is None or line.get("request") != request:
            return None
        try:
            content = (self.path / name).read_bytes()
        except OSError:
            return None
        if source_hash(content) != line["plan_hash"]:
            return None
        return Kept(line["trace_hash"], line["elapsed_ms"], line.get("stopped_by", []), content)

    def write(self, result: Result, request: str) -> None:
        """Puts a plan in its place, and then into the manifest."""
        path = self.path / result.plan
        if path.parent not in self._prepared:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._prepared.add(path.parent)
        replace(path, result.content)
        line = {
            "plan": result.plan,
            "plan_hash": result.plan_hash,
            "trace_hash": result.trace_hash,
            "request": request,
            "elapsed_ms": result.elapsed_ms,
            "stopped_by": result.stopped_by,
        }
        self._manifest.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")

    def close(self) -> None:
        """Closes the manifest."""
        self._manifest.close()


@dataclass
class Summary:
    """The results of a run."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    """One for each trace and planner."""
    failed: list[tuple[str, str]] = field(default_factory=list)
    """Files, and why they have no plan."""
    n_plans: int = 0
    """Plans made in this run."""
    n_kept: int = 0
    """Plans of earlier runs."""
    n_resubmitted: int = 0
    """Tasks submitted again after Ray lost them for good."""
    elapsed: float = 0.0
    """Seconds from the first task to the last plan."""

    def to_pandas(self) -> Any:
        """Returns the rows as a table."""
        import pandas

        return pandas.DataFrame(self.rows)

    def write_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes the rows as Parquet."""
        import pyarrow
        from pyarrow import parquet

        table = pyarrow.Table.from_pylist(self.rows)
        temporary = Path(f"{os.fspath(path)}.tmp")
        parquet.write_table(table, temporary)
        os.replace(temporary, path)

    def __str__(self) -> str:
        """Returns one line."""
        rate = (self.n_plans + self.n_kept) / self.elapsed if self.elapsed else 0.0
        kept = f", {self.n_kept} kept" if self.n_kept else ""
        failed = f", {len(self.failed)} failed" if self.failed else ""
        return f"{self.n_plans} plans{kept}{failed} in {self.elapsed:.1f} s ({rate:.0f} per second)"


class Collector:
    """Takes the results of tasks, each once, and writes plans."""

    def __init__(self, request: Request, directory: Directory | None, progress: Callable[[int], object]) -> None:
        """Takes the directory of plans, if they are wanted, and a function of the number of new results."""
        self.summary = Summary()
        self._request = request
        self._directory = directory
        self._progress = progress
        self._start = time.perf_counter()

    def take(self, results: Sequence[Result]) -> None:
        """Takes the results of one task."""
        for result in results:
            if result.error is not None:
                self.summary.failed.append((result.source, result.error))
                continue
            self.summary.rows += result.rows
            if result.is_kept:
                self.summary.n_kept += 1
                continue
            self.summary.n_plans += 1
            if self._directory:
                self._directory.write(result, self._request.line(result.planner))
        self._progress(len(results))

    def finish(self) -> Summary:
        """Returns the summary, with rows in the order of files."""
        self.summary.elapsed = time.perf_counter() - self._start
        self.summary.rows.sort(key=lambda row: (row["trace"], row["plan"], row["scope"]))
        self.summary.failed.sort()
        return self.summary


def find(paths: Sequence[str | os.PathLike[str]], output: Path | None) -> list[tuple[str, str]]:
    """Returns stem and path of all trace files; directories are searched as `memplan plan` does."""
    context = Context()
    found: list[tuple[str, str]] = []
    for given in paths:
        root = Path(given)
        if not root.is_dir():
            found.append((root.stem, str(root)))
            continue
        for folder, folders, names in os.walk(root):
            kept = (name for name in sorted(folders) if not name.startswith("."))
            folders[:] = [name for name in kept if output is None or (Path(folder) / name).resolve() != output]
            visible = sorted(name for name in names if not name.startswith("."))
            for name in context.searched(visible):
                path = Path(folder) / name
                found.append((path.relative_to(root).with_suffix("").as_posix(), str(path)))
    return _apart(found)


def _apart(found: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Gives files whose stems are equal their extensions back."""
    seen: dict[str, int] = {}
    for stem, _ in found:
        seen[stem] = seen.get(stem, 0) + 1
    named = [(stem if seen[stem] == 1 else stem + Path(path).suffix, path) for stem, path in found]
    if len({stem for stem, _ in named}) < len(named):
        message = "two files would have plans of the same name: pass their common parent directory"
        raise ArgumentError(message)
    return named


def as_row(result: Result) -> dict[str, Any]:
    """Returns a result as a row of a Ray dataset."""
    row = asdict(result)
    for key in ("rows", "elapsed_ms", "stopped_by"):
        row[key] = json.dumps(row[key])
    row["error"] = row["error"] or ""
    return row


def of_row(row: dict[str, Any]) -> Result:
    """Returns the result that `as_row` made a row of."""
    fields = {key: value.item() if hasattr(value, "item") else value for key, value in row.items()}
    for key in ("rows", "elapsed_ms", "stopped_by"):
        fields[key] = json.loads(fields[key])
    fields["error"] = fields["error"] or None
    return Result(**fields)
