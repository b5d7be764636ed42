"""Makes engine/onnx/testdata/tokens.jsonl.gz, which contains texts and the output of the Rust tokenizer.

    python tokenizer_golden.py --wordpiece tokenizer.json --papers acl.jsonl.gz biomed.jsonl.gz --out tokens.jsonl.gz

The texts are ten thousand titles, author lists and abstract sentences of papers under plain CC-BY-4.0: first
all with Chinese, Japanese, Korean or emoji, then those with mathematical or Greek letters, then other
non-ASCII texts, then plain ones. A thousand of them have words in other scripts inserted. Texts written to be
difficult follow. Each line is a JSON object with the text and the first six digits of the SHA-256 of its IDs,
written in decimal and separated by spaces. The same input produces the same file.
"""

import argparse
import gzip
import hashlib
import json
import random
import re
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


RARE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\U0001f300-\U0001faff]")
MATHS = re.compile("[\u0370-\u03ff\u2070-\u209f\u2190-\u22ff\U0001d400-\U0001d7ff]")

# Scripts of the words that are inserted into real texts.
SCRIPTS = {
    "CJK": (0x4E00, 0x9FFF), "kana": (0x3041, 0x30FE), "Hangul": (0xAC00, 0xD7A3), "emoji": (0x1F300, 0x1FAFF), "maths": (0x2190, 0x22FF),
    "mathematical letters": (0x1D400, 0x1D7FF), "Latin with accents": (0xC0, 0x24F), "combining accents": (0x300, 0x36F), "Cyrillic": (0x400, 0x4FF),
}


def real(files: list[Path]) -> list[str]:
    texts = set()
    for file in files:
        for line in gzip.open(file):
            paper = json.loads(line)
            if paper["License"] == "CC-BY-4.0":
                texts.add(paper["Title"])
                texts.update((paper.get("Abstract") or "").split(". "))
                texts.add(", ".join(a["GivenName"] + " " + a["FamilyName"] for a in paper["Author"][:6]))
    return sorted(t for t in texts if t and len(t) < 150)


def choose(texts: list[str], rng: random.Random, n: int) -> list[str]:
    rng.shuffle(texts)
    texts.sort(key=lambda t: (not RARE.search(t), not MATHS.search(t)))
    beyond = [t for t in texts if not t.isascii()]
    return beyond[: n * 4 // 5] + [t for t in texts if t.isascii()][: n // 5]


def mix(texts: list[str], rng: random.Random, n: int) -> list[str]:
    mixed = []
    for text in rng.sample(texts, n):
        words = text.split(" ")
        for first, last in rng.sample(sorted(SCRIPTS.values()), 3):
            word = "".join(chr(rng.randint(first, last)) for _ in range(rng.randint(1, 5)))
            if rng.random() < 0.5:
                words.insert(rng.randint(0, len(words)), word)
            else:  # inside a word, without a space
                at = rng.randrange(len(words))
                words[at] += word
        mixed.append(" ".join(words))
    return mixed


def digest(ids: list[int]) -> str:
    return hashlib.sha256(" ".join(map(str, ids)).encode()).hexdigest()[:6]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wordpiece", type=Path, required=True)
    parser.add_argument("--papers", type=Path, nargs="+", required=True)
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    wordpiece = Tokenizer.from_file(str(args.wordpiece))
    wordpiece.no_padding()
    wordpiece.no_truncation()
    rng = random.Random(20261121)
    texts = choose(real(args.papers), rng, args.count)
    with gzip.GzipFile(args.out, "wb", mtime=0) as out:
        for text in HARD + texts + mix(texts, rng, args.count // 10):
            line = {"text": text, "wordpiece": digest(wordpiece.encode(text).ids)}
            out.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")


if __name__ == "__main__":
    main()
