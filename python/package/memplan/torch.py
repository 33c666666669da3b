"""PyTorch modules as programs with merged buffers. PyTorch is imported when a function is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memplan._arrays import with_signs
from memplan._lowering import MergedFunction, has_module, merge_lowered, missing

if TYPE_CHECKING:
    import os

    from typing_extensions import Unpack

    from memplan._lowering import JobOptions

__all__ = ["merge"]


def merge(
    module: Any,
    *args: Any,
    lower_with: str | os.PathLike[str] | None = None,
    **options: Unpack[JobOptions],
) -> MergedFunction:
    """Lowers a module for its arguments to linalg, and merges its buffers.

    `module` is a `torch.nn.Module`, which `torch.export` exports for the arguments, or an `ExportedProgram`. Parameters
    become constants of the program. torch-mlir imports and lowers it (`pip install torch-mlir`). The constraints of
    dynamic dimensions are the ranges of the program's dimensions. `options` are those of `memplan.merge`; `lower_with`
    is the path of another `torch-mlir-opt` or `iree-opt`.

        merged = memplan.torch.merge(model.eval(), x)
        merged.peak, merged.given, merged.run(x)

    Raises `InputError`: `missing-program` without PyTorch or torch-mlir, and `lowering` with an operation that is not
    lowered.
    """
    wanted = [name for name in ("torch", "torch_mlir") if not has_module(name)]
    if wanted:
        raise missing(f"{' and '.join(wanted)} not installed", "torch", "torch-mlir")
    import torch
    from torch.utils import _pytree as pytree
    from torch_mlir import fx

    is_exported = isinstance(module, torch.export.ExportedProgram)
    program = module if is_exported else torch.export.export(module, args)
    outputs = {node.name: node.meta.get("val") for node in program.graph.nodes}
    # Results may be constants, such as `None`.
    types = [getattr(outputs.get(str(name)), "dtype", "") for name in program.graph_signature.user_outputs]
    names = [str(dtype).removeprefix("torch.") for dtype in types]
    text = str(fx.export_and_import(program, output_type="raw"))
    given = options.get("range") or ()
    if ranges := [*_ranges(program), *([given] if isinstance(given, str) else given)]:
        options["range"] = ranges

    def flat(arguments: tuple[Any, ...]) -> list[Any]:
        leaves = pytree.tree_leaves((arguments, {}))
        return [array(leaf) if isinstance(leaf, torch.Tensor) else leaf for leaf in leaves]

    def array(tensor: Any) -> Any:
        tensor = tensor.detach().cpu()
        # NumPy has no `bfloat16`, and every one is a `float32`.
        return (tensor.float() if tensor.dtype == torch.bfloat16 else tensor).numpy()

    def results(arrays: list[Any]) -> Any:
        return pytree.tree_unflatten(with_signs(arrays, names), program.call_spec.out_spec)

    return merge_lowered(text, f"<torch {type(module).__name__}>", flat, results, lower_with, options)


def _ranges(program: Any) -> list[str]:
    """The values that the constraints of dynamic dimensions of arguments allow, in the form of `--range`."""
    values = {node.name: node.meta.get("val") for node in program.graph.nodes if node.op == "placeholder"}
    arguments = [values.get(str(name)) for name in program.graph_signature.user_inputs]
    ranges = []
    for argument, value in enumerate(value for value in arguments if hasattr(value, "shape")):
        for place, dim in enumerate(getattr(value, "shape", ())):
            symbol = getattr(getattr(dim, "node", None), "expr", None)
            allowed = program.range_constraints.get(symbol)
            if allowed is not None:
                most = allowed.upper if str(allowed.upper).isdigit() else ""
                ranges.append(f"main:{argument}:{place}={symbol}={allowed.lower}..{most}")
    return ranges
