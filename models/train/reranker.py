"""Trains the cross-encoder: which of the papers found is cited here?

    python reranker.py --data DIR --start DIR --lists FILE... --out DIR [--epochs N] [--seed N]

As SciLit does it (Gu and Hahnloser 2023, Section 2.3): the query is the keywords and the sentences
before the citation, the document is title and abstract; the cited paper is to score above hard
negatives from the first stage, by cross-entropy. The weights start from the tuned embedder's.
--lists are what `scilit-lsp eval candidates` writes for contexts-train.
"""

import argparse
import gzip
import json
import math
import random
import time
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer

from embedder import PRETRAINED, Encoder, papers, query

QUERY_TOKENS, TOKENS = 64, 160
NEGATIVES, RANKED = 7, 60
GROUPS, RATE, WARMUP = 4, 4e-5, 0.06


class CrossEncoder(torch.nn.Module):
    def __init__(self, weights: Path):
        super().__init__()
        self.network = Encoder().network
        self.network.load_state_dict(load_file(weights))
        self.head = torch.nn.Linear(384, 1)
        self.tokenizer = Tokenizer.from_file(str(PRETRAINED / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def ids(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def forward(self, pairs: list[tuple[list[int], list[int]]]) -> torch.Tensor:
        """One logit a pair of query and document. Of the query the end is kept."""
        rows = []
        for q, d in pairs:
            q = q[-(QUERY_TOKENS - 2) :]
            d = d[: TOKENS - len(q) - 3]
            rows.append(([101, *q, 102, *d, 102], len(q) + 2))
        longest = max(len(r) for r, _ in rows)
        ids, mask, types = (torch.zeros(len(rows), longest, dtype=torch.long) for _ in range(3))
        for i, (row, first) in enumerate(rows):
            ids[i, : len(row)] = torch.tensor(row)
            mask[i, : len(row)] = 1
            types[i, first : len(row)] = 1
        with torch.autocast("cpu", torch.bfloat16):
            out = self.network(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state
        return self.head(out[:, 0].float()).squeeze(-1)


def groups(lists: list[Path], rng: random.Random):
    """(query, ids of the cited paper and of its hard negatives) of each context."""
    for path in lists:
        for line in path.open():
            c = json.loads(line)
            negatives = [x["id"] for x in c["candidates"][:RANKED] if x["id"] != c["cited"] and x["id"] != c["id"].split("#")[0]]
            if len(negatives) >= NEGATIVES:
                yield query(c["context"], c["keywords"] or ()), [c["cited"], *rng.sample(negatives, NEGATIVES)]


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--data", type=Path, required=True)
    args.add_argument("--start", type=Path, required=True, help="the embedder's tuned.safetensors")
    args.add_argument("--lists", type=Path, nargs="+", required=True)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--epochs", type=int, default=1)
    args.add_argument("--seed", type=int, default=20261121)
    args = args.parse_args()
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)

    data = [g for _ in range(args.epochs) for g in groups(args.lists, rng)]
    rng.shuffle(data)
    texts = papers(args.data, {p for _, ids in data for p in ids})
    data = [(q, ids) for q, ids in data if all(p in texts for p in ids)]
    model = CrossEncoder(args.start)
    document = {p: model.ids(text)[:TOKENS] for p, text in texts.items()}
    steps = len(data) // GROUPS
    warm = max(1, int(WARMUP * steps))
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda s: min((s + 1) / warm, 1 - s / steps))
    print(len(data), "groups,", steps, "steps", flush=True)
    begun, mean = time.time(), math.log(1 + NEGATIVES)
    for step in range(steps):
        batch = data[step * GROUPS : (step + 1) * GROUPS]
        scores = model([(model.ids(q), document[p]) for q, ids in batch for p in ids]).view(len(batch), -1)
        loss = torch.nn.functional.cross_entropy(scores, torch.zeros(len(batch), dtype=torch.long))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        optimiser.zero_grad()
        mean = 0.98 * mean + 0.02 * loss.item()
        if step % 50 == 0 or step == steps - 1:
            print(f"step {step}  loss {mean:.3f}  {time.time() - begun:.0f} s", flush=True)
        if step % 300 == 299 or step == steps - 1:
            save_file({**model.network.state_dict(), **{f"head.{k}": v for k, v in model.head.state_dict().items()}}, args.out / "reranker.safetensors")


if __name__ == "__main__":
    main()
