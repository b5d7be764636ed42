"""Fits the weights of the linear reranker on what the first stage finds for contexts-dev.

    python weights.py LISTS...

LISTS are written by `scilit-lsp eval candidates --year-filter`, with keywords for one set of
weights and with --no-keywords for the other. Cross-entropy over the cited paper and the others
found, with a small ridge. Prints the weights, and recall and MRR by two-fold cross-validation over
the citing papers, with each feature left out once.
"""

import json
import sys
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

RIDGE = 2e-3


def read(paths):
    lists = []
    for path in paths:
        for line in Path(path).open():
            c = json.loads(line)
            if c["candidates"]:
                names = list(c["candidates"][0]["features"])
                ids = [x["id"] for x in c["candidates"]]
                rows = np.array([list(x["features"].values()) for x in c["candidates"]])
                lists.append((c["id"].split("#")[0], ids.index(c["cited"]) if c["cited"] in ids else -1, rows))
            else:
                lists.append((c["id"].split("#")[0], -1, None))
    return names, lists


def fit(lists, keep):
    found = [(target, rows[:, keep]) for _, target, rows in lists if target >= 0]

    def loss(w):
        total, slope = 0.0, np.zeros_like(w)
        for target, rows in found:
            s = rows @ w
            p = np.exp(s - s.max())
            p /= p.sum()
            total -= np.log(p[target] + 1e-30)
            slope += rows.T @ p - rows[target]
        return total / len(found) + RIDGE * w @ w, slope / len(found) + 2 * RIDGE * w

    return minimize(loss, np.zeros(len(keep)), jac=True, method="L-BFGS-B").x


def ranks(lists, keep, w):
    for _, target, rows in lists:
        if target < 0:
            yield 10**9
        else:
            s = rows[:, keep] @ w
            yield 1 + int((s > s[target]).sum())


def cross_validated(lists, keep):
    papers = sorted({paper for paper, _, _ in lists})
    half = set(papers[::2])
    parts = [[x for x in lists if x[0] in half], [x for x in lists if x[0] not in half]]
    r = np.array([*ranks(parts[0], keep, fit(parts[1], keep)), *ranks(parts[1], keep, fit(parts[0], keep))])
    recall = "  ".join(f"R@{k} {np.mean(r <= k):.3f}" for k in (1, 5, 10, 20, 100))
    return f"{recall}  MRR {np.mean(np.where(r <= 100, 1 / r, 0)):.3f}"


def main():
    names, lists = read(sys.argv[1:])
    everything = list(range(len(names)))
    print(f"{'all':16}", cross_validated(lists, everything))
    for i, name in enumerate(names):
        print(f"- {name:14}", cross_validated(lists, [j for j in everything if j != i]))
    for name, w in zip(names, fit(lists, everything)):
        print(f"{name:16} {w:.2f}")


if __name__ == "__main__":
    main()
