"""Samples the statements with known disciplines on which the router is measured.

    python models/train/routing_statements.py --papers DIR --replies DIR --out routing.jsonl

PAPERS contains acl.jsonl.gz and biomed.jsonl.gz, REPLIES the recorded replies of arXiv's
API, whose metadata is CC0. All papers were chosen by their titles before any result was
seen; their sentences are sampled at random. Half of the statements are from the running
text of articles and contain citations; the others are from abstracts or cite nothing.
Requires only Python.
"""

import argparse
import collections
import gzip
import json
import os
import random
import re
import xml.etree.ElementTree as xml

SEED = 20261122
EACH = 40
LICENCES = ("CC-BY-4.0", "CC0-1.0")

# Papers from PubMed Central and PLOS by discipline.
PAPERS = {
    "computer science": "PLOS:journal.pone.0121226 PLOS:journal.pone.0117688 PMC6209949 PMC6069478",
    "physics": "PMC5856792 PMC6318266 PMC7538439 PMC6362195",
    "mathematics": "PLOS:journal.pone.0117949 PLOS:journal.pone.0116752 PLOS:journal.pone.0119074 PMC6287833 PMC6361985",
    "clinical medicine": "PMC6225671 PMC6057053 PMC6191891 PMC5910573 PMC6318946 PMC5789676 PMC5914014 PMC5926488 PMC6311804"
                         " PMC5996414 PMC6240701 PMC6196030 PMC6050377 PMC5936760 PMC6357406 PMC6341673 PMC6349825 PMC6019716"
                         " PMC6085702 PMC6341533 PMC6162406 PMC6107110 PMC6338355 PMC6336313 PMC6345468",
    "chemistry": "PMC7065120 PMC7702081 PMC7055568 PMC7055569 PMC7080552 PMC7052325 PMC7052380 PMC7058583 PMC7407240 PMC7565694"
                 " PMC7077619 PMC5880794 PMC5857580 PMC6349756 PMC6117687 PMC6024919 PMC7040616 PMC6249327 PMC7603480 PMC7665198"
                 " PMC7074852 PMC7075132 PMC6030138 PMC6337653",
    "earth science": "PMC6335430 PMC6195545 PMC6069056 PMC6117284 PMC6098091 PMC6351523 PMC6333788 PMC5940215 PMC6359269 PMC6018065"
                     " PLOS:journal.pone.0081648 PMC6361969 PMC6112045 PMC5849693",
    "economics": "PMC5268358 PMC5859212 PMC6108534 PMC5815090 PMC5857627 PMC6290655 PMC5726380 PMC6261409 PMC6082532 PMC6242374"
                 " PMC5699027 PLOS:journal.pone.0116201 PMC6289226",
    "social science": "PMC5728070 PMC5785725 PMC5797613 PMC6057114 PMC6156459 PMC6340960 PMC6354661 PMC5935386 PMC6013973 PMC6014056"
                      " PMC6191674 PMC6339103 PMC6132390 PMC6004003 PMC5561265 PMC5770021 PMC6209138 PMC6347220 PMC6223809",
    "engineering": "PMC6073333 PMC6337318 PMC5506926 PMC6266235 PMC6480536 PMC6804037 PMC6947292 PMC6947375 PMC7079595 PMC7142886"
                   " PMC7321209 PMC7730636 PMC5760566 PMC7198556 PMC7040742 PMC6145573 PMC6304113 PMC6359374 PMC6163486 PMC6138942"
                   " PMC6021792 PMC6264017",
}

# Biology papers are sampled by journal, since there are many.
BIOLOGY = re.compile(r"eLife|PLoS (Genetics|Biology|Pathogens)|Genome Biology|^Genetics$|G3|BMC Evolutionary|mBio|Ecology and Evolution"
                     r"|Frontiers in Plant Science|Plant Biotechnology|BMC Genomics|Nucleic Acids|Frontiers in Microbiology")

# arXiv categories.
ARXIV = {"computer science": r"cs\.(?!SY|CE|NA|SI|CY|OH|GL|MS).*", "mathematics": r"(math\..*|stat\.(ME|TH))",
         "physics": r"(quant-ph|astro-ph.*|cond-mat.*|hep-.*|physics\.optics)"}

FIRST_PERSON = re.compile(r"\b([Ww]e|[Oo]urs?|I|my|us|[Tt]his (paper|article|study|work|review)|[Pp]resent study|Fig|Figs|Table|Eq|et al)\b")


def full(folder):
    """Returns the records of both corpora whose licence permits copying."""
    for file in ["acl.jsonl.gz", "biomed.jsonl.gz"]:
        for line in gzip.open(os.path.join(folder, file), "rt"):
            paper = json.loads(line)
            if paper.get("License") in LICENCES:
                yield file.split(".")[0], paper


def without_marks(sentence):
    """Returns a sentence without citation marks, and whether it had any."""
    text, spans = sentence["sentence_text"], sentence.get("cite_spans") or []
    for span in sorted(spans, key=lambda s: -int(s["start"])):
        text = text[: int(span["start"])] + "\0" + text[int(span["end"]):]
    text = re.sub(r"\s*[(\[]?[\s,;–-]*\0[\s\0,;–\-()\[\]]*(?=[.,;:]|$)", "", text)
    text = re.sub(r"\s*[(\[]\s*(e\.g\.|see|and|[,;–\s\0-])*\s*[)\]]", "", text)
    text = re.sub(r"\s*\0[\s\0,;–-]*", " ", text)
    return re.sub(r"\s+", " ", text).strip(), bool(spans)


def fits(text):
    return (80 <= len(text) <= 320 and len(text.split()) >= 10 and re.match(r"[A-Z]", text) and text.endswith(".")
            and text.count("(") == text.count(")") and not re.search(r"\b(to|by|in|of|from|with|and|e\.g)\s*[,.;]", text)
            and not FIRST_PERSON.search(text) and not re.search(r"[=$\\{}^_<>|@\0]|[(\[]\s*[)\]]|\d\s*[±×]|https?:", text))


def of_article(paper):
    """Yields statements from the running text as (cites, sentence, context)."""
    for section in paper["Content"].get("Fullbody_Parsed") or []:
        if re.search(r"method|material|statistic|procedure|ethic|acknowledg|supplement|abbrev|conflict|author|fund|data avail", section["section_title"], re.I):
            continue
        for paragraph in section["section_text"]:
            read = [without_marks(s) for s in paragraph["paragraph_text"]] if isinstance(paragraph["paragraph_text"], list) else []
            for i, (text, cites) in enumerate(read):
                if fits(text):
                    yield cites, text, [t for t, _ in read[max(0, i - 3): i]]


def of_abstract(text):
    sentences = [re.sub(r"\s+", " ", s).strip() for s in re.split(r"(?<=[a-z0-9)]\.)\s+(?=[A-Z])", text)]
    for i, sentence in enumerate(sentences):
        if fits(sentence):
            yield False, sentence, sentences[max(0, i - 3): i]


def source(paper):
    return "doi:" + paper["DOI"] if paper.get("DOI") else paper.get("URL") or paper["Id"]


def candidates(options):
    """Returns lists of statements by discipline and kind, with one list per paper."""
    chosen = {identity: found for found, ids in PAPERS.items() for identity in ids.split()}
    by = collections.defaultdict(list)
    for corpus, paper in full(options.papers):
        found = chosen.get(paper["Id"]) or ("biology" if corpus == "biomed" and BIOLOGY.search(paper.get("Venue") or "") else None)
        if found:
            statements = list(of_article(paper)) + list(of_abstract(paper["Content"].get("Abstract") or ""))
            add(by, found, statements, paper["Title"], source(paper), paper["License"] + " (" + (paper.get("Venue") or "") + ")")
    for entry in entries(options.replies):
        add(by, *entry)
    return by


def entries(folder):
    atom, seen = "{http://www.w3.org/2005/Atom}", set()
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".atom.xml"):
            continue
        for entry in xml.parse(os.path.join(folder, name)).iter(atom + "entry"):
            category = entry.find("{http://arxiv.org/schemas/atom}primary_category")
            identity = re.sub(r".*/abs/|v\d+$", "", entry.findtext(atom + "id"))
            if category is None or identity in seen:
                continue
            seen.add(identity)
            for found, pattern in ARXIV.items():
                if re.fullmatch(pattern, category.get("term")):
                    title = re.sub(r"\s+", " ", entry.findtext(atom + "title"))
                    yield found, list(of_abstract(entry.findtext(atom + "summary"))), title, "arXiv:" + identity, "CC0-1.0 (metadata of arXiv)"


def add(by, found, statements, title, where, licence):
    for cites in (True, False):
        kept = [{"discipline": found, "sentence": s, "context": c, "title": title, "source": where, "licence": licence, "cites": cites}
                for cited, s, c in statements if cited == cites]
        random.shuffle(kept)
        if kept:
            by[found, cites].append(kept)


def draw(papers, n, taken):
    """Takes one statement from each paper in turn until there are enough."""
    random.shuffle(papers)
    drawn, turn = [], 0
    while len(drawn) < n and any(len(p) > turn for p in papers):
        for paper in papers:
            if turn < len(paper) and len(drawn) < n and paper[turn]["sentence"] not in taken:
                taken.add(paper[turn]["sentence"])
                drawn.append(paper[turn])
        turn += 1
    return drawn


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", required=True)
    parser.add_argument("--replies", required=True, help="folder of arXiv's recorded replies")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    random.seed(SEED)
    by, taken = candidates(options), set()
    with open(options.out, "w") as out:
        for found in [*PAPERS, "biology"]:
            cited = draw(by[found, True], EACH // 2, taken)
            rows = cited + draw(by[found, False], EACH - len(cited), taken)
            rows += draw(by[found, True], EACH - len(rows), taken)
            print(found, len(rows), "of", len({r["source"] for r in rows}), "papers,", sum(r["cites"] for r in rows), "cite")
            for row in rows:
                out.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
