"""Reads the data of the training scripts, and makes queries and documents with the program's own code."""

import gzip
import json
import re
import subprocess
from pathlib import Path

# Citations by author and year, by number, or masked in the data.
MARKS = re.compile(r"\[CITE\]|\(?[A-Z][\w'-]+(?: et al\.?,?| and [A-Z][\w'-]+)?,? ?\(?(?:19|20)\d\d[a-z]?\)?\)?|\[\d[\d, –-]*\]")


def read(path: Path) -> list[dict]:
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in lines]


def papers(data: Path) -> dict[str, dict]:
    """Returns the papers of both corpora by ID."""
    return {paper["Id"]: paper for name in ("acl", "biomed") for paper in read(data / f"{name}.jsonl.gz")}


def abstract(paper: dict) -> str:
    return paper.get("Abstract") or paper.get("Content", {}).get("Abstract") or ""


def texts(binary: Path, kind: str, records: list[dict]) -> list[dict]:
    """Returns the models' inputs for "queries" (contexts) or "papers", made by the program."""
    lines = "".join(json.dumps(r) + "\n" for r in records)
    done = subprocess.run([binary, "texts", kind], input=lines, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return [json.loads(line) for line in done.stdout.split("\n") if line]


def documents(binary: Path, some: list[dict]) -> list[dict]:
    """Returns the models' inputs for papers: embedding, pair and hash."""
    return texts(binary, "papers", [{"title": p["Title"], "abstract": abstract(p)} for p in some])


def queries(binary: Path, contexts: list[tuple[list[str], list[str]]]) -> list[str]:
    """Returns the embedder's inputs for contexts and keywords."""
    records = [{"context": context, "keywords": keywords or []} for context, keywords in contexts]
    return [t["embedding"] for t in texts(binary, "queries", records)]


def clean_citances(data: Path) -> list[dict]:
    """Returns citing sentences of the train split that cite a single paper, if it is in a corpus."""
    citances = read(data / "citances-train.jsonl.gz")
    return [c for c in citances if c["single"] and c["clean"] and c["cited_in_corpus"]]
