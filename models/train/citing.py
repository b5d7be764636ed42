"""Makes the corpora for measuring profiles, from full texts that are available in advance.

    python citing.py --data DIR --out DIR

Writes DIR/acl.jsonl.gz and DIR/biomed.jsonl.gz without the full texts and references of papers whose
contexts are in a dev or test split. acl-citing.jsonl.gz contains the citing papers of contexts-train
and contexts-multi-train with their citing sentences as full text; add it to the acl index.
"""

import argparse
import gzip
import json
from pathlib import Path


def lines(path):
    with gzip.open(path, "rt") as file:
        yield from map(json.loads, file)


def held(data):
    """Returns the citing papers of the dev and test splits."""
    return {c["citing"] for split in ("dev", "test") for path in data.glob(f"*-{split}.jsonl.gz") for c in lines(path)}


def stripped(papers, out, left_out):
    with gzip.open(out, "wt", compresslevel=1) as file:
        for p in papers:
            if p["Id"] in left_out:
                p["Content"]["Fullbody_Parsed"], p["Reference"] = [], []
            file.write(json.dumps(p) + "\n")


def citations(data):
    """Yields the citing paper, year, title, preceding sentence, citing sentence, and cited papers with positions."""
    for c in lines(data / "contexts-train.jsonl.gz"):
        yield c, c["citing_title"], [(*c["marker"], c["cited"])]
    for c in lines(data / "contexts-multi-train.jsonl.gz"):
        yield c, "", [(x["start"], x["end"], x["cited"]) for x in c["cited"]]


def sentence(number, text, spans):
    return {"sentence_id": str(number), "sentence_text": text, "cite_spans": spans}


def citing(data, papers):
    """Returns papers whose paragraphs consist of a citing sentence and the sentence before it."""
    found = {}
    for c, title, marks in citations(data):
        record = found.setdefault(c["citing"], {"title": title, "year": c["citing_year"], "paragraphs": [], "cited": {}})
        record["title"] = record["title"] or title
        spans = []
        for start, end, cited in marks:
            if cited in papers:
                number = record["cited"].setdefault(cited, len(record["cited"]))
                spans.append({"start": str(start), "end": str(end), "text": c["citation_sentence"][start:end], "ref_id": str(number)})
        if spans:
            before = [sentence(0, c["context"][-1], [])] if c["context"] else []
            record["paragraphs"].append([*before, sentence(1, c["citation_sentence"], spans)])
    return found


def whole(name, record, papers):
    p = dict(papers.get(name) or {"Id": name, "Title": record["title"] or f"Citing paper {name}", "PublicationDate": {"Year": str(record["year"])}})
    text = [{"paragraph_id": str(i), "paragraph_text": sentences} for i, sentences in enumerate(record["paragraphs"])]
    section = {"section_id": "0", "section_title": "", "section_text": text}
    p["Content"] = {**(p.get("Content") or {}), "Fullbody_Parsed": [section]}
    p["Reference"] = [{key: papers[cited].get(key) for key in ("Title", "Author", "DOI", "Venue", "PublicationDate")} for cited in record["cited"]]
    return p


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--data", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args = args.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    papers = {p["Id"]: p for name in ("acl", "biomed") for p in lines(args.data / f"{name}.jsonl.gz")}
    left_out = held(args.data)
    with gzip.open(args.out / "acl-citing.jsonl.gz", "wt") as file:
        for name, record in citing(args.data, papers).items():
            known = papers.get(name, {})
            if name not in left_out and not (known.get("Reference") and known["Content"].get("Fullbody_Parsed")):
                file.write(json.dumps(whole(name, record, papers)) + "\n")
    for name in ("acl", "biomed"):
        stripped(lines(args.data / f"{name}.jsonl.gz"), args.out / f"{name}.jsonl.gz", left_out)


if __name__ == "__main__":
    main()
