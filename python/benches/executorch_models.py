"""Plans models for ExecuTorch with its own planners and with memplan, and runs the programs in its runtime.

    pip install executorch memplan
    python executorch_models.py [--record specs.json]

Each program must be accepted by ExecuTorch's verifier, need no more memory than with `greedy` or `banked_greedy`, and
compute in its runtime what the program with ExecuTorch's own plan computes, and so must that program after `memplan
apply`. Prints a table in bytes; `--record` writes
the tensors of all models, which tests plan without PyTorch.
"""

import argparse
import copy
import gzip
import itertools
import json
import logging
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from executorch.exir import EdgeCompileConfig, ExecutorchBackendConfig, to_edge
from executorch.exir.banked_memory_planning import Bank, BankedGreedy, BankPlacementError, TargetMemoryMap
from executorch.exir.memory_planning import MemoryPlanningAlgorithmSuite, Verifier, greedy
from executorch.exir.passes import MemoryPlanningPass
from executorch.extension.pybindings.portable_lib import _load_for_executorch_from_buffer
from torch import nn
from torch.export import Dim, export

import memplan


class Perceptron(nn.Module):
    def __init__(self, *sizes):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in itertools.pairwise(sizes))

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return x


class Residual(nn.Module):
    """A residual network with three stages."""

    def __init__(self):
        super().__init__()
        widths = [3, 16, 32, 48]
        pairs = list(itertools.pairwise(widths))
        self.down = nn.ModuleList(nn.Conv2d(a, b, 3, stride=2, padding=1) for a, b in pairs)
        self.body = nn.ModuleList(nn.ModuleList(nn.Conv2d(b, b, 3, padding=1) for _ in range(4)) for _, b in pairs)

    def forward(self, x):
        for down, body in zip(self.down, self.body, strict=True):
            x = torch.relu(down(x))
            for first, second in zip(body[::2], body[1::2], strict=True):
                x = torch.relu(x + second(torch.relu(first(x))))
        return x.mean((2, 3))


class Mobile(nn.Module):
    """Inverted residuals, as MobileNet V2."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 16, 3, stride=2, padding=1)
        widths = [(16, 24, 2), (24, 24, 1), (24, 32, 2), (32, 32, 1), (32, 64, 2), (64, 64, 1)]
        self.blocks = nn.ModuleList(
            nn.Sequential(
                nn.Conv2d(a, 6 * a, 1),
                nn.ReLU6(),
                nn.Conv2d(6 * a, 6 * a, 3, stride=stride, padding=1, groups=6 * a),
                nn.ReLU6(),
                nn.Conv2d(6 * a, b, 1),
            )
            for a, b, stride in widths
        )

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            y = block(x)
            x = x + y if x.shape == y.shape else y
        return x.mean((2, 3))


class Unet(nn.Module):
    def __init__(self):
        super().__init__()
        widths = [8, 16, 32, 64]
        self.stem = nn.Conv2d(3, widths[0], 3, padding=1)
        pairs = list(itertools.pairwise(widths))
        self.down = nn.ModuleList(nn.Conv2d(a, b, 3, stride=2, padding=1) for a, b in pairs)
        self.up = nn.ModuleList(nn.ConvTranspose2d(b, a, 2, stride=2) for a, b in pairs)
        self.join = nn.ModuleList(nn.Conv2d(2 * a, a, 3, padding=1) for a in widths[:-1])

    def forward(self, x):
        x = self.stem(x)
        kept = []
        for down in self.down:
            kept.append(x)
            x = torch.relu(down(x))
        for up, join, skip in zip(self.up[::-1], self.join[::-1], kept[::-1], strict=True):
            x = torch.relu(join(torch.cat([up(x), skip], 1)))
        return x


class Inception(nn.Module):
    """Branches of different widths that are concatenated."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList()
        width = 8
        for k in range(4):
            branches = [nn.Conv2d(width, 4 * (k + j + 1), 2 * j + 1, padding=j) for j in range(4)]
            self.layers.append(nn.ModuleList(branches))
            width = sum(branch.out_channels for branch in branches)

    def forward(self, x):
        for number, layer in enumerate(self.layers):
            x = torch.cat([torch.relu(branch(x)) for branch in layer], 1)
            if number % 2:
                x = nn.functional.max_pool2d(x, 2)
        return x


class Encoder(nn.Module):
    """A transformer with attention over all positions."""

    def __init__(self, width=64, heads=4, layers=3):
        super().__init__()
        self.heads = heads
        self.layers = nn.ModuleList(
            nn.ModuleDict(
                {
                    "norm1": nn.LayerNorm(width),
                    "qkv": nn.Linear(width, 3 * width),
                    "out": nn.Linear(width, width),
                    "norm2": nn.LayerNorm(width),
                    "up": nn.Linear(width, 4 * width),
                    "down": nn.Linear(4 * width, width),
                }
            )
            for _ in range(layers)
        )

    def forward(self, x):
        batch, length, width = x.shape
        for layer in self.layers:
            q, k, v = layer["qkv"](layer["norm1"](x)).chunk(3, -1)
            q, k, v = (t.reshape(batch, length, self.heads, -1).transpose(1, 2) for t in (q, k, v))
            scores = torch.softmax(q @ k.transpose(-1, -2) * (width / self.heads) ** -0.5, -1)
            mixed = (scores @ v).transpose(1, 2).reshape(batch, length, width)
            x = x + layer["out"](mixed)
            x = x + layer["down"](nn.functional.gelu(layer["up"](layer["norm2"](x))))
        return x


class Decoder(nn.Module):
    """A transformer for one token after the other, with keys and values in mutable buffers."""

    def __init__(self, width=64, heads=4, layers=2, length=32):
        super().__init__()
        self.heads = heads
        self.layers = nn.ModuleList()
        for number in range(layers):
            self.layers.append(nn.ModuleList([nn.Linear(width, 3 * width), nn.Linear(width, width)]))
            for name in ("k", "v"):
                self.register_buffer(f"{name}{number}", torch.zeros(1, heads, length, width // heads))

    def forward(self, x, position):
        batch, length, width = x.shape
        for number, (qkv, out) in enumerate(self.layers):
            q, k, v = qkv(x).chunk(3, -1)
            q, k, v = (t.reshape(batch, length, self.heads, -1).transpose(1, 2) for t in (q, k, v))
            keys, values = getattr(self, f"k{number}"), getattr(self, f"v{number}")
            keys.index_copy_(2, position, k)
            values.index_copy_(2, position, v)
            seen = (torch.arange(keys.shape[2]) <= position).to(x.dtype)
            scores = q @ keys.transpose(-1, -2) * (width / self.heads) ** -0.5 + (seen - 1) * 1e9
            mixed = (torch.softmax(scores, -1) @ values).transpose(1, 2).reshape(batch, length, width)
            x = x + out(mixed)
        return x


class Dense(nn.Module):
    """Each layer sees the results of all before."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Conv2d(8 + 12 * k, 12, 3, padding=1) for k in range(6))

    def forward(self, x):
        seen = x
        for layer in self.layers:
            seen = torch.cat([seen, torch.relu(layer(seen))], 1)
        return seen


class Recurrent(nn.Module):
    """A gated recurrent unit over ten steps."""

    def __init__(self, width=48):
        super().__init__()
        self.cell = nn.GRUCell(width, width)

    def forward(self, x):
        state = torch.zeros_like(x[:, 0])
        states = []
        for step in range(10):
            state = self.cell(x[:, step], state)
            states.append(state)
        return torch.stack(states, 1)


class Branches(nn.Module):
    """A condition, whose branches are programs of their own."""

    def __init__(self):
        super().__init__()
        self.first, self.second, self.last = (nn.Linear(64, 64) for _ in range(3))

    def forward(self, x):
        y = torch.relu(self.first(x))
        z = torch.cond(y.sum() > 0, lambda y: torch.tanh(self.second(y)) * y, lambda y: y - 1, (y,))
        return self.last(z) + y


@dataclass
class Model:
    name: str
    module: Any
    arguments: Any
    batch: bool = False
    """Whether the first dimension of the argument is any number from 1 to 8."""
    banks: Any = None
    in_place: bool = False
    """Whether `relu` writes into the storage of its operand."""


def models():
    torch.manual_seed(0)
    # Buffers of a model that is trained cannot be written in place.
    torch.set_grad_enabled(False)

    def image(*shape):
        return (torch.randn(*shape),)

    two = [Bank("fast", 96 << 10, 2), Bank("slow", 4 << 20, 1)]
    three = [Bank("tight", 40 << 10, 3, 64), Bank("fast", 128 << 10, 1), Bank("slow", 8 << 20, 2)]
    sizes = (64, 256, 128, 32, 10)
    yield Model("perceptron", Perceptron(*sizes), image(4, 64))
    yield Model("residual", Residual(), image(1, 3, 64, 64))
    yield Model("mobile", Mobile(), image(1, 3, 64, 64))
    yield Model("unet", Unet(), image(1, 3, 64, 64))
    yield Model("inception", Inception(), image(1, 8, 24, 24))
    yield Model("encoder", Encoder(), image(1, 48, 64))
    yield Model("decoder, mutable buffers", Decoder(), (torch.randn(1, 1, 64), torch.tensor([3])))
    yield Model("dense", Dense(), image(1, 8, 20, 20))
    yield Model("recurrent", Recurrent(), image(2, 10, 48))
    yield Model("branches", Branches(), image(2, 64))
    yield Model("residual, in place", Residual(), image(1, 3, 64, 64), in_place=True)
    yield Model("perceptron, batch 1..8", Perceptron(*sizes), image(4, 64), batch=True)
    yield Model("encoder, batch 1..8", Encoder(), image(4, 48, 64), batch=True)
    yield Model("unet, two banks", Unet(), image(1, 3, 64, 64), banks=two)
    yield Model("mobile, three banks", Mobile(), image(1, 3, 64, 64), banks=three)
    # Less than `greedy` takes in one arena.
    tight = [Bank("fast", 63 << 10, 2), Bank("slow", 189 << 10, 1)]
    yield Model("inception, two tight banks", Inception(), image(1, 8, 24, 24), banks=tight)
    tight = [Bank("fast", 34 << 10, 1), Bank("slow", 116 << 10, 2)]
    yield Model("encoder, two tight banks", Encoder(), image(1, 48, 64), banks=tight)


def exported(model):
    shapes = ({0: Dim("batch", min=1, max=8)},) if model.batch else None
    program = export(model.module.eval(), model.arguments, dynamic_shapes=shapes, strict=False)
    return to_edge(program, compile_config=EdgeCompileConfig(_check_ir_validity=False))


class Recorder:
    """Plans with an algorithm, and keeps what it was called with."""

    def __init__(self, algorithm):
        self.algorithm = algorithm
        self.calls = []

    def __call__(self, alignment, specs, graph_module, graph_signature, extra_padding):
        specs = list(specs)
        asked = [spec.mem_id for spec in specs]
        reserved = list(getattr(graph_module, "input_mem_buffer_sizes", None) or [])
        sizes = self.algorithm(alignment, specs, graph_module, graph_signature, extra_padding)
        self.calls.append((alignment, extra_padding, reserved, specs, asked, list(sizes)))
        return sizes


class Verified(MemoryPlanningPass):
    """A pass after which ExecuTorch's verifier looks at every pair of tensors."""

    def __init__(self, algorithm, in_place):
        super().__init__(memory_planning_algo=algorithm)
        self.in_place = in_place

    def run(self, graph_module, graph_signature=None):
        for node in graph_module.graph.nodes if self.in_place else ():
            if "relu" in str(node.target):
                node.meta["_share_alloc_with_arg_idx"] = 0
        result = super().run(graph_module, graph_signature)
        verifier = Verifier(graph_module, True, True, True, graph_signature)
        verifier.verify_storage_reuse()
        verifier.verify_graph_input_output()
        return result


def planned(model, edge, algorithm):
    recorder = Recorder(algorithm)
    planning = Verified(recorder, model.in_place)
    program = edge.to_executorch(ExecutorchBackendConfig(memory_planning_pass=planning))
    return program, recorder.calls


def applied(program):
    """The program with the plan that memplan makes of it."""
    with tempfile.TemporaryDirectory() as folder:
        before, plan, after = (str(Path(folder) / name) for name in ("before.pte", "plan.mplan", "after.pte"))
        Path(before).write_bytes(program)
        for arguments in (["plan", before, "-o", plan], ["apply", before, plan, "-o", after]):
            subprocess.run([sys.executable, "-m", "memplan", *arguments], check=True, stdout=subprocess.DEVNULL)
        return Path(after).read_bytes()


def outputs(program, arguments):
    """The results of three calls: mutable buffers keep what the calls before wrote."""
    runtime = _load_for_executorch_from_buffer(program)
    return [runtime.forward(list(arguments)) for _ in range(3)]


def total(calls):
    """The bytes of the arenas of the whole program, which come last and hold those of its parts."""
    return sum(calls[-1][-1])


def record(calls, banks):
    """The tensors of each call, with the places that ExecuTorch gives them."""
    graphs = []
    for alignment, padding, reserved, specs, asked, sizes in calls:
        numbers = {id(spec): number for number, spec in enumerate(specs)}
        bases = [getattr(spec, "storage_base", None) for spec in specs]
        tensors = [
            {
                "bytes": spec.nbytes(),
                "lifetime": list(spec.lifetime),
                "mem_id": mem_id,
                "place": [spec.mem_id, spec.mem_offset],
                **({} if base is None else {"base": [numbers[id(base)], spec.storage_base_offset]}),
            }
            for spec, mem_id, base in zip(specs, asked, bases, strict=True)
        ]
        graphs.append(
            {"alignment": alignment, "padding": padding, "reserved": reserved, "sizes": sizes, "tensors": tensors}
        )
    banks = [[bank.name, bank.size, bank.mem_id, bank.alignment] for bank in banks or ()]
    return {"banks": banks, "graphs": graphs}


def judge(model):
    """The row of a model, and what is recorded of it."""
    edge = exported(model)
    by_greedy, calls = planned(model, copy.deepcopy(edge), MemoryPlanningAlgorithmSuite([greedy]))
    n_tensors = sum(len(call[3]) for call in calls)
    by_greedy_bytes = total(calls)
    recorded, limit = record(calls, model.banks), by_greedy_bytes
    target = model.banks and TargetMemoryMap(model.banks)
    if target:
        try:
            _, calls = planned(model, copy.deepcopy(edge), MemoryPlanningAlgorithmSuite([BankedGreedy(target)]))
            recorded, limit = record(calls, model.banks), total(calls)
        except BankPlacementError:
            recorded, limit = {**recorded, "fits": False}, None
    recorded["greedy"] = by_greedy_bytes
    planner = memplan.executorch.planner(memory_map=target)
    program, ours = planned(model, edge, planner)
    wanted = outputs(by_greedy.buffer, model.arguments)
    for what, changed in {"planner": program.buffer, "apply": applied(by_greedy.buffer)}.items():
        for got, right in zip(outputs(changed, model.arguments), wanted, strict=True):
            assert all(torch.equal(a, b) for a, b in zip(got, right, strict=True)), (
                f"{model.name}: {what}: other results"
            )
    assert limit is None or total(ours) <= limit, f"{model.name}: {total(ours)} bytes, and ExecuTorch {limit}"
    arenas = ours[-1][-1] + [0] * 9
    for bank in model.banks or ():
        assert arenas[bank.mem_id] <= bank.size, f"{model.name}: {bank.name} is too large"
    banked = "" if target is None else "does not fit" if limit is None else f"{limit:,}"
    bound = sum(planner.bounds.values())
    row = f"| {model.name} | {n_tensors} | {by_greedy_bytes:,} | {banked} | {total(ours):,} | {bound:,} |"
    return row, recorded


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", help="write the tensors of all models to this file")
    parser.add_argument("--log", action="store_true", help="show what memplan logs")
    options = parser.parse_args()
    if options.log:
        logging.getLogger("memplan.executorch").setLevel(logging.INFO)
        logging.basicConfig(format="%(message)s")
    print("| model | tensors | `greedy` | `banked_greedy` | memplan | bound |\n| --- | --: | --: | --: | --: | --: |")
    recorded = {}
    for model in models():
        row, recorded[model.name] = judge(model)
        print(row, flush=True)
    if options.record:
        text = json.dumps(recorded, separators=(",", ":"))
        with gzip.GzipFile(options.record, "wb", mtime=0) as file:
            file.write(text.encode())


if __name__ == "__main__":
    main()
