package grow

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// DefaultGoals are the goals of a corpus built from an editor.
var DefaultGoals = Goals{Papers: 5000, Hops: 3}

// An Opener opens builders of corpora on behalf of editors.
type Opener struct{ literature.Opener }

// Open implements backend.Openers.Growth.
func (o Opener) Open(s config.Settings, waitIdle func(context.Context) error) (backend.Growth, error) {
	source, err := EnabledSource(s)
	if err != nil {
		return nil, err
	}
	return &builder{opener: o, settings: s, source: source, waitIdle: waitIdle, goals: DefaultGoals}, nil
}

// A builder builds corpora from bibliographies.
type builder struct {
	opener   Opener
	settings config.Settings
	source   string
	waitIdle func(context.Context) error
	goals    Goals
}

var errNoReferences = errors.New("none of the references in the bibliography can be looked up: add DOIs to the " +
	".bib file")

// A preparedPlan is a plan together with everything needed to carry it out.
type preparedPlan struct {
	wire.GrowthPlan
	plan   Plan
	seeds  Seeds
	client *online.Client
}

func (b *builder) prepare(ctx context.Context, files []string) (p preparedPlan, err error) {
	if len(files) == 0 {
		return p, errNoReferences
	}
	if p.client, _, err = b.opener.Client(b.settings); err != nil {
		return p, err
	}
	if p.seeds, err = ReadSeeds(ctx, corpus.Library{}, files, nil); err != nil {
		return p, err
	}
	if p.plan, err = NewPlan(p.client, b.source, p.seeds, b.goals); err != nil {
		return p, err
	}
	if len(p.plan.IDs)+len(p.plan.Titles) == 0 {
		return p, errNoReferences
	}
	p.Files = files
	p.Folder, err = backend.GrownCorpus(files[0])
	p.Summary, p.Text = p.plan.text(b.goals, 0), p.plan.text(b.goals, MaxSeeds)
	return p, err
}

// text returns the plan as text, with at most some items per list.
func (p Plan) text(goals Goals, some int) string {
	var out strings.Builder
	p.Write(&out, goals, some)
	return out.String()
}

// Plan implements backend.Growth.
func (b *builder) Plan(ctx context.Context, files []string) (wire.GrowthPlan, error) {
	p, err := b.prepare(ctx, files)
	return p.GrowthPlan, err
}

var errOtherPlan = errors.New("the plan has changed since it was shown to you, so nothing was sent: start again")

// Run implements backend.Growth.
func (b *builder) Run(
	ctx context.Context, shown wire.GrowthPlan, step func(wire.GrowthStep),
) (result wire.GrowthResult, err error) {
	p, err := b.prepare(ctx, shown.Files)
	if err != nil {
		return result, err
	}
	if p.Text != shown.Text {
		return result, errOtherPlan
	}
	embedder, err := b.embedder(p.Folder)
	if err != nil {
		return result, err
	}
	began := time.Now()
	g, err := Open(Options{Dir: p.Folder, Name: nameOf(shown.Files[0]), Client: p.client, Embedder: embedder,
		WaitIdle: b.waitIdle, Progress: func(at Progress) { step(stepOf(at, time.Since(began))) }})
	if err != nil {
		return result, err
	}
	r, err := g.Grow(ctx, b.source, p.seeds, b.goals, p.plan)
	return wire.GrowthResult{Papers: r.Papers, Added: r.Added, Missing: r.Missing, Reason: r.Reason},
		errors.Join(err, g.Close())
}

// stepOf converts the progress of a run. It estimates the remaining time from the share of papers
// that have been chosen.
func stepOf(p Progress, spent time.Duration) wire.GrowthStep {
	s := wire.GrowthStep{Papers: p.Papers, Goal: p.Goal, Searchable: p.Published}
	if p.Published > 0 {
		s.Left = max(0, time.Duration(float64(spent)*float64(p.Goal-p.Published)/float64(p.Published)))
	}
	return s
}

func nameOf(bib string) string { return strings.TrimSuffix(filepath.Base(bib), filepath.Ext(bib)) }

// embedder returns the embedder that an existing corpus was built with, or the best embedder for a new
// corpus.
func (b *builder) embedder(dir string) (engine.Embedder, error) {
	if hasIndex(dir) {
		return b.opener.Builder.EmbedderOf(b.settings, dir)
	}
	embedders, _, err := b.opener.Builder.Embedders(b.settings)
	if err != nil {
		return nil, err
	}
	return embedders[0], nil
}
