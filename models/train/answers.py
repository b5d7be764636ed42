"""Fits the weights by which passages answer a question: engine/answer/weights.json.

    python answers.py ROWS --out ../../engine/answer/weights.json

ROWS is written by `scilit-eval answers --write`, set after set: questions with the passages of papers that answer
them, and of papers that do not. Logistic regression with a ridge over the three best passages of each question; passages that
answer and others weigh the same in all. Some weights have a lower bound, which costs nothing and keeps the passages of one
paper in an order that makes sense. The least score is that at which the papers do not say for 95 % of
the questions that they do not answer, the sets of such questions weighing the same: one for papers that are named and one for those that
were searched. The bias and the weight of "searched" are moved so that both are .5.

Reported is each half of the questions by weights and a least score of the other; the weights are fitted on both.
"""

import argparse
import json
from pathlib import Path
from zlib import crc32

import numpy as np

from evidence import auc, read

FEATURES = ["cosine", "words", "words sentence", "words paper", "pairs", "missing in paper", "searched", "words asked",
            "like paper", "counts"]
LOWEST = np.array([1.0, 1.0, 0.5, -np.inf, 0.3] + [-np.inf] * 5)
PASSAGES = 3
SILENT = 0.95


def passages(rows):
    x, y = [], []
    for r in rows:
        for features, source in list(zip(r["features"], r["sources"]))[:PASSAGES]:
            if source or not r["answers"]:
                x.append(features)
                y.append(1.0 if source else 0.0)
    return np.array(x), np.array(y)


def bounded(x, y, ridge=1e-3, steps=4000, rate=0.5):
    """Weights and bias in the units of x, none below LOWEST, by projected gradients over standardised features."""
    mean, scale = x.mean(0), x.std(0) + 1e-9
    z = np.hstack([(x - mean) / scale, np.ones((len(x), 1))])
    share = np.where(y > 0, 0.5 / y.mean(), 0.5 / (1 - y.mean()))
    lowest, w = np.append(LOWEST * scale, -np.inf), np.zeros(z.shape[1])
    for _ in range(steps):
        p = 1 / (1 + np.exp(-z @ w))
        w = np.maximum(w - rate * (z.T @ (share * (p - y)) / len(x) + ridge * np.append(w[:-1], 0)), lowest)
    return w[:-1] / scale, w[-1] - (w[:-1] / scale * mean).sum()


def best(rows, model):
    """The score of the best passage of each question, 0 where there is none."""
    return np.array([max((1 / (1 + np.exp(-(np.array(f) @ model[0] + model[1]))) for f in r["features"]), default=0.0) for r in rows])


def least(rows, scores):
    silent = {s: scores[[i for i, r in enumerate(rows) if r["set"] == s]] for s in sorted({r["set"] for r in rows if not r["answers"]})}
    grid = np.arange(0, 1.001, 0.005)
    shares = [np.mean([(x < at).mean() for x in silent.values()]) for at in grid]
    return float(next((at for at, share in zip(grid, shares) if share >= SILENT), 1.0))


def is_searched(row):
    return any(f[FEATURES.index("searched")] > 0 for f in row["features"])


def levelled(rows, model):
    """The model with both least scores at .5."""
    weights, bias, scores, odds = model[0].copy(), model[1], best(rows, model), {}
    for kind in (False, True):
        of = [i for i, r in enumerate(rows) if is_searched(r) == kind]
        at = least([rows[i] for i in of], scores[of])
        odds[kind] = np.log(at / (1 - at))
    weights[FEATURES.index("searched")] -= odds[True] - odds[False]
    return weights, bias - odds[False]


def report(name, rows, scores, at):
    good = np.array([r["answers"] for r in rows])
    print(f"{name}: AUC {auc(scores[good], scores[~good]):.3f}  at {at:.3f}", end="")
    for s in sorted({r["set"] for r in rows}):
        of = [i for i, r in enumerate(rows) if r["set"] == s]
        said = (scores[of] >= at).mean()
        print(f"  {s} {'answered' if rows[of[0]]['answers'] else 'silent'} {said if rows[of[0]]['answers'] else 1 - said:.3f} of {len(of)}", end="")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows")
    parser.add_argument("--out")
    options = parser.parse_args()
    rows = read(options.rows)
    half = [crc32(r["id"].removesuffix("-swapped").encode()) % 2 for r in rows]
    for name, fitted in (("fitted on the first half", 0), ("fitted on the second half", 1)):
        train = [r for r, h in zip(rows, half) if h == fitted]
        other = [r for r, h in zip(rows, half) if h != fitted]
        model = levelled(train, bounded(*passages(train)))
        report(name, other, best(other, model), 0.5)
    model = levelled(rows, bounded(*passages(rows)))
    report("fitted on all", rows, best(rows, model), 0.5)
    for feature, weight in zip(FEATURES, model[0]):
        print(f"  {feature:18} {weight:8.3f}")
    if options.out:
        weights = {"format": 1, "features": FEATURES, "weights": [round(float(w), 4) for w in model[0]], "bias": round(float(model[1]), 4), "min_score": 0.5}
        Path(options.out).write_text(json.dumps(weights) + "\n")


if __name__ == "__main__":
    main()
