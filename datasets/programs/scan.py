"""Makes the gradient of a loop over transformer layers, and the same with the loop written out.

    python datasets/programs/scan.py FOLDER [LAYERS]

Both compute the same. `scan.tensor.mlir` has `jax.lax.scan`, `unrolled.tensor.mlir` a layer after the other. What XLA
allocates is printed, in bytes: temporaries and outputs. Needs what `make.py` needs.
"""

import pathlib
import sys

import jax
import jax.numpy as jnp
from jax import lax, nn
from make import WIDTH, array, normalised

import memplan

HEADS = 4


def layer(x, w):
    """A layer of a causal transformer."""
    batch, length, width = x.shape
    z = normalised(x, w["g1"], w["b1"])
    q, k, v = ((z @ w[name]).reshape(batch, length, HEADS, width // HEADS) for name in "qkv")
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / jnp.sqrt(width // HEADS)
    scores = nn.softmax(jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -1e30), -1)
    x = x + jnp.einsum("bhqk,bkhd->bqhd", scores, v).reshape(x.shape) @ w["o"]
    return x + nn.gelu(normalised(x, w["g2"], w["b2"]) @ w["w1"]) @ w["w2"]


def main():
    folder = pathlib.Path(sys.argv[1])
    n_layers = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    scales = {name: array(n_layers, WIDTH) for name in ("g1", "b1", "g2", "b2")}
    square = {name: array(n_layers, WIDTH, WIDTH) for name in "qkvo"}
    wide = {"w1": array(n_layers, WIDTH, 4 * WIDTH), "w2": array(n_layers, 4 * WIDTH, WIDTH)}

    def scan(weights, x):
        return (lax.scan(lambda x, w: (layer(x, w), None), x, weights)[0] ** 2).sum()

    def unrolled(weights, x):
        for i in range(n_layers):
            x = layer(x, jax.tree.map(lambda stack, i=i: stack[i], weights))
        return (x**2).sum()

    for function in (scan, unrolled):
        lowered = jax.jit(jax.grad(function)).lower(scales | square | wide, array(2, 128, WIDTH))
        (folder / f"{function.__name__}.tensor.mlir").write_text(memplan.lower(lowered.as_text()))
        memory = lowered.compile().memory_analysis()
        print(function.__name__, memory.temp_size_in_bytes, memory.output_size_in_bytes)


if __name__ == "__main__":
    main()
