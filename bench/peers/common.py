"""Timing, tables and files for all comparisons."""

import json
import os
import statistics
import time
from pathlib import Path


def timed(work):
    """Calls work and returns its duration in seconds and its result."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def cpu_timed(work):
    """Calls work and returns its CPU seconds, including threads and child processes, and its result."""
    before = os.times()
    result = work()
    after = os.times()
    return sum(after[:4]) - sum(before[:4]), result


def median_of_runs(work, runs=5):
    """Returns the median duration of several runs after a warm-up, and the warm-up's result."""
    result = work()
    return statistics.median(timed(work)[0] for _ in range(runs)), result


def percentile(times, percent):
    return sorted(times)[min(len(times) - 1, len(times) * percent // 100)]


def size_of(path):
    """Returns the size of a file, or of all files in a folder, in bytes."""
    path = Path(path)
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files)


def read_json_lines(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def table(header, rows):
    """Returns a Markdown table."""
    lines = ["| " + " | ".join(cells) + " |" for cells in [header, *rows]]
    lines.insert(1, "|" + "---|" * len(header))
    return "\n".join(lines)
