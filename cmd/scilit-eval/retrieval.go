package main

import (
	"context"
	"fmt"
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
		fmt.Fprintln(std.Err, "scilit-eval: the models were not found, so the citation graph is not used: name their "+
			"folder with --models to measure what users get")
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

func (f queryFlags) options(train map[string]bool, progress func(int)) eval.RetrievalOptions {
	return eval.RetrievalOptions{
		NoKeywords: f.NoKeywords, NoTitle: f.NoTitle, Form: f.Form, YearFilter: f.YearFilter, Manuscript: f.Manuscript,
		Train: train, Progress: progress,
	}
}

type retrievalCmd struct {
	contextFlags
	queryFlags
	Train    string `type:"existingfile" placeholder:"FILE" help:"File of training contexts. The papers that they cite are reported separately."`
	Pipeline string `enum:"default,linear,content,fused,bm25,embedding,paper" default:"default" help:"Ranking method: ${enum}. The method paper is SciLit's cascade of a keyword filter, the 100 nearest papers of each corpus, and a cross-encoder (or the order by cosine if there is none). SciLit used Sent2Vec vectors of its own corpus and SciBERT; here the vectors of the index are used (see index build --embedder static)."`
	Depth    int    `help:"Number of candidates that the cross-encoder reads; 0 reads as many as in the editor."`
	Compare  bool   `help:"Compare the rankings of all stages, with 95 % intervals from a paired bootstrap, instead of measuring one --pipeline."`
	JSON     bool   `name:"json" help:"Print JSON."`
}

func (c retrievalCmd) Run(ctx context.Context, std cli.Streams) error {
	contexts, parts, err := c.read(ctx, std)
	if err != nil {
		return err
	}
	train, err := citedIn(c.Train)
	if err != nil {
		return err
	}
	if c.Compare {
		return c.compare(ctx, std, contexts, parts)
	}
	if parts, err = eval.Pipeline(c.Pipeline, c.Depth, parts); err != nil {
		return err
	}
	bar := cli.Progress(std.Err, "contexts")
	parts, pool := eval.Watched(parts)
	opts := c.options(train, func(done int) { _ = bar.Set(done) })
	opts.Pool = pool
	report, err := eval.MeasureRetrieval(ctx, engine.New(parts), contexts, opts)
	_ = bar.Finish()
	if err != nil {
		return err
	}
	if c.JSON {
		return cli.PrintJSON(std.Out, report)
	}
	fmt.Fprintf(std.Out, "n %d  R@1 %.3f  R@5 %.3f  R@10 %.3f  R@20 %.3f  R@50 %.3f  R@100 %.3f  MRR %.3f  nDCG@10 "+
		"%.3f  candidates %.3f of %.0f  p50 %.1f ms  p95 %.1f ms\n",
		report.N, report.Recall[1], report.Recall[5], report.Recall[10], report.Recall[20], report.Recall[50],
		report.Recall[100],
		report.MRR, report.NDCG10, report.Candidates, report.Pooled, report.MS.P50, report.MS.P95)
	for _, name := range slices.Sorted(maps.Keys(report.Groups)) {
		g := report.Groups[name]
		fmt.Fprintf(std.Out, "  %-20s n %d  R@10 %.3f  MRR %.3f\n", name, g.N, g.Recall10, g.MRR)
	}
	return nil
}

func citedIn(path string) (map[string]bool, error) {
	if path == "" {
		return nil, nil
	}
	contexts, err := eval.ReadContexts(path, 0)
	return eval.CitedIn(contexts), err
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
	bar := cli.Progress(std.Err, "contexts")
	defer func() { _ = bar.Finish() }()
	return eval.WriteCandidates(ctx, parts, contexts, c.Depth, c.options(nil, func(done int) { _ = bar.Set(done) }),
		std.Out)
}
