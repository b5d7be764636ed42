"""Makes pairs of premise and claim from scientific papers for the judge.

    python judge_science.py --bin FILE --data DIR --raw DIR --wordnet DIR --replay FILE --leave-out FILE... --out FILE

Abstracts and full texts (--data) supply findings with the sentences that report them, restatements in the
discussion, and titles. Each is used unchanged, paraphrased, and reversed, on either side, so that neither
negations nor shared words reveal the label. --raw supplies PubMedQA's questions with their answers and
Evidence Inference's prompts with their evidence. --replay names the general pairs, some of which are used
again. --leave-out names the papers on which the judge is measured, and contexts whose cited papers are omitted.
"""

import argparse
import gzip
import json
import math
import random
import re
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

import judge_edits as edits
from judge_edits import sentences
from judge_quizzes import inference, questions
from judge_words import Words

TURNED = [edits.opposite, edits.opposite, edits.exchanged, edits.exchanged, edits.negated, edits.affirmed, edits.affirmed, edits.number,
          edits.quantified, lambda s, w, r: edits.passive(s, w, r, turned=True)]
KEPT = [edits.reworded, edits.reworded, edits.passive, edits.converse, edits.converse, edits.doubled, edits.restated, edits.shortened,
        edits.fronted, edits.weakened]
OWN = re.compile(r"\b(we|our|this study|these results|these findings|results|findings)\b", re.I)
WORD = re.compile(r"[a-z][a-z-]{2,}|\d+(?:\.\d+)?")
CITED = re.compile(r"\s*\[[\d,\s–-]+\]|\s*\([^()]*\b(?:19|20)\d\d[a-z]?\b[^()]*\)")
COVERED, COPIED = 0.55, 0.93
MOST = {  # maximum number of pairs per kind; larger for pairs in the words of authors and others than for edited copies
    "again": 3000, "again-turned": 3000, "again-elsewhere": 2000, "again-beyond": 1500, "neighbour": 800, "elsewhere": 400, "own": 800,
    "own-turned": 1200, "own-premise": 800, "own-both": 800, "own-beyond": 1200, "shortened": 400, "evidence-inference": 4500,
    "pubmedqa": 1862, "pubmedqa-turned": 1836, "replayed": 0,
}
REPLAYED = ("mnli", "vitaminc", "fever-symmetric", "scitail", "counterfactual")
ABSTRACTS = {"biomed": 3157, "acl": 3500}
SECTIONS = re.compile(r"discuss|conclu|summary|introduction|background|result", re.I)


def papers(data: Path, leave: set[str], rng: random.Random) -> list[dict]:
    out = []
    for name, most in ABSTRACTS.items():
        with gzip.open(data / f"{name}.jsonl.gz", "rt") as lines:
            some = [p for p in map(json.loads, lines) if p["Id"] not in leave and p["Title"].lower() not in leave]
        some = [p for p in some if len(p["Abstract"]) > 500]
        full = [p for p in some if p["Content"]["Fullbody_Parsed"]]
        rest = [p for p in some if not p["Content"]["Fullbody_Parsed"]]
        out += (full + rng.sample(rest, min(len(rest), most)))[:most]
    return out


def left_out(paths: list[Path]) -> set[str]:
    """Returns IDs and lower-cased titles."""
    out = set()
    for path in paths:
        if path.name.endswith(".gz"):
            with gzip.open(path, "rt") as lines:
                for c in map(json.loads, lines):
                    out |= {c["cited"], c.get("citing", "")}
        else:
            for p in map(json.loads, path.open()):
                out |= {p["id"], p["title"].lower()}
    return out - {""}


def restatements(paper: dict, weight) -> list[tuple[int, str, float]]:
    """Returns sentences of the full text that restate the abstract, as (abstract sentence, sentence, share covered)."""
    parts = sentences(paper["Abstract"])
    known = [Counter(WORD.findall(p.lower())) for p in parts]
    out = []
    for section in paper["Content"]["Fullbody_Parsed"]:
        if not SECTIONS.search(section["section_title"] or ""):
            continue
        for paragraph in section["section_text"]:
            for s in paragraph["paragraph_text"]:
                text = CITED.sub("", s["sentence_text"]).strip()
                words = set(WORD.findall(text.lower()))
                if not 9 <= len(text.split()) <= 38 or not text[0].isupper() or not words:
                    continue
                total = sum(map(weight, words))
                shares = [sum(weight(x) for x in words if x in k) / total for k in known]
                best = max(range(len(parts)), key=lambda i: shares[i])
                numbers = {x for x in words if x[0].isdigit()}
                if COVERED <= shares[best] <= COPIED and all(x in known[best] for x in numbers):
                    out.append((best, text, shares[best]))
    return sorted(out, key=lambda r: -r[2])[:4]


def parse(binary: Path, texts: list[str]) -> dict[str, edits.Sentence]:
    texts = [" ".join(t.split()) for t in dict.fromkeys(texts)]
    out = subprocess.run([binary, "syntax", "--trees"], input="\n".join(texts), capture_output=True, text=True, check=True).stdout
    known = {}
    for block in out.split("\n\n"):
        lines = block.strip().split("\n")
        if len(lines) > 5 and lines[0].startswith("# text = "):
            s = edits.Sentence(lines[0][9:], [line.split("\t") for line in lines[1:]])
            if s.whole:
                known[s.text] = s
    return known


class Maker:
    def __init__(self, words: Words, known: dict[str, edits.Sentence], rng: random.Random):
        self.words, self.known, self.rng = words, known, rng
        self.rows: list[dict] = []

    def add(self, premise: str, hypothesis: str, label: str, source: str):
        if premise and hypothesis and premise != hypothesis and 4 <= len(hypothesis.split()) <= 45:
            self.rows.append({"premise": premise, "hypothesis": hypothesis, "label": label, "source": source})

    def first_of(self, some: list, s: edits.Sentence | None) -> str | None:
        if s is None:
            return None
        for edit in self.rng.sample(some, len(some)):
            new = edit(s, self.words, self.rng)
            if new and new != s.text:
                return new
        return None

    def say(self, text: str, times: int = 1) -> str:
        """Paraphrases a text as much as possible."""
        for _ in range(times):
            text = self.first_of(KEPT, self.known.get(text)) or text
        return text

    def loosely(self, text: str) -> str:
        """Replaces words in a sentence that was not parsed again after an edit."""
        out = []
        for word in text.split(" "):
            bare = word.strip(".,;").lower()
            choices = self.words.synonyms.get(bare)
            if choices and bare not in self.words.opposites and self.rng.random() < 0.3 and word == bare:
                word = self.rng.choice(choices)
            out.append(word)
        return " ".join(out)

    def finding(self, parts: list[str], at: int, claim: str, source: str):
        """Adds pairs for a claim that the sentence supports: both unchanged, one reversed, both reversed, and an overclaim."""
        rng = self.rng
        text = parts[at]

        def around(changed: str) -> str:
            before, after = rng.choice([(0, 0), (0, 0), (1, 0), (0, 1), (1, 1)])
            return " ".join([*parts[max(0, at - before) : at], changed, *parts[at + 1 : at + 1 + after]])

        s, c = self.known.get(text), self.known.get(claim)
        self.add(around(text), self.loosely(self.say(claim)), "support", source)
        contrary = self.first_of(TURNED, c)
        if contrary:
            self.add(around(text), self.loosely(contrary) if rng.random() < 0.6 else contrary, "contradict", source + "-turned")
        if s and c and claim == text:
            for edit in rng.sample(TURNED, len(TURNED)):
                turned = edit(s, self.words, rng)
                if turned and turned != text:
                    self.add(around(turned), self.say(claim), "contradict", source + "-premise")
                    self.add(around(turned), self.loosely(turned), "support", source + "-both")
                    break
        if s and (more := edits.strengthened(s, self.words, rng)):
            self.add(around(text), more, "neither", source + "-stronger")

    def beyond(self, parts: list[str], at: int, claim: str, tails: list[str], source: str):
        if tails and claim.endswith("."):
            self.add(parts[at], claim[:-1] + " " + self.rng.choice(tails) + ".", "neither", source + "-beyond")


def made(known_papers: list[dict], m: Maker, again: dict[str, list]) -> None:
    rng = m.rng
    by_title = defaultdict(list)
    for n, p in enumerate(known_papers):
        for word in set(WORD.findall(p["Title"].lower())):
            by_title[word].append(n)
    all_tails = [t for s in rng.sample(sorted(m.known), min(3000, len(m.known))) if (t := edits.tail_of(m.known[s]))]
    for n, p in enumerate(known_papers):
        parts = [" ".join(x.split()) for x in sentences(p["Abstract"])]
        usable = [i for i, x in enumerate(parts) if x in m.known and 8 <= len(x.split()) <= 42]
        late = [i for i in usable if i >= len(parts) // 3]
        tails = [t for i in usable if (t := edits.tail_of(m.known[parts[i]]))]
        for i in rng.sample(late, min(2, len(late))):
            claim = edits.shortened(m.known[parts[i]], m.words, rng) if rng.random() < 0.4 else None
            if claim and claim not in m.known:
                m.add(parts[i], m.loosely(claim), "support", "shortened")
            m.finding(parts, i, parts[i], "own")
            m.beyond(parts, i, m.say(parts[i]), rng.choice([tails, all_tails]), "own")
        for i, text, _ in again.get(p["Id"], ()):
            m.finding(parts, i, text, "again")
            others = [x for j, x in enumerate(parts) if abs(j - i) > 1]
            if others:
                m.add(" ".join(rng.sample(others, min(len(others), 2))), text, "neither", "again-elsewhere")
            if rng.random() < 0.3:
                m.beyond(parts, i, text, all_tails, "again")
        neighbours = Counter(o for word in set(WORD.findall(p["Title"].lower())) if len(by_title[word]) < 200 for o in by_title[word] if o != n)
        for o, _ in neighbours.most_common(2):
            other = sentences(known_papers[o]["Abstract"])
            claim = m.say(" ".join(rng.choice(other[len(other) // 2 :]).split()))
            at = rng.randrange(len(parts))
            m.add(" ".join(parts[at : at + rng.choice([1, 2, 3])]), claim, "neither", "neighbour")
        if len(usable) > 4:
            i, j = rng.sample(usable, 2)
            if abs(i - j) > 1:
                m.add(" ".join(parts[i : i + rng.choice([1, 2])]), m.say(parts[j]), "neither", "elsewhere")


def kept(rows: list[dict]) -> list[dict]:
    """Returns at most MOST pairs of each kind."""
    seen: Counter = Counter()
    out = []
    for r in rows:
        seen[r["source"]] += 1
        if seen[r["source"]] <= MOST.get(r["source"], len(rows)):
            out.append(r)
    return out


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("bin", "data", "raw", "wordnet", "replay", "out"):
        args.add_argument(f"--{name}", type=Path, required=True)
    args.add_argument("--leave-out", type=Path, nargs="+", required=True)
    args.add_argument("--seed", type=int, default=20261123)
    args = args.parse_args()
    rng = random.Random(args.seed)
    some = papers(args.data, left_out(args.leave_out), rng)
    counts = Counter(w for p in some for w in set(WORD.findall(p["Abstract"].lower())))
    again = {p["Id"]: restatements(p, lambda w: math.log(len(some) / (1 + counts[w])) + 0.1) for p in some}
    texts = [" ".join(s.split()) for p in some for s in sentences(p["Abstract"])]
    again_texts = [" ".join(t.split()) for rows in again.values() for _, t, _ in rows]
    again = {k: [(i, " ".join(t.split()), x) for i, t, x in rows] for k, rows in again.items()}
    asked = list(questions(args.raw / "pqal.json", rng))
    measured = list(inference(args.raw, rng))
    texts += [t for a in asked for t in (*a.premises, a.claim)] + [claim for _, claim, _ in measured]
    known = parse(args.bin, texts + again_texts)
    print(len(some), "papers,", len(known), "sentences,", sum(map(len, again.values())), "restated", flush=True)
    forms, frequency = Counter(), Counter()
    for s in known.values():
        forms.update((lemma, tag, form.lower()) for lemma, tag, form in zip(s.lemma, s.tag, s.form, strict=True))
        frequency.update(s.lemma)
    m = Maker(Words(args.wordnet, forms, frequency), known, rng)
    made(some, m, again)
    for a in asked:
        for premise in a.premises:
            m.add(premise, m.say(a.claim), a.label, "pubmedqa")
            if turned := m.first_of(TURNED, known.get(a.claim)):
                flipped = {"support": "contradict", "contradict": "support", "neither": "neither"}[a.label]
                m.add(premise, turned, flipped, "pubmedqa-turned")
    for premise, claim, label in measured:
        m.add(premise, claim, label, "evidence-inference")
    for r in map(json.loads, args.replay.open()):
        if r["source"] in REPLAYED:
            m.rows.append(r | {"source": "replayed"})
    rng.shuffle(m.rows)
    m.rows = kept(m.rows)
    with args.out.open("w") as out:
        out.writelines(json.dumps(r) + "\n" for r in m.rows)
    for (source, label), n in sorted(Counter((r["source"], r["label"]) for r in m.rows).items()):
        print(f"{source:28} {label:12} {n}")


if __name__ == "__main__":
    main()
