package main

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/grow"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

// A suggestGrowth compares citation suggestions from grown corpora with suggestions from all
// records. Each corpus is grown from half of the references of a paper. The plain engine searches
// abstracts only, and no corpus contains the citing papers.
type suggestGrowth struct {
	Goal       int     `json:"goal"`
	Papers     int     `json:"papers"` // number of citing papers for which a corpus was grown
	Works      int     `json:"works"`  // number of works in the citation graph
	Records    int     `json:"records"`
	Grown      float64 `json:"grown"` // mean number of papers in a grown corpus
	NoKeywords bool    `json:"no_keywords"`
	// All covers all contexts of the citing papers. Hidden covers those that cite a work from the
	// half of the references that was not used to grow the corpus.
	All    atTen `json:"all"`
	Hidden atTen `json:"hidden"`
}

// An atTen compares the recall at 10 of two searches over the same N contexts.
type atTen struct {
	N     int     `json:"n"`
	Grown float64 `json:"grown"`
	Whole float64 `json:"whole"`
}

func (a *atTen) add(grown, whole bool) {
	a.N++
	a.Grown += oneIf(grown)
	a.Whole += oneIf(whole)
}

func (a *atTen) finish() {
	a.Grown /= float64(max(a.N, 1))
	a.Whole /= float64(max(a.N, 1))
}

func oneIf(hit bool) float64 {
	if hit {
		return 1
	}
	return 0
}

// A suggestRun contains the data that the measurements share.
type suggestRun struct {
	std     cli.Streams
	graph   *graphIndex
	records map[string]*engine.Paper
	sites   map[string][]eval.Context // contexts of each citing paper, by its ID
	citing  []string                  // IDs of the citing papers, in descending order of their number of references
	folder  string
}

// growSuggestions measures citation suggestions for the papers with the most references.
func growSuggestions(ctx context.Context, std cli.Streams, graph *graphIndex, c growCmd) (all []suggestGrowth,
	err error) {
	r := suggestRun{std: std, graph: graph, sites: make(map[string][]eval.Context)}
	contexts, err := eval.ReadContexts(c.Contexts, 0)
	if err != nil {
		return nil, err
	}
	if r.records, err = byID(ctx, c.Records); err != nil {
		return nil, err
	}
	for _, site := range contexts {
		if r.sites[site.Citing] == nil {
			r.citing = append(r.citing, site.Citing)
		}
		r.sites[site.Citing] = append(r.sites[site.Citing], site)
	}
	slices.SortStableFunc(r.citing, func(a, b string) int {
		return cmp.Compare(len(graph.refs[graph.numbers[b]]), len(graph.refs[graph.numbers[a]]))
	})
	r.citing = r.citing[:min(c.From, len(r.citing))]
	for _, id := range r.citing {
		delete(r.records, id)
	}
	for _, p := range r.records {
		p.Body, p.References = nil, nil
	}
	if r.folder, err = os.MkdirTemp("", "grow"); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(r.folder)) }()
	return r.measure(ctx, c.Goals)
}

func (r *suggestRun) measure(ctx context.Context, goals []int) (all []suggestGrowth, err error) {
	var records []*engine.Paper
	for _, id := range slices.Sorted(maps.Keys(r.records)) {
		records = append(records, r.records[id])
	}
	whole, err := r.engine(ctx, "whole", records)
	if err != nil {
		return nil, err
	}
	for _, goal := range goals {
		both := make([]suggestGrowth, 2)
		for i := range both {
			both[i] = suggestGrowth{Goal: goal, Papers: len(r.citing), Works: len(r.graph.refs) - 1,
				Records: len(r.records), NoKeywords: i > 0}
		}
		for _, id := range r.citing {
			if err := r.paper(ctx, id, whole, both); err != nil {
				return nil, err
			}
		}
		for i := range both {
			both[i].All.finish()
			both[i].Hidden.finish()
			both[i].Grown /= float64(max(len(r.citing), 1))
		}
		all = append(all, both...)
	}
	return all, nil
}

// paper grows a corpus from half of a paper's references. It adds the results for the paper's
// contexts to both reports.
func (r *suggestRun) paper(ctx context.Context, id string, whole *engine.Engine, both []suggestGrowth) error {
	seeds, held := r.graph.halves(r.graph.numbers[id])
	r.graph.hidden = r.graph.numbers[id]
	choice, err := grow.Choose(ctx, r.graph, idsOf(seeds), grow.Goals{Papers: both[0].Goal, Hops: 4})
	r.graph.hidden = 0
	if err != nil {
		return err
	}
	var chosen []*engine.Paper
	for _, i := range numbersOf(choice.Keys) {
		if p := r.records[r.graph.ids[i]]; p != nil {
			chosen = append(chosen, p)
		}
	}
	grown, err := r.engine(ctx, "grown", chosen)
	if err != nil {
		return err
	}
	for i := range both {
		both[i].Grown += float64(len(chosen))
		for _, site := range r.sites[id] {
			o := eval.RetrievalOptions{NoKeywords: both[i].NoKeywords}
			inGrown, err := found(ctx, grown, site, o)
			inWhole, failed := found(ctx, whole, site, o)
			if err := errors.Join(err, failed); err != nil {
				return err
			}
			both[i].All.add(inGrown, inWhole)
			if slices.Contains(held, r.graph.numbers[site.Cited]) {
				both[i].Hidden.add(inGrown, inWhole)
			}
		}
	}
	return grown.Close()
}

func found(ctx context.Context, e *engine.Engine, site eval.Context, o eval.RetrievalOptions) (bool, error) {
	report, err := eval.MeasureRetrieval(ctx, e, []eval.Context{site}, o)
	return report.Recall[10] > 0, err
}

// engine builds an index of the papers and opens the plain engine over it.
func (r *suggestRun) engine(ctx context.Context, name string, papers []*engine.Paper) (*engine.Engine, error) {
	dir := filepath.Join(r.folder, name)
	opts := index.BuildOptions{Dir: dir, Embedder: onnx.StaticCitations(), AllowEmpty: true}
	_, err := index.Build(ctx, opts, func(yield func(*engine.Paper, error) bool) {
		for _, p := range papers {
			if !yield(p, nil) {
				return
			}
		}
	})
	if err != nil {
		return nil, err
	}
	parts, err := cli.EngineFlags{Indexes: []string{dir}, Engine: "plain"}.OpenParts(ctx, r.std)
	if err != nil {
		return nil, err
	}
	parts.Patience = corpusTimeout
	return engine.New(parts), nil
}

// halves splits the references of work i at random into two halves: the seeds and the held-out
// works. The split depends only on i.
func (x *graphIndex) halves(i int32) (seeds, held []int32) {
	refs := slices.Clone(x.refs[i])
	random := rand.New(rand.NewPCG(1, uint64(i)))
	random.Shuffle(len(refs), func(a, b int) { refs[a], refs[b] = refs[b], refs[a] })
	return refs[:len(refs)/2], refs[len(refs)/2:]
}
