package draft

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/reword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Rewriter writes statements of papers as citing sentences in other words. Its sentences need not be
// true.
type Rewriter interface {
	// Rewrite returns up to req.N sentences for each voice, grouped by voice, the most probable first.
	Rewrite(ctx context.Context, req RewriteRequest) ([]Rewriting, error)
}

// A RewriteRequest is a request for sentences that cite a statement of a paper.
type RewriteRequest struct {
	Title, Abstract string
	Statement       string // a sentence of the paper
	Voices          []Voice
	N               int
}

// A Voice determines the subject of a citing sentence.
type Voice int

// The voices.
const (
	AuthorsAct Voice = iota // the authors are the subject or the agent, as in "@ found that ..."
	Factual                 // the statement is a fact, with the citation at its end
	Brief                   // a short fact, with the citation after the words that it supports
)

// A Rewriting is a citing sentence with one Mark.
type Rewriting struct {
	Text    string
	Voice   Voice
	Fluency float64 // mean log probability of a token
}

// A Judge returns the probabilities that a paper, given as its title and its sentences, supports and
// contradicts a claim.
type Judge interface {
	Judge(ctx context.Context, claim, title string, sentences []string) (support, contradict float64, err error)
}

// Limits of rewriting.
const (
	mostRewritten   = 3 // statements of one request if several drafts are wanted
	rewritingsEach  = 3 // sentences of each voice
	shortestRewrite = 5 // words
	longestRewrite  = 36
)

// Bounds of the judge's probabilities for a rewritten statement.
const (
	leastSupport     = 0.6
	mostContradicted = 0.1
)

// rewritten returns drafts in other words of the best statements of a list of candidates, which is sorted.
// It omits those that the checks or the judge reject. Without a rewriter or a judge it returns nil, as it
// does if one of them fails, since that must not prevent a draft (invariant 7).
func (c Composer) rewritten(ctx context.Context, site *site, candidates []scoredDraft) ([]scoredDraft, error) {
	if c.Rewriter == nil || c.Judge == nil {
		return nil, nil
	}
	most := 1
	if site.several {
		most = mostRewritten
	}
	var all []scoredDraft
	for tried, d := range rewritable(candidates) {
		if tried > mostRewritten || most == 0 {
			break
		}
		some, err := c.rewriteOne(ctx, site, d)
		if err != nil {
			return all, ctx.Err()
		}
		if len(some) > 0 {
			most--
		}
		all = append(all, some...)
	}
	return all, nil
}

// rewritable returns the best candidate of each statement that can be rewritten. The title is none, since a
// sentence about it only names a topic.
func rewritable(candidates []scoredDraft) (all []scoredDraft) {
	for _, d := range candidates {
		isSame := func(other scoredDraft) bool { return sourceOf(other.Draft) == sourceOf(d.Draft) }
		if !slices.ContainsFunc(all, isSame) && d.topic == "" && !d.OwnWork && d.Evidence.Section != titleSection {
			all = append(all, d)
		}
	}
	return all
}

// rewriteBonus is the bonus of a rewritten draft over the composed drafts of its statement.
const rewriteBonus = 0.5

// rewriteOne returns the acceptable rewritings of a candidate's statement, one for each voice.
func (c Composer) rewriteOne(ctx context.Context, site *site, d scoredDraft) (all []scoredDraft, err error) {
	voices := []Voice{Factual, Brief}
	if len(site.Paper.Authors) > 0 {
		voices = []Voice{AuthorsAct, Factual, Brief}
	}
	found, err := c.Rewriter.Rewrite(ctx, RewriteRequest{
		Title: site.Paper.Title, Abstract: text.Cut(site.Paper.Abstract, maxAbstract), Statement: d.Evidence.Text,
		Voices: voices, N: rewritingsEach,
	})
	if err != nil {
		return nil, err
	}
	done := make(map[Voice]bool)
	for _, r := range found {
		if done[r.Voice] || !site.acceptable(r, d.Evidence) {
			continue
		}
		support, contradict, err := c.Judge.Judge(ctx, claimOf(r), site.Paper.Title, site.near(d.Evidence))
		if err != nil {
			return nil, err
		}
		if support < leastSupport || contradict > mostContradicted {
			continue
		}
		done[r.Voice] = true
		next := d
		next.Text, next.Textual, next.spare, next.Evidence.Score = r.Text, r.Voice == AuthorsAct, false, support
		next.score += rewriteBonus - voicePenalty[r.Voice]
		all = append(all, next)
	}
	return all, nil
}

// voicePenalty orders the voices of one statement.
var voicePenalty = map[Voice]float64{Factual: 0.05, Brief: 0.2}

// near returns the sentences of the paper with which a rewriting is compared: those of the abstract, and
// its statement.
func (s *site) near(evidence highlight.Highlight) (all []string) {
	for _, source := range s.work.Abstract {
		all = append(all, source.Text)
	}
	if evidence.Section != highlight.AbstractSection {
		all = append(all, evidence.Text)
	}
	return all
}

// claimOf returns a rewriting as a claim about the paper, without its citation.
func claimOf(r Rewriting) string {
	if r.Voice == AuthorsAct {
		return strings.Replace(r.Text, Mark, "the authors", 1)
	}
	return strings.Replace(strings.Replace(r.Text, " "+Mark, "", 1), Mark, "", 1)
}

// acceptable reports whether a rewriting is one sound sentence with one citation that copies no long run
// of the paper. Its numbers must be those of the statement, and its names those of the paper.
func (s *site) acceptable(r Rewriting, evidence highlight.Highlight) bool {
	words := countWords(r.Text)
	if words < shortestRewrite || words > longestRewrite || !isCiting(r.Text) || !reword.Sound(r.Text) ||
		disagrees(r.Text, len(s.Paper.Authors) == 1) || s.words.Copies(r.Text) {
		return false
	}
	stated := namesOf(s.Paper.Title, evidence.Text)
	known := namesOf(append(s.near(evidence), s.Paper.Title)...)
	for i, name := range strings.FieldsFunc(strings.Replace(r.Text, Mark, " ", 1), notInName) {
		name = strings.TrimRight(name, ".-+")
		digits, capitals := strings.ContainsFunc(name, unicode.IsDigit), strings.ContainsFunc(name, unicode.IsUpper)
		if digits && !stated[strings.ToLower(name)] || i > 0 && capitals && !known[strings.ToLower(name)] {
			return false
		}
	}
	return true
}

// namesOf returns the words and numbers of texts in lower case.
func namesOf(texts ...string) map[string]bool {
	names := make(map[string]bool)
	for _, s := range texts {
		for name := range strings.FieldsFuncSeq(s, notInName) {
			names[strings.ToLower(strings.TrimRight(name, ".-+"))] = true
		}
	}
	return names
}

// notInName reports whether a character separates names and numbers.
func notInName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '-' && r != '+'
}
