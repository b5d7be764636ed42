"""Trains and calibrates the forest that weighs the comparisons of engine/check.

    python verifier.py --train train.jsonl --dev dev.jsonl --out ../../engine/check/forest.bin

Both files are written by `scilit-eval faithfulness --examples`, for papers of the train split and of
the dev split. Claims are weighted so that half of them are true and all kinds of false claims count
the same. Half of the dev papers are used to fit calibration and threshold. The other half is reported:
only the rules, the forest without the rules' features, and both together.
"""

import argparse
import json
import zlib
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from sklearn.ensemble import HistGradientBoostingClassifier

FALSE_ALARMS = 0.10
HARD_SCORE = 0.05  # score of a claim with a flaw found by the rules, as in engine/check/forest.go
# Features of the rules, omitted for the forest that is measured without them.
COUNTED = ("names", "numbers", "denials", "contrary", "comparisons", "stronger", "hedge")
NODE = np.dtype([("feature", "<i4"), ("threshold", "<f4"), ("left", "<i4"), ("right", "<i4"), ("value", "<f4")])


def read(path):
    with Path(path).open() as lines:
        names = json.loads(next(lines))
        rows = [json.loads(line) for line in lines]
    return names, rows, np.array([r["features"] for r in rows], dtype=np.float32)


def kind(row):
    return "true:" + row["source"] if row["kind"] == "true" else row["kind"]


def weights(rows):
    kinds = np.array([kind(r) for r in rows])
    w = np.zeros(len(rows))
    true_kinds = sorted({k for k in kinds if k.startswith("true")})
    # A source counts by its share of the true claims, but at least a tenth.
    for true in (True, False):
        some = [k for k in sorted(set(kinds)) if k.startswith("true") == true]
        shares = np.array([max(0.1, (kinds == k).sum() / sum((kinds == t).sum() for t in true_kinds)) if true else 1.0 for k in some])
        for k, share in zip(some, shares / shares.sum()):
            w[kinds == k] = share / (kinds == k).sum()
    return w * len(rows) / w.sum()


def boosted(x, y, w, rounds):
    model = HistGradientBoostingClassifier(
        max_iter=rounds, learning_rate=0.08, max_leaf_nodes=24, min_samples_leaf=40, l2_regularization=1.0, max_features=0.5, random_state=1
    )
    return model.fit(x, y, sample_weight=w)


def logistic(columns, y, w):
    x = np.column_stack([np.ones(len(y)), *columns])

    def loss(b):
        z = x @ b
        p = 1 / (1 + np.exp(-z))
        return (w * (np.logaddexp(0, z) - y * z)).sum() / w.sum() + 1e-5 * b @ b, x.T @ (w * (p - y)) / w.sum() + 2e-5 * b

    return minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B").x


def halves(rows):
    """Splits claims into halves, with all claims about a paper in the same half."""
    return np.array([zlib.crc32(r["id"].split("#")[0].encode()) % 2 == 0 for r in rows])


def weighted_quantile(values, w, q):
    order = np.argsort(values)
    return values[order][np.searchsorted(np.cumsum(w[order]) / w.sum(), q)]


def report(name, rows, flagged, w):
    kinds = np.array([kind(r) for r in rows])
    fields = np.array([r["field"] for r in rows])
    for field in ["", *sorted(set(fields))]:
        at = (fields == field) | (field == "")
        true = at & np.char.startswith(kinds, "true")
        found = "  ".join(f"{k} {flagged[at & (kinds == k)].mean():.3f}" for k in sorted(set(kinds[at])))
        print(f"{name:8} {field:7} false alarms {np.average(flagged[true], weights=w[true]):.3f}  {found}")


def nodes_of(model):
    roots, parts, offset = [], [], 0
    for (tree,) in model._predictors:
        leaf = tree.nodes["is_leaf"].astype(bool)
        part = np.zeros(len(tree.nodes), NODE)
        part["feature"] = np.where(leaf, -1, tree.nodes["feature_idx"])
        part["threshold"] = tree.nodes["num_threshold"]
        part["left"], part["right"] = tree.nodes["left"] + offset, tree.nodes["right"] + offset
        part["value"] = tree.nodes["value"]
        roots.append(offset)
        parts.append(part)
        offset += len(part)
    return roots, np.concatenate(parts)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--train", required=True)
    parser.add_argument("--dev", required=True)
    parser.add_argument("--out")
    parser.add_argument("--rounds", type=int, default=220)
    args = parser.parse_args()
    names, rows, x = read(args.train)
    _, dev, dev_x = read(args.dev)
    y = np.array([r["kind"] == "true" for r in rows])
    dev_y, dev_w = np.array([r["kind"] == "true" for r in dev]), weights(dev)
    fit = halves(dev)
    model = boosted(x, y, weights(rows), args.rounds)
    odds = model.decision_function(dev_x)
    keep = [i for i, n in enumerate(names) if not any(c in n for c in COUNTED)]
    alone = boosted(x[:, keep], y, weights(rows), args.rounds).decision_function(dev_x[:, keep])
    hard = np.array([r["hard"] for r in dev])
    bias, slope = logistic([odds[fit & ~hard]], dev_y[fit & ~hard], dev_w[fit & ~hard])
    p = 1 / (1 + np.exp(-(bias + slope * odds)))
    test = [r for r, f in zip(dev, fit) if not f]
    p[hard] = np.minimum(p[hard], HARD_SCORE)
    alone_cut = weighted_quantile(alone[fit & dev_y], dev_w[fit & dev_y], FALSE_ALARMS)
    report("rules", test, np.array([r["flaw"] != "" for r in test]), dev_w[~fit])
    report("forest", test, alone[~fit] < alone_cut, dev_w[~fit])
    threshold = weighted_quantile(p[fit & dev_y], dev_w[fit & dev_y], FALSE_ALARMS)
    report("fused", test, p[~fit] < threshold, dev_w[~fit])
    for low in np.arange(0, 1, 0.1):
        at = ~fit & (p >= low) & (p < low + 0.1)
        print(f"  said {low:.1f}..{low + 0.1:.1f}: true {np.average(dev_y[at], weights=dev_w[at]):.3f} of {at.sum()}")
    print(f"threshold {threshold:.3f}")
    if args.out:
        roots, nodes = nodes_of(model)
        head = {
            "format": 1,
            "features": names,
            "roots": roots,
            "nodes": len(nodes),
            "base": float(model._baseline_prediction.ravel()[0]),
            "bias": float(bias),
            "slope": float(slope),
            "threshold": round(float(threshold), 3),
        }
        Path(args.out).write_bytes((json.dumps(head, separators=(",", ":")) + "\n").encode() + nodes.tobytes())


if __name__ == "__main__":
    main()
