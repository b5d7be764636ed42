"""Fits the weights of the rerankers on what the first stage finds, and says how they do on fields left out.

    python weights.py --out ../../engine/ranking.json LISTS...

LISTS are written by `scilit-lsp eval candidates` for contexts of several fields, with keywords and
without, with the year filter and without; models/README.md has which. Cross-entropy over the cited
paper and a sample of the others, with a small ridge. A context of a field that the memory of
citations knows is read twice, the second time as if it knew nothing.

Each field is ranked by weights that were fitted without it ("left out"), and beside it by the first
stage alone ("fused"). The field that the memory knows is also ranked with its memory, by weights of
the other half of its citing papers ("halves").

Lists in which the cross-encoder has read candidates give the weights of the cascade too: these are
fitted among what it read.
"""

import argparse
import json
from dataclasses import dataclass, replace
from pathlib import Path
from zlib import crc32

import numpy as np
from scipy.optimize import minimize

RIDGE = 3e-3
OTHERS = 80  # candidates beside the cited ones that a fit looks at
DRAWS = 1000
MEMORY = "known", "cited", "nearest", "together"
CROSS = "cross"


@dataclass
class List:
    field: str
    paper: str  # the citing one
    keywords: bool
    memory: bool  # whether it has features of the memory of citations
    rows: np.ndarray
    hit: np.ndarray
    read: np.ndarray
    cited: int  # how many were cited, found or not


def read(paths):
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
            memory = bool(rows[:, names.index(MEMORY[0])].any())
            lists.append(List(c["field"], c["id"].split("#")[0], bool(c["keywords"]), memory, rows, hit, was_read, len(cited)))
    return names, lists


def forgetful(lists, names):
    """The lists with a memory, as they are without."""
    columns = [names.index(name) for name in MEMORY]
    for x in lists:
        if x.memory:
            rows = x.rows.copy()
            rows[:, columns] = 0
            yield replace(x, rows=rows, memory=False)


def thinned(x, keep):
    """Rows and hits of a list with a sample of those that were not cited."""
    others = np.random.default_rng(len(x.hit)).permutation(np.flatnonzero(~x.hit))[:OTHERS]
    at = np.sort(np.concatenate([np.flatnonzero(x.hit), others]))
    return x.rows[np.ix_(at, keep)], x.hit[at]


def fit(lists, keep):
    parts = [thinned(x, keep) for x in lists if x.hit.any()]
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
        slope = rows.T @ (e / total[of] - hit)
        return lost.mean() + RIDGE * w @ w, slope / len(parts) + 2 * RIDGE * w

    used = scale > 1e-5
    w = minimize(loss, np.zeros(len(keep)), jac=True, method="L-BFGS-B", options={"maxiter": 100}).x
    return np.where(used, w / scale, 0)


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


def validate(lists, names, keep):
    known = sorted({x.field for x in lists if x.memory and x.field != "within"})
    plain = [x for x in [*lists, *forgetful(lists, names)] if not (x.memory and x.field in known)]
    for field in sorted({x.field for x in lists}):
        w = fit([x for x in [*lists, *forgetful(lists, names)] if x.field != field], keep)
        report(f"{field}, left out", [x for x in plain if x.field == field], names, keep, w)
    for field in known:
        for half in 0, 1:
            inside = [x for x in lists if x.field == field and x.memory and crc32(x.paper.encode()) % 2 == half]
            papers = {x.paper for x in inside}
            w = fit([x for x in [*lists, *forgetful(lists, names)] if x.paper not in papers], keep)
            report(f"{field}, halves", inside, names, keep, w)


def cut(x, names, keep, w):
    """What the cross-encoder read."""
    return replace(x, rows=x.rows[x.read], hit=x.hit[x.read])


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--out", type=Path)
    args.add_argument("--drop", nargs="*", default=[], help="features to do without")
    args.add_argument("lists", nargs="+")
    args = args.parse_args()
    names, lists = read(args.lists)
    linear = [i for i, name in enumerate(names) if name != CROSS and name not in args.drop]
    ranking = {"format": 1}
    for keywords, name in (True, "keywords"), (False, "without"):
        part = [x for x in lists if x.keywords == keywords]
        print(name)
        validate(part, names, linear)
        w = fit([*part, *forgetful(part, names)], linear)
        ranking[name] = {names[i]: round(float(x), 3) for i, x in zip(linear, w)}
        was_read = [cut(x, names, linear, w) for x in part if x.read.any()]
        everything = [*linear, names.index(CROSS)]
        if was_read:
            validate(was_read, names, everything)
            again = fit([*was_read, *forgetful(was_read, names)], everything)
            ranking["cascade_" + name] = {names[i]: round(float(x), 3) for i, x in zip(everything, again)}
    if args.out:
        args.out.write_text(json.dumps(ranking, indent=2) + "\n")


if __name__ == "__main__":
    main()
