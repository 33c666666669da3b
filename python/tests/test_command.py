"""The command `memplan` that the package installs."""

import json
import subprocess
import sys

import memplan


def run(*arguments, **options):
    return subprocess.run([sys.executable, "-m", "memplan", *arguments], capture_output=True, text=True, **options)


def test_the_command_has_the_version_of_the_package():
    assert run("--version").stdout == f"memplan {memplan.__version__}\n"


def test_programs_are_merged_as_by_the_function(root):
    program = root / "examples" / "mlp.mlir"
    merged = run("merge", str(program))
    assert merged.returncode == 0
    assert merged.stdout == memplan.merge(program.read_text()).text


def test_exit_codes_are_those_of_the_command(tmp_path):
    assert run("plan", str(tmp_path / "missing.csv")).returncode == 2
    trace = tmp_path / "trace.csv"
    trace.write_text("id,lower,upper,size\na,0,2,64\nb,1,3,64\n")
    assert run("plan", str(trace), "--capacity", "64B").returncode == 1


def test_the_benchmark_starts_the_package_again(tmp_path):
    trace = tmp_path / "trace.csv"
    trace.write_text("id,lower,upper,size\na,0,2,64\nb,1,3,64\n")
    arguments = ("bench", str(trace), "--planners", "best-fit", "-o", str(tmp_path / "out"), "--format", "json")
    report = run(*arguments)
    assert report.returncode == 0, report.stderr
    assert json.loads(report.stdout)["cases"][0]["status"] == "ok"


def test_the_installed_script_is_the_command():
    (script,) = [it for it in memplan_scripts() if it.name == "memplan"]
    assert script.value == "memplan.__main__:main"


def memplan_scripts():
    from importlib.metadata import distribution

    return distribution("memplan").entry_points
