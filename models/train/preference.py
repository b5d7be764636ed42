"""Fits a choice among supported drafts of composer and model, and measures it beside fixed orders.

    python preference.py --train train.jsonl --dev dev.jsonl

Both files are written by `scilit-eval drafts --writer model`, of contexts of the train and the
dev split. Of each place, two drafts that the check supports and that differ by MARGIN in ROUGE
against the sentence that was really written make a pair; a logistic regression on the differences
of their features learns which is the closer one. Truth comes first: unsupported drafts are in no
pair, as in the engine, and the weight of support is never negative. Only the standard library is
needed. The report compares, on dev, what the preference takes with fixed orders; it has not been
better than the order of engine/draft/choice.go, so the engine has no such weights.
"""

import argparse
import json
import math
import random
from pathlib import Path

FEATURES = ["support", "near", "far", "keywords", "fluency", "composed", "drafted", "words"]
BAR = 0.985  # as draftedBar in engine/draft/choice.go
MARGIN, STEPS, DECAY, RATE = 0.03, 1500, 1e-3, 1.5


def read(path):
    rows = [json.loads(line) for line in Path(path).open()]
    return [[d for d in r["drafts"] if d["supported"] and (d["features"]["support"] >= BAR or not d["features"]["drafted"])] for r in rows]


def vector(draft):
    return [draft["features"][name] for name in FEATURES]


def quality(draft):
    return sum(draft["rouge"].values()) / 3


def pairs(places):
    """Differences of features, the better draft minus the other; a place counts once."""
    for drafts in places:
        found = [[x - y for x, y in zip(vector(a), vector(b))] for a in drafts for b in drafts if quality(a) - quality(b) > MARGIN]
        for difference in found:
            yield difference, 1 / len(found)


def fit(places, names=FEATURES):
    data = list(pairs(places))
    use = [FEATURES.index(n) for n in names]
    total = sum(w for _, w in data)
    weights = [0.0] * len(FEATURES)
    for _ in range(STEPS):
        gradient = [DECAY * w for w in weights]
        for difference, share in data:
            z = sum(weights[i] * difference[i] for i in use)
            slope = -share / (1 + math.exp(min(50, z))) / total
            for i in use:
                gradient[i] += slope * difference[i]
        for i in use:
            weights[i] -= RATE * gradient[i]
        weights[0] = max(0.0, weights[0])
    return weights


def by(weights):
    return lambda d: sum(w * x for w, x in zip(weights, vector(d)))


def chosen(places, value, only=None):
    """What is taken at each place; where only names a writer, the composer where it has none."""
    taken = []
    for drafts in places:
        some = [d for d in drafts if only is None or bool(d["features"]["drafted"]) == only] or drafts
        taken.append(max(some, key=value) if some else None)
    return taken


def mean(values):
    return sum(values) / len(values)


def interval(a, b, seed=1, rounds=2000):
    """95 % of the mean difference of two choices, by bootstrap over places."""
    rng, differences = random.Random(seed), [x - y for x, y in zip(a, b)]
    means = sorted(mean(rng.choices(differences, k=len(differences))) for _ in range(rounds))
    return means[int(0.025 * rounds)], means[int(0.975 * rounds)]


def report(places, weights):
    orders = {
        "composer": chosen(places, lambda d: d["features"]["composed"], only=False),
        "model, keywords then likelihood": chosen(places, lambda d: (d["features"]["keywords"], d["features"]["fluency"]), only=True),
        "model, preference": chosen(places, by(weights), only=True),
        "all, keywords, model, likelihood": chosen(places, lambda d: tuple(d["features"][n] for n in ("keywords", "drafted", "fluency", "composed"))),
        "all, preference": chosen(places, by(weights)),
        "all, the closest (oracle)": chosen(places, quality),
    }
    base = [quality(d) if d else 0 for d in orders["composer"]]
    for name, taken in orders.items():
        got = [quality(d) if d else 0 for d in taken]
        low, high = interval(got, base)
        rouge = [100 * mean([d["rouge"][k] if d else 0 for d in taken]) for k in ("rouge1", "rouge2", "rougeL")]
        share = mean([bool(d and d["features"]["drafted"]) for d in taken])
        print(f"{name:34} ROUGE {rouge[0]:.2f} / {rouge[1]:.2f} / {rouge[2]:.2f}  over composer {100 * low:+.2f} to {100 * high:+.2f}  by the model {share:.2f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--train", required=True)
    parser.add_argument("--dev", required=True)
    args = parser.parse_args()
    train, dev = [p for p in read(args.train) if p], [p for p in read(args.dev) if p]
    weights = fit(train)
    print(f"{len(train)} places of train, {sum(1 for _ in pairs(train))} pairs; {len(dev)} of dev")
    print("  ".join(f"{n} {w:.2f}" for n, w in zip(FEATURES, weights)))
    report(dev, weights)


if __name__ == "__main__":
    main()
