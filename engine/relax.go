package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// A Relaxation says how keywords were taken that match no paper as they are
// written. The zero value is none.
type Relaxation struct {
	Code string `json:"code"` // RelaxedNear, RelaxedWords or RelaxedAll; "" where the keywords match
	Text string `json:"text"` // one sentence about it, without a full stop
}

// The codes of relaxations, from the closest to the farthest.
const (
	RelaxedNear  = "near"  // the words of a phrase near each other
	RelaxedWords = "words" // all words somewhere in title and abstract
	RelaxedAll   = "all"   // without the keywords
)

// relax searches again, each time with less of the keywords, until a paper matches.
// It asks only sources that answered and take nothing for it; the replies of the
// others stay.
func (r *run) relax(ctx context.Context, replies []reply[Result], found *Discovery) ([]reply[Result], error) {
	free := freeOf(replies)
	if len(free) == 0 {
		return replies, nil
	}
	for _, step := range relaxations(found.Keywords) {
		req := r.req
		req.Expr, found.Relaxation = step.filter, step.Relaxation
		again := everywhere(ctx, free, func(ctx context.Context, s *source) (Result, error) { return s.result(ctx, req) })
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

// inPlace is replies with newer ones in place of those of the same sources.
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

// relaxations ends with the one that leaves the keywords out.
func relaxations(written keyword.Expr) (steps []relaxation) {
	phrases := loosenedPhrases(written)
	if near, ok := keyword.Loosen(written, false); ok {
		steps = append(steps, relaxation{Relaxation{RelaxedNear, "no paper has " + phrases + " word for word: these have the words near each other"}, near})
	}
	if anywhere, ok := keyword.Loosen(written, true); ok {
		steps = append(steps, relaxation{Relaxation{RelaxedWords, "no paper has the words of " + phrases + " near each other: these have all of them somewhere in title and abstract"}, anywhere})
	}
	return append(steps, relaxation{Relaxation{RelaxedAll, "no paper matches the keywords: these are the best without them"}, nil})
}

// loosenedPhrases names those of several words, “a b” or “c d”.
func loosenedPhrases(written keyword.Expr) string {
	var named []string
	for _, phrase := range keyword.Positive(written) {
		if strings.Contains(phrase, " ") {
			named = append(named, "“"+phrase+"”")
		}
	}
	return strings.Join(named, " or ")
}
