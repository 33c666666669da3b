"""Memory planning for ExecuTorch: offsets of memplan in the programs that an export writes.

    from executorch.exir import ExecutorchBackendConfig
    from executorch.exir.passes import MemoryPlanningPass

    planning = MemoryPlanningPass(memory_planning_algo=memplan.executorch.planner())
    program = edge.to_executorch(ExecutorchBackendConfig(memory_planning_pass=planning))

The arenas are never larger in sum than those of ExecuTorch's own `greedy` and `banked_greedy`, which run beside. The
logger `memplan.executorch` has a line for each arena at level `INFO`: its size and the proven bound, and the size of
ExecuTorch's plan.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from memplan._memplan import Trace
from memplan._planning import plan
from memplan.errors import ArgumentError, CapacityError, InputError, StoppedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memplan._memplan import Context, Schedule

__all__ = ["Planner", "planner"]

_LOG = logging.getLogger("memplan.executorch")


def planner(
    planner: str = "auto",
    memory_map: Any = None,
    *,
    seed: int = 0,
    threads: int = 1,
    time_limit: float | str | None = None,
    work_limit: int | None = None,
    context: Context | None = None,
) -> Planner:
    """Returns a planner for `MemoryPlanningPass(memory_planning_algo=..)`.

    `memory_map` is a `TargetMemoryMap` of ExecuTorch 1.5 or later, or a sequence of its `Bank`s, the preferred one
    first: no bank gets more bytes than it has. Tensors whose `mem_id` is set stay in that arena. The other arguments
    are those of `memplan.plan`; limits hold for each arena. Alignment is that of the pass, in bytes.

    Raises `ArgumentError` for an unknown planner and wrong banks.
    """
    limits = {"seed": seed, "threads": threads, "time_limit": time_limit, "work_limit": work_limit, "context": context}
    # An unknown planner is an error here, rather than after an export of minutes.
    plan(Trace.parse("tensor 0..1 1"), planner, **limits)  # type: ignore[arg-type]
    return Planner(planner, None if memory_map is None else _banks(memory_map), limits)


def _banks(memory_map: Any) -> list[Any]:
    try:
        banks = list(getattr(memory_map, "banks", memory_map))
    except TypeError as error:
        message = f"`memory_map` is {memory_map!r}, expected a `TargetMemoryMap` or a sequence of `Bank`s"
        raise ArgumentError(message) from error
    for bank in banks:
        if not all(isinstance(getattr(bank, name, None), int) for name in ("size", "mem_id")):
            message = f"`memory_map` has {bank!r}, expected a `Bank` with `name`, `size` and `mem_id`"
            raise ArgumentError(message)
        if bank.size <= 0 or bank.mem_id < 1:
            message = f"`memory_map`: `{bank.name}` has {bank.size} bytes and `mem_id` {bank.mem_id}; 1 is the least"
            raise ArgumentError(message)
    ids = [bank.mem_id for bank in banks]
    if not banks or len({*ids}) != len(ids):
        message = f"`memory_map` has the arenas {ids}: at least one is needed, each once"
        raise ArgumentError(message)
    return banks


@dataclass(frozen=True)
class _Tensor:
    """A tensor with storage of its own, and those in its storage."""

    spec: Any
    name: str
    size: int
    """In bytes, a multiple of the alignment."""
    begin: int
    end: int
    """The first node after the lifetime."""
    mem_id: int | None
    """The arena that the user chose."""


@dataclass
class _Arena:
    """An arena with its tensors, and where they are. All sizes are in bytes."""

    mem_id: int
    align: int
    floor: int
    """Bytes at its start that programs of control flow use."""
    room: int | None
    """The largest size, if there is one."""
    tensors: list[_Tensor] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    size: int = 0
    """With `floor`, without padding."""
    before: int = 0
    """The size before memplan planned it again."""
    bound: int | None = None
    """What no plan of these tensors is below."""
    schedule: Schedule | None = None

    def aligned(self, bytes: int) -> int:
        return -(-bytes // self.align) * self.align

    def put(self, tensor: _Tensor, offset: int) -> None:
        self.tensors.append(tensor)
        self.offsets.append(offset)
        self.size = self.before = max(self.size, self.aligned(offset + tensor.size))

    def __str__(self) -> str:
        if self.bound is None:
            proof = "without a bound"
        else:
            proof = "optimal" if self.size <= self.bound else f"at least {self.bound}"
        room = "" if self.room is None else f" of {self.room}"
        return f"arena {self.mem_id}: {len(self.tensors)} tensors in {self.size}{room} bytes, {proof}"


@dataclass(frozen=True)
class _Graph:
    """What ExecuTorch asks for a graph, in bytes."""

    alignment: int
    padding: int
    """Bytes after each arena."""
    floors: list[int]
    """Bytes at the start of each arena that programs of control flow use."""

    def arena(self, mem_id: int, banks: list[Any] | None) -> _Arena:
        """An arena without tensors."""
        floor = self.floors[mem_id] if mem_id < len(self.floors) else 0
        align, room = self.alignment, None
        for bank in banks or ():
            if bank.mem_id == mem_id:
                align = getattr(bank, "alignment", None) or align
                room = max(bank.size - self.padding, 0) // align * align
        return _Arena(mem_id, align, floor, room, size=floor, before=floor)


_Places = dict[int, tuple[int, int]]
"""The arena and the offset of a tensor, by the identity of its spec."""


@dataclass(eq=False)
class Planner:
    """A planner for `MemoryPlanningPass`; `algorithm` is one for `MemoryPlanningAlgorithmSuite`."""

    planner: str
    _banks: list[Any] | None
    _limits: dict[str, Any]
    schedules: dict[int, Schedule] = field(default_factory=dict)
    """The schedule of each arena that memplan planned for the graph before, to draw or write them."""
    bounds: dict[int, int] = field(default_factory=dict)
    """What no plan of the tensors of each arena is below, in bytes, for the graph before."""

    @property
    def __name__(self) -> str:
        """The name in messages of ExecuTorch."""
        return "memplan"

    def __call__(
        self,
        alignment: int,
        specs: Iterable[Any],
        graph_module: Any,
        graph_signature: Any = None,
        extra_padding: int = 0,
    ) -> list[int]:
        """Plans the tensors of a graph, writes their places into `specs`, and returns the bytes of each arena."""
        result = self.algorithm(alignment, specs, graph_module, graph_signature, extra_padding)
        for spec, place in result.spec_dict.items():
            spec.mem_id, spec.mem_obj_id, spec.mem_offset = place.mem_id, place.mem_obj_id, place.mem_offset
        return list(result.bufsizes)

    def algorithm(
        self,
        alignment: int,
        specs: Iterable[Any],
        graph_module: Any,
        graph_signature: Any = None,
        extra_padding: int = 0,
    ) -> Any:
        """Returns the places of all tensors as a `MemoryAlgoResult`, and leaves `specs` as they are.

        Raises `CapacityError` if no plan fits the banks, and `InputError` for storage that cannot be shared as it asks.
        """
        specs = list(specs)
        graph = _Graph(alignment, extra_padding, list(getattr(graph_module, "input_mem_buffer_sizes", None) or []))
        call = (alignment, specs, graph_module, graph_signature, extra_padding)
        if self._banks is not None:
            _check_banks(self._banks, specs, graph)
        # First, because it sorts by sizes as they come in, which `_roots` aligns.
        theirs = _greedy(call) if self._banks is None else _banked(self._banks, call)
        roots = _roots(specs, alignment)
        names = _names(graph_module)
        tensors = [_tensor(spec, names, members) for spec, members in roots.values()]
        assignments = [] if theirs is None else [_arenas(tensors, theirs, graph, self._banks)]
        if self._banks is not None:
            assignments += self._pooled(tensors, graph, required=not assignments)
        plans = [[self._repacked(arena) for arena in arenas] for arenas in assignments]
        # Of equal sums, the one with more bytes in the preferred banks.
        order = [bank.mem_id for bank in self._banks or ()]
        arenas = min(plans, key=lambda arenas: (sum(arena.size for arena in arenas), _left_out(arenas, order)))
        self.schedules = {arena.mem_id: arena.schedule for arena in arenas if arena.schedule}
        self.bounds = {arena.mem_id: arena.bound for arena in arenas if arena.bound is not None}
        for arena in arenas:
            _LOG.info("%s", arena)
        if theirs is not None:
            before = sum(arena.before for arena in assignments[0])
            name = "greedy" if self._banks is None else "banked_greedy"
            _LOG.info("all arenas: %s bytes; %s %s", sum(arena.size for arena in arenas), name, before)
        return _result(arenas, roots, graph)

    def _pooled(self, tensors: list[_Tensor], graph: _Graph, required: bool) -> list[list[_Arena]]:
        """The arenas of tensors in banks, by the planner of memplan, which plans pools; none if it finds none."""
        try:
            places = self._places_in_pools(tensors, graph)
        except CapacityError as error:
            if not required:
                return []
            error.help = "give a bank more bytes, or add one to `memory_map`; tensors with a `mem_id` stay in that bank"
            raise
        return [_arenas(tensors, places, graph, self._banks)]

    def _places_in_pools(self, tensors: list[_Tensor], graph: _Graph) -> _Places:
        """The places of tensors in banks as pools of a trace, the preferred one first."""
        assert self._banks is not None
        free = [bank.mem_id for bank in self._banks]
        pinned = {tensor.mem_id for tensor in tensors if tensor.mem_id is not None}
        lines = []
        for number, tensor in enumerate(tensors):
            allowed = free if tensor.mem_id is None else [tensor.mem_id]
            pools = ",".join(f"arena{mem_id}" for mem_id in allowed)
            lines.append(f"tensor{number} {tensor.begin}..{tensor.end} {tensor.size} pool={pools}")
        for mem_id in [*free, *sorted(pinned - {*free})]:
            arena = graph.arena(mem_id, self._banks)
            lines.append(f"pool arena{mem_id} {'-' if arena.room is None else arena.room} align={arena.align}")
            if arena.floor:
                lines.append(f"reserve arena{mem_id} 0..{arena.floor}")
        schedule = plan(Trace.parse("\n".join(lines)), self.planner, **self._limits)
        pairs = zip(tensors, schedule.pools or [], schedule.offsets.tolist(), strict=True)
        return {id(tensor.spec): (int(pool.removeprefix("arena")), offset) for tensor, pool, offset in pairs}

    def _repacked(self, arena: _Arena) -> _Arena:
        """Plans the tensors of an arena again; they stay as they are if that is no smaller."""
        trace = Trace.from_arrays(
            np.array([tensor.begin for tensor in arena.tensors], dtype=np.int64),
            np.array([tensor.end for tensor in arena.tensors], dtype=np.int64),
            np.array([tensor.size for tensor in arena.tensors], dtype=np.uint64),
            names=[tensor.name for tensor in arena.tensors],
            scope=f"arena {arena.mem_id}",
            capacity=None if arena.room is None else max(arena.room - arena.floor, 0),
        )
        try:
            schedule = plan(trace, self.planner, alignment=arena.align, **self._limits)
        except (CapacityError, StoppedError) as error:
            _LOG.info("arena %s stays as it is: %s", arena.mem_id, error)
            return arena
        base = arena.aligned(arena.floor)
        arena.bound = arena.floor + schedule.lower_bound
        if base + arena.aligned(schedule.peak) < arena.size:
            arena.offsets = [base + offset for offset in schedule.offsets.tolist()]
            arena.size = base + arena.aligned(schedule.peak)
            arena.schedule = schedule
        return arena


def _check_banks(banks: list[Any], specs: list[Any], graph: _Graph) -> None:
    """What a memory map cannot express, as `banked_greedy` refuses it."""
    for bank in banks:
        own = getattr(bank, "alignment", None) or graph.alignment
        if own % graph.alignment:
            message = f"`memory_map`: bank `{bank.name}` has the alignment {own}, no multiple of {graph.alignment}"
            raise ArgumentError(message)
    for spec in specs:
        device = getattr(getattr(spec, "device", None), "name", "CPU")
        if device != "CPU":
            message = f"`memory_map` is for tensors on the CPU, and one of shape {list(spec.shape)} is on {device}"
            raise ArgumentError(message)


def _names(graph_module: Any) -> dict[int, str]:
    """The names of the nodes that make tensors, by the identities of their specs."""
    names: dict[int, str] = {}
    for node in getattr(getattr(graph_module, "graph", None), "nodes", ()):
        specs = node.meta.get("spec")
        for spec in specs if isinstance(specs, (list, tuple)) else [specs]:
            names.setdefault(id(spec), str(node.name))
    return names


_Roots = dict[int, tuple[Any, list[tuple[Any, int]]]]
"""By identity, specs with storage of their own, and the specs in their storage, with offsets there in bytes."""


def _roots(specs: Sequence[Any], alignment: int) -> _Roots:
    """Finds whose storage each spec is in."""
    for spec in specs:
        spec.realign(alignment)
    roots: _Roots = {id(spec): (spec, []) for spec in specs if getattr(spec, "storage_base", None) is None}
    for spec in specs:
        base, offset = spec, 0
        seen: set[int] = set()
        while getattr(base, "storage_base", None) is not None:
            seen.add(id(base))
            end = base.storage_base_offset + base.allocated_memory
            if base.storage_base_offset < 0 or base.storage_base.allocated_memory < end:
                raise _unshared(base, f"it ends at byte {end} of {base.storage_base.allocated_memory} bytes")
            offset += base.storage_base_offset
            base = base.storage_base
            if id(base) in seen:
                raise _unshared(spec, "storage is shared in a circle")
        if base is spec:
            continue
        if id(base) not in roots:
            raise _unshared(spec, "the other tensor has no place that is planned")
        if offset % alignment:
            raise _unshared(spec, f"its offset {offset} there is no multiple of the alignment {alignment}")
        roots[id(base)][1].append((spec, offset))
    return roots


def _unshared(spec: Any, reason: str) -> InputError:
    error = InputError(f"a tensor of shape {list(spec.shape)} cannot be in the storage of another: {reason}")
    error.code = "storage-base"
    return error


def _tensor(spec: Any, names: dict[int, str], members: list[tuple[Any, int]]) -> _Tensor:
    lives = [spec.lifetime, *(member.lifetime for member, _ in members)]
    # Lifetimes of ExecuTorch include their last node.
    begin, end = min(first for first, _ in lives), max(last for _, last in lives) + 1
    return _Tensor(spec, names.get(id(spec), "tensor"), spec.allocated_memory, begin, end, spec.mem_id)


def _places(result: Any) -> _Places:
    """The places in a result of ExecuTorch."""
    return {id(spec): (place.mem_id, place.mem_offset) for spec, place in result.spec_dict.items()}


def _greedy(call: tuple[Any, ...]) -> _Places:
    """The places of `greedy`."""
    from executorch.exir.memory_planning import greedy

    return _places(greedy(*call))


def _banked(banks: list[Any], call: tuple[Any, ...]) -> _Places | None:
    """The places of `banked_greedy`, if this version of ExecuTorch has it and its plan fits."""
    try:
        from executorch.exir.banked_memory_planning import BankedGreedy, BankPlacementError, TargetMemoryMap
    except ImportError:
        return None
    try:
        return _places(BankedGreedy(TargetMemoryMap(banks))(*call))
    except BankPlacementError:
        return None


def _arenas(tensors: list[_Tensor], places: _Places, graph: _Graph, banks: list[Any] | None) -> list[_Arena]:
    """The arenas of tensors at these places."""
    arenas: dict[int, _Arena] = {}
    for tensor in tensors:
        mem_id, offset = places[id(tensor.spec)]
        if mem_id not in arenas:
            arenas[mem_id] = graph.arena(mem_id, banks)
        arenas[mem_id].put(tensor, offset)
    return [arenas[mem_id] for mem_id in sorted(arenas)]


def _left_out(arenas: list[_Arena], order: list[int]) -> list[int]:
    """The bytes of tensors in each bank, negated, the preferred bank first."""
    bytes = {arena.mem_id: sum(tensor.size for tensor in arena.tensors) for arena in arenas}
    return [-bytes.get(mem_id, 0) for mem_id in order]


def _result(arenas: list[_Arena], roots: _Roots, graph: _Graph) -> Any:
    """All arenas as ExecuTorch takes them; tensors that overlap in storage have one `mem_obj_id`."""
    from executorch.exir.memory_planning import MemoryAlgoResult, SpecAllocResult

    sizes = [0] * max(2, len(graph.floors), 1 + max((arena.mem_id for arena in arenas), default=0))
    sizes[: len(graph.floors)] = graph.floors
    places: dict[Any, Any] = {}
    for arena in arenas:
        sizes[arena.mem_id] = arena.size + graph.padding
        order = sorted(zip(arena.offsets, arena.tensors, strict=True), key=lambda pair: pair[0])
        number, top = -1, 0
        for offset, tensor in order:
            if top <= offset or number < 0:
                number += 1
            top = max(top, offset + tensor.size)
            tensor.spec.realign(arena.align)
            places[tensor.spec] = SpecAllocResult(arena.mem_id, number, offset)
            for member, inner in roots[id(tensor.spec)][1]:
                places[member] = SpecAllocResult(arena.mem_id, number, offset + inner)
    return MemoryAlgoResult(places, sizes)
