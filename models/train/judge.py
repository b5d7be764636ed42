"""Trains the judge's network: does this text show that claim, contradict it, or neither?

    python judge.py --pairs FILE... --examples FILE... --out FILE [--epochs N] [--limit N] [--skip SOURCE...]

--pairs are the pairs of judge_general.py and judge_science.py, --examples the same pairs as
"scilit-eval examples judge" writes them: words with their vectors, what each word has in the other
text, and features. Skip "replayed" where the general pairs are read as well. The network attends,
compares and aggregates (Parikh et al. 2016).
"""

import argparse
import json
import random
import time
from collections import Counter
from pathlib import Path

import numpy as np
import torch

LABELS = ["support", "contradict", "neither"]
VECTOR, FLAGS, OWN = 256, 22, 13
WIDTH, LEMMAS, HIDDEN = 64, 2000, 96
BATCH, POOL, RATE, DROPOUT = 64, 4096, 2e-3, 0.2
HELD = 1500


def read(examples: Path, vectors: list, lemmas: list, pairs: list):
    """Appends the vectors of the words, the lemmas, and the pairs as (premise words, words, lemmas, flags, features)."""
    data, at = examples.read_bytes(), 0
    words_before, lemmas_before = len(vectors), len(lemmas)

    def take(kind, count: int):
        nonlocal at
        out = np.frombuffer(data, kind, count, at)
        at += out.nbytes
        return out

    try:
        while at < len(data):
            record, at = data[at : at + 1], at + 1
            if record == b"p":
                n, m, k = take("<u2", 3).tolist()
                words, some = take("<u4", n + m) + words_before, take("<u4", n + m) + lemmas_before
                pairs.append((n, words, some, take("u1", (n + m) * FLAGS).reshape(-1, FLAGS), take("<f4", k)))
                continue
            (size,) = take("<u2", 1)
            text = take("u1", size).tobytes().decode("utf-8", "replace")
            if record == b"w":
                vectors.append(take("<f4", VECTOR))
            else:
                lemmas.append(text)
    except ValueError:
        print("the last record is not whole")


class Network(torch.nn.Module):
    def __init__(self, features: int):
        super().__init__()
        self.project = torch.nn.Linear(VECTOR, WIDTH)
        self.lemma = torch.nn.Embedding(LEMMAS + 1, WIDTH, padding_idx=0)
        self.own = torch.nn.Linear(OWN, WIDTH, bias=False)
        self.attend = torch.nn.Linear(WIDTH, WIDTH)
        self.compare = torch.nn.Linear(3 * WIDTH + FLAGS, WIDTH)
        self.hidden = torch.nn.Linear(4 * WIDTH + features, HIDDEN)
        self.out = torch.nn.Linear(HIDDEN, len(LABELS))
        torch.nn.init.normal_(self.lemma.weight, std=0.02)
        self.drop = torch.nn.Dropout(DROPOUT)

    def words(self, vectors, lemmas, flags):
        return torch.relu(self.project(vectors) + self.lemma(lemmas) + self.own(flags[..., :OWN]))

    def compared(self, a, b, flags, mask):
        seen = torch.relu(self.compare(torch.cat([a, b, a * b, flags], dim=-1)))
        seen = self.drop(seen) * mask.unsqueeze(-1)
        return torch.cat([seen.sum(1) / mask.sum(1, keepdim=True).clamp(min=1), seen.amax(1)], dim=-1)

    def forward(self, premise, hypothesis, features):
        a, b = self.words(*premise[:3]), self.words(*hypothesis[:3])
        scores = torch.relu(self.attend(a)) @ torch.relu(self.attend(b)).transpose(1, 2) / WIDTH**0.5
        far = -1e4
        mask_a, mask_b = premise[3], hypothesis[3]
        to_b = torch.softmax(scores + far * (1 - mask_b).unsqueeze(1), dim=-1) @ b
        to_a = torch.softmax(scores.transpose(1, 2) + far * (1 - mask_a).unsqueeze(1), dim=-1) @ a
        seen = [self.compared(b, to_a, hypothesis[2], mask_b), self.compared(a, to_b, premise[2], mask_a), features]
        return self.out(self.drop(torch.relu(self.hidden(torch.cat(seen, dim=-1)))))


class Examples:
    def __init__(self, vectors, lemmas, pairs):
        counts = Counter()
        for _, _, some, _, _ in pairs:
            counts.update(lemmas[i] for i in some.tolist())
        self.known = [lemma for lemma, _ in counts.most_common(LEMMAS)]
        self.index(vectors, lemmas, pairs)
        x = np.array([p[4] for p in pairs])
        self.mean, self.scale = x.mean(0), x.std(0) + 1e-3

    def index(self, vectors, lemmas, pairs):
        number = {lemma: i + 1 for i, lemma in enumerate(self.known)}
        self.vectors, self.pairs = torch.tensor(np.array(vectors)), pairs
        self.lemma = np.array([number.get(lemma, 0) for lemma in lemmas])

    def features(self, pair):
        return np.clip((pair[4] - self.mean) / self.scale, -3, 3)

    def batch(self, rows: list[int]):
        some = [self.pairs[i] for i in rows]
        sides = []
        for cut in (lambda p: slice(0, p[0]), lambda p: slice(p[0], len(p[1]))):
            longest = max(1, *(len(p[1][cut(p)]) for p in some))
            words, lemmas = np.zeros((2, len(some), longest), dtype=np.int64)
            flags, mask = np.zeros((len(some), longest, FLAGS), dtype=np.float32), np.zeros((len(some), longest), dtype=np.float32)
            for i, p in enumerate(some):
                n = len(p[1][cut(p)])
                words[i, :n], lemmas[i, :n], mask[i, :n] = p[1][cut(p)], self.lemma[p[2][cut(p)]], 1
                flags[i, :n] = p[3][cut(p)] / 255
            sides.append((self.vectors[torch.tensor(words)], torch.tensor(lemmas), torch.tensor(flags), torch.tensor(mask)))
        return *sides, torch.tensor(np.array([self.features(p) for p in some]), dtype=torch.float32)


def loss_of(logits, labels: list[str]):
    """Of "not support" the probability of the two other labels counts."""
    logs = torch.log_softmax(logits, dim=-1)
    losses = [-log[LABELS.index(label)] if label in LABELS else -torch.logsumexp(log[1:], 0) for log, label in zip(logs, labels, strict=True)]
    return torch.stack(losses).mean()


def batches(rows: list[int], pairs, rng: random.Random):
    rng.shuffle(rows)
    for start in range(0, len(rows), POOL):
        pool = sorted(rows[start : start + POOL], key=lambda i: pairs[i][0])
        made = [pool[k : k + BATCH] for k in range(0, len(pool), BATCH)]
        rng.shuffle(made)
        yield from made


@torch.no_grad()
def judged(model: Network, examples: Examples, rows: list[int]):
    model.eval()
    out = [torch.softmax(model(*examples.batch(rows[k : k + 128])), -1) for k in range(0, len(rows), 128)]
    model.train()
    return torch.cat(out).numpy()


def accuracy(p, labels: list[str], sources: list[str]) -> str:
    right: dict[str, list[bool]] = {}
    for choice, label, source in zip(p.argmax(1).tolist(), labels, sources, strict=True):
        right.setdefault(source, []).append(LABELS[choice] == label or (label not in LABELS and choice != 0))
    return "  ".join(f"{s} {sum(v) / len(v):.2f}" for s, v in sorted(right.items()))


def trained(examples: Examples, rows: list[dict], epochs: int, seed: int) -> Network:
    rng = random.Random(seed)
    order = list(range(len(examples.pairs)))
    rng.shuffle(order)
    held, order = order[:HELD], order[HELD:]
    model = Network(len(examples.mean))
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
    steps = epochs * (len(order) // BATCH + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps + 64, pct_start=0.1)
    begun, mean = time.time(), 1.1
    for epoch in range(epochs):
        for batch in batches(order, examples.pairs, rng):
            loss = loss_of(model(*examples.batch(batch)), [rows[i]["label"] for i in batch])
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            mean = 0.99 * mean + 0.01 * loss.item()
        p = judged(model, examples, held)
        print(f"epoch {epoch}  loss {mean:.3f}  {time.time() - begun:.0f} s  "
              + accuracy(p, [rows[i]["label"] for i in held], [rows[i]["source"] for i in held]), flush=True)
    return model


def rows_of(matrix) -> bytes:
    """A float32 scale and signed bytes per row."""
    out = b""
    for row in matrix.detach().numpy().reshape(-1, matrix.shape[-1]).astype("<f4"):
        scale = np.float32(max(np.abs(row).max() / 127, 1e-12))
        out += scale.tobytes() + np.rint(row / scale).astype("i1").tobytes()
    return out


def write(path: Path, model: Network, examples: Examples, decision: dict):
    """The format of engine/judge/network.go."""
    model.eval()
    parts = [model.project.weight, model.project.bias, model.own.weight, model.attend.weight, model.attend.bias, model.compare.weight,
             model.compare.bias, model.hidden.weight, model.hidden.bias, model.out.weight, model.out.bias, model.lemma.weight[1:]]
    shapes = [[p.numel() // p.shape[-1], p.shape[-1]] for p in parts]
    header = {"lemmas": examples.known, "mean": [round(float(x), 5) for x in examples.mean], "scale": [round(float(x), 5) for x in examples.scale],
              "shapes": shapes, **decision}
    path.write_bytes(json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" + b"".join(map(rows_of, parts)))


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("pairs", "examples"):
        args.add_argument(f"--{name}", type=Path, nargs="+", required=True)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--epochs", type=int, default=4)
    args.add_argument("--features", type=int, help="of the first features")
    args.add_argument("--skip", nargs="*", default=[], help="sources of pairs, or their beginnings")
    args.add_argument("--limit", type=int, help="of pairs, drawn at random")
    args.add_argument("--seed", type=int, default=20261127)
    args = args.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    vectors, lemmas, pairs, rows = [], [], [], []
    for path, texts in zip(args.examples, args.pairs, strict=True):
        read(path, vectors, lemmas, pairs)
        rows += [json.loads(line) for line, _ in zip(texts.open(), pairs[len(rows) :], strict=False)]
    kept = [i for i, r in enumerate(rows) if not r["source"].startswith(tuple(args.skip))]
    random.Random(args.seed).shuffle(kept)
    kept = kept[: args.limit]
    pairs, rows = [(*pairs[i][:4], pairs[i][4][: args.features]) for i in kept], [rows[i] for i in kept]
    examples = Examples(vectors, lemmas, pairs)
    print(len(pairs), "pairs", len(vectors), "words", flush=True)
    model = trained(examples, rows, args.epochs, args.seed)
    torch.save({"state": model.state_dict(), "lemmas": examples.known, "mean": examples.mean, "scale": examples.scale}, args.out)


if __name__ == "__main__":
    main()
