"""Collects the general pairs of premise and hypothesis on which the judge is trained first.

    python judge_general.py --raw DIR --out FILE [--seed N]

--raw contains files from public repositories, under these names:

    mnli-dev.csv, snli-dev.csv, scitail-dev.csv, rte-train.csv   felipessalvatore/NLI_datasets (OANC; CC BY-SA; Apache-2.0)
    s1.test, s2.test, labels.test          OanaMariaCamburu/e-SNLI (SNLI, CC BY-SA 4.0)
    cad-train.tsv                          acmi-lab/counterfactually-augmented-data, NLI/all_combined (Apache-2.0)
    conj.tsv                               swarnaHub/ConjNLI, adversarial_train_15k.tsv (MIT)
    fever-dev.*                            FEVER's development claims (CC BY-SA 3.0), from asaakyan/covidfact, RTE-Fever; its other files are not used
    fsym-*.jsonl                           TalSchuster/FeverSymmetric (MIT)
    vr, vs                                 VitaminC, real and synthetic (CC BY-SA 3.0), TalSchuster/talschuster.github.io
    neg-*.txt                              mosharafhossain/negation-and-nli (its LICENSE.md)
    med.tsv                                verypluming/MED (CC BY-SA 4.0)
    pqal.json                              pubmedqa/pubmedqa (MIT), for judge_science.py
    ei-*.csv                               jayded/evidence-inference (MIT), for judge_science.py

HealthVer and SciFact are held out and not read. Each output line is {premise, hypothesis, label, source}; the label
is support, contradict, neither, or "not support" if the data set does not distinguish further.
"""

import argparse
import csv
import json
import random
from pathlib import Path

NAMES = {
    "entailment": "support", "contradiction": "contradict", "neutral": "neither", "not_entailment": "not support",
    "SUPPORTS": "support", "REFUTES": "contradict", "NOT ENOUGH INFO": "neither",
}
MOST = {  # maximum number of pairs per data set; larger for sets that resemble papers and claims or are varied
    "mnli": 20000, "vitaminc": 26000, "snli": 12000, "counterfactual": 8000, "conjunction": 5000, "fever": 9000,
    "vitaminc-synthetic": 4000, "monotone": 2000,
}
CHARACTERS = 500  # maximum length of a premise


def untokenised(text: str) -> str:
    for a, b in (("-LRB-", "("), ("-RRB-", ")"), ("-LSB-", "["), ("-RSB-", "]"), ("``", '"'), ("''", '"'),
                 (" ,", ","), (" .", "."), (" 's", "'s"), (" n't", "n't"), ("( ", "("), (" )", ")"), (" ;", ";"), (" :", ":"), (" %", "%")):
        text = text.replace(a, b)
    return " ".join(text.split())


def table(path: Path, premise: str, hypothesis: str, label: str, **kind):
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as lines:
        for row in csv.DictReader(lines, **kind):
            yield row[premise], row[hypothesis], row[label]


def lines(path: Path, premise: str, hypothesis: str, label: str):
    for line in path.open(encoding="utf-8"):
        row = json.loads(line)
        yield row[premise], row[hypothesis], row[label]


def columns(premises: Path, hypotheses: Path, labels: Path):
    read = [path.read_text(encoding="utf-8").split("\n") for path in (premises, hypotheses, labels)]
    yield from (row for row in zip(*read, strict=False) if all(row))


def sets(raw: Path):
    tab = {"delimiter": "\t", "quoting": csv.QUOTE_NONE}
    yield "mnli", table(raw / "mnli-dev.csv", "premise", "hypothesis", "label")
    yield "snli", table(raw / "snli-dev.csv", "premise", "hypothesis", "label")
    yield "snli", columns(raw / "s1.test", raw / "s2.test", raw / "labels.test")
    yield "scitail", table(raw / "scitail-dev.csv", "premise", "hypothesis", "label")
    yield "rte", table(raw / "rte-train.csv", "premise", "hypothesis", "label")
    yield "counterfactual", table(raw / "cad-train.tsv", "sentence1", "sentence2", "gold_label", **tab)
    yield "conjunction", table(raw / "conj.tsv", "Premise", "Hypothesis", "Label", **tab)
    yield "fever", columns(raw / "fever-dev.raw.input0", raw / "fever-dev.raw.input1", raw / "fever-dev.label")
    for part in ("dev", "test"):
        yield "fever-symmetric", lines(raw / f"fsym-{part}.jsonl", "evidence", "claim", "label")
    yield "vitaminc", lines(raw / "vr/vitaminc_real/test.jsonl", "evidence", "claim", "label")
    yield "vitaminc-synthetic", lines(raw / "vs/vitaminc_synthetic/test.jsonl", "evidence", "claim", "label")
    yield "negation", table(raw / "neg-MNLI.txt", "Text", "Hypothesis", "gold_label", **tab)
    yield "negation", table(raw / "neg-SNLI.txt", "Text", "Hypothesis", "gold_label", **tab)
    yield "monotone", table(raw / "med.tsv", "sentence1", "sentence2", "gold_label", **tab)


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--raw", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--seed", type=int, default=20261123)
    args = args.parse_args()
    rng = random.Random(args.seed)
    known: dict[str, list] = {}
    for source, rows in sets(args.raw):
        for premise, hypothesis, label in rows:
            if label in NAMES and premise and hypothesis and len(premise) < CHARACTERS:
                row = {"premise": untokenised(premise), "hypothesis": untokenised(hypothesis), "label": NAMES[label], "source": source}
                known.setdefault(source, []).append(row)
    with args.out.open("w") as out:
        for source, rows in known.items():
            rng.shuffle(rows)
            some = rows[: MOST.get(source, len(rows))]
            print(source, len(rows), {n: sum(r["label"] == n for r in some) for n in sorted({r["label"] for r in some})})
            out.writelines(json.dumps(r) + "\n" for r in some)


if __name__ == "__main__":
    main()
