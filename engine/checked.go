package engine

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Drafter writes several sentences that may cite a paper, the likeliest
// first. Nothing is promised of them: a CheckedWriter decides.
type Drafter interface {
	Drafts(ctx context.Context, req DraftRequest, n int) ([]Draft, error)
}

// A CheckedWriter takes the first of a drafter's sentences that is a sentence
// and that the paper supports, with the sentence that supports it as evidence.
// Where there is none, the PlainWriter writes.
type CheckedWriter struct {
	Drafter Drafter
	Checker Checker
}

// draftsChecked is how many sentences are drafted for one to be chosen from.
const draftsChecked = 4

// Write implements Writer. Where the drafter has too few, the PlainWriter adds
// its own.
func (w CheckedWriter) Write(ctx context.Context, req DraftRequest, n int) ([]Draft, error) {
	drafts, err := w.Drafter.Drafts(ctx, req, draftsChecked)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil { // a model that fails costs no sentence (invariant 7)
		plain, failed := PlainWriter{}.Write(ctx, req, n)
		for i := range plain {
			plain[i].Note = "plain citing sentences: " + err.Error()
		}
		return plain, failed
	}
	supported, err := w.supported(ctx, req, beginOtherwise(drafts, req.Follows), n)
	if err != nil || len(supported) >= n {
		return supported, err
	}
	plain, err := PlainWriter{}.Write(ctx, req, n)
	for _, d := range plain {
		if len(supported) < n && saysMore(d, supported) {
			supported = append(supported, d)
		}
	}
	return supported, err
}

// supported are the first n drafts that may stand in a manuscript, each with
// its evidence.
func (w CheckedWriter) supported(ctx context.Context, req DraftRequest, drafts []Draft, n int) (kept []Draft, err error) {
	known := slices.Concat(req.Keywords, req.Context)
	for _, d := range drafts {
		if !isCiting(d.Text) || !saysMore(d, kept) {
			continue
		}
		support, err := w.Checker.Check(ctx, req.Paper, d.Text, known)
		if err != nil {
			return nil, err
		}
		if support.Supported() {
			d.Evidence = support.Evidence
			kept = append(kept, d)
		}
		if len(kept) == n {
			break
		}
	}
	return kept, nil
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

// isCiting tells whether s is one whole sentence with one citation and no mark
// of another, of a length that can be read.
func isCiting(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.Count(s, Mark) == 1 && (strings.HasPrefix(s, Mark) || unicode.IsUpper(first)) && strings.ContainsRune(".!?", last) &&
		countWords(s) <= longestDraft && countWords(s) > 3 && balanced(s) && !strings.Contains(s, "\n") && !strangeMark.MatchString(s)
}

// strangeMark is a citation that a model made up.
var strangeMark = regexp.MustCompile(`\bet al\b|\b(?:1[89]|20)\d\d[a-z]?\b|\[[\d,;\s–-]+\]|#\w*CIT\w*|\[CITE\]|\(\s*\)`)

// WithoutCitations takes the citations in brackets out of a sentence.
func WithoutCitations(s string) string {
	return foreignMark.ReplaceAllString(s, "")
}
