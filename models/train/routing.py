"""Collects titles and texts with known disciplines for training the router.

    python models/train/routing.py --sources DIR --papers DIR --out routing.jsonl

SOURCES contains clones of the repositories in REPOSITORIES, each named OWNER+NAME, at
the commits pinned there; PAPERS contains acl.jsonl.gz and biomed.jsonl.gz. Each output
line is {"discipline", "source", "title", "text"}. Requires only Python.
"""

import argparse
import collections
import csv
import gzip
import html
import io
import json
import lzma
import os
import random
import re
import subprocess
import xml.etree.ElementTree as xml
import zipfile

# Repository, commit, licence of the texts. The textbooks were CC-BY-4.0 at these commits.
REPOSITORIES = {
    "staeiou/arxiv_archive": ("f043eb1d71da6ed2fb9eac63ab8707359ff606ea", "CC0-1.0, metadata of arXiv up to 2019"),
    "bldavies/nberwp": ("d57fbc5e2233c654c7a7576676ef6b7c95ad723d", "CC0-1.0, titles of NBER working papers"),
    "gisbi-kim/nsf-awards-explorer": ("87fb08ea3dec2999886f79f05edb9d20510ef0cb", "public domain, abstracts of awards by the US National Science Foundation"),
    "jayded/evidence-inference": ("b9831b6c59b52ac2d277f757d413ececf0949a8d", "articles of PubMed Central that name CC-BY"),
    "UCDenver-ccp/CRAFT": ("2abe82b8bb8089448b84937d5f61d8c218011322", "CC-BY-3.0, articles of PubMed Central"),
    "softwaresaved/ref_case_studies_investigation_2014": ("349a59308d0bb4680f570e03efb4e36cbcd8e52f", "CC-BY-4.0, impact case studies of British universities, 2014"),
}

# OpenStax textbooks by discipline, each at a commit under CC-BY-4.0; "^" is the last before the licence changed.
BOOKS = {
    "chemistry-bundle": ("chemistry", "0243cd5^"),
    "principles-economics-bundle": ("economics", "cd31beb"),
    "psychology": ("social science", "e91efc4^"),
    "introduction-sociology": ("social science", "cb424bc^"),
    "american-government": ("social science", "37ee81a^"),
    "introduction-political-science": ("social science", "da3ba0d^"),
    "introduction-anthropology": ("social science", "418eedd"),
    "us-history": ("humanities", "ec99b9a^"),
    "world-history": ("humanities", "b2ddac6^"),
    "introduction-philosophy": ("humanities", "a108740^"),
    "microbiology": ("biology", "f1d8d4e^"),
    "anatomy-physiology": ("biology", "fdfa6e2^"),
    "nursing-external-bundle": ("clinical medicine", "7876f90a"),
    "university-physics-bundle": ("physics", "b375d3f^"),
    "astronomy": ("physics", "4aedbad^"),
    "introductory-statistics-bundle": ("mathematics", "592cff1^"),
    "introduction-python-programming": ("computer science", "d6d069bb"),
}

# arXiv categories whose papers belong to one discipline; others are omitted.
ARXIV = {
    "computer science": r"(cs\.(?!SY|CE|NA|SI|CY|OH|GL|MS).*|stat\.ML)",
    "mathematics": r"(math\.(?!IT|NA|HO|GM|MP).*|stat\.(TH|ME))",
    "physics": r"(hep-.*|gr-qc|quant-ph|astro-ph.*|cond-mat.*|nucl-.*|math-ph|nlin\.(CD|PS|SI)"
               r"|physics\.(atom-ph|optics|plasm-ph|acc-ph|flu-dyn|class-ph|ins-det|atm-clus|space-ph))",
    "biology": r"q-bio\.(?!QM|OT).*",
    "chemistry": r"physics\.chem-ph",
    "earth science": r"physics\.(ao-ph|geo-ph)",
    "economics": r"(econ\..*|q-fin\..*)",
    "engineering": r"(eess\.SY|cs\.SY)",
}

# Divisions of the National Science Foundation.
NSF = {
    "chemistry": r"CHE", "mathematics": r"DMS", "physics": r"(PHY|AST)", "biology": r"(DEB|IOS|MCB|DBI)",
    "computer science": r"(CCF|CNS|IIS)", "engineering": r"(CMMI|ECCS|CBET)", "earth science": r"(EAR|AGS|OCE|OPP|RISE)",
    "social science": r"BCS",
}

# Units of assessment of the case studies. Two cover several disciplines; the study's funder decides which one applies.
UNITS = [
    ("earth science", r"^Earth Systems"), ("physics", r"^Physics"), ("mathematics", r"^Mathematical"), ("chemistry", r"^Chemistry"),
    ("computer science", r"^Computer Science"), ("engineering", r"Engineering|Metallurgy"),
    ("humanities", r"^(History|English|Modern Lang|Music|Philosophy|Classics|Theology|Art and Design)"),
    ("social science", r"^(Politics|Education|Social Work|Sociology|Communication|Anthropology)"),
    ("economics", r"^(Economics|Business)"), ("clinical medicine", r"^(Clinical|Public Health|Allied)"),
    ("biology", r"^(Biological|Agriculture)"),
    ("earth science", r"^Geography.*\tnerc"), ("social science", r"^Geography.*\tbritish_academy"),
    ("social science", r"^Psychology.*\t(british_academy|rcuk|royal_society)\b"),
]

# Sentences in case studies that name the researchers and funders.
WHO = re.compile(r"Universit|REF\b|£|\bDrs?\b|\bProf|funded|grant|\bAward|Lecturer|Fellow|Department|School of|Institute|appointed|PhD|\[R?\d"
                 r"|Research Council|collaborat")

# Journals in PubMed Central, by words in their names.
JOURNALS = [
    ("clinical medicine", r"clinical|medicine$|BMJ|Cancer|Oncology|Pregnancy|Pediatrics|Public Health|Reproductive|Nutrition Journal|Lancet"
                          r"|Neglected Tropical|Malaria|Health Policy|Pain|Surgery|Nursing|Epidemiol|Diabetes|Cardio|Psychiatry"),
    ("social science", r"Psychology|Behavioral Neuroscience|World Development"),
    ("chemistry", r"Molecules|Chemistry|Chemical Science|Nanomaterials|Polymers|Nanoscale|Analytical"),
    ("engineering", r"Sensors|^Materials"),
    ("earth science", r"Environmental Science|Disaster|Total Environment|Health & Pollution"),
    ("biology", r"Plant|Genom|Genes|Genetic|Microbiol|Rice|Botan|Biology|Ecology|mBio|eLife|Virus|Evolution|Physiology|Biotechnol|Molecular Sciences|Nucleic"),
]


LICENCES = ("CC-BY-4.0", "CC0-1.0", "CC-BY-3.0", "CC-BY-2.0")


def git(folder, *arguments):
    return subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True).stdout


def names(folder, commit, pattern):
    """Returns the files of a commit whose paths match, except those missing from a partial clone."""
    for line in git(folder, "ls-tree", "-r", "-l", commit).decode("utf-8", "replace").splitlines():
        facts, _, name = line.partition("\t")
        if re.search(pattern, name) and facts.split()[3] != "BAD":
            yield name


def clean(text):
    return re.sub(r"\s+", " ", text or "").strip()


def normal(title):
    return re.sub(r"[^a-z0-9]+", " ", clean(title).lower()).strip()


def discipline(table, name):
    for key, pattern in table.items() if isinstance(table, dict) else table:
        if re.fullmatch(pattern, name) if isinstance(table, dict) else re.search(pattern, name):
            return key
    return None


def arxiv(folder, commit, each):
    csv.field_size_limit(1 << 30)
    seen, by_category = set(), collections.defaultdict(list)
    for name in names(folder, commit, r"20200101/per_category/"):
        text = lzma.decompress(git(folder, "show", f"{commit}:{name}")).decode("utf-8", "replace")
        for row in csv.DictReader(io.StringIO(text), delimiter="\t"):
            if row["arxiv_id"] in seen or len(row["abstract"] or "") < 200 or row["created"] < "2008":
                continue
            seen.add(row["arxiv_id"])
            by_category[row["primary_cat"]].append((row["arxiv_id"], row["title"], row["abstract"]))
    by_discipline = collections.defaultdict(list)
    for category in sorted(by_category):
        if found := discipline(ARXIV, category):
            by_discipline[found].append(sorted(by_category[category]))
    for found, categories in by_discipline.items():
        for rows in categories:
            random.shuffle(rows)
            for _, title, text in rows[: max(200, each // len(categories))]:
                yield found, "arxiv", title, text


def nber(folder, commit, each):
    rows = list(csv.DictReader(io.StringIO(git(folder, "show", f"{commit}:data-raw/papers.csv").decode())))
    random.shuffle(rows)
    for row in rows[:each]:
        yield "economics", "nber", row["title"], ""


def sheet(book):
    """Returns the rows of a workbook's first sheet as dictionaries. It needs no library: cells contain their text or the number of a shared text."""
    space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    shared = []
    if "xl/sharedStrings.xml" in book.namelist():
        for _, item in xml.iterparse(book.open("xl/sharedStrings.xml")):
            if item.tag == space + "si":
                shared.append("".join(t.text or "" for t in item.iter(space + "t")))
    heads = {}
    for _, row in xml.iterparse(book.open("xl/worksheets/sheet1.xml")):
        if row.tag != space + "row":
            continue
        cells = {}
        for c in row.iter(space + "c"):
            number = c.findtext(space + "v")
            text = "".join(t.text or "" for t in c.iter(space + "t"))
            cells[re.match("[A-Z]+", c.get("r"))[0]] = shared[int(number)] if c.get("t") == "s" and number else text or number or ""
        row.clear()
        if heads:
            yield {name: cells.get(column, "") for name, column in heads.items()}
        elif len(cells) > 5:
            heads = {name: column for column, name in cells.items()}


def workbook(folder, commit, name):
    return zipfile.ZipFile(io.BytesIO(git(folder, "show", f"{commit}:{name}")))


def nsf(folder, commit, each):
    for value in sheet(workbook(folder, commit, "data/slim/nsf_awards_FY2026_slim.xlsx")):
        found = discipline(NSF, value["division"])
        if value["division"] == "SES" and "Econ" in value["program_name"]:
            found = "economics"
        if found:
            # The last paragraph states that the award reflects the foundation's mission.
            text = re.split(r"This award reflects", value["abstract"])[0]
            yield found, "nsf", value["title_clean"], text


def cases(folder, commit, each):
    """Yields groups of four sentences from the case studies in a partial clone."""
    seen = set()
    for name in names(folder, commit, r"\.xlsx$"):
        for value in sheet(workbook(folder, commit, name)):
            identity, unit = value.get("Case Study Id"), value.get("Unit of Assessment", "")
            found = discipline(UNITS, unit + "\t" + os.path.basename(name))
            if not found or identity in seen:
                continue
            seen.add(identity)
            text = " ".join(html.unescape(value[part]) for part in ["Underpinning research", "Summary of the impact", "Details of the impact"])
            text = re.sub(r"\s*[(\[](?:[^()\[\]]{0,60}\d[^()\[\]]{0,60})[)\]]", "", clean(text))
            sentences = re.split(r"(?<=[a-z0-9)’'\"]\.)\s+(?=[A-Z])", text)
            sentences = [s for s in sentences if 60 < len(s) < 450 and not WHO.search(s)]
            for i in range(0, len(sentences), 4):
                piece = " ".join(sentences[i: i + 4])
                if len(piece) > 200:
                    yield found, "cases", html.unescape(value["Title"]), piece


def written(folder):
    """Yields the statements written for this project: a title, the preceding sentence, and the claim."""
    for name in sorted(os.listdir(folder)):
        if name.endswith(".txt"):
            for line in open(os.path.join(folder, name)):
                title, before, claim = line.strip().split("|")
                yield name[:-4].replace("-", " "), "written", title, before + " " + claim


def words(node):
    """Returns the text of a JATS node without its citations."""
    if node is None:
        return ""
    text = (node.text or "") + "".join((words(child) if child.tag != "xref" else "") + (child.tail or "") for child in node)
    return clean(re.sub(r"[\[(][\s,;–-]*[\])]", " ", text))


def article(source):
    """Returns the title, the abstract, and the paragraphs of the first and last sections of a JATS article, which describe known facts."""
    tree = xml.fromstring(source)
    sections = tree.findall(".//body/sec")
    known = [words(p) for section in sections[:1] + sections[-1:] for p in section.findall("p")] if len(sections) > 2 else []
    return words(tree.find(".//article-title")), words(tree.find(".//abstract")), [p for p in known if len(p) > 200]


def trials(folder, commit, each):
    files = sorted(names(folder, commit, r"\.nxml$"))
    random.shuffle(files)
    for name in files[: 2 * each]:
        source = git(folder, "show", f"{commit}:{name}").decode("utf-8", "replace")
        if not re.search(r"creativecommons\.org/licenses/by/", source):
            continue
        try:
            title, text, known = article(re.sub(r"&(?!(amp|lt|gt|quot|apos|#))", "&amp;", source))
        except xml.ParseError:
            continue
        yield "clinical medicine", "trials", title, text
        for paragraph in random.sample(known, min(len(known), 3)):
            yield "clinical medicine", "trials-text", title, paragraph


def craft(folder, commit, each):
    for name in names(folder, commit, r"articles/txt/.*\.txt$"):
        lines = [l for l in git(folder, "show", f"{commit}:{name}").decode("utf-8", "replace").splitlines() if l.strip()]
        for text in [l for l in lines[1:] if len(l) > 300][:12]:
            yield "biology", "craft", lines[0], text


def book(folder, commit, name, found, each):
    """Yields the paragraphs of a textbook, without figures, exercises and mathematics."""
    paragraphs = []
    for file in sorted(names(folder, commit, r"modules/.*\.cnxml$")):
        source = git(folder, "show", f"{commit}:{file}").decode("utf-8", "replace")
        source = re.sub(r"(?s)<(exercise|math|m:math|figure|table|metadata|glossary|equation)\b.*?</\1>", " ", source)
        title = clean(re.sub(r"<[^>]+>", " ", (re.search(r"(?s)<title>(.*?)</title>", source) or [None, ""])[1]))
        for paragraph in re.findall(r"(?s)<para\b[^>]*>(.*?)</para>", source):
            text = clean(re.sub(r"<[^>]+>", " ", paragraph))
            if 150 < len(text) < 1500:
                paragraphs.append((title, text))
    random.shuffle(paragraphs)
    for title, text in paragraphs[:each]:
        yield found, "openstax-" + name, title, text


def papers(folder, each):
    for file in ["acl.jsonl.gz", "biomed.jsonl.gz"]:
        rows = []
        for line in gzip.open(os.path.join(folder, file), "rt"):
            p = json.loads(line)
            text = p.get("Abstract") or (p.get("Content") or {}).get("Abstract") or ""
            found = "computer science" if file.startswith("acl") else discipline(JOURNALS, p.get("Venue") or "")
            if found and len(text) > 200 and p.get("License") in LICENCES:
                rows.append((found, file.split(".")[0], p["Title"], text))
            for paragraph in of_article(p) if found else []:
                rows.append((found, file.split(".")[0] + "-text", p["Title"], paragraph))
        random.shuffle(rows)
        yield from rows[: 2 * each]


def of_article(paper):
    """Returns three paragraphs from the introduction and discussion of a paper in the corpora."""
    found = []
    for section in (paper.get("Content") or {}).get("Fullbody_Parsed") or []:
        if re.search(r"introduction|background|discussion", section["section_title"], re.I):
            for paragraph in section["section_text"]:
                sentences = paragraph["paragraph_text"] if isinstance(paragraph["paragraph_text"], list) else []
                found.append(" ".join(s["sentence_text"] for s in sentences))
    found = [text for text in found if 200 < len(text) < 3000]
    return random.sample(found, min(len(found), 3)) if paper.get("License") in LICENCES else []


def collect(options):
    readers = {"staeiou/arxiv_archive": arxiv, "bldavies/nberwp": nber, "gisbi-kim/nsf-awards-explorer": nsf,
               "jayded/evidence-inference": trials, "UCDenver-ccp/CRAFT": craft,
               "softwaresaved/ref_case_studies_investigation_2014": cases}
    for name, read in readers.items():
        yield from read(os.path.join(options.sources, name.replace("/", "+"), options.inside), REPOSITORIES[name][0], options.each)
    for name, (found, commit) in BOOKS.items():
        folder = os.path.join(options.sources, "openstax+osbooks-" + name, options.inside)
        yield from book(folder, commit, name, found, options.each // 4)
    yield from papers(options.papers, options.each // 2)
    yield from written(os.path.join(os.path.dirname(__file__), "written", "disciplines"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sources", required=True)
    parser.add_argument("--inside", default="", help="subfolder of OWNER+NAME that contains the clone")
    parser.add_argument("--papers", required=True)
    parser.add_argument("--each", type=int, default=6000, help="maximum number of records per discipline and source")
    parser.add_argument("--without", nargs="*", default=[], metavar="FILE", help="statements whose papers are omitted, identified by title")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    random.seed(20261122)
    held = {normal(json.loads(line)["title"]) for file in options.without for line in open(file)}
    count = collections.Counter()
    with open(options.out, "w") as out:
        for found, source, title, text in collect(options):
            if normal(title) in held:
                count["left", "out"] += 1
                continue
            count[found, source] += 1
            record = {"discipline": found, "source": source, "title": clean(title), "text": clean(text)}
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
    for key in sorted(count):
        print(*key, count[key])


if __name__ == "__main__":
    main()
