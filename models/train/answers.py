"""Fits engine/answer/weights.json, which predict the best answering sentence, and whether it answers the question.

    python answers.py ROWS [--half 0] [--refused 0.9] [--out engine/answer/weights.json]

ROWS is written by `scilit-eval answers --asked FILE --write ROWS`. --half fits only the questions about
that half of the papers (-1: all questions), and reports the other half. The first model ranks the
sentences of the question's paper with a softmax; the second is a logistic regression on the best
sentence of each question. If ROWS contains logits of claim-judge (a run with --models), a third model is
fitted instead: the probability that a sentence answers, given the first model's logit and the network's;
--out then keeps the other two models. Each question that names no paper is used twice more: asked of its
paper only, and asked without its paper, where nothing answers it. The minimum score is chosen so that
the share --refused of the latter is refused.
"""

import argparse
import json
from pathlib import Path

import numpy as np

FEATURES = ["words paper", "like paper", "missing in paper", "names missing", "order", "searched", "words asked",
            "words passage", "cosine", "words", "like", "pairs", "kind", "counts", "finding", "purpose", "cites",
            "own", "place", "told", "length"]
# known signs of weights: 1 is never negative, -1 never positive
SIGNS = {"words paper": 1, "like paper": 1, "missing in paper": -1, "names missing": -1, "order": 1, "words passage": 1,
         "cosine": 1, "words": 1, "like": 1, "pairs": 1, "kind": 1, "counts": 1, "purpose": -1, "cites": -1, "told": -1,
         "logit": 1}
# features of the second model; the length and form of a question are excluded, since they identify the data set
USED = ("logit", "like paper", "missing in paper", "names missing", "kind", "counts", "finding")
FORMAT = 3
JUDGED = ["logit", "answers"]


def bounds(names):
    low = np.array([0.0 if SIGNS.get(n) == 1 else -np.inf for n in names])
    high = np.array([0.0 if SIGNS.get(n) == -1 else np.inf for n in names])
    return low, high


def sentence_model(rows, ridge=0.02, steps=3000, rate=0.1):
    """Fits weights that rank answering sentences first among all sentences found."""
    data = [(np.array(r["features"]), np.array(r["gold"], float)) for r in rows if any(r["gold"])]
    every = np.vstack([x for x, _ in data])
    mean, scale = every.mean(0), every.std(0) + 1e-6
    low, high = bounds(FEATURES)
    w = np.zeros(len(FEATURES))
    for _ in range(steps):
        gradient = ridge * w
        for x, gold in data:
            z = (x - mean) / scale
            p = np.exp(z @ w - (z @ w).max())
            p /= p.sum()
            right = p * gold
            gradient -= z.T @ (right / max(right.sum(), 1e-9) - p) / len(data)
        w = np.clip(w - rate * gradient, low, high)
    return w / scale, -(w / scale * mean).sum()


def best(rows, model):
    """Returns the logit and the features of each question's best sentence."""
    out = []
    for r in rows:
        x = np.array(r["features"])
        logits = x @ model[0] + model[1]
        top = int(logits.argmax())
        out.append(np.append(logits[top], x[top]))
    return np.array(out)


def chosen(row, own, **changed):
    """Returns the question with only its own paper's sentences, or with only those of other papers."""
    at = [i for i, x in enumerate(row["own"]) if x == own]
    features = [list(row["features"][i]) for i in at]
    if own:
        for f in features:
            f[FEATURES.index("order")], f[FEATURES.index("searched")] = 1.0, 0.0
    return {**row, "features": features, "own": [own] * len(at), "gold": [row["gold"][i] for i in at], **changed}


def forms(rows):
    """Returns both variants of questions that name no paper: with only their paper, and without it."""
    asked = [r for r in rows if r["kind"] in ("words", "nearmiss")]
    alone, without = [chosen(r, True) for r in asked], [chosen(r, False, answers=False) for r in asked]
    return [r for r in alone if r["features"]], [r for r in without if r["features"]]


def answers_model(x, y, ridge=0.05, steps=3000, rate=0.2):
    names = ["logit", *FEATURES]
    keep = np.array([n in USED for n in names])
    mean, scale = x.mean(0), x.std(0) + 1e-6
    low, high = bounds(names)
    z, w, b = (x - mean) / scale, np.zeros(len(names)), 0.0
    for _ in range(steps):
        e = (1 / (1 + np.exp(-(z @ w + b))) - y) / len(y)
        w = np.clip(w - rate * (z.T @ e + ridge * w), low, high) * keep
        b -= rate * e.sum()
    return w / scale, b - (w / scale * mean).sum()


def judged_inputs(r, first):
    x = np.array(r["features"]) @ first[0] + first[1]
    return np.column_stack([x, np.array(r["judged"], float)])


def judged_model(rows, first, ridge=0.01, steps=4000, rate=0.05):
    """Fits the probability that a sentence answers, on all sentences scored by the network."""
    x, y = np.vstack([judged_inputs(r, first) for r in rows]), np.concatenate([np.array(r["gold"], float) for r in rows])
    mean, scale = x.mean(0), x.std(0)
    z, w, b = (x - mean) / scale, np.zeros(len(JUDGED)), 0.0
    for _ in range(steps):
        e = 1 / (1 + np.exp(-(z @ w + b))) - y
        w = np.maximum(w - rate * (z.T @ e / len(y) * 10 + ridge * w), 0)
        b -= rate * e.mean() * 10
    return w / scale, b - (w / scale * mean).sum()


def report_judged(name, rows, first, third, at):
    print(name)
    for kind in ("words", "named", "followup", "words, no answer", "nearmiss"):
        n = top = said = right = 0
        for r in rows:
            if kind != (r["kind"] if r["answers"] or r["kind"] == "nearmiss" else r["kind"] + ", no answer"):
                continue
            p = judged_inputs(r, first) @ third[0] + third[1]
            n, top, said = n + 1, top + r["gold"][int(p.argmax())], said + (p.max() >= at)
            right += p.max() >= at and r["gold"][int(p.argmax())]
        if n:
            print(f"  {kind:18} n {n:3}  gold first {top / n:.2f}  answered {said / n:.2f}  rightly {right / n:.2f}")


def report(name, rows, first, second, at):
    x = best(rows, first)
    p = 1 / (1 + np.exp(-(x @ second[0] + second[1])))
    print(name)
    for kind in ("words", "named", "followup", "words, no answer", "nearmiss"):
        n = hit = top = said = right = 0
        for r, score in zip(rows, p, strict=True):
            if kind != (r["kind"] if r["answers"] or r["kind"] == "nearmiss" else r["kind"] + ", no answer"):
                continue
            order = np.argsort(-(np.array(r["features"]) @ first[0]))
            gold = np.array(r["gold"])[order]
            n, hit, top, said = n + 1, hit + gold[:3].any(), top + gold[:1].any(), said + (score >= at)
            right += any(r["own"])
        if n:
            print(f"  {kind:18} n {n:3}  paper found {right / n:.2f}  gold first {top / n:.2f}  of three {hit / n:.2f}  answered {said / n:.2f}")


def fit_judged(rows, fit, options):
    made = json.loads(options.out.read_text())
    first = np.array(made["sentence"]["weights"]), made["sentence"]["bias"]
    weights, bias = judged_model(fit, first)
    scores = [(judged_inputs(r, first) @ weights + bias).max() for r in fit if not r["answers"]]
    third = weights, bias - np.quantile(scores, options.refused)
    report_judged("fitted", fit, first, third, 0)
    report_judged("the other half", [r for r in rows if r["half"] != options.half], first, third, 0)
    made["format"] = FORMAT
    made["judged"] = {"features": JUDGED, "weights": [round(float(v), 4) for v in third[0]], "bias": round(float(third[1]), 4)}
    options.out.write_text(json.dumps(made) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=Path)
    parser.add_argument("--half", type=int, default=0)
    parser.add_argument("--refused", type=float, default=0.9)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    rows = [r for r in map(json.loads, options.rows.open()) if r["features"]]
    fit = [r for r in rows if options.half < 0 or r["half"] == options.half]
    if rows[0].get("judged") and rows[0]["judged"][0] is not None:
        fit_judged(rows, fit, options)
        return
    first = sentence_model(fit)
    alone, without = forms(fit)
    asked = fit + alone + without
    second = answers_model(best(asked, first), np.array([float(r["answers"]) for r in asked]))
    second = (second[0], second[1] - np.quantile(best(without, first) @ second[0] + second[1], options.refused))
    report("fitted", fit, first, second, 0.5)
    report("the other half", [r for r in rows if r["half"] != options.half], first, second, 0.5)
    for i, feature in enumerate(FEATURES):
        print(f"  {feature:18} {first[0][i]:8.3f} {second[0][i + 1]:8.3f}")
    print(f"  logit {second[0][0]:.3f}")
    if options.out:
        def rounded(model, names):
            return {"features": names, "weights": [round(float(v), 4) for v in model[0]], "bias": round(float(model[1]), 4)}

        made = {"format": FORMAT, "sentence": rounded(first, FEATURES), "answers": rounded(second, ["logit", *FEATURES]), "judged": json.loads(options.out.read_text())["judged"], "min_score": 0.5}
        options.out.write_text(json.dumps(made) + "\n")


if __name__ == "__main__":
    main()
