"""Measures the figures in the model cards again, with the weights in this folder.

    python3 models/check.py BIN [--data DIR] [--index DIR]... [--limit N]

Reads figures.json, which contains for each figure the model, a description, the value in the card, the
arguments of scilit-eval that measure it ($DATA and $INDEXES stand for --data and --index), and its
position in the JSON output. Compares the checksums of all weight files first. Prints a table, and fails
if a checksum is wrong or a figure differs from its card by more than the tolerance. Without --data or
--index, compares only checksums. With --limit, measures only the first contexts or papers; these figures
cannot be compared with the cards.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
TOLERANCE = 0.002  # for figures between 0 and 1; other processors may round differently


def checksums() -> list[tuple[str, str, str]]:
    """Returns (model, file, "right" or the mistake) for each file with a checksum in a card or a model.json."""
    rows = []
    for card in sorted(HERE.glob("*/model.json")):
        for file in json.loads(card.read_text())["files"]:
            rows.append((card.parent.name, card.parent / file["name"], file["sha256"]))
    for card in sorted(HERE.glob("*/README.md")):
        for name, sha256 in re.findall(r"`(engine/\S+?)`.*?sha256 `([0-9a-f]{64})`", card.read_text()):
            rows.append((card.parent.name, HERE.parent / name, sha256))
    return [(model, path.name, verdict(path, sha256)) for model, path, sha256 in rows]


def verdict(path: Path, sha256: str) -> str:
    if not path.exists():
        return "WRONG: not there"
    got = hashlib.sha256(path.read_bytes()).hexdigest()
    return "right" if got == sha256 else f"WRONG: sha256 {got[:8]}, want {sha256[:8]}"


def arguments(figure: dict, data: Path, indexes: list[Path], limit: int) -> list[str]:
    words = []
    for word in figure["command"].split():
        if word == "$INDEXES":
            words += [w for index in indexes for w in ("--index", str(index))]
        else:
            words.append(word.replace("$DATA", str(data)))
    return words + ["--models", str(HERE), "--json"] + (["--limit", str(limit)] if limit else [])


def measured(answers: dict, figure: dict, binary: str, words: list[str]) -> float:
    key = tuple(words)
    if key not in answers:
        print("measuring: scilit-eval", *words, file=sys.stderr)
        done = subprocess.run([binary, *words], stdout=subprocess.PIPE, text=True, check=True)
        answers[key] = json.loads(done.stdout)
    value = answers[key]
    for name in figure["at"]:
        value = value[name]
    return value


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--index", type=Path, action="append", default=[])
    parser.add_argument("--limit", type=int, default=0)
    args = parser.parse_args()
    sums = checksums()
    for model, file, said in sums:
        print(f"{model:16} {file:24} {said}")
    wrong = [s for s in sums if s[2] != "right"]
    if args.data and args.index:
        answers = {}
        print(f"\n{'model':16} {'figure':52} {'card':>7} {'measured':>9}")
        for figure in json.loads((HERE / "figures.json").read_text()):
            if not (HERE / figure["model"]).exists():
                continue
            got = measured(answers, figure, args.binary, arguments(figure, args.data, args.index, args.limit))
            off = not args.limit and abs(got - figure["card"]) > TOLERANCE
            print(f"{figure['model']:16} {figure['what']:52} {figure['card']:7.4f} {got:9.4f}{'  WRONG' * off}", flush=True)
            wrong += [figure] * off
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
