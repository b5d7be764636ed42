package app

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

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
	contrastFrom = 0.8  // minimum probability of a contradiction between two sentences
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

// claim returns a sentence as a claim that does not depend on its citation.
func (s writtenSentence) claim() string {
	said := s.Text
	if s.Textual {
		said = strings.Replace(said, engine.Mark, "the authors", 1)
		if strings.HasPrefix(s.Text, engine.Mark) {
			said = "T" + said[1:]
		}
	}
	return evidence.Claim{Text: said}.Plain()
}

// states reports whether a paper makes the same statement as a sentence about another paper. If so,
// it returns the sentence of the paper that makes it.
func (c *comparer) states(
	ctx context.Context, p *engine.Paper, s writtenSentence,
) (shows engine.Highlight, ok bool, err error) {
	claim, untitled := s.claim(), *p
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

// Connectives at the beginning of a sentence.
const (
	contrasting = "In contrast, "
	resembling  = "Similarly, "
)

// connective returns the words that connect a sentence to the previous one, or "" if their relation
// is not clear.
func (c *comparer) connective(ctx context.Context, previous, next writtenSentence) (string, error) {
	if previous.OwnWork || next.OwnWork || previous.Form == draft.Contrast || next.Form == draft.Contrast ||
		connected(resembling, next.Text) == "" {
		return "", nil
	}
	common := shared(previous.claim(), next.claim())
	if common < similarCover {
		return "", nil
	}
	forth, back, err := c.examine(ctx, previous, next)
	if err != nil {
		return "", err
	}
	switch {
	case forth.Contradiction != "" && forth.Contradict >= contrastFrom && back.Contradict >= contrastFrom:
		return contrasting, nil
	case !forth.Opposed && !back.Opposed && forth.Support >= similarFrom &&
		max(forth.Contradict, back.Contradict) < doubtfulFrom:
		return resembling, nil
	}
	return "", nil
}

// A comparison is the result of comparing one sentence, as a claim, with another one.
type comparison struct {
	draft.Comparison
	judge.Reading
}

// examine compares two sentences in both directions.
func (c *comparer) examine(ctx context.Context, previous, next writtenSentence) (forth, back comparison, err error) {
	if forth, err = c.compare(ctx, previous, next); err == nil {
		back, err = c.compare(ctx, next, previous)
	}
	return forth, back, err
}

func (c *comparer) compare(ctx context.Context, claim, with writtenSentence) (comparison, error) {
	said := with.claim()
	compared, err := engine.Checker{}.Compare(ctx, &engine.Paper{Abstract: said}, claim.claim())
	if err != nil {
		return comparison{}, err
	}
	read, err := c.judge.Read(ctx, claim.claim(), judge.Paper{Title: with.title, Sentences: []string{said}})
	return comparison{compared, read}, err
}

// connected returns a sentence with a connective at its beginning. It returns "" if the first word
// may be a name, which stays capitalized within a sentence.
func connected(connective, sentence string) string {
	if strings.HasPrefix(sentence, engine.Mark) {
		return connective + sentence
	}
	first, _, _ := strings.Cut(sentence, " ")
	r, size := utf8.DecodeRuneInString(sentence)
	rest := strings.ToLower(first[min(size, len(first)):])
	if !text.IsStop(string(unicode.ToLower(r))+rest) || first[min(size, len(first)):] != rest {
		return ""
	}
	return connective + string(unicode.ToLower(r)) + sentence[size:]
}
