"""Tunes the static word vectors on citations, for the plain engine's searches.

    python static_citations.py --bin FILE --data DIR --static FILE --tokenizer FILE --out static-citations.bin [--leave-out FILE ...]

Starts from the vectors of static.py and moves them so that a text's mean vector is close to that of the
work it should find: contrastive learning with the other works of a batch as negatives (InfoNCE, cosine
times 20). The pairs, all from the train split or from papers under plain CC-BY-4.0 of which no dev or test
context was taken:

* the sentences before a citation, the last of them, and the citing sentence without its marks -> the
  cited paper, or its title if only that is known (contexts, contexts-multi, contexts-titleonly, citances);
* a paper's title -> its abstract;
* passages of a full text -> its title and abstract;
* the title or abstract of a paper -> the title of a reference.

To measure a field that the vectors do not know, --leave-out leaves out all pairs of the citing papers in
a file of contexts. "home" leaves out all citations whose cited paper is in one of the corpora, which are
most of those in the ACL Anthology; titles of the corpora with their abstracts remain.

The file has no vocabulary, since it is that of static-minilm: a line of JSON, float32 scales and int8 rows.
"""

import argparse
import hashlib
import json
import random
import time
from pathlib import Path

import numpy as np
import torch
from data import MARKS, abstract, clean_citances, documents, papers, queries, read
from tokenizers import Tokenizer
from torch.nn.functional import cross_entropy, embedding_bag, normalize

SEED = 20261130
EPOCHS, BATCH, RATE, SCALE = 4, 1024, 3e-3, 20.0
WARMUP, LAST = 0.1, 0.02  # share of the steps before the full rate, and the last rate
PASSAGES, REFERENCES = 6, 0.25  # passages per full text, and the share of references used per epoch
SHORTEST = 20  # characters of a query

Pair = tuple[str, str, str]  # query, document, identity of the document


def held(data: Path) -> set[str]:
    """Returns the citing papers of the dev and test splits."""
    return {c["citing"] for split in ("dev", "test") for path in data.glob(f"*-{split}.jsonl.gz") for c in read(path)}


def citing_texts(binary: Path, contexts: list[dict]) -> list[list[str]]:
    """Returns for each context the query that the program makes of it, the citing sentence, and the sentence before it."""
    asked = queries(binary, [(c["context"], []) for c in contexts])
    return [[query, unmarked(c), (c["context"] or [""])[-1]] for query, c in zip(asked, contexts, strict=True)]


def unmarked(c: dict) -> str:
    """Returns the citing sentence without its citations."""
    return MARKS.sub(" ", c.get("sentence_masked") or c["citation_sentence"])


class Data:
    """The pairs of an epoch. Sentences and references are drawn anew for each epoch, passages only once."""

    def __init__(self, binary: Path, data: Path, left_out: set[str], home: bool, rng: random.Random):
        self.rng = rng
        known = papers(data)
        documented = documents(binary, list(known.values()))
        self.text = {i: t["embedding"] for i, t in zip(known, documented, strict=True)}
        left_out = left_out | held(data)
        self.cited: list[tuple[list[str], str, str]] = []
        self.add_titled(binary, [c for c in read(data / "contexts-titleonly-train.jsonl.gz") if c["citing"] not in left_out])
        if home:
            self.add_home(binary, data)
        free = [p for p in known.values() if p["License"] == "CC-BY-4.0" and p["Id"] not in left_out]
        self.own = [(p["Title"], abstract(p), p["Id"]) for p in free if len(abstract(p)) > 200]
        self.passages = [(q, self.text[p["Id"]], p["Id"]) for p in free for q in self.passages_of(p)]
        self.references = [
            (p["Title"], abstract(p), r["Title"].strip())
            for p in free
            for r in p.get("Reference") or []
            if len((r.get("Title") or "").strip()) > SHORTEST
        ]

    def add_titled(self, binary: Path, contexts: list[dict]) -> None:
        titled = [c for c in contexts if c["cited"]["title"]]
        for texts, c in zip(citing_texts(binary, titled), titled, strict=True):
            title = c["cited"]["title"]
            self.cited.append((texts, title, "title:" + title.lower()))

    def add_home(self, binary: Path, data: Path) -> None:
        for name in ("contexts", "contexts-multi"):
            contexts = read(data / f"{name}-train.jsonl.gz")
            for texts, c in zip(citing_texts(binary, contexts), contexts, strict=True):
                works = [c["cited"]] if isinstance(c["cited"], str) else [m["cited"] for m in c["cited"]]
                self.cited += [(texts, self.text[w], w) for w in works if w in self.text]
        for c in clean_citances(data):
            if c["cited"] in self.text:
                self.cited.append((["", unmarked(c), ""], self.text[c["cited"]], c["cited"]))

    def passages_of(self, paper: dict) -> list[str]:
        """Returns a few runs of one to six sentences from the full text."""
        sections = paper["Content"].get("Fullbody_Parsed") or []
        paragraphs = [[s["sentence_text"] for s in p["paragraph_text"]] for section in sections for p in section["section_text"]]
        paragraphs = [p for p in paragraphs if len(p) > 1]
        drawn = []
        for p in self.rng.sample(paragraphs, min(PASSAGES, len(paragraphs))):
            start = self.rng.randrange(len(p))
            drawn.append(" ".join(p[start : start + self.rng.choice((1, 2, 3, 6))])[:1200])
        return drawn

    def epoch(self) -> list[Pair]:
        pairs = self.own + self.passages
        for texts, document, identity in self.cited:
            query, *others = [t for t in texts if len(t) > SHORTEST] or [""]
            if query:
                pairs.append((query, document, identity))
            if others:
                pairs.append((self.rng.choice(others), document, identity))
        for title, text, reference in self.references:
            if self.rng.random() < REFERENCES:
                pairs.append((self.rng.choice((title, text or title)), reference, "title:" + reference.lower()))
        self.rng.shuffle(pairs)
        return pairs


class Vectors:
    """Word vectors that are tuned. A text's vector is the normalised sum over its tokens."""

    def __init__(self, file: Path, tokenizer: Path):
        self.tokenizer = Tokenizer.from_file(str(tokenizer))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        content = file.read_bytes()
        self.header = json.loads(content[: content.index(b"\n")])
        pieces, dim = self.header["pieces"], self.header["dim"]
        numbers = content[-pieces * (4 + dim) :]
        scales = np.frombuffer(numbers, "<f4", pieces)
        rows = np.frombuffer(numbers, np.int8, offset=4 * pieces).reshape(pieces, dim) * scales[:, None]
        start = torch.tensor(rows, dtype=torch.float32)
        self.rows = (start / start.norm(dim=1).mean()).requires_grad_()
        self.tokens: dict[str, np.ndarray] = {}

    def read(self, pairs: list[Pair]) -> None:
        """Splits texts into tokens that are not known yet."""
        texts = list({t for p in pairs for t in p[:2] if t not in self.tokens})
        for text, encoded in zip(texts, self.tokenizer.encode_batch(texts, add_special_tokens=False), strict=True):
            self.tokens[text] = np.array(encoded.ids or [0], dtype=np.int32)

    def embed(self, texts: list[str]) -> torch.Tensor:
        rows = [self.tokens[t] for t in texts]
        starts = torch.tensor(np.cumsum([0, *map(len, rows[:-1])]))
        flat = torch.tensor(np.concatenate(rows).astype(np.int64))
        return normalize(embedding_bag(flat, self.rows, starts, mode="sum"), dim=1)


def loss_of(vectors: Vectors, batch: list[Pair]) -> torch.Tensor:
    scores = SCALE * vectors.embed([q for q, _, _ in batch]) @ vectors.embed([d for _, d, _ in batch]).T
    numbers: dict[str, int] = {}
    works = torch.tensor([numbers.setdefault(w, len(numbers)) for _, _, w in batch])
    same = (works[:, None] == works[None, :]) & ~torch.eye(len(batch), dtype=torch.bool)
    scores = scores.masked_fill(same, -1e4)  # another copy of the same work is not a negative
    target = torch.arange(len(batch))
    return (cross_entropy(scores, target) + cross_entropy(scores.T, target)) / 2


def tune(vectors: Vectors, data: Data, epochs: int, steps: int) -> None:
    optimiser = torch.optim.Adam([vectors.rows], lr=RATE)
    begun, step, total = time.time(), 0, 0
    for _ in range(epochs):
        pairs = data.epoch()
        vectors.read(pairs)
        batches = [pairs[i : i + BATCH] for i in range(0, len(pairs) - BATCH + 1, BATCH)][: steps or None]
        total = total or epochs * len(batches)
        for batch in batches:
            optimiser.param_groups[0]["lr"] = RATE * min(1, (step + 1) / (WARMUP * total)) * max(LAST, 1 - step / total)
            loss = loss_of(vectors, batch)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            if step % 50 == 0:
                print(f"step {step} of {total}  loss {loss.item():.3f}  {time.time() - begun:.0f} s", flush=True)
            step += 1


def write(path: Path, vectors: np.ndarray) -> None:
    scales = np.abs(vectors).max(1) / 127
    rows = np.rint(vectors / np.maximum(scales, 1e-12)[:, None]).astype(np.int8)
    header = {"name": "static-citations", "dim": vectors.shape[1], "pieces": len(vectors)}
    path.write_bytes(json.dumps(header).encode() + b"\n" + scales.astype("<f4").tobytes() + rows.tobytes())
    print(path, path.stat().st_size, "bytes, sha256", hashlib.sha256(path.read_bytes()).hexdigest())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, help="scilit-eval")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--static", type=Path, required=True, help="the file written by static.py")
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json of the teacher of static.py")
    parser.add_argument("--leave-out", nargs="*", default=[], help='files of contexts whose citing papers are left out; "home"')
    parser.add_argument("--steps", type=int, default=0, help="maximum number of steps per epoch; 0 for all")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()

    torch.manual_seed(SEED)
    left_out = {c["citing"] for name in args.leave_out if name != "home" for c in read(Path(name))}
    data = Data(args.bin, args.data, left_out, "home" not in args.leave_out, random.Random(SEED))
    print(len(data.cited), "citations,", len(data.own), "abstracts,", len(data.passages), "passages,", len(data.references), "references")
    vectors = Vectors(args.static, args.tokenizer)
    tune(vectors, data, EPOCHS, args.steps)
    write(args.out, vectors.rows.detach().numpy())


if __name__ == "__main__":
    main()
