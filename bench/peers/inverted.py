"""Compares inverted indexes on the same postings and queries.

    inverted.py DIR SCILIT-LSP BLEVE

DIR is the output folder of `bleve export`. SCILIT-LSP and BLEVE are the programs
cmd/scilit-lsp and bench/bleve. BenchmarkFilter in engine/index/read runs our queries.
"""

import array
import json
import os
import platform
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy
import sqlitedict
from sqlitedict import SqliteDict

from common import cpu_timed, median_of_runs, percentile, read_json_lines, size_of, table


def papers_of(folder):
    with open(folder / "terms.tsv", encoding="utf-8") as lines:
        for line in lines:
            yield [term for term in line.rstrip("\n").split("\t") if term]


def build_sqlitedict(folder, path):
    """Builds the index like SciLit's compute_inverted_index.py: it collects all
    postings in memory, then writes them term by term to an SqliteDict without a
    journal, each list of papers as a pickled numpy array."""
    postings = {}
    for paper, terms in enumerate(papers_of(folder)):
        for term in terms:
            if term in postings:
                postings[term].append(paper)
            else:
                postings[term] = array.array("I", [paper])
    with SqliteDict(str(path), journal_mode="OFF") as index:
        for term, papers in postings.items():
            index[term] = numpy.unique(papers)
        index.commit()
    return len(postings), sum(len(papers) for papers in postings.values())


def ask_sqlitedict(index, terms, papers):
    """Answers a query like SciLit's OnDiskInvertedIndex, with one bit per paper and term."""
    result = None
    for term in terms:
        bits = numpy.zeros(papers, dtype=numpy.uint8)
        found = index.get(term, None)
        if found is not None:
            bits[found] = 1
        packed = numpy.packbits(bits, bitorder="little")
        result = packed if result is None else numpy.bitwise_and(result, packed)
    return result


def build_fts5(folder, path):
    """Builds an index without positions or texts, which Boolean queries do not need.
    The terms are already tokenized; the space in a bigram is an underscore."""
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = OFF")
        db.execute("PRAGMA synchronous = OFF")
        db.execute(
            "CREATE VIRTUAL TABLE papers USING fts5(terms, content='', detail=none, columnsize=0, "
            "tokenize=\"unicode61 remove_diacritics 0 tokenchars '_''’'\")"
        )
        rows = ((paper, " ".join(map(as_token, terms))) for paper, terms in enumerate(papers_of(folder)))
        db.executemany("INSERT INTO papers(rowid, terms) VALUES (?, ?)", rows)
        db.execute("INSERT INTO papers(papers) VALUES ('optimize')")
        db.commit()
        db.execute("VACUUM")


def as_token(term):
    return term.replace(" ", "_")


def ask_fts5(db, terms):
    match = " AND ".join('"' + as_token(term).replace('"', '""') + '"' for term in terms)
    return db.execute("SELECT rowid FROM papers WHERE papers MATCH ?", [match]).fetchall()


def fresh(path):
    path.unlink(missing_ok=True)
    return path


def peer_sqlitedict(folder, queries, papers):
    path = fresh(folder / "sqlitedict.db")
    build, (terms, pairs) = cpu_timed(lambda: build_sqlitedict(folder, path))
    with SqliteDict(str(path), flag="r") as index:
        asked = [median_of_runs(lambda: ask_sqlitedict(index, query["terms"], papers)) for query in queries]
    counts = [int(numpy.unpackbits(bits).sum()) for _, bits in asked]
    return {"build": build, "bytes": size_of(path), "times": [t for t, _ in asked], "counts": counts, "terms": terms, "pairs": pairs}


def peer_fts5(folder, queries):
    path = fresh(folder / "fts5.db")
    build, _ = cpu_timed(lambda: build_fts5(folder, path))
    db = sqlite3.connect(path)
    asked = [median_of_runs(lambda: ask_fts5(db, query["terms"])) for query in queries]
    return {"build": build, "bytes": size_of(path), "times": [t for t, _ in asked], "counts": [len(rows) for _, rows in asked]}


def peer_bleve(folder, program):
    done = subprocess.run([program, "run", str(folder)], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def peer_ours(folder, program):
    """Measures our index. The build also stores the papers; the size covers only the inverted index."""
    index = folder / "ours"
    build, _ = cpu_timed(lambda: subprocess.run([program, "index", "build", "--embedder", "none", "--out", str(index), str(folder / "papers.jsonl")], check=True))
    names = {"SCILIT_FILTER_INDEX": index, "SCILIT_FILTER_QUERIES": folder / "queries.jsonl", "SCILIT_FILTER_OUT": folder / "ours.json"}
    subprocess.run(
        ["go", "test", "-run", "^$", "-bench", "^BenchmarkFilter$", "-benchtime", "1x", "./engine/index/read"],
        check=True, stdout=subprocess.DEVNULL, env={**os.environ, **{name: str(path.resolve()) for name, path in names.items()}},
    )
    return {"build": build, **json.loads((folder / "ours.json").read_text())}


def main():
    folder, ours_program, bleve_program = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    queries = read_json_lines(folder / "queries.jsonl")
    papers = sum(1 for _ in papers_of(folder))
    scilit = peer_sqlitedict(folder, queries, papers)
    fts5 = peer_fts5(folder, queries)
    bleve = peer_bleve(folder, bleve_program)
    ours = peer_ours(folder, ours_program)
    peers = {
        "ours": ours,
        f"sqlitedict {sqlitedict.__version__}, as SciLit": scilit,
        f"SQLite {sqlite3.sqlite_version} FTS5": fts5,
        f"bleve {bleve['version']}": bleve,
    }
    print(f"\n{papers} papers, {scilit['terms']} terms, {scilit['pairs']} pairs (ours {ours['pairs']}: words of titles once more), {len(queries)} queries, Python {platform.python_version()}\n")
    print(table(["", "build, CPU s", "MB on disk", "bytes a pair", "p50, ms", "p95, ms", "same counts as sqlitedict"], [row(name, peer, scilit) for name, peer in peers.items()]))


def row(name, peer, reference):
    same = sum(a == b for a, b in zip(peer["counts"], reference["counts"], strict=True))
    times = [1e3 * t for t in peer["times"]]
    pairs = peer.get("pairs", reference["pairs"])
    return [
        name,
        f"{peer['build']:.1f}",
        f"{peer['bytes'] / 1e6:.1f}",
        f"{peer['bytes'] / pairs:.2f}",
        f"{percentile(times, 50):.3f}",
        f"{percentile(times, 95):.3f}",
        f"{same} of {len(times)}",
    ]


if __name__ == "__main__":
    main()
