"""Exported PyTorch programs: lifetimes by the order of nodes, aliases by the schemas of operators.

Nothing here imports PyTorch: a program is read through its attributes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memplan.collect._values import Value, Values
from memplan.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memplan._memplan import Trace

IN_PLACE = frozenset(
    "abs add ceil clamp div elu erf exp floor gelu hardsigmoid hardswish leaky_relu log maximum minimum mul neg pow "
    "reciprocal relu rsqrt sigmoid silu softplus sqrt sub tanh where".split()
)
"""Operators whose output may take over the bytes of an input of equal size: each element depends on one element."""

MAY_COPY = frozenset("contiguous flatten reshape reshape_as to".split())
"""Operators that show their input, as their schemas say, only where its layout and type allow it."""


def collect(program: Any, in_place: bool, alignment: int) -> Trace:
    """Returns the trace of a program."""
    nodes = list(program.graph_module.graph.nodes)
    computed = [node for node in nodes if node.op == "call_function"]
    ticks = {node: tick for tick, node in enumerate(computed)}
    values = Values()
    buffer_of: dict[Any, Value | None] = {}
    for node in nodes:
        inputs = [buffer_of.get(entry) for entry in node.all_input_nodes]
        if node.op == "output":
            for value in inputs:
                if value:
                    value.live_until(len(computed))
                    value.is_fixed = True
        if node.op != "call_function":
            buffer_of[node] = None
            continue
        tick = ticks[node]
        for value in inputs:
            if value:
                value.live_until(tick + 1)
        buffer_of[node] = _result(node, tick, values, buffer_of, in_place)
    return values.trace(str(getattr(program.graph_module, "_get_name", lambda: "")()), alignment)


def _result(node: Any, tick: int, values: Values, buffer_of: dict[Any, Value | None], in_place: bool) -> Value | None:
    """Returns the buffer of what a node computes: a new one, or that of the input it shows."""
    shown = _shown(node)
    if shown is not None:
        value = buffer_of.get(shown)
        if value:
            value.live_until(tick + 1)
        return value
    if _name(node) == "getitem":
        return buffer_of.get(node.args[0])
    size = sum(_size(tensor, node) for tensor in _tensors(node.meta.get("val")))
    if size == 0:
        return None
    value = values.add(node.name, size, tick, tick + 1)
    if in_place and _name(node) in IN_PLACE:
        inputs = (buffer_of.get(entry) for entry in node.all_input_nodes)
        values.may_replace(value, [entry for entry in inputs if entry], tick)
    return value


def _name(node: Any) -> str:
    """Returns `relu` for `aten.relu.default`."""
    schema = getattr(node.target, "_schema", None)
    if schema is None:
        return str(getattr(node.target, "__name__", ""))
    return str(schema.name).rpartition("::")[2]


def _shown(node: Any) -> Any:
    """Returns the input whose bytes the result shows or overwrites, if the schema names one."""
    schema = getattr(node.target, "_schema", None)
    if schema is None:
        return None
    aliased = {name for result in schema.returns for name in _sets(result)}
    for position, argument in enumerate(schema.arguments):
        if aliased & set(_sets(argument)) or _is_shown_in_parts(argument):
            given = node.args[position] if position < len(node.args) else node.kwargs.get(argument.name)
            is_copied = _name(node) in MAY_COPY and _is_copied(given, node)
            return given if hasattr(given, "meta") and not is_copied else None
    return None


def _sets(argument: Any) -> list[str]:
    info = getattr(argument, "alias_info", None)
    return [str(name) for name in info.before_set] if info else []


def _is_shown_in_parts(argument: Any) -> bool:
    """Returns whether the results are a list of views: `split(Tensor(a -> *) self, ...) -> Tensor(a)[]`."""
    info = getattr(argument, "alias_info", None)
    return info is not None and any(str(name) == "*" for name in getattr(info, "after_set", ()))


def _is_copied(given: Any, node: Any) -> bool:
    """Returns whether an operator that may show its input copies it."""
    before: Any = getattr(given, "meta", {}).get("val")
    after: Any = node.meta.get("val")
    return before is None or after is None or before.dtype != after.dtype or not before.is_contiguous()


def _tensors(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from _tensors(part)
    elif hasattr(value, "shape") and hasattr(value, "dtype"):
        yield value


def _size(tensor: Any, node: Any) -> int:
    count = 1
    for size in tensor.shape:
        if not isinstance(size, int):
            error = InputError(f"node `{node.name}`: size `{size}` is not static; export without dynamic shapes")
            error.code = "dynamic-size"
            raise error
        count *= size
    return count * int(tensor.dtype.itemsize)
