"""Fits the calibration of engine/judge and reports it for claims about held-out papers.

    python judge_fit.py READINGS

READINGS is written by `scilit-eval judge CLAIMS PAPERS --read`: the network's probabilities of support and
contradiction, with human labels. Prints the weight and the bias for each line in engine/judge/judge.go, and
the calibration error with papers left out.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict

LEAST, FOLDS, BINS = 1e-4, 20, 10


def error(said, true) -> float:
    """Returns the expected calibration error."""
    bins = np.minimum((said * BINS).astype(int), BINS - 1)
    return sum(abs(said[bins == b].mean() - true[bins == b].mean()) * (bins == b).mean() for b in set(bins))


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("readings", type=Path)
    args = args.parse_args()
    rows = [json.loads(line) for line in args.readings.read_text().splitlines()]
    papers = [r["paper"] for r in rows]
    for label in ("support", "contradict"):
        p = np.clip([r[label] for r in rows], LEAST, 1 - LEAST)
        x, y = np.log(p / (1 - p))[:, None], np.array([r["label"] == label for r in rows])
        model = LogisticRegression(C=10).fit(x, y)
        left = cross_val_predict(model, x, y, groups=papers, cv=GroupKFold(FOLDS), method="predict_proba")[:, 1]
        print(f"{label}: weight {model.coef_[0, 0]:.3f}, bias {model.intercept_[0]:.3f}; calibration error "
              f"{error(np.array(p), y):.3f} before, {error(left, y):.3f} left out by paper")
        for least in (0.4, 0.5, 0.6, 0.7, 0.8):
            chosen = left >= least
            print(f"  from {least}: found {(chosen & y).sum() / y.sum():.3f}, precision {y[chosen].mean() if chosen.any() else 0:.3f}")


if __name__ == "__main__":
    main()
