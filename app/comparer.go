package app

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A comparer compares papers with the sentences of a paragraph. It combines the network that judges
// claims with rules, since either alone is too often wrong about papers on the same topic.
type comparer struct {
	finder evidence.Finder
	judge  judge.Model
}

// newComparer returns a comparer, or nil if no network is given.
func newComparer(network judge.Network) *comparer {
	if network == nil {
		return nil
	}
	return &comparer{Finder(network), judge.Model{Network: network}}
}

// Thresholds of a comparer.
const (
	statedFrom   = 0.85 // minimum probability that a paper supports a sentence that will cite it
	statedCover  = 0.75 // minimum share of that sentence covered by one passage of the paper
	similarFrom  = 0.5  // minimum probability that a sentence supports the previous one
	similarCover = 0.5  // minimum share of terms that two similar sentences have in common
	doubtfulFrom = 0.2  // minimum probability of a contradiction that excludes agreement
)

// takesCitations reports whether other papers may be cited in the parentheses of a sentence.
func (s writtenSentence) takesCitations() bool {
	if s.Textual || s.OwnWork || s.MarkOnly || strings.ContainsAny(s.Text, "“”") ||
		strings.Contains(strings.ToLower(s.Text), "previous work") {
		return false
	}
	return s.Form == draft.Fact
}

// hasTopics reports whether a sentence mentions every topic of a site that another sentence mentions.
func (s writtenSentence) hasTopics(site CiteSite, other string) bool {
	own, others := text.TermSet(s.Text), text.TermSet(other)
	for term := range text.TermSet(Topics(site.Keywords)...) {
		if others[term] && !own[term] {
			return false
		}
	}
	return true
}

// states reports whether a paper makes the same statement as a sentence about another paper. If so,
// it returns the sentence of the paper that makes it.
func (c *comparer) states(
	ctx context.Context, p *engine.Paper, s writtenSentence,
) (shows engine.Highlight, ok bool, err error) {
	claim, untitled := s.Statement(), *p
	untitled.Title = "" // a title names a topic but states nothing
	compared, err := engine.Checker{}.Compare(ctx, &untitled, claim)
	if err != nil || compared.Wrong || compared.Closest < statedCover || draft.Copies(p, s.Text) {
		return shows, false, err
	}
	found, err := c.finder.Find(ctx, evidence.Claim{Text: claim}, p)
	if err != nil || found.Relation != evidence.Supports || found.Attributed != "" ||
		found.Read.Support < statedFrom || found.Read.Contradict >= doubtfulFrom {
		return shows, false, err
	}
	found.Sentence.Score = found.Read.Support
	return found.Sentence, true, nil
}

// resembling is the beginning of a sentence that agrees with the previous one.
const resembling = "Similarly, "

// connective returns the words that connect a sentence to the previous one, or "" if their relation
// is not clear.
func (c *comparer) connective(ctx context.Context, previous, next writtenSentence) (string, error) {
	if previous.OwnWork || next.OwnWork || previous.Form == draft.Contrast || next.Form == draft.Contrast ||
		draft.Connected(resembling, next.Text) == "" {
		return "", nil
	}
	said, says := previous.sentence(), next.sentence()
	contradicts, err := c.judge.Contradict(ctx, said, says)
	switch {
	case err != nil:
		return "", err
	case contradicts:
		return draft.Contrasting, nil
	case shared(said.Text, says.Text) < similarCover:
		return "", nil
	}
	similar, err := c.similar(ctx, said, says)
	if err != nil || !similar {
		return "", err
	}
	return resembling, nil
}

// sentence returns the sentence without its citation, for the judge.
func (s writtenSentence) sentence() judge.Sentence {
	return judge.Sentence{Title: s.title, Text: s.Statement()}
}

// similar reports whether a sentence supports the previous one.
func (c *comparer) similar(ctx context.Context, previous, next judge.Sentence) (bool, error) {
	for _, pair := range [][2]judge.Sentence{{previous, next}, {next, previous}} {
		compared, err := engine.Checker{}.Compare(ctx, &engine.Paper{Abstract: pair[1].Text}, pair[0].Text)
		if err != nil || compared.Opposed {
			return false, err
		}
	}
	forth, back, err := c.judge.Compare(ctx, previous, next)
	return err == nil && forth.Support >= similarFrom && max(forth.Contradict, back.Contradict) < doubtfulFrom, err
}
