"""What the training scripts share: the data, and queries and documents as the program makes them."""

import gzip
import json
import re
from pathlib import Path

# Citations by author and year, by number, or as the data masks them.
MARKS = re.compile(r"\[CITE\]|\(?[A-Z][\w'-]+(?: et al\.?,?| and [A-Z][\w'-]+)?,? ?\(?(?:19|20)\d\d[a-z]?\)?\)?|\[\d[\d, –-]*\]")


def read(path: Path) -> list[dict]:
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in lines]


def papers(data: Path) -> dict[str, dict]:
    """The papers of both corpora by id."""
    return {paper["Id"]: paper for name in ("acl", "biomed") for paper in read(data / f"{name}.jsonl.gz")}


def abstract(paper: dict) -> str:
    return paper.get("Abstract") or paper.get("Content", {}).get("Abstract") or ""


def document(paper: dict) -> str:
    """The text that engine/index makes of a paper for the embedder."""
    return f"{paper['Title']}. {abstract(paper)}"


def query(sentences: list[str], keywords=()) -> str:
    """The text that engine/search/terms.go makes of a context and keywords for the embedder."""
    near = list(sentences[-(3 if keywords else 6) :])
    while len(near) > 1 and sum(len(s.encode()) + 1 for s in near) > 1200:
        near.pop(0)
    return " ".join([*keywords, *near]).replace("[CITE]", " ").strip()


def clean_citances(data: Path) -> list[dict]:
    """Citing sentences of the train split that cite one paper, which is in a corpus."""
    citances = read(data / "citances-train.jsonl.gz")
    return [c for c in citances if c["single"] and c["clean"] and c["cited_in_corpus"]]
