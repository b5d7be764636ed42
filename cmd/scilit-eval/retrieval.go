package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

// contextFlags are the flags of commands that evaluate searches on citation contexts.
type contextFlags struct {
	cli.EngineFlags
	Contexts string `required:"" type:"existingfile" help:"File of citation contexts, JSON lines, compressed or not."`
	Limit    int    `help:"Maximum number of contexts."`
}

// corpusTimeout is the time limit for searching one corpus. It is long enough that results do not
// depend on the machine's load.
const corpusTimeout = 2 * time.Minute

// read reads the citation contexts and opens the parts of the engine.
func (f contextFlags) read(ctx context.Context, std cli.Streams) ([]eval.Context, engine.Parts, error) {
	contexts, err := eval.ReadContexts(f.Contexts, f.Limit)
	if err != nil {
		return nil, engine.Parts{}, err
	}
	parts, err := f.OpenParts(ctx, std)
	parts.Patience = corpusTimeout
	if err == nil && parts.Citations == nil {
		std.Note("the models were not found, so the citation graph is not used: name their folder with --models to measure " +
			"what users get")
	}
	return contexts, parts, err
}

// queryFlags select the parts of a citation context that form the query.
type queryFlags struct {
	NoKeywords bool   `help:"Do not use keywords in the query."`
	NoTitle    bool   `help:"Do not use the title of the citing paper in the query."`
	Form       string `enum:"context,last,claim,paragraph" default:"context" help:"Sentences of the query: those before the citing one (context), the last of them, the citing one (claim), or all (paragraph)."`
	YearFilter bool   `help:"Search only papers that are no newer than the citing paper."`
	Manuscript bool   `help:"Include the other citations of the citing paper in the query."`
}

func (f queryFlags) options(step func()) eval.RetrievalOptions {
	return eval.RetrievalOptions{
		NoKeywords: f.NoKeywords, NoTitle: f.NoTitle, Form: f.Form, YearFilter: f.YearFilter, Manuscript: f.Manuscript,
		Progress: step,
	}
}

type retrievalCmd struct {
	contextFlags
	queryFlags
	Train    string `type:"existingfile" placeholder:"FILE" help:"File of training contexts. The papers that they cite are reported separately."`
	Pipeline string `enum:"default,linear,content,fused,bm25,embedding,paper" default:"default" help:"Ranking method: ${enum}. The paper method is SciLit's cascade of a keyword filter, the 100 nearest papers of each corpus, and a cross-encoder (or the order by cosine without a cross-encoder). SciLit used SciBERT and Sent2Vec vectors trained on its own corpus; here the index's vectors are used (see index build --embedder static)."`
	Depth    int    `help:"Number of candidates that the cross-encoder reads; 0 uses the same number as editors."`
	Compare  bool   `help:"Compare the rankings of all stages, with 95 % intervals from a paired bootstrap, instead of measuring one --pipeline."`
	JSON     bool   `name:"json" help:"Print JSON."`
}

func (c retrievalCmd) Run(ctx context.Context, std cli.Streams) error {
	contexts, parts, err := c.read(ctx, std)
	if err != nil {
		return err
	}
	var train map[string]bool
	if c.Train != "" {
		cited, err := eval.ReadContexts(c.Train, 0)
		if err != nil {
			return err
		}
		train = eval.CitedIn(cited)
	}
	if c.Compare {
		return measure(std, "contexts", c.JSON, func(step func()) (eval.Comparison, error) {
			return eval.CompareRankings(ctx, parts, contexts, c.options(step))
		}, printComparison)
	}
	if parts, err = eval.Pipeline(c.Pipeline, c.Depth, parts); err != nil {
		return err
	}
	parts, pool := eval.Watched(parts)
	return measure(std, "contexts", c.JSON, func(step func()) (eval.Retrieval, error) {
		opts := c.options(step)
		opts.Pool, opts.Train = pool, train
		return eval.MeasureRetrieval(ctx, engine.New(parts), contexts, opts)
	}, printRetrieval)
}

func printRetrieval(w io.Writer, r eval.Retrieval) {
	fmt.Fprintf(w, "n %d", r.N)
	for _, k := range eval.RecallRanks {
		fmt.Fprintf(w, "  R@%d %.3f", k, r.Recall[k])
	}
	fmt.Fprintf(w, "  MRR %.3f  nDCG@10 %.3f  candidates %.3f of %.0f  p50 %.1f ms  p95 %.1f ms\n", r.MRR, r.NDCG10,
		r.Candidates, r.Pooled, r.MS.P50, r.MS.P95)
	for _, name := range slices.Sorted(maps.Keys(r.Groups)) {
		g := r.Groups[name]
		fmt.Fprintf(w, "  %-20s n %d  R@10 %.3f  MRR %.3f\n", name, g.N, g.Recall10, g.MRR)
	}
}

func printComparison(w io.Writer, c eval.Comparison) {
	fmt.Fprintf(w, "n %d\n", c.N)
	for _, r := range c.Rankings {
		fmt.Fprintf(w, "  %-10s R@10 %v  MRR %v  nDCG@10 %v  R@10 over %s %+.3f (%+.3f to %+.3f)\n", r.Name, r.Recall10,
			r.MRR, r.NDCG10, eval.Fused, r.Over.Mean, r.Over.Low, r.Over.High)
	}
}

type candidatesCmd struct {
	contextFlags
	queryFlags
	Depth int `help:"Number of candidates that the cross-encoder reads."`
}

func (c candidatesCmd) Run(ctx context.Context, std cli.Streams) error {
	contexts, parts, err := c.read(ctx, std)
	if err != nil {
		return err
	}
	return withProgress(std, "contexts", func(step func()) error {
		return eval.WriteCandidates(ctx, parts, contexts, c.Depth, c.options(step), std.Out)
	})
}
