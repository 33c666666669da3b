"""Planning for ExecuTorch, on recorded tensors of exported models: stand-ins for its classes need no PyTorch.

`python/benches/executorch_models.py` records them, and does the same with the real package.
"""

import gzip
import itertools
import json
import logging
import sys
import types
from dataclasses import dataclass, field

import pytest

import memplan


class BankPlacementError(Exception):
    pass


@dataclass
class SpecAllocResult:
    mem_id: int
    mem_obj_id: int
    mem_offset: int


@dataclass
class MemoryAlgoResult:
    spec_dict: dict
    bufsizes: list


@dataclass
class Bank:
    name: str
    size: int
    mem_id: int
    alignment: int | None = None


@dataclass(eq=False)
class Spec:
    """A tensor as ExecuTorch describes it."""

    n_bytes: int
    lifetime: list
    mem_id: int | None = None
    place: tuple | None = None
    storage_base: object = None
    storage_base_offset: int = 0
    alignment: int = 16
    mem_offset: int | None = None
    mem_obj_id: int | None = None
    device: types.SimpleNamespace = field(default_factory=lambda: types.SimpleNamespace(name="CPU"))

    @property
    def shape(self):
        return [self.n_bytes]

    @property
    def allocated_memory(self):
        return -(-self.n_bytes // self.alignment) * self.alignment

    def realign(self, alignment):
        self.alignment = alignment
        return self.allocated_memory


def replayed(alignment, specs, *_):
    """The places that ExecuTorch gave the tensors; beside each other where it was not asked."""
    places, top = {}, 0
    for spec in specs:
        spec.realign(alignment)
        if spec.place is None:
            spec.place, top = (spec.mem_id or 1, top), top + spec.allocated_memory
        places[spec] = SpecAllocResult(spec.place[0], 0, spec.place[1])
    return MemoryAlgoResult(places, [])


class BankedGreedy:
    fits = True

    def __init__(self, target):
        self.target = target

    def __call__(self, *arguments):
        if not self.fits:
            raise BankPlacementError
        return replayed(*arguments)


@pytest.fixture
def stand_in(monkeypatch):
    planning = types.ModuleType("executorch.exir.memory_planning")
    planning.SpecAllocResult, planning.MemoryAlgoResult, planning.greedy = SpecAllocResult, MemoryAlgoResult, replayed
    banked = types.ModuleType("executorch.exir.banked_memory_planning")
    banked.BankedGreedy, banked.BankPlacementError, banked.TargetMemoryMap = BankedGreedy, BankPlacementError, list
    for name in ("executorch", "executorch.exir"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, planning.__name__, planning)
    monkeypatch.setitem(sys.modules, banked.__name__, banked)
    monkeypatch.setattr(BankedGreedy, "fits", True)


def graph(reserved=()):
    return types.SimpleNamespace(input_mem_buffer_sizes=list(reserved))


def tensors(rows):
    specs = [Spec(row["bytes"], row["lifetime"], row["mem_id"], tuple(row["place"])) for row in rows]
    for spec, row in zip(specs, rows, strict=True):
        if "base" in row:
            number, spec.storage_base_offset = row["base"]
            spec.storage_base = specs[number]
    return specs


def chain(spec):
    while spec is not None:
        yield spec
        spec = spec.storage_base


def verify(specs, sizes, padding=0):
    """What ExecuTorch's verifier demands of each pair, and that tensors are in their arenas."""
    for spec in specs:
        assert spec.mem_offset % spec.alignment == 0
        assert spec.mem_offset + spec.allocated_memory + padding <= sizes[spec.mem_id]
    for a, b in itertools.combinations(specs, 2):
        first, last = max(a.mem_offset, b.mem_offset), min(a.mem_offset + a.n_bytes, b.mem_offset + b.n_bytes)
        if a.mem_id == b.mem_id and first < last:
            assert a.mem_obj_id == b.mem_obj_id
            live_together = max(a.lifetime[0], b.lifetime[0]) <= min(a.lifetime[1], b.lifetime[1])
            assert not live_together or a in chain(b) or b in chain(a)


def test_recorded_models_are_planned_as_the_page_says(stand_in, monkeypatch, root):
    page = (root / "docs/book/src/guides/executorch.md").read_text().splitlines()
    models = json.loads(gzip.decompress((root / "datasets/executorch/specs.json.gz").read_bytes()))
    assert 15 < len(models)
    for name, model in models.items():
        banks, fits = [Bank(*bank) for bank in model["banks"]], model.get("fits", True)
        monkeypatch.setattr(BankedGreedy, "fits", fits)
        planner, n_tensors = memplan.executorch.planner(memory_map=banks or None), 0
        for recording in model["graphs"]:
            specs = tensors(recording["tensors"])
            n_tensors += len(specs)
            call = (recording["alignment"], specs, graph(recording["reserved"]), None, recording["padding"])
            sizes, theirs = planner(*call), sum(recording["sizes"])
            verify(specs, sizes, recording["padding"])
            assert not fits or sum(sizes) <= theirs, name
        assert all(sizes[bank.mem_id] <= bank.size for bank in banks), name
        banked = "" if not banks else f"{theirs:,}" if fits else "does not fit"
        figures = f"{model['greedy']:,} | {banked} | {sum(sizes):,} | {sum(planner.bounds.values()):,}"
        assert f"| {name} | {n_tensors} | {figures} |" in page


def test_lifetimes_include_their_last_node(stand_in):
    specs = [Spec(64, [0, 2]), Spec(64, [2, 3]), Spec(64, [3, 5])]
    assert memplan.executorch.planner()(16, specs, graph()) == [0, 128]
    verify(specs, [0, 128])


def test_tensors_in_the_storage_of_another_follow_it(stand_in):
    base = Spec(128, [0, 1])
    view = Spec(32, [4, 6], storage_base=base, storage_base_offset=64)
    part = Spec(16, [5, 5], storage_base=view, storage_base_offset=16)
    other = Spec(128, [3, 3])
    specs = [part, other, view, base]
    sizes = memplan.executorch.planner()(16, specs, graph())
    # The storage is taken as long as any of the three lives.
    assert sizes == [0, 256]
    assert (view.mem_offset, part.mem_offset) == (base.mem_offset + 64, base.mem_offset + 80)
    assert base.mem_obj_id == view.mem_obj_id == part.mem_obj_id != other.mem_obj_id


@pytest.mark.parametrize(
    ("offset", "size", "reason"),
    [(8, 16, "no multiple of the alignment"), (64, 16, "ends at byte 80 of 64"), (-16, 16, "ends at byte 0")],
)
def test_storage_that_cannot_be_shared_is_an_error(stand_in, offset, size, reason):
    base = Spec(64, [0, 4])
    inner = Spec(size, [1, 2], storage_base=base, storage_base_offset=offset)
    with pytest.raises(memplan.InputError, match=reason) as caught:
        memplan.executorch.planner()(16, [base, inner], graph())
    assert caught.value.code == "storage-base"
    with pytest.raises(memplan.InputError, match="no place that is planned"):
        memplan.executorch.planner()(16, [Spec(16, [1, 2], storage_base=base)], graph())


def test_circles_of_storage_are_errors(stand_in):
    a, b = Spec(16, [0, 1]), Spec(16, [0, 1])
    a.storage_base, b.storage_base = b, a
    with pytest.raises(memplan.InputError, match="in a circle"):
        memplan.executorch.planner()(16, [a, b], graph())


def test_chosen_arenas_reserved_bytes_and_padding_are_kept(stand_in):
    specs = [Spec(64, [0, 1], place=(1, 48)), Spec(64, [1, 2], mem_id=3), Spec(32, [2, 3], place=(1, 112))]
    sizes = memplan.executorch.planner()(16, specs, graph([0, 48]), None, 64)
    assert sizes == [0, 48 + 64 + 64, 0, 64 + 64]
    assert [spec.mem_id for spec in specs] == [1, 3, 1]
    assert [spec.mem_offset for spec in specs] == [48, 0, 48]
    assert memplan.executorch.planner()(16, [], graph([0, 48, 32])) == [0, 48, 32]
    assert memplan.executorch.planner()(16, [], graph()) == [0, 0]


def test_the_algorithm_of_a_suite_leaves_the_tensors_alone(stand_in):
    specs = [Spec(64, [0, 2]), Spec(64, [2, 3])]
    result = memplan.executorch.planner().algorithm(16, specs, graph())
    assert result.bufsizes == [0, 128]
    assert {place.mem_offset for place in result.spec_dict.values()} == {0, 64}
    assert {spec.mem_offset for spec in specs} == {None}


def test_banks_have_capacities_and_alignments(stand_in, monkeypatch):
    monkeypatch.setattr(BankedGreedy, "fits", False)
    banks = [Bank("fast", 100, 2, 32), Bank("slow", 1000, 1)]
    specs = [Spec(48, [0, 3]), Spec(16, [1, 1]), Spec(64, [0, 3]), Spec(16, [2, 2], mem_id=1)]
    sizes = memplan.executorch.planner(memory_map=banks)(16, specs, graph())
    verify(specs, sizes)
    assert specs[3].mem_id == 1
    assert 0 < sizes[2] <= 96
    assert all(spec.mem_offset % 32 == 0 for spec in specs if spec.mem_id == 2)


def test_what_does_not_fit_is_a_capacity_error(stand_in, monkeypatch):
    monkeypatch.setattr(BankedGreedy, "fits", False)
    planner = memplan.executorch.planner(memory_map=[Bank("fast", 128, 1)])
    with pytest.raises(memplan.CapacityError, match="arena1") as caught:
        planner(16, [Spec(96, [0, 3]), Spec(48, [2, 4])], graph())
    assert "give a bank more bytes" in caught.value.help
    # Padding takes bytes of the bank as well.
    assert planner(16, [Spec(64, [0, 3]), Spec(64, [2, 4])], graph()) == [0, 128]
    with pytest.raises(memplan.CapacityError):
        planner(16, [Spec(64, [0, 3]), Spec(64, [2, 4])], graph(), None, 64)


@pytest.mark.parametrize(
    ("banks", "reason"),
    [
        ([], "at least one"),
        ([Bank("a", 8, 1), Bank("b", 8, 1)], "each once"),
        ([Bank("a", 0, 1)], "1 is the least"),
        ([Bank("a", 8, 0)], "1 is the least"),
        (["fast"], "expected a `Bank`"),
        (7, "`memory_map` is 7, expected"),
    ],
)
def test_wrong_banks_are_errors_before_the_export(banks, reason):
    with pytest.raises(memplan.ArgumentError, match=reason):
        memplan.executorch.planner(memory_map=banks)


def test_wrong_planners_are_errors_before_the_export():
    with pytest.raises(memplan.ArgumentError, match="best"):
        memplan.executorch.planner("bestfit")
    with pytest.raises(memplan.ArgumentError, match="threads"):
        memplan.executorch.planner(threads=0)


def test_what_banks_cannot_hold_is_refused(stand_in):
    planner = memplan.executorch.planner(memory_map=[Bank("fast", 128, 1, 24)])
    with pytest.raises(memplan.ArgumentError, match="bank `fast` has the alignment 24, no multiple of 16"):
        planner(16, [Spec(16, [0, 1])], graph())
    planner = memplan.executorch.planner(memory_map=[Bank("fast", 128, 1)])
    spec = Spec(16, [0, 1])
    spec.device.name = "CUDA"
    with pytest.raises(memplan.ArgumentError, match="is on CUDA"):
        planner(16, [spec], graph())


def test_a_worse_planner_keeps_the_plan_of_executorch(stand_in, caplog):
    specs = [Spec(64, [0, 1], place=(1, 0)), Spec(64, [2, 3], place=(1, 0))]
    with caplog.at_level(logging.INFO, "memplan.executorch"):
        assert memplan.executorch.planner("mlir-trivial")(16, specs, graph()) == [0, 64]
    assert [spec.mem_offset for spec in specs] == [0, 0]
    assert "arena 1: 2 tensors in 64 bytes, optimal" in caplog.text
    assert "all arenas: 64 bytes; greedy 64" in caplog.text
