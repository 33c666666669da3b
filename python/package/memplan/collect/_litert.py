"""LiteRT: where its interpreter puts tensors."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memplan._files import read
from memplan.errors import InputError

if TYPE_CHECKING:
    from memplan.collect import LitertPlacement


def collect(model: str | os.PathLike[str] | bytes) -> LitertPlacement:
    """Allocates the tensors of a model, and reads their addresses."""
    from memplan.collect import LitertPlacement

    file = "<bytes>" if isinstance(model, bytes) else os.fspath(model)
    content = model if isinstance(model, bytes) else Path(model).read_bytes()
    traces = read(content, name=file, reader="tflite")
    if len(traces) != 1:
        raise _error(file, "unsupported", f"the model has {len(traces)} subgraphs, and each has an arena")
    [trace] = traces
    # Tensors that share memory are separate here, so this counts the tensors of the file.
    [apart] = read(content, name=file, reader="tflite{aliases=hints}")
    n_tensors = len(apart) + sum(entry["count"] for entry in apart.left_out)
    interpreter = _interpreter(content, file)
    details = [entry for entry in interpreter.get_tensor_details() if entry["index"] < n_tensors]
    names = Counter(entry["name"] for entry in details)
    index = {entry["name"]: entry["index"] for entry in details}
    addresses = []
    for name in trace.names:
        if names[name] != 1:
            raise _error(file, "unsupported", f"{names[name]} tensors are called '{name}'")
        addresses.append(interpreter.tensor(index[name])().ctypes.data)
    base = min(addresses, default=0)
    schedule = trace.schedule([address - base for address in addresses], planner="litert")
    others = [entry for entry in interpreter.get_tensor_details() if n_tensors <= entry["index"]]
    sizes = [_size(entry) for entry in others]
    return LitertPlacement(schedule, len(others), sum(sizes))


def _interpreter(content: bytes, file: str) -> Any:
    from ai_edge_litert.interpreter import Interpreter, OpResolverType

    kind = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
    try:
        interpreter = Interpreter(model_content=content, experimental_op_resolver_type=kind)
        interpreter.allocate_tensors()
    except (RuntimeError, ValueError) as problem:
        raise _error(file, "not-run", f"LiteRT refuses the model: {problem}") from problem
    return interpreter


def _size(entry: dict[str, Any]) -> int:
    import numpy as np

    return int(np.prod(entry["shape"], dtype=np.int64)) * int(np.dtype(entry["dtype"]).itemsize)


def _error(file: str, code: str, problem: str) -> InputError:
    error = InputError(f"{file}: error: {problem}")
    error.code, error.file = code, file
    return error
