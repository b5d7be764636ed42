"""Trains the cross-encoder, which predicts which of the found papers is cited.

    python reranker.py --bin FILE --data DIR --start DIR --lists FILE... --out DIR [--epochs N] [--seed N]

As in SciLit (Gu and Hahnloser 2023, Section 2.3), the query consists of the keywords and the sentences
before the citation, and the document of title and abstract. Training with cross-entropy makes the cited
paper score higher than hard negatives from the first stage. The initial weights are the tuned embedder's.
--lists are written by `scilit-eval candidates` for contexts-train.
"""

import argparse
import json
import math
import random
import time
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer

from data import documents, papers, read, texts
from embedder import PRETRAINED, Encoder

TITLE_TOKENS, KEYWORD_TOKENS, QUERY_TOKENS, TOKENS = 12, 12, 56, 112
TITLE_KNOWN = 0.8  # share of queries that contain the citing paper's title
NEGATIVES, RANKED = 5, 60
GROUPS, RATE, HEAD_RATE, WARMUP = 5, 5e-5, 5e-4, 0.06
SHARP = 10.0  # initial scale of the cosine in the head


class CrossEncoder(torch.nn.Module):
    """Reads query and document together and returns one logit per pair.

    The head is linear in the product of the two texts' mean outputs, both of unit length, and in the
    first token's output. It is initialized to the cosine of the two, so that the network already ranks
    before training. With a random head on only the first token, it learned nothing in 50 steps.
    """

    def __init__(self, weights: Path):
        super().__init__()
        self.network = Encoder().network
        self.network.load_state_dict(load_file(weights))
        kinds = self.network.embeddings.token_type_embeddings.weight.data
        kinds[1] = kinds[0]  # the embedder was trained only with the first one
        width = self.network.config.hidden_size
        self.head = torch.nn.Linear(2 * width, 1)
        self.head.weight.data.zero_()[:, :width] = SHARP
        self.tokenizer = Tokenizer.from_file(str(PRETRAINED / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def ids(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def forward(self, input_ids, attention_mask, token_type_ids):
        with torch.autocast("cpu", torch.bfloat16):
            out = self.network(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids).last_hidden_state
        return pair_logits(self.head, out.float(), attention_mask, token_type_ids)


def pair_logits(head, out, attention_mask, token_type_ids):
    def mean(weight):
        weight = weight.unsqueeze(-1).to(out.dtype)
        return torch.nn.functional.normalize((out * weight).sum(1) / weight.sum(1), dim=-1)

    both = mean(attention_mask * (1 - token_type_ids)) * mean(attention_mask * token_type_ids)
    # not a matrix product, which would be quantised with one scale for inputs of very different sizes
    return (torch.cat([both, out[:, 0]], dim=-1) * head.weight[0]).sum(-1) + head.bias


def pair(title: list[int], keywords: list[int], context: list[int], document: list[int]) -> tuple[list[int], int]:
    """Returns [CLS] title keywords context [SEP] document [SEP], and the length of the query.

    It truncates the context at the beginning and everything else at the end.
    """
    head = title[:TITLE_TOKENS] + keywords[:KEYWORD_TOKENS]
    query = head + context[-(QUERY_TOKENS - 2 - len(head)) :]
    return [101, *query, 102, *document[: TOKENS - len(query) - 3], 102], len(query) + 2


def batch_of(rows: list[tuple[list[int], int]]):
    longest = max(len(r) for r, _ in rows)
    ids, mask, types = (torch.zeros(len(rows), longest, dtype=torch.long) for _ in range(3))
    for i, (row, first) in enumerate(rows):
        ids[i, : len(row)] = torch.tensor(row)
        mask[i, : len(row)] = 1
        types[i, first : len(row)] = 1
    return ids, mask, types


def titles(data: Path) -> dict[str, str]:
    """Returns the titles of citing papers by ID."""
    known = {p["Id"]: p["Title"] for name in ("acl-titles", "acl", "biomed") for p in read(data / f"{name}.jsonl.gz")}
    return known | {c["citing"]: c["citing_title"] for c in read(data / "contexts-train.jsonl.gz") if c.get("citing_title")}


def groups(lists: list[Path], titles: dict[str, str], rng: random.Random):
    """Yields each context with its title, and the IDs of the cited paper and the hard negatives."""
    for path in lists:
        for line in path.open():
            c = json.loads(line)
            citing = c["id"].split("#")[0].split("|")[0]
            own = {c["cited"], citing, *c.get("also", ())}
            negatives = [x["id"] for x in c["candidates"][:RANKED] if x["id"] not in own]
            if len(negatives) >= NEGATIVES:
                title = titles.get(citing, "") if rng.random() < TITLE_KNOWN else ""
                record = {"citing_title": title, "keywords": c["keywords"] or [], "context": c["context"]}
                yield record, [c["cited"], *rng.sample(negatives, NEGATIVES)]


def as_read(binary: Path, some: list) -> list[tuple]:
    """Returns (title, keywords, context, IDs) of groups, made by the program."""
    asked = [t["pair"] for t in texts(binary, "queries", [record for record, _ in some])]
    return [(q["title"], q["keywords"], q["context"], ids) for q, (_, ids) in zip(asked, some, strict=True)]


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--bin", type=Path, required=True, help="scilit-eval")
    args.add_argument("--data", type=Path, required=True)
    args.add_argument("--start", type=Path, required=True, help="folder of the embedder's tuned.safetensors")
    args.add_argument("--lists", type=Path, nargs="+", required=True)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--epochs", type=int, default=1)
    args.add_argument("--seed", type=int, default=20261121)
    args = args.parse_args()
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)

    data = [g for _ in range(args.epochs) for g in groups(args.lists, titles(args.data), rng)]
    rng.shuffle(data)
    known = papers(args.data)
    data = as_read(args.bin, [g for g in data if all(p in known for p in g[-1])])
    model = CrossEncoder(args.start)
    used = sorted({p for g in data for p in g[-1]})
    read_as = [t["pair"] for t in documents(args.bin, [known[p] for p in used])]
    tokens = {p: model.ids(text)[:TOKENS] for p, text in zip(used, read_as, strict=True)}
    steps = len(data) // GROUPS
    warm = max(1, int(WARMUP * steps))
    optimiser = torch.optim.AdamW(
        [{"params": model.network.parameters()}, {"params": model.head.parameters(), "lr": HEAD_RATE}], lr=RATE, weight_decay=0.01
    )
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda s: min((s + 1) / warm, 1 - s / steps))
    print(len(data), "groups,", steps, "steps", flush=True)
    begun, mean = time.time(), math.log(1 + NEGATIVES)
    for step in range(steps):
        batch = data[step * GROUPS : (step + 1) * GROUPS]
        scores = model(*batch_of([pair(*map(model.ids, texts), tokens[p]) for *texts, ids in batch for p in ids])).view(len(batch), -1)
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
