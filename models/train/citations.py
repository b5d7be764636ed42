"""Makes the citation graph: the cited works, the citing contexts and the citing papers.

    python citations.py --bin FILE --data DIR --model DIR --out citations.bin

It uses the train split: contexts, contexts-multi, and the single, clean citances. Each context is
stored as the vector of its text without citation marks, never as text. If the file is written to
the model's folder, it is added to model.json.

The file is little-endian. It starts with a line of JSON {"format", "embedder", "dim", "works", "contexts"}:
  works     uint64   FNV-1a hash of the work's title, folded by engine/text.FoldedWords, in the order
                     of the contexts
  contexts  uint32   number of the work; ascending
  contexts  uint32   number of the citing paper
  contexts  float32  scale of the vector
  contexts  dim int8
"""

import argparse
import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnxruntime as ort
from data import MARKS, clean_citances, documents, papers, queries, read
from tokenizers import Tokenizer

class Embedder:
    """Embeds one text at a time, like engine/onnx."""

    def __init__(self, folder: Path):
        card = json.loads((folder / "model.json").read_text())
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = ort.InferenceSession(str(folder / "model.onnx"), options)
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(card["max_tokens"])
        self.dim = card["dim"]
        self.id = card["name"] + ":" + hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest()[:8]

    def one(self, text: str) -> np.ndarray:
        row = np.array([self.tokenizer.encode(text).ids])
        feed = {"input_ids": row, "attention_mask": np.ones_like(row), "token_type_ids": np.zeros_like(row)}
        vector = self.session.run(None, feed)[0][0].mean(0)
        return vector / np.linalg.norm(vector)

    def embed(self, texts: list[str]) -> np.ndarray:
        with ThreadPoolExecutor() as workers:
            return np.array(list(workers.map(self.one, texts)), np.float32)


def citations(binary: Path, data: Path) -> list[tuple[str, str, str]]:
    """Returns (cited, citing, text of the context) for the train split."""
    found, contexts = [], []
    for c in read(data / "contexts-train.jsonl.gz"):
        contexts.append((c["cited"], c["citing"], c["context"]))
        found.append((c["cited"], c["citing"], MARKS.sub(" ", c["sentence_masked"])))
    for c in read(data / "contexts-multi-train.jsonl.gz"):
        contexts += [(m["cited"], c["citing"], c["context"]) for m in c["cited"]]
    for c in clean_citances(data):
        found.append((c["cited"], c["citing"], MARKS.sub(" ", c["citation_sentence"])))
    asked = queries(binary, [(context, []) for _, _, context in contexts])
    found += [(cited, citing, text) for (cited, citing, _), text in zip(contexts, asked, strict=True)]
    return sorted(set(found))


def quantised(vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    largest = np.abs(vectors).max(1)
    return (largest / 127).astype("<f4"), np.rint(vectors / largest[:, None] * 127).astype(np.int8)


def declare(folder: Path, name: str):
    """Adds the file to the embedder's model.json, one file per line, as fetch.sh requires."""
    card = json.loads((folder / "model.json").read_text())
    content = (folder / name).read_bytes()
    files = [f for f in card.pop("files") if f["name"] != name]
    files.append({"name": name, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()})
    text = json.dumps({**card, "citations": name}, indent=2)[:-2]
    rows = ",\n".join("    " + json.dumps(f) for f in files)
    (folder / "model.json").write_text(f'{text},\n  "files": [\n{rows}\n  ]\n}}\n')


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--bin", type=Path, required=True, help="scilit-eval")
    args.add_argument("--data", type=Path, required=True)
    args.add_argument("--model", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args = args.parse_args()
    known = papers(args.data)
    hashes = dict(zip(known, [t["hash"] for t in documents(args.bin, list(known.values()))], strict=True))
    all_citations = [c for c in citations(args.bin, args.data) if hashes.get(c[0])]
    embedder = Embedder(args.model)
    scales, rows = quantised(embedder.embed([text for _, _, text in all_citations]))
    works = {cited: i for i, cited in enumerate(dict.fromkeys(c[0] for c in all_citations))}
    citing = {paper: i for i, paper in enumerate(dict.fromkeys(c[1] for c in all_citations))}
    head = {"format": 1, "embedder": embedder.id, "dim": embedder.dim, "works": len(works), "contexts": len(all_citations)}
    with args.out.open("wb") as out:
        out.write(json.dumps(head).encode() + b"\n")
        out.write(np.array([hashes[w] for w in works], "<u8").tobytes())
        out.write(np.array([works[c[0]] for c in all_citations], "<u4").tobytes())
        out.write(np.array([citing[c[1]] for c in all_citations], "<u4").tobytes())
        out.write(scales.tobytes() + rows.tobytes())
    if args.out.parent == args.model:
        declare(args.model, args.out.name)
    print(json.dumps(head))


if __name__ == "__main__":
    main()
