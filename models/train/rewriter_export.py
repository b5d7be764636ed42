"""Writes a trained rewriter as ONNX with a key-value cache: a folder that scilit-lsp can load. Reads it back, too.

    python rewriter_export.py --weights weights.pt --tokenizer tokenizer.json --name NAME --out DIR
    python rewriter_export.py --read DIR --weights weights.pt

Matrices are quantised to 8 bits in blocks of 64 with a scale and a zero each (onnxruntime's MatMulNBits); the
table of tokens serves for input and output. The weights are cut into files below 100 MB. The graph is built by
hand from onnxruntime's fused operators, which is smaller and faster than what a tracer makes of the model.
--read turns such a folder into weights that rewriter.py can start from.

Inputs: ids (batch, new tokens), lengths (batch; tokens known with the new ones, less one), total (that length),
past.N.key and past.N.value (batch, key-value heads, room, 64). Outputs: scores (batch, vocabulary; log
probabilities of the token behind the last), present.N.key and present.N.value, which may be the memory of past.
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto as T
from onnx import helper, numpy_helper
from rewriter_model import Shape

BLOCK, LONGEST = 64, 512
FILE_BYTES = 90 << 20  # repositories take no larger files than 100 MB


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
    card = {"name": name, "kind": "rewriter", "layers": Shape.layers, "kv_heads": Shape.kv_heads, "head": Shape.head, "vocabulary": vocabulary, "max_tokens": LONGEST}
    text = json.dumps({**card, "network": "model.onnx", "tokenizer": "tokenizer.json"}, indent=2)[:-2]
    rows = ",\n".join("    " + json.dumps(f) for f in files)  # one file to a line: fetch.sh reads them so
    (out / "model.json").write_text(f'{text},\n  "files": [\n{rows}\n  ]\n}}\n')


def read(folder: Path) -> dict:
    """The weights of a folder, as float32."""
    graph = onnx.load(folder / "model.onnx").graph
    found = {t.name: numpy_helper.to_array(t, str(folder)) for t in graph.initializer}

    def matrix(name):
        whole, scale, zero = (found[f"{name}.{part}"] for part in ("q", "scale", "zero"))
        rows, count, _ = whole.shape
        apart = (whole.astype(np.float32) - zero.reshape(rows, count, 1)) * scale.reshape(rows, count, 1)
        return apart.reshape(rows, -1)

    weights = {"table": matrix("table"), "layers.0.norm1.weight": found["n.0"]}
    cuts = [Shape.width, Shape.width + Shape.kv_heads * Shape.head]
    for i in range(Shape.layers):
        for name, part in zip("qkv", np.split(matrix(f"qkv.{i}"), cuts), strict=True):
            weights[f"layers.{i}.{name}.weight"] = part
        for name in ("o", "gate", "up", "down"):
            weights[f"layers.{i}.{name}.weight"] = matrix(f"{name}.{i}")
        weights[f"layers.{i}.norm2.weight"] = found[f"mid.{i}.weight"]
        following = f"layers.{i + 1}.norm1" if i + 1 < Shape.layers else "norm"
        weights[following + ".weight"] = found[f"end.{i}.weight"]
    return {k: torch.from_numpy(np.array(v, dtype=np.float32)) for k, v in weights.items()}


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--weights", type=Path, required=True)
    args.add_argument("--read", type=Path)
    args.add_argument("--tokenizer", type=Path)
    args.add_argument("--bits", type=int, default=8)
    args.add_argument("--name")
    args.add_argument("--out", type=Path)
    args = args.parse_args()
    if args.read:
        torch.save(read(args.read), args.weights)
        return
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "tokenizer.json").write_bytes(args.tokenizer.read_bytes())
    weights = {k: v.float().numpy() for k, v in torch.load(args.weights).items()}
    save(network(weights, args.bits), args.out)
    describe(args.out, args.name, len(weights["table"]))


if __name__ == "__main__":
    main()
