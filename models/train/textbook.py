"""Makes full texts of a field from the textbook Dive into Deep Learning.

    python textbook.py --repo d2l-en --out computing.jsonl.gz

The book (github.com/d2l-ai/d2l-en, CC BY-SA 4.0) is written in Markdown, with citations
such as :cite:`key` and a d2l.bib file. Each file becomes one paper in SciLit's schema,
with its citations and references, for `scilit-eval field-sets --articles`.
"""

import argparse
import gzip
import json
import re
import subprocess

CITE = re.compile(r":(?:cite|citet|citep|citealt|citealp):`([^`]*)`")
FENCED = re.compile(r"^(`{3,}).*?^\1\s*$", re.M | re.S)
NOISE = (
    (re.compile(r"!\[[^\]]*\]\([^)]*\)"), " "),
    (re.compile(r"\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r":(?:label|width|height):`[^`]*`"), " "),
    (re.compile(r":(?:numref|eqref|ref):`[^`]*`"), "Section"),
    (re.compile(r":begin_tab:.*|:end_tab:"), " "),
    (re.compile(r"\$\$.*?\$\$", re.S), " "),
    (re.compile(r"[*_`]+"), ""),
)
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
ENTRY = re.compile(r"^@(\w+)\s*\{\s*([^,\s]+)\s*,(.*?)^\}", re.M | re.S)
FIELD = re.compile(r"(\w+)\s*=\s*[{\"](.*?)[}\"]\s*(?:,\s*\n|\Z)", re.S)


def show(repo, path):
    return subprocess.run(["git", "-C", repo, "show", f"HEAD:{path}"], capture_output=True, text=True, check=True).stdout


def plain(value):
    return " ".join(re.sub(r"\\[a-zA-Z'`\"^~=.]+\s*|[{}\\]", "", value).split())


def names(value):
    for name in re.split(r"\s+and\s+", plain(value)):
        family, _, given = name.partition(",")
        if given:
            yield {"GivenName": given.strip(), "FamilyName": family.strip()}
        elif name not in ("others", "et al."):
            yield {"GivenName": " ".join(name.split()[:-1]), "FamilyName": (name.split() or [""])[-1]}


def reference(entry):
    fields = {k.lower(): v for k, v in FIELD.findall(entry.rstrip() + "\n")}
    return {
        "Title": plain(fields.get("title", "")),
        "Author": list(names(fields.get("author", ""))),
        "Venue": plain(fields.get("journal", fields.get("booktitle", ""))),
        "DOI": fields.get("doi", ""),
        "PublicationDate": {"Year": plain(fields.get("year", ""))[:4]},
    }


def sentence(number, raw, keys):
    text, spans, at = "", [], 0
    for m in CITE.finditer(raw):
        text += raw[at : m.start()]
        for key in m[1].split(","):
            if key.strip() in keys:
                start = len(text)
                text += "[1]"
                spans.append({"start": str(start), "end": str(len(text)), "text": "[1]", "ref_id": str(keys[key.strip()])})
        at = m.end()
    return {"sentence_id": str(number), "sentence_text": text + raw[at:], "cite_spans": spans}


def paragraphs(markdown):
    markdown = FENCED.sub("\n\n", markdown)
    for pattern, by in NOISE:
        markdown = pattern.sub(by, markdown) if pattern.pattern != "[*_`]+" else markdown
    for block in re.split(r"\n\s*\n", markdown):
        if block.lstrip()[:1] not in ("#", "|", ":", "<") and len(block.split()) > 5:
            yield re.sub(r"[*_]+", "", " ".join(block.split()))


def paper(path, markdown, references):
    used = dict.fromkeys(k.strip() for m in CITE.finditer(markdown) for k in m[1].split(",") if k.strip() in references)
    keys = {key: i for i, key in enumerate(used)}
    title = next((l[1:].strip() for l in markdown.splitlines() if l.startswith("# ")), path)
    body = [
        {"paragraph_id": str(i), "paragraph_text": [sentence(j, s, keys) for j, s in enumerate(SENTENCE.split(p))]}
        for i, p in enumerate(paragraphs(markdown))
    ]
    return {
        "Id": "d2l:" + path.removesuffix(".md"), "License": "CC-BY-SA-4.0", "Title": title, "Author": [], "Abstract": "",
        "Venue": "Dive into Deep Learning", "DOI": "", "PublicationDate": {"Year": "2023"},
        "Content": {"Abstract": "", "Fullbody_Parsed": [{"section_id": "0", "section_title": title, "section_text": body}]},
        "Reference": [references[key] for key in used],
    }


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--repo", required=True)
    args.add_argument("--out", required=True)
    args = args.parse_args()
    references = {key: reference(rest) for _, key, rest in ENTRY.findall(show(args.repo, "d2l.bib"))}
    listed = subprocess.run(["git", "-C", args.repo, "ls-tree", "-r", "--name-only", "HEAD"], capture_output=True, text=True, check=True)
    with gzip.open(args.out, "wt") as out:
        for path in listed.stdout.splitlines():
            if path.startswith("chapter_") and path.endswith(".md"):
                p = paper(path, show(args.repo, path), references)
                if p["Reference"]:
                    out.write(json.dumps(p) + "\n")


if __name__ == "__main__":
    main()
