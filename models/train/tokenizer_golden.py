"""Makes engine/onnx/testdata/wordpiece.jsonl.gz, and bpe.jsonl.gz: texts with the ids that the Rust tokenizers give.

    python tokenizer_golden.py --tokenizer tokenizer.json --papers acl.jsonl.gz biomed.jsonl.gz [--count 4000] --out wordpiece.jsonl.gz

Titles, author names and single sentences of papers under plain CC-BY-4.0, those with characters
beyond ASCII first, and texts written to be hard. One JSON object a line: text, ids.
"""

import argparse
import gzip
import json
import random
from pathlib import Path

from tokenizers import Tokenizer

HARD = [
    "", " ", "\t\r\n", "\u00a0\u2003\u3000", "a\u00a0b\u2028c\u2029d", "zero\u200bwidth\u200djoiner\ufeffmark",
    "soft\u00adhyphen", "bell\u0007and\u0000nul", "next\u0085line\u000btab\u000cfeed", "replacement \ufffd character",
    "Müller, Gödel, Erdős, Škvorecký, Nguyễn Văn Đức, İstanbul, straße, Ǆ, ſ, K (kelvin)", "e\u0301 cole\u0301e",
    "Σίσυφος ΟΔΟΣ", "Жуковский и Ёлка", "العربية الفصحى", "עברית שָׁלוֹם", "हिन्दी भाषा", "ภาษาไทย", "한국어 형태소 분석",
    "日本語のトークン化 ｶﾀｶﾅ", "中文分词 and English混排", "豈更車 﨎", "𠀀𠀁 𪜀 𫝀 𫠠 𫤠 extension planes",
    "😀 emoji 👩‍🔬 family 👨‍👩‍👧 flags 🇨🇭 keycap 1️⃣", "α ≤ β ∧ ∀x∈ℝ: ∑ᵢ xᵢ² ≈ ∞ ± 3×10⁻⁵", "x_{i}^{2} \\frac{1}{2} $a$ & 50%", "ﬁne ﬂow ½ № ™ ² ⅷ",
    "“quotes” ‘single’ «guillemets» — dash – en … ‥ · • ¿qué? ¡ya!", "don't e-mail U.S.A. 3.14 1,000 C++ C# @user #tag a/b", "°C µm Å Ω",
    "[CLS] in the middle [SEP] and [MASK]ed [PAD] [UNK] [cls] [ CLS ]", "[[CLS]]", "##ing ##s [unused1]",
    "a" * 100, "a" * 101, "é" * 100 + " after", "x" * 250 + ".", "wordwordword" * 9, "🤖" * 3 + "robot",
    "Pneumonoultramicroscopicsilicovolcanoconiosis antidisestablishmentarianism", "TNF-α IL-1β CD8⁺ p<0.05 H₂O",
]


def real(files: list[Path]) -> list[str]:
    texts = []
    for file in files:
        for line in gzip.open(file):
            paper = json.loads(line)
            if paper["License"] == "CC-BY-4.0":
                texts.append(paper["Title"])
                texts += (paper.get("Abstract") or "").split(". ")
                texts.append(", ".join(a["GivenName"] + " " + a["FamilyName"] for a in paper["Author"][:6]))
    return texts


def choose(texts: list[str], n: int) -> list[str]:
    rng = random.Random(20261121)
    texts = sorted({t for t in texts if t and len(t) < 400})
    rng.shuffle(texts)
    beyond = [t for t in texts if not t.isascii()]
    return beyond[: n * 2 // 3] + [t for t in texts if t.isascii()][: n // 3]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--papers", type=Path, nargs="+", required=True)
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    tokenizer = Tokenizer.from_file(str(args.tokenizer))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    with gzip.GzipFile(args.out, "wb", mtime=0) as out:
        for text in HARD + choose(real(args.papers), args.count):
            line = {"text": text, "ids": tokenizer.encode(text).ids}
            out.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")


if __name__ == "__main__":
    main()
