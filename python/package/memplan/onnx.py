"""ONNX models as programs with merged buffers.

`memplan.collect.onnx` plans the nodes of a model as they are; this module plans the program that a compiler makes of
them. The package `onnx` is imported when a function is called.
"""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memplan._files import mapping_of
from memplan._lowering import MergedFunction, has_module, merge_lowered, missing
from memplan.collect._onnx import check_dims, parsed
from memplan.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typing_extensions import Unpack

    from memplan._lowering import JobOptions

__all__ = ["merge"]

# The importer is the same source in both packages.
_IMPORTERS = ("torch_mlir", "iree.compiler")

# The first version of operators that the importer reads.
_OPSET = 17


def merge(
    model: str | os.PathLike[str] | bytes | Any,
    *,
    dims: Mapping[str, int] | None = None,
    lower_with: str | os.PathLike[str] | None = None,
    **options: Unpack[JobOptions],
) -> MergedFunction:
    """Lowers a model to linalg, and merges its buffers.

    `model` is a file, its bytes, or a `ModelProto`. `dims` has sizes of named dimensions, as those of a batch; others
    stay dynamic. `iree-opt` or `torch-mlir-opt` lowers the model (`pip install onnx iree-base-compiler`). `options` are
    those of `memplan.merge`; `lower_with` is the path of another program.

        merged = memplan.onnx.merge("model.onnx", dims={"batch": 1})
        merged.peak, merged.given, merged.run(x)

    `run` takes the inputs of the model in order, and returns a list of its outputs.

    Raises `InputError`: `missing-program` without the packages, and `lowering` with an operation that is not lowered.
    """
    package = next((name for name in _IMPORTERS if has_module(name)), None)
    if package is None or not has_module("onnx"):
        raise missing("`onnx` or a package that imports ONNX models is not installed", "onnx", "iree-base-compiler")
    importer = importlib.import_module(f"{package}.extras.onnx_importer")
    ir = importlib.import_module(f"{package}.ir")
    proto = _inferred(model, mapping_of(dims, "dims"))
    with ir.Context() as context:
        if package == "torch_mlir":
            importlib.import_module("torch_mlir.dialects.torch").register_dialect(context)
        try:
            info = importer.ModelInfo(proto)
            module = info.create_module(context=context).operation
            importer.NodeImporter.define_function(info.main_graph, module).import_all()
        except importer.OnnxImportError as problem:
            error = InputError(f"the model cannot be imported: {problem}")
            error.code = "lowering"
            raise error from problem
        text = module.get_asm()
    name = str(model) if isinstance(model, (str, Path)) else proto.graph.name
    return merge_lowered(text, name, list, list, lower_with, options)


def _inferred(model: Any, dims: Mapping[str, int]) -> Any:
    """The model with shapes, and with operators of a version that the importer reads."""
    import onnx

    if isinstance(model, bytes):
        proto = parsed(model, "<bytes>")
    elif isinstance(model, onnx.ModelProto):
        proto = onnx.ModelProto()
        proto.CopyFrom(model)
    elif isinstance(model, (str, os.PathLike)):
        proto = onnx.load(model)
    else:
        raise ArgumentError(f"`model` is {model!r}, expected a path, bytes or a `ModelProto`")
    check_dims(proto.graph, dims)
    for value in proto.graph.input:
        for dim in value.type.tensor_type.shape.dim:
            if dim.dim_param in dims:
                dim.dim_value = dims[dim.dim_param]
    if any(opset.domain in ("", "ai.onnx") and opset.version < _OPSET for opset in proto.opset_import):
        proto = onnx.version_converter.convert_version(proto, _OPSET)
    return onnx.shape_inference.infer_shapes(proto, data_prop=True)
