package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Relaxation describes how keywords were loosened because no paper matches them. The zero value means
// that they were used as written.
type Relaxation struct {
	Code string `json:"code"` // RelaxedNear, RelaxedWords, RelaxedTerms, RelaxedAll or ""
	Text string `json:"text"` // one sentence for the user, without a final period
}

// Codes of relaxations, from the strictest to the loosest.
const (
	RelaxedNear  = "near"  // the words of a phrase must be near each other
	RelaxedWords = "words" // all words of a phrase must be in the title or abstract
	RelaxedTerms = "terms" // two adjacent words of a long phrase must be in the title or abstract
	RelaxedAll   = "all"   // the keywords were ignored
)

// relax repeats the search with increasingly loose keywords until a paper matches. It queries only sources
// that answered. For other sources, it keeps the replies.
func (r *run) relax(ctx context.Context, replies []reply[Result], found *Discovery) ([]reply[Result], error) {
	sources := answering(replies)
	for _, step := range relaxations(found.Keywords) {
		req := r.req
		req.Expr, found.Relaxation = step.filter, step.Relaxation
		again := searchAll(ctx, sources, req)
		if err := usable(ctx, again); err != nil {
			return nil, err
		}
		replies = inPlace(replies, again)
		if n := matching(again); n > 0 && step.filter != nil {
			found.Matching = n
			return replies, nil
		}
	}
	found.Relaxed = true
	return replies, nil
}

// inPlace returns a copy of replies in which newer replies replace those of the same sources.
func inPlace(replies, newer []reply[Result]) []reply[Result] {
	replies = slices.Clone(replies)
	for _, n := range newer {
		at := slices.IndexFunc(replies, func(r reply[Result]) bool { return r.from == n.from })
		replies[at] = n
	}
	return replies
}

type relaxation struct {
	Relaxation
	filter keyword.Expr
}

// relaxations lists the applicable relaxations, strictest first. The last one ignores the keywords.
func relaxations(written keyword.Expr) (steps []relaxation) {
	phrases := loosenedPhrases(written)
	add := func(code string, filter keyword.Expr, why string) {
		steps = append(steps, relaxation{Relaxation{code, "no paper matches the keywords" + why}, filter})
	}
	if near, ok := keyword.Loosen(written, false); ok {
		add(RelaxedNear, near, " with "+phrases+" word for word, so these papers contain the words near each other")
	}
	if anywhere, ok := keyword.Loosen(written, true); ok {
		add(RelaxedWords, anywhere, " with the words of "+phrases+" near each other, so these papers contain all of "+
			"the words anywhere in the title or abstract")
	}
	if pairs, ok := keyword.Split(written, text.IsStop); ok {
		add(RelaxedTerms, pairs, " with all the words of "+phrases+", so these papers contain two adjacent words of "+
			"each long phrase")
	}
	add(RelaxedAll, nil, ", so these are the best papers found without them")
	return steps
}

// loosenedPhrases lists the multi-word phrases, as in “a b” or “c d”.
func loosenedPhrases(written keyword.Expr) string {
	var named []string
	for _, phrase := range keyword.Positive(written) {
		if strings.Contains(phrase, " ") {
			named = append(named, "“"+phrase+"”")
		}
	}
	return strings.Join(named, " or ")
}
