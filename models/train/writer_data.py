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

from data import abstract, papers, read
from writer_fulltext import NAME, citing_sentences, place_of

# Special tokens of the vocabulary that mean nothing yet.
AUTHORS, PARENTHESES = "<file_sep>", "<filename>"

YEAR = r"(?:19|20)\d\d[a-z]?"
NAMES = rf"{NAME}(?:(?:,? (?:and|&) |, ?| ){NAME})*(?:,? et al\.?,?)?(?:'s|’s)?"
TEXTUAL = re.compile(rf"{NAMES},? ?[(\[] ?{YEAR} ?[)\]]?")
BRACKETED = re.compile(rf"\s*[(\[][^()\[\]]*\b{YEAR}[^()\[\]]*[)\]]")
NUMBERED = re.compile(r"\s*\[\d[\d, –-]*\]")
RAISED = re.compile(r"(?<=[a-z)])[.,]?\d{1,3}(?:[,–-]\d{1,3})*(?=\s|$)")
MASKED_BRACKET = re.compile(r"[(\[]([^()\[\]]*)\[CITE\]([^()\[\]]*)[)\]]")

# What only the paper that has the sentence can say.
OWN_PARTS = re.compile(r"\b(?:section|table|figure|fig|equation|chapter|appendix)s?\.? (?:[A-Z]?\d|[A-Z]\b)|\bin this (?:paper|section|work)\b", re.I)

CONTEXT_SENTENCES = 2
PER_PAPER = 30  # citances of one paper
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
    if marks != 1 or not whole or not clean or len(plain.split()) not in WORDS or re.search(YEAR, plain) or OWN_PARTS.search(plain):
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


class Collector:
    """Makes examples of citing sentences, each sentence once."""

    def __init__(self, data: Path, rng: random.Random):
        self.known, self.rng = papers(data), rng
        self.keywords = Keywords([p["Title"] + " " + abstract(p) for p in self.known.values()], rng)
        self.found, self.seen, self.taken = [], set(), Counter()

    def add(self, paper: dict, sentence: str, context: list[str], target: str | None, given=None, most=None) -> None:
        title, text = tidy(paper["Title"]), tidy(abstract(paper))
        start = tidy(sentence)[:60]
        name = paper.get("Id") or "title:" + title.lower()
        if not target or not title or start in self.seen or most and self.taken[name] >= most:
            return
        self.seen.add(start)
        self.taken[name] += most is not None
        keywords = given or self.keywords.of(target, title + " " + text)
        self.found.append({"id": name, "title": title, "abstract": text, "context": context_of(context), "keywords": keywords, "intent": intent_of(target), "target": target})


def add_contexts(to: Collector, data: Path) -> None:
    for c in read(data / "contexts-train.jsonl.gz"):
        start, end = c["marker"]
        target = target_of_masked(c["sentence_masked"], c["citation_sentence"][start:end], c["source"] == "pmc-oa")
        to.add(to.known[c["cited"]], c["citation_sentence"], c["context"], target, c["keywords"])


def add_several(to: Collector, data: Path) -> None:
    for c in read(data / "contexts-multi-train.jsonl.gz"):
        cited = to.rng.choice(c["cited"])
        if cited["cited"] in to.known:
            to.add(to.known[cited["cited"]], c["citation_sentence"], c["context"], target_of_several(c["citation_sentence"], cited["start"], cited["end"]))


def add_full_texts(to: Collector, data: Path) -> None:
    for paper, context, sentence, start, end in citing_sentences(data, to.known, [TEXTUAL, BRACKETED]):
        to.add(paper, sentence, context, target_of_several(sentence, start, end), most=PER_PAPER)


def add_citances(to: Collector, data: Path) -> None:
    citances = [c for c in read(data / "citances-train.jsonl.gz") if c["clean"] and c["cited"] in to.known]
    to.rng.shuffle(citances)
    for c in citances:
        paper, sentence = to.known[c["cited"]], c["citation_sentence"]
        place = None if c["single"] else place_of(paper, sentence, [TEXTUAL, BRACKETED])
        target = target_of_several(sentence, *place) if place else target_of_citance(sentence) if c["single"] else None
        to.add(paper, sentence, [], target, most=PER_PAPER)


def add_titles(to: Collector, data: Path, count: int) -> None:
    titles = read(data / "contexts-titleonly-train.jsonl.gz")
    for c in to.rng.sample(titles, min(count, len(titles))):
        title, (start, end) = c["cited"]["title"], c["marker"]
        to.add({"Title": title or ""}, c["citation_sentence"], c["context"], target_of_masked(c["sentence_masked"], c["citation_sentence"][start:end], True))


def examples(data: Path, titleonly: int, rng: random.Random) -> list[dict]:
    """Those with their context first: a sentence that several files have is taken from these."""
    made = Collector(data, rng)
    add_contexts(made, data)
    add_several(made, data)
    add_full_texts(made, data)
    add_citances(made, data)
    add_titles(made, data, titleonly)
    return made.found


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--data", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--titleonly", type=int, default=2500)
    args.add_argument("--seed", type=int, default=20261121)
    args = args.parse_args()
    with open(args.out, "w") as out:
        for example in examples(args.data, args.titleonly, random.Random(args.seed)):
            out.write(json.dumps(example, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
