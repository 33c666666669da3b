"""Generates small random JAX functions, records what XLA allocates for them on the CPU, and compares `merge` with it.

    python datasets/functions/make.py make FIRST N FOLDER [--named]
    python datasets/functions/make.py judge FOLDER [--memplan COMMAND] [--shrink] [--allow SHARE]
    python datasets/functions/make.py record FOLDER N

A function is a chain of one to four layers in one of several surroundings: inference, a loss, a derivative, a step of an
optimizer. Its number is the seed of both. With `--named`, the few functions with names are made, too: reductions and products
of what is computed from arguments, which no layer has. `make` writes the functions FIRST to FIRST + N - 1 in linalg on tensors
(NUMBER.tensor.mlir), and their sizes in XLA in bytes (xla.csv): temporaries and outputs, less outputs that alias arguments.
With its default fusions XLA does not count the scratch memory of YNNPACK, so each function is compiled with and without
them, and the larger size counts. Functions that XLA or `iree-opt` refuses are named and left out.

`judge` merges each function, and prints how many need more than XLA, the geometric mean of the ratios, and the worst.
It fails if more than SHARE of them do. `--shrink` removes layers from each function that it prints while it still needs
more than XLA, and leaves the programs in FOLDER/shrunk. `record` packs the first N functions, and those with names,
into functions.mlir.gz and xla.csv beside this file, which `driver/tests/functions.rs` reads.

Needs the Python package, jax and iree-base-compiler. Programs are compiled, not run.
"""

import argparse
import csv
import gzip
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import jax
import jax.numpy as jnp
from jax import lax, nn

FLOAT = jnp.float32
COLUMNS = ("function", "kind", "layers", "need")
WITHOUT_LIBRARY = "--xla_cpu_experimental_ynn_fusion_type="
WIDTHS = (8, 16, 24, 32, 48, 64, 96, 128, 192)
HEADS = 4
STEP = 0.01


def array(*shape, dtype=FLOAT):
    return jax.ShapeDtypeStruct(shape, dtype)


ACTIVATIONS = {
    "relu": nn.relu,
    "tanh": jnp.tanh,
    "gelu": nn.gelu,
    "silu": nn.silu,
    "sigmoid": nn.sigmoid,
    "softplus": nn.softplus,
    "elu": nn.elu,
    "square": jnp.square,
    "clip": lambda x: jnp.clip(x, -1, 1),
    "leaky": lambda x: jnp.where(x > 0, x, 0.1 * x),
}


def layer_normalised(x):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)


def root_normalised(x):
    return x * lax.rsqrt(jnp.square(x).mean(-1, keepdims=True) + 1e-6)


def batch_normalised(x):
    return (x - x.mean(0)) * lax.rsqrt(x.var(0) + 1e-5)


def length_normalised(x):
    return x / jnp.sqrt(jnp.square(x).sum(-1, keepdims=True) + 1e-6)


NORMS = {"layer": layer_normalised, "root": root_normalised, "batch": batch_normalised, "length": length_normalised}

# Layers on a batch of vectors. Each takes a generator of random choices and the width of its input, and returns the
# shapes of its weights, the width of its result, and the function of weights and input.


def dense(choose, width):
    out, f = choose(WIDTHS), ACTIVATIONS[choose(sorted(ACTIVATIONS))]
    return [(width, out), (out,)], out, lambda w, x: f(x @ w[0] + w[1])


def activation(choose, width):
    f = ACTIVATIONS[choose(sorted(ACTIVATIONS))]
    return [], width, lambda w, x: f(x)


def normalisation(choose, width):
    f = NORMS[choose(sorted(NORMS))]
    return [(width,), (width,)], width, lambda w, x: f(x) * w[0] + w[1]


def residual(choose, width):
    inner, f, norm = choose(WIDTHS), ACTIVATIONS[choose(sorted(ACTIVATIONS))], NORMS[choose(sorted(NORMS))]
    return [(width, inner), (inner, width)], width, lambda w, x: x + f(norm(x) @ w[0]) @ w[1]


def gated(choose, width):
    inner, f = choose(WIDTHS), choose((nn.silu, nn.gelu, nn.sigmoid))
    shapes = [(width, inner), (width, inner), (inner, width)]
    return shapes, width, lambda w, x: (f(x @ w[0]) * (x @ w[1])) @ w[2]


def attention(choose, width):
    """One head over the batch as a sequence, some of them masked."""
    inner, mask = choose((8, 16, 32)), choose(("none", "causal", "window"))

    def apply(w, x):
        scores = (x @ w[0]) @ (x @ w[1]).T / math.sqrt(inner)
        behind = jnp.arange(x.shape[0])[:, None] - jnp.arange(x.shape[0])[None]
        if mask == "causal":
            scores = jnp.where(behind >= 0, scores, -1e9)
        elif mask == "window":
            scores = jnp.where(jnp.abs(behind) < 4, scores, -1e9)
        return x + nn.softmax(scores, -1) @ (x @ w[2])

    return [(width, inner), (width, inner), (width, width)], width, apply


def heads(choose, width):
    """Several heads over the batch as a sequence."""
    scale = choose((1.0, 0.125))

    def apply(w, x):
        q, k, v = (jnp.einsum("nd,dhe->hne", x, m) for m in w[:3])
        y = jnp.einsum("hqk,hke->hqe", nn.softmax(scale * jnp.einsum("hqe,hke->hqk", q, k), -1), v)
        return x + jnp.einsum("hqe,hed->qd", y, w[3])

    size = width // HEADS
    return [(width, HEADS, size)] * 3 + [(HEADS, size, width)], width, apply


def rows_convolved(choose, width):
    channels, taps = choose((4, 8)), choose((3, 5))

    def apply(w, x):
        return lax.conv_general_dilated(x[:, None], w[0], (1,), "SAME").max(1)

    return [(channels, 1, taps)], width, apply


def images_convolved(choose, width):
    """Two convolutions of a batch of images of at most eight rows, channels last."""
    channels, f, stride = choose((4, 8, 16)), ACTIVATIONS[choose(sorted(ACTIVATIONS))], choose((1, 2))
    rows = math.gcd(width, 8)
    stride = min(stride, rows)
    layout = ("NHWC", "HWIO", "NHWC")

    def apply(w, x):
        y = x.reshape(x.shape[0], rows, -1, 1)
        y = f(lax.conv_general_dilated(y, w[0], (1, 1), "SAME", dimension_numbers=layout))
        y = lax.conv_general_dilated(y, w[1], (stride, 1), "SAME", dimension_numbers=layout)
        return y.mean(-1).reshape(x.shape[0], -1)

    return [(3, 3, 1, channels), (3, 3, channels, channels)], width // stride, apply


def depthwise(choose, width):
    """A depthwise convolution along the batch, which is padded in front only."""
    taps = choose((2, 3, 4))

    def apply(w, x):
        return (
            x
            + lax.conv_general_dilated(
                x[None],
                w[0],
                (1,),
                [(taps - 1, 0)],
                dimension_numbers=("NWC", "WIO", "NWC"),
                feature_group_count=width,
            )[0]
        )

    return [(taps, 1, width)], width, apply


def embedded(choose, width):
    """Rows of a table, by the place of the largest number."""
    rows = choose((64, 256))

    def apply(w, x):
        return x + w[0][jnp.argmax(x, -1) % rows]

    return [(rows, width)], width, apply


def one_hot(choose, width):
    kinds = choose((8, 16))

    def apply(w, x):
        return x + nn.one_hot(jnp.arange(x.shape[0]) % kinds, kinds) @ w[0]

    return [(kinds, width)], width, apply


def masked(choose, width):
    kept = choose((2, 3))

    def apply(w, x):
        return jnp.where(jnp.arange(width) % kept == 0, 0.0, x) * (kept / (kept - 1.0))

    return [], width, apply


def pooled(choose, width):
    kind = choose(("maximum", "mean", "window"))

    def apply(w, x):
        pairs = x.reshape(x.shape[0], -1, 2)
        if kind == "window":
            return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2), (1, 2), "VALID")
        return pairs.max(-1) if kind == "maximum" else pairs.mean(-1)

    return [], width // 2, apply


def summed(choose, width):
    axis = choose((0, 1))
    return [], width, lambda w, x: jnp.cumsum(x, axis) / x.shape[axis]


def rolled(choose, width):
    by, axis = choose((1, 2, -1)), choose((0, 1))
    return [], width, lambda w, x: x - 0.5 * jnp.roll(x, by, axis)


def differences(choose, width):
    """Neighbours, by slices and a pad."""
    front = choose((0, 1))
    return [], width, lambda w, x: x + jnp.pad(x[1:] - x[:-1], ((front, 1 - front), (0, 0)))


def joined(choose, width):
    out, f = choose(WIDTHS[:6]), ACTIVATIONS[choose(sorted(ACTIVATIONS))]
    return [(width, out)], width + out, lambda w, x: jnp.concatenate([x, f(x @ w[0])], -1)


def halves(choose, width):
    """The two halves, changed and exchanged."""
    f = ACTIVATIONS[choose(sorted(ACTIVATIONS))]

    def apply(w, x):
        a, b = jnp.split(x, 2, -1)
        return jnp.concatenate([b + f(a @ w[0]), a], -1)

    return [(width // 2, width // 2)], width, apply


def transposed(choose, width):
    f = ACTIVATIONS[choose(sorted(ACTIVATIONS))]
    return [], width, lambda w, x: f(x.T * 2.0).T + x.mean(1, keepdims=True)


def recurrent(choose, width):
    """A cell over pieces of eight numbers: a plain one, or one with gates."""
    size, with_gates = choose((8, 16, 32)), choose((False, True))

    def apply(w, x):
        def step(h, piece):
            both = jnp.concatenate([piece, h], -1)
            new = jnp.tanh(both @ w[0])
            if with_gates:
                z = nn.sigmoid(both @ w[1])
                new = (1 - z) * h + z * new
            return new, new

        pieces = x.reshape(x.shape[0], -1, 8).transpose(1, 0, 2)
        states = lax.scan(step, jnp.zeros((x.shape[0], size), FLOAT), pieces)[1]
        return states.transpose(1, 0, 2).reshape(x.shape[0], -1)

    return [(8 + size, size)] * (1 + with_gates), width // 8 * size, apply


def long_memory(choose, width):
    """A cell with two states and four gates; the last state is the result."""
    size = choose((8, 16, 32))

    def apply(w, x):
        def step(state, piece):
            h, c = state
            i, f, g, o = jnp.split(piece @ w[0] + h @ w[1], 4, -1)
            c = nn.sigmoid(f) * c + nn.sigmoid(i) * jnp.tanh(g)
            return (nn.sigmoid(o) * jnp.tanh(c), c), None

        zero = jnp.zeros((x.shape[0], size), FLOAT)
        return lax.scan(step, (zero, zero), x.reshape(x.shape[0], -1, 8).transpose(1, 0, 2))[0][0]

    return [(8, 4 * size), (size, 4 * size)], size, apply


def stacked(choose, width):
    """Layers with the weights in one array, by a loop."""
    n, f = choose((2, 3, 5)), ACTIVATIONS[choose(sorted(ACTIVATIONS))]
    return [(n, width, width)], width, lambda w, x: lax.scan(lambda c, m: (c + f(c @ m), None), x, w[0])[0]


def iterated(choose, width):
    n = choose((3, 8, 20))
    return [], width, lambda w, x: lax.fori_loop(0, n, lambda i, y: 0.5 * y + 0.5 * jnp.tanh(y + x), x)


def experts(choose, width):
    """A mixture, of all experts or of the best one."""
    n, inner, only_best = choose((2, 4)), choose(WIDTHS[:6]), choose((False, True))

    def apply(w, x):
        share = nn.softmax(x @ w[0])
        if only_best:
            share = jnp.where(share >= share.max(-1, keepdims=True), share, 0.0)
        each = jnp.einsum("enf,efd->end", nn.relu(jnp.einsum("nd,edf->enf", x, w[1])), w[2])
        return jnp.einsum("ne,end->nd", share, each)

    return [(width, n), (n, width, inner), (n, inner, width)], width, apply


def conditional(choose, width):
    """One of two layers, by a sum."""
    f = ACTIVATIONS[choose(sorted(ACTIVATIONS))]

    def apply(w, x):
        return lax.cond(x.sum() > 0, lambda y: f(y @ w[0]), lambda y: y - y.mean(0), x)

    return [(width, width)], width, apply


def selected(choose, width):
    f = ACTIVATIONS[choose(sorted(ACTIVATIONS))]
    return [(width, width)], width, lambda w, x: jnp.where(x.mean(-1, keepdims=True) > 0, f(x @ w[0]), x)


LAYERS = (
    (dense, 4),
    (residual, 2),
    (gated, 1),
    (attention, 2),
    (heads, 1),
    (normalisation, 2),
    (activation, 1),
    (rows_convolved, 1),
    (images_convolved, 2),
    (depthwise, 1),
    (embedded, 1),
    (one_hot, 1),
    (masked, 1),
    (pooled, 1),
    (summed, 1),
    (rolled, 1),
    (differences, 1),
    (joined, 1),
    (halves, 1),
    (transposed, 1),
    (recurrent, 1),
    (long_memory, 1),
    (stacked, 1),
    (iterated, 1),
    (experts, 1),
    (conditional, 1),
    (selected, 1),
)

LOSSES = {
    "squares": lambda out, y: jnp.square(out - y).mean(),
    "entropy": lambda out, y: -(nn.log_softmax(out) * y).mean(),
    "absolute": lambda out, y: jnp.abs(out - y).mean(),
    "logistic": lambda out, y: jnp.logaddexp(0.0, -out * y).mean(),
    "huber": lambda out, y: jnp.where(jnp.abs(out - y) < 1, jnp.square(out - y) / 2, jnp.abs(out - y)).mean(),
}


def each(f, *trees):
    return jax.tree.map(f, *trees)


class Chain:
    """The layers of a function. `kept` are the places of those that it has; all if it is `None`."""

    def __init__(self, number, kept=None):
        numbers = random.Random(number)
        places = range(numbers.randint(1, 4))
        self.batch, self.width = numbers.choice(WIDTHS), numbers.choice(WIDTHS)
        self.kept = [place for place in places if kept is None or place in kept]
        self.names, self.weights, self.applied = [], [], []
        width = self.width
        for place in self.kept:
            # Of its own, so that a layer is the same without those before it.
            numbers = random.Random(f"{number}/{place}")
            layer = numbers.choices(*zip(*LAYERS, strict=True))[0]
            shapes, width, apply = layer(numbers.choice, width)
            self.names.append(layer.__name__)
            self.weights.append(tuple(array(*shape) for shape in shapes))
            self.applied.append(apply)
        self.out = width

    def __call__(self, weights, x):
        for of_layer, apply in zip(weights, self.applied, strict=True):
            x = apply(of_layer, x)
        return x


# What surrounds a chain. Each returns the function, the shapes of its arguments, and the places of those it may overwrite.


def forward(chain, loss, w, x, y):
    return chain, (w, x), ()


def twice(chain, loss, w, x, y):
    return lambda w, x: (chain(w, x), chain(w, -x).sum(0)), (w, x), ()


def loss_only(chain, loss, w, x, y):
    return loss, (w, x, y), ()


def gradient(chain, loss, w, x, y):
    return jax.grad(loss), (w, x, y), ()


def gradient_of_input(chain, loss, w, x, y):
    return jax.grad(loss, 1), (w, x, y), ()


def value_and_gradient(chain, loss, w, x, y):
    return jax.value_and_grad(loss), (w, x, y), ()


def descent(chain, loss, w, x, y):
    def step(w, x, y):
        return each(lambda w, g: w - STEP * g, w, jax.grad(loss)(w, x, y))

    return step, (w, x, y), (0,)


def momentum(chain, loss, w, x, y):
    def step(w, m, x, y):
        m = each(lambda m, g: 0.9 * m + g, m, jax.grad(loss)(w, x, y))
        return each(lambda w, m: w - STEP * m, w, m), m

    return step, (w, w, x, y), (0, 1)


def adam(chain, loss, w, x, y):
    def step(w, m, v, x, y):
        g = jax.grad(loss)(w, x, y)
        m = each(lambda m, g: 0.9 * m + 0.1 * g, m, g)
        v = each(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
        return each(lambda w, m, v: w - STEP * m / (jnp.sqrt(v) + 1e-8), w, m, v), m, v

    return step, (w, w, w, x, y), (0, 1, 2)


def average(chain, loss, w, x, y):
    return lambda mean, w: each(lambda a, b: 0.99 * a + 0.01 * b, mean, w), (w, w), (0,)


def gradients_of_examples(chain, loss, w, x, y):
    def of_one(w, x, y):
        return jax.grad(loss)(w, x[None], y[None])

    n = min(8, x.shape[0])
    return jax.vmap(of_one, (None, 0, 0)), (w, array(n, *x.shape[1:]), array(n, *y.shape[1:])), ()


def tangent(chain, loss, w, x, y):
    return lambda w, x, t: jax.jvp(lambda x: chain(w, x), (x,), (t,)), (w, x, x), ()


def curvature(chain, loss, w, x, y):
    def product(w, t, x, y):
        return jax.jvp(lambda w: jax.grad(loss)(w, x, y), (w,), (t,))[1]

    return product, (w, w, x, y), ()


def policy(chain, loss, w, x, y):
    """The clipped loss of proximal policy optimization, and its gradient."""

    def clipped(w, x, old, chosen, advantage):
        logs = nn.log_softmax(chain(w, x))
        ratio = jnp.exp((logs * chosen).sum(-1) - old)
        gain = jnp.minimum(ratio * advantage, jnp.clip(ratio, 0.8, 1.2) * advantage).mean()
        return -gain + 0.01 * (jnp.exp(logs) * logs).sum(-1).mean()

    column = array(y.shape[0])
    return jax.value_and_grad(clipped), (w, x, column, y, column), ()


def diffusion(chain, loss, w, x, y):
    """The loss of a chain that removes noise, and its gradient."""

    def noisy(w, x, noise, time):
        level = jnp.cos(time)[:, None]
        out = chain(w, level * x + jnp.sqrt(1 - level**2) * noise)
        return jnp.square(out.mean(-1, keepdims=True) - noise).mean()

    return jax.value_and_grad(noisy), (w, x, x, array(x.shape[0])), ()


AROUND = (
    (forward, 4),
    (twice, 1),
    (loss_only, 1),
    (gradient, 2),
    (gradient_of_input, 1),
    (value_and_gradient, 1),
    (descent, 2),
    (momentum, 1),
    (adam, 2),
    (average, 1),
    (gradients_of_examples, 1),
    (tangent, 1),
    (curvature, 1),
    (policy, 1),
    (diffusion, 1),
)
ROWS, COLUMN, ROW = array(256, 512), array(256), array(512)

# Softmax in what only reduces it, and products that read each element of an operand a bounded number of times.
NAMED = {
    "softmax": (nn.softmax, ROWS),
    "softmax-of-squares": (lambda x: nn.softmax(x * x + 1), ROWS),
    "softmax-gradient": (lambda x, y: jax.grad(lambda x: jnp.sum(nn.softmax(x) * y))(x), ROWS, ROWS),
    "softmax-columns": (lambda x: nn.softmax(x).mean(0), ROWS),
    "softmax-sum": (lambda x, y: nn.softmax(x) + nn.softmax(y), ROWS, ROWS),
    "softmax-product": (lambda x, v: nn.softmax(x) @ v, ROWS, array(512, 8)),
    "softmax-vector": (lambda x, v: nn.softmax(x) @ v, ROWS, ROW),
    "softmax-twice-read": (lambda x, w: (nn.softmax(x @ w), (x @ w).sum()), ROWS, array(512, 512)),
    "logsumexp": (lambda x: nn.logsumexp(x, axis=-1), ROWS),
    "entropy": (lambda x: -jnp.sum(nn.softmax(x) * nn.log_softmax(x)), ROWS),
    "entropy-rows": (lambda x: -jnp.sum(nn.softmax(x) * nn.log_softmax(x), axis=-1), ROWS),
    "divergence": (lambda x, y: jnp.sum(nn.softmax(x) * (nn.log_softmax(x) - nn.log_softmax(y))), ROWS, ROWS),
    "cross-entropy": (lambda x, y: -jnp.mean(jnp.sum(nn.log_softmax(x) * y, axis=-1)), ROWS, ROWS),
    "cross-entropy-gradient": (
        lambda x, y: jax.grad(lambda x: -jnp.mean(jnp.sum(nn.log_softmax(x) * y, axis=-1)))(x),
        ROWS,
        ROWS,
    ),
    "matrix-vector": (lambda a, b, v: (a * b) @ v, ROWS, ROWS, ROW),
    "matrix-vector-gelu": (lambda a, v: nn.gelu(a) @ v, ROWS, ROW),
    "vector-matrix": (lambda a, b, v: v @ (a * b), ROWS, ROWS, COLUMN),
    "one-column": (lambda a, b, v: (a * b) @ v, ROWS, ROWS, array(512, 1)),
    "four-columns": (lambda a, b, v: (a * b) @ v, ROWS, ROWS, array(512, 4)),
    "columns": (lambda a, b, v: (a * b) @ v, ROWS, ROWS, array(512, 64)),
    "inner": (lambda a, b: jnp.vdot(a * b, jnp.exp(a)), array(131072), array(131072)),
    "batched": (
        lambda a, b, v: jnp.einsum("bij,bj->bi", a * b, v),
        array(8, 64, 512),
        array(8, 64, 512),
        array(8, 512),
    ),
    "quadratic": (lambda a, x: x @ ((a + a.T) @ x), array(512, 512), ROW),
    "logistic-gradient": (
        lambda x, w, y: jax.grad(lambda w: jnp.mean(jnp.log1p(jnp.exp(-y * (x @ w)))))(w),
        ROWS,
        ROW,
        COLUMN,
    ),
    "weighted-rows": (lambda x, w, s: (x * s[:, None]) @ w, ROWS, ROW, COLUMN),
    "normalised-rows": (lambda x, w: layer_normalised(x) @ w, ROWS, ROW),
}

WITHOUT_WEIGHTS = (forward, twice, loss_only, gradient_of_input, tangent)


class Function:
    """The function of a name, or of a number, lowered by JAX; some of its layers only, as `NUMBER-PLACE-PLACE`."""

    def __init__(self, name):
        if name in NAMED:
            function, *shapes = NAMED[name]
            self.name, self.kind, self.layers, self.kept = name, "named", name, []
            self.lowered = jax.jit(lambda *arguments: function(*arguments), keep_unused=True).lower(*shapes)
            return
        number, *kept = (int(part) for part in name.split("-"))
        chain = Chain(number, kept or None)
        numbers = random.Random(f"{number}/around")
        around = numbers.choices(*zip(*AROUND, strict=True))[0]
        compare = LOSSES[numbers.choice(sorted(LOSSES))]
        donates = numbers.random() < 0.5
        weights = tuple(chain.weights)
        if not jax.tree.leaves(weights) and around not in WITHOUT_WEIGHTS:
            around = forward

        def loss(w, x, y):
            return compare(chain(w, x), y)

        x, y = array(chain.batch, chain.width), array(chain.batch, chain.out)
        function, shapes, places = around(chain, loss, weights, x, y)
        donated = places if donates else ()
        self.name = name
        self.kind = around.__name__ + ("_donated" if donated else "")
        self.layers = "+".join(chain.names)
        self.kept = chain.kept

        def main(*arguments):
            return function(*arguments)

        self.lowered = jax.jit(main, donate_argnums=donated, keep_unused=True).lower(*shapes)

    def need(self):
        """What XLA needs with the flags of this process, in bytes."""
        memory = self.lowered.compile().memory_analysis()
        return memory.temp_size_in_bytes + memory.output_size_in_bytes - memory.alias_size_in_bytes


def own_output(arguments, flags, text=""):
    """What this program prints when it runs again, with other flags of XLA."""
    environment = os.environ | {"XLA_FLAGS": f"{os.environ.get('XLA_FLAGS', '')} {flags}".strip()}
    command = [sys.executable, __file__, *arguments]
    return subprocess.run(command, env=environment, input=text, stdout=subprocess.PIPE, text=True, check=True).stdout


def measure(folder):
    """Lowers the functions that are named in the input into a folder, if there is one, and prints a line for each."""
    for name in sys.stdin.read().split():
        try:
            function = Function(name)
            row = [name, function.kind, function.layers, function.need()]
            if folder:
                import memplan

                (folder / f"{name}.tensor.mlir").write_text(memplan.lower(function.lowered.as_text()))
        except Exception as error:
            # What a random program makes another compiler refuse has no one type.
            row = [name, "refused", str(error).strip().split("\n")[0][:160]]
        print(json.dumps(row), flush=True)


def write(names, folder):
    """Writes functions and their sizes; returns the rows."""
    folder.mkdir(parents=True, exist_ok=True)
    text = "\n".join(names)
    jobs = [(["measure", str(folder)], ""), (["measure"], WITHOUT_LIBRARY)]
    with ThreadPoolExecutor(2) as pool:
        outputs = list(pool.map(lambda job: own_output(*job, text), jobs))
    rows = []
    for lines in zip(*(output.splitlines() for output in outputs), strict=True):
        row, other = map(json.loads, lines)
        refused = next((line for line in (row, other) if line[1] == "refused"), None)
        if refused:
            (folder / f"{row[0]}.tensor.mlir").unlink(missing_ok=True)
            print("refused", refused[0], refused[2], flush=True)
        else:
            rows.append([*row[:3], max(row[3], other[3])])
    write_rows(folder / "xla.csv", rows)
    return rows


def write_rows(path, rows):
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows)


def read_rows(folder):
    with (folder / "xla.csv").open(newline="") as file:
        return [[*row[:3], int(row[3])] for row in list(csv.reader(file))[1:]]


def peak(memplan, path):
    """The run-time peak of a merged program in bytes; `None` if the command refuses it."""
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch, "report.json")
        command = [memplan, "merge", path, "-o", os.devnull, "--format", "json", "--report", report]
        if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
            return None
        peaks = [one["most_bytes"] for one in json.loads(report.read_text()).get("run_time_peaks", [])]
    return max((math.inf if bytes_ is None else bytes_ for bytes_ in peaks), default=0)


def is_above(memplan, folder, rows):
    return [row for row in rows if (peak(memplan, folder / f"{row[0]}.tensor.mlir") or 0) > row[3]]


def shrunk(memplan, name, folder):
    """The row of a function with the fewest layers that still needs more than XLA, and its peak."""
    row, kept = None, Function(name).kept
    goes_on = True
    while goes_on and len(kept) > 1:
        parts = [[place for place in kept if place != left] for left in kept]
        names = [name.split("-")[0] + "".join(f"-{place}" for place in part) for part in parts]
        smaller = is_above(memplan, folder, write(names, folder))
        goes_on = bool(smaller)
        if goes_on:
            row = smaller[0]
            kept = parts[names.index(row[0])]
    return row


def judge(folder, options):
    """Prints the figures; returns whether `merge` takes all functions, and few enough need more than XLA."""
    rows = read_rows(folder)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        peaks = list(pool.map(lambda row: peak(options.memplan, folder / f"{row[0]}.tensor.mlir"), rows))
    pairs = list(zip(peaks, rows, strict=True))
    measured = [(bytes_ / max(row[3], 1), bytes_, row) for bytes_, row in pairs if bytes_ is not None]
    measured.sort(key=lambda one: (-one[0], one[2][0]))
    above = [one for one in measured if one[1] > one[2][3]]
    # What is computed in place has no ratio.
    logs = [math.log(ratio) for ratio, bytes_, row in measured if bytes_ and row[3] and ratio < math.inf]
    for ratio, bytes_, (name, kind, layers, need) in above[: options.worst]:
        print(f"{ratio:.3f} {name} {kind} {layers}: {bytes_}, XLA {need}", flush=True)
        small = shrunk(options.memplan, name, folder / "shrunk") if options.shrink else None
        if small:
            print(f"      shrunk to {small[0]} {small[1]} {small[2]}", flush=True)
    for bytes_, row in pairs:
        if bytes_ is None:
            print("refused by merge:", *row[:3])
    n_refused = peaks.count(None)
    mean = math.exp(sum(logs) / max(len(logs), 1))
    print(
        f"figure: {len(above)} of {len(measured)} functions above XLA, {n_refused} refused, geometric mean {mean:.3f}"
    )
    return len(above) <= options.allow * len(measured) and not n_refused


def record(folder, n):
    """Packs functions beside this file: `// NAME` and the program, one after the other, in the order of xla.csv."""
    numbered, named = [], []
    for row in read_rows(folder):
        (named if row[0] in NAMED else numbered).append(row)
    rows = numbered[:n] + named
    assert len(numbered) >= n, f"{folder} has {len(numbered)} functions"
    text = "".join(f"// {row[0]}\n{(folder / f'{row[0]}.tensor.mlir').read_text()}" for row in rows)
    beside = pathlib.Path(__file__).parent
    # Without a time, equal functions are equal bytes.
    (beside / "functions.mlir.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    write_rows(beside / "xla.csv", rows)


def main():
    parser = argparse.ArgumentParser(description="Makes random functions, and judges `merge` by what XLA allocates.")
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make")
    making.add_argument("first", type=int)
    making.add_argument("n", type=int)
    making.add_argument("folder", type=pathlib.Path)
    making.add_argument("--named", action="store_true", help="make the functions with names, too")
    judging = commands.add_parser("judge")
    judging.add_argument("folder", type=pathlib.Path)
    judging.add_argument("--memplan", default="memplan", help="the command")
    judging.add_argument("--shrink", action="store_true", help="remove layers from those above XLA")
    judging.add_argument("--allow", type=float, default=0.0, help="the share of functions that may need more than XLA")
    judging.add_argument("--worst", type=int, default=12, help="how many to print")
    recording = commands.add_parser("record")
    recording.add_argument("folder", type=pathlib.Path)
    recording.add_argument("n", type=int)
    measuring = commands.add_parser("measure")
    measuring.add_argument("folder", type=pathlib.Path, nargs="?")
    options = parser.parse_args()
    if options.command == "make":
        names = [str(number) for number in range(options.first, options.first + options.n)]
        names += NAMED if options.named else []
        rows = write(names, options.folder)
        print(f"{len(rows)} of {len(names)} functions made")
    elif options.command == "judge":
        sys.exit(not judge(options.folder, options))
    elif options.command == "record":
        record(options.folder, options.n)
    else:
        measure(options.folder)


if __name__ == "__main__":
    main()
