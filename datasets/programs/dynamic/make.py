"""Makes the programs in this folder: models whose batch, sequence or cache length is known only at run time.

    python datasets/programs/dynamic/make.py [--folder FOLDER] [MODEL ..]

JAX exports each model with symbolic dimensions as StableHLO, which `memplan.lower` (pip install './python[jax]') lowers
to linalg on tensors: NAME.tensor.mlir. Nothing is run.
"""

import argparse
import pathlib
import sys

import jax
import jax.numpy as jnp
from jax import export, nn

import memplan

FOLDER = pathlib.Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))

import make as static  # noqa: E402
from make import array, attention, convolution, normalised  # noqa: E402


def mlp(x, ws):
    """Dense layers."""
    for w in ws:
        x = nn.relu(x @ w)
    return x


def conv(x, ws, out):
    """Convolutions with stride 2, and a dense layer."""
    for w in ws:
        x = nn.relu(convolution(x, w, 2))
    return x.mean((1, 2)) @ out


def residual(x, first, blocks, out):
    """Residual blocks with batch normalization; `resnet_bn` without its pooling, which has no dynamic lowering."""
    x = nn.relu(convolution(x, first, 2))
    for (w1, n1, w2, n2, projection), stride in zip(blocks, static.RESNET_STRIDES, strict=True):
        y = nn.relu(static.batch_normalised(convolution(x, w1, stride), n1))
        y = static.batch_normalised(convolution(y, w2), n2)
        x = nn.relu(y + (x if projection is None else convolution(x, projection, stride)))
    return x.mean((1, 2)) @ out


def decode(x, caches, layers):
    """One token through a transformer; keys and values are appended to caches."""
    batch, appended = x.shape[0], []
    for (keys, values), w in zip(caches, layers, strict=True):
        z = normalised(x, w["g1"], w["b1"])
        q, k, v = ((z @ w[name]).reshape(batch, 1, 4, -1) for name in "qkv")
        k, v = jnp.concatenate([keys, k], 1), jnp.concatenate([values, v], 1)
        appended.append((k, v))
        scores = nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) / 4, -1)
        x = x + jnp.einsum("bhqk,bkhd->bqhd", scores, v).reshape(batch, 1, -1) @ w["o"]
        x = x + nn.gelu(normalised(x, w["g2"], w["b2"]) @ w["w1"]) @ w["w2"]
    return x, appended


def block(x, w):
    """A layer of a transformer, normalized first."""
    x = x + attention(normalised(x, w["g1"], w["b1"]), w)
    return x + nn.gelu(normalised(x, w["g2"], w["b2"]) @ w["w1"]) @ w["w2"]


def bert(tokens, segments, embedding, types, positions, layers, pool, out):
    """A bidirectional transformer, normalized last, and a classifier."""
    x = embedding[tokens] + types[segments] + positions
    for w in layers:
        x = normalised(x + attention(x, w), w["g1"], w["b1"])
        x = normalised(x + nn.gelu(x @ w["w1"]) @ w["w2"], w["g2"], w["b2"])
    return x, jnp.tanh(x.mean(1) @ pool) @ out


def vit(x, patches, positions, layers, out):
    """A transformer on patches of an image; `vit` of the static programs without its token."""
    x = convolution(x, patches, 8, padding="VALID").reshape(x.shape[0], -1, WIDTH) + positions
    for w in layers:
        x = block(x, w)
    return x.mean(1) @ out


def gradient(f):
    """The gradient of the sum of squares of a model whose first argument is the input."""
    return lambda x, *weights: jax.grad(lambda weights: (f(x, *weights) ** 2).sum())(weights)


WIDTH = static.WIDTH


def tokens(b, s):
    return array(b, s, dtype=jnp.int32)


def layers(n, width):
    scales = {name: array(width) for name in ("g1", "b1", "g2", "b2")}
    square = {name: array(width, width) for name in "qkvo"}
    wide = {"w1": array(width, 4 * width), "w2": array(4 * width, width)}
    return [scales | square | wide] * n


LAYERS = layers(2, WIDTH)
VIT_WEIGHTS = (array(8, 8, 3, WIDTH), array(64, WIDTH), LAYERS, array(WIDTH, 10))


def gpt_of(n, width):
    scales = (array(width), array(width))
    return (
        static.gpt,
        "b, s",
        lambda b, s: (tokens(b, s), array(256, width), array(s, width), layers(n, width), *scales),
    )


def bert_of(n, width):
    embeddings = (array(256, width), array(2, width))
    classifier = (array(width, width), array(width, 2))
    return (
        bert,
        "b, s",
        lambda b, s: (tokens(b, s), tokens(b, s), *embeddings, array(s, width), layers(n, width), *classifier),
    )


# The models, their symbols, and the shapes of their arguments.
MODELS = {
    "mlp": (mlp, "b", lambda b: (array(b, 64), [array(64, 128), array(128, 128), array(128, 10)])),
    "conv": (
        conv,
        "b",
        lambda b: (array(b, 32, 32, 3), [array(3, 3, i, o) for i, o in [(3, 16), (16, 32), (32, 64)]], array(64, 10)),
    ),
    "residual": (
        residual,
        "b",
        lambda b: (array(b, 32, 32, 3), array(7, 7, 3, 16), static.RESNET_BLOCKS, array(64, 10)),
    ),
    "decode": (
        decode,
        "b, c",
        lambda b, c: (array(b, 1, WIDTH), [(array(b, c, 4, 16), array(b, c, 4, 16))], LAYERS[:1]),
    ),
    "block": (block, "b, s", lambda b, s: (array(b, s, WIDTH), LAYERS[0])),
    "block_grad": (gradient(block), "b, s", lambda b, s: (array(b, s, WIDTH), LAYERS[0])),
    "gpt": gpt_of(2, WIDTH),
    "bert": bert_of(2, WIDTH),
}

# Further models, whose programs are larger. The folder `datasets/symbolic` has traces of all.
MODELS_TRACED = {
    "gpt12": gpt_of(12, 768),
    "bert12": bert_of(12, 768),
    "encdec": (
        static.encdec,
        "b, s, t",
        lambda b, s, t: (array(b, s, WIDTH), array(b, t, WIDTH), LAYERS, LAYERS),
    ),
    "llama_grad": (gradient(static.llama), "b, s", lambda b, s: (array(b, s, WIDTH), [static.LLAMA_LAYER] * 2)),
    "vit_grad": (gradient(vit), "b", lambda b: (array(b, 64, 64, 3), *VIT_WEIGHTS)),
    "mixer_grad": (gradient(static.mixer), "b", lambda b: (array(b, 64, 48), *static.MIXER_WEIGHTS)),
    "moe_grad": (gradient(static.moe), "t", lambda t: (array(t, 64), *static.MOE_WEIGHTS)),
    "unet": (static.unet, "b", lambda b: (array(b, 64, 64, 3), static.UNET)),
    "clip": (static.clip, "b", lambda b: (array(b, 64), array(b, 64), static.CLIP, static.CLIP)),
    "gcn": (static.gcn, "n", lambda n: (array(n, n), array(n, 64), [array(64, 64), array(64, 64), array(64, 7)])),
    "adam": (
        static.adam,
        "b",
        lambda b: (static.PERCEPTRON, static.PERCEPTRON, static.PERCEPTRON, array(b, 64), array(b, 10)),
    ),
}


def exported(name):
    """A model as a module named after it, on tensors with dynamic dimensions."""
    function, symbols, shapes = (MODELS | MODELS_TRACED)[name]

    def model(*arguments):
        return function(*arguments)

    model.__name__ = name
    arguments = shapes(*export.symbolic_shape(symbols))
    return memplan.lower(export.export(jax.jit(model))(*arguments).mlir_module())


def main():
    parser = argparse.ArgumentParser(description="Makes programs with dynamic dimensions.")
    parser.add_argument(
        "models",
        nargs="*",
        metavar="MODEL",
        help="names of models; by default, those whose programs are in this folder",
    )
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER, help="where to write")
    options = parser.parse_args()
    for name in options.models or MODELS:
        (options.folder / f"{name}.tensor.mlir").write_text(exported(name))


if __name__ == "__main__":
    main()
