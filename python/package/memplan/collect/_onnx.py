"""ONNX: shapes by inference and evaluation of constants, lifetimes by the order of nodes."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memplan.collect._values import Value, Values
from memplan.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from memplan._memplan import Trace
    from memplan.collect._onnx_runtime import Profile

VIEWS = frozenset({"Dropout", "Flatten", "Identity", "Reshape", "Squeeze", "Unsqueeze"})
"""The first output shows the bytes of the first input."""

IN_PLACE: Mapping[str, tuple[int, ...]] = {
    # Each element of the output depends on the element of the input at the same place only.
    **dict.fromkeys(("Add", "Div", "Max", "Min", "Mul", "Pow", "Sub", "Sum"), (0, 1)),
    **dict.fromkeys(("Abs", "Ceil", "Clip", "Elu", "Erf", "Exp", "Floor", "HardSigmoid", "HardSwish"), (0,)),
    **dict.fromkeys(("LeakyRelu", "Neg", "Relu", "Sigmoid", "Softplus", "Sqrt", "Tanh"), (0,)),
    "Where": (1, 2),
    # The statistics are those of training.
    "BatchNormalization": (0,),
    # Kernels read a row before they write it.
    "Softmax": (0,),
    # Kernels convert elements in order, and only equal sizes count.
    "Cast": (0,),
}
"""Inputs whose bytes the only output may take over, if the sizes are equal."""

RANDOM = frozenset(
    {"Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike"}
)
ORDERS = ("file", "profile")
MAX_EVALUATED = 4096
MAX_ROUNDS = 16
MAX_DEPTH = 64


@dataclass(frozen=True)
class Options:
    """The options of `memplan.collect.onnx`."""

    dims: dict[str, int]
    shapes: dict[str, Sequence[int]]
    sizes: dict[str, int]
    trips: dict[str, int]
    in_place: bool
    alignment: int
    skip_unknown: bool
    order: str
    inputs: dict[str, Any]


def collect(model: Any, options: Options) -> Trace:
    """Returns the trace of a model."""
    import onnx

    if options.order not in ORDERS:
        error = ArgumentError(f"there is no order {options.order!r}; known orders: {', '.join(ORDERS)}")
        error.code = "bad-order"
        raise error
    path = model if isinstance(model, (str, os.PathLike)) else None
    if isinstance(model, bytes):
        name, model = "<bytes>", parsed(model, "<bytes>")
    elif isinstance(model, (str, os.PathLike)):
        name = os.fspath(model)
        model = parsed(Path(model).read_bytes(), name)
    elif not isinstance(model, onnx.ModelProto):
        raise ArgumentError(f"`model` is {model!r}, expected a path, bytes or a `ModelProto`")
    else:
        name, copy = model.graph.name, onnx.ModelProto()
        copy.CopyFrom(model)
        model = copy
    measured: dict[str, int] = {}
    remarks: list[str] = []
    if options.order == "profile":
        # ONNX Runtime reads weights, also those in other files.
        whole = type(model).FromString(model.SerializeToString()) if path is None else onnx.load(path)
        _set_shapes(model.graph, options, name)
        found = _profiled(model.graph, whole, options, name)
        measured, remarks = found.sizes, found.remarks()
    else:
        _set_shapes(model.graph, options, name)
    model = _inferred(model)
    walk = _Walk(options, name, measured)
    walk.graph(model.graph)
    return walk.trace(model.graph.name, remarks)


def _profiled(graph: Any, whole: Any, options: Options, name: str) -> Profile:
    """Runs a model, and puts the nodes of its graph into the order of the run."""
    import numpy as np
    from onnx import helper

    from memplan.collect import _onnx_runtime

    constants = {tensor.name for tensor in graph.initializer}
    feeds = dict(options.inputs)
    for value in graph.input:
        shape = _shape(value.type)
        if value.name not in constants and value.name not in feeds and shape is not None:
            kind = helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type)
            feeds[value.name] = np.zeros(shape, kind)
    found = _onnx_runtime.profile(whole, feeds, name)
    _onnx_runtime.reorder(graph, found)
    return found


def parsed(content: bytes, name: str) -> Any:
    import onnx
    from google.protobuf.message import DecodeError

    try:
        model = onnx.ModelProto.FromString(content)
    except DecodeError as error:
        raise _error(name, "damaged", f"not an ONNX model: {error}") from error
    if not model.graph.node and not model.graph.output:
        raise _error(name, "damaged", "not an ONNX model: it has no graph")
    return model


def _error(name: str, code: str, problem: str) -> InputError:
    error = InputError(f"{name}: error: {problem}")
    error.code, error.file = code, name
    return error


def check_dims(graph: Any, dims: Mapping[str, int]) -> None:
    """Refuses names of dimensions that no input has, and sizes that are no numbers."""
    dimensions = (dim for value in graph.input for dim in value.type.tensor_type.shape.dim)
    named = {dim.dim_param for dim in dimensions if dim.dim_param}
    if unknown := sorted({*dims} - named):
        inputs = f"name {', '.join(sorted(named))}" if named else "have no named dimensions"
        raise ArgumentError(f"`dims` has names that are no dimensions: {', '.join(unknown)}; the inputs {inputs}")
    for dim, size in dims.items():
        if not isinstance(size, int) or not 0 <= size < 1 << 63:
            raise ArgumentError(f"`dims`: the size of `{dim}` is {size!r}, expected a whole number")


def _set_shapes(graph: Any, options: Options, name: str) -> None:
    """Gives inputs the shapes of the user, and forgets shapes that may be stale."""
    check_dims(graph, options.dims)
    if unknown := sorted({*options.shapes} - {value.name for value in graph.input}):
        raise ArgumentError(f"`shapes` has names that are no inputs: {', '.join(unknown)}")
    constants = {tensor.name for tensor in graph.initializer}
    missing = []
    for value in graph.input:
        if value.name in constants or not value.type.HasField("tensor_type"):
            continue
        shape = value.type.tensor_type.shape
        given = options.shapes.get(value.name)
        if given is not None:
            del shape.dim[:]
            for size in given:
                shape.dim.add().dim_value = size
        for index, dim in enumerate(shape.dim):
            if dim.HasField("dim_param") and dim.dim_param in options.dims:
                dim.dim_value = options.dims[dim.dim_param]
            if not dim.HasField("dim_value") or dim.dim_value < 0:
                label = f"'{dim.dim_param}'" if dim.HasField("dim_param") else str(index)
                missing.append(f"dimension {label} of input '{value.name}' is not known")
    if missing:
        raise _error(name, "dynamic-size", "; ".join(missing) + ": give `dims` or `shapes`")
    del graph.value_info[:]
    for value in graph.output:
        if value.type.HasField("tensor_type"):
            value.type.tensor_type.ClearField("shape")


def _inferred(model: Any) -> Any:
    """Infers shapes and evaluates small constants until nothing changes."""
    import onnx

    for _ in range(MAX_ROUNDS):
        model = onnx.shape_inference.infer_shapes(model, data_prop=True)
        if not (_evaluate(model) | _carry(model.graph)):
            break
    return model


def _carry(graph: Any) -> bool:
    """Gives what a loop carries the shape that the body returns; inference does not, because shapes may change."""
    types = {value.name: value.type for value in (*graph.value_info, *graph.output)}
    found = False
    for node in graph.node:
        if node.op_type != "Loop":
            continue
        [body] = _bodies(node)
        for entry, part in zip(node.output, body.output[1 : len(node.input) - 1], strict=False):
            shape = _shape(part.type)
            known = types.get(entry)
            if shape is None or (known is not None and _shape(known) is not None):
                continue
            if known is None:
                value = graph.value_info.add()
                value.name = entry
                known = value.type
            known.CopyFrom(part.type)
            found = True
    return found


def _evaluate(model: Any) -> bool:
    """Replaces nodes of the main graph whose results are known by constants; returns whether there were any."""
    import numpy as np
    from onnx import numpy_helper

    graph = model.graph
    shapes = {value.name: _shape(value.type) for value in (*graph.value_info, *graph.input, *graph.output)}
    small = {
        tensor.name: numpy_helper.to_array(tensor)
        for tensor in graph.initializer
        if not tensor.external_data and _count(tensor.dims) <= MAX_EVALUATED
    }
    outputs = {value.name for value in graph.output}
    kept, found = [], False
    for node in graph.node:
        results = None
        shape = shapes.get(node.input[0]) if node.input else None
        if node.op_type in ("Shape", "Size") and shape is not None and not node.attribute:
            results = [np.array(shape if node.op_type == "Shape" else _count(shape), dtype=np.int64)]
        elif _is_evaluable(node) and all(not entry or entry in small for entry in node.input):
            results = _run(model, node, small)
        if results is None or outputs.intersection(node.output):
            kept.append(node)
            continue
        found = True
        for entry, result in zip(node.output, results, strict=False):
            array = np.asarray(result)
            graph.initializer.append(numpy_helper.from_array(array, entry))
            if array.size <= MAX_EVALUATED:
                small[entry] = array
    if found:
        nodes = [type(node).FromString(node.SerializeToString()) for node in kept]
        del graph.node[:]
        graph.node.extend(nodes)
    return found


def _is_evaluable(node: Any) -> bool:
    is_plain = all(not attribute.HasField("g") and not attribute.graphs for attribute in node.attribute)
    return is_plain and node.op_type not in RANDOM and (node.op_type == "Constant" or bool(node.input))


def _run(model: Any, node: Any, values: Mapping[str, Any]) -> list[Any] | None:
    """Returns the results of a node, or nothing where the reference implementation has none."""
    from onnx.reference import ReferenceEvaluator

    given = {entry: values[entry] for entry in node.input if entry}
    if node.op_type == "Constant" and any(_is_large(attribute) for attribute in node.attribute):
        return None
    try:
        opsets = {opset.domain: opset.version for opset in model.opset_import}
        results: list[Any] = ReferenceEvaluator(node, opsets=opsets).run(None, given)
    except Exception:  # a kernel that is missing or refuses its input raises anything
        return None
    return results if all(hasattr(result, "dtype") for result in results) else None


def _is_large(attribute: Any) -> bool:
    return MAX_EVALUATED < _count(attribute.t.dims)


def _count(shape: Sequence[int]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def _shape(type_: Any) -> tuple[int, ...] | None:
    """Returns the shape of a tensor type, if all of it is known."""
    if not type_.HasField("tensor_type") or not type_.tensor_type.HasField("shape"):
        return None
    dims = type_.tensor_type.shape.dim
    if all(dim.HasField("dim_value") and 0 <= dim.dim_value for dim in dims):
        return tuple(dim.dim_value for dim in dims)
    return None


def _bits(element_type: int) -> int | None:
    """Returns the size of an element; `None` for strings and unknown types."""
    import onnx

    name = onnx.TensorProto.DataType.Name(element_type)
    special = {"BOOL": 8, "FLOAT": 32, "DOUBLE": 64, "COMPLEX64": 64, "COMPLEX128": 128, "BFLOAT16": 16}
    if name in special:
        return special[name]
    digits = "".join(c for c in name.partition("E")[0] if c.isdigit())
    return int(digits) if digits else None


@dataclass
class _Scope:
    """The values that a graph can name, and where those from outside are used."""

    outer: _Scope | None = None
    values: dict[str, Value | None] = field(default_factory=dict)
    """`None` for constants and inputs of the model."""
    constants: set[str] = field(default_factory=set)
    captured: list[Value] = field(default_factory=list)

    def add_constants(self, names: Iterable[str]) -> None:
        for name in names:
            self.values[name] = None
            self.constants.add(name)

    def add_initializers(self, graph: Any) -> None:
        self.add_constants(tensor.name for tensor in graph.initializer)
        self.add_constants(tensor.values.name for tensor in graph.sparse_initializer)


class _Walk:
    """Numbers nodes and collects values, bodies in front of their node."""

    def __init__(self, options: Options, name: str, measured: Mapping[str, int]) -> None:
        self.options = options
        self.measured = measured
        self.name = name
        self.values = Values()
        self.tick = 0
        self.unknown: list[str] = []

    def trace(self, scope: str, remarks: list[str]) -> Trace:
        if self.unknown and not self.options.skip_unknown:
            problem = "; ".join(self.unknown[:20])
            advice = "give `sizes`, or `skip_unknown=True`"
            text = f"{problem}; {len(self.unknown)} sizes are unknown: {advice}"
            raise _error(self.name, "dynamic-size", text)
        if not self.options.in_place:
            self.values.hints.clear()
        return self.values.trace(scope, self.options.alignment, remarks)

    def graph(self, graph: Any) -> None:
        """Walks the main graph."""
        scope = _Scope()
        scope.values.update(dict.fromkeys(value.name for value in graph.input))
        scope.add_initializers(graph)
        self.nodes(graph, scope, 0)
        for output in graph.output:
            value = scope.values.get(output.name)
            if value:
                value.live_until(self.tick)
                value.is_fixed = True

    def nodes(self, graph: Any, scope: _Scope, depth: int) -> None:
        if MAX_DEPTH < depth:
            raise _error(self.name, "too-deep", f"graphs are nested deeper than {MAX_DEPTH}")
        sizes = self._sizes(graph)
        for node in graph.node:
            is_constant = node.op_type == "Constant" or (
                node.op_type not in RANDOM
                and any(node.input)
                and not _bodies(node)
                and all(self._is_constant(entry, scope) for entry in node.input if entry)
            )
            if is_constant:
                scope.add_constants(node.output)
            else:
                self._node(node, scope, sizes, depth)

    def _is_constant(self, name: str, scope: _Scope) -> bool:
        found: _Scope | None = scope
        while found:
            if name in found.values:
                return name in found.constants
            found = found.outer
        return False

    def _node(self, node: Any, scope: _Scope, sizes: dict[str, int | None], depth: int) -> None:
        bodies = _bodies(node)
        first = self.tick
        inner = [_Scope(scope) for _ in bodies]
        branches: list[list[Value | None]] = []
        for body, body_scope in zip(bodies, inner, strict=True):
            branches.append(self._body(node, body, body_scope, depth))
        tick = self.tick
        self.tick += 1
        for body_scope in inner:
            for value in body_scope.captured:
                value.live_until(tick + 1)
        inputs = [self._use(entry, scope, tick) if entry else None for entry in node.input]
        if node.op_type == "Loop":
            self._size_scans(node, bodies[0], sizes)
        outputs = [self._define(entry, sizes, node, tick) if entry else None for entry in node.output]
        scope.values.update(zip(node.output, outputs, strict=True))
        if node.op_type == "If":
            self._join(outputs, branches)
        elif bodies:
            for branch in branches:
                for held in branch:
                    if held:
                        held.pieces[:] = [[first, tick + 1]]
        elif node.op_type in VIEWS and inputs[0] and outputs[0] and not inputs[0].is_fixed:
            self.values.merge(outputs[0], inputs[0])
            scope.values[node.output[0]] = inputs[0]
        elif len(node.output) == 1 and outputs[0]:
            chosen = (inputs[i] for i in IN_PLACE.get(node.op_type, ()) if i < len(inputs))
            self.values.may_replace(outputs[0], [value for value in chosen if value], tick)

    def _size_scans(self, node: Any, body: Any, sizes: dict[str, int | None]) -> None:
        """Sizes what a loop collects, one part for each iteration."""
        n_carried = len(node.input) - 2
        inside = self._sizes(body)
        for entry, part in zip(node.output[n_carried:], body.output[1 + n_carried :], strict=False):
            size, count = inside.get(part.name), self.options.trips.get(node.name)
            if size is not None and count is not None:
                sizes[entry] = size * count

    def _body(self, node: Any, body: Any, scope: _Scope, depth: int) -> list[Value | None]:
        """Walks a body; returns what lives throughout a loop, or the outputs of a branch."""
        sizes = self._sizes(body)
        is_loop = node.op_type != "If"
        carried: list[Value | None] = []
        for value in body.input:
            new = self._define(value.name, sizes, node, self.tick)
            new.is_fixed = True
            scope.values[value.name] = new
            carried.append(new)
        scope.add_initializers(body)
        self.nodes(body, scope, depth + 1)
        results: list[Value | None] = []
        for output in body.output:
            value = scope.values.get(output.name)
            if output.name not in scope.values:
                value = self._use(output.name, scope, self.tick)
            elif value:
                value.live_until(self.tick)
            is_own = value is not None and output.name in scope.values and value not in results
            if is_loop and value and is_own:
                value.is_fixed = True
            results.append(value if is_own else None)
        return carried + results if is_loop else results

    def _join(self, outputs: list[Value | None], branches: list[list[Value | None]]) -> None:
        """Puts the outputs of branches into the buffers of the node's outputs."""
        for branch in branches:
            for output, value in zip(outputs, branch, strict=False):
                if output and value and value in self.values.order:
                    # The part of the node itself stays last: later uses extend it.
                    own = output.pieces.pop()
                    self.values.merge(value, output)
                    output.pieces.append(own)

    def _use(self, name: str, scope: _Scope, tick: int) -> Value | None:
        """Extends the life of a value to this use. One from outside lives until its construct ends."""
        found: _Scope | None = scope
        inner: _Scope | None = None
        while found and name not in found.values:
            inner, found = found, found.outer
        value = found.values[name] if found else None
        if value:
            value.live_until(tick + 1)
            if inner:
                inner.captured.append(value)
        return value

    def _define(self, name: str, sizes: dict[str, int | None], node: Any, tick: int) -> Value:
        size = self.options.sizes.get(name, sizes.get(name))
        if size is None:
            size = self.measured.get(name)
        if size is None:
            self.unknown.append(f"node {tick} ({node.op_type}): the size of '{name}' is not known")
        return self.values.add(name, size, tick, tick + 1)

    def _sizes(self, graph: Any) -> dict[str, int | None]:
        sizes: dict[str, int | None] = {}
        for value in (*graph.value_info, *graph.input, *graph.output):
            shape = _shape(value.type)
            bits = _bits(value.type.tensor_type.elem_type) if shape is not None else None
            known = None if shape is None or bits is None else (_count(shape) * bits + 7) // 8
            sizes[value.name] = known
        return sizes


def _bodies(node: Any) -> list[Any]:
    """Returns the graphs of a node; of `If` the branch that is taken first."""
    graphs = [attribute.g for attribute in node.attribute if attribute.HasField("g")]
    if node.op_type == "If":
        named = {attribute.name: attribute.g for attribute in node.attribute}
        graphs = [named[key] for key in ("then_branch", "else_branch") if key in named]
    return graphs
