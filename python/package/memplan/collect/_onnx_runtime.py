"""ONNX Runtime: the order in which it runs the nodes of a model, and the sizes that they have then."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memplan.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

BITS: Mapping[str, int] = {
    **dict.fromkeys(("bool", "int8", "uint8", "float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz"), 8),
    **dict.fromkeys(("bfloat16", "float16", "int16", "uint16"), 16),
    **dict.fromkeys(("float", "int32", "uint32"), 32),
    **dict.fromkeys(("complex64", "double", "int64", "uint64"), 64),
    **dict.fromkeys(("int4", "uint4"), 4),
    "complex128": 128,
}
"""Bits of an element by the name of its type in profiles."""

SUFFIX = "_kernel_time"
"""What the names of events end with that measure a node."""


@dataclass
class Profile:
    """What a run of a model showed."""

    rank: dict[str, int] = field(default_factory=dict)
    """The first event of each node, by the names that `name_nodes` gives."""
    sizes: dict[str, int] = field(default_factory=dict)
    """The largest size of each value in bytes."""
    in_use: int = 0
    """The most bytes of the arena that were in use at once: values, and scratch memory of kernels."""
    held: int = 0
    """The bytes that the arena held at the end."""

    def remarks(self) -> list[str]:
        """Returns what ONNX Runtime itself needs, if the profile has it."""
        if not self.in_use:
            return []
        return [
            f"ONNX Runtime: at most {self.in_use} bytes of the arena are in use in the second run, with scratch memory "
            f"of kernels; the arena holds {self.held} bytes"
        ]


def name_nodes(graph: Any) -> Iterator[tuple[str, Any]]:
    """Returns all nodes, those of bodies included, with names of their own. Equal graphs have equal names."""
    stack = [graph]
    count = 0
    while stack:
        for node in stack.pop().node:
            yield f"memplan{count}", node
            count += 1
            stack += _bodies(node)


def profile(model: Any, feeds: Mapping[str, Any], file: str) -> Profile:
    """Runs a model twice, on one thread and without optimisation. Changes the names of its nodes.

    From the second run on, ONNX Runtime allocates by the pattern of the first.
    """
    import onnxruntime

    nodes = dict(name_nodes(model.graph))
    for name, node in nodes.items():
        node.name = name
    with tempfile.TemporaryDirectory(prefix="memplan-onnx-") as folder:
        options = onnxruntime.SessionOptions()
        options.enable_profiling = True
        options.profile_file_prefix = str(Path(folder) / "profile")
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            content = model.SerializeToString()
            session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
            for _ in range(2):
                session.run(None, dict(feeds))
        except Exception as problem:  # a class of its own for each status
            error = InputError(f"{file}: error: ONNX Runtime does not run the model: {problem}")
            error.code, error.file = "not-run", file
            raise error from problem
        events = json.loads(Path(session.end_profiling()).read_text())
    return _read(events, nodes)


def _read(events: list[dict[str, Any]], nodes: Mapping[str, Any]) -> Profile:
    found = Profile()
    for event in events:
        label = event.get("name", "")
        name = label.removesuffix(SUFFIX)
        if event.get("cat") != "Node" or name == label or name not in nodes:
            continue
        found.rank.setdefault(name, len(found.rank))
        found.in_use = max(found.in_use, int(event.get("args", {}).get("mem_in_use_peak", 0)))
        found.held = max(found.held, int(event.get("args", {}).get("mem_arena_held", 0)))
        outputs = [output for output in nodes[name].output if output]
        shapes = event.get("args", {}).get("output_type_shape", [])
        if len(shapes) != len(outputs):
            continue
        for output, shape in zip(outputs, shapes, strict=True):
            size = _size(shape)
            if size is not None:
                found.sizes[output] = max(size, found.sizes.get(output, 0))
    return found


def _size(shape: Mapping[str, list[int]]) -> int | None:
    """Returns the bytes of `{"float": [1, 64]}`."""
    [(kind, dims)] = shape.items()
    bits = BITS.get(kind)
    if bits is None:
        return None
    for size in dims:
        bits *= size
    return (bits + 7) // 8


def reorder(graph: Any, found: Profile) -> None:
    """Puts the nodes of all graphs into the order of the profile.

    Nodes that did not run, such as constants and those of a branch that was not taken, follow what they read.
    """
    names = {}
    for name, node in name_nodes(graph):
        names[name], node.name = node.name, name
    _reorder(graph, found)
    for _, node in name_nodes(graph):
        node.name = names[node.name]


def _reorder(graph: Any, found: Profile) -> None:
    ranks: dict[str, int] = {}
    order = []
    for index, node in enumerate(graph.node):
        rank = found.rank.get(node.name)
        if rank is None:
            rank = max((ranks.get(entry, -1) for entry in node.input), default=-1)
        ranks.update(dict.fromkeys(node.output, rank))
        order.append((rank, index))
        for body in _bodies(node):
            _reorder(body, found)
    nodes = [type(graph.node[index]).FromString(graph.node[index].SerializeToString()) for _, index in sorted(order)]
    del graph.node[:]
    graph.node.extend(nodes)


def _bodies(node: Any) -> list[Any]:
    bodies = []
    for attribute in node.attribute:
        bodies += [attribute.g] if attribute.HasField("g") else []
        bodies += attribute.graphs
    return bodies
