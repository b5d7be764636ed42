"""Edits of parsed sentences: some keep the meaning, some reverse it, and some go beyond it."""

import random
import re

from judge_words import Words

ROLES = set("""inhibit activate suppress induce promote cause improve outperform reduce increase regulate affect influence predict precede exceed
surpass enhance impair block drive trigger trail underperform target bind phosphorylate replace control modulate repress stimulate prevent
protect attack infect eat invade colonize dominate support explain""".split())
COMPARATIVES = set("""higher lower greater smaller larger more less fewer better worse longer shorter faster slower stronger weaker earlier later
older younger""".split())
DIRECTIONS = COMPARATIVES | set("""increase decrease reduce improve worsen rise fall high low strong weak positive negative significant similar
different effective ineffective able unable increased decreased reduced improved""".split())
NUMBER = re.compile(r"^\d+(?:\.\d+)?$")
SPELLED = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
QUANTIFIERS = {"all": ["no", "few"], "every": ["no"], "each": ["no"], "most": ["few"], "many": ["few"], "both": ["neither of the"], "several": ["no"],
               "some": ["no"], "few": ["most", "many"], "no": ["all", "many"], "always": ["never"], "often": ["never", "rarely"], "only": ["not only"]}
WEAKER = {"all": "some", "every": "some", "most": "many", "many": "some", "always": "often", "several": "some"}
HEDGES = {"may": "", "might": "", "could": "", "can": ""}
PRONOUNS = set("we it they this these that those he she i which who".split())


def sentences(abstract: str) -> list[str]:
    found, start = [], 0
    for i, c in enumerate(abstract):
        if c in ".?!" and i + 2 < len(abstract) and abstract[i + 1] == " " and (abstract[i + 2].isupper() or abstract[i + 2].isdigit()):
            if abstract[max(0, i - 5) : i].split(" ")[-1] in ("al", "vs", "e.g", "i.e", "Fig", "spp", "sp", "cf", "L", "E", "S", "C"):
                continue
            found.append(abstract[start : i + 1].strip())
            start = i + 1
    return [s for s in [*found, abstract[start:].strip()] if s]


class Sentence:
    """A sentence with its tree. Edits return a new text, or None if they do not apply."""

    def __init__(self, text: str, rows: list[list[str]]):
        self.text = text
        self.form = [r[1] for r in rows]
        self.lemma = [r[2].lower() for r in rows]
        self.tag = [r[4] for r in rows]
        self.head = [int(r[6]) - 1 for r in rows]
        self.rel = [r[7] for r in rows]
        self.span, at = [], 0
        for form in self.form:
            at = text.find(form, at)
            self.span.append((at, at + len(form)))
            at += len(form)
        self.whole = all(a >= 0 for a, _ in self.span)
        self.children = [[] for _ in rows]
        for i, h in enumerate(self.head):
            if 0 <= h < len(rows):
                self.children[h].append(i)
        self.root = next((i for i, h in enumerate(self.head) if h < 0), 0)

    def subtree(self, i: int) -> tuple[int, int]:
        first = last = i
        for c in self.children[i]:
            a, b = self.subtree(c)
            first, last = min(first, a), max(last, b)
        return first, last

    def child(self, i: int, *rels: str) -> int:
        return next((c for c in self.children[i] if self.rel[c] in rels), -1)

    def source(self, first: int, last: int) -> str:
        return self.text[self.span[first][0] : self.span[last][1]]

    def replace(self, *edits: tuple[int, int, str]) -> str:
        out = self.text
        for first, last, new in sorted(edits, reverse=True):
            out = out[: self.span[first][0]] + new + out[self.span[last][1] :]
        return tidy(out)

    def verbs(self) -> list[int]:
        """Returns the finite main verbs: the root, then those of the clauses that it reports."""
        out = [self.root]
        out += [i for i, r in enumerate(self.rel) if r in ("ccomp", "conj") and self.tag[i].startswith("VB") and self.child(i, "nsubj", "nsubjpass") >= 0]
        return out

    def core(self) -> int:
        """Returns the verb of the finding: in "we found that X", the verb of X."""
        reported = [c for c in self.children[self.root] if self.rel[c] == "ccomp"]
        return reported[0] if reported and self.lemma[self.root] in REPORTING else self.root


REPORTING = set("find show demonstrate reveal indicate suggest report conclude observe confirm argue prove see note establish".split())


def tidy(s: str) -> str:
    s = re.sub(r"\s+([,.;:)])", r"\1", re.sub(r"\s+", " ", s)).strip().lstrip(",;: ")
    s = re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", s)
    s = re.sub(r"\b([Aa])n (?=[bcdfgjklmpqrstvwz])", r"\1 ", s)
    return s[:1].upper() + s[1:]


def lowered(s: Sentence, first: int, last: int) -> str:
    text = s.source(first, last)
    keep = s.tag[first].startswith("NNP") or text[1:2].isupper() or text[1:2].isdigit()
    return text if keep else text[:1].lower() + text[1:]


def opposite(s: Sentence, w: Words, rng: random.Random, near: int | None = None) -> str | None:
    """Replaces a word of direction, size, ability or the like with its antonym."""
    places = []
    for i, lemma in enumerate(s.lemma):
        form = s.form[i].lower()
        known = w.opposites.get(form) or (w.opposites.get(lemma) if s.tag[i][:2] in ("VB", "NN", "JJ", "RB") else None)
        if known and s.tag[i] not in ("IN", "TO", "DT") or form in ("with", "before", "after", "above", "below", "without") and known:
            places.append((i, form in w.opposites, known))
    if not places:
        return None
    weight = [6 if s.form[i].lower() in DIRECTIONS or s.lemma[i] in DIRECTIONS else (1 if s.tag[i] == "IN" else 3) for i, _, _ in places]
    i, by_form, known = rng.choices(places, weight)[0]
    other = rng.choice(known)
    new = other if by_form else w.form(other, s.tag[i])
    return s.replace((i, i, new))


def exchanged(s: Sentence, w: Words, rng: random.Random) -> str | None:
    """Swaps the sides of a comparison, or the subject and the object."""
    for places in (than_sides(s), in_sides(s), role_sides(s), from_to(s)):
        if places:
            (a, b), (c, d) = places
            return s.replace((a, b, lowered(s, c, d)), (c, d, lowered(s, a, b)))
    return None


def than_sides(s: Sentence):
    for i, form in enumerate(s.form):
        if form.lower() == "than" and (noun := s.child(i, "pobj")) >= 0 and s.tag[noun].startswith("NN"):
            verb = s.head[i]
            while verb >= 0 and not (s.child(verb, "nsubj", "nsubjpass") >= 0):
                verb = s.head[verb]
            if verb >= 0:
                subject = s.child(verb, "nsubj", "nsubjpass")
                if s.form[subject].lower() not in PRONOUNS and subject < i:
                    return s.subtree(subject), s.subtree(noun)
    return None


def in_sides(s: Sentence):
    """Finds the sides of "in A than in B" and "in A compared with B"."""
    for i, form in enumerate(s.form):
        if form.lower() not in ("than", "compared"):
            continue
        after = next((j for j in range(i + 1, min(i + 3, len(s.form))) if s.form[j].lower() in ("in", "with", "to", "for", "on", "of")), -1)
        before = next((j for j in range(i - 1, -1, -1) if s.form[j].lower() in ("in", "for", "on", "of") and s.child(j, "pobj") >= 0), -1)
        if after < 0 or before < 0 or s.child(after, "pobj") < 0:
            continue
        one, two = s.subtree(s.child(before, "pobj")), s.subtree(s.child(after, "pobj"))
        if one[1] < i and two[0] > i:
            return one, two
    return None


def role_sides(s: Sentence):
    for verb in {s.core(), s.root}:
        subject, thing = s.child(verb, "nsubj"), s.child(verb, "dobj")
        if s.lemma[verb] in ROLES and subject >= 0 and thing >= 0 and s.tag[subject].startswith("NN") and s.tag[thing].startswith("NN"):
            one, two = s.subtree(subject), s.subtree(thing)
            if one[1] < verb < two[0]:
                return one, two
    return None


def from_to(s: Sentence):
    for i in range(len(s.form) - 3):
        if s.form[i].lower() == "from" and s.tag[i + 1] == "CD" and NUMBER.match(s.form[i + 1]):
            for j in range(i + 2, min(i + 5, len(s.form) - 1)):
                if s.form[j].lower() == "to" and s.tag[j + 1] == "CD":
                    return (i + 1, i + 1), (j + 1, j + 1)
    return None


def converse(s: Sentence, w: Words, rng: random.Random) -> str | None:
    """Rewrites "A is higher than B" as "B is lower than A", which keeps the meaning."""
    for places in (than_sides(s), in_sides(s)):
        if places:
            (a, b), (c, d) = places
            found = [i for i, f in enumerate(s.form) if f.lower() in COMPARATIVES and not (a <= i <= b or c <= i <= d)]
            if len(found) == 1:
                i = found[0]
                new = rng.choice(w.opposites[s.form[i].lower()])
                return s.replace((a, b, lowered(s, c, d)), (c, d, lowered(s, a, b)), (i, i, new))
    return None


def passive(s: Sentence, w: Words, rng: random.Random, turned: bool = False) -> str | None:
    """Changes the voice. If turned, it also swaps agent and object, which changes the meaning."""
    verb = s.core()
    subject, thing = s.child(verb, "nsubj"), s.child(verb, "dobj")
    helped = [c for c in s.children[verb] if s.rel[c] in ("aux", "neg", "auxpass", "prt")]
    if s.tag[verb] not in ("VBD", "VBZ", "VBP") or min(subject, thing) < 0 or helped or s.form[subject].lower() in PRONOUNS:
        return None
    if s.lemma[verb] in ("have", "be", "show", "suggest", "include", "contain", "lack", "provide", "become"):
        return None
    one, two = s.subtree(subject), s.subtree(thing)
    if not one[1] < verb < two[0] or two[0] > verb + 2 or two[1] - two[0] > 12:
        return None
    many = s.tag[one[0] if turned else thing] in ("NNS", "NNPS") or (s.tag[subject] if turned else s.tag[thing]) in ("NNS", "NNPS")
    be = ("were" if many else "was") if s.tag[verb] == "VBD" else ("are" if many else "is")
    a, b = lowered(s, *one), lowered(s, *two)
    if turned:
        a, b = b, a
    start, rest = s.text[: s.span[one[0]][0]], s.text[s.span[two[1]][1] :]
    adverb = (s.source(verb + 1, two[0] - 1) + " ") if two[0] > verb + 1 else ""
    before = (s.source(one[1] + 1, verb - 1) + " ") if verb > one[1] + 1 else ""
    return tidy(f"{start}{b} {be} {before}{adverb}{w.form(s.lemma[verb], 'VBN')} by {a}{rest}")


def negated(s: Sentence, w: Words, rng: random.Random) -> str | None:
    """Negates the verb of the finding."""
    verb = s.core()
    if s.child(verb, "neg") >= 0 or any(f.lower() in ("no", "not", "never", "cannot", "neither") for f in s.form):
        return None
    helpers = [c for c in s.children[verb] if s.rel[c] in ("aux", "auxpass") and c < verb and s.tag[c] != "TO"]
    copula = s.child(verb, "cop")
    if helpers or copula >= 0:
        i = min([*helpers, *([copula] if copula >= 0 else [])])
        return s.replace((i, i, "cannot" if s.form[i].lower() == "can" else s.form[i] + " not"))
    if s.lemma[verb] == "be" and s.tag[verb] in ("VBZ", "VBP", "VBD"):
        return s.replace((verb, verb, s.form[verb] + " not"))
    do = {"VBD": "did", "VBZ": "does", "VBP": "do"}.get(s.tag[verb])
    if not do:
        return None
    if rng.random() < 0.25:
        return s.replace((verb, verb, {"did": "failed", "does": "fails", "do": "fail"}[do] + " to " + s.lemma[verb]))
    return s.replace((verb, verb, f"{do} not {s.lemma[verb]}"))


def affirmed(s: Sentence, w: Words, rng: random.Random) -> str | None:
    """Removes a negation."""
    for i, rel in enumerate(s.rel):
        form = s.form[i].lower()
        if rel == "neg" and form in ("not", "n't", "never"):
            verb = s.head[i]
            do = next((c for c in s.children[verb] if s.lemma[c] == "do" and s.rel[c] == "aux"), -1)
            if do >= 0 and do < verb:
                between = s.source(i + 1, verb - 1) + " " if verb > i + 1 else ""
                return s.replace((do, verb, between + w.form(s.lemma[verb], s.tag[do])))
            return s.replace((i, i, ""))
        if form == "no" and s.tag[i] == "DT":
            noun = s.head[i]
            return s.replace((i, i, "" if s.tag[noun] == "NNS" else "a"))
        if form == "cannot":
            return s.replace((i, i, "can"))
        if form in ("fail", "fails", "failed") and i + 2 < len(s.form) and s.form[i + 1] == "to" and s.tag[i + 2] == "VB":
            return s.replace((i, i + 2, w.form(s.lemma[i + 2], s.tag[i])))
        if form in ("unable", "cannot"):
            return s.replace((i, i, "able"))
    return None


def doubled(s: Sentence, w: Words, rng: random.Random) -> str | None:
    """Rewrites "X is high" as "X is not low", which keeps the meaning."""
    verb = s.core()
    known = w.opposites.get(s.lemma[verb] if s.tag[verb].startswith("VB") else s.form[verb].lower())
    if not known:
        return None
    denied = negated(s, w, rng)
    other = rng.choice(known)
    if not denied:
        return None
    lemma = s.lemma[verb]
    if s.tag[verb].startswith("VB"):
        return tidy(re.sub(rf"\b(not|to) {re.escape(lemma)}\b", rf"\1 {other}", denied)) if f" {lemma}" in denied else None
    return tidy(denied.replace(s.form[verb], other, 1))


def number(s: Sentence, w: Words, rng: random.Random) -> str | None:
    """Replaces a number with another."""
    places = [i for i, f in enumerate(s.form) if NUMBER.match(f) and not re.match(r"^(19|20)\d\d$", f) or f.lower() in SPELLED[2:]]
    if not places:
        return None
    i = rng.choice(places)
    old = s.form[i]
    if old.lower() in SPELLED:
        return s.replace((i, i, rng.choice([x for x in SPELLED[2:] if x != old.lower()])))
    value = float(old)
    for _ in range(9):
        new = value * rng.choice([0.1, 0.5, 0.4, 0.7, 1.3, 1.6, 2, 2.5, 3]) + rng.choice([0, 0, 1, 3])
        text = f"{new:.{len(old.split('.')[1])}f}" if "." in old else str(round(new))
        if text != old and abs(float(text) - value) > 0.15 * abs(value):
            return s.replace((i, i, text))
    return None


def restated(s: Sentence, w: Words, rng: random.Random) -> str | None:
    """Writes a number in another way."""
    for i, f in enumerate(s.form):
        percent = i + 1 < len(s.form) and s.form[i + 1] in ("%", "percent")
        if f in ("50", "25", "75", "33") and percent:
            return s.replace((i, i + 1, {"50": "half", "25": "a quarter", "75": "three quarters", "33": "a third"}[f]))
        if f.isdigit() and 2 <= int(f) <= 12 and not percent:
            return s.replace((i, i, SPELLED[int(f)]))
        if f.lower() in SPELLED[2:]:
            return s.replace((i, i, str(SPELLED.index(f.lower()))))
        if NUMBER.match(f) and "." in f and float(f) > 3:
            return s.replace((i, i, "about " + str(round(float(f)))))
        if NUMBER.match(f) and percent and float(f) > 10:
            low = int(float(f) // 5 * 5)
            return s.replace((i, i, f"more than {low}")) if float(f) > low else None
    return None


def quantified(s: Sentence, w: Words, rng: random.Random) -> str | None:
    places = [i for i, f in enumerate(s.form) if f.lower() in QUANTIFIERS]
    if not places:
        return None
    i = rng.choice(places)
    return s.replace((i, i, rng.choice(QUANTIFIERS[s.form[i].lower()])))


def weakened(s: Sentence, w: Words, rng: random.Random) -> str | None:
    """Weakens the sentence to one that follows from it: "all" to "some", "is" to "can"."""
    for i, f in enumerate(s.form):
        if f.lower() in WEAKER:
            return s.replace((i, i, WEAKER[f.lower()]))
    verb = s.core()
    if s.tag[verb] in ("VBZ", "VBP") and not any(s.rel[c] in ("aux", "neg", "cop") for c in s.children[verb]) and s.lemma[verb] != "be":
        return s.replace((verb, verb, f"can {s.lemma[verb]}"))
    return None


def strengthened(s: Sentence, w: Words, rng: random.Random) -> str | None:
    """Removes a hedge, so that the sentence claims more than the text shows."""
    for i, f in enumerate(s.form):
        if f.lower() in ("may", "might", "could") and s.tag[i] == "MD" and s.tag[s.head[i]] == "VB":
            verb = s.head[i]
            subject = s.child(verb, "nsubj", "nsubjpass")
            many = subject >= 0 and s.tag[subject] in ("NNS", "NNPS", "PRP")
            return s.replace((i, i, ""), (verb, verb, w.form(s.lemma[verb], "VBP" if many else "VBZ"))) if s.lemma[verb] != "be" else (
                s.replace((i, i, ""), (verb, verb, "are" if many else "is")))
        if f.lower() in ("some", "many") and s.tag[i] in ("DT", "JJ"):
            return s.replace((i, i, "all"))
    return None


def reworded(s: Sentence, w: Words, rng: random.Random, share: float = 0.5) -> str | None:
    """Replaces words with synonyms."""
    edits = []
    for i, lemma in enumerate(s.lemma):
        form = s.form[i].lower()
        known = w.synonyms.get(form) or w.synonyms.get(lemma)
        if known and s.tag[i][:2] in ("VB", "NN", "JJ", "RB") and s.rel[i] not in ("aux", "auxpass", "cop") and rng.random() < share:
            other = rng.choice(known)
            edits.append((i, i, other if form in w.synonyms and form != lemma else w.form(other, s.tag[i])))
    return s.replace(*edits[:4]) if edits else None


def shortened(s: Sentence, w: Words, rng: random.Random) -> str | None:
    """Reduces the sentence to its finding, without "we found that" and without asides."""
    if s.core() != s.root:
        first, last = s.subtree(s.core())
        if s.form[first].lower() == "that":
            first += 1
        text = tidy(s.source(first, last))
        return text if len(text.split()) >= 6 else None
    for i, rel in enumerate(s.rel):
        first, last = s.subtree(i)
        if rel in ("advcl", "prep", "advmod", "npadvmod") and s.head[i] == s.root and i < s.root and first == 0 and last + 1 < len(s.form) and s.form[last + 1] == ",":
            return tidy(s.text[s.span[last + 1][1] :])
        if rel in ("rcmod", "relcl", "appos", "vmod") and s.form[first - 1] == "," and last - first >= 2 and not any(
            f.lower() in ("not", "no") for f in s.form[first : last + 1]
        ):
            after = last + 1 if last + 1 < len(s.form) and s.form[last + 1] == "," else last
            return s.replace((first - 1, after, ""))
    return None


def fronted(s: Sentence, w: Words, rng: random.Random) -> str | None:
    """Moves a phrase from the end to the beginning, or the other way round."""
    for c in reversed(s.children[s.root]):
        first, last = s.subtree(c)
        if s.rel[c] in ("prep", "advcl") and c > s.root and last >= len(s.form) - 2 and last - first <= 9 and s.form[first - 1] != ",":
            tail = s.source(first, last)
            return tidy(tail + ", " + lowered(s, 0, first - 1) + ".")
    return None


def tail_of(s: Sentence) -> str | None:
    """Returns a phrase that makes another sentence claim more."""
    for c in reversed(s.children[s.core()]):
        first, last = s.subtree(c)
        if s.rel[c] in ("prep", "advcl") and c > s.core() and 2 <= last - first <= 10 and s.tag[first] in ("IN", "VBG", "TO"):
            return s.source(first, last).rstrip(".")
    return None
