package engine

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Drafter writes several sentences that may cite a paper, the likeliest
// first. Nothing is promised of them: a CheckedWriter decides.
type Drafter interface {
	Drafts(ctx context.Context, req DraftRequest, n int) ([]Draft, error)
}

// A CheckedWriter takes, of a drafter's sentences, one that is a sentence and
// that the paper supports, with the sentence that supports it as evidence: the
// one that names most of the keywords, the likeliest of these. Where there is
// none, it asks for sentences that begin with the authors, which more often keep
// to what the paper says. Where none of these will do, the Composer writes.
type CheckedWriter struct {
	Drafter  Drafter
	Checker  Checker
	Composer Composer
}

// draftsChecked is how many sentences are drafted for one to be chosen from.
const draftsChecked = 4

// Write implements Writer. Where the drafter has too few, the Composer adds
// its own.
func (w CheckedWriter) Write(ctx context.Context, req DraftRequest, n int) ([]Draft, error) {
	var supported []Draft
	for _, req.Subject = range []bool{false, true} {
		drafts, err := w.Drafter.Drafts(ctx, req, draftsChecked)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil { // a model that fails costs no sentence (invariant 7)
			return w.withoutModel(ctx, req, n, err)
		}
		supported, err = w.supported(ctx, req, drafts, supported, n)
		if err != nil || len(supported) >= n {
			return supported, err
		}
	}
	composed, err := w.Composer.Write(ctx, req, n)
	for _, d := range composed {
		if len(supported) < n && saysMore(d, supported) {
			supported = append(supported, d)
		}
	}
	return supported, err
}

// withoutModel composes, and says why.
func (w CheckedWriter) withoutModel(ctx context.Context, req DraftRequest, n int, why error) ([]Draft, error) {
	drafts, err := w.Composer.Write(ctx, req, n)
	for i := range drafts {
		drafts[i].Note = "composed citing sentences: " + why.Error()
	}
	return drafts, err
}

// intentMethod is the one intent for which a sentence may say what its author
// does with the cited work.
const intentMethod = "method"

// supported adds to kept, up to n, the best drafts that may stand in a
// manuscript, each with its evidence.
func (w CheckedWriter) supported(ctx context.Context, req DraftRequest, drafts, kept []Draft, n int) ([]Draft, error) {
	slices.SortStableFunc(drafts, func(a, b Draft) int {
		return cmp.Compare(named(req.Keywords, b.Text), named(req.Keywords, a.Text))
	})
	checker := w.Checker
	checker.OwnWork = req.Intent == intentMethod
	for _, d := range beginOtherwise(drafts, req.Follows) {
		if len(kept) == n || !isCiting(d.Text) || !saysMore(d, kept) {
			continue
		}
		support, err := checker.Check(ctx, req.Paper, d.Text)
		if err != nil {
			return nil, err
		}
		if support.Supported() {
			d.Evidence = support.Evidence
			kept = append(kept, d)
		}
	}
	return kept, nil
}

// named counts the keywords of which a sentence has all words.
func named(keywords []string, sentence string) (count int) {
	has := termSet(sentence)
	for _, words := range keywords {
		if terms := termSet(words); len(terms) > 0 && overlap(terms, has) == 1 {
			count++
		}
	}
	return count
}

// beginOtherwise puts the drafts first that do not begin as the one before
// them in the paragraph.
func beginOtherwise(drafts []Draft, follows string) []Draft {
	var other, same []Draft
	for _, d := range drafts {
		if beginning(d.Text) == beginning(follows) {
			same = append(same, d)
		} else {
			other = append(other, d)
		}
	}
	return append(other, same...)
}

// isCiting reports whether s is one whole sentence with one citation and no mark
// of another, of a length that can be read.
func isCiting(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.Count(s, Mark) == 1 && (strings.HasPrefix(s, Mark) || unicode.IsUpper(first)) && strings.ContainsRune(".!?", last) &&
		countWords(s) <= longestDraft && countWords(s) > 3 && balanced(s) && len(text.Sentences(s)) == 1 && !strings.Contains(s, "\n") && !strangeMark.MatchString(s)
}

// strangeMark is a citation that a model made up, the mark of a note, or a reference to a part of
// the manuscript, which it does not know.
var strangeMark = regexp.MustCompile(`(?i:\b(?:sections?|tables?|figures?|fig\.|equations?|chapters?|appendix) [A-Z]?\d|\bin this (?:paper|section|article|thesis)\b)|\w\.\d+ \pL|\bet al\b|\b(?:1[89]|20)\d\d[a-z]?\b|\[[\d,;\s–-]+\]|#\w*CIT\w*|\[CITE\]|\(\s*\)`)

// WithoutCitations takes the citations in brackets out of a sentence.
func WithoutCitations(s string) string {
	return foreignMark.ReplaceAllString(s, "")
}

// longestDraft is the most words a citing sentence may have.
const longestDraft = 60

// foreignMark is a citation in brackets, as papers have them.
var foreignMark = regexp.MustCompile(`\s*(?:\[[\d,;\s–-]+\]|\([^()]*\b(?:1[89]|20)\d\d[a-z]?[^()]*\)|#\w*CIT\w*|\[CITE\])`)

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
