"""Traces of live objects: JAX functions, ONNX models, TensorFlow Lite models, exported PyTorch programs.

Most functions return a list of traces. The framework does what it does best, compiling and shape inference; nothing is
run on data, and no weights are read, except where a function is documented to do so. Frameworks are imported when a
function is called.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memplan._files import mapping_of, read
from memplan.errors import ArgumentError

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence

    from memplan._memplan import Schedule, Trace

__all__ = ["LitertPlacement", "jax", "litert", "onnx", "tflite", "torch_export"]


def jax(function: Callable[..., Any] | Any, *args: Any, reader: str = "xla", **kwargs: Any) -> list[Trace]:
    """Compiles a function for its arguments, and returns the traces of its temporary memory as XLA allocates it.

    `function` is a function, a jitted one, or what its `lower` returned; then there are no arguments. Arguments may be
    `jax.ShapeDtypeStruct`: nothing is run. `Trace.placed` is where XLA put each value. A function that needs no
    temporary memory gives no trace, and a `UserWarning`.

    Raises `InputError` if XLA did not write its buffer assignment.
    """
    from memplan.collect._jax import collect

    return collect(function, args, kwargs, reader)


def onnx(
    model: str | os.PathLike[str] | bytes | Any,
    *,
    dims: Mapping[str, int] | None = None,
    shapes: Mapping[str, Sequence[int]] | None = None,
    sizes: Mapping[str, int] | None = None,
    trips: Mapping[str, int] | None = None,
    in_place: bool = True,
    alignment: int = 64,
    skip_unknown: bool = False,
    order: str = "file",
    inputs: Mapping[str, Any] | None = None,
) -> list[Trace]:
    """Returns the trace of an ONNX model: one buffer for each value that nodes compute, in the order of the nodes.

    `model` is a file, its bytes, or a `ModelProto`; external data is not read. `dims` has sizes of named dimensions,
    `shapes` shapes of inputs, `sizes` bytes of values whose size depends on data; `skip_unknown` leaves those out
    instead. `trips` has the number of iterations of loops with scan outputs, by name of the node. With `in_place`, an
    element-wise node may take over the bytes of an input that it reads last. Reshaped values share the buffer of their
    input. Inputs and constants are in no trace, bodies of `If` and `Loop` precede their node.

    `order="file"` is that of the file. `order="profile"` is that in which ONNX Runtime runs the nodes, which is often
    another one: it runs the model twice, on one thread and without optimisation, with `inputs` and zeros for inputs
    that are not in it. Sizes that depend on data are then those of these runs, and a remark of the trace tells how
    much memory ONNX Runtime had in use and held, scratch memory of kernels included.

    Raises `InputError`: `dynamic-size` with everything that is missing, `not-run` if ONNX Runtime refuses the model.
    """
    from memplan.collect._onnx import Options, collect

    options = Options(
        dims=mapping_of(dims, "dims"),
        shapes=mapping_of(shapes, "shapes"),
        sizes=mapping_of(sizes, "sizes"),
        trips=mapping_of(trips, "trips"),
        in_place=in_place,
        alignment=alignment,
        skip_unknown=skip_unknown,
        order=order,
        inputs=mapping_of(inputs, "inputs"),
    )
    return [collect(model, options)]


def tflite(path: str | os.PathLike[str] | bytes, *, reader: str = "tflite") -> list[Trace]:
    """Returns a trace for each subgraph of a TensorFlow Lite model, as the arena of LiteRT has it.

    `reader` takes options, such as `"tflite{variables=include}"`. The planner `tflite-arena` places as LiteRT does.
    """
    return read(path, reader=reader)


@dataclass(frozen=True)
class LitertPlacement:
    """Where LiteRT puts the tensors of a model."""

    schedule: Schedule
    """The offsets in the arena. `schedule.trace` is the trace of the reader `tflite`."""
    n_temporaries: int
    """How many tensors kernels added for themselves. They are in the arena, and not in the trace."""
    temporary_bytes: int
    """The sum of the sizes of those tensors."""


def litert(model: str | os.PathLike[str] | bytes) -> LitertPlacement:
    """Returns where the interpreter of LiteRT puts the tensors of a model, to compare with plans.

    The interpreter allocates and does not run the model. It works without delegates, which keep most tensors outside of
    the arena. The model must have one subgraph. The planner `tflite-arena` gives the same peak.

    Raises `InputError`: `unsupported` for models with several subgraphs or ambiguous names, `not-run` if LiteRT
    refuses the model.
    """
    from memplan.collect._litert import collect

    return collect(model)


def torch_export(program: Any, *, in_place: bool = True, alignment: int = 64) -> list[Trace]:
    """Returns the trace of a `torch.export.ExportedProgram`: one buffer for each tensor that a node computes.

    Parameters, buffers, inputs and constants are in no trace; views and mutations belong to the buffer that they show;
    outputs live to the end. With `in_place`, an element-wise node may take over an input that it reads last. Shapes
    must be static.
    """
    from memplan.collect._torch import collect

    if not hasattr(program, "graph_module"):
        raise ArgumentError(f"`program` is {program!r}, expected a `torch.export.ExportedProgram`")
    return [collect(program, in_place, alignment)]
