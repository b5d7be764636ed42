"""Trains the extractor's networks, one per run, on the output of `scilit-eval examples`.

    extractor.py new --out w0.bin
    scilit-eval examples terms --weights w0.bin acl.jsonl.gz biomed.jsonl.gz > terms.f32
    extractor.py terms terms.f32 --start w0.bin --out w1.bin
    scilit-eval examples pairs --weights w1.bin acl.jsonl.gz biomed.jsonl.gz > pairs.f32
    extractor.py pairs pairs.f32 --start w1.bin --out w2.bin
    scilit-eval examples gains --weights w2.bin acl.jsonl.gz biomed.jsonl.gz > gains.f32
    extractor.py gains gains.f32 --start w2.bin --out w3.bin

Repeating the last two steps with w3.bin and both files of gains trains the network on the extractor's own
choices (DAgger, Ross et al. 2011). For the published weights, the first round used every second paper and
the second round the others, only to save time.

1. terms predicts, from the positions of a stem in the text, whether the abstract contains it, and how
   often. The model is a hurdle with a geometric tail, fitted by maximum likelihood, together with a
   penalized prior for each of 16,384 hashes of stems.
2. pairs predicts whether the abstract contains two adjacent words.
3. gains predicts how much a passage adds to ROUGE-1 and ROUGE-2, given the passages selected before, with
   Huber's loss.

A weights file consists of a line of JSON with the sizes of the networks, the weights of each layer input by
input and its bias, and the priors, as little-endian float32. The loss on dev papers is printed but does not
stop the training. The examples contain no papers of the test split.
"""

import argparse
import hashlib
import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn.functional import (
    binary_cross_entropy_with_logits,
    logsigmoid,
    smooth_l1_loss,
)

SEED = 20261121
PRIORS = 1 << 14
SIZES = {"terms": [22, 16, 2], "pairs": [11, 12, 1], "gain": [75, 48, 16, 1]}
EXPECTED = slice(60, 62)  # inputs of gain: the expected increase in ROUGE-1 and ROUGE-2
GAIN_UNIT = 2  # points of ROUGE, as in engine/selection.go


def new() -> dict:
    """Returns initial weights: every probability is one half, and a gain is the one expected from the probabilities."""
    layers = {name: [(np.zeros((a, b)), np.zeros(b)) for a, b in pairwise(sizes)] for name, sizes in SIZES.items()}
    (first, _), (second, _), (third, _) = layers["gain"]
    for unit, sign in enumerate((1, -1)):  # two units let both signs pass the ReLU
        first[EXPECTED, unit] = sign / GAIN_UNIT
        second[unit, unit] = 1
        third[unit, 0] = sign
    return {**layers, "priors": np.zeros(PRIORS)}


def read(path: Path) -> dict:
    line, data = path.read_bytes().split(b"\n", 1)
    head, numbers, at = json.loads(line), np.frombuffer(data, "<f4"), 0
    weights = {}

    def take(*shape):
        nonlocal at
        n = int(np.prod(shape))
        at += n
        return numbers[at - n : at].reshape(shape)

    for name in SIZES:
        weights[name] = [(take(a, b), take(b)) for a, b in pairwise(head[name])]
    weights["priors"] = take(head["priors"])
    return weights


def write(path: Path, weights: dict) -> None:
    sizes = {name: [weights[name][0][0].shape[0]] + [len(bias) for _, bias in weights[name]] for name in SIZES}
    with path.open("wb") as out:
        out.write(json.dumps({"format": 1, **sizes, "priors": PRIORS}).encode() + b"\n")
        for array in [a for name in SIZES for layer in weights[name] for a in layer] + [weights["priors"]]:
            out.write(np.ascontiguousarray(array).astype("<f4").tobytes())
    print(path, path.stat().st_size, "bytes, sha256", hashlib.sha256(path.read_bytes()).hexdigest())


def load(paths: list[Path], columns: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns the rows of train papers and of dev papers, without the first two columns."""
    rows = np.concatenate([np.fromfile(p, "<f4").reshape(-1, columns) for p in paths])
    dev = rows[:, 1] > 0
    return rows[~dev, 2:], rows[dev, 2:]


def network(sizes: list[int]) -> nn.Sequential:
    layers = [m for a, b in pairwise(sizes) for m in (nn.Linear(a, b), nn.ReLU())]
    return nn.Sequential(*layers[:-1])


def plain(net: nn.Sequential, mean: np.ndarray, deviation: np.ndarray) -> list:
    """Returns the layers, with the input scaling merged into the first one."""
    layers = [(m.weight.detach().numpy().T.astype("f8"), m.bias.detach().numpy().astype("f8")) for m in net if isinstance(m, nn.Linear)]
    first, bias = layers[0]
    layers[0] = (first / deviation[:, None], bias - (mean / deviation) @ first)
    return layers


def descend(parameters, rows: int, batch: int, epochs: int, rate: float, loss, check) -> None:
    """Runs AdamW with a learning rate that decreases to zero."""
    optimizer = torch.optim.AdamW(parameters, lr=rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1, 0.01, epochs * (rows // batch + 1))
    for epoch in range(epochs):
        total = 0.0
        for part in torch.randperm(rows).split(batch):
            optimizer.zero_grad()
            value = loss(part)
            value.backward()
            optimizer.step()
            schedule.step()
            total += value.item() * len(part) / rows
        with torch.no_grad():
            print(f"epoch {epoch}: train {total:.4f}, dev {check():.4f}", flush=True)


def scaling(features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return features.mean(0, dtype="f8"), features.std(0, dtype="f8") + 1e-4


def scaled(features: np.ndarray, mean: np.ndarray, deviation: np.ndarray) -> torch.Tensor:
    return torch.tensor((features - mean) / deviation, dtype=torch.float32).clamp(-8, 8)


def train_terms(paths: list[Path], weights: dict) -> None:
    train, dev = load(paths, 4 + SIZES["terms"][0])
    mean, deviation = scaling(train[:, 2:])
    net, priors = network(SIZES["terms"]), nn.Embedding(PRIORS, 1)
    nn.init.zeros_(priors.weight)

    def prepare(rows):
        return scaled(rows[:, 2:], mean, deviation), torch.tensor(rows[:, 0].astype("i8")), torch.tensor(rows[:, 1])

    def loss(features, bucket, count):
        out, prior = net(features), priors(bucket)[:, 0]
        once, again = out[:, 0] + prior, out[:, 1]
        some = logsigmoid(once) + logsigmoid(-again) + (count - 1).clamp(0, 8) * logsigmoid(again)
        return -torch.where(count > 0, some, logsigmoid(-once)).mean(), 4e-7 * (prior**2).sum()

    train, dev = prepare(train), prepare(dev)
    parameters = [*net.parameters(), *priors.parameters()]
    descend(parameters, len(train[0]), 8192, 4, 5e-3, lambda part: sum(loss(*(t[part] for t in train))), lambda: loss(*dev)[0])
    weights["terms"], weights["priors"] = plain(net, mean, deviation), priors.weight.detach().numpy()[:, 0]


def train_pairs(paths: list[Path], weights: dict) -> None:
    train, dev = load(paths, 3 + SIZES["pairs"][0])
    mean, deviation = scaling(train[:, 1:])
    net = network(SIZES["pairs"])

    def prepare(rows):
        return scaled(rows[:, 1:], mean, deviation), torch.tensor((rows[:, 0] > 0).astype("f4"))

    def loss(features, has):
        return binary_cross_entropy_with_logits(net(features)[:, 0], has)

    train, dev = prepare(train), prepare(dev)
    descend(net.parameters(), len(train[0]), 8192, 3, 5e-3, lambda part: loss(*(t[part] for t in train)), lambda: loss(*dev))
    weights["pairs"] = plain(net, mean, deviation)


def train_gains(paths: list[Path], weights: dict) -> None:
    train, dev = load(paths, 4 + SIZES["gain"][0])
    mean, deviation = scaling(train[:, 2:])
    net = network(SIZES["gain"])

    def prepare(rows):
        return scaled(rows[:, 2:], mean, deviation), torch.tensor(rows[:, 1] / GAIN_UNIT)

    def loss(features, gain):
        return smooth_l1_loss(net(features)[:, 0], gain)

    train, dev = prepare(train), prepare(dev)
    descend(net.parameters(), len(train[0]), 1024, 6, 2e-3, lambda part: loss(*(t[part] for t in train)), lambda: loss(*dev))
    weights["gain"] = plain(net, mean, deviation)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("step", choices=["new", "terms", "pairs", "gains"])
    parser.add_argument("examples", type=Path, nargs="*")
    parser.add_argument("--start", type=Path, help="weights to which this step adds")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()

    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    weights = read(args.start) if args.start else new()
    steps = {"terms": train_terms, "pairs": train_pairs, "gains": train_gains}
    if args.step in steps:
        steps[args.step](args.examples, weights)
    write(args.out, weights)


if __name__ == "__main__":
    main()
