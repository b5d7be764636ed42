"""Makes contexts and corpora of ten sciences from articles on which no part of the ranking was fitted.

    python sciences.py --articles SourceXML --out DIR

The articles are from Elsevier's OA STM corpus (110 articles, CC BY,
github.com/elsevierlabs/OA-STM-Corpus). A field's corpus consists of all works cited by
its articles, identified by title; references without a title are omitted. Writes
corpora/FIELD.jsonl.gz and contexts/FIELD.jsonl.gz to DIR, in the format of
`scilit-eval field-sets`.
"""

import argparse
import gzip
import json
import re
import unicodedata
import xml.etree.ElementTree as ET
from pathlib import Path

# Words in journal names; the first field with a match wins.
FIELDS = {
    "mathematics": ("mathemat", "algebra", "number theory", "nonlinear"),
    "astronomy": ("icarus", "space science"),
    "computing": ("network", "computer", "software", "computing", "expert systems", "knowledge"),
    "earth": ("earth", "planetary change", "marine", "quaternary", "oceanograph", "coastal"),
    "materials": ("material", "thin solid", "coatings", "composites", "polymer", "surface science", "solid state"),
    "engineering": ("energy", "wind", "fuel", "greenhouse"),
    "agriculture": ("agricult", "crop", "agronomy", "forest", "soil", "food", "botany", "plant", "pedobio"),
    "chemistry": ("chem", "colloid", "spectro"),
    "biology": ("stem cell", "cell", "biotech", "biochimica"),
    "medicine": ("",),
}
BEFORE = 6
MARK = "[CITE]"
ABBREVIATED = re.compile(r"(?:\b(?:et al|e\.g|i\.e|cf|vs|ca|approx|Fig|Figs|Eq|Eqs|Ref|Refs|Sect|No|Dr|St|resp)|\b[A-Z])\.$")


def name(tag: str) -> str:
    """Returns the tag without its namespace."""
    return tag.rsplit("}", 1)[-1]


def words(title):
    plain = "".join(c for c in unicodedata.normalize("NFKD", title.lower()) if unicodedata.category(c) != "Mn")
    return " ".join(re.findall(r"\w+", plain))


def text(node):
    return " ".join("".join(node.itertext()).split())


def first(node, *path):
    """Follows the path of names, each to the first descendant. Returns None if there is none."""
    for at in node.iter():
        if name(at.tag) == path[0]:
            return at if len(path) == 1 else first(at, *path[1:])
    return None


def work(reference):
    """Returns the record of a reference, or None if it has no title."""
    contribution = first(reference, "contribution")
    title = None if contribution is None else first(contribution, "maintitle")
    if title is None or len(words(text(title)).split()) < 3:
        return None
    authors = []
    for author in contribution.iter():
        if name(author.tag) == "author":
            given, family = first(author, "given-name"), first(author, "surname")
            authors.append({"GivenName": "" if given is None else text(given), "FamilyName": "" if family is None else text(family)})
    host, date = first(reference, "host"), first(reference, "date")
    year = None if date is None else re.search(r"\d{4}", text(date))
    venue = None if host is None else first(host, "maintitle")
    return {
        "Title": text(title),
        "Author": authors,
        "Venue": "" if venue is None else text(venue),
        "PublicationDate": {"Year": year.group() if year else ""},
    }


def references(article):
    """Returns the works by their identifiers in the text. One label may have several works."""
    found = {}
    for entry in article.iter():
        if name(entry.tag) == "bib-reference":
            works = [w for r in entry if name(r.tag) == "reference" and (w := work(r))]
            for node in entry.iter():
                if node.get("id"):
                    found[node.get("id")] = works
    return found


def flow(node, known, out):
    """Returns the text of a paragraph, with marks in place of pointers to references."""
    tag = name(node.tag)
    if tag in ("cross-ref", "cross-refs"):
        targets = [t for t in (node.get("refid") or "").split() if t in known]
        out.append((f" {MARK} ", targets) if targets else (text(node), []))
    elif tag not in ("figure", "table", "display", "footnote", "label", "math"):
        out.append((node.text or "", []))
        for child in node:
            flow(child, known, out)
    elif tag == "math":
        out.append((text(node), []))
    out.append((node.tail or "", []))


def sentences(paragraph, known):
    """Returns the sentences of a paragraph, each with the identifiers that it refers to."""
    parts = []
    flow(paragraph, known, parts)
    parts = parts[:-1]
    built, targets, result = "", [], []
    for piece, of in parts:
        targets += of
        for fragment in re.split(r"(?<=[.?!])\s+(?=[A-Z\[])", piece) if piece else []:
            if built and re.search(r"[.?!]\s*$", built) and not ABBREVIATED.search(built.rstrip()) and re.match(r"\s*[A-Z]", fragment):
                result.append((built, targets[: len(targets) - len(of)]))
                built, targets = "", list(of)
            built += fragment if built.endswith(" ") or fragment.startswith(" ") or not built else " " + fragment if re.search(r"[.?!]$", built) else fragment
    if built.strip():
        result.append((built, targets))
    return [(" ".join(s.split()), t) for s, t in result if len(s.split()) > 3]


def field_of(journal):
    return next(f for f, marks in FIELDS.items() if any(m in journal.lower() for m in marks))


def identity(field, cited):
    return f"{field}:{words(cited['Title'])}"


def contexts_of(root, citing, title, year, field, known):
    for paragraph in root.iter():
        if name(paragraph.tag) not in ("para", "simple-para"):
            continue
        before = []
        for sentence, targets in sentences(paragraph, known):
            ids = list(dict.fromkeys(identity(field, w) for t in targets for w in known[t]))
            if ids and before:
                yield {
                    "source": field,
                    "citing": citing,
                    "citing_title": title,
                    "citing_year": year,
                    "context": before[-BEFORE:],
                    "sentence_masked": sentence,
                    "cited": ids[0],
                    "also": ids[1:] or None,
                    "keywords": [],
                }
            before.append(sentence.replace(MARK, "").replace("  ", " "))


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--articles", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args = args.parse_args()
    corpora, contexts = {f: {} for f in FIELDS}, {f: [] for f in FIELDS}
    for path in sorted(args.articles.glob("*xml")):
        root = ET.parse(path).getroot()
        field = field_of(text(first(root, "srctitle")))
        head = first(root, "head")
        title = text(first(head, "title")) if head is not None and first(head, "title") is not None else ""
        year = int(text(first(root, "cover-date-year")))
        known = references(root)
        for works in known.values():
            corpora[field].update({identity(field, w): {"Id": identity(field, w), **w} for w in works})
        body = first(root, "body")
        if body is not None:
            found = list(contexts_of(body, path.stem.split(".")[0], title, year, field, known))
            contexts[field] += [{"id": f"{c['citing']}#{i}", **c} for i, c in enumerate(found)]
    for folder, sets in ("corpora", {f: list(c.values()) for f, c in corpora.items()}), ("contexts", contexts):
        (args.out / folder).mkdir(parents=True, exist_ok=True)
        for field, rows in sets.items():
            with gzip.open(args.out / folder / f"{field}.jsonl.gz", "wt") as out:
                out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            print(folder, field, len(rows))


if __name__ == "__main__":
    main()
