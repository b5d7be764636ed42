"""Makes claims from data sets of questions about papers: PubMedQA and Evidence Inference."""

import csv
import json
import random
import re
from dataclasses import dataclass
from pathlib import Path

from judge_edits import sentences

ASKS = [
    (re.compile(r"^(?:Is|Are|Was|Were) (.+?) ((?:(?:significantly|independently|really|always|still|also) )?(?:associated|related|linked|correlated|necessary|safe|effective|useful|"
                r"feasible|reliable|better|worse|superior|equal|similar|different|important|affected|influenced|predictive|needed|justified|beneficial|"
                r"comparable|accurate|possible|required|sufficient|valid|increased|decreased|reduced|more|less|a|an|the)\b.+)\?$"), "be"),
    (re.compile(r"^(?:Does|Did) (.+?) ((?:[a-z]+ly )?(?:affect|improve|reduce|increase|decrease|predict|influence|have|alter|change|provide|cause|lead|play|"
                r"prevent|correlate|impact|depend|contribute|protect|help|enhance|induce|differ|require|determine|make|matter|need|promote|modify)\b.*)\?$"), "does"),
    (re.compile(r"^Do (.+?) ((?:[a-z]+ly )?(?:affect|improve|reduce|increase|decrease|predict|influence|have|alter|change|provide|cause|lead|play|prevent|"
                r"correlate|impact|depend|contribute|protect|help|enhance|induce|differ|require|determine|make|matter|need|promote|modify)\b.*)\?$"), "do"),
    (re.compile(r"^(Can|Should|Could) (.+?) ((?:be|help|improve|reduce|predict|prevent|replace|increase|provide|affect|identify|detect|serve|have)\b.*)\?$"), "modal"),
]
LABEL = {"yes": "support", "no": "contradict", "maybe": "neither"}
UP = ["{i} increased {o} compared with {c}.", "{o} was higher with {i} than with {c}.", "{c} led to lower {o} than {i}.", "{o} was greater in the {i} group.",
      "Compared to {c}, {i} significantly raised {o}.", "{o} was lower with {c} than with {i}."]
DOWN = ["{i} decreased {o} compared with {c}.", "{o} was lower with {i} than with {c}.", "{c} led to higher {o} than {i}.", "{o} was smaller in the {i} group.",
        "Compared to {c}, {i} significantly reduced {o}.", "{o} was higher with {c} than with {i}."]
SAME = ["{o} did not differ between {i} and {c}.", "There was no significant difference in {o} between {i} and {c}.", "{i} and {c} were similar in {o}.",
        "{i} had no effect on {o} compared with {c}.", "{o} was comparable with {i} and with {c}."]
CLAIMS = {"significantly increased": UP, "significantly decreased": DOWN, "no significant difference": SAME}


@dataclass
class Asked:
    premises: list[str]
    claim: str
    label: str


def stated(question: str) -> str | None:
    for pattern, kind in ASKS:
        if m := pattern.match(question):
            if kind == "be":
                return f"{m[1]} {question.split()[0].lower()} {m[2]}."
            if kind == "modal":
                return f"{m[2]} {m[1].lower()} {m[3]}."
            verb, _, rest = m[2].partition(" ")
            if kind == "do" or verb.endswith("ly"):
                return f"{m[1]} {m[2]}."
            third = {"have": "has"}.get(verb, verb + ("es" if verb.endswith(("s", "sh", "ch")) else "s"))
            return f"{m[1]} {third} {rest}".strip() + "."
    return None


def questions(path: Path, rng: random.Random):
    for row in json.loads(path.read_text()).values():
        answer, contexts = row["LONG_ANSWER"], [s for c in row["CONTEXTS"] for s in sentences(c)]
        results = [" ".join(contexts[-2:]), " ".join(contexts[-4:-2])]
        if claim := stated(row["QUESTION"]):
            claim = claim[0].upper() + claim[1:]
            yield Asked([answer, results[0]], claim, LABEL[row["final_decision"]])
        first = sentences(answer)[0]
        if 8 <= len(first.split()) <= 40:
            yield Asked(results[:1], first, "support")


def inference(raw: Path, rng: random.Random):
    """Yields (premise, claim, label) for prompts whose evidence is a sentence chosen by two annotators."""
    with (raw / "ei-prompts.csv").open(encoding="utf-8-sig") as lines:
        prompts = {r["PromptID"]: r for r in csv.DictReader(lines)}
    with (raw / "ei-v2.csv").open(encoding="utf-8-sig") as lines:
        for r in csv.DictReader(lines):
            text = " ".join(r["Annotations"].split())
            p = prompts.get(r["PromptID"])
            good = r["Valid Label"] == r["Valid Reasoning"] == "True" and r["Label"] in CLAIMS and len(text.split()) > 8 and text[-1:] in ".;"
            if not p or not good or len(text) > 500:
                continue
            words = {k: p[n].strip() for k, n in (("i", "Intervention"), ("c", "Comparator"), ("o", "Outcome"))}
            if any(len(v.split()) > 10 or not v for v in words.values()):
                continue
            for label, templates in CLAIMS.items():
                claim = rng.choice(templates).format(**words)
                yield text, claim[0].upper() + claim[1:], "support" if label == r["Label"] else "contradict"
