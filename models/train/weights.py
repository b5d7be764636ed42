"""Fits the weights of the rerankers on the first stage's candidates, and reports them on fields left out.

    python weights.py --out ../../engine/search/ranking.json LISTS...

LISTS are written by `scilit-eval candidates` for contexts of several fields, with and without keywords,
and with and without the year filter; see models/README.md. The loss is the cross-entropy over the cited
paper and a sample of the others, with a small ridge. A context of a field that is in the memory of
citations is used twice, the second time without the memory.

Each field is ranked with weights fitted without it ("left out") and, for comparison, by the first stage
only ("fused"). The field in the memory is also ranked with the memory, with weights fitted without half
of its citing papers ("half").

Lists in which the cross-encoder scored candidates also yield the weights of the cascade, which are fitted
on these candidates.
"""

import argparse
import json
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from zlib import crc32

import numpy as np
from scipy.optimize import minimize

RIDGE = 2e-2
OTHERS = 50  # number of uncited candidates per list in a fit
DRAWS = 1000
MEMORY_WEIGHT = 3  # weight of the field in the citation graph, relative to every other field
TOGETHER = 0.16  # fitted on lists with --manuscript
MEMORY = "known", "cited", "nearest", "together"
CROSS = "cross"
# With keywords, these features made fields left out worse.
ONLY_WITHOUT_KEYWORDS = "bm25_place", "cosine_place", "to_last", "title_in_context", "last_in_title", "title_length", "abstract"


@dataclass
class List:
    field: str
    paper: str  # ID of the citing paper
    keywords: bool
    memory: bool  # whether the list has features of the citation graph
    rows: np.ndarray
    hit: np.ndarray
    read: np.ndarray
    cited: int  # number of cited works, including those not found


def read(paths, known):
    lists, names = [], []
    for path in paths:
        for line in Path(path).open():
            c = json.loads(line)
            if not c["candidates"]:
                continue
            names = list(c["candidates"][0]["features"])
            rows = np.array([list(x["features"].values()) for x in c["candidates"]], np.float32)
            cited = {c["cited"], *(c.get("also") or [])}
            hit = np.array([x["id"] in cited for x in c["candidates"]])
            was_read = np.array([x["read"] for x in c["candidates"]])
            memory = c["field"] == known
            if not memory:
                rows[:, [names.index(name) for name in MEMORY]] = 0
            lists.append(List(c["field"], c["id"].split("#")[0], bool(c["keywords"]), memory, rows, hit, was_read, len(cited)))
    return names, lists


def forgetful(lists, names):
    """Returns the lists with a memory, with its features removed."""
    columns = [names.index(name) for name in MEMORY]
    for x in lists:
        if x.memory:
            rows = x.rows.copy()
            rows[:, columns] = 0
            yield replace(x, rows=rows, memory=False)


def thinned(x, keep):
    """Returns the rows and hits of a list, with a sample of the uncited candidates."""
    others = np.random.default_rng(len(x.hit)).permutation(np.flatnonzero(~x.hit))[:OTHERS]
    at = np.sort(np.concatenate([np.flatnonzero(x.hit), others]))
    return x.rows[np.ix_(at, keep)], x.hit[at]


def fit(lists, keep):
    """Fits the weights. All fields weigh the same, except lists with a memory, which weigh more, since only they show the memory's value."""
    lists = [x for x in lists if x.hit.any()]
    count = Counter((x.field, x.memory) for x in lists)
    heavy = np.array([(MEMORY_WEIGHT if x.memory else 1) / count[x.field, x.memory] for x in lists])
    heavy /= heavy.sum()
    parts = [thinned(x, keep) for x in lists]
    rows, hit = np.vstack([p[0] for p in parts]), np.concatenate([p[1] / p[1].sum() for p in parts])
    sizes = np.array([len(p[1]) for p in parts])
    starts, of = np.concatenate([[0], np.cumsum(sizes)[:-1]]), np.repeat(np.arange(len(parts)), sizes)
    scale = rows.std(0) + 1e-6
    rows = rows / scale

    def loss(w):
        s = rows @ w
        s -= np.maximum.reduceat(s, starts)[of]
        e = np.exp(s)
        total = np.add.reduceat(e, starts)
        lost = np.log(total) - np.add.reduceat(hit * s, starts)
        slope = rows.T @ ((e / total[of] - hit) * heavy[of])
        return lost @ heavy + RIDGE * w @ w, slope + 2 * RIDGE * w

    w = minimize(loss, np.zeros(len(keep)), jac=True, method="L-BFGS-B", options={"maxiter": 60}).x
    return np.where(scale > 1e-5, w / scale, 0)


def named(names, keep, w):
    """Returns the weights by name. One of them cannot be fitted on lists without the manuscript's works."""
    weights = {names[i]: round(float(x), 4) for i, x in zip(keep, w)}
    return {**weights, "together": weights.get("together") or TOGETHER}


def recall(x, score):
    best = np.argsort(-score, kind="stable")
    return x.hit[best[:10]].sum() / min(10, x.cited), next((1 / (i + 1) for i, at in enumerate(best[:100]) if x.hit[at]), 0.0)


def fused(x, names):
    return x.rows[:, names.index("bm25")] + x.rows[:, names.index("cosine")]


def report(label, lists, names, keep, w):
    ours = np.array([recall(x, x.rows[:, keep] @ w) for x in lists])
    first = np.array([recall(x, fused(x, names)) for x in lists])
    gain = ours[:, 0] - first[:, 0]
    means = gain[np.random.default_rng(1).integers(0, len(gain), (DRAWS, len(gain)))].mean(1)
    low, high = np.percentile(means, [2.5, 97.5])
    print(
        f"  {label:24} n {len(lists):4}  fused {first[:, 0].mean():.3f} / {first[:, 1].mean():.3f}  ranked {ours[:, 0].mean():.3f} / {ours[:, 1].mean():.3f}"
        f"  gain {gain.mean():+.3f} ({low:+.3f} to {high:+.3f})"
    )


def validate(lists, names, keep, known):
    copies = list(forgetful(lists, names))
    fields = sorted({x.field for x in lists})
    for field in fields if len(fields) > 1 else []:
        w = fit([x for x in [*lists, *copies] if x.field != field], keep)
        report(f"{field}, left out", [x for x in [*lists, *copies] if x.field == field and not x.memory], names, keep, w)
    for half in 0, 1:
        inside = [x for x in lists if x.memory and crc32(x.paper.encode()) % 2 == half]
        papers = {x.paper for x in inside}
        w = fit([x for x in [*lists, *copies] if x.paper not in papers], keep)
        report(f"{known}, half {half + 1}", inside, names, keep, w)


def cut(x):
    """Returns the candidates scored by the cross-encoder."""
    return replace(x, rows=x.rows[x.read], hit=x.hit[x.read])


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--out", type=Path)
    args.add_argument("--known", default="cl-scisumm", help="field whose works are in the citation graph")
    args.add_argument("--drop", nargs="*", default=[], help="features to omit")
    args.add_argument("lists", nargs="+")
    args = args.parse_args()
    names, lists = read(args.lists, args.known)
    ranking = {"format": 1}
    for keywords, name in (True, "keywords"), (False, "without"):
        part = [x for x in lists if x.keywords == keywords]
        lack = (*args.drop, CROSS, *(ONLY_WITHOUT_KEYWORDS if keywords else ()))
        linear = [i for i, feature in enumerate(names) if feature not in lack]
        print(name)
        validate(part, names, linear, args.known)
        w = fit([*part, *forgetful(part, names)], linear)
        ranking[name] = named(names, linear, w)
        was_read = [cut(x) for x in part if x.read.any()]
        everything = [*linear, names.index(CROSS)]
        if was_read:
            validate(was_read, names, everything, args.known)
            again = fit([*was_read, *forgetful(was_read, names)], everything)
            ranking["cascade_" + name] = named(names, everything, again)
    if args.out:
        args.out.write_text(json.dumps(ranking, indent=2) + "\n")


if __name__ == "__main__":
    main()
