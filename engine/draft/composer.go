package draft

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/reword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Composer writes citing sentences from the paper's own claims, without adding content. Context
// and keywords are used only to select a claim. For a paper without an abstract or full text, it
// returns a citation without a sentence. The zero value is ready to use.
type Composer struct {
	Embedder Embedder // compares statements with the context; if nil, only words are compared
	Reviewer Reviewer // judges the drafts; if nil, drafts are not judged
}

// Write implements Writer.
func (c Composer) Write(ctx context.Context, req Request, n int) ([]Draft, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	site := newSite(req)
	site.several = n > 1
	candidates, err := c.candidates(ctx, site)
	if err != nil {
		return nil, err
	}
	drafts, err := c.choose(ctx, site, candidates, n)
	if err != nil {
		return nil, err
	}
	if len(drafts) == 0 {
		alone := markAlone(req.Paper)
		if len(candidates) > 0 {
			alone.Reason = "no sentence of this paper could be reworded or quoted"
		}
		return []Draft{alone}, nil
	}
	note := languageNote(req.Context)
	for i := range drafts {
		drafts[i].Note = note
	}
	return finished(drafts, req), nil
}

// A scoredDraft is a draft with its score at a site.
type scoredDraft struct {
	Draft
	score  float64
	topic  string       // the topic that the draft names without a claim about it, or ""
	kind   compose.Kind // kind, weight and fit are those of its statement
	weight float64
	fit    float64       // the score of package choice
	spare  bool          // passive, used only if the statement has no other draft
	scope  compose.Scope // names the paper's topic; added after rewording
}

// candidates returns all drafts about a paper, best first.
func (c Composer) candidates(ctx context.Context, site *site) ([]scoredDraft, error) {
	req := site.Request
	statements := site.statements()
	scores, err := c.fits(ctx, statements, req, site.work)
	if err != nil {
		return nil, err
	}
	tense := req.tense()
	a := newAppraiser(req)
	var all []scoredDraft
	for i, s := range statements {
		s, scope := site.scoped(s)
		for _, d := range site.withAct(draftsOf(s, scores[i], req.Paper, tense), s, tense) {
			d.scope = scope
			d.score += a.worth(d) + intentBonus(req.Intent, s.Kind, d.Text) + keywordScore(req.Keywords, d.Draft, s.Kind)
			all = append(all, d)
		}
		if site.several && len(req.Paper.Authors) > 0 && !s.IsFact() {
			if d, ok := parenthetical(s, scores[i], 0, tense); ok {
				d.score, d.scope = all[len(all)-1].score-workPenalty, scope
				all = append(all, d)
			}
		}
	}
	for i, d := range all {
		all[i].score -= repeatPenalty * repetition(d.Text, req.Follows)
	}
	slices.SortStableFunc(all, func(a, b scoredDraft) int { return cmp.Compare(b.score, a.score) })
	return withUses(ctx, site, all)
}

// Penalties for some forms of a statement.
const (
	factPenalty   = 0.1 // for a form without the authors
	frameOnFact   = 0.06
	repeatPenalty = 1.0 // for a beginning like that of the previous sentence; see repetition
	workPenalty   = 0.8 // for "Previous work proposes ...", which is offered only in addition to the authors' form
)

// draftsOf returns the drafts of a statement, one for each of its forms. fit is its score from
// package choice.
func draftsOf(s compose.Statement, fit float64, p *paper.Paper, tense compose.Tense) (all []scoredDraft) {
	framed, stated := 0.0, factPenalty
	if s.Kind == compose.Fact {
		framed, stated = frameOnFact, 0
	}
	if len(p.Authors) > 0 {
		if sentence, ok := s.Textual(len(p.Authors) == 1, tense); ok {
			said := draftOf(s, fit)
			said.Text, said.Textual, said.score, said.topic = sentence, true, -framed, s.Topic()
			all = append(all, said)
		}
		if !s.IsFact() {
			return all
		}
	}
	if d, ok := parenthetical(s, fit, stated, tense); ok {
		all = append(all, d)
	}
	return all
}

// parenthetical returns the draft of a statement with the citation at its end. ok is false if the statement
// has no such form.
func parenthetical(s compose.Statement, fit, penalty float64, tense compose.Tense) (d scoredDraft, ok bool) {
	d = draftOf(s, fit)
	d.Text, ok = s.Parenthetical(tense)
	d.score = -penalty
	return d, ok
}

// draftOf returns a draft of a statement with an empty Text.
func draftOf(s compose.Statement, fit float64) scoredDraft {
	d := scoredDraft{kind: s.Kind, weight: s.Weight, fit: fit}
	d.Evidence = highlight.Highlight{Text: s.Source.Text, Section: s.Source.Section, Index: s.Source.Index}
	return d
}

// withAct adds an active form of a passive, with the authors as its subject, and prefers it.
func (site *site) withAct(drafts []scoredDraft, s compose.Statement, tense compose.Tense) []scoredDraft {
	if len(drafts) != 1 || drafts[0].Textual || s.Background() || s.Source.Section != highlight.AbstractSection {
		return drafts
	}
	inflected := english.Past
	switch {
	case tense == compose.Present && len(site.Paper.Authors) == 1:
		inflected = english.Third
	case tense == compose.Present:
		inflected = func(verb string) string { return verb }
	}
	act := drafts[0]
	if reword.IsProcedure(act.Text) {
		drafts[0].score -= procedurePenalty
	}
	said, ok := site.words.Act(act.Text, inflected)
	if !ok {
		return drafts
	}
	act.Text, act.Textual = said, true
	act.score += actBonus
	drafts[0].spare = true
	return append([]scoredDraft{act}, drafts...)
}

// procedurePenalty is the penalty for a passive that only describes a procedure. Readers attribute
// the procedure to the manuscript's author.
const procedurePenalty = 1.5

// actBonus is the bonus for a form in which the authors are the subject.
const actBonus = 0.1

// markAlone returns a citation without a sentence.
func markAlone(p *paper.Paper) Draft {
	reason := "only the title of this paper is known"
	if p.Abstract != "" || len(p.Body) > 0 {
		reason = "no sentence of this paper makes sense on its own"
	}
	return Draft{Text: Mark, MarkOnly: true, Reason: reason, Evidence: highlight.Highlight{Text: p.Title,
		Section: "Title"}}
}

// remembered is the number of previous sentences whose beginnings are compared.
const remembered = 3

// repetition measures how much a sentence begins like the previous ones. The last of them counts 1, and each
// earlier one half as much as the next.
func repetition(s string, previous []string) (sum float64) {
	weight := 1.0
	for i := len(previous) - 1; i >= max(0, len(previous)-remembered); i-- {
		if firstWord(s) == firstWord(previous[i]) {
			sum += weight
		}
		weight /= 2
	}
	return sum
}

// saysMore reports whether a draft has enough words that the others lack. It does not compare a draft
// about the author's own work with drafts about the paper.
func saysMore(d Draft, others []Draft) bool {
	terms := text.TermSet(d.Text)
	return !slices.ContainsFunc(others, func(other Draft) bool {
		if d.OwnWork != other.OwnWork {
			return false
		}
		said := text.TermSet(other.Text)
		return max(text.Overlap(terms, said), text.Overlap(said, terms)) > alike
	})
}

// alike is the share of common words above which one of two sentences is a repetition.
const alike = 0.7

func countWords(s string) int { return len(strings.Fields(s)) }

// languageNote returns a note that sentences are written in English, or "" if the document is in English.
func languageNote(sentences []string) string {
	if language := text.Language(sentences); language != "English" {
		return "citing sentences are written in English, but this document is in " + language +
			": translate the sentence, or insert only the citation"
	}
	return ""
}
