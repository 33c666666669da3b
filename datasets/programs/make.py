"""Makes the programs in this folder, and measures what XLA allocates for them.

    python datasets/programs/make.py [--sizes | --check | --times] [--folder FOLDER] [MODEL ..]

Each model is a function of a few lines, lowered by JAX to StableHLO, and by `memplan.lower` and `iree-opt` (pip install
iree-base-compiler) to linalg on tensors: NAME.tensor.mlir. Nothing is run. XLA compiles each for the CPU, and the sizes
of its temporaries, outputs and arguments become rows of xla.csv, in the place of those of the same model and version of
jaxlib. With `--sizes`, only xla.csv is written, as for further versions of jaxlib. With `--check`, nothing is written:
`memplan` merges each model, its interpreter runs the result on random arguments, and the largest difference from what
XLA computes is printed, as a part of the largest number. With `--times`, nothing is written: the least processor time of a call of
what XLA compiles is printed in milliseconds, to be read beside what the benchmark `run_time` says of the same models.
"""

import argparse
import csv
import os
import pathlib
import time

import jax
import jax.numpy as jnp
import jaxlib
import numpy as np
from jax import lax, nn

import memplan

FLOAT = jnp.float32
COLUMNS = ("model", "jaxlib", "temporaries", "outputs", "arguments")

WIDTH = 64


def array(*shape, dtype=FLOAT):
    return jax.ShapeDtypeStruct(shape, dtype)


def convolution(x, w, stride=1, groups=1, padding="SAME", layout=("NHWC", "HWIO", "NHWC")):
    return lax.conv_general_dilated(
        x, w, (stride, stride), padding, dimension_numbers=layout, feature_group_count=groups
    )


def maximum_of_quarters(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def normalised(x, scale, shift):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + shift


# Convolutional networks.


def vgg(x, ws, hidden, out):
    """Pairs of convolutions with pooling, and two dense layers."""
    for i, w in enumerate(ws):
        x = nn.relu(convolution(x, w))
        if i % 2:
            x = maximum_of_quarters(x)
    x = x.reshape(x.shape[0], -1)
    return nn.relu(x @ hidden) @ out


def doubled(x):
    n, h, w, c = x.shape
    return jnp.broadcast_to(x[:, :, None, :, None, :], (n, h, 2, w, 2, c)).reshape(n, 2 * h, 2 * w, c)


def unet(x, p):
    """Three scales with two skip connections."""

    def layer(x, name):
        return nn.relu(convolution(x, p[name]))

    a = layer(layer(x, "a"), "a2")
    b = layer(layer(maximum_of_quarters(a), "b"), "b2")
    c = layer(layer(maximum_of_quarters(b), "c"), "c2")
    u = layer(layer(jnp.concatenate([doubled(c), b], -1), "u"), "u2")
    v = layer(layer(jnp.concatenate([doubled(u), a], -1), "v"), "v2")
    return convolution(v, p["o"])


def mobilenet(x, first, ws, out):
    """Depthwise and pointwise convolutions in turn."""
    x = nn.relu6(convolution(x, first, 2))
    for i, (depthwise, pointwise) in enumerate(ws):
        x = nn.relu6(convolution(x, depthwise, 2 if i % 2 else 1, groups=x.shape[-1]))
        x = nn.relu6(convolution(x, pointwise))
    return x.mean((1, 2)) @ out


def generator(z, first, ws):
    """Transposed convolutions from a vector to an image."""

    def transposed(x, w):
        return lax.conv_transpose(x, w, (2, 2), "SAME")

    x = nn.relu(z @ first).reshape(z.shape[0], 4, 4, -1)
    for w in ws[:-1]:
        x = nn.relu(transposed(x, w))
    return jnp.tanh(transposed(x, ws[-1]))


def densenet(x, ws):
    """Each layer reads the concatenation of all results before it."""
    for w in ws:
        x = jnp.concatenate([x, nn.relu(convolution(x, w))], -1)
    return x.mean((1, 2))


RESNET_STRIDES = (1, 2, 2)


def batch_normalised(x, p):
    return (x - p[0]) * lax.rsqrt(p[1] + 1e-5) * p[2] + p[3]


def resnet_bn(x, first, blocks, out):
    """Residual blocks with batch normalization, some with a projection."""
    x = nn.relu(convolution(x, first, 2))
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
    for (w1, n1, w2, n2, projection), stride in zip(blocks, RESNET_STRIDES, strict=True):
        y = nn.relu(batch_normalised(convolution(x, w1, stride), n1))
        y = batch_normalised(convolution(y, w2), n2)
        x = nn.relu(y + (x if projection is None else convolution(x, projection, stride)))
    return x.mean((1, 2)) @ out


def squeeze_se(x, layers, out):
    """Squeeze and expand, with squeeze-and-excitation of channels."""
    for squeeze, narrow, wide, down, up in layers:
        x = nn.relu(convolution(x, squeeze))
        x = jnp.concatenate([nn.relu(convolution(x, narrow)), nn.relu(convolution(x, wide))], -1)
        scale = nn.sigmoid(nn.relu(x.mean((1, 2)) @ down) @ up)
        x = x * scale[:, None, None, :]
    return x.mean((1, 2)) @ out


def nchw(x, ws, out):
    """Convolutions and average pooling, channels in front of rows and columns."""
    for w in ws:
        x = nn.relu(convolution(x, w, layout=("NCHW", "OIHW", "NCHW")))
        x = lax.reduce_window(x, 0.0, lax.add, (1, 1, 2, 2), (1, 1, 2, 2), "VALID") / 4
    return x.reshape(x.shape[0], -1) @ out


def superres(x, a, b, c):
    """Super-resolution: channels become pixels at the end."""
    x = nn.relu(convolution(x, a))
    x = nn.relu(convolution(x, b))
    x = convolution(x, c)
    n, h, w, _ = x.shape
    return x.reshape(n, h, w, 3, 3, 3).transpose(0, 1, 3, 2, 4, 5).reshape(n, h * 3, w * 3, 3)


def wavenet(x, layers, out):
    """Causal dilated convolutions with gates, and a sum of skip connections."""
    skip = 0
    for i, (filter_, gate, residual) in enumerate(layers):
        dilation = 2**i

        def dilated(w, x=x, dilation=dilation):
            return lax.conv_general_dilated(
                x, w, (1,), [(dilation, 0)], rhs_dilation=(dilation,), dimension_numbers=("NWC", "WIO", "NWC")
            )

        h = jnp.tanh(dilated(filter_)) * nn.sigmoid(dilated(gate))
        x = x + h @ residual
        skip = skip + h
    return nn.relu(skip) @ out


# Attention.


def gpt(tokens, embedding, positions, layers, scale, shift):
    """A causal transformer from tokens to logits."""
    x = embedding[tokens] + positions
    length = tokens.shape[1]
    mask = jnp.tril(jnp.ones((length, length), bool))
    for w in layers:
        h = normalised(x, w["g1"], w["b1"])
        q, k, v = ((h @ w[name]).reshape(h.shape[0], length, 4, -1).transpose(0, 2, 1, 3) for name in "qkv")
        scores = q @ k.transpose(0, 1, 3, 2) / jnp.sqrt(q.shape[-1]).astype(FLOAT)
        scores = nn.softmax(jnp.where(mask, scores, -1e9), -1)
        x = x + (scores @ v).transpose(0, 2, 1, 3).reshape(x.shape) @ w["o"]
        h = normalised(x, w["g2"], w["b2"])
        x = x + nn.gelu(h @ w["w1"]) @ w["w2"]
    return normalised(x, scale, shift) @ embedding.T


def attention(x, w):
    batch, length, _ = x.shape
    q, k, v = ((x @ w[name]).reshape(batch, length, 4, -1) for name in "qkv")
    scores = nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) / 8.0, -1)
    return jnp.einsum("bhqk,bkhd->bqhd", scores, v).reshape(batch, length, -1) @ w["o"]


def vit(x, patches, positions, token, layers, out):
    """A transformer on patches of an image."""
    x = convolution(x, patches, 8, padding="VALID").reshape(x.shape[0], -1, WIDTH)
    x = jnp.concatenate([jnp.broadcast_to(token, (x.shape[0], 1, WIDTH)), x], 1) + positions
    for w in layers:
        x = x + attention(normalised(x, w["g1"], w["b1"]), w)
        x = x + nn.gelu(normalised(x, w["g2"], w["b2"]) @ w["w1"]) @ w["w2"]
    return x[:, 0] @ out


def encdec(x, y, encoder, decoder):
    """An encoder, and a decoder with attention to its result."""
    for w in encoder:
        x = x + attention(normalised(x, w["g1"], w["b1"]), w)
        x = x + nn.relu(normalised(x, w["g2"], w["b2"]) @ w["w1"]) @ w["w2"]
    for w in decoder:
        batch, length, _ = y.shape
        z = normalised(y, w["g1"], w["b1"])
        q = (z @ w["q"]).reshape(batch, length, 4, 16)
        k = (x @ w["k"]).reshape(batch, -1, 4, 16)
        v = (x @ w["v"]).reshape(batch, -1, 4, 16)
        scores = nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) / 4, -1)
        y = y + jnp.einsum("bhqk,bkhd->bqhd", scores, v).reshape(batch, length, -1) @ w["o"]
        y = y + nn.relu(normalised(y, w["g2"], w["b2"]) @ w["w1"]) @ w["w2"]
    return y


def rotated(x):
    half = x.shape[-1] // 2
    angle = jnp.arange(x.shape[1])[:, None] * jnp.exp(-jnp.arange(half) / half)[None]
    cos, sin = jnp.cos(angle)[None, :, None], jnp.sin(angle)[None, :, None]
    # With slices in brackets, dynamic dimensions become gathers.
    a, b = (lax.slice_in_dim(x, begin, begin + half, axis=-1) for begin in (0, half))
    return jnp.concatenate([a * cos - b * sin, a * sin + b * cos], -1)


def llama(x, layers):
    """A causal transformer with rotary positions and gated layers."""
    length = x.shape[1]
    mask = jnp.tril(jnp.ones((length, length), bool))
    for w in layers:
        z = x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * w["g1"]
        batch = x.shape[0]
        q, k, v = ((z @ w[name]).reshape(batch, length, 4, 16) for name in "qkv")
        q, k = rotated(q), rotated(k)
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / 4
        scores = nn.softmax(jnp.where(mask, scores, -1e30), -1)
        x = x + jnp.einsum("bhqk,bkhd->bqhd", scores, v).reshape(batch, length, -1) @ w["o"]
        z = x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * w["g2"]
        x = x + (nn.silu(z @ w["w1"]) * (z @ w["w3"])) @ w["w2"]
    return x


# Others.


def gru(xs, h, update, reset, new):
    """A recurrent cell with gates, over the rows of the input."""

    def step(h, x):
        both = jnp.concatenate([x, h], -1)
        z = nn.sigmoid(both @ update)
        r = nn.sigmoid(both @ reset)
        n = jnp.tanh(jnp.concatenate([x, r * h], -1) @ new)
        h = (1 - z) * h + z * n
        return h, h

    return lax.scan(step, h, xs)


def mixer(x, layers, out):
    """Dense layers over positions and over channels in turn."""
    for w in layers:
        h = normalised(x, w["g"], w["b"]).transpose(0, 2, 1)
        h = nn.gelu(h @ w["t1"]) @ w["t2"]
        x = x + h.transpose(0, 2, 1)
        h = normalised(x, w["g2"], w["b2"])
        x = x + nn.gelu(h @ w["c1"]) @ w["c2"]
    return x.mean(1) @ out


def vae(x, noise, encoder, to_mean, to_scale, decoder, out):
    """A variational autoencoder: the image, and the divergence."""
    h = nn.relu(x @ encoder)
    mean = h @ to_mean
    scale = h @ to_scale
    z = mean + jnp.exp(0.5 * scale) * noise
    y = nn.sigmoid(nn.relu(z @ decoder) @ out)
    return y, -0.5 * jnp.sum(1 + scale - mean**2 - jnp.exp(scale))


def dlrm(dense, indices, tables, bottom, top):
    """Recommendation: products of all pairs of embeddings."""
    for w in bottom:
        dense = nn.relu(dense @ w)
    rows = [table[indices[:, i]] for i, table in enumerate(tables)]
    z = jnp.stack([dense, *rows], 1)
    pairs = z @ z.transpose(0, 2, 1)
    x = jnp.concatenate([dense, pairs.reshape(pairs.shape[0], -1)], 1)
    for w in top[:-1]:
        x = nn.relu(x @ w)
    return nn.sigmoid(x @ top[-1])


def gcn(adjacency, x, ws):
    """Graph convolutions on a dense matrix of edges."""
    degree = adjacency.sum(1)
    adjacency = adjacency / jnp.sqrt(degree)[:, None] / jnp.sqrt(degree)[None]
    for w in ws[:-1]:
        x = nn.relu(adjacency @ (x @ w))
    return nn.log_softmax(adjacency @ (x @ ws[-1]))


def perceptron_loss(weights, x, y):
    for w, b in weights[:-1]:
        x = nn.relu(x @ w + b)
    w, b = weights[-1]
    return ((x @ w + b - y) ** 2).mean()


def adam(p, m, v, x, y):
    """A step of Adam for a perceptron with three layers."""
    g = jax.grad(perceptron_loss)(p, x, y)
    each = jax.tree_util.tree_map
    m = each(lambda m, g: 0.9 * m + 0.1 * g, m, g)
    v = each(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
    return each(lambda p, m, v: p - 1e-3 * m / (jnp.sqrt(v) + 1e-8), p, m, v), m, v


def newton(matrix, x):
    """The inverse of a matrix by iteration, until it converges."""

    def goes_on(state):
        return (state[1] > 1e-6) & (state[2] < 50)

    def step(state):
        x, _, i = state
        y = x @ (2 * jnp.eye(matrix.shape[0]) - matrix @ x)
        return y, jnp.abs(y - x).max(), i + 1

    return lax.while_loop(goes_on, step, (x, jnp.float32(1), 0))[0]


def moe(x, router, up, down):
    """A mixture of experts; all are computed, and the best one counts."""
    p = nn.softmax(x @ router)
    best = p.max(-1, keepdims=True)
    gates = (p >= best) * p
    h = nn.relu(jnp.einsum("td,edf->etf", x, up))
    y = jnp.einsum("etf,efd->etd", h, down)
    return jnp.einsum("etd,te->td", y, gates)


def clip(a, b, a_weights, b_weights):
    """The contrastive loss of two encoders."""
    for w in a_weights:
        a = nn.relu(a @ w)
    for w in b_weights:
        b = nn.relu(b @ w)
    a = a / jnp.linalg.norm(a, axis=1, keepdims=True)
    b = b / jnp.linalg.norm(b, axis=1, keepdims=True)
    logits = a @ b.T * 10
    return -(jnp.diag(nn.log_softmax(logits, 1)) + jnp.diag(nn.log_softmax(logits, 0))).mean()


# Gradients with respect to the weights, which come first here.


def square_of(f):
    """The gradient of the sum of squares of a model whose first argument is the input."""
    return jax.grad(lambda weights, x: (f(x, *weights) ** 2).sum())


def vae_loss(weights, x, noise):
    return ((vae(x, noise, *weights)[0] - x) ** 2).sum() + vae(x, noise, *weights)[1]


VGG = [array(3, 3, i, o) for i, o in [(3, 32), (32, 32), (32, 64), (64, 64), (64, 128), (128, 128)]]
VGG_WEIGHTS = (VGG, array(8 * 8 * 128, 256), array(256, 10))
UNET = {
    "a": array(3, 3, 3, 16),
    "a2": array(3, 3, 16, 16),
    "b": array(3, 3, 16, 32),
    "b2": array(3, 3, 32, 32),
    "c": array(3, 3, 32, 64),
    "c2": array(3, 3, 64, 64),
    "u": array(3, 3, 96, 32),
    "u2": array(3, 3, 32, 32),
    "v": array(3, 3, 48, 16),
    "v2": array(3, 3, 16, 16),
    "o": array(1, 1, 16, 2),
}
MOBILENET = [
    (array(3, 3, 1, i), array(1, 1, i, o)) for i, o in [(16, 16), (16, 32), (32, 32), (32, 64), (64, 64), (64, 128)]
]


def transformer_layers(n):
    scales = {name: array(WIDTH) for name in ("g1", "b1", "g2", "b2")}
    square = {name: array(WIDTH, WIDTH) for name in "qkvo"}
    wide = {"w1": array(WIDTH, 4 * WIDTH), "w2": array(4 * WIDTH, WIDTH)}
    return [scales | square | wide for _ in range(n)]


GRU_WEIGHTS = (array(8, 64), array(96, 64), array(96, 64), array(96, 64))
MIXER_LAYER = {
    "g": array(48),
    "b": array(48),
    "t1": array(64, 128),
    "t2": array(128, 64),
    "g2": array(48),
    "b2": array(48),
    "c1": array(48, 192),
    "c2": array(192, 48),
}
MIXER_WEIGHTS = ([MIXER_LAYER] * 4, array(48, 10))
VAE_WEIGHTS = (array(784, 400), array(400, 20), array(400, 20), array(20, 400), array(400, 784))
DENSENET = [array(3, 3, 16 + 12 * i, 12) for i in range(6)]
PERCEPTRON = [(array(64, 256), array(256)), (array(256, 256), array(256)), (array(256, 10), array(10))]
RESNET_BLOCKS = [
    (array(3, 3, i, o), [array(o)] * 4, array(3, 3, o, o), [array(o)] * 4, None if i == o else array(1, 1, i, o))
    for i, o in [(16, 16), (16, 32), (32, 64)]
]
VIT_WEIGHTS = (array(8, 8, 3, WIDTH), array(65, WIDTH), array(1, 1, WIDTH), transformer_layers(2), array(WIDTH, 10))
MOE_WEIGHTS = (array(64, 8), array(8, 64, 128), array(8, 128, 64))
WAVENET_WEIGHTS = ([(array(2, 32, 32), array(2, 32, 32), array(32, 32))] * 5, array(32, 64))
SQUEEZE_WEIGHTS = (
    [
        (array(1, 1, i, 16), array(1, 1, 16, 32), array(3, 3, 16, 32), array(64, 16), array(16, 64))
        for i in (16, 64, 64)
    ],
    array(64, 10),
)
CLIP = [array(64, 128), array(128, 64)]
LLAMA_LAYER = {
    "g1": array(WIDTH),
    "g2": array(WIDTH),
    **{name: array(WIDTH, WIDTH) for name in "qkvo"},
    "w1": array(WIDTH, 160),
    "w3": array(WIDTH, 160),
    "w2": array(160, WIDTH),
}

# The models, and the shapes of their arguments.
MODELS = {
    "adam": (adam, PERCEPTRON, PERCEPTRON, PERCEPTRON, array(128, 64), array(128, 10)),
    "clip": (clip, array(128, 64), array(128, 64), CLIP, CLIP),
    "densenet": (densenet, array(1, 32, 32, 16), DENSENET),
    "densenet_grad": (
        jax.grad(lambda weights, x: (densenet(x, weights) ** 2).sum()),
        DENSENET,
        array(1, 32, 32, 16),
    ),
    "dlrm": (
        dlrm,
        array(128, 13),
        array(128, 5, dtype=jnp.int32),
        [array(1000, 16)] * 5,
        [array(13, 64), array(64, 16)],
        [array(16 + 36, 64), array(64, 1)],
    ),
    "encdec": (encdec, array(2, 96, WIDTH), array(2, 32, WIDTH), transformer_layers(2), transformer_layers(2)),
    "gcn": (gcn, array(128, 128), array(128, 64), [array(64, 64), array(64, 64), array(64, 7)]),
    "generator": (
        generator,
        array(4, 64),
        array(64, 4 * 4 * 128),
        [array(4, 4, 128, 64), array(4, 4, 64, 32), array(4, 4, 32, 3)],
    ),
    "gpt": (
        gpt,
        array(2, 64, dtype=jnp.int32),
        array(256, WIDTH),
        array(64, WIDTH),
        transformer_layers(3),
        array(WIDTH),
        array(WIDTH),
    ),
    "gru": (gru, array(20, 8, 32), *GRU_WEIGHTS),
    "gru_grad": (
        jax.grad(lambda weights, xs: gru(xs, *weights)[1].sum()),
        GRU_WEIGHTS,
        array(20, 8, 32),
    ),
    "llama": (llama, array(1, 128, WIDTH), [LLAMA_LAYER] * 2),
    "llama_grad": (
        jax.grad(lambda weights, x: (llama(x, weights) ** 2).sum()),
        [LLAMA_LAYER] * 2,
        array(1, 128, WIDTH),
    ),
    "mixer": (mixer, array(4, 64, 48), *MIXER_WEIGHTS),
    "mixer_grad": (square_of(mixer), MIXER_WEIGHTS, array(4, 64, 48)),
    "mobilenet": (mobilenet, array(1, 96, 96, 3), array(3, 3, 3, 16), MOBILENET, array(128, 100)),
    "moe": (moe, array(128, 64), *MOE_WEIGHTS),
    "moe_grad": (square_of(moe), MOE_WEIGHTS, array(128, 64)),
    "nchw": (
        nchw,
        array(2, 3, 64, 64),
        [array(16, 3, 3, 3), array(32, 16, 3, 3), array(64, 32, 3, 3)],
        array(64 * 64, 10),
    ),
    "newton": (newton, array(64, 64), array(64, 64)),
    "resnet_bn": (resnet_bn, array(2, 64, 64, 3), array(7, 7, 3, 16), RESNET_BLOCKS, array(64, 10)),
    "squeeze_se": (squeeze_se, array(1, 48, 48, 16), *SQUEEZE_WEIGHTS),
    "squeeze_se_grad": (square_of(squeeze_se), SQUEEZE_WEIGHTS, array(1, 48, 48, 16)),
    "superres": (superres, array(1, 48, 48, 3), array(5, 5, 3, 64), array(3, 3, 64, 32), array(3, 3, 32, 27)),
    "unet": (unet, array(1, 64, 64, 3), UNET),
    "unet_grad": (jax.grad(lambda weights, x: (unet(x, weights) ** 2).sum()), UNET, array(1, 64, 64, 3)),
    "vae": (vae, array(64, 784), array(64, 20), *VAE_WEIGHTS),
    "vae_grad": (jax.grad(vae_loss), VAE_WEIGHTS, array(64, 784), array(64, 20)),
    "vgg": (vgg, array(2, 64, 64, 3), *VGG_WEIGHTS),
    "vgg_grad": (square_of(vgg), VGG_WEIGHTS, array(2, 64, 64, 3)),
    "vit": (vit, array(2, 64, 64, 3), *VIT_WEIGHTS),
    "vit_grad": (square_of(vit), VIT_WEIGHTS, array(2, 64, 64, 3)),
    "wavenet": (wavenet, array(2, 256, 32), *WAVENET_WEIGHTS),
    "wavenet_grad": (square_of(wavenet), WAVENET_WEIGHTS, array(2, 256, 32)),
}


def lowered(name):
    """A model in JAX's own form, as a module named after it."""
    function, *shapes = MODELS[name]

    def model(*arguments):
        return function(*arguments)

    model.__name__ = name
    return jax.jit(model).lower(*shapes)


def write_sizes(path, found):
    """Replaces rows of xla.csv, in bytes, by those of this version of jaxlib."""
    rows = {}
    if path.exists():
        with path.open(newline="") as file:
            rows = {(row["model"], row["jaxlib"]): row for row in csv.DictReader(file)}
    for name, memory in found.items():
        sizes = (memory.temp_size_in_bytes, memory.output_size_in_bytes, memory.argument_size_in_bytes)
        row = (name, jaxlib.__version__, *sizes)
        rows[row[:2]] = dict(zip(COLUMNS, row, strict=True))
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows[key] for key in sorted(rows))


# Models that take square roots of arguments.
WITH_ROOTS = ("adam", "gcn", "resnet_bn")


def example_arguments(name):
    """The function of a model, and random arguments for it."""
    function, *shapes = MODELS[name]
    numbers = np.random.default_rng(0)

    def example(shape):
        if jnp.issubdtype(shape.dtype, jnp.integer):
            return numbers.integers(0, 8, shape.shape).astype(shape.dtype)
        values = numbers.standard_normal(shape.shape) / 10
        if name == "newton":
            # Another matrix diverges.
            values = np.eye(*shape.shape) + values / 100
        return (np.abs(values) if name in WITH_ROOTS else values).astype(shape.dtype)

    return function, jax.tree.map(example, shapes)


def milliseconds(name, seconds=2.0):
    """The least processor time of a call, of at least five calls and for some seconds."""
    function, arguments = example_arguments(name)
    compiled = jax.jit(function).lower(*arguments).compile()
    arguments = jax.device_put(arguments)
    jax.block_until_ready(compiled(*arguments))
    times, end = [], time.monotonic() + seconds
    while len(times) < 5 or time.monotonic() < end:
        start = time.process_time()
        jax.block_until_ready(compiled(*arguments))
        times.append(time.process_time() - start)
    return 1e3 * min(times)


def difference(name):
    """The largest difference between the merged program in the interpreter and XLA, as a part of the largest number."""
    function, arguments = example_arguments(name)
    results = memplan.jax.merge(function, *arguments).run(*arguments, max_steps=10**10)
    pairs = zip(jax.tree.leaves(results), jax.tree.leaves(jax.jit(function)(*arguments)), strict=True)
    return max(float(np.abs(ours - theirs).max() / max(np.abs(theirs).max(), 1e-30)) for ours, theirs in pairs)


def main():
    parser = argparse.ArgumentParser(description="Makes programs, and measures what XLA allocates for them.")
    parser.add_argument("models", nargs="*", metavar="MODEL", help="names of models; all by default")
    parser.add_argument("--sizes", action="store_true", help="write xla.csv only")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(__file__).parent, help="where to write")
    parser.add_argument("--check", action="store_true", help="write nothing; run merged programs and compare with XLA")
    parser.add_argument("--times", action="store_true", help="write nothing; print the time of a call in XLA")
    options = parser.parse_args()
    if options.times:
        # Before the first program is compiled: one thread computes.
        os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} --xla_cpu_multi_thread_eigen=false".strip()
    found = {}
    for name in options.models or MODELS:
        if options.check:
            print(f"{name:16}{difference(name):.1e}", flush=True)
            continue
        if options.times:
            print(f"{name:16}{milliseconds(name):10.3f}", flush=True)
            continue
        program = lowered(name)
        if not options.sizes:
            (options.folder / f"{name}.tensor.mlir").write_text(memplan.lower(program.as_text()))
        found[name] = program.compile().memory_analysis()
    if found:
        write_sizes(options.folder / "xla.csv", found)


if __name__ == "__main__":
    main()
