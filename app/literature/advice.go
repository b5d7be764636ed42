package literature

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/assist"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
	"github.com/scilit-lsp/scilit-lsp/engine/query"
	"github.com/scilit-lsp/scilit-lsp/engine/route"
)

// How long a language model may take to advise. Unit: seconds.
const (
	adviceFirstToken = 15
	adviceTotal      = 30
)

// maxAdvices is how many answers of a model are remembered.
const maxAdvices = 200

// An adviser has the user's language model choose keywords and sources, where there is one.
// What it said of a text is remembered, so that what is sent is what was shown.
type adviser struct {
	model    *llm.Client // nil where none is named
	problem  error       // why the one that is named cannot be asked
	keywords *lru.Cache[string, advice[[]query.Query]]
	routes   *lru.Cache[string, advice[route.Route]]
}

func newAdviser(s config.LLM) *adviser {
	a := &adviser{keywords: remembering[[]query.Query](), routes: remembering[route.Route]()}
	if s.URL != "" {
		s.FirstTokenTimeout, s.Timeout = min(s.FirstTokenTimeout, adviceFirstToken), min(s.Timeout, adviceTotal)
		a.model, a.problem = app.OpenLLM(s, nil)
	}
	return a
}

func remembering[T any]() *lru.Cache[string, advice[T]] {
	cache, err := lru.New[string, advice[T]](maxAdvices)
	if err != nil { // of sizes below one
		panic(err)
	}
	return cache
}

// An advice is what a model said, or what is said without one.
type advice[T any] struct {
	value T
	by    string      // the model; "" where it was not asked
	why   *app.Notice // no model, where one is named
}

// note says in a proposal who chose.
func (d advice[T]) note(p *app.OnlineProposal) {
	p.By = cmp.Or(p.By, d.by)
	if d.why != nil && len(p.Notices) == 0 {
		p.Notices = append(p.Notices, *d.why)
	}
}

// advised asks the model about a text, unless it is known what it said. A model that failed
// is asked again where the user begins anew.
func advised[T any](ctx context.Context, a *adviser, known *lru.Cache[string, advice[T]], text any, anew bool, ask func() (T, error), plain func() T) (advice[T], error) {
	key, err := json.Marshal(text)
	if err != nil {
		panic(err) // texts can always be encoded
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

// advise falls back on what is chosen without a model. Its error is that the user gave up.
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
		why := app.Notice{Code: app.NoticeAdvice, Text: fmt.Sprintf("keywords and sources are chosen without the language model: %v", err)}
		return advice[T]{value: plain(), why: &why}, nil
	}
	return advice[T]{value: plain()}, nil
}

// ofClaim are the keywords of one claim.
func (a *adviser) ofClaim(ctx context.Context, s query.Selection) (advice[[]query.Query], error) {
	return advised(ctx, a, a.keywords, [2]any{"claim", s}, true, func() ([]query.Query, error) {
		q, err := assist.Keywords{Model: a.model}.OfClaim(ctx, s, nil)
		return []query.Query{q}, err
	}, func() []query.Query { return []query.Query{query.OfClaim(s, nil)} })
}

// ofSelection are the keywords of all claims of a selection.
func (a *adviser) ofSelection(ctx context.Context, s query.Selection) (advice[[]query.Query], error) {
	return advised(ctx, a, a.keywords, [2]any{"selection", s}, true, func() ([]query.Query, error) {
		return assist.Keywords{Model: a.model}.Of(ctx, s, nil)
	}, func() []query.Query { return query.Of(s, nil) })
}

// route is where papers about a claim are looked for. anew is set where the user has not
// seen anything yet.
func (a *adviser) route(ctx context.Context, c route.Claim, anew bool) (advice[route.Route], error) {
	return advised(ctx, a, a.routes, c, anew, func() (route.Route, error) {
		return assist.Router{Model: a.model}.Route(ctx, c)
	}, func() route.Route { return route.Of(c) })
}
