"""Measures SQLite's FTS5 on the synthetic papers of BenchmarkLexical.

    lexical.py DIR [RUNS]

Each query runs once as a warm-up and then RUNS times; the fastest run counts. DIR contains papers.txt and
queries.json (see bench/README.md). The terms are already tokenized, with pairs of words joined by an underscore.
The answer is the best 150 papers of a union, ranked by FTS5's bm25.
"""

import json
import sqlite3
import sys
import time
from pathlib import Path

from common import cpu_timed, percentile, size_of

BEST, QUERIES = 150, 24
TOKENS = "unicode61 remove_diacritics 0 tokenchars '_''’'"


def build(path, papers):
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = OFF")
        db.execute("PRAGMA synchronous = OFF")
        db.execute(f"CREATE VIRTUAL TABLE papers USING fts5(terms, content='', tokenize=\"{TOKENS}\")")
        with open(papers, encoding="utf-8") as lines:
            db.executemany("INSERT INTO papers(rowid, terms) VALUES (?, ?)", enumerate(lines))
        db.execute("INSERT INTO papers(papers) VALUES ('optimize')")
        db.commit()


def ask(db, terms):
    match = " OR ".join('"' + term.replace(" ", "_").replace('"', '""') + '"' for term in terms)
    return db.execute("SELECT rowid FROM papers WHERE papers MATCH ? ORDER BY rank LIMIT ?", [match, BEST]).fetchall()


def quickest(db, terms, runs):
    """Returns the CPU time of the fastest run in milliseconds. Other work on the machine does not count."""
    times = []
    for _ in range(1 + runs):
        begin = time.process_time()
        ask(db, terms)
        times.append(1e3 * (time.process_time() - begin))
    return min(times[1:] or times)


def main():
    folder = Path(sys.argv[1])
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    path = folder / "fts5.db"
    seconds, _ = cpu_timed(lambda: build(path, folder / "papers.txt"))
    print(f"SQLite {sqlite3.sqlite_version} FTS5: built in {seconds:.1f} s of CPU time, {size_of(path) / 1e6:.0f} MB")
    db = sqlite3.connect(path)
    for size, queries in json.loads((folder / "queries.json").read_text()).items():
        times = [quickest(db, terms, runs) for terms in queries[:QUERIES]]
        print(f"{size} terms: p50 {percentile(times, 50):.2f} ms, p95 {percentile(times, 95):.2f} ms of CPU time")


if __name__ == "__main__":
    main()
