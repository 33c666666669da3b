"""Compares dynamic programs after `merge` with what mlir-opt makes of them, run by `mlir-runner`.

    python real.py [MEMPLAN] [LEDGER]

Each program is merged once for all shapes, and run at some. `mlir-opt` and `mlir-runner` 22 have to be in PATH. `LEDGER`
is a shared library that counts allocations at exit, such as one over `malloc`, and may be left out.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PROGRAMS = {
    "mlp": (["main:0:0=b=1..64"], [(1,), (3,), (17,), (64,)]),
    "conv": (["main:0:0=b=1..16"], [(1,), (4,)]),
    "residual": (["main:0:0=b=1..16"], [(1,), (5,)]),
    "block": (["main:0:0=b=1..16", "main:0:1=s=32..512"], [(1, 32), (3, 47), (5, 128), (16, 64)]),
}
BUFFERIZE = [
    "--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map",
    "--buffer-deallocation-pipeline",
]
LOWER = ["--convert-linalg-to-loops", "--convert-bufferization-to-memref", "--memref-expand", "--expand-strided-metadata", "--lower-affine", "--convert-scf-to-cf", "--convert-math-to-llvm", "--convert-math-to-libm", "--convert-arith-to-llvm", "--convert-index-to-llvm", "--finalize-memref-to-llvm", "--convert-cf-to-llvm", "--convert-func-to-llvm", "--convert-arith-to-llvm", "--convert-index-to-llvm", "--reconcile-unrealized-casts"]


def output(*command, text=None):
    return subprocess.run(command, check=True, input=text, capture_output=True, text=True)


def sizes(ty, dims):
    """The sizes of a memref type at a shape."""
    dims = iter(dims)
    return [next(dims) if size == "?" else int(size) for size in re.match(r"memref<(.*)xf32", ty)[1].split("x")]


def loops(prefix, extents):
    """The heads of nested loops, and their indices."""
    heads = [f"%{prefix}n{at} = arith.constant {n} : index\n" for at, n in enumerate(extents)]
    heads += [f"scf.for %{prefix}{at} = %c0 to %{prefix}n{at} step %c1 {{\n" for at in range(len(extents))]
    return "".join(heads), [f"%{prefix}{at}" for at in range(len(extents))]


def called(text, dims):
    """The program with a function `entry` that calls `main` on numbers, and hashes the bits of the result."""
    inputs, result = re.search(r"@main\((.*?)\) -> (.*?) (?:attributes )?\{", text, re.DOTALL).groups()
    inputs = re.findall(r"(memref<[^>]*?(?:<[^>]*>[^>]*)?>)", inputs)
    out = "func.func @entry() -> i32 {\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
    out += "%m = arith.constant 97 : index\n%k = arith.constant 0.0009765625 : f32\n"
    given = []
    for number, ty in enumerate(inputs):
        name, extents = f"a{number}", sizes(ty, dims)
        plain = re.match(r"memref<(.*)xf32", ty)[0] + ">"
        heads, indices = loops(name, extents)
        dynamic = [f"%{name}n{at}" for at, size in enumerate(plain[7:-1].split("x")) if size == "?"]
        head, heads = heads.split("scf.for", 1)
        out += head + f"%{name} = memref.alloc({', '.join(dynamic)}) : {plain}\nscf.for{heads}"
        last = "%c1"
        for at, index in enumerate(indices):
            out += f"%{name}p{at} = arith.muli {last}, %m : index\n%{name}q{at} = arith.addi %{name}p{at}, {index} : index\n"
            last = f"%{name}q{at}"
        out += f"%{name}r = arith.remui {last}, %m : index\n%{name}s = arith.index_cast %{name}r : index to i32\n"
        out += f"%{name}f = arith.sitofp %{name}s : i32 to f32\n%{name}g = arith.mulf %{name}f, %k : f32\n"
        out += f"memref.store %{name}g, %{name}[{', '.join(indices)}] : {plain}\n" + "}\n" * len(indices)
        out += f"%{name}c = memref.cast %{name} : {plain} to {ty}\n"
        given.append((f"%{name}", plain))
    out += f"%r = call @main({', '.join(name + 'c' for name, _ in given)}) : ({', '.join(inputs)}) -> {result}\n"
    heads, indices = loops("z", sizes(result, dims))
    out += "%h = memref.alloca() : memref<i32>\n%k31 = arith.constant 31 : i32\nmemref.store %k31, %h[] : memref<i32>\n"
    out += heads + f"%e = memref.load %r[{', '.join(indices)}] : {result}\n%bits = arith.bitcast %e : f32 to i32\n"
    out += "%o = memref.load %h[] : memref<i32>\n%t = arith.muli %o, %k31 : i32\n%x = arith.addi %t, %bits : i32\n"
    out += "memref.store %x, %h[] : memref<i32>\n" + "}\n" * len(indices)
    out += "".join(f"memref.dealloc {name} : {ty}\n" for name, ty in given)
    out += f"memref.dealloc %r : {result}\n%y = memref.load %h[] : memref<i32>\nreturn %y : i32\n}}\n"
    return text[: text.rindex("}")] + out + "}\n"


def main():
    memplan, *libraries = sys.argv[1:] or ["memplan"]
    runner = Path(shutil.which("mlir-runner")).resolve()
    libraries += sorted(str(path) for path in (runner.parent.parent / "lib").glob("libmlir_c_runner_utils.so*"))[:1]
    is_same = True
    for name, (ranges, shapes) in PROGRAMS.items():
        program = str(HERE / f"{name}.tensor.mlir")
        merged = output(memplan, "merge", program, *(word for given in ranges for word in ("--range", given))).stdout
        merged = merged[: merged.rindex("}\n") + 2]
        plain = output("mlir-opt", program, *BUFFERIZE).stdout
        for dims in shapes:
            found = []
            for text in (merged, plain):
                lowered = output("mlir-opt", *LOWER, text=called(text, dims)).stdout
                shared = [f"--shared-libs={library}" for library in libraries]
                ran = output(str(runner), "-e", "entry", "--entry-point-result=i32", *shared, text=lowered)
                found.append((ran.stdout.strip(), ran.stderr.strip()))
            is_same &= found[0][0] == found[1][0]
            print(name, dims, "equal" if found[0][0] == found[1][0] else "DIFFERENT", *found)
    sys.exit(not is_same)


if __name__ == "__main__":
    main()
