"""Makes the judge's training pairs from papers and the claims and questions written about them.

    python judge_claims.py --written written/claims.jsonl.gz --data DIR --out FILE [--invented FILE] [--seed N]

Each line of --written is about one paper: {id, claims, questions}. A claim is [label, text, numbers of the
abstract's deciding sentences, scope]; the label is S (shown), C (contradicted) or N (neither), the scope
"paper" or "general". A question is [text, numbers of the sentences that answer it]. --data contains the papers
in acl.jsonl.gz and biomed.jsonl.gz; --invented adds invented papers. A claim is paired with its deciding
sentences, with those closest to it and sometimes with the whole abstract; a question is paired with single
sentences. Half of the premises begin with the title, as in the program.
"""

import argparse
import gzip
import json
import math
import random
import re
from collections import Counter
from pathlib import Path

from judge_edits import sentences

STOP = set("the a an of in and to for with by on at from is are was were be been that this than as it its their or not no we our".split())
LABELS = {"S": "support", "C": "contradict", "N": "neither"}
WHOLE, OTHER, FOREIGN = 0.35, 0.25, 0.1  # shares of claims also paired with whole abstracts, other sentences and foreign papers


def stems(text: str) -> set[str]:
    return {w[:6] for w in re.findall(r"\w+", text.lower()) if w not in STOP}


class Closest:
    def __init__(self, papers: dict):
        self.texts = Counter()
        for p in papers.values():
            for s in p["sentences"]:
                self.texts.update(stems(s))
        self.n = sum(len(p["sentences"]) for p in papers.values())

    def of(self, claim: str, sentences: list[str], most: int) -> list[int]:
        asked = stems(claim)

        def score(s):
            has = stems(s)
            return sum(math.log(1 + self.n / (1 + self.texts[w])) for w in asked & has) / math.sqrt(10 + len(has))

        return sorted(sorted(range(len(sentences)), key=lambda i: -score(sentences[i]))[:most])


class Maker:
    def __init__(self, papers: dict, rng: random.Random):
        self.papers, self.rng, self.closest, self.rows = papers, rng, Closest(papers), []

    def add(self, paper, chosen, hypothesis, label, source, weight, titled=0.5):
        title = paper["title"].rstrip(".") + ". " if self.rng.random() < titled else ""
        premise = title + " ".join(paper["sentences"][i] for i in chosen)
        self.rows.append({"premise": premise, "hypothesis": hypothesis, "label": label, "source": source, "weight": weight})

    def claim(self, paper, letter, claim, decides, scope):
        sentences, label = paper["sentences"], LABELS[letter]
        decides = [i for i in sorted(set(decides)) if 0 <= i < len(sentences)]
        if scope == "general":
            near = decides[:3] or self.closest.of(claim, sentences, 2)
            self.add(paper, near, claim, label, "general", 1.0, 0)
            self.add(paper, sorted({*self.closest.of(claim, sentences, 2), *near})[:5], claim, label, "general", 0.7, 0.7)
            return
        top = self.closest.of(claim, sentences, 3)
        if self.rng.random() < WHOLE:
            self.add(paper, range(len(sentences)), claim, label, "whole", 0.6)
        if letter == "N":
            self.add(paper, top, claim, label, "closest", 1.0)
            self.add(paper, top[:1] if self.rng.random() < 0.5 else decides[:2] or top[-1:], claim, label, "deciding", 0.7)
        elif decides:
            self.add(paper, decides[:3], claim, label, "deciding", 1.0)
            self.add(paper, top if set(decides) <= set(top) else sorted({*top[:2], *decides}), claim, label, "closest", 1.0)
            others = [i for i in top if i not in decides]
            if others and self.rng.random() < OTHER:
                self.add(paper, [self.rng.choice(others)], claim, "neither", "other", 0.5)
        if self.rng.random() < FOREIGN:
            other = self.papers[self.rng.choice(list(self.papers))]
            self.add(other, self.closest.of(claim, other["sentences"], 2), claim, "neither", "foreign", 0.5, 1)

    def question(self, paper, question, answers):
        for i in answers:
            self.add(paper, [i], question, "answers", "question", 1.0, 1)
        near = [i for i in self.closest.of(question, paper["sentences"], 5) if i not in answers]
        for i in near[:2]:
            self.add(paper, [i], question, "no answer", "question", 0.5 if answers else 1.0, 1)


def read(data: Path, ids: set[str], invented: Path | None = None) -> dict:
    papers = {}
    if invented:
        with gzip.open(invented, "rt") as lines:
            papers = {p["id"]: {"title": p["title"], "sentences": p["sentences"]} for p in map(json.loads, lines) if p["id"] in ids}
    for name in ("acl", "biomed"):
        with gzip.open(data / f"{name}.jsonl.gz", "rt") as lines:
            for p in map(json.loads, lines):
                if p["Id"] in ids:
                    papers[p["Id"]] = {"title": p["Title"], "sentences": sentences(" ".join(p["Abstract"].split()))}
    return papers


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--written", type=Path, required=True)
    args.add_argument("--data", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--invented", type=Path)
    args.add_argument("--seed", type=int, default=5)
    args = args.parse_args()
    with gzip.open(args.written, "rt") as lines:
        written = [json.loads(line) for line in lines]
    papers = read(args.data, {about["id"] for about in written}, args.invented)
    maker = Maker(papers, random.Random(args.seed))
    for about in written:
        if about["id"] in papers:
            paper = papers[about["id"]]
            for claim in about["claims"]:
                maker.claim(paper, *claim)
            for question in about["questions"]:
                maker.question(paper, *question)
    args.out.write_text("".join(json.dumps(r) + "\n" for r in maker.rows))
    print(Counter((r["source"], r["label"]) for r in maker.rows))


if __name__ == "__main__":
    main()
