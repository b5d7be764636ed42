"""Fits the weights of the rerankers on what the first stage finds for contexts-dev.

    python weights.py LISTS...

LISTS are written by `scilit-lsp eval candidates --year-filter`, with keywords for one set of
weights and with --no-keywords for the other. Cross-entropy over the cited paper and the others
found, with a small ridge. Prints the weights of the linear reranker, and recall and MRR by two-fold
cross-validation over the citing papers, with each feature left out once.

With --depth 100 the lists also say what the cross-encoder read. Then the same for the cascade: its
weights are fitted among the best by the linear reranker, for several numbers of them. Those that
run were fitted on lists with the year filter and without, given both.
"""

import json
import sys
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

RIDGE = 2e-3
DEPTHS = 10, 20, 30, 40, 60, 100
CROSS = "cross"


def read(paths):
    """(citing paper, place of the cited one or -1, features, which were read) of each context."""
    lists = []
    for path in paths:
        for line in Path(path).open():
            c = json.loads(line)
            found = c["candidates"]
            if found:
                names = list(found[0]["features"])
                ids = [x["id"] for x in found]
                rows = np.array([list(x["features"].values()) for x in found])
                target = ids.index(c["cited"]) if c["cited"] in ids else -1
                lists.append((c["id"].split("#")[0], target, rows, np.array([x["read"] for x in found])))
            else:
                lists.append((c["id"].split("#")[0], -1, None, None))
    return names, lists


def fit(lists, keep):
    found = [(target, rows[:, keep]) for _, target, rows, _ in lists if target >= 0]

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
    for _, target, rows, _ in lists:
        if target < 0:
            yield 10**9
        else:
            s = rows[:, keep] @ w
            yield 1 + int((s > s[target]).sum())


def best_read(lists, keep, w, depth):
    """The lists cut to the best of those that were read, and the rank of the cited paper where it is not among them."""
    cut, rest = [], []
    for paper, target, rows, was_read in lists:
        if rows is None:
            cut.append((paper, -1, None, None))
            rest.append(10**9)
            continue
        score = np.where(was_read, 1e6, 0) + rows[:, keep] @ w
        order = np.argsort(-score, kind="stable")
        rank = int(np.where(order == target)[0][0]) if target >= 0 else -1
        kept = order[: min(depth, int(was_read.sum()))]
        cut.append((paper, rank if 0 <= rank < len(kept) else -1, rows[kept], was_read[kept]))
        rest.append(rank + 1 if rank >= len(kept) else 10**9)
    return cut, rest


def cascade_ranks(lists, linear, w, keep, again, depth):
    cut, rest = best_read(lists, linear, w, depth)
    return [min(a, b) for a, b in zip(ranks(cut, keep, again), rest)]


def halves(lists):
    papers = sorted({x[0] for x in lists})
    half = set(papers[::2])
    return [x for x in lists if x[0] in half], [x for x in lists if x[0] not in half]


def report(r):
    r = np.array(r)
    recall = "  ".join(f"R@{k} {np.mean(r <= k):.3f}" for k in (1, 5, 10, 20, 100))
    return f"{recall}  MRR {np.mean(np.where(r <= 100, 1 / r, 0)):.3f}"


def cross_validated(lists, keep):
    a, b = halves(lists)
    return report([*ranks(a, keep, fit(b, keep)), *ranks(b, keep, fit(a, keep))])


def cascade_validated(lists, linear, keep, depth):
    a, b = halves(lists)
    all_ranks = []
    for test, train in ((a, b), (b, a)):
        w = fit(train, linear)
        again = fit(best_read(train, linear, w, depth)[0], keep)
        all_ranks += cascade_ranks(test, linear, w, keep, again, depth)
    return report(all_ranks)


def show(names, keep, w):
    print(", ".join(f"{names[j]} {x:.2f}" for j, x in zip(keep, w)))


def main():
    names, lists = read(sys.argv[1:])
    linear = [i for i, name in enumerate(names) if name != CROSS]
    print(f"{'linear':16}", cross_validated(lists, linear))
    for i in linear:
        print(f"- {names[i]:14}", cross_validated(lists, [j for j in linear if j != i]))
    w = fit(lists, linear)
    show(names, linear, w)
    if not any(x[3] is not None and x[3].any() for x in lists):
        return
    everything = list(range(len(names)))
    for depth in DEPTHS:
        print(f"cascade of {depth:<5}", cascade_validated(lists, linear, everything, depth))
        show(names, everything, fit(best_read(lists, linear, w, depth)[0], everything))


if __name__ == "__main__":
    main()
