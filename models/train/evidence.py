"""Fits the weights for finding evidence, engine/evidence/weights.json.

    python evidence.py --train TRAIN --dev DEV --out ../../engine/evidence/weights.json

TRAIN and DEV are written by `scilit-eval explain --write` for contexts-train and contexts-dev. They contain
each citing sentence with the cited paper and with four other papers of the field. The model is a logistic
regression with a ridge. Cited and other papers have the same total weight, so that probabilities assume even
odds. A paper is scored by its closest passages.

The weights are fitted on TRAIN. The script reports DEV with the weights of TRAIN; each half of DEV's citing
papers with weights fitted on the other half; and each field with weights fitted only on the other field.
"""

import argparse
import json
from pathlib import Path
from zlib import crc32

import numpy as np

FALSE_ALARMS = 0.05
DRAWS = 1000
PASSAGE = ["cosine", "words", "pairs", "names", "focus", "length"]


def read(path):
    return [json.loads(line) for line in Path(path).open()]


def logistic(x, y, ridge, positive=None):
    """Returns weights and bias in the units of x, fitted by Newton's method on standardised features."""
    mean, scale = x.mean(0), x.std(0) + 1e-9
    z = np.hstack([(x - mean) / scale, np.ones((len(x), 1))])
    share = np.where(y > 0, 0.5 / y.mean(), 0.5 / (1 - y.mean()))
    w = np.zeros(z.shape[1])
    penalty = np.full(len(w), ridge * len(x))
    penalty[-1] = 0
    for _ in range(50):
        p = 1 / (1 + np.exp(-z @ w))
        gradient = z.T @ (share * (p - y)) + penalty * w
        hessian = (z * (share * p * (1 - p))[:, None]).T @ z + np.diag(penalty + 1e-9)
        step = np.linalg.solve(hessian, gradient)
        w -= step
        if np.abs(step).max() < 1e-8:
            break
    return w[:-1] / scale, w[-1] - (w[:-1] / scale * mean).sum()


def scored(rows, kind, model):
    return np.array([r[kind] for r in rows]) @ model[0] + model[1]


def fit(rows, kind, ridge=1e-3):
    return logistic(np.array([r[kind] for r in rows]), np.array([0.0 if r["swapped"] else 1.0 for r in rows]), ridge)


def auc(good, bad):
    order = np.concatenate([good, bad]).argsort(kind="stable").argsort() + 1
    return (order[: len(good)].sum() - len(good) * (len(good) + 1) / 2) / (len(good) * len(bad))


def report(name, scores, rows):
    swapped = np.array([r["swapped"] for r in rows])
    good, bad = scores[~swapped], scores[swapped]
    at = np.quantile(good, FALSE_ALARMS)
    citing = np.array([r["id"] for r in rows])
    names = sorted(set(citing))
    of = {n: np.flatnonzero(citing == n) for n in names}
    random, draws = np.random.default_rng(1), []
    for _ in range(DRAWS):
        take = np.concatenate([of[names[i]] for i in random.integers(len(names), size=len(names))])
        g, b = scores[take][~swapped[take]], scores[take][swapped[take]]
        draws.append((b < np.quantile(g, FALSE_ALARMS)).mean())
    low, high = np.quantile(draws, [0.025, 0.975])
    print(f"{name:34} n {len(good):5}  AUC {auc(good, bad):.3f}  found at {FALSE_ALARMS} {np.mean(bad < at):.3f} ({low:.3f} to {high:.3f})")
    return at


def passages(rows):
    x, y = [], []
    for r in rows:
        for p in (r["passages"] or [])[:1]:
            x.append(p)
            y.append(0.0 if r["swapped"] else 1.0)
    return np.array(x), np.array(y)


def half(row):
    return crc32(row["citing"].encode()) % 2


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--train", required=True)
    parser.add_argument("--dev", required=True)
    parser.add_argument("--ridge", type=float, default=1e-3)
    parser.add_argument("--out")
    a = parser.parse_args()
    train, dev = read(a.train), read(a.dev)
    old = json.loads((Path(__file__).parents[2] / "engine/evidence/weights.json").read_text())
    weights = {"format": 1}
    x, y = passages(train)
    w, bias = logistic(x, y, a.ridge)
    weights["passage"] = {"features": PASSAGE, "weights": [round(v, 4) for v in w], "bias": round(bias, 4)}
    for kind in "claim", "context":
        model = fit(train, kind, a.ridge)
        report(f"dev, by train, {kind}", scored(dev, kind, model), dev)
        at = np.quantile([s for s, r in zip(scored(train, kind, model), train) if not r["swapped"]], FALSE_ALARMS)
        bad = [s < at for s, r in zip(scored(dev, kind, model), dev) if r["swapped"]]
        good = [s < at for s, r in zip(scored(dev, kind, model), dev) if not r["swapped"]]
        print(f"    at the threshold of train: found {np.mean(bad):.3f}, false alarms {np.mean(good):.3f}")
        halves = np.zeros(len(dev))
        for side in 0, 1:
            other = fit([r for r in dev if half(r) != side], kind, a.ridge)
            mine = [i for i, r in enumerate(dev) if half(r) == side]
            halves[mine] = scored([dev[i] for i in mine], kind, other)
        report(f"dev, by its other half, {kind}", halves, dev)
        for field in sorted({r["field"] for r in train}):
            other = fit([r for r in train if r["field"] != field], kind, a.ridge)
            report(f"{field} left out, {kind}", scored([r for r in train if r["field"] == field], kind, other), [r for r in train if r["field"] == field])
        names = old[kind]["features"]
        for name, v, spread in zip(names, model[0], np.array([r[kind] for r in train]).std(0)):
            print(f"    {name:20} {v:8.3f}  {v * spread:7.3f} per standard deviation")
        weights[kind] = {"features": names, "weights": [round(v, 4) for v in model[0]], "bias": round(model[1], 4)}
        weights[f"related_{kind}"] = round(float(1 / (1 + np.exp(-at))), 4)
    if a.out:
        Path(a.out).write_text(json.dumps(weights, indent=1) + "\n")


if __name__ == "__main__":
    main()
