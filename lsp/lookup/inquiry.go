package lookup

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// An Inquiry is a prepared request to online sources.
type Inquiry[T any] struct {
	Proposal wire.OnlineProposal // everything that will be sent
	client   *Client
	send     func(context.Context, func(wire.OnlineStep)) (T, error)
}

// A Request describes for which document an inquiry is sent, and how.
type Request struct {
	Document string
	// Shows is set if the editor displays proposals itself. A proposal that was passed to Show
	// needs no further consent.
	Shows bool
	// Begin shows progress until end is called. The user can cancel the context working.
	Begin func(context.Context) (working context.Context, step func(step wire.OnlineStep, done, all int), end func())
}

// Send sends an inquiry if the user allows it.
func (q Inquiry[T]) Send(ctx context.Context, r Request) (answer T, err error) {
	if err := q.client.allow(ctx, r, q.Proposal); err != nil {
		return answer, err
	}
	working, show, end := r.Begin(ctx)
	defer end()
	all, done := max(1, len(q.Proposal.Queries)), 0
	return q.send(working, func(step wire.OnlineStep) {
		if step.State != wire.OnlineAsked {
			done = min(done+1, all)
		}
		show(step, done, all)
	})
}

// Search prepares a search for papers about a claim.
func (c *Client) Search(ctx context.Context, claim wire.OnlineClaim) (q Inquiry[wire.OnlineAnswer], err error) {
	literature, err := c.literature(ctx)
	if err != nil {
		return q, err
	}
	proposal, err := literature.Propose(ctx, claim)
	return Inquiry[wire.OnlineAnswer]{proposal, c,
		func(ctx context.Context, step func(wire.OnlineStep)) (wire.OnlineAnswer, error) {
			return c.learning(literature.Search(ctx, claim, proposal, step))
		}}, err
}

// Resolve prepares the lookup of a named work.
func (c *Client) Resolve(ctx context.Context, named string) (q Inquiry[wire.OnlineAnswer], err error) {
	literature, err := c.literature(ctx)
	if err != nil {
		return q, err
	}
	proposal, err := literature.Naming(ctx, named)
	return Inquiry[wire.OnlineAnswer]{proposal, c,
		func(ctx context.Context, step func(wire.OnlineStep)) (wire.OnlineAnswer, error) {
			return c.learning(literature.Resolve(ctx, named, step))
		}}, err
}

// FullText prepares the download of a paper's text. It returns an error if no source could have the
// text.
func (c *Client) FullText(ctx context.Context, p *engine.Paper) (q Inquiry[*engine.Paper], err error) {
	literature, err := c.literature(ctx)
	if err != nil {
		return q, err
	}
	proposal, err := literature.NamingText(p)
	return Inquiry[*engine.Paper]{proposal, c,
		func(ctx context.Context, _ func(wire.OnlineStep)) (*engine.Paper, error) {
			return literature.FullText(ctx, p)
		}}, err
}

// A Completion contains the missing fields of an entry and the edit that adds them.
type Completion struct {
	wire.OnlineFill
	Insertion *bib.Insertion // nil if no field is added
}

// Fill prepares the lookup of an entry's missing fields.
func (c *Client) Fill(ctx context.Context, file *bib.File, key string) (Inquiry[Completion], error) {
	return ofEntry(ctx, c, file, key, func(ctx context.Context, l backend.Literature, entry *bib.Entry) (Completion,
		error) {
		fill, err := l.Fill(ctx, entry)
		if err != nil {
			return Completion{}, err
		}
		c.learn(Identifier(entry), fill.Hints)
		var fields []bib.NewField
		for _, f := range fill.Fields {
			fields = append(fields, bib.NewField{Name: f.Name, Value: f.Value})
		}
		completed := Completion{OnlineFill: fill}
		if in, ok := file.Extend(entry, fields); ok {
			completed.Insertion = &in
		}
		return completed, nil
	})
}

// Check prepares a check of an entry's work for retractions and published versions.
func (c *Client) Check(ctx context.Context, file *bib.File, key string) (Inquiry[[]wire.OnlineHint], error) {
	return ofEntry(ctx, c, file, key, func(ctx context.Context, l backend.Literature,
		entry *bib.Entry) ([]wire.OnlineHint, error) {
		hints, err := l.Hints(ctx, Identifier(entry))
		if err == nil {
			c.learn(Identifier(entry), hints)
		}
		return hints, err
	})
}

// ofEntry prepares a request that sends an entry's identifier.
func ofEntry[T any](ctx context.Context, c *Client, file *bib.File, key string,
	send func(context.Context, backend.Literature, *bib.Entry) (T, error)) (q Inquiry[T], err error) {
	entry := file.ByKey(key)
	if entry == nil {
		return q, fmt.Errorf("the entry %s no longer exists: choose another one", key)
	}
	id := Identifier(entry)
	if id == "" {
		return q, fmt.Errorf("%s has neither a DOI nor an arXiv identifier to look it up by: add one first", entry.Key)
	}
	literature, err := c.literature(ctx)
	if err != nil {
		return q, err
	}
	proposal, err := literature.Naming(ctx, id)
	return Inquiry[T]{proposal, c, func(ctx context.Context, _ func(wire.OnlineStep)) (T, error) {
		return send(ctx, literature, entry)
	}}, err
}
