"""Fits the weights of engine/choice on real citing sentences.

    python choice.py --train train.jsonl train-body.jsonl --dev dev.jsonl --out ../../../engine/choice/choice.json

The files are written by `scilit-eval choice --examples`. The weights of statements are fitted with a
conditional logit model: each list contains the statements of a cited paper, and the target is the softmax of
their ROUGE against the author's sentence. The weights of forms are fitted with a multinomial logit model. The
result is deterministic. --field fits on only one field, to measure the others.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

TEMPERATURE = 0.04  # temperature of the softmax over ROUGE
ROUGE_L = 0.4  # share of ROUGE-L in the target; the rest is ROUGE-1
WITHOUT_CONTEXT = 0.35  # weight of citing sentences whose context is unknown
RIDGE = 300.0
FORM_RIDGE = 20.0
FORMS = ["result", "mention", "use", "fact", "contrast", "definition", "quotation"]
LISTED = ("citing", "form", "context", "field", "keywords", "intent", "body")


class Lists:
    def __init__(self, paths, field=None):
        self.lists, self.forms, self.names, self.form_names = [], [], None, None
        rows, gains, r1 = [], [], []
        for path in paths:
            with Path(path).open() as lines:
                head = json.loads(next(lines))
                self.names, self.form_names = head["features"], head["forms"]
                for line in lines:
                    row = json.loads(line)
                    if field and row["field"] != field:
                        continue
                    if not row["intent"] and not row["body"]:
                        self.forms.append({k: row[k] for k in ("citing", "form", "place", "context", "field")})
                    kept = [i for i, x in enumerate(row["rows"]) if x]
                    if len(kept) < 2:
                        continue
                    rows += [np.array(row["rows"][i], dtype=np.float32) for i in kept]
                    r1 += [row["r1"][i] for i in kept]
                    gains += [(1 - ROUGE_L) * row["r1"][i] + ROUGE_L * row["rl"][i] for i in kept]
                    self.lists.append({**{k: row[k] for k in LISTED}, "n": len(kept), "r1": tuple(row["r1"])})
        self.x, self.gains, self.r1 = np.stack(rows), np.array(gains), np.array(r1)
        self.sizes = np.array([row["n"] for row in self.lists])
        self.starts = np.r_[0, np.cumsum(self.sizes)[:-1]]
        self.list_of = np.repeat(np.arange(len(self.sizes)), self.sizes)

    def weights(self):
        variants = {}
        for row in self.lists:
            key = (row["citing"], row["form"], row["r1"])
            variants[key] = variants.get(key, 0) + 1
        return np.array(
            [(1 if r["context"] else WITHOUT_CONTEXT) / variants[r["citing"], r["form"], r["r1"]] for r in self.lists]
        )

    def softmax(self, z):
        z = np.exp(z - np.maximum.reduceat(z, self.starts)[self.list_of])
        return z / np.add.reduceat(z, self.starts)[self.list_of]


def fit_statements(data, ridge):
    deviation = data.x.std(0) + 1e-3
    x = data.x / deviation
    x -= (np.add.reduceat(x, data.starts) / data.sizes[:, None])[data.list_of]
    target, w = data.softmax(data.gains / TEMPERATURE), data.weights()[data.list_of]

    def loss(b):
        p = data.softmax(x @ b)
        return -(w * target * np.log(p + 1e-12)).sum() + ridge * b @ b / 2, x.T @ (w * (p - target)) + ridge * b

    return minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 200}).x / deviation


def fit_forms(data):
    x = np.array([r["place"] for r in data.forms])
    x = np.column_stack([np.ones(len(x)), x])
    y = np.array([FORMS.index(r["form"]) for r in data.forms])
    w = np.array([1 if r["context"] else WITHOUT_CONTEXT for r in data.forms])
    deviation = np.maximum(x.std(0), 0.05)
    deviation[0] = 1
    x /= deviation
    hot = np.eye(len(FORMS))[y]

    def loss(flat):
        b = flat.reshape(x.shape[1], -1)
        z = x @ b
        z -= z.max(1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(1, keepdims=True))
        penalty = FORM_RIDGE * (b[1:] ** 2).sum() / 2
        slope = x.T @ (w[:, None] * (np.exp(logp) - hot))
        slope[1:] += FORM_RIDGE * b[1:]
        return -(w[:, None] * hot * logp).sum() + penalty, slope.ravel()

    b = minimize(loss, np.zeros(x.shape[1] * len(FORMS)), jac=True, method="L-BFGS-B", options={"maxiter": 200}).x
    return b.reshape(x.shape[1], -1) / deviation[:, None]


def report(data, b, forms):
    scores = data.x @ b
    for field in sorted({r["field"] for r in data.lists}):
        for context in (True, False):
            for kind in ("keywords", "intent", ""):
                some = [
                    i
                    for i, r in enumerate(data.lists)
                    if r["field"] == field and r["context"] == context and not r["body"] and kind == ("keywords" if r["keywords"] else "intent" if r["intent"] else "")
                ]
                if not some:
                    continue
                got, best, mean = [], [], []
                for i in some:
                    at = slice(data.starts[i], data.starts[i] + data.sizes[i])
                    got.append(data.r1[at][np.argmax(scores[at])])
                    best.append(data.r1[at].max())
                    mean.append(data.r1[at].mean())
                print(
                    f"{field:7} {'context' if context else 'none':8} {kind:9} n {len(some):5}  ROUGE-1 {np.mean(got):.4f}"
                    f"  oracle {np.mean(best):.4f}  mean {np.mean(mean):.4f}"
                )
    for field in sorted({r["field"] for r in data.forms}):
        for context in (True, False):
            some = [r for r in data.forms if r["field"] == field and r["context"] == context]
            if some:
                report_forms(f"{field:7} {'context' if context else 'none':8}", some, forms)


def report_forms(name, some, forms):
    z = np.array([[1, *r["place"]] for r in some]) @ forms
    logp = z - z.max(1, keepdims=True)
    logp -= np.log(np.exp(logp).sum(1, keepdims=True))
    y = np.array([FORMS.index(r["form"]) for r in some])
    share = np.bincount(y, minlength=len(FORMS)) / len(y)
    alone = -np.log(share[y]).mean()
    print(f"{name} forms n {len(y):5}  nats {-logp[np.arange(len(y)), y].mean():.3f}  of their own shares {alone:.3f}  top {(z.argmax(1) == y).mean():.3f}")
    print("   ", dict(zip(FORMS, share.round(3).tolist())))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--train", required=True, nargs="+")
    parser.add_argument("--dev", nargs="+")
    parser.add_argument("--field", help="fit only on this field")
    parser.add_argument("--ridge", type=float, default=RIDGE)
    parser.add_argument("--out")
    args = parser.parse_args()
    data = Lists(args.train, args.field)
    b, forms = fit_statements(data, args.ridge), fit_forms(data)
    if args.dev:
        report(Lists(args.dev), b, forms)
    if args.out:
        names = ["bias", *data.form_names]
        model = {
            "statements": {n: round(float(v), 4) for n, v in zip(data.names, b)},
            "forms": {f: {n: round(float(v), 4) for n, v in zip(names, forms[:, k])} for k, f in enumerate(FORMS)},
        }
        Path(args.out).write_text(json.dumps(model, indent=1) + "\n")


if __name__ == "__main__":
    main()
