package evidence

import (
	"context"
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Relation says how a paper relates to a claim.
type Relation string

// A paper that is about a claim's topic supports it only where its sentences show all that
// the claim says, and refutes it only where one says the contrary.
const (
	Supports Relation = "supports"
	Refutes  Relation = "refutes"
	Related  Relation = "related"
	NotFound Relation = "not_found" // in what is known of the paper
)

// What is known of a paper's text.
const (
	FullText     = "full text"
	AbstractOnly = "abstract"
	TitleOnly    = "title"
)

// KnownOf says how much of a paper's text is known.
func KnownOf(p *engine.Paper) string {
	switch {
	case len(p.Body) > 0:
		return FullText
	case strings.TrimSpace(p.Abstract) != "":
		return AbstractOnly
	}
	return TitleOnly
}

// Evidence is what a paper has for and against a claim.
type Evidence struct {
	Passages []Match // the closest first, at most Shown
	Score    float64 // how likely a sentence like the claim cites this paper
	Relation Relation
	Reason   string           // of the relation
	Sentence engine.Highlight // of the paper, that shows most; no text where none does
	Known    string           // FullText, AbstractOnly or TitleOnly
	Support  float64          // probability that the paper shows all that the claim says
}

// What a claim and its support have at least. A citing sentence is no statement of the paper
// in other words, so more is asked than of a sentence that is made of the paper's own.
const (
	fewestWords   = 4   // content words, other than those that any paper is reported with
	supportedFrom = 0.8 // probability that the paper shows all that the claim says
	closeFrom     = 0.7 // score of the paper
)

// saysMuch reports whether a statement has enough words that mean something.
func saysMuch(statement string) bool {
	n := 0
	for stem := range bagOf(statement).stems {
		if !reportStems[stem] {
			n++
		}
	}
	return n >= fewestWords
}

// Find finds the evidence that a paper has for a claim.
func (f Finder) Find(ctx context.Context, c Claim, p *engine.Paper) (Evidence, error) {
	q := ask(c)
	found, err := f.look(ctx, q, p)
	if err != nil {
		return Evidence{}, err
	}
	w := f.weights()
	e := Evidence{Known: KnownOf(p), Score: w.Claim.probability(found.features())}
	least := w.RelatedClaim
	if q.context != "" && q.title != "" {
		e.Score, least = w.Context.probability(append(found.features(), found.contextFeatures()...)), w.RelatedContext
	}
	for _, x := range found.candidates[:min(len(found.candidates), Shown)] {
		e.Passages = append(e.Passages, Match{x.Passage, x.score, q.reason(x), q.sentenceIn(x.Text)})
	}
	statement := statementOf(c.Text)
	compared, err := draft.Checker{OwnWork: true}.Compare(ctx, p, statement)
	if err != nil {
		return Evidence{}, err
	}
	e.Sentence = compared.Source()
	e.grade(compared, least, saysMuch(statement))
	return e, nil
}

// grade weighs what was compared; least is the score of a paper that is about the claim.
func (e *Evidence) grade(compared draft.Comparison, least float64, enough bool) {
	if compared.Evidence >= 0 && compared.OwnWork == "" {
		e.Support = compared.Probability()
	}
	about := e.Score >= least
	switch {
	case e.Known == TitleOnly:
		e.Relation, e.Reason = NotFound, "only its title is known"
	case about && enough && compared.Contradiction != "":
		e.Relation, e.Reason = Refutes, compared.Contradiction
	case about && enough && e.Score >= closeFrom && e.Support >= supportedFrom:
		e.Relation, e.Reason = Supports, "its sentences show all that the claim says"
	case about:
		e.Relation, e.Reason = Related, "it is about this, but "+doubt(compared, enough)
	case !enough:
		e.Relation, e.Reason = NotFound, saysLittle
	default:
		e.Relation, e.Reason = NotFound, "its "+e.Known+" has too little of this"
	}
}

const saysLittle = "the sentence says too little to be compared"

func doubt(compared draft.Comparison, enough bool) string {
	if !enough {
		return saysLittle
	}
	if compared.OwnWork != "" {
		return "the sentence speaks of your own work, too: “" + compared.OwnWork + "”"
	}
	return compared.Reason()
}

// otherCitation is a citation of other works in a sentence.
var otherCitation = regexp.MustCompile(`\(?\[CITE\]\)?`)

// statementOf is the part of a sentence that its mark is for: between the citations of
// others, or all of it where that part is too short to say anything.
func statementOf(s string) string {
	s = text.Cut(s, maxClaim)
	whole := strings.Join(strings.Fields(draft.WithoutCitations(s)), " ")
	at := strings.Index(s, draft.Mark)
	if at < 0 || !otherCitation.MatchString(s) {
		return whole
	}
	start, end := 0, len(s)
	for _, other := range otherCitation.FindAllStringIndex(s, -1) {
		if other[1] <= at {
			start = other[1]
		} else if other[0] >= at {
			end = other[0]
			break
		}
	}
	before := s[start:at]
	if len(text.Terms(before)) >= fewestWords { // it is cited for what is said before
		end = at + len(draft.Mark)
	}
	part := strings.Trim(strings.Join(strings.Fields(s[start:end]), " "), " ,;:.()")
	if len(text.Terms(part)) < fewestWords {
		return whole
	}
	return part + "."
}
