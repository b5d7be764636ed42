"""Compares completion and diagnostics of this server and texlab in .bib files of increasing size.

    python servers.py SCILIT_LSP TEXLAB PAPERS.jsonl.gz [ENTRIES ...]

Both get the same files and keystrokes, one server at a time. Completion is the time from typing the brace of
\\cite{ or one of three letters to the response. Diagnostics is the time from typing a letter into an entry in the
middle of the .bib to the next publishDiagnostics for it. Prints medians and 95th percentiles in milliseconds, and
the resident memory at the end in MB.
"""

import gzip
import json
import queue
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROUNDS = 15


class Server:
    """A Server is a language server that communicates over standard input and output."""

    def __init__(self, command, root: Path):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.answers, self.published, self.number = queue.Queue(), queue.Queue(), 0
        threading.Thread(target=self.read, daemon=True).start()
        capabilities = {"textDocument": {"publishDiagnostics": {}, "completion": {}}, "workspace": {"configuration": False}}
        self.ask("initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": capabilities})
        self.tell("initialized", {})

    def read(self):
        out = self.process.stdout
        while line := out.readline():
            length = int(line.split(b":")[1])
            while out.readline().strip():
                pass
            message = json.loads(out.read(length))
            if message.get("method") == "textDocument/publishDiagnostics":
                self.published.put((time.perf_counter(), message["params"]))
            elif "method" in message and "id" in message:
                self.send({"id": message["id"], "result": None})
            elif "id" in message:
                self.answers.put(message)

    def send(self, message):
        raw = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(raw), raw))
        self.process.stdin.flush()

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while (answer := self.answers.get(timeout=120))["id"] != self.number:
            pass
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def open(self, path: Path, language):
        self.tell("textDocument/didOpen", {"textDocument": {"uri": path.as_uri(), "languageId": language, "version": 1, "text": path.read_text()}})

    def insert(self, path: Path, version, line, character, text):
        at = {"line": line, "character": character}
        self.tell("textDocument/didChange", {"textDocument": {"uri": path.as_uri(), "version": version}, "contentChanges": [{"range": {"start": at, "end": at}, "text": text}]})

    def megabytes(self):
        return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[1]) / 1024


def library(papers, entries):
    """Returns a .bib with the given number of entries, which mix titles and authors of real papers."""
    text = []
    for i in range(entries):
        p, other = papers[i % len(papers)], papers[(i * 7 + i // len(papers) * 13) % len(papers)]
        names = " and ".join(" ".join(filter(None, [a.get("FamilyName", "") + ",", a.get("GivenName", "")])) for a in p["Author"][:5])
        title = re.sub(r"[{}\\%#$&_^~]", "", other["Title"])
        text.append(f"@article{{key{i},\n  author = {{{names}}},\n  title = {{{title}}},\n  journal = {{Journal}},\n  year = {{{1990 + i % 30}}},\n  doi = {{10.1000/bench.{i}}},\n}}\n\n")
    return "".join(text)


def measure(command, folder: Path, words):
    server = Server(command, folder)
    tex, bib = folder / "main.tex", folder / "refs.bib"
    begin = time.perf_counter()
    server.open(tex, "latex")
    server.open(bib, "bibtex")
    complete = lambda character: server.ask("textDocument/completion", {"textDocument": {"uri": tex.as_uri()}, "position": {"line": 2, "character": character}})
    server.insert(tex, 2, 2, 0, "See \\cite{}")
    found = complete(10)
    first, times, version = time.perf_counter() - begin, [], 2
    if not (found["items"] if isinstance(found, dict) else found):
        raise RuntimeError(f"{command}: no key was offered")
    time.sleep(10)
    for word in words[:ROUNDS]:
        for i, letter in enumerate(word[:3]):
            version += 1
            server.insert(tex, version, 2, 10 + i, letter)
            start = time.perf_counter()
            complete(11 + i)
            times.append(time.perf_counter() - start)
        version += 1
        server.tell("textDocument/didChange", {"textDocument": {"uri": tex.as_uri(), "version": version}, "contentChanges": [{"range": {"start": {"line": 2, "character": 10}, "end": {"line": 2, "character": 13}}, "text": ""}]})
    published = diagnostics(server, bib)
    memory = server.megabytes()
    server.process.kill()
    return first, times, published, memory


def diagnostics(server, bib: Path):
    """Returns the times in seconds from typing a letter to the diagnostics published for it."""
    lines = bib.read_text().split("\n")
    line = next(i for i in range(len(lines) // 2, len(lines)) if lines[i].startswith("  year"))
    times = []
    for i in range(ROUNDS):
        while not server.published.empty():
            server.published.get()
        start = time.perf_counter()
        server.insert(bib, 2 + i, line, 10, "x")
        while (got := server.published.get(timeout=60))[1]["uri"] != bib.as_uri():
            pass
        times.append(got[0] - start)
        time.sleep(1)
    return times


def spread(times):
    ordered = sorted(1000 * t for t in times)
    return f"{statistics.median(ordered):.0f} ({ordered[int(len(ordered) * 0.95)]:.0f})"


def main():
    ours, texlab, corpus, *sizes = sys.argv[1:]
    papers = [json.loads(line) for line in gzip.open(corpus)]
    words = [w for p in papers for w in re.findall(r"[a-z]{5,}", p["Title"].lower())[:1]]
    print("| entries | server | first completion, ms | a letter, ms | diagnostics after a letter, ms | MB |\n|---|---|---|---|---|---|")
    for entries in map(int, sizes or ["1000", "10000", "72000"]):
        for name, command in {"scilit-lsp": [ours, "lsp"], "texlab": [texlab]}.items():
            with tempfile.TemporaryDirectory() as folder:
                folder = Path(folder)
                (folder / "refs.bib").write_text(library(papers, entries))
                (folder / "main.tex").write_text("\\documentclass{article}\n\\begin{document}\n\n\\bibliography{refs}\n\\end{document}\n")
                first, times, published, memory = measure(command, folder, words)
            print(f"| {entries:,} | {name} | {1000 * first:.0f} | {spread(times)} | {spread(published)} | {memory:.0f} |", flush=True)


if __name__ == "__main__":
    main()
