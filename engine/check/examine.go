package check

import (
	"cmp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
)

// An Examination is the result of comparing a claim with passages.
type Examination struct {
	Flaw     string    // message about a part of the claim that the passages contradict or lack, or ""
	Hard     bool      // whether true claims hardly ever have this flaw
	Wrong    bool      // whether the claim has a hard flaw other than missing phrases
	Opposed  bool      // whether the claim negates or reverses a part of the passages, or vice versa
	Evidence int       // index of the best passage, or -1
	Group    []int     // indexes of the passages that together cover most of the claim, best first
	Features []float64 // values of the features, parallel to FeatureNames
	OwnWork  string    // words that refer to the author's own work
	// Contradiction describes how the closest passage contradicts the claim, or is "".
	Contradiction string
	// Missing lists the most topical phrases of the claim that no passage has.
	Missing []string
	Closest float64 // share of the claim's words that the best passage of Group covers, weighted by rarity
	doubt   string
	shifted bool // whether a preposition has a different object in the paper
}

// Reason returns the flaw. If no rule found a flaw, it returns a message about the least supported
// part of the claim.
func (e Examination) Reason() string {
	if e.Flaw != "" {
		return e.Flaw
	}
	return e.doubt
}

// Examine compares a claim with the passages of a paper, the first of which is its title. It reads a
// limited number of bytes per passage and per paper.
func Examine(claim string, passages []string) Examination { return NewPaper(passages).Examine(claim) }

// Examine compares a claim with the passages of p, like the function Examine.
func (p *Paper) Examine(claim string) Examination {
	sentence := read(strings.ReplaceAll(claim, mark, " "))
	a := align(sentence, p.spellOut(claim).closest(sentence))
	f := a.findings(OwnWork(bounded(claim)))
	e := Examination{Evidence: -1, Flaw: f.hardFlaw(), Wrong: f.wrong() != "", Opposed: f.opposed() != "",
		Features: f.features(), OwnWork: f.ownWork,
		doubt: f.doubt(), shifted: f.object != "",
		Contradiction: f.contradiction(), Missing: f.phrases(0)}
	if len(f.group) > 0 {
		e.Closest = f.covered(f.first)
	}
	if e.Hard = e.Flaw != ""; !e.Hard {
		e.Flaw = f.softFlaw()
	}
	for _, j := range a.group {
		e.Group = append(e.Group, a.passages[j].index)
	}
	if len(e.Group) > 0 {
		e.Evidence = e.Group[0]
	}
	return e
}

// findings holds the results of all comparisons of a claim.
type findings struct {
	alignment
	missingNumbers, elsewhereNumbers, otherNumbers []string
	addedDenials, lostDenials, contrary            []conflict
	missingComparisons, bareComparisons, stronger  []string
	missingNames                                   []string
	gaps                                           []gap
	pairs                                          []relation
	orderMatch
	ownWork          string
	turnedComparison string
	moved            string // number that the paper states for something else, or ""
	overstates       string // quantifier such as "all" where the paper has "most", or ""
	bound            string // bound such as "at least" where the paper has "up to", or ""
	causes           string // causal verb where the paper reports only an association, or ""
	open             string // phrase with which the paper leaves a part of the claim open, or ""
	object           string // preposition with an object that it never has in the paper, or ""
}

func (a alignment) findings(ownWork string) *findings {
	f := &findings{alignment: a, pairs: a.relations(), orderMatch: a.order(), gaps: a.gaps(),
		stronger: a.strengthened(), ownWork: ownWork}
	f.missingNumbers, f.elsewhereNumbers, f.otherNumbers = a.numbers()
	f.addedDenials, f.lostDenials = a.denials()
	f.contrary = a.contraries()
	f.missingComparisons, f.bareComparisons = a.comparisons()
	f.turnedComparison = a.turnedComparison()
	f.moved, f.overstates, f.causes, f.open = a.movedNumber(), a.overstated(), a.causalForCorrelated(), a.leftOpen()
	f.object, f.bound = a.otherObject(), a.turnedBound()
	for _, p := range a.parts {
		if w := a.claim.words[p.word]; w.name && p.best == 0 {
			f.missingNames = append(f.missingNames, w.raw)
		}
	}
	return f
}

// A gap is a run of content words that all passages lack.
type gap struct {
	words  []string
	weight float64 // weight of the gap's most topical word
}

func (a alignment) gaps() (all []gap) {
	open := false
	for _, p := range a.parts {
		if p.best > 0 {
			open = false
			continue
		}
		if !open {
			all = append(all, gap{})
		}
		open = true
		last := &all[len(all)-1]
		last.words = append(last.words, a.claim.words[p.word].raw)
		last.weight = max(last.weight, a.claim.words[p.word].topical)
	}
	return all
}

// Thresholds of the rules.
const (
	topicalGap  = 2.2 // minimum topicality at which a missing word is a flaw
	coveredFrom = 0.6 // minimum share of a claim that a paper must cover
)

// hardFlaw returns the first flaw that true claims hardly ever have, or "".
func (f *findings) hardFlaw() string {
	return cmp.Or(f.wrong(), NotMentioned("the paper", f.phrases(topicalGap)))
}

// wrong returns the first hard flaw other than a missing phrase, or "".
func (f *findings) wrong() string {
	switch {
	case f.ownWork != "":
		return "the sentence describes your own work: “" + f.ownWork + "”"
	case len(f.group) == 0:
		return cmp.Or(NotMentioned("the paper", f.phrases(0)), "the paper says nothing about this")
	case len(f.missingNumbers) > 0:
		return "the paper does not contain the number " + f.missingNumbers[0] + f.numbersNear(f.missingNumbers[0])
	case len(f.missingNames) > 0:
		return "the paper does not mention " + f.missingNames[0]
	}
	if flaw := f.opposed(); flaw != "" {
		return flaw
	}
	switch {
	case f.moved != "":
		return "the paper gives the number " + f.moved + " for something else"
	case f.overstates != "":
		return "the paper makes a weaker statement than “" + f.overstates + "”"
	case f.causes != "":
		return "the sentence claims a cause (“" + f.causes + "”), but the paper reports only an association"
	case f.open != "":
		return "the paper leaves this open: “" + f.open + "”"
	}
	return ""
}

// opposed describes how the claim negates or reverses a part of the passages, or returns "".
func (f *findings) opposed() string {
	switch {
	case len(f.addedDenials) > 0:
		return "the sentence negates “" + f.addedDenials[0].word + "”, but the paper does not"
	case len(f.lostDenials) > 0:
		return "the paper negates “" + f.lostDenials[0].word + "”, but the sentence does not"
	case len(f.contrary) > 0:
		return "the paper contradicts “" + f.contrary[0].word + "”"
	case f.turnedComparison != "":
		return "the paper compares “" + f.turnedComparison + "” the other way around"
	case f.bound != "":
		return "the paper contradicts the bound “" + f.bound + "”"
	}
	return ""
}

// softFlaw returns the first flaw that true paraphrases can also have, or "".
func (f *findings) softFlaw() string {
	if len(f.bareComparisons) > 0 {
		return "the paper makes no comparison such as “" + f.bareComparisons[0] + "”"
	}
	if len(f.elsewhereNumbers) > 0 {
		return "the paper gives the number " + f.elsewhereNumbers[0] + " for something else"
	}
	if f.object != "" {
		return "the paper uses “" + f.object + "” with a different object"
	}
	if f.covered(inGroup) < coveredFrom {
		return cmp.Or(NotMentioned("the paper", f.phrases(0)), "no passage of the paper shows this")
	}
	for _, r := range f.pairs {
		if r.how == reversed && r.joint != "" && sides[r.joint] && r.left.group >= sameStem &&
			r.right.group >= sameStem {
			return "the paper connects “" + f.claim.words[r.left.word].raw + "” and “" +
				f.claim.words[r.right.word].raw + "” in the opposite direction"
		}
	}
	return ""
}

var sides = english.Set("directed joints")

func (f *findings) doubt() string {
	for _, r := range f.pairs {
		if r.how == absent {
			return "no passage connects “" + f.claim.words[r.left.word].raw + "” and “" + f.claim.words[r.right.word].raw + "”"
		}
	}
	return cmp.Or(NotMentioned("the paper", f.phrases(0)), "no passage of the paper shows all of this")
}
