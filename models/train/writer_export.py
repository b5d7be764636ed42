"""Writes a trained writer as ONNX with a key-value cache: a folder that scilit-lsp can load.

    python writer_export.py --weights writer.pt --tokenizer tokenizer.json --data DIR --name NAME --out DIR

The vocabulary is cut to the pieces that scientific text needs. Matrices are quantised to 8 bits in
blocks of 64 with a scale and a zero each (onnxruntime's MatMulNBits); the table of words serves for
input and output. On 120 contexts of the dev split 8 bits cost .002 nats a token, 4 bits .21. The
weights are cut into files below 100 MB. The graph is built by hand from onnxruntime's fused
operators, which is smaller and faster than what a tracer makes of the model.

Inputs: ids (batch, new tokens), lengths (batch; tokens known with the new ones, less one), total
(that length), past.N.key and past.N.value (batch, key-value heads, room, 64). Outputs: scores (batch,
vocabulary; log probabilities of the token behind the last), present.N.key and present.N.value, which
may be the memory of past.
"""

import argparse
import hashlib
import json
from collections import Counter
from pathlib import Path

import numpy as np
import onnx
import torch
from data import abstract, papers, read
from onnx import TensorProto as T
from onnx import helper, numpy_helper
from tokenizers import Tokenizer
from writer_model import SPECIAL, Shape

BLOCK, LONGEST, PIECES = 64, 512, 20000
FILE_BYTES = 90 << 20  # repositories take no larger files than 100 MB


def cut_vocabulary(file: dict, data: Path) -> tuple[dict, list[int]]:
    """The tokenizer with fewer pieces, and the old id of each new one."""
    tokenizer, count = Tokenizer.from_str(json.dumps(file)), Counter()
    texts = [p["Title"] + " " + abstract(p) for p in papers(data).values()]
    texts += [s for c in read(data / "contexts-train.jsonl.gz") for s in [*c["context"], c["citation_sentence"]]]
    for encoding in tokenizer.encode_batch(texts):
        count.update(encoding.tokens)
    vocabulary, merges = file["model"]["vocab"], file["model"]["merges"]
    made_of = {a + b: (a, b) for a, b in reversed(merges)}
    kept = {piece for piece in vocabulary if vocabulary[piece] < SPECIAL or len(piece) == 1}

    def keep(piece):  # with all that it is merged from
        if piece not in kept:
            kept.add(piece)
            for part in made_of.get(piece, ()):
                keep(part)

    for piece, _ in count.most_common(PIECES):
        keep(piece)
    order = sorted(kept, key=vocabulary.get)
    model = {"type": "BPE", "vocab": {piece: i for i, piece in enumerate(order)}, "merges": [[a, b] for a, b in merges if a in kept and b in kept and a + b in kept]}
    cut = {**file, "model": {**file["model"], **model}}
    return cut, [vocabulary[piece] for piece in order]


def blocks(weight: np.ndarray, bits: int):
    """Bytes, scales and zeros of a matrix, rows by columns, as MatMulNBits wants them."""
    top = 2**bits - 1
    rows, columns = weight.shape
    parts = weight.reshape(rows, columns // BLOCK, BLOCK)
    low, high = np.minimum(parts.min(-1), 0), np.maximum(parts.max(-1), 0)
    scale = np.maximum((high - low) / top, 1e-10).astype(np.float32)
    zero = np.clip(np.round(-low / scale), 0, top).astype(np.uint8)
    whole = np.clip(np.round(parts / scale[..., None]) + zero[..., None], 0, top).astype(np.uint8)
    if bits == 4:
        whole = whole[..., ::2] | whole[..., 1::2] << 4
        zero = np.pad(zero, ((0, 0), (0, zero.shape[1] % 2)))
        zero = zero[:, ::2] | zero[:, 1::2] << 4
    return whole, scale.reshape(-1), zero.reshape(-1)


class Graph:
    def __init__(self):
        self.nodes, self.constants, self.inputs, self.outputs = [], [], [], []

    def constant(self, name, value):
        self.constants.append(numpy_helper.from_array(np.asarray(value, order="C"), name))
        return name

    def add(self, kind, inputs, outputs, domain="", **attributes):
        self.nodes.append(helper.make_node(kind, inputs, outputs, domain=domain, name=outputs[0], **attributes))
        return outputs[0]

    def packed(self, name, weight, bits):
        """The names of a matrix's bytes, scales and zeros."""
        return [self.constant(f"{name}.{part}", value) for part, value in zip(("q", "scale", "zero"), blocks(weight, bits), strict=True)]

    def product(self, x, name, packed, shape, bits):
        return self.add("MatMulNBits", [x, *packed], [name], "com.microsoft", K=shape[1], N=shape[0], bits=bits, block_size=BLOCK, accuracy_level=4)

    def matrix(self, x, name, weight, bits):
        return self.product(x, name, self.packed(name, weight, bits), weight.shape, bits)


def network(weights: dict, bits: int) -> onnx.ModelProto:
    g = Graph()
    table = weights["table"]
    packed = g.packed("table", table, 8)
    embedded = embed(g, packed, *table.shape)
    angle = np.outer(np.arange(LONGEST), Shape.theta ** (-np.arange(0, Shape.head, 2) / Shape.head)).astype(np.float32)
    g.constant("cos", np.cos(angle))
    g.constant("sin", np.sin(angle))
    kinds = [("ids", T.INT64, ["batch", "new"]), ("lengths", T.INT32, ["batch"]), ("total", T.INT32, [1])]
    g.inputs = [helper.make_tensor_value_info(*k) for k in kinds]
    skip, normed = embedded, g.add("SimplifiedLayerNormalization", [embedded, g.constant("n.0", weights["layers.0.norm1.weight"])], ["normed.0"], axis=-1, epsilon=Shape.epsilon, stash_type=1)
    for i in range(Shape.layers):
        following = weights[f"layers.{i + 1}.norm1.weight"] if i + 1 < Shape.layers else weights["norm.weight"]
        skip, normed = layer(g, weights, i, skip, normed, following, bits)
    last = g.add("Gather", [normed, g.constant("minus1", np.array(-1))], ["last"], axis=1)
    logits = g.product(last, "logits", packed, table.shape, 8)
    g.add("LogSoftmax", [logits], ["scores"], axis=-1)
    g.outputs.insert(0, helper.make_tensor_value_info("scores", T.FLOAT, ["batch", len(table)]))
    graph = helper.make_graph(g.nodes, "writer", g.inputs, g.outputs, g.constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)], ir_version=9)


def embed(g, packed, pieces, width):
    """Rows of the table that is packed for the output."""

    def rows(name, constant, *shape):
        whole = g.add("Reshape", [constant, g.constant(name + ".shape", np.array([pieces, *shape]))], [name + ".rows"])
        return g.add("Cast", [g.add("Gather", [whole, "ids"], [name + ".taken"])], [name], to=T.FLOAT)

    count = width // BLOCK
    whole, scale, zero = rows("word", packed[0], count, BLOCK), rows("scale", packed[1], count, 1), rows("zero", packed[2], count, 1)
    blocks_of = g.add("Mul", [g.add("Sub", [whole, zero], ["word.centred"]), scale], ["word.blocks"])
    return g.add("Reshape", [blocks_of, g.constant("width", np.array([0, 0, width]))], ["embedded"])


def layer(g, weights, i, skip, normed, following, bits):
    """The sum that is passed on, and that sum normed for the next layer."""
    w = {k: weights[f"layers.{i}.{k}.weight"] for k in ("q", "k", "v", "o", "gate", "up", "down", "norm2")}
    for kv in ("key", "value"):
        shape = ["batch", Shape.kv_heads, "room", Shape.head]
        g.inputs.append(helper.make_tensor_value_info(f"past.{i}.{kv}", T.FLOAT, shape))
        g.outputs.append(helper.make_tensor_value_info(f"present.{i}.{kv}", T.FLOAT, shape))
    qkv = g.matrix(normed, f"qkv.{i}", np.concatenate([w["q"], w["k"], w["v"]]), bits)
    seen = [f"seen.{i}", f"present.{i}.key", f"present.{i}.value"]
    g.add("GroupQueryAttention", [qkv, "", "", f"past.{i}.key", f"past.{i}.value", "lengths", "total", "cos", "sin"], seen, "com.microsoft", num_heads=Shape.heads, kv_num_heads=Shape.kv_heads, do_rotary=1, rotary_interleaved=0)
    skip, normed = add_and_norm(g, skip, g.matrix(seen[0], f"o.{i}", w["o"], bits), w["norm2"], f"mid.{i}")
    gate, up = g.matrix(normed, f"gate.{i}", w["gate"], bits), g.matrix(normed, f"up.{i}", w["up"], bits)
    silu = g.add("QuickGelu", [gate], [f"silu.{i}"], "com.microsoft", alpha=1.0)
    down = g.matrix(g.add("Mul", [silu, up], [f"hidden.{i}"]), f"down.{i}", w["down"], bits)
    return add_and_norm(g, skip, down, following, f"end.{i}")


def add_and_norm(g, skip, x, weight, name):
    outputs = [name + ".normed", "", "", name + ".sum"]
    g.add("SkipSimplifiedLayerNormalization", [skip, x, g.constant(name + ".weight", weight)], outputs, "com.microsoft", epsilon=Shape.epsilon)
    return outputs[3], outputs[0]


def save(model: onnx.ModelProto, out: Path):
    """Writes model.onnx, with weights of more than 1 KB in weights-N.bin."""
    for old in out.glob("weights-*.bin"):
        old.unlink()
    number, at = 1, 0
    for tensor in model.graph.initializer:
        raw = tensor.raw_data
        if len(raw) < 1024:
            continue
        if at + len(raw) > FILE_BYTES:
            number, at = number + 1, 0
        location = f"weights-{number}.bin"
        with open(out / location, "ab") as file:
            at += file.write(b"\0" * (-at % 4096))  # so that it can be mapped
            file.write(raw)
        onnx.external_data_helper.set_external_data(tensor, location, at, len(raw))
        tensor.ClearField("raw_data")
        at += len(raw)
    (out / "model.onnx").write_bytes(model.SerializeToString())


def describe(out: Path, name: str, vocabulary: int):
    """Writes model.json."""
    files = []
    for file in ["model.onnx", *sorted(p.name for p in out.glob("weights-*.bin")), "tokenizer.json"]:
        content = (out / file).read_bytes()
        files.append({"name": file, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()})
    card = {"name": name, "kind": "writer", "layers": Shape.layers, "kv_heads": Shape.kv_heads, "head": Shape.head, "vocabulary": vocabulary, "max_tokens": LONGEST}
    text = json.dumps({**card, "network": "model.onnx", "tokenizer": "tokenizer.json"}, indent=2)[:-2]
    rows = ",\n".join("    " + json.dumps(f) for f in files)  # one file to a line: fetch.sh reads them so
    (out / "model.json").write_text(f'{text},\n  "files": [\n{rows}\n  ]\n}}\n')


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--weights", type=Path, required=True)
    args.add_argument("--tokenizer", type=Path, required=True)
    args.add_argument("--data", type=Path, required=True)
    args.add_argument("--bits", type=int, default=8)
    args.add_argument("--name", required=True)
    args.add_argument("--out", type=Path, required=True)
    args = args.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    tokenizer, old = cut_vocabulary(json.loads(args.tokenizer.read_text()), args.data)
    (args.out / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")))
    weights = {k: v.float().numpy() for k, v in torch.load(args.weights).items()}
    weights["table"] = np.concatenate([weights.pop("special"), weights.pop("words")])[old]
    save(network(weights, args.bits), args.out)
    describe(args.out, args.name, len(old))


if __name__ == "__main__":
    main()
