"""Examples for the writer of citing sentences, all of the train split.

    python writer_data.py --data DIR --out examples.jsonl [--titleonly N] [--seed N]

One JSON object a line: paper (title and abstract), context (the last sentences before the citing
one), keywords, intent, target. In a target the citation is one of two marks: AUTHORS where it
names the authors as part of the sentence ("Church (1988) shows"), PARENTHESES where it only points
to them. Sentences that cannot be cleaned are left out: those that name other works' authors, those
that are no sentence, those that OCR has spoiled.
"""

import argparse
import json
import random
import re
from collections import Counter
from pathlib import Path

from data import clean_citances, papers, read

# Special tokens of the vocabulary that mean nothing yet.
AUTHORS, PARENTHESES = "<file_sep>", "<filename>"

NAME = r"[A-Z][\w'’-]+"
YEAR = r"(?:19|20)\d\d[a-z]?"
NAMES = rf"{NAME}(?:(?:,? (?:and|&) |, ?| ){NAME})*(?:,? et al\.?,?)?(?:'s|’s)?"
TEXTUAL = re.compile(rf"{NAMES},? ?[(\[] ?{YEAR} ?[)\]]?")
BRACKETED = re.compile(rf"\s*[(\[][^()\[\]]*\b{YEAR}[^()\[\]]*[)\]]")
NUMBERED = re.compile(r"\s*\[\d[\d, –-]*\]")
RAISED = re.compile(r"(?<=[a-z)])[.,]?\d{1,3}(?:[,–-]\d{1,3})*(?=\s|$)")
MASKED_BRACKET = re.compile(r"[(\[]([^()\[\]]*)\[CITE\]([^()\[\]]*)[)\]]")

CONTEXT_SENTENCES = 2
PER_PAPER = 10  # citances of one paper
WORDS = range(7, 61)

INTENTS = [
    ("contrast", re.compile(r"\b(?:unlike|in contrast|contrary|whereas|however|differs?|different from|instead of|outperform\w*|compared? (?:to|with|favou?rably)|better than)\b", re.I)),
    ("method", re.compile(r"\b(?:we|our|is|are|was|were)\b.*\b(?:us(?:e|ed|ing)|follow(?:s|ed|ing)?|adopt(?:ed)?|employ(?:ed)?|appl(?:y|ied)|based on|trained|implement\w*|comput\w+|extend\w*|parsed|tagged)\b", re.I)),
    ("result", re.compile(r"\b(?:show(?:s|ed|n)?|report(?:s|ed)?|achiev\w+|found|finds?|obtain\w*|demonstrat\w+|improv\w+|observ\w+|accuracy|%|f-?score|f-?measure|bleu)\b", re.I)),
]


def intent_of(sentence: str) -> str:
    return next((name for name, cue in INTENTS if cue.search(sentence)), "background")


def tidy(text: str) -> str:
    text = re.sub("\u00ad\\s*", "", text).replace("\ufffd", "")
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"\s+([.,;:?!)])", r"\1", text)
    return re.sub(r"\(\s+", "(", text).strip()


def without_marks(sentence: str) -> str:
    """A sentence of a context, free of citations in brackets."""
    return tidy(NUMBERED.sub("", BRACKETED.sub("", sentence.replace("[CITE]", ""))))


def bracket(match: re.Match) -> str:
    """A bracket that holds the citation and little else is the citation."""
    rest = match[1] + match[2]
    return " [CITE]" if re.search(YEAR, rest) or len(rest.split()) < 4 else match[0]


def target_of_masked(sentence: str, marker: str, raised: bool) -> str | None:
    """The target of a sentence in which [CITE] stands for the text marker."""
    names = re.search(rf"{NAME}.*[(\[] ?{YEAR}", marker)
    if names:
        text = re.sub(r"[(\[]?\[CITE\][)\]]?", AUTHORS, sentence, count=1)
    else:
        text = re.sub(r"[(\[]*\s*\[CITE\]\s*[)\]]*", f" {PARENTHESES} ", MASKED_BRACKET.sub(bracket, sentence), count=1)
    return finished(text, raised)


def target_of_citance(sentence: str) -> str | None:
    """The target of a sentence that cites one work by author and year."""
    inside = BRACKETED.search(sentence)
    names = TEXTUAL.search(sentence)
    if names and (not inside or names.end() >= inside.end()):
        return finished(sentence[: names.start()] + AUTHORS + sentence[names.end() :].lstrip(")]"), False)
    if inside and re.search(NAME, inside[0]):
        return finished(f"{sentence[:inside.start()]} {PARENTHESES}{sentence[inside.end():]}", False)
    return None


def target_of_several(sentence: str, start: int, end: int) -> str | None:
    """The target of a sentence that cites several works, for the one cited at start to end."""
    marker = sentence[start:end]
    masked = f"{sentence[:start]}[CITE]{sentence[end:]}"
    return target_of_masked(masked, marker, False)


def finished(text: str, raised: bool) -> str | None:
    """The text free of other citations, None where it is no good sentence."""
    if TEXTUAL.search(text) or "[CITE]" in text:
        return None
    text = NUMBERED.sub("", BRACKETED.sub("", text))
    if raised:
        text = RAISED.sub("", text)
    text = tidy(re.sub(rf"{NAME} et al\.?,? {PARENTHESES}", AUTHORS, text))
    marks = text.count(AUTHORS) + text.count(PARENTHESES)
    plain = re.sub(f"{AUTHORS}|{PARENTHESES}", "", text)
    letters = sum(c.isalpha() or c.isspace() for c in plain)
    whole = re.match(rf"[A-Z]|{AUTHORS}", text) and text[-1] in ".!?"
    clean = letters > 0.88 * len(plain) and plain.count("(") == plain.count(")") and not re.search(r"https?:|\b[b-hj-z] [b-hj-z]\b|et al|,[.!?]", plain)
    if marks != 1 or not whole or not clean or len(plain.split()) not in WORDS or re.search(YEAR, plain):
        return None
    return text


STOP = set(
    """a an the of in on for to and or but with by from as at is are was were be been being this that these those it its their our we
    they he she his her which who what when where how not no can could may might will would should have has had do does did than then
    also both such more most other some any all each between into over under about using used use based new one two first such however
    while only very same different paper work approach method methods show shown results propose proposed""".split()
)


def words_of(text: str) -> list[str]:
    return re.findall(r"[a-z][a-z-]+[a-z]", text.lower())


class Keywords:
    """Chooses oracle keywords: words of the sentence that the cited paper has too, rare ones first."""

    def __init__(self, texts: list[str], rng: random.Random):
        self.count = Counter(w for t in texts for w in set(words_of(t)))
        self.rng = rng

    def of(self, target: str, paper: str) -> list[str]:
        known, said = set(words_of(paper)), words_of(target)
        fit = sorted({w for w in said if w in known and w not in STOP}, key=lambda w: (self.count[w], w))[:5]
        chosen = self.rng.sample(fit, min(len(fit), self.rng.choice([1, 2, 3, 3])))
        return [self.widened(w, said, paper.lower()) for w in chosen]

    def widened(self, word: str, said: list[str], paper: str) -> str:
        """Sometimes the phrase that the word is part of: users name phrases, too."""
        at = said.index(word)
        for pair in (said[at : at + 2], said[max(0, at - 1) : at + 1]):
            if len(pair) == 2 and " ".join(pair) in paper and not STOP & set(pair) and self.rng.random() < 0.5:
                return " ".join(pair)
        return word


def context_of(sentences: list[str]) -> str:
    return " ".join(without_marks(s) for s in sentences[-CONTEXT_SENTENCES:])


def examples(data: Path, titleonly: int, rng: random.Random) -> list[dict]:
    known = papers(data)
    abstract = lambda p: p.get("Abstract") or p.get("Content", {}).get("Abstract") or ""
    keywords = Keywords([p["Title"] + " " + abstract(p) for p in known.values()], rng)
    found = []

    def add(paper_id, title, text, context, target, given):
        if target:
            found.append({"id": paper_id, "title": tidy(title), "abstract": tidy(text), "context": context_of(context), "keywords": given or keywords.of(target, title + " " + text), "intent": intent_of(target), "target": target})

    contexts = read(data / "contexts-train.jsonl.gz")
    for c in contexts:
        p, (start, end) = known[c["cited"]], c["marker"]
        target = target_of_masked(c["sentence_masked"], c["citation_sentence"][start:end], c["source"] == "pmc-oa")
        add(c["cited"], p["Title"], abstract(p), c["context"], target, c["keywords"])
    seen = {tidy(c["citation_sentence"])[:60] for c in contexts}
    citances, taken = clean_citances(data), Counter()
    rng.shuffle(citances)
    for c in citances:
        if c["cited"] in known and taken[c["cited"]] < PER_PAPER and tidy(c["citation_sentence"])[:60] not in seen:
            p = known[c["cited"]]
            target = target_of_citance(c["citation_sentence"])
            taken[c["cited"]] += target is not None
            add(c["cited"], p["Title"], abstract(p), [], target, None)
    for c in read(data / "contexts-multi-train.jsonl.gz"):
        for m in rng.sample(c["cited"], 1):
            p = known.get(m["cited"])
            target = target_of_several(c["citation_sentence"], m["start"], m["end"])
            if p and tidy(c["citation_sentence"])[:60] not in seen:
                add(m["cited"], p["Title"], abstract(p), c["context"], target, None)
    titles = read(data / "contexts-titleonly-train.jsonl.gz")
    for c in rng.sample(titles, titleonly):
        title, (start, end) = c["cited"]["title"], c["marker"]
        if title:
            add("title:" + title.lower(), title, "", c["context"], target_of_masked(c["sentence_masked"], c["citation_sentence"][start:end], True), None)
    return found


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--data", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--titleonly", type=int, default=500)
    args.add_argument("--seed", type=int, default=20261121)
    args = args.parse_args()
    with open(args.out, "w") as out:
        for example in examples(args.data, args.titleonly, random.Random(args.seed)):
            out.write(json.dumps(example, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
