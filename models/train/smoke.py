"""Reduces the training data so that each step of train.sh runs in a minute.

    python smoke.py --data DIR --out DIR

Keeps a few citations of each kind, the cited papers, and some papers with full text.
"""

import argparse
import gzip
import json
from itertools import islice
from pathlib import Path

CITATIONS = {
    "contexts-train": 60, "contexts-multi-train": 40, "contexts-titleonly-train": 600, "citances-train": 300, "contexts-dev": 40, "contexts-test": 5,
    "contexts-multi-dev": 5, "contexts-multi-test": 5, "contexts-titleonly-dev": 5, "contexts-titleonly-test": 5, "citances-dev": 5, "citances-test": 5,
    "acl-titles": 200,
}
OTHERS = 250  # number of other papers per corpus, besides the cited ones


def first(path: Path, n: int) -> list[dict]:
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in islice(lines, n)]


def cited(c: dict) -> list:
    return [m["cited"] for m in c["cited"]] if isinstance(c.get("cited"), list) else [c.get("cited")]


def chosen(path: Path, wanted: set):
    """Yields the lines of the cited papers and of the first others. Only papers with full text count."""
    others = 0
    with gzip.open(path, "rt") as lines:
        for line in lines:
            paper = json.loads(line)
            full = bool(paper.get("Content", {}).get("Fullbody_Parsed"))
            if paper["Id"] in wanted or full and others < OTHERS:
                others += paper["Id"] not in wanted
                yield paper


def write(path: Path, rows) -> None:
    with gzip.open(path, "wt") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--data", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args = args.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    wanted = set()
    for name, n in CITATIONS.items():
        rows = first(args.data / f"{name}.jsonl.gz", n)
        wanted.update(p for c in rows for p in cited(c) if isinstance(p, str))
        write(args.out / f"{name}.jsonl.gz", rows)
    for name in ("acl", "biomed"):
        write(args.out / f"{name}.jsonl.gz", chosen(args.data / f"{name}.jsonl.gz", wanted))


if __name__ == "__main__":
    main()
