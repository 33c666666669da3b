"""The examples in docstrings, in stubs and in the documentation, and the notebook."""

import ast
import doctest
import importlib
import importlib.metadata
import inspect
import json
import pathlib
import pkgutil
import subprocess
import sys

import pytest

import memplan

PACKAGE = pathlib.Path(memplan.__file__).parent
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def run(examples, name):
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for example in examples:
        runner.run(example)
    assert runner.summarize(verbose=False).failed == 0, name
    return runner.tries


def modules():
    return [module.name for module in pkgutil.iter_modules([str(PACKAGE)]) if not module.name.startswith("_m")]


@pytest.mark.parametrize("name", ["memplan", *(f"memplan.{name}" for name in modules() if name != "ray")])
def test_docstrings(name):
    module = importlib.import_module(name)
    run(doctest.DocTestFinder(exclude_empty=True).find(module, name, extraglobs={"memplan": memplan}), name)


def test_stubs_have_examples_that_run():
    tree = ast.parse((PACKAGE / "_memplan.pyi").read_text())
    parser = doctest.DocTestParser()
    examples = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and (text := ast.get_docstring(node)):
            test = parser.get_doctest(text, {"memplan": memplan}, node.name, "_memplan.pyi", node.lineno)
            examples.append(test)
    assert 5 < run(examples, "_memplan.pyi")


def test_stubs_name_everything_that_exists():
    tree = ast.parse((PACKAGE / "_memplan.pyi").read_text())
    from memplan import _memplan

    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            there = {name for name in vars(getattr(_memplan, node.name)) if not name.startswith("_")}
            known = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            assert there == {name for name in known if not name.startswith("_")}, node.name
        if isinstance(node, ast.FunctionDef):
            assert callable(getattr(_memplan, node.name))


def test_docstrings_are_those_of_the_stub():
    tree = ast.parse((PACKAGE / "_memplan.pyi").read_text())
    from memplan import _memplan

    def compare(node, item):
        if text := ast.get_docstring(node):
            assert inspect.cleandoc(item.__doc__ or "") == text, node.name

    n_members = 0
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            compare(node, getattr(_memplan, node.name))
        for member in node.body if isinstance(node, ast.ClassDef) else []:
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("__"):
                compare(member, getattr(getattr(_memplan, node.name), member.name))
                n_members += 1
    assert n_members > 40


def test_the_package_has_a_version_and_names_its_modules():
    assert memplan.__version__ == importlib.metadata.version("memplan")
    program = "import memplan; print(*dir(memplan))"
    names = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout.split()
    assert {"collect", "jax", "onnx", "ray", "torch", "plan", "__version__"} <= set(names)


def test_ray_has_its_client():
    required = [line for line in importlib.metadata.requires("memplan") if "extra == 'ray'" in line]
    assert any(line.startswith("ray[client,data]") for line in required), required


def test_a_type_checker_knows_what_is_documented(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(
        "import memplan\n"
        "traces: list[memplan.Trace] = memplan.collect.jax(print, 1)\n"
        "summary: memplan.ray.Summary = memplan.ray.plan('traces')\n"
        "version: str = memplan.__version__\n"
        "text: str = memplan.jax.merge(print, 1).text\n"
        "peak = memplan.onnx.merge('model.onnx').report, memplan.torch.merge(print, 1).run(1)\n"
        "from memplan.report import Report, ScopeReport\n"
        "report: Report = memplan.merge('').report\n"
        "scopes: list[ScopeReport] = report['scopes']\n"
        "bytes: int = scopes[0]['peak_bytes'] + memplan.read('x')[0].left_out[0]['bytes']\n"
        "bound: int | None = report['run_time_peaks'][0]['most_bytes']\n"
        "planner: memplan.executorch.Planner = memplan.executorch.planner('auto')\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(program)]
    checked = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert checked.stdout == "Success: no issues found in 1 source file\n", checked.stdout


def test_the_notebook_runs(root, monkeypatch):
    monkeypatch.chdir(root / "python" / "notebooks")
    paths = list(pathlib.Path().glob("*.ipynb"))
    assert paths
    for path in paths:
        cells = json.loads(path.read_text())["cells"]
        names = {}
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        assert sources
        for number, source in enumerate(sources):
            tree = ast.parse(source, f"{path}[{number}]")
            last = tree.body[-1]
            shown = ast.Expression(tree.body.pop().value) if isinstance(last, ast.Expr) else None
            exec(compile(tree, f"{path}[{number}]", "exec"), names)
            if shown:
                value = eval(compile(shown, f"{path}[{number}]", "eval"), names)
                assert getattr(value, "_repr_html_", value.__repr__)()


def test_import_is_quick():
    program = "import time; t = time.perf_counter(); import memplan; print(time.perf_counter() - t)"
    runs = (subprocess.run([sys.executable, "-c", program], capture_output=True, check=True) for _ in range(5))
    assert min(float(run.stdout) for run in runs) < 0.1
