"""Calibrates the judge on claims that people wrote, and writes its network for engine/judge.

    python judge_fit.py --network FILE --pairs FILE --examples FILE --out FILE

--network is judge.py's. --pairs are those of "scilit-eval judge CLAIMS PAPERS --pairs", --examples
the same as "scilit-eval examples judge" writes them. The figures are of claims about papers, and of
papers from sources, that the calibration was not fitted on.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from judge import LABELS, Examples, Network, judged, read, write
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss, roc_auc_score
from sklearn.model_selection import GroupKFold, LeaveOneGroupOut, cross_val_predict

LEAST, FOLDS = 1e-4, 20


def loaded(path: Path, examples: Path):
    saved = torch.load(path, weights_only=False)
    vectors, lemmas, pairs = [], [], []
    read(examples, vectors, lemmas, pairs)
    some = Examples.__new__(Examples)
    some.known, some.mean, some.scale = saved["lemmas"], saved["mean"], saved["scale"]
    some.index(vectors, lemmas, [(*p[:4], p[4][: len(some.mean)]) for p in pairs])
    model = Network(len(some.mean))
    model.load_state_dict(saved["state"])
    return model, some


def logits(p):
    """The logit of a contradiction as a column."""
    p = np.clip(p[:, 1:2].astype(float), LEAST, 1 - LEAST)
    return np.log(p / (1 - p))


def shown(name: str, p, labels) -> None:
    truth = labels == 1
    print(f"{name}: AUC {roc_auc_score(truth, p):.3f}  loss {log_loss(truth, p):.3f}")
    for least in np.arange(0.4, 0.85, 0.05):
        said = labels[p >= least]
        counts = ", ".join(f"{(said == i).sum()} {label}" for i, label in enumerate(LABELS))
        print(f"  from {least:.2f}: found {(said == 1).sum() / truth.sum():.3f}, precision {(said == 1).mean() if len(said) else 0:.3f} ({counts})")


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("network", "pairs", "examples", "out"):
        args.add_argument(f"--{name}", type=Path, required=True)
    args = args.parse_args()
    torch.set_num_threads(1)
    model, examples = loaded(args.network, args.examples)
    rows = [json.loads(line) for line in args.pairs.open()]
    x = logits(judged(model, examples, list(range(len(rows)))))
    labels = np.array([LABELS.index(r["label"]) for r in rows])
    fit = LogisticRegression(max_iter=2000)
    for name, folds in (("paper", GroupKFold(FOLDS)), ("source", LeaveOneGroupOut())):
        p = cross_val_predict(fit, x, labels == 1, groups=[r[name] for r in rows], cv=folds, method="predict_proba")
        shown(f"left out by {name}", p[:, 1], labels)
    fit.fit(x, labels == 1)
    calibration = {"weight": round(float(fit.coef_[0, 0]), 5), "bias": round(float(fit.intercept_[0]), 5)}
    print(calibration)
    write(args.out, model, examples, {"calibration": calibration})


if __name__ == "__main__":
    main()
