package app

import (
	"cmp"
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Usable is an error where nothing can be searched.
func (e *Engines) Usable(ctx context.Context) error {
	used, err := e.Get(ctx)
	if err != nil {
		return err
	}
	return e.WhyNothing(ctx, used)
}

// Discover is engine.Discover in some corpora, or all where none is named. Where nothing was
// found since nothing can be searched, the error says why.
func (e *Engines) Discover(ctx context.Context, q engine.Query, corpora ...string) (engine.Discovery, error) {
	used, err := e.among(ctx, corpora)
	if err != nil {
		return engine.Discovery{}, err
	}
	found, err := used.Discover(ctx, q)
	if err == nil && len(found.Papers) == 0 {
		err = e.WhyNothing(ctx, used)
	}
	return found, err
}

// among is the engine, or a view of it with some of its corpora.
func (e *Engines) among(ctx context.Context, corpora []string) (*engine.Engine, error) {
	used, err := e.Get(ctx)
	if err != nil {
		return nil, Nothing(err)
	}
	if len(corpora) > 0 {
		used, _, err = used.Among(ctx, corpora)
	}
	return used, err
}

// Find is [Find] as a discovery, with an error where there is no such paper.
func (e *Engines) Find(ctx context.Context, named string, limit int, corpora ...string) (found engine.Discovery, err error) {
	used, err := e.among(ctx, corpora)
	if err != nil {
		return found, err
	}
	papers, _, err := Find(ctx, used, named, limit)
	if err == nil && len(papers) == 0 {
		err = cmp.Or(e.WhyNothing(ctx, used), NotFound(named))
	}
	for _, p := range papers {
		found.Papers = append(found.Papers, engine.Found{Paper: p})
	}
	found.Matching = len(papers)
	return found, err
}

// Exactly is the one paper that can be meant by a name, nil where no index has it.
func (e *Engines) Exactly(ctx context.Context, named string) (*engine.Paper, error) {
	used, err := e.Get(ctx)
	if err != nil {
		return nil, ctx.Err() // without an index no paper is known
	}
	papers, exact, err := Find(ctx, used, named, 1)
	if err != nil || !exact {
		return nil, err
	}
	return papers[0], nil
}

// List is [List] with the engine of the request.
func (e *Engines) List(ctx context.Context, found []engine.Found, about string) ([]ListedPaper, error) {
	used, err := e.Get(ctx)
	if err != nil {
		return nil, err
	}
	return List(ctx, used, found, about)
}
