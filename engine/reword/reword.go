package reword

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// A Wording is a way to write a sentence without copying.
type Wording struct {
	Text   string
	Quoted int     // number of words inside quotation marks
	Cost   float64 // sum of the costs of all edits
}

// Limits and weights of the search. Costs are measured in copied words.
const (
	maxEdits     = 6
	comfortable  = 22 // maximum number of words in a sentence that needs no shortening
	eachWord     = 0.03
	extraWord    = 0.2 // cost of each word beyond comfortable
	leastWords   = 7   // minimum number of words after cuts
	leastGain    = 0.3
	maxParsed    = 60  // maximum number of tokens in a sentence
	functionCost = 0.3 // costs of edits
	turnCost     = 0.6
	cutCost      = 0.8
	doubtfulCost = 1.5 // for edits that caused grammatical errors in half of the sentences
	termCost     = 1.5
)

// Own rewrites a sentence so that it repeats no long run of the paper. ok is false if the edits do not
// suffice.
func (p *Paper) Own(sentence string) (w Wording, ok bool) {
	if !p.Copies(sentence) {
		return Wording{Text: sentence}, true
	}
	edited, cost := p.edited(sentence, nil)
	return Wording{Text: edited, Cost: cost}, cost > 0 && strings.Count(edited, " ")+1 >= leastWords && !p.Copies(edited)
}

// Quoting puts a constituent that occurs in source into quotation marks. It returns false if no
// constituent breaks all long runs.
func (p *Paper) Quoting(sentence, source string) (Wording, bool) {
	shorter, cost := p.edited(sentence, func(e edit) bool { return e.cuts })
	if cost > 0 {
		if w, ok := p.quote(shorter, source); ok {
			return w, true
		}
	}
	return p.quote(sentence, source)
}

// maxRounds is the maximum number of times a sentence is edited. Edits within a moved phrase need a
// second round.
const maxRounds = 3

// edited applies the edits that most reduce copied runs and length. only restricts the edits. cost
// is 0 if no edit reduces them or if the result is not a whole sentence.
func (p *Paper) edited(sentence string, only func(edit) bool) (edited string, cost float64) {
	for range maxRounds {
		next, spent := p.editedOnce(sentence, only)
		if spent == 0 {
			break
		}
		sentence, cost = next, cost+spent
		if !p.Copies(sentence) {
			break
		}
	}
	if !isWhole(sentence) {
		return sentence, 0
	}
	return sentence, cost
}

// editedOnce applies non-overlapping edits to one parse of a sentence and returns their cost.
func (p *Paper) editedOnce(sentence string, only func(edit) bool) (edited string, cost float64) {
	if strings.Count(sentence, " ") > maxParsed {
		return sentence, 0
	}
	t := newTree(sentence)
	t.kept, t.terms, t.lower = p.kept, p.terms, p.lower
	all := slices.DeleteFunc(t.edits(), func(e edit) bool { return e.overlaps() || only != nil && !only(e) })
	var chosen []edit
	best := p.cost(sentence)
	all = slices.DeleteFunc(all, func(e edit) bool { return p.cost(t.apply([]edit{e})) >= best })
	for len(chosen) < maxEdits {
		next, least := -1, best-leastGain
		for i, e := range all {
			if slices.ContainsFunc(chosen, e.touches) {
				continue
			}
			if c := p.cost(t.apply(append(chosen, e))) + costOf(chosen) + e.cost; c < least {
				next, least = i, c
			}
		}
		if next < 0 {
			break
		}
		chosen, best = append(chosen, all[next]), least
	}
	if len(chosen) == 0 {
		return sentence, 0
	}
	return t.apply(chosen), max(leastCost, costOf(chosen))
}

// leastCost is the minimum cost of edits, some of which are free, such as a verb in place of its
// noun.
const leastCost = 0.1

func (p *Paper) cost(sentence string) float64 {
	n := strings.Count(sentence, " ") + 1
	return float64(p.excess(sentence)) + eachWord*float64(n) + extraWord*float64(max(0, n-comfortable)) +
		float64(max(0, leastWords-n))
}

func costOf(all []edit) (cost float64) {
	for _, e := range all {
		cost += e.cost
	}
	return cost
}

// isWhole reports whether a sentence has a main clause, and whether this clause and its "that"
// complements each have a subject and a finite verb.
func isWhole(sentence string) bool {
	t := newTree(sentence)
	if t.lacksMainClause() {
		return false
	}
	for _, verb := range t.Clauses() {
		complement := t.Is(verb, syntax.ClausalComp) && t.form(t.Child(verb, syntax.Marker)) == "that"
		if (t.Is(verb, syntax.RootRelation) || complement) && !t.isFull(verb) {
			return false
		}
	}
	return true
}

// isFull reports whether a clause has a subject and a finite verb.
func (t *tree) isFull(verb int) bool {
	return t.Subject(verb) != syntax.None && t.Finite(verb) != syntax.None
}
