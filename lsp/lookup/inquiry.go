package lookup

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// An Inquiry is something that the repositories can be asked. Nothing is sent before Send.
type Inquiry[T any] struct {
	Proposal app.OnlineProposal // all that is sent
	desk     *Desk
	send     func(context.Context, func(app.OnlineStep)) (T, error)
}

// A Request says for which document something is sent.
type Request struct {
	Document string
	// Shows is set where the editor shows what is sent by itself: what it asked Show for
	// needs no question.
	Shows bool
	// Begin shows that the repositories are asked, once they may be: how many of all queries
	// are done, until end is called. The context ends where the user cancels the work.
	Begin func(context.Context) (working context.Context, step func(step app.OnlineStep, done, all int), end func())
}

// Send sends an inquiry, where its user lets it be sent.
func (q Inquiry[T]) Send(ctx context.Context, r Request) (answer T, err error) {
	if err := q.desk.allow(ctx, r, q.Proposal); err != nil {
		return answer, err
	}
	working, show, end := r.Begin(ctx)
	defer end()
	all, done := max(1, len(q.Proposal.Queries)), 0
	return q.send(working, func(step app.OnlineStep) {
		if step.State != app.OnlineAsked {
			done = min(done+1, all)
		}
		show(step, done, all)
	})
}

// Search asks for papers about a claim.
func (d *Desk) Search(ctx context.Context, claim app.OnlineClaim) (q Inquiry[app.OnlineAnswer], err error) {
	literature, err := d.literature(ctx)
	if err != nil {
		return q, err
	}
	proposal, err := literature.Propose(ctx, claim)
	return Inquiry[app.OnlineAnswer]{proposal, d, func(ctx context.Context, step func(app.OnlineStep)) (app.OnlineAnswer, error) {
		return d.learning(literature.Search(ctx, claim, proposal, step))
	}}, err
}

// Resolve asks for the work that is named.
func (d *Desk) Resolve(ctx context.Context, named string) (q Inquiry[app.OnlineAnswer], err error) {
	literature, err := d.literature(ctx)
	if err != nil {
		return q, err
	}
	proposal, err := literature.Naming(ctx, named)
	return Inquiry[app.OnlineAnswer]{proposal, d, func(ctx context.Context, step func(app.OnlineStep)) (app.OnlineAnswer, error) {
		return d.learning(literature.Resolve(ctx, named, step))
	}}, err
}

// FullText asks for the text of a paper. Its error is that no source can have it.
func (d *Desk) FullText(ctx context.Context, p *engine.Paper) (q Inquiry[*engine.Paper], err error) {
	literature, err := d.literature(ctx)
	if err != nil {
		return q, err
	}
	proposal, err := literature.NamingText(p)
	return Inquiry[*engine.Paper]{proposal, d, func(ctx context.Context, _ func(app.OnlineStep)) (*engine.Paper, error) {
		return literature.FullText(ctx, p)
	}}, err
}

// Filled is what an entry lacks, and where that is written.
type Filled struct {
	app.OnlineFill
	Insertion *bib.Insertion // nil where nothing is missing
}

// Fill asks for the fields that an entry lacks.
func (d *Desk) Fill(ctx context.Context, file *bib.File, key string) (Inquiry[Filled], error) {
	return ofEntry(ctx, d, file, key, func(ctx context.Context, l app.Literature, entry *bib.Entry) (Filled, error) {
		fill, err := l.Fill(ctx, entry)
		if err != nil {
			return Filled{}, err
		}
		d.learn(Identifier(entry), fill.Hints)
		var fields []bib.NewField
		for _, f := range fill.Fields {
			fields = append(fields, bib.NewField{Name: f.Name, Value: f.Value})
		}
		filled := Filled{OnlineFill: fill}
		if in, ok := file.Extend(entry, fields); ok {
			filled.Insertion = &in
		}
		return filled, nil
	})
}

// Check asks what became of the work of an entry.
func (d *Desk) Check(ctx context.Context, file *bib.File, key string) (Inquiry[[]app.OnlineHint], error) {
	return ofEntry(ctx, d, file, key, func(ctx context.Context, l app.Literature, entry *bib.Entry) ([]app.OnlineHint, error) {
		hints, err := l.Hints(ctx, Identifier(entry))
		if err == nil {
			d.learn(Identifier(entry), hints)
		}
		return hints, err
	})
}

// ofEntry asks about an entry, of which the identifier is sent.
func ofEntry[T any](ctx context.Context, d *Desk, file *bib.File, key string, send func(context.Context, app.Literature, *bib.Entry) (T, error)) (q Inquiry[T], err error) {
	entry := file.ByKey(key)
	if entry == nil {
		return q, fmt.Errorf("there is no entry %s any more", key)
	}
	id := Identifier(entry)
	if id == "" {
		return q, fmt.Errorf("%s has neither a DOI nor an arXiv identifier by which it could be looked up: add one first", entry.Key)
	}
	literature, err := d.literature(ctx)
	if err != nil {
		return q, err
	}
	proposal, err := literature.Naming(ctx, id)
	return Inquiry[T]{proposal, d, func(ctx context.Context, _ func(app.OnlineStep)) (T, error) {
		return send(ctx, literature, entry)
	}}, err
}
