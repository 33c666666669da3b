"""Limits of planners, and progress."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from memplan.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Progress = bool | Callable[[int, int, int], object] | None


@contextlib.contextmanager
def listener(progress: Progress, label: str) -> Iterator[Callable[[int, int, int], object] | None]:
    """Yields a function of peak, bound and work: the caller's own, or one that drives a progress bar."""
    if not progress:
        yield None
        return
    if progress is not True:
        if not callable(progress):
            raise ArgumentError(f"`progress` is {progress!r}, expected a function, `True` or `False`")
        yield progress
        return
    from tqdm.auto import tqdm

    with tqdm(desc=label, bar_format="{desc}: {elapsed}{postfix}") as bar:

        def show(peak: int, bound: int, _work: int) -> None:
            excess = f"{(peak - bound) / bound:.2%}" if bound else "0"
            bar.set_postfix(peak=peak, bound=bound, excess=excess)

        yield show
