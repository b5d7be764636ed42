package draft

import (
	"context"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// A Drafter proposes sentences that may cite a paper, most likely first. A CheckedWriter checks them.
type Drafter interface {
	Drafts(ctx context.Context, req Request, n int) ([]Draft, error)
}

// A CheckedWriter drafts sentences with a drafter and with the Composer, and selects those that the
// paper supports. It prefers sentences with more keywords, and then those of the drafter, which
// need stronger support.
type CheckedWriter struct {
	Drafter  Drafter
	Composer Composer
}

// Close closes the drafter if it implements io.Closer.
func (w CheckedWriter) Close() error {
	if closer, ok := w.Drafter.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

// Write implements Writer. It falls back to the Composer if no draft is supported.
func (w CheckedWriter) Write(ctx context.Context, req Request, n int) ([]Draft, error) {
	choices, failed, err := w.Choices(ctx, req)
	if err != nil {
		return nil, err
	}
	if failed != nil { // the failure of a model must not prevent a draft (invariant 7)
		return w.withoutModel(ctx, req, n, failed)
	}
	var all []scoredDraft
	for i, c := range ordered(choices, req) {
		all = append(all, scoredDraft{Draft: c.Draft, score: -float64(i) * rankCost})
	}
	if len(all) == 0 {
		return w.Composer.Write(ctx, req, n)
	}
	return finished(inForms(all, n), req), nil
}

// rankCost is the difference in score between consecutive drafts.
const rankCost = 0.1

// withoutModel returns drafts of the Composer with a note that explains why the model failed.
func (w CheckedWriter) withoutModel(ctx context.Context, req Request, n int, why error) ([]Draft, error) {
	drafts, err := w.Composer.Write(ctx, req, n)
	for i := range drafts {
		drafts[i].Fallback = true
		drafts[i].Note = "citing sentences are composed without a language model: " + why.Error()
	}
	return drafts, err
}

// isCiting reports whether s is a single complete sentence of plausible length with exactly one citation.
func isCiting(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.Count(s, Mark) == 1 && !compose.LacksSubject(s) && (strings.HasPrefix(s, Mark) ||
		unicode.IsUpper(first)) && strings.ContainsRune(".!?", last) &&
		countWords(s) <= longestDraft && countWords(s) > 3 && balanced(s) && len(text.Sentences(s)) == 1 &&
		!brokenOff.MatchString(s) && !strings.Contains(s, "\n") && !strangeMark.MatchString(s)
}

// strangeMark matches invented citations, footnote marks, and references to parts of the manuscript.
var strangeMark = pattern.MustCompile(`(?i:\b(?:sections?|tables?|figures?|fig\.|equations?|chapters?` +
	`|appendix) [A-Z]?\d|\bin this (?:paper|section|article|thesis)\b)|\w\.\d+ \pL|\bet al\b|\b(?:1[89]` +
	`|20)\d\d[a-z]?\b|\[[\d,;\s–-]+\]|#\w*CIT\w*|\[CITE\]|\(\s*\)`)

// brokenOff matches an incomplete end, such as "as described in." or "a 1."
var brokenOff = pattern.MustCompile(`(?i)\b(?:an?|the) \d[\d.,]*\.$|\b(?:and|or|but|in|by|of|from|as|for|with|to` +
	`|on|at|the|an?|than|that|which|such|using|based|see|is|are|was|were)[ ,;:]*\.$`)

// WithoutCitations removes bracketed citations from a sentence.
func WithoutCitations(s string) string {
	return foreignMark.ReplaceAllString(s, "")
}

// longestDraft is the maximum length of a citing sentence, in words.
const longestDraft = 60

// foreignMark matches a bracketed citation.
var foreignMark = pattern.MustCompile(`\s*(?:\[[\d,;\s–-]+\]|\([^()]*\b(?:1[89]|20)\d\d[a-z]?[^()]*\)|#\w*CIT\w*` +
	`|\[CITE\])`)

// balanced reports whether all brackets and quotation marks in s are closed.
func balanced(s string) bool {
	depth := 0
	for _, r := range s {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth < 0 {
			return false
		}
	}
	return depth == 0 && strings.Count(s, `"`)%2 == 0
}
