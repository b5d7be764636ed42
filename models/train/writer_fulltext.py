"""Citing sentences of the corpora's own full texts, for the writer.

Only papers of which the train split has citations are read: what else the corpora hold may be a
citing paper of dev or test. A mark such as "(Huang, 2008)" or "Church and Gale (1991)" is resolved by family names
and year, where one work alone fits, among the papers with an abstract and those known by title.
"""

import re
import unicodedata
from collections import defaultdict
from pathlib import Path

from data import read

NAME = r"[A-Z][\w'’-]+"
CITED = re.compile(rf"({NAME})(?:( et al\.?)| (?:and|&) ({NAME}))?,? ?[(\[]? ?((?:19|20)\d\d)[a-z]?")
KINDS = ("citances", "contexts", "contexts-multi", "contexts-titleonly")


def folded(text: str) -> str:
    return re.sub(r"[^a-z]", "", unicodedata.normalize("NFKD", text).lower())


class Works:
    """The works that a mark may mean, by the first author's family name and the year."""

    def __init__(self, papers: list[dict]):
        self.found, titles = defaultdict(list), set()
        for paper in papers:
            names = [folded(a["FamilyName"]) for a in paper.get("Author") or []]
            year = str((paper.get("PublicationDate") or {}).get("Year", ""))
            if names and folded(paper["Title"]) not in titles:
                titles.add(folded(paper["Title"]))
                self.found[names[0], year].append((names, paper))

    def of(self, mark: str) -> dict | None:
        """The one work that a mark of a single citation can mean."""
        cited = list(CITED.finditer(mark))
        if len(cited) != 1:
            return None
        first, others, second, year = cited[0].groups()
        wanted = [folded(name) for name in (first, second) if name]
        fit = [p for names, p in self.found[folded(first), year] if (len(names) > 2 if others else names == wanted)]
        return fit[0] if len(fit) == 1 else None


def train_papers(data: Path) -> set[str]:
    return {c["citing"] for kind in KINDS for c in read(data / f"{kind}-train.jsonl.gz")}


def paragraphs(paper: dict):
    for section in paper.get("Content", {}).get("Fullbody_Parsed") or []:
        for paragraph in section["section_text"]:
            yield [s["sentence_text"] for s in paragraph["paragraph_text"]]


def place(mark: re.Match) -> tuple[int, int]:
    return mark.end() - len(mark[0].lstrip()), mark.end()


def citing_sentences(data: Path, papers: dict[str, dict], marks: list[re.Pattern]):
    """(cited paper, sentences before, sentence, start and end of the mark)."""
    train, works = train_papers(data), Works([*papers.values(), *read(data / "acl-titles.jsonl.gz")])
    for citing in sorted(papers.keys() & train):
        for sentences in paragraphs(papers[citing]):
            for at, sentence in enumerate(sentences):
                for mark in (m for pattern in marks for m in pattern.finditer(sentence)):
                    if cited := works.of(mark[0]):
                        yield cited, sentences[:at], sentence, *place(mark)


def place_of(paper: dict, sentence: str, marks: list[re.Pattern]) -> tuple[int, int] | None:
    """Where a sentence that cites several works cites this one."""
    works = Works([paper])
    for pattern in marks:
        for mark in pattern.finditer(sentence):
            if works.of(mark[0]):
                return place(mark)
    return None
