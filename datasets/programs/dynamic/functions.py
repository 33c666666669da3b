"""Functions of JAX with a batch and a length that are known only at run time, through `memplan.jax.merge` alone.

    python datasets/programs/dynamic/functions.py

Prints, at five shapes, the peak of the one merged program over what XLA needs when it compiles the function for that
shape: temporaries and outputs, without the library YNNPACK, whose memory it does not count. Each program is run at each
shape in the interpreter, and results are those of JAX.
"""

import os

if __name__ == "__main__":
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_experimental_ynn_fusion_type=")

import jax
import jax.numpy as jnp
import numpy as np
from jax import nn

SHAPES = [{"b": b, "s": s} for b, s in [(1, 2), (3, 7), (4, 32), (16, 100), (16, 128)]]
CONSTRAINTS = ["b <= 16", "s >= 2", "s <= 128"]
WIDTH = 32


def attention(q, k, v):
    return nn.softmax(q @ k.transpose(0, 2, 1) / 4) @ v


def causal(q, k, v):
    n = q.shape[1]
    scores = jnp.where(jnp.tril(jnp.ones((n, n), bool)), q @ k.transpose(0, 2, 1), -1e9)
    return nn.softmax(scores) @ v


def normalised(x, scale, shift):
    centred = x - x.mean(-1, keepdims=True)
    return centred / jnp.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * scale + shift


def block(x, q, k, v, out, scale, shift):
    y = normalised(x, scale, shift)
    return x + attention(y @ q, y @ k, y @ v) @ out


def dense(x, first, second):
    return jnp.tanh(x @ first) @ second


def gradient(x, first, second):
    return jax.grad(lambda *w: (dense(x, *w) ** 2).mean(), (0, 1))(first, second)


def activated(x, w):
    return nn.gelu(x @ w)


def projected(x, w):
    rows = x.reshape(x.shape[0] * x.shape[1], -1) @ w
    return rows.reshape(x.shape[0], x.shape[1], -1).sum(1)


def joined(x, y):
    return jnp.concatenate([x, y], 1) * 2 + 1


def largest(x):
    return jnp.where(x > 0, x, 0.1 * x).max(-1)


def embedded(x, table):
    return table[jnp.abs(x).astype(jnp.int32)] * 2


X, W, V = ("b", "s", WIDTH), (WIDTH, WIDTH), (WIDTH,)
FUNCTIONS = {
    attention: (X, X, X),
    causal: (X, X, X),
    normalised: (X, V, V),
    block: (X, W, W, W, W, V, V),
    dense: (X, (WIDTH, 128), (128, 10)),
    gradient: (X, (WIDTH, 128), (128, 10)),
    activated: (X, W),
    projected: (X, (WIDTH, 8)),
    joined: (X, X),
    largest: (X,),
    embedded: (("b", "s"), (100, WIDTH)),
}


def symbolic(function):
    """The arguments of a function, with symbolic dimensions."""
    symbols = dict(zip("bs", jax.export.symbolic_shape("b, s", constraints=CONSTRAINTS), strict=True))
    shapes = [[symbols.get(size, size) for size in shape] for shape in FUNCTIONS[function]]
    return [jax.ShapeDtypeStruct(shape, "float32") for shape in shapes]


def arrays(function, dims):
    """Random arguments of a function, for values of its dimensions."""
    shapes = [[dims.get(size, size) for size in shape] for shape in FUNCTIONS[function]]
    normal = [np.random.default_rng(seed).standard_normal(shape) for seed, shape in enumerate(shapes)]
    return [(array / 4).astype(np.float32) for array in normal]


def main():
    import memplan

    print(f"| function | {' | '.join('b={b}, s={s}'.format(**dims) for dims in SHAPES)} |")
    print("| --- |" + " --: |" * len(SHAPES))
    for function in FUNCTIONS:
        merged = memplan.jax.merge(function, *symbolic(function))
        assert merged.peak is not None, "every function has a bound"
        ratios = []
        for dims in SHAPES:
            arguments = arrays(function, dims)
            results = [jax.tree.leaves(of(*arguments)) for of in (merged.run, function)]
            for result, expected in zip(*results, strict=True):
                np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5 * np.abs(expected).max())
            memory = jax.jit(function).lower(*arguments).compile().memory_analysis()
            need = memory.temp_size_in_bytes + memory.output_size_in_bytes
            ratios.append(f"{merged.peak_at(**dims) / need:.2f}")
        print(f"| {function.__name__} | {' | '.join(ratios)} |")


if __name__ == "__main__":
    main()
