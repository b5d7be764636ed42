"""Teaches a small language model to rewrite statements of papers as citing sentences.

    python rewriter.py --papers FILE --tokenizer tokenizer.json --start weights.pt --out weights.pt [--minutes N]

--papers is the output of rewriter_data.py. All sentences about a paper are learned from in one pass, as a
tree: title and abstract, the statements, and for each its sentences, which see their statement and the paper.
The loss is on the sentences alone. The learning rate falls with time; papers that were seen least come first.
Layers below --frozen and the embeddings of tokens stay as they are.
"""

import argparse
import json
import math
import os
import random
import time
from pathlib import Path

import torch
from rewriter_model import Decoder
from tokenizers import Tokenizer
from torch.nn import functional as F

STOP = "<|im_end|>"
# Special tokens of the vocabulary that mean nothing else: engine/onnx/rewriter.go has the same.
MARKS = {"[A]": "<file_sep>", "[C]": "<filename>"}
HEADERS = {"A": "\nAuthors:", "C": "\nFact:", "N": "\nShort:"}
TITLE_TOKENS, ABSTRACT_TOKENS, STATEMENT_TOKENS = 48, 128, 96
TOKENS_PER_STEP, BLANK = 1800, 0.1  # share of papers without their abstract
PAPERS_AT_ONCE, WARM = 120, 15


class Encoder:
    def __init__(self, path: Path):
        self.tokenizer = Tokenizer.from_file(str(path))
        self.stop = self.tokenizer.token_to_id(STOP)

    def ids(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def paper(self, title: str, abstract: str) -> list[int]:
        return self.ids("Title: " + title)[:TITLE_TOKENS] + self.ids("\nAbstract:") + self.ids(" " + abstract)[:ABSTRACT_TOKENS]

    def statement(self, text: str) -> list[int]:
        return self.ids("\nStatement: " + text)[:STATEMENT_TOKENS]

    def sentence(self, voice: str, text: str):
        """Tokens of a header and a sentence, and for each the token that it has to predict."""
        for mark, token in MARKS.items():
            text = text.replace(mark, token)
        header, said = self.ids(HEADERS[voice]), [*self.ids(" " + text), self.stop]
        return header + said, [-100] * (len(header) - 1) + said + [-100]


def tree(paper: dict, encoder: Encoder, rng: random.Random):
    """(ids, positions, mask, labels) of a paper with all its sentences."""
    abstract = "" if rng.random() < BLANK else " ".join(paper["sentences"])
    ids = encoder.paper(paper["title"], abstract)
    root = len(ids)
    positions, labels, owners = list(range(root)), [-100] * root, [()] * root

    def add(more, start, wanted, owner):
        ids.extend(more)
        positions.extend(range(start, start + len(more)))
        labels.extend(wanted)
        owners.extend([owner] * len(more))

    for i, (numbers, voices) in enumerate(paper["items"]):
        statement = encoder.statement(" ".join(paper["sentences"][n] for n in numbers))
        add(statement, root, [-100] * len(statement), (i,))
        for voice, text in voices.items():
            tokens, wanted = encoder.sentence(voice, text)
            add(tokens, root + len(statement), wanted, (i, voice))
    names = {owner: n for n, owner in enumerate(dict.fromkeys(owners))}
    above = torch.tensor([[b == a[: len(b)] for b in names] for a in names])
    node = torch.tensor([names[owner] for owner in owners])
    mask = torch.ones(len(ids), len(ids), dtype=torch.bool).tril() & above[node][:, node]
    return ids, positions, mask, labels


def batches(trees: list, rng: random.Random) -> list:
    """Trees of about the same length together."""
    trees = sorted(trees, key=lambda t: (len(t[0]), rng.random()))
    made, at = [], 0
    while at < len(trees):
        end, longest = at + 1, len(trees[at][0])
        while end < len(trees) and max(longest, len(trees[end][0])) * (end - at + 1) <= TOKENS_PER_STEP:
            longest = max(longest, len(trees[end][0]))
            end += 1
        made.append(trees[at:end])
        at = end
    rng.shuffle(made)
    return made


def padded(batch: list):
    longest = max(len(t[0]) for t in batch)
    ids = torch.zeros(len(batch), longest, dtype=torch.long)
    positions, labels = ids.clone(), torch.full_like(ids, -100)
    mask = torch.eye(longest, dtype=torch.bool).repeat(len(batch), 1, 1)
    for i, (tokens, place, seen, wanted) in enumerate(batch):
        n = len(tokens)
        ids[i, :n], positions[i, :n], labels[i, :n] = (torch.tensor(x) for x in (tokens, place, wanted))
        mask[i, :n, :n] = seen
    return ids, positions, mask[:, None], labels


def loss_of(model: Decoder, batch: list):
    """The mean loss of a batch, and the number of tokens that have one."""
    ids, positions, mask, labels = padded(batch)
    hidden, _ = model(ids, positions, mask)
    wanted = labels != -100
    return F.cross_entropy(model.logits(hidden[wanted]), labels[wanted]), int(wanted.sum())


def stream(papers: list[dict], encoder: Encoder, rng: random.Random):
    """Endless batches, those of papers that were seen least first."""
    seen = dict.fromkeys((p["id"] for p in papers), 0)
    while True:
        least = min(seen.values())
        chosen = [p for p in papers if seen[p["id"]] == least]
        rng.shuffle(chosen)
        for p in chosen[:PAPERS_AT_ONCE]:
            seen[p["id"]] += 1
        yield from batches([tree(p, encoder, rng) for p in chosen[:PAPERS_AT_ONCE]], rng)


@torch.no_grad()
def evaluate(model: Decoder, held_out: list) -> float:
    """Nats a token."""
    losses = [loss_of(model, batch) for batch in held_out]
    return sum(loss.item() * n for loss, n in losses) / max(1, sum(n for _, n in losses))


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--papers", type=Path, required=True)
    args.add_argument("--tokenizer", type=Path, required=True)
    args.add_argument("--start", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--rate", type=float, default=2e-4)
    args.add_argument("--frozen", type=int, default=14)
    args.add_argument("--minutes", type=float, default=90)
    args.add_argument("--seed", type=int, default=1)
    args = args.parse_args()
    torch.manual_seed(args.seed)
    rng, encoder = random.Random(args.seed), Encoder(args.tokenizer)
    papers = [json.loads(line) for line in args.papers.open()]
    train = [p for p in papers if not p["dev"]]
    held_out = batches([tree(p, encoder, rng) for p in papers if p["dev"]], rng)
    weights = torch.load(args.start)
    model = Decoder(len(weights["table"]), args.frozen)
    model.load_state_dict(weights)
    learned = [p for p in model.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(learned, lr=args.rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
    begun, done = time.time(), 0
    for step, batch in enumerate(stream(train, encoder, rng)):
        passed = (time.time() - begun) / 60 / args.minutes
        if passed >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = args.rate * min(1, (step + 1) / WARM) * (0.05 + 0.475 * (1 + math.cos(math.pi * passed)))
        loss, _ = loss_of(model, batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        done += sum(len(t[0]) for t in batch)
        if step % 10 == 0:
            print(f"step {step}  loss {loss.item():.3f}  {done / (time.time() - begun):.0f} tokens/s", flush=True)
    print("held out:", round(evaluate(model, held_out), 4))
    torch.save(model.state_dict(), args.out.with_suffix(".part"))
    os.replace(args.out.with_suffix(".part"), args.out)


if __name__ == "__main__":
    main()
