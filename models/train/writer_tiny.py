"""Makes engine/onnx/testdata/tiny-writer: a writer of two layers that has learned nothing.

    python writer_tiny.py --out DIR

Its vocabulary is the bytes and three special tokens. Tests hold with it that the cache, the beams
and the cancellation of engine/onnx are right, without the weights of the real one.
"""

import argparse
import json
from pathlib import Path

import torch
from writer_export import describe, network, save
from writer_model import Decoder, Shape

STOP, AUTHORS, PARENTHESES = "<|im_end|>", "<file_sep>", "<filename>"


def letters() -> list[str]:
    """GPT-2's spelling of the 256 bytes."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    other = iter(range(256, 512))
    return [chr(b if b in plain else next(other)) for b in range(256)]


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--out", type=Path, required=True)
    out = args.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    pieces = [STOP, AUTHORS, PARENTHESES, *letters()]
    Shape.layers, Shape.width, Shape.heads, Shape.kv_heads, Shape.hidden, Shape.vocabulary = 2, 128, 2, 1, 64, len(pieces)
    torch.manual_seed(20261121)
    weights = {k: torch.randn(v.shape).numpy() * 0.3 for k, v in Decoder().state_dict().items()}
    weights["table"] = torch.randn(len(pieces), Shape.width).numpy()
    save(network(weights, 8), out)
    added = [{"id": i, "content": piece} for i, piece in enumerate(pieces[:3])]
    model = {"type": "BPE", "vocab": {piece: i for i, piece in enumerate(pieces)}, "merges": []}
    (out / "tokenizer.json").write_text(json.dumps({"added_tokens": added, "model": model}, ensure_ascii=False) + "\n")
    describe(out, "tiny-writer", len(pieces))


if __name__ == "__main__":
    main()
