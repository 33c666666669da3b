"""Makes the traces in this folder: `python datasets/models/make.py`, with `pip install './python[jax]'`.

Each model is a function of a few lines, compiled by JAX for CPU; nothing is run. The traces have sizes and lifetimes of
the temporary values as XLA allocates them, the plans where XLA put them. Another version of jaxlib gives other traces.
"""

import pathlib

import jax
import jax.numpy as jnp
import memplan
from jax import lax, nn

FLOAT = jnp.float32


def array(*shape, dtype=FLOAT):
    return jax.ShapeDtypeStruct(shape, dtype)


def dense(x, w):
    return nn.relu(x @ w)


def convolution(x, w):
    return nn.relu(lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")))


def normalised(x):
    return (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)


def attention(x, w):
    q, k, v = jnp.split(normalised(x) @ w["qkv"], 3, axis=-1)
    q, k, v = (t.reshape(*t.shape[:-1], 4, -1) for t in (q, k, v))
    scores = nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) / 8)
    x = x + jnp.einsum("bhqk,bkhd->bqhd", scores, v).reshape(x.shape) @ w["out"]
    return x + nn.gelu(normalised(x) @ w["up"]) @ w["down"]


def transformer(weights, x):
    for w in weights:
        x = attention(x, w)
    return (x * x).mean()


def block(width):
    return {
        "qkv": array(width, 3 * width),
        "out": array(width, width),
        "up": array(width, 4 * width),
        "down": array(4 * width, width),
    }


def perceptron(weights, x):
    for w in weights:
        x = dense(x, w)
    return (x * x).mean()


def encoder(weights, x):
    skips = []
    for w in weights[:3]:
        x = convolution(x, w)
        skips.append(x)
        batch, height, width, channels = x.shape
        x = x.reshape(batch, height // 2, 2, width // 2, 2, channels).mean((2, 4))
    for w, skip in zip(weights[3:], reversed(skips), strict=True):
        x = jnp.repeat(jnp.repeat(x, 2, 1), 2, 2)
        x = convolution(jnp.concatenate([x, skip], -1), w)
    return (x * x).mean()


UNET = [array(3, 3, i, o) for i, o in [(4, 16), (16, 32), (32, 64), (128, 32), (64, 16), (32, 16)]]


def recurrent(w, x):
    def step(state, row):
        h, c = state
        i, f, g, o = jnp.split(jnp.concatenate([row, h], -1) @ w, 4, -1)
        c = nn.sigmoid(f) * c + nn.sigmoid(i) * jnp.tanh(g)
        h = nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    zero = jnp.zeros((x.shape[1], w.shape[1] // 4))
    return (lax.scan(step, (zero, zero), x)[1] ** 2).mean()


def autoencoder(w, x, noise):
    mean, scale = jnp.split(dense(dense(x, w[0]), w[1]), 2, -1)
    y = dense(mean + jnp.exp(scale) * noise, w[2]) @ w[3]
    return ((x - y) ** 2).mean() + (jnp.exp(2 * scale) + mean**2 - scale).mean()


def graph(w, nodes, senders, receivers):
    for layer in w:
        messages = dense(jnp.concatenate([nodes[senders], nodes[receivers]], -1), layer)
        nodes = normalised(nodes + jax.ops.segment_sum(messages, receivers, nodes.shape[0]))
    return (nodes**2).mean()


def diffusion(w, x):
    def step(i, x):
        y = dense(dense(x, w[0]), w[1])
        return x - 0.1 * y + 0.01 * jnp.sin(x + i)

    return lax.fori_loop(0, 50, step, x)


def experts(w, x):
    gates = nn.softmax(x @ w["gate"])
    hidden = nn.gelu(jnp.einsum("bd,edh->beh", x, w["up"]))
    return (jnp.einsum("beh,ehd,be->bd", hidden, w["down"], gates) ** 2).mean()


def updated(weights, x):
    gradients = jax.grad(transformer)(weights, x)
    return jax.tree.map(lambda w, g: w - 0.01 * g, weights, gradients)


def checkpointed(weights, x):
    for w in weights:
        x = jax.checkpoint(attention)(x, w)
    return (x * x).mean()


BLOCKS = [block(128) for _ in range(4)]
TOKENS = array(4, 64, 128)
MODELS = {
    "attention": (transformer, [block(256)], array(2, 128, 256)),
    "autoencoder-grad": (
        jax.grad(autoencoder),
        [array(784, 256), array(256, 64), array(32, 256), array(256, 784)],
        array(128, 784),
        array(128, 32),
    ),
    "diffusion": (diffusion, [array(64, 256), array(256, 64)], array(512, 64)),
    "experts-grad": (
        jax.grad(experts),
        {"gate": array(64, 8), "up": array(8, 64, 128), "down": array(8, 128, 64)},
        array(256, 64),
    ),
    "graph-grad": (
        jax.grad(graph),
        [array(128, 64)] * 3,
        array(500, 64),
        array(2000, dtype=jnp.int32),
        array(2000, dtype=jnp.int32),
    ),
    "perceptron-grad": (jax.grad(perceptron), [array(256, 256)] * 6, array(64, 256)),
    "recurrent": (recurrent, array(96, 256), array(32, 16, 32)),
    "recurrent-grad": (jax.grad(recurrent), array(96, 256), array(32, 16, 32)),
    "transformer-checkpointed": (jax.grad(checkpointed), BLOCKS, TOKENS),
    "transformer-grad": (jax.grad(transformer), BLOCKS, TOKENS),
    "transformer-step": (jax.jit(updated, donate_argnums=0), BLOCKS, TOKENS),
    "unet": (encoder, UNET, array(1, 64, 64, 4)),
    "unet-grad": (jax.grad(encoder), UNET, array(1, 64, 64, 4)),
}


def main():
    folder = pathlib.Path(__file__).parent
    for name, (function, *arguments) in MODELS.items():
        traces = memplan.collect.jax(function, *arguments)
        if not traces:
            print(f"{name}: no temporary memory")
            continue
        [trace] = traces
        memplan.write(folder / f"{name}.mtrace", trace)
        memplan.write(folder / f"{name}.mplan", trace.placed)
        print(f"{name}: {trace!r}, XLA {trace.placed.peak}")


if __name__ == "__main__":
    main()
