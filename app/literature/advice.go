package literature

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/assist"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
	"github.com/scilit-lsp/scilit-lsp/engine/query"
	"github.com/scilit-lsp/scilit-lsp/engine/route"
)

// Time limits for a language model's advice, in seconds.
const (
	adviceFirstToken = 15
	adviceTotal      = 30
)

const maxAdvices = 200 // maximum number of cached replies of a model

// An adviser chooses keywords and sources, with the user's language model if one is configured. It
// caches the model's replies, so that a search sends the same keywords that were shown.
type adviser struct {
	settings config.Settings
	model    *llm.Client // nil if none is configured
	problem  error       // why the model cannot be used
	keywords *lru.Cache[string, advice[[]query.Query]]
	routes   *lru.Cache[string, advice[route.Route]]
}

func newAdviser(settings config.Settings) *adviser {
	s := settings.LLM
	a := &adviser{settings: settings, keywords: remembering[[]query.Query](), routes: remembering[route.Route]()}
	if s.URL != "" {
		s.FirstTokenTimeout, s.Timeout = min(s.FirstTokenTimeout, adviceFirstToken), min(s.Timeout, adviceTotal)
		a.model, a.problem = backend.OpenLLM(s, nil)
	}
	return a
}

func remembering[T any]() *lru.Cache[string, advice[T]] {
	cache, err := lru.New[string, advice[T]](maxAdvices)
	if err != nil { // lru.New fails only for sizes below one
		panic(err)
	}
	return cache
}

// advice is a choice made by a model, or the default choice if no model was used.
type advice[T any] struct {
	value T
	by    string       // name of the model; "" if none was used
	why   *wire.Notice // why no model was used
}

// note records in a proposal which model made the choice, or why none did.
func (d advice[T]) note(p *wire.OnlineProposal) {
	p.By = cmp.Or(p.By, d.by)
	if d.why != nil && len(p.Notices) == 0 {
		p.Notices = append(p.Notices, *d.why)
	}
}

// advised returns the cached choice for a text, or makes a new one. If anew is set, it retries a
// model that failed before.
func advised[T any](ctx context.Context, a *adviser, known *lru.Cache[string, advice[T]], text any, anew bool,
	ask func() (T, error), plain func() T) (advice[T], error) {
	key, err := json.Marshal(text)
	if err != nil {
		panic(err) // cannot happen, since texts can always be encoded
	}
	if said, ok := known.Get(string(key)); ok && (said.why == nil || !anew) {
		return said, nil
	}
	said, err := advise(ctx, a, ask, plain)
	if err == nil {
		known.Add(string(key), said)
	}
	return said, err
}

// advise returns the model's choice, or that of plain if the model fails. It returns an error only if
// the user cancels.
func advise[T any](ctx context.Context, a *adviser, ask func() (T, error), plain func() T) (advice[T], error) {
	err := a.problem
	if a.model != nil {
		var value T
		if value, err = ask(); err == nil {
			return advice[T]{value: value, by: cmp.Or(a.model.Model(), a.model.Host())}, nil
		}
	}
	switch {
	case ctx.Err() != nil:
		return advice[T]{}, ctx.Err()
	case err != nil:
		why := wire.Notice{Code: wire.NoticeAdvice,
			Text: fmt.Sprintf("keywords and sources are chosen without the language model: %v", err)}
		return advice[T]{value: plain(), why: &why}, nil
	}
	return advice[T]{value: plain()}, nil
}

// ofClaim returns the keywords for one claim.
func (a *adviser) ofClaim(ctx context.Context, s query.Selection) (advice[[]query.Query], error) {
	return a.chosen(ctx, "claim", s, func(known query.Vocabulary) []query.Query {
		return []query.Query{query.OfClaim(s, known)}
	})
}

// ofSelection returns the keywords for all claims in a selection.
func (a *adviser) ofSelection(ctx context.Context, s query.Selection) (advice[[]query.Query], error) {
	return a.chosen(ctx, "selection", s, func(known query.Vocabulary) []query.Query { return query.Of(s, known) })
}

// chosen returns the keywords for a selection. kind distinguishes cached choices for the same text.
func (a *adviser) chosen(ctx context.Context, kind string, s query.Selection,
	plain func(query.Vocabulary) []query.Query) (advice[[]query.Query], error) {
	known, done := a.vocabulary(ctx)
	defer done()
	return advised(ctx, a, a.keywords, [2]any{kind, s}, true, func() ([]query.Query, error) {
		return assist.Keywords(ctx, a.model, s, plain(known), known)
	}, func() []query.Query { return plain(known) })
}

// route returns the sources for a claim. anew is set if no proposal has been shown to the user yet.
func (a *adviser) route(ctx context.Context, c route.Claim, anew bool) (advice[route.Route], error) {
	return advised(ctx, a, a.routes, c, anew, func() (route.Route, error) {
		return assist.Route(ctx, a.model, c)
	}, func() route.Route { return route.Of(c) })
}

// vocabulary returns the vocabulary of the configured local corpora. done closes their indexes. It
// skips the library, which may contain the user's private drafts.
func (a *adviser) vocabulary(ctx context.Context) (known query.Vocabulary, done func()) {
	var indexes []*index.Index
	open := sync.OnceValue(func() query.Vocabulary {
		indexes, _ = backend.OpenIndexes(a.settings)
		return query.Indexed(ctx, indexes)
	})
	done = func() {
		for _, x := range indexes {
			_ = x.Close()
		}
	}
	return func(word string) bool { return open()(word) }, done
}
