package evidence

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Relation is the relation between a paper and a claim.
type Relation string

// Relations between a paper and a claim.
const (
	Supports Relation = "supports"  // the paper's sentences entail the whole claim
	Refutes  Relation = "refutes"   // one of its sentences contradicts the claim
	Related  Relation = "related"   // the paper is on the claim's topic
	NotFound Relation = "not_found" // the available text is on other topics
)

// Parts of a paper's text that may be available; see KnownOf.
const (
	FullText     = "full text"
	AbstractOnly = "abstract"
	TitleOnly    = "title"
)

// KnownOf returns the available part of a paper's text: FullText, AbstractOnly or TitleOnly.
func KnownOf(p *engine.Paper) string {
	switch {
	case len(p.Body) > 0:
		return FullText
	case strings.TrimSpace(p.Abstract) != "":
		return AbstractOnly
	}
	return TitleOnly
}

// An Evidence is a paper's evidence for or against a claim.
type Evidence struct {
	Passages []Match // at most Shown, closest first
	Score    float64 // probability that the claim cites this paper
	Relation Relation
	Reason   string           // explains Relation
	Sentence engine.Highlight // best supporting sentence, or empty
	Known    string           // available text: FullText, AbstractOnly or TitleOnly
	Support  float64          // probability that the paper supports the whole claim
	// Attributed quotes the words by which Sentence attributes a finding to others, or is "".
	Attributed string
	Read       judge.Reading // by the judge; zero without a judge
}

// Thresholds for support. They are stricter than those for drafts. A draft is derived from a sentence of
// the paper, but a citing sentence is not.
const (
	fewestWords   = 4   // minimum number of content words in the claim; see hasContent
	supportedFrom = 0.8 // minimum of Evidence.Support
	// judgedFrom is the minimum probability of support or of a contradiction that no rule proves.
	judgedFrom = 0.45
	// judgedFromCited is the minimum probability of a contradiction for a sentence that cites the
	// paper. A third of the claims used for calibration are contradicted, but few sentences in
	// manuscripts are.
	judgedFromCited = 0.8
	// shownFrom is the minimum share of the claim that a single passage must cover. If it took
	// several passages to cover a claim, people judged it contradicted more often than supported.
	shownFrom = 0.85
)

// hasContent reports whether a statement has enough content words. It ignores words that can report on
// any paper.
func hasContent(statement string) bool {
	n := 0
	for stem := range bagOf(statement).stems {
		if !reportStems[stem] {
			n++
		}
	}
	return n >= fewestWords
}

// Find compares a claim with a paper.
func (f Finder) Find(ctx context.Context, c Claim, p *engine.Paper) (Evidence, error) {
	q := ask(c)
	found, err := f.look(ctx, q, p)
	if err != nil {
		return Evidence{}, err
	}
	w := fitted()
	e := Evidence{Known: KnownOf(p), Score: w.Claim.Probability(found.features())}
	least := w.RelatedClaim
	if q.context != "" && q.title != "" {
		e.Score, least = w.Context.Probability(append(found.features(), found.contextFeatures()...)), w.RelatedContext
	}
	for _, x := range found.candidates[:min(len(found.candidates), Shown)] {
		e.Passages = append(e.Passages, Match{x.Passage, x.score, q.reason(x), q.sentenceIn(x.Text)})
	}
	statement := statementOf(c.Text)
	compared, err := beyondTitle(ctx, p, statement)
	if err != nil {
		return Evidence{}, err
	}
	e.Sentence = compared.Source()
	e.Attributed = judge.Attributed(e.Sentence.Text)
	e.grade(compared, least, hasContent(statement))
	if f.Judge == nil || e.Known == TitleOnly || !hasContent(statement) || compared.OwnWork != "" || e.Score < least {
		return e, nil // a sentence about its author's own work is not a claim about the paper
	}
	sentence, err := f.read(ctx, &e, statement, p, found)
	if err != nil {
		return Evidence{}, err
	}
	e.judge(sentence, strings.Contains(c.Text, draft.Mark))
	return e, nil
}

// read passes the sentences of the closest passages to the judge, in document order. It sets e.Read
// and returns the deciding sentence.
func (f Finder) read(
	ctx context.Context, e *Evidence, statement string, p *engine.Paper, found *comparison,
) (decides engine.Highlight, err error) {
	passages := slices.Clone(found.candidates[:min(len(found.candidates), maxRead)])
	slices.SortFunc(passages, func(a, b candidate) int { return cmp.Compare(a.order, b.order) })
	paper := judge.Paper{Title: p.Title}
	var sections []string
	for _, c := range passages {
		for _, s := range text.SplitSentences(c.Text) {
			paper.Sentences, sections = append(paper.Sentences, s), append(sections, c.Section)
		}
	}
	e.Read, err = f.Judge.Read(ctx, statement, paper)
	if err != nil || e.Read.Sentence < 0 {
		return decides, err
	}
	return engine.Highlight{Text: paper.Sentences[e.Read.Sentence], Section: sections[e.Read.Sentence]}, nil
}

// maxRead is the maximum number of passages read by the judge.
const maxRead = 6

// judge replaces the relation found by the rules with that of e.Read, unless a rule proves it.
// sentence is the deciding sentence. cited is true if the claim cites the paper.
func (e *Evidence) judge(sentence engine.Highlight, cited bool) {
	if e.Relation == Refutes || sentence.Text == "" {
		return
	}
	least := judgedFrom
	if cited {
		least = judgedFromCited
	}
	proven := e.Relation == Supports
	e.Support = e.Read.Support
	switch {
	case e.Read.Contradict >= least && e.Read.Contradict > e.Read.Support:
		e.Relation, e.Reason, e.Sentence = Refutes, "its closest sentence probably contradicts the claim", sentence
	case proven:
		e.Support = max(e.Support, supportedFrom)
	case e.Read.Support >= judgedFrom:
		e.Attributed = judge.Attributed(sentence.Text)
		e.Relation, e.Reason, e.Sentence = Supports, "its closest sentences probably support the claim", sentence
		if e.Attributed != "" {
			e.Relation, e.Reason = Related, "the paper attributes this to others: “"+e.Attributed+"”"
		}
	}
}

// beyondTitle compares a statement with a paper. If the title is the best source, it compares again
// without the title, since a title names a topic but states nothing.
func beyondTitle(ctx context.Context, p *engine.Paper, statement string) (draft.Comparison, error) {
	checker := draft.Checker{OwnWork: true}
	compared, err := checker.Compare(ctx, p, statement)
	if err != nil || compared.Evidence != titleSource {
		return compared, err
	}
	untitled := *p
	untitled.Title = ""
	return checker.Compare(ctx, &untitled, statement)
}

// titleSource is the index of the title among the sources of a draft.Comparison.
const titleSource = 0

// grade sets the relation found by the rules, and its reason. least is the minimum score of a paper
// that is on the claim's topic.
func (e *Evidence) grade(compared draft.Comparison, least float64, enough bool) {
	if compared.Evidence >= 0 && compared.OwnWork == "" {
		e.Support = compared.Probability()
	}
	shown := enough && e.Support >= supportedFrom && compared.Closest >= shownFrom
	about := shown || e.Score >= least
	switch {
	case e.Known == TitleOnly:
		e.Relation, e.Reason = NotFound, "only its title is known"
	case about && enough && compared.Contradiction != "":
		e.Relation, e.Reason = Refutes, compared.Contradiction
	case shown && e.Attributed != "":
		e.Relation, e.Reason = Related, "the paper attributes this to others: “"+e.Attributed+"”"
	case shown:
		e.Relation, e.Reason = Supports, "its sentences support the whole claim"
	case about:
		e.Relation, e.Reason = Related, "it is on this topic, but "+doubt(compared, enough)
	case !enough:
		e.Relation, e.Reason = NotFound, saysLittle
	default:
		e.Relation, e.Reason = NotFound, cmp.Or(check.NotMentioned("its "+e.Known, compared.Missing),
			"its "+e.Known+" covers too little of the claim")
	}
}

const saysLittle = "the sentence has too few words to compare"

// doubt returns the reason why a paper that is on the claim's topic does not support the claim.
func doubt(compared draft.Comparison, enough bool) string {
	if !enough {
		return saysLittle
	}
	if compared.OwnWork != "" {
		return "the sentence also describes your own work: “" + compared.OwnWork + "”"
	}
	return compared.Reason()
}

// otherCitation matches a citation of other works.
var otherCitation = regexp.MustCompile(`\(?\[CITE\]\)?`)

// statementOf returns the part of a sentence that is attributed to the citation at Mark. It lies
// between the nearest citations of other works. If the part is too short, statementOf returns the
// whole sentence.
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
	if len(text.Terms(before)) >= fewestWords { // the citation refers to the words before it
		end = at + len(draft.Mark)
	}
	part := strings.Trim(strings.Join(strings.Fields(s[start:end]), " "), " ,;:.()")
	if len(text.Terms(part)) < fewestWords {
		return whole
	}
	return part + "."
}
