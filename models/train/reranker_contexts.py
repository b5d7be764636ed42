"""Converts citing sentences to the format read by `scilit-eval candidates`.

    python reranker_contexts.py --data DIR --multi multi.jsonl --citances citances.jsonl [--seed N]

--multi gets sentences that cite several papers, with up to two of them each. --citances gets 3,000 clean
sentences that cite one paper, without citation marks. All are from the train split.
"""

import argparse
import json
import random
from pathlib import Path

from data import MARKS, clean_citances, papers, read

PER_CONTEXT, CITANCES = 2, 3000


def multi(data: Path, known: dict, rng: random.Random):
    for c in read(data / "contexts-multi-train.jsonl.gz"):
        cited = [m["cited"] for m in c["cited"] if m["cited"] in known]
        for paper in rng.sample(cited, min(PER_CONTEXT, len(cited))):
            yield {**{k: c[k] for k in ("id", "citing", "citing_year", "context")}, "cited": paper, "also": [p for p in cited if p != paper]}


def citances(data: Path, known: dict, rng: random.Random):
    clean = [c for c in clean_citances(data) if c["cited"] in known]
    for c in rng.sample(clean, min(CITANCES, len(clean))):
        context = [MARKS.sub(" ", c["citation_sentence"])]
        yield {"id": f"{c['citing']}#{c['id']}", "citing": c["citing"], "citing_year": c["citing_year"], "context": context, "cited": c["cited"]}


def write(path: Path, rows) -> None:
    with path.open("w") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--data", type=Path, required=True)
    args.add_argument("--multi", type=Path, required=True)
    args.add_argument("--citances", type=Path, required=True)
    args.add_argument("--seed", type=int, default=20261121)
    args = args.parse_args()
    rng, known = random.Random(args.seed), papers(args.data)
    write(args.multi, multi(args.data, known, rng))
    write(args.citances, citances(args.data, known, rng))


if __name__ == "__main__":
    main()
