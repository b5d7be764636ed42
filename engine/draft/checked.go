package draft

import (
	"context"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// A Drafter writes several sentences that may cite a paper, the likeliest
// first. Nothing is promised of them: a CheckedWriter decides.
type Drafter interface {
	Drafts(ctx context.Context, req Request, n int) ([]Draft, error)
}

// A CheckedWriter takes, of a drafter's sentences and the Composer's, one that
// the paper supports, with the sentence that supports it as evidence. Of these
// it takes the one that names most of the keywords, one of the drafter before one of
// the Composer. Of a drafter's sentences it asks for more support.
type CheckedWriter struct {
	Drafter  Drafter
	Checker  Checker
	Composer Composer
	// Free lets the drafter use any words, and not only those of the paper and
	// of its report.
	Free bool
}

// Close closes a drafter that can be closed.
func (w CheckedWriter) Close() error {
	if closer, ok := w.Drafter.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

// Write implements Writer. Where no draft is supported, the Composer says what
// it says then.
func (w CheckedWriter) Write(ctx context.Context, req Request, n int) ([]Draft, error) {
	choices, failed, err := w.Choices(ctx, req)
	if err != nil {
		return nil, err
	}
	if failed != nil { // a model that fails costs no sentence (invariant 7)
		return w.withoutModel(ctx, req, n, failed)
	}
	var drafts []Draft
	for _, c := range ordered(choices, req) {
		if len(drafts) < n && saysMore(c.Draft, drafts) {
			drafts = append(drafts, c.Draft)
		}
	}
	if len(drafts) == 0 {
		return w.Composer.Write(ctx, req, n)
	}
	return drafts, nil
}

// withoutModel composes, and says why.
func (w CheckedWriter) withoutModel(ctx context.Context, req Request, n int, why error) ([]Draft, error) {
	drafts, err := w.Composer.Write(ctx, req, n)
	for i := range drafts {
		drafts[i].Note = "composed citing sentences: " + why.Error()
	}
	return drafts, err
}

// isCiting reports whether s is one whole sentence with one citation and no mark
// of another, of a length that can be read.
func isCiting(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.Count(s, Mark) == 1 && (strings.HasPrefix(s, Mark) || unicode.IsUpper(first)) && strings.ContainsRune(".!?", last) &&
		countWords(s) <= longestDraft && countWords(s) > 3 && balanced(s) && len(text.Sentences(s)) == 1 && !brokenOff.MatchString(s) && !strings.Contains(s, "\n") && !strangeMark.MatchString(s)
}

// strangeMark is a citation that a model made up, the mark of a note, or a reference to a part of
// the manuscript, which it does not know.
var strangeMark = pattern.MustCompile(`(?i:\b(?:sections?|tables?|figures?|fig\.|equations?|chapters?|appendix) [A-Z]?\d|\bin this (?:paper|section|article|thesis)\b)|\w\.\d+ \pL|\bet al\b|\b(?:1[89]|20)\d\d[a-z]?\b|\[[\d,;\s–-]+\]|#\w*CIT\w*|\[CITE\]|\(\s*\)`)

// brokenOff is an end that waits for more: "as described in.", "a 1."
var brokenOff = pattern.MustCompile(`(?i)\b(?:an?|the) \d[\d.,]*\.$|\b(?:and|or|but|in|by|of|from|as|for|with|to|on|at|the|an?|than|that|which|such|using|based|see|is|are|was|were)[ ,;:]*\.$`)

// WithoutCitations takes the citations in brackets out of a sentence.
func WithoutCitations(s string) string {
	return foreignMark.ReplaceAllString(s, "")
}

// longestDraft is the most words a citing sentence may have.
const longestDraft = 60

// foreignMark is a citation in brackets, as papers have them.
var foreignMark = pattern.MustCompile(`\s*(?:\[[\d,;\s–-]+\]|\([^()]*\b(?:1[89]|20)\d\d[a-z]?[^()]*\)|#\w*CIT\w*|\[CITE\])`)

// balanced reports whether brackets and quotes close.
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
