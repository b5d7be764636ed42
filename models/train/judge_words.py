"""Antonyms, synonyms and inflections for the judge's contrasts, from WordNet 3.0 and from lists."""

import json
from collections import Counter, defaultdict
from pathlib import Path

# Antonyms that reverse a finding. Like WordNet's, they apply in both directions.
OPPOSITES = """
increase decrease|rise fall|improve worsen|enhance impair|enhance reduce|raise lower|promote inhibit|activate suppress|induce prevent
stimulate inhibit|accelerate slow|facilitate hinder|strengthen weaken|upregulate downregulate|up-regulate down-regulate|gain lose
succeed fail|accept reject|confirm refute|support contradict|enable prevent|cause prevent|include exclude|outperform underperform
expand shrink|grow shrink|exceed undershoot|worsen alleviate|aggravate relieve|elevate reduce|shorten lengthen|simplify complicate
higher lower|high low|more less|more fewer|greater smaller|great small|larger smaller|large small|better worse|best worst|most least
highest lowest|largest smallest|longer shorter|long short|faster slower|fast slow|stronger weaker|strong weak|earlier later|early late
positive negative|positively negatively|significant insignificant|significantly insignificantly|sufficient insufficient
necessary unnecessary|able unable|possible impossible|effective ineffective|efficient inefficient|similar different|same different
present absent|presence absence|increase reduction|rise decline|improvement deterioration|growth decline|gain loss|advantage disadvantage
benefit harm|beneficial harmful|success failure|easy difficult|simple complex|cheap expensive|rare common|rarely often|seldom frequently
always never|before after|with without|above below|over under|many few|all none|safe dangerous|stable unstable|sensitive insensitive
resistant susceptible|consistent inconsistent|dependent independent|direct indirect|directly indirectly|known unknown|clear unclear
reliable unreliable|accurate inaccurate|correct incorrect|aware unaware|likely unlikely|important unimportant|relevant irrelevant
adequate inadequate|healthy diseased|acute chronic|male female|young old|younger older|rich poor|superior inferior|maximum minimum
maximal minimal|broad narrow|dense sparse|deep shallow|hot cold|warm cool|warmer cooler|wet dry|internal external|local global
beneficially adversely|robust fragile|supervised unsupervised|upstream downstream|anterior posterior|dominant recessive
enriched depleted|overestimate underestimate|majority minority|excess deficiency|abundant scarce|homogeneous heterogeneous
linear nonlinear|static dynamic|active inactive|voluntary involuntary|agonist antagonist|activator repressor|activation inhibition
successfully unsuccessfully|adequately inadequately|rapidly slowly|quickly slowly|mostly rarely|uniform variable|feasible infeasible
"""
SYNONYMS = """
show demonstrate reveal indicate|find observe|propose introduce present|method approach technique|use employ utilize apply|study investigation
investigate examine explore|improve enhance|increase raise elevate|decrease reduce lower diminish|significant substantial considerable marked
significantly substantially considerably markedly|result finding outcome|important crucial essential key|large big substantial|small minor
obtain achieve attain|outperform surpass exceed beat|help aid assist|cause produce trigger|prevent block avert|inhibit suppress block
promote foster stimulate|effect impact influence|affect influence|role function|patient subject|children kids|due-to because-of
model system|task problem|dataset corpus|require need|allow permit enable|difference discrepancy|association link relationship correlation
associate link correlate|compare contrast|high elevated|higher greater|lower smaller|fast rapid quick|novel new|common frequent widespread
rare infrequent uncommon|evaluate assess|assessment evaluation|performance accuracy|error mistake|lead-to result-in|suggest imply
contain include comprise|often frequently|mainly mostly primarily predominantly|almost nearly|also additionally|therefore thus hence
however nevertheless|risk danger|death mortality|disease illness|treatment therapy|drug medication|infant baby|enough sufficient
difficult hard challenging|easy simple|growth development|region area|begin start|end finish|choose select|whole entire|alone solely
"""
NOT_OPPOSITE = set("""study one other first last have take give come go be do make here there then now man woman back front even odd well ill
right left down up in out on off day night human natural public private general specific subject object physical mental common individual
particular social open close primary secondary real actual basic main wild parent child brother sister west east north south western eastern
northern southern end begin start stop forward backward international national civilian military noun verb odd standard free keep let get
leave stay still moving plural singular top bottom side single double multiple married lead follow say tell ask answer learn teach buy sell
think forget remember use white black light dark old new sign fine good bad""".split())
NOT_SYNONYM = set("""have do be make take get go give set state time way work hand case point man well may can will let one two see say know
line order form part number level group rate sample control type cell body field site""".split())

IRREGULAR = {
    "rise": ("rose", "risen"), "fall": ("fell", "fallen"), "lose": ("lost", "lost"), "shrink": ("shrank", "shrunk"), "grow": ("grew", "grown"),
    "show": ("showed", "shown"), "find": ("found", "found"), "begin": ("began", "begun"), "lead": ("led", "led"), "lower": ("lowered", "lowered"),
    "beat": ("beat", "beaten"), "slow": ("slowed", "slowed"), "hinder": ("hindered", "hindered"), "cut": ("cut", "cut"), "make": ("made", "made"),
    "give": ("gave", "given"), "take": ("took", "taken"), "write": ("wrote", "written"), "choose": ("chose", "chosen"), "set": ("set", "set"),
}
DOUBLED = ("prefer", "occur", "control", "permit", "refer", "transfer", "stop", "plan", "drop", "map", "fit", "cancel", "label", "model")


class Words:
    """Antonyms and synonyms by lemma, and the inflection of a lemma for a tag."""

    def __init__(self, wordnet: Path, forms: Counter, frequency: Counter):
        self.forms = defaultdict(Counter)
        for (lemma, tag, form), n in forms.items():
            self.forms[lemma, tag][form] += n
        self.opposites = defaultdict(list)
        for line in OPPOSITES.strip().replace("\n", "|").split("|"):
            a, b = line.split()
            self.opposites[a].append(b)
            self.opposites[b].append(a)
        self.synonyms = defaultdict(list)
        for line in SYNONYMS.strip().replace("\n", "|").split("|"):
            some = [w.replace("-", " ") for w in line.split()]
            for w in some:
                self.synonyms[w] += [o for o in some if o != w]
        for kind in ("adj", "verb", "adv", "noun"):
            self.read(wordnet, kind, frequency)

    def read(self, wordnet: Path, kind: str, frequency: Counter):
        synsets, antonyms = {}, []
        for line in (wordnet / f"data.{kind}").open():
            if line.startswith("  "):
                continue
            parts = line.split(" | ")[0].split()
            offset, count = parts[0], int(parts[3], 16)
            words = [w.lower().split("(")[0] for w in parts[4 : 4 + 2 * count : 2]]
            synsets[offset] = words
            at = 4 + 2 * count
            for i in range(int(parts[at])):
                symbol, target, _, which = parts[at + 1 + 4 * i : at + 5 + 4 * i]
                if symbol == "!":
                    antonyms.append((words[int(which[:2], 16) - 1], target, int(which[2:], 16) - 1))
        for word, target, which in antonyms:
            other = synsets[target][which]
            good = all("_" not in w and frequency[w] >= 25 and w not in NOT_OPPOSITE for w in (word, other))
            if good and kind != "noun" and other not in self.opposites[word]:
                self.opposites[word].append(other)
        if kind in ("verb", "adj", "adv"):
            for line in (wordnet / f"index.{kind}").open():
                parts = line.split()
                if line.startswith("  ") or "_" in parts[0] or parts[0] in NOT_SYNONYM or frequency[parts[0]] < 25:
                    continue
                pointers = int(parts[3])
                tagged, first = int(parts[5 + pointers]), parts[6 + pointers]
                some = [w for w in synsets[first] if w != parts[0] and "_" not in w and frequency[w] >= 60 and w not in NOT_SYNONYM]
                if tagged and int(parts[2]) <= 4 and parts[0] not in self.synonyms:
                    self.synonyms[parts[0]] += some

    def form(self, lemma: str, tag: str) -> str:
        head, _, rest = lemma.partition(" ")
        return self.one_form(head, tag) + (" " + rest if rest else "")

    def one_form(self, lemma: str, tag: str) -> str:
        if self.forms[lemma, tag]:
            form, n = self.forms[lemma, tag].most_common(1)[0]
            if n >= 2:
                return form
        if tag in ("VBD", "VBN"):
            if lemma in IRREGULAR:
                return IRREGULAR[lemma][tag == "VBN"]
            return lemma + "d" if lemma.endswith("e") else stem(lemma) + "ed"
        if tag == "VBZ" or tag == "NNS":
            if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
                return lemma[:-1] + "ies"
            return lemma + ("es" if lemma.endswith(("s", "x", "z", "ch", "sh")) else "s")
        if tag == "VBG":
            return (lemma[:-1] if lemma.endswith("e") and not lemma.endswith("ee") else stem(lemma, "")) + "ing"
        return lemma


def stem(lemma: str, y: str = "i") -> str:
    if y and lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return lemma[:-1] + y
    return lemma + lemma[-1] if lemma in DOUBLED else lemma


def written(wordnet: Path, pieces: Path) -> list[str]:
    """Returns pairs of antonyms that are both single tokens in the vocabulary of the word vectors."""
    with pieces.open("rb") as lines:
        known = {lines.readline().decode().strip() for _ in range(json.loads(lines.readline())["pieces"])}
    words = Words(wordnet, Counter(), Counter({w: 25 for w in known}))
    return sorted({" ".join(sorted((a, b))) for a, others in words.opposites.items() for b in others})


if __name__ == "__main__":
    import sys

    print("\n".join(written(Path(sys.argv[1]), Path(sys.argv[2]))))
