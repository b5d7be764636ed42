"""Makes the static word vectors for scilit-lsp's plain engine from a sentence embedder.

    python static.py --model DIR --papers acl.jsonl.gz biomed.jsonl.gz --leave-out contexts-*.jsonl.gz --out static-minilm.bin

1. The network reads each token of the vocabulary as "[CLS] token [SEP]". The token's initial vector is
   the mean of the output, weighted by a / (a + p(token)), the smooth inverse frequency of Arora et al.
   2017, as in Model2Vec (Minish Lab 2024).
2. The network embeds short passages of the training papers. Their principal components are the
   dimensions that are kept. The vectors are then adjusted so that the mean over the tokens of a
   passage is close to its embedding: least squares with a penalty on the distance from the initial
   vectors, solved by conjugate gradients. (Tokenlearn, by the same authors, uses gradient descent.)
   Tokens that occur in no passage keep their initial vector.
3. Rows are stored as 8-bit integers, each with its scale.

Only papers under plain CC-BY-4.0 are read, except the citing papers in the files of --leave-out.
The output consists of a line of JSON, the vocabulary with one token per line, float32 scales and int8 rows.
"""

import argparse
import gzip
import hashlib
import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import onnxruntime as ort
from scipy.sparse import csr_matrix
from tokenizers import Tokenizer

SEED = 20261121
MAX_TOKENS = 128
SIF = 1e-3


class Teacher:
    """Runs the network on one text at a time, because its 8-bit activations depend on the other texts in a batch."""

    def __init__(self, folder: Path):
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = ort.InferenceSession(str(folder / "model.onnx"), options)
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        vocabulary = self.tokenizer.get_vocab()
        self.pieces = sorted(vocabulary, key=vocabulary.get)

    def ids(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def embed(self, ids: list[int]) -> np.ndarray:
        row = np.array([[101, *ids[: MAX_TOKENS - 2], 102]])
        feed = {"input_ids": row, "attention_mask": np.ones_like(row), "token_type_ids": np.zeros_like(row)}
        return self.session.run(None, feed)[0][0].mean(0)


def passages(files: list[Path], left_out: set[str]):
    """Yields the abstract and each body paragraph as lists of sentences, paper by paper."""
    for file in files:
        for line in gzip.open(file):
            paper = json.loads(line)
            if paper["License"] != "CC-BY-4.0" or paper["Id"] in left_out:
                continue
            abstract = paper.get("Abstract") or ""
            yield [paper["Title"] + ".", *(s.strip() + "." for s in abstract.split(". ") if s.strip())]
            for section in paper["Content"].get("Fullbody_Parsed") or []:
                for paragraph in section["section_text"]:
                    yield [s["sentence_text"] for s in paragraph["paragraph_text"]]


def sample(files: list[Path], left_out: set[str], n: int) -> list[str]:
    """Samples n runs of one to six sentences, at most one per abstract or paragraph."""
    rng = random.Random(SEED)
    runs = []
    for sentences in passages(files, left_out):
        if not sentences:
            continue
        length = rng.choice((1, 2, 3, 6))
        start = rng.randrange(max(1, len(sentences) - length + 1))
        runs.append(" ".join(sentences[start : start + length]))
    rng.shuffle(runs)
    return [run for run in runs if len(run) > 40][:n]


def weighted(raw: np.ndarray, counts: Counter) -> np.ndarray:
    """Returns the network's vectors of single tokens, centred and weighted by inverse frequency."""
    total = sum(counts.values()) + len(raw)
    share = np.array([(counts[i] + 1) / total for i in range(len(raw))])
    return (raw - raw.mean(0)) * (SIF / (SIF + share))[:, None]


def solve(means: csr_matrix, target: np.ndarray, prior: np.ndarray, penalty: float, steps: int) -> np.ndarray:
    """Minimises |means x - target|^2 + penalty |x - prior|^2 by conjugate gradients, all columns at once."""
    x = prior.copy()
    residual = means.T @ (target - means @ x)
    direction = residual.copy()
    size = (residual**2).sum(0)
    for _ in range(steps):
        image = means.T @ (means @ direction) + penalty * direction
        rate = size / np.maximum((direction * image).sum(0), 1e-12)
        x += rate * direction
        residual -= rate * image
        grown = (residual**2).sum(0)
        direction = residual + grown / np.maximum(size, 1e-12) * direction
        size = grown
    return x


def mean_matrix(texts: list[list[int]], pieces: int) -> csr_matrix:
    """Returns one row per text, with the share of each token in it."""
    rows = np.concatenate([np.full(len(t), i) for i, t in enumerate(texts)])
    shares = np.concatenate([np.full(len(t), 1 / len(t)) for t in texts])
    return csr_matrix((shares, (rows, np.concatenate(texts))), shape=(len(texts), pieces))


def fit(raw: np.ndarray, texts: list[list[int]], embedded: np.ndarray, dim: int, penalty: float) -> np.ndarray:
    """Fits the vectors of the tokens to the network's outputs for single tokens and for whole texts."""
    target = embedded / np.linalg.norm(embedded, axis=1, keepdims=True)
    target -= target.mean(0)
    directions = np.linalg.svd(target, full_matrices=False)[2][:dim].T
    target = target @ directions
    prior = weighted(raw, Counter(i for t in texts for i in t)) @ directions
    means = mean_matrix(texts, len(raw))
    guess = means @ prior
    prior *= (guess * target).sum() / (guess**2).sum()
    return solve(means, target, prior, penalty, steps=60)


def citing(files: list[Path]) -> set[str]:
    """Returns the IDs of the papers from which the contexts in the files were taken."""
    return {json.loads(line)["citing"] for file in files for line in gzip.open(file)}


def write(path: Path, pieces: list[str], vectors: np.ndarray) -> None:
    scales = np.abs(vectors).max(1) / 127
    rows = np.rint(vectors / np.maximum(scales, 1e-12)[:, None]).astype(np.int8)
    header = {"name": "static-minilm", "dim": vectors.shape[1], "pieces": len(pieces)}
    with path.open("wb") as out:
        out.write(json.dumps(header).encode() + b"\n")
        out.write("".join(piece + "\n" for piece in pieces).encode())
        out.write(scales.astype("<f4").tobytes())
        out.write(rows.tobytes())
    print(path, path.stat().st_size, "bytes, sha256", hashlib.sha256(path.read_bytes()).hexdigest())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--papers", type=Path, nargs="+", required=True)
    parser.add_argument("--leave-out", type=Path, nargs="*", default=[], help="files of citation contexts")
    parser.add_argument("--passages", type=int, default=60_000)
    parser.add_argument("--dim", type=int, default=256)
    parser.add_argument("--penalty", type=float, default=0.001)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()

    teacher = Teacher(args.model)
    drawn = sample(args.papers, citing(args.leave_out), args.passages)
    texts = [teacher.ids(t)[: MAX_TOKENS - 2] for t in drawn]
    print(len(texts), "passages,", sum(map(len, texts)), "pieces")
    raw = np.stack([teacher.embed([i]) for i in range(len(teacher.pieces))])
    embedded = np.stack([teacher.embed(t) for t in texts])
    write(args.out, teacher.pieces, fit(raw, texts, embedded, args.dim, args.penalty))


if __name__ == "__main__":
    main()
