"""Reports have the types that `memplan.report` states."""

import types
import typing

import pytest
import typing_extensions

import memplan
import memplan.report


@pytest.fixture(autouse=True)
def not_required(monkeypatch):
    """What the module imports for type checkers only."""
    monkeypatch.setattr(memplan.report, "NotRequired", typing_extensions.NotRequired, raising=False)


CHAIN = """func.func @main(%x: memref<64xf32>) {
  %a = memref.alloc() : memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  memref.copy %a, %x : memref<64xf32> to memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  memref.copy %x, %b : memref<64xf32> to memref<64xf32>
  memref.copy %b, %x : memref<64xf32> to memref<64xf32>
  return
}"""


COPIED = """func.func @main(%x: tensor<8xf32>, %v: f32) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %y = tensor.insert %v into %x[%c0] : tensor<8xf32>
  return %x, %y : tensor<8xf32>, tensor<8xf32>
}"""

FIXED = CHAIN.replace("return", "call @other(%b) : (memref<64xf32>) -> ()\n  return")
FIXED += "\nfunc.func private @other(memref<64xf32>)"

DYNAMIC = """func.func @main(%x: memref<?xf32>, %n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  memref.copy %x, %a : memref<?xf32> to memref<?xf32>
  memref.copy %a, %x : memref<?xf32> to memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  memref.copy %x, %b : memref<?xf32> to memref<?xf32>
  memref.copy %b, %x : memref<?xf32> to memref<?xf32>
  return
}"""


def check(value, kind, place, keys):
    """Whether a value is of a type; adds the keys that it has to `keys`."""
    origin = typing.get_origin(kind)
    if typing_extensions.is_typeddict(kind):
        hints = typing_extensions.get_type_hints(kind, include_extras=True)
        optional = {key for key, hint in hints.items() if typing.get_origin(hint) is typing_extensions.NotRequired}
        assert {*hints} - optional <= {*value} <= {*hints}, (place, {*value} ^ {*hints})
        for key, item in value.items():
            keys.add(f"{kind.__name__}.{key}")
            hint = typing.get_args(hints[key])[0] if key in optional else hints[key]
            check(item, hint, f"{place}.{key}", keys)
    elif origin is list:
        for index, item in enumerate(value):
            check(item, typing.get_args(kind)[0], f"{place}[{index}]", keys)
    elif origin is dict:
        for key, item in value.items():
            check(item, typing.get_args(kind)[1], f"{place}.{key}", keys)
    elif origin in (typing.Union, types.UnionType):
        if value is not None:
            [other] = [of for of in typing.get_args(kind) if of is not type(None)]
            check(value, other, place, keys)
        else:
            assert type(None) in typing.get_args(kind), place
    else:
        # An `int` is a `float`, and a `bool` is no `int`.
        assert type(value) is kind or (kind is float and type(value) is int), (place, value, kind)


CASES = {
    "chain": (CHAIN, {}),
    "attention": ("examples/attention.mlir", {}),
    "blocks": ("examples/attention.mlir", {"blocks": "4"}),
    "arguments": ("examples/attention.mlir", {"arena": "arg"}),
    "pools": ("examples/attention.mlir", {"optimize": "none", "pools": "l1=64KiB,dram"}),
    "donated": ("examples/cache.mlir", {"donate": "step:0=0"}),
    "copied": (COPIED, {}),
    "fixed": (FIXED, {"optimize": "none", "pools": "l1=64KiB,dram"}),
    "dynamic": (DYNAMIC, {}),
}


def test_reports_are_of_their_types(root):
    keys = set()
    for name, (program, options) in CASES.items():
        text = (root / program).read_text() if program.endswith(".mlir") else program
        report = memplan.merge(text, **options).report
        check(report, memplan.report.Report, name, keys)
    parts = {name for name, part in vars(memplan.report).items() if typing_extensions.is_typeddict(part)}
    unseen = parts - {key.partition(".")[0] for key in keys}
    # A schedule of `merge` is rarely replaced.
    assert unseen <= {"ReplacedSchedule"}, unseen


def test_what_is_live_at_the_peak_is_explained(root):
    merged = memplan.merge((root / "examples/attention.mlir").read_text(), blocks="off")
    explained = merged.explain()
    schedule = explained.schedule
    assert explained.bytes == schedule.trace.max_load == sum(row.bytes for row in explained.rows)
    assert [row.bytes for row in explained.rows] == sorted((row.bytes for row in explained.rows), reverse=True)
    assert all(row.begin <= explained.tick < row.end for row in explained.rows)
    [(operation, line, text)] = {(row.operation, row.line, row.text) for row in explained.rows[:1]}
    assert operation.startswith("linalg.")
    assert text == (root / "examples/attention.mlir").read_text().splitlines()[line - 1].strip()
    table = repr(explained).splitlines()
    assert len(table) == 2 + len(explained.rows)
    assert table[0].startswith(f"{explained.bytes} of {schedule.peak} bytes of `")
    assert f"{explained.rows[0].bytes:,}" in table[2]
    assert "<svg" in explained._repr_html_() and "linalg." in explained._repr_html_()
    assert explained.svg() == schedule.svg()


def test_without_merged_buffers_nothing_is_explained():
    explained = memplan.merge("func.func @f() { return }").explain()
    assert (repr(explained), explained.svg(), explained.rows) == ("no buffers are merged", "", [])
    assert "<table" not in explained._repr_html_()


@pytest.mark.parametrize("wrong", [{"version": "1"}, {"scopes": [{}]}, {"extra": 1}, {"peak_bytes": True}])
def test_the_check_finds_what_is_wrong(wrong):
    report = {**memplan.merge(CHAIN).report, **wrong}
    with pytest.raises(AssertionError):
        check(report, memplan.report.Report, "chain", set())
