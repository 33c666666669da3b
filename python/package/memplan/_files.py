"""Traces and plans in files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from memplan import _memplan
from memplan._memplan import Schedule, Trace, write_plan, write_traces
from memplan._planners import chosen
from memplan.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memplan._memplan import Context


def path_of(path: Any, name: str) -> Path:
    """Returns an argument that is a path."""
    try:
        return Path(path)
    except TypeError as error:
        raise ArgumentError(f"`{name}` is {path!r}, expected a path") from error


def mapping_of(mapping: Any, name: str) -> dict[Any, Any]:
    """Returns an argument that is a dictionary by names, or `None`."""
    pairs = {} if mapping is None else mapping
    if not isinstance(pairs, Mapping) or not all(isinstance(key, str) for key in pairs):
        raise ArgumentError(f"`{name}` is {mapping!r}, expected a dictionary by names")
    return dict(pairs)


def traces_of(traces: Any) -> list[Trace]:
    """Returns an argument that is one trace or several."""
    every = [traces] if isinstance(traces, Trace) else _listed(traces, "traces")
    if not all(isinstance(trace, Trace) for trace in every):
        raise ArgumentError(f"`traces` is {traces!r}, expected a `Trace` or several")
    return every


def _listed(items: Any, name: str) -> list[Any]:
    try:
        return list(items)
    except TypeError as error:
        raise ArgumentError(f"`{name}` is {items!r}, expected one or several in a list") from error


class LeftOut(TypedDict):
    """Values of a file that are in no trace, for one reason."""

    reason: str
    """Why."""
    count: int
    """How many there are."""
    bytes: int
    """Their size in sum."""
    names: list[str]
    """The first of them."""


def read(
    source: str | os.PathLike[str] | bytes,
    *,
    name: str | None = None,
    reader: str | None = None,
    collector: str = "tick",
    context: Context | None = None,
) -> list[Trace]:
    """Reads the traces of a file, or of its bytes.

    Recognises by content: files of memplan (binary, JSON, CSV, archives), dumps of XLA, memory snapshots of PyTorch,
    TensorFlow Lite models, logs of allocators, and MLIR programs, which are traced. `reader` chooses a reader and its
    options instead, such as `"xla{aliases=hints}"`. `Trace.placed` is the schedule of the tool, `Trace.left_out` lists
    what is in no trace.

    >>> import memplan
    >>> memplan.read(b"a x 16\\na y 8\\nf x\\nf y\\n")
    [<Trace: 2 buffers, max load 24 bytes>]

    Raises `InputError` with file, line and column, or byte.
    """
    context = chosen(context)
    if isinstance(source, bytes):
        name, content = name or "<bytes>", source
        companion = None
    else:
        path = path_of(source, "source")
        name = name or str(path)
        content = path.read_bytes()
        beside = (path.with_name(Path(other).name) for other in context.companions(name, content))
        known = next((other for other in beside if other.is_file()), None)
        companion = (str(known), known.read_bytes()) if known else None
    if reader is None and context.is_program(name, content[:4096]):
        text = content.decode("utf-8", "replace")
        return context.trace(text, name, collector)
    return context.read(name, content, companion, reader)


def read_plan(source: str | os.PathLike[str] | bytes, traces: Trace | Sequence[Trace]) -> list[Schedule]:
    """Reads the schedules of the traces of one file from a plan file, or from its bytes.

    Raises `InputError` if the plan was made for other traces.
    """
    content = source if isinstance(source, bytes) else path_of(source, "source").read_bytes()
    return _memplan.read_plan(traces_of(traces), content)


def write(path: str | os.PathLike[str], what: Trace | Schedule | Sequence[Trace] | Sequence[Schedule]) -> None:
    """Writes traces or schedules; the extension tells the format (`.mtrace`, `.mplan`, `.json`, `.csv`, `.log`).

    The file is replaced as a whole. The schedules of one plan are those of the traces of one file, in their order.

    >>> import memplan, tempfile, os
    >>> trace = memplan.Trace.parse("a 0..4 32; b 2..6 16")
    >>> path = os.path.join(tempfile.mkdtemp(), "two.mtrace")
    >>> memplan.write(path, trace)
    >>> memplan.read(path)[0] == trace
    True
    """
    path = path_of(path, "path")
    items: list[Any] = [what] if isinstance(what, (Trace, Schedule)) else _listed(what, "what")
    traces = [item for item in items if isinstance(item, Trace)]
    schedules = [item for item in items if isinstance(item, Schedule)]
    if len(traces) + len(schedules) < len(items):
        message = f"`what` is {what!r}, expected traces or schedules"
        raise ArgumentError(message)
    if traces and schedules:
        message = "a file holds traces or schedules, not both"
        raise ArgumentError(message)
    extension = path.suffix.lstrip(".")
    if {"mtrace": schedules, "mplan": traces}.get(extension):
        message = f"`{path}`: the extension is that of {'traces' if schedules else 'plans'}"
        raise ArgumentError(message)
    content = write_plan(schedules, extension) if schedules else write_traces(traces, extension)
    replace(path, content)


def replace(path: Path, content: bytes) -> None:
    """Writes a file that is never seen in part."""
    import tempfile

    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".memplan-", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
