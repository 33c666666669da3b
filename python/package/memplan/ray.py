"""Planning many traces on a Ray cluster.

`plan` takes files, directories or a dataset, and returns a table; with `output=` it writes plans into a directory that
resumes after an interruption, as `memplan plan DIR -o OUT` does. A task plans `block_size` files. No more than
`in_flight` tasks are submitted at once, so that neither the driver nor the object store fills up. Ray repeats tasks
whose node is lost; the driver submits those again that Ray gives up. Only the driver writes, each result once.

`python -m memplan.ray DIR -o OUT` is the same as a command, and what `memplan plan --engine ray` starts.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memplan._farm import Collector, Directory, Item, Kept, Request, Summary, as_row, find, of_row, work
from memplan.errors import ArgumentError, MemplanError

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Sequence

    import ray.data

__all__ = ["Summary", "plan"]

ATTEMPTS = 5
"""How often a task is submitted that Ray gives up."""


def plan(
    source: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | ray.data.Dataset,
    planner: str | Sequence[str] = "auto",
    *,
    output: str | os.PathLike[str] | None = None,
    parquet: str | os.PathLike[str] | None = None,
    alignment: int | None = None,
    seed: int = 0,
    work_limit: int | None = None,
    time_limit: float | str | None = None,
    register: Sequence[object] = (),
    block_size: int = 64,
    in_flight: int | None = None,
    max_retries: int = 5,
    force: bool = False,
    progress: bool = False,
) -> Summary:
    """Plans files or a dataset on the Ray cluster of this process; starts a local one if there is none.

    `source` is files and directories, which all nodes must see, or a dataset with columns `bytes` and `path`, such
    as `ray.data.read_binary_files(..., include_paths=True)`. `output` is a directory of plans on the machine of the
    driver, `parquet` a file for the rows. `register` has planners in Python for the tasks. `in_flight` is twice the
    number of processors by default. `max_retries` is that of the tasks, `force` makes existing plans again.

    Files that cannot be read or planned are in `Summary.failed`; the others are still planned.
    """
    planners = (planner,) if isinstance(planner, str) else tuple(planner)
    request = Request(planners, alignment, seed, work_limit, time_limit, tuple(register))
    import ray

    if not ray.is_initialized():
        ray.init()
    directory = Directory(Path(output), force=force) if output is not None else None
    bar = _bar() if progress else None
    try:
        collector = Collector(request, directory, bar.update if bar else lambda _: None)
        if hasattr(source, "map_batches"):
            _dataset(source, request, collector, block_size)
        else:
            one = isinstance(source, str) or hasattr(source, "__fspath__")
            paths: Any = [source] if one else source
            found = find(paths, Path(output).resolve() if output is not None else None)
            items = (_item(stem, path, request, directory) for stem, path in found)
            _files(_blocks(items, block_size), request, collector, in_flight, max_retries)
        summary = collector.finish()
    finally:
        if directory:
            directory.close()
        if bar:
            bar.close()
    if parquet is not None:
        summary.write_parquet(parquet)
    return summary


def _bar() -> Any:
    from tqdm.auto import tqdm

    return tqdm(desc="planning", unit="plan")


def _item(stem: str, path: str, request: Request, directory: Directory | None) -> Item:
    known: list[tuple[str, Kept]] = []
    for planner in request.planners if directory else ():
        kept = directory.kept(stem + request.suffix(planner), request.line(planner)) if directory else None
        if kept:
            known.append((planner, kept))
    return Item(stem, path, None, tuple(known))


def _blocks(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    iterator = iter(items)
    while block := list(itertools.islice(iterator, size)):
        yield block


def _files(
    blocks: Iterator[list[Item]],
    request: Request,
    collector: Collector,
    in_flight: int | None,
    max_retries: int,
) -> None:
    """Keeps the cluster busy with blocks of files."""
    import ray

    task = ray.remote(num_cpus=1, max_retries=max_retries)(work)
    shared = ray.put(request)
    running: dict[Any, tuple[list[Item], int]] = {}
    again: list[tuple[list[Item], int]] = []
    while True:
        most = in_flight or 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while len(running) < most:
            if again:
                block, attempt = again.pop()
            elif found := next(blocks, None):
                block, attempt = found, 1
            else:
                break
            running[task.remote(shared, block)] = (block, attempt)
        if not running:
            return
        done, _ = ray.wait(list(running), num_returns=1, timeout=10)
        for reference in done:
            block, attempt = running.pop(reference)
            try:
                results = ray.get(reference)
            except ray.exceptions.RayTaskError:
                raise  # an error of the task itself, not of the cluster
            except ray.exceptions.RayError:
                if ATTEMPTS <= attempt:
                    raise
                collector.summary.n_resubmitted += 1
                again.append((block, attempt + 1))
                continue
            collector.take(results)


def _dataset(source: Any, request: Request, collector: Collector, block_size: int) -> None:
    """Streams a dataset through tasks of Ray Data, which bounds what is in memory and repeats lost tasks."""

    def planned(batch: dict[str, Any]) -> dict[str, list[Any]]:
        names = [str(path) for path in batch["path"]]
        stems = [Path(name).with_suffix("").as_posix().lstrip("/") for name in names]
        contents = [bytes(content) for content in batch["bytes"]]
        items = [Item(stem, name, content) for stem, name, content in zip(stems, names, contents, strict=True)]
        rows = [as_row(result) for result in work(request, items)]
        return {key: [row[key] for row in rows] for key in as_row_keys}

    as_row_keys = list(_keys())
    missing = {"bytes", "path"} - set(source.schema().names)
    if missing:
        message = f"the dataset has no column {' and no column '.join(sorted(f'`{name}`' for name in missing))}"
        raise ArgumentError(message)
    results = source.map_batches(planned, batch_size=block_size)
    for row in results.iter_rows():
        collector.take([of_row(row)])


def _keys() -> Iterable[str]:
    from dataclasses import fields

    from memplan._farm import Result

    return (entry.name for entry in fields(Result))


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m memplan.ray", description="Plan trace files on a Ray cluster.", allow_abbrev=False
    )
    parser.add_argument("inputs", nargs="+", metavar="TRACE|DIR", help="trace files and directories, on all nodes")
    parser.add_argument("--address", help="cluster: `auto`, HOST:PORT, or ray://HOST:PORT (default: a local one)")
    parser.add_argument("--planner", default="auto", help="planners, separated by commas (default: auto)")
    parser.add_argument("-o", "--output", help="directory of plans")
    parser.add_argument("--parquet", help="file for the table")
    parser.add_argument("--alignment", type=int, help="align all offsets to at least this many bytes")
    parser.add_argument("--seed", type=int, default=0, help="random seed")
    parser.add_argument("--work", type=int, help="work limit for each trace")
    parser.add_argument("--time-limit", help="time limit for each trace, for example 10s")
    parser.add_argument("--block-size", type=int, default=64, help="files in one task (default: 64)")
    parser.add_argument("--in-flight", type=int, help="tasks at once (default: two for each processor)")
    parser.add_argument("--force", action="store_true", help="recompute existing plans")
    parser.add_argument("--quiet", action="store_true", help="print only errors")
    return parser.parse_args(words)


def _specs(text: str) -> list[str]:
    """Splits at commas that are outside of braces."""
    specs, depth = [""], 0
    for c in text:
        depth += (c == "{") - (c == "}")
        if c == "," and depth == 0:
            specs.append("")
        else:
            specs[-1] += c
    return specs


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit code: 0 success, 1 files failed, 2 usage or I/O error."""
    import ray

    arguments = _arguments(words)
    ray.init(address=arguments.address, log_to_driver=False, configure_logging=not arguments.quiet)
    try:
        summary = plan(
            arguments.inputs,
            _specs(arguments.planner),
            output=arguments.output,
            parquet=arguments.parquet,
            alignment=arguments.alignment,
            seed=arguments.seed,
            work_limit=arguments.work,
            time_limit=arguments.time_limit,
            block_size=arguments.block_size,
            in_flight=arguments.in_flight,
            force=arguments.force,
            progress=sys.stderr.isatty() and not arguments.quiet,
        )
    except (MemplanError, OSError) as error:
        print(f"memplan: error: {error}", file=sys.stderr)
        return 2
    for path, problem in summary.failed:
        print(f"{path}: error: {problem}", file=sys.stderr)
    if not arguments.quiet:
        print(summary)
    return 1 if summary.failed else 0


if __name__ == "__main__":
    sys.exit(main())
