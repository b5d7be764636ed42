"""Makes training data from written/questions.jsonl.gz and from the questions in written/claims.jsonl.gz.

    python questions.py --data DIR --out FOLDER [--fit 300] [--seed N]

pairs.jsonl contains pairs for judge.py: a title with a sentence or with the whole abstract, and a question that
the text answers or does not. asked-fit.jsonl and asked-held.jsonl contain questions for `scilit-eval answers
--asked`, about --fit papers and about papers held back from the pairs; papers.jsonl contains these papers. --data
contains acl.jsonl.gz and biomed.jsonl.gz.
"""

import argparse
import gzip
import json
import random
from collections import Counter
from pathlib import Path

import judge_claims

WRITTEN = Path(__file__).parent / "written"
FIT_QUESTIONS, HELD_QUESTIONS = 3, 4  # maximum number of questions per paper
EARLIER_WHOLE, FOREIGN = 0.35, 0.08  # shares of questions also paired with such texts


def lines(name):
    with gzip.open(WRITTEN / name, "rt") as rows:
        return [json.loads(row) for row in rows]


def titled(paper, chosen):
    return paper["title"].rstrip(". ") + ". " + " ".join(paper["sentences"][i] for i in chosen)


class Maker:
    def __init__(self, papers, rng):
        self.papers, self.rng, self.closest, self.rows = papers, rng, judge_claims.Closest(papers), []

    def add(self, paper, chosen, question, label, source, weight=1.0):
        self.rows.append({"premise": titled(paper, chosen), "hypothesis": question, "label": label, "source": source, "weight": weight})

    def question(self, about, question, answers, whole):
        paper, stems = self.papers[about], judge_claims.stems
        near = [i for i in self.closest.of(question, paper["sentences"], 6) if i not in answers]
        near.sort(key=lambda i: -len(stems(question) & stems(paper["sentences"][i])))
        for i in answers[:2]:
            self.add(paper, [i], question, "answers", "q-sent")
        for place, i in enumerate(near[:2]):
            if not answers or place == 0 or self.rng.random() < 0.5:
                self.add(paper, [i], question, "no answer", "q-sent", (0.7, 0.5)[place] if answers else 1.0)
        if whole or self.rng.random() < EARLIER_WHOLE:
            self.add(paper, range(len(paper["sentences"])), question, "answers" if answers else "no answer", "q-whole")
        if answers and self.rng.random() < FOREIGN:
            other = self.papers[self.rng.choice(sorted(self.papers))]
            self.add(other, self.closest.of(question, other["sentences"], 1), question, "no answer", "q-foreign", 0.5)


def asked(papers, written, most, rng):
    for about in written:
        sentences, questions = papers[about["id"]]["sentences"], list(about["questions"])
        rng.shuffle(questions)
        for number, (question, answers) in enumerate(questions[:most]):
            yield {
                "id": f"{about['id']}-{number}", "kind": "words" if answers else "nearmiss", "paper": about["id"], "question": question,
                "answerable": bool(answers), "gold": sentences[answers[0]] if answers else "", "also": [sentences[i][:80] for i in answers[1:]],
            }


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--data", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--fit", type=int, default=300)
    args.add_argument("--seed", type=int, default=7)
    args = args.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    rng = random.Random(args.seed)
    new, earlier = lines("questions.jsonl.gz"), [row for row in lines("claims.jsonl.gz") if row["questions"]]
    papers = judge_claims.read(args.data, {row["id"] for row in new + earlier}, WRITTEN / "invented.jsonl.gz")
    held, taught = [row for row in new if row.get("held")], [row for row in new if not row.get("held")]
    maker = Maker({about: paper for about, paper in papers.items() if about not in {row["id"] for row in held}}, rng)
    for rows, whole in ((taught, True), (earlier, False)):
        for row in rows:
            for question, answers in row["questions"]:
                if row["id"] in maker.papers:
                    maker.question(row["id"], question, answers, whole)
    write(args.out / "pairs.jsonl", maker.rows)
    print(Counter((row["source"], row["label"]) for row in maker.rows))
    rng.shuffle(taught)
    write(args.out / "asked-held.jsonl", asked(papers, held, HELD_QUESTIONS, rng))
    write(args.out / "asked-fit.jsonl", asked(papers, taught[: args.fit], FIT_QUESTIONS, rng))
    some = [row["id"] for row in held + taught[: args.fit]]
    write(args.out / "papers.jsonl", ({"Id": i, "Title": papers[i]["title"], "Abstract": " ".join(papers[i]["sentences"])} for i in some))


if __name__ == "__main__":
    main()
