import json
import subprocess

import pytest

import memplan

PROGRAM = """func.func @f(%x: memref<64xi8>) {
  %a = memref.alloc() : memref<64xi8>
  memref.copy %x, %a : memref<64xi8> to memref<64xi8>
  %b = memref.alloc() : memref<64xi8>
  memref.copy %a, %b : memref<64xi8> to memref<64xi8>
  memref.copy %b, %x : memref<64xi8> to memref<64xi8>
  return
}
"""


def test_every_format_of_traces_comes_back(tmp_path):
    trace = memplan.Trace.from_arrays([0, 1, 4], [2, 4, 6], [8, 16, 8], names=["a", "b", "c"])
    for extension in ("mtrace", "json", "csv", "log"):
        path = tmp_path / f"three.{extension}"
        memplan.write(path, trace)
        back = memplan.read(path)[0]
        assert back.names == trace.names, extension
        assert back.size.tolist() == trace.size.tolist()
        assert memplan.plan(back).peak == 24
    memplan.write(tmp_path / "both.mtrace", [trace, trace])
    assert len(memplan.read(tmp_path / "both.mtrace")) == 2
    assert [path.name for path in tmp_path.glob(".memplan*")] == []


def test_every_format_of_plans_comes_back(tmp_path):
    trace = memplan.Trace.parse("a 0..2 8; b 1..4 16")
    schedule = memplan.plan(trace)
    for extension in ("mplan", "json", "csv"):
        path = tmp_path / f"plan.{extension}"
        memplan.write(path, schedule)
        [back] = memplan.read_plan(path, trace)
        assert back.offsets.tolist() == schedule.offsets.tolist()
        assert back.peak == 24
    other = memplan.Trace.parse("a 0..2 8; b 1..4 24")
    with pytest.raises(memplan.InputError, match="the plan is for other traces"):
        memplan.read_plan(tmp_path / "plan.mplan", other)
    for name, what in [("x.mplan", trace), ("x.mtrace", schedule), ("x.png", trace)]:
        with pytest.raises(memplan.ArgumentError):
            memplan.write(tmp_path / name, what)


def test_files_of_other_tools_have_their_placement(root):
    data = root / "collectors" / "readers" / "tests" / "fixtures"
    found = 0
    for path in sorted(data.rglob("*")):
        if path.suffix not in {".pickle", ".pb", ".tflite", ".txt"}:
            continue
        try:
            traces = memplan.read(path)
        except memplan.InputError as error:
            assert error.code, path
            assert error.file
            continue
        for trace in traces:
            if trace.placed:
                found += 1
                assert not trace.placed.violations()
                assert memplan.plan(trace, "auto").lower_bound <= trace.placed.peak
                row = memplan.compare(trace).rows[-1]
                assert row.planner == f"as placed ({trace.placed.planner})"
    assert 3 < found


def test_errors_have_a_place(tmp_path):
    path = tmp_path / "wrong.csv"
    path.write_text("id,lower,upper,size\na,0,2,8\nb,x,2,8\n")
    with pytest.raises(memplan.InputError) as caught:
        memplan.read(path)
    error = caught.value
    assert (error.file, error.line, error.column, error.code) == (str(path), 3, 3, "syntax")
    with pytest.raises(memplan.InputError) as caught:
        memplan.merge("func.func @f() {\n  %a = nonsense\n}", name="f.mlir")
    error = caught.value
    assert (error.file, error.line, error.column) == ("f.mlir", 2, 8)
    assert str(error).startswith("f.mlir:2:8: error: ")
    for content in (b"", b"\x80\x04cposix\nsystem\n", b"\x00" * 100, b"{", b"\x1f\x8b\x08"):
        with pytest.raises(memplan.InputError):
            memplan.read(content)


def test_programs_are_traced_merged_and_rewritten(tmp_path):
    path = tmp_path / "f.mlir"
    path.write_text(PROGRAM)
    trace = memplan.read(path)[0]
    assert (len(trace), trace.max_load, trace.collector, trace.scope) == (2, 128, "tick", "f")
    plugins = {"mutator": "merge-alloc{arena=alloca}", "optimize": "none"}
    merged = memplan.merge(PROGRAM, "best-fit", **plugins)
    assert "memref.alloca" in merged.text
    assert merged.report["n_merged"] == 2
    [scope] = merged.report["scopes"]
    assert (scope["planner"], merged.report["skipped"]) == ("best-fit", [])
    assert memplan.merge(PROGRAM, optimize="memory").text == memplan.merge(PROGRAM).text
    assert memplan.merge(PROGRAM).report["n_buffers"] == 1
    with pytest.raises(memplan.ArgumentError):
        memplan.merge(PROGRAM, optimize="speed")
    kept = memplan.merge(PROGRAM, deallocate=False)
    assert "memref.dealloc" not in kept.text
    assert "memref.dealloc" in memplan.opt(PROGRAM, "builtin.module(buffer-deallocation-pipeline)")
    with pytest.raises(memplan.ArgumentError):
        memplan.opt(PROGRAM, "no-such-pass")
    deep = "func.func @f() {" + "scf.execute_region {" * 20000
    with pytest.raises(memplan.InputError):
        memplan.merge(deep)


def test_plans_of_the_command_are_equal(root, tmp_path):
    from shutil import which

    command = which("memplan")
    if command is None:
        pytest.skip("`memplan` is not in PATH")
    trace = tmp_path / "t.mtrace"
    memplan.write(trace, memplan.read(root / "datasets/data/nine.csv"))
    plan = tmp_path / "t.json"
    subprocess.run([command, "plan", trace, "-o", plan], check=True, capture_output=True)
    theirs = json.loads(plan.read_text())
    assert theirs["schedules"][0]["total_size_bytes"] == memplan.plan(memplan.read(trace)[0]).peak
