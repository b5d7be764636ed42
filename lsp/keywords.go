package lsp

import (
	"context"
	"unicode/utf16"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// understood says how keywords are read: those given, or the directive's at the
// spot.
type understood struct {
	Keywords string       `json:"keywords"` // as written
	Meaning  string       `json:"meaning"`  // as understood, in full; "" where there are none
	Mistakes []parseError `json:"mistakes"`
	Matching *int         `json:"matching"` // papers that they let pass; null where nothing can be searched
}

// A parseError is a part of the keywords that was not understood.
type parseError struct {
	Start   int    `json:"start"` // in UTF-16 units, as editors' input fields count
	End     int    `json:"end"`
	Message string `json:"message"`
	Hint    bool   `json:"hint,omitzero"` // it was understood, but hardly as it was meant
}

// understand answers scilit/keywords. It needs no document where keywords are
// given, and may be asked at every key that is typed.
func (s *server) understand(ctx context.Context, p spot) (*understood, error) {
	if p.Keywords != nil {
		releaseOrder(ctx)
	} else {
		at, err := s.siteOf(ctx, p)
		if err != nil {
			return nil, err
		}
		p.Keywords = ptr(at.Keywords())
	}
	expr, mistakes := keyword.Parse(*p.Keywords)
	answer := &understood{Keywords: *p.Keywords, Mistakes: parseErrors(*p.Keywords, mistakes)}
	if expr != nil {
		answer.Meaning = expr.String()
	}
	if e, err := s.engines.Get(ctx); err == nil {
		if n, err := e.Count(ctx, expr); err == nil {
			answer.Matching = &n
		}
	}
	return answer, ctx.Err()
}

func parseErrors(source string, mistakes []keyword.Mistake) []parseError {
	found := make([]parseError, len(mistakes))
	for i, m := range mistakes {
		found[i] = parseError{units(source[:m.Start]), units(source[:m.End]), m.Message, m.Hint}
	}
	return found
}

// units is the length of a text in UTF-16.
func units(s string) int { return len(utf16.Encode([]rune(s))) }
