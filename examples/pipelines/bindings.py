"""A pipeline in Python: MLIR's own bindings before and after memplan, which exchange text.

    python examples/pipelines/bindings.py MODEL.mlir OUT.mlir

The bindings are those of iree-base-compiler (pip install memplan iree-base-compiler); those of torch-mlir and of other
builds of MLIR work alike. The generic form is what all versions of MLIR read.
"""

import sys
from pathlib import Path

from iree.compiler import ir, passmanager

import memplan

BEFORE = "builtin.module(canonicalize, cse)"
AFTER = "builtin.module(func.func(convert-linalg-to-loops), expand-strided-metadata, lower-affine, canonicalize)"


def run(module, passes):
    """Runs passes on a module, in its context."""
    passmanager.PassManager.parse(passes).run(module.operation)


def main(source, output):
    """Reads a program, merges its buffers, and lowers it to loops."""
    with ir.Context():
        module = ir.Module.parse(Path(source).read_text())
        run(module, BEFORE)
        merged = memplan.merge(str(module), name=source, generic=True)
        module = ir.Module.parse(merged.text)
        run(module, AFTER)
        Path(output).write_text(str(module))
    before, after = merged.report["separate_bytes"], merged.report["peak_bytes"]
    print(f"{before} bytes of buffers in {after} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
