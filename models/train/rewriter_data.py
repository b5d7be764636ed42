"""Makes the papers that the rewriter learns from.

    python rewriter_data.py --written DIR --data DIR --out FILE [--seed N]

--written has sentences.jsonl.gz and invented.jsonl.gz. Each line is about one paper: {id, pairs}, and in
invented.jsonl.gz also its title and sentences. A pair is [numbers of the abstract's sentences, sentence with
the authors as the agent, fact with the citation at its end, short fact]; the last may be missing. [A] stands
for the authors, [C] for a citation in parentheses. --data has acl.jsonl.gz and biomed.jsonl.gz, with the
other papers. Each line of the output is {id, title, sentences, items, dev}; an item is [numbers, {voice:
sentence}].
"""

import argparse
import gzip
import json
import random
import re
from pathlib import Path

from judge_claims import read

MARKS = {"A": "[A]", "C": "[C]", "N": "[C]"}
OWN = re.compile(r"\b(?:this|our) (?:paper|study|work)\b|\bwe\b")
DEV = 40  # papers held out
WORDS = range(5, 49)


def clean(voice: str, sentence: str) -> str | None:
    """The sentence, or None if it lacks its mark or speaks of the citing paper."""
    sentence = " ".join(sentence.split())
    marks = sentence.count("[A]") + sentence.count("[C]")
    if marks != 1 or MARKS[voice] not in sentence or len(sentence.split()) not in WORDS:
        return None
    return sentence if sentence[-1] in ".!?" and not OWN.search(sentence) else None


def items(pairs: list, count: int) -> list:
    made = []
    for numbers, *sentences in pairs:
        numbers = sorted({n for n in numbers if 0 <= n < count})[:2]
        voices = {v: c for v, s in zip("ACN", sentences) if (c := clean(v, s))}
        if numbers and voices:
            made.append([numbers, voices])
    return made


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--written", type=Path, required=True)
    args.add_argument("--data", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--seed", type=int, default=4)
    args = args.parse_args()
    written = []
    for name in ("sentences", "invented"):
        with gzip.open(args.written / f"{name}.jsonl.gz", "rt") as lines:
            written += [json.loads(line) for line in lines]
    papers = read(args.data, {about["id"] for about in written})
    papers.update({about["id"]: about for about in written if "sentences" in about})
    made = []
    for about in written:
        if about["id"] in papers:
            paper = papers[about["id"]]
            found = items(about["pairs"], len(paper["sentences"]))
            title = " ".join(paper["title"].split())
            made.append({"id": about["id"], "title": title, "sentences": paper["sentences"], "items": found})
    made = [p for p in made if p["items"]]
    random.Random(args.seed).shuffle(made)
    for i, paper in enumerate(made):
        paper["dev"] = i < DEV
    args.out.write_text("".join(json.dumps(p, ensure_ascii=False) + "\n" for p in made))
    print(len(made), "papers,", sum(len(v) for p in made for _, v in p["items"]), "sentences")


if __name__ == "__main__":
    main()
