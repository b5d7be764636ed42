"""Makes the judge's training pairs from drafted citing sentences labelled by readers.

    python judge_drafts.py --drafts written/drafts.jsonl.gz --out FILE --held FILE [--seed N]

Each line of --drafts is {id, title, source, draft, labels}: the sentence of the paper that the draft
reports ("" for the title), the draft with [A] for the citation, and the means of the readers' labels:
faithful, grammar and alone from 0 to 1, usable from 0 to 2. The drafts of every eighth paper are written to --held.
"""

import argparse
import gzip
import json
import random
from pathlib import Path
from zlib import crc32

NAMES = "Lee et al."
RELATION = 0.25  # share of drafts also used as claims


def pair(row: dict) -> dict:
    premise = " ".join(f"{row['title'].rstrip('. ')}. {row['source']}".split())
    faithful, grammar, alone, usable = row["labels"]
    label = {"faithful": faithful, "grammar": grammar, "alone": alone, "usable": usable / 2}
    return {"premise": premise, "hypothesis": row["draft"].replace("[A]", NAMES), "label": label, "source": "draft", "weight": 1.0}


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--drafts", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--held", type=Path, required=True)
    args.add_argument("--seed", type=int, default=3)
    args = args.parse_args()
    rng = random.Random(args.seed)
    with gzip.open(args.drafts, "rt") as lines, args.out.open("w") as out, args.held.open("w") as held:
        for row in map(json.loads, lines):
            p = pair(row)
            held_out = crc32(row["id"].encode()) % 8 == 0
            print(json.dumps(p), file=held if held_out else out)
            if not held_out and rng.random() < RELATION:
                label = "support" if p["label"]["faithful"] > 0.5 else "not support"
                print(json.dumps({**p, "label": label, "source": "draft-relation", "weight": 0.5}), file=out)


if __name__ == "__main__":
    main()
