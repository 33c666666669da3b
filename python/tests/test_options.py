"""The options of `merge` are those of the table of the library."""

import os
import pathlib
import textwrap

import pytest

import memplan
import memplan._options
from memplan._memplan import merge_options

HEAD = '''"""The options of `merge`, written by `tests/test_options.py` from the table of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal


class MergeOptions(TypedDict, total=False):
    """The options of `merge`, as keywords; those that are `None` keep their defaults."""

'''


def rendered():
    parts = [HEAD]
    for name, annotation, text in merge_options():
        words = textwrap.fill(text, 108, break_long_words=False, break_on_hyphens=False)
        body = textwrap.indent(words, "    ").lstrip()
        parts.append(f'    {name}: {annotation} | None\n    """{body}"""\n')
    return "".join(parts)


def test_the_types_are_those_of_the_table():
    path = pathlib.Path(__file__).parent.parent / "package/memplan/_options.py"
    if os.environ.get("UPDATE_EXPECT"):
        path.write_text(rendered())
    assert path.read_text() == rendered(), "UPDATE_EXPECT=1 writes _options.py"
    assert set(memplan.MergeOptions.__annotations__) == {name for name, *_ in merge_options()}


PROGRAM = """func.func @main(%x: memref<256xf32>) {
  %a = memref.alloc() : memref<256xf32>
  memref.copy %x, %a : memref<256xf32> to memref<256xf32>
  memref.copy %a, %x : memref<256xf32> to memref<256xf32>
  return
}"""

VALUES = {
    "optimize": "none",
    "recompute": "20%",
    "blocks": "auto",
    "unroll": 100,
    "fit": "1MiB",
    "pools": "l1=16KiB,dram",
    "donation": "keep",
    "arguments": "read-only",
    "unknown_ops": "capture",
    "range": ["main:0:0=256..256"],
    "equal": "main:0:0=main:0:0",
    "time_limit": 1.5,
    "work_limit": 1000,
    "seed": 1,
    "threads": 1,
    "collector": "tick",
    "alignment": 64,
    "mutator": "merge-alloc",
    "arena": "alloc",
    "donate": "auto",
}


@pytest.mark.parametrize("name", [name for name, *_ in merge_options()])
def test_merge_takes_each_option(name):
    value = VALUES.get(name, True)
    if name in ("range", "equal"):
        # The dimension is not dynamic, which is found in the program: the value was understood.
        with pytest.raises(memplan.InputError, match="no such dynamic dimension"):
            memplan.merge(PROGRAM, **{name: value})
        return
    assert "func.func @main" in memplan.merge(PROGRAM, **{name: value}).text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"recomputed": "20%"}, "`recomputed` is no option of `merge`"),
        ({"recompute": 20}, "`recompute` is 20, expected a share"),
        ({"recompute": "20"}, "option `recompute` is `20`, expected a whole number of percent"),
        ({"threads": 0}, "option `threads` is `0`, expected a whole number, at least 1"),
        ({"time_limit": -1.0}, "`time_limit` is -1.0, expected seconds"),
        ({"deallocate": 1}, "`dealloc` is 1, expected `True` or `False`"),
        ({"alignment": True}, "`alignment` is True, expected a number of bytes"),
        ({"fit": 64, "blocks": "auto"}, "option `fit` is given beside `blocks`, which it excludes"),
        ({"optimize": "none", "recompute": "5%"}, "option `recompute` is part of `optimize=memory`"),
        ({"pools": "l1"}, "option `pools` is `l1`"),
    ],
)
def test_wrong_options_are_named(options, message):
    with pytest.raises(memplan.ArgumentError) as caught:
        memplan.merge(PROGRAM, **options)
    assert message in str(caught.value)
