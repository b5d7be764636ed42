package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/eval"
)

type evalCmd struct {
	Retrieval    evalRetrievalCmd    `cmd:"" help:"Recall, MRR and nDCG of the paper that was really cited."`
	Relevance    evalRelevanceCmd    `cmd:"" help:"Whether the relevance that is shown of papers is the share of them that was really cited."`
	Highlights   evalHighlightsCmd   `cmd:"" help:"ROUGE of highlights of full texts against the abstracts."`
	Citations    evalCitationsCmd    `cmd:"" help:"ROUGE of citing sentences against those really written, and how many the paper supports."`
	Faithfulness evalFaithfulnessCmd `cmd:"" help:"How well the check finds sentences that a paper does not support."`
	Read         evalReadCmd         `cmd:"" help:"A sheet of written sentences for two readers to label, and what they said."`
	Drafts       evalDraftsCmd       `cmd:"" help:"All drafts of composer and model at places of real citations, as JSON lines: to fit the choice among them on."`
	Candidates   evalCandidatesCmd   `cmd:"" help:"What the first stage finds, as JSON lines: to train rerankers on."`
	Fields       evalFieldsCmd       `cmd:"" help:"Make sets of contexts and corpora of several fields, to see how a ranking does in a field that it was not fitted on."`
	Answers      evalAnswersCmd      `cmd:"" help:"How questions are answered: by the right papers, with sentences that their passages show, and not at all where the papers do not say."`
	Integrity    evalIntegrityCmd    `cmd:"" help:"How well falsified references are told from true ones."`
	Examples     evalExamplesCmd     `cmd:"" help:"What an extractor sees of papers, as rows of float32: to train extractors on."`
	Texts        evalTextsCmd        `cmd:"" hidden:"" help:"Queries or papers as the models read them, as JSON lines: to train models on."`
	Routing      evalRoutingCmd      `cmd:"" help:"Whether statements of known discipline are sent to the right repositories."`
	Queries      evalQueriesCmd      `cmd:"" help:"What sentences, their keywords and keywords chosen with the context find, with local corpora in place of a service."`
	Explain      evalExplainCmd      `cmd:"" help:"How well the passages of a paper tell citing sentences that cite it from others: swapped citations."`
}

// contextFlags are what every measure on citation contexts takes.
type contextFlags struct {
	engineFlags
	Contexts string `required:"" type:"existingfile" help:"File of citation contexts, JSON lines, gzip or not."`
	Limit    int    `help:"Only so many contexts."`
}

// evalPatience is how long a corpus may take where the answers matter, not the time: a
// busy machine shall not change them.
const evalPatience = 2 * time.Minute

// read reads the contexts and opens what answers them.
func (f contextFlags) read(ctx context.Context, std streams) ([]eval.Context, engine.Parts, error) {
	contexts, err := eval.ReadContexts(f.Contexts, f.Limit)
	if err != nil {
		return nil, engine.Parts{}, err
	}
	parts, err := f.openParts(ctx, std)
	parts.Patience = evalPatience
	return contexts, parts, err
}

// queryFlags say what of a context the query has.
type queryFlags struct {
	NoKeywords bool   `help:"Query by the context alone."`
	NoTitle    bool   `help:"The query does not know the title of the citing paper."`
	Form       string `enum:"context,last,claim,paragraph" default:"context" help:"Sentences of the query (${enum}): those before the citing one, the last of them, the citing one alone, all together."`
	YearFilter bool   `help:"Only papers not newer than the citing one."`
	Manuscript bool   `help:"The query knows what the citing paper cites in its other contexts."`
}

func (f queryFlags) options(train map[string]bool, progress func(int)) eval.RetrievalOptions {
	return eval.RetrievalOptions{
		NoKeywords: f.NoKeywords, NoTitle: f.NoTitle, Form: f.Form, YearFilter: f.YearFilter, Manuscript: f.Manuscript, Train: train, Progress: progress,
	}
}

type evalRetrievalCmd struct {
	contextFlags
	queryFlags
	Train    string `type:"existingfile" placeholder:"FILE" help:"Training contexts: report apart the papers that these cite, and the others."`
	Pipeline string `enum:"default,linear,content,fused,bm25,embedding,paper" default:"default" help:"What ranks (${enum}). paper: SciLit's cascade of keyword filter, 100 nearest papers of each corpus and cross-encoder (the order by cosine where there is none); the paper has word vectors of its own corpus (Sent2Vec; here those of the index, see index build --embedder static) and SciBERT as cross-encoder."`
	Depth    int    `help:"How many candidates the cross-encoder reads; 0 for as many as in the editor."`
	Compare  bool   `help:"Order what each query finds by each stage, with 95 % intervals by paired bootstrap, instead of --pipeline."`
	JSON     bool   `name:"json" help:"Print JSON."`
}

// Run measures retrieval.
func (c evalRetrievalCmd) Run(ctx context.Context, std streams) error {
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
	bar := progress(std.err, "contexts")
	report, err := eval.MeasureRetrieval(ctx, engine.New(parts), contexts, c.options(train, func(done int) { _ = bar.Set(done) }))
	_ = bar.Finish()
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(std.out, report)
	}
	fmt.Fprintf(std.out, "n %d  R@1 %.3f  R@5 %.3f  R@10 %.3f  R@20 %.3f  R@50 %.3f  R@100 %.3f  MRR %.3f  nDCG@10 %.3f  p50 %.1f ms  p95 %.1f ms\n",
		report.N, report.Recall[1], report.Recall[5], report.Recall[10], report.Recall[20], report.Recall[50], report.Recall[100],
		report.MRR, report.NDCG10, report.MS.P50, report.MS.P95)
	for _, name := range slices.Sorted(maps.Keys(report.Groups)) {
		g := report.Groups[name]
		fmt.Fprintf(std.out, "  %-20s n %d  R@10 %.3f  MRR %.3f\n", name, g.N, g.Recall10, g.MRR)
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

type evalCandidatesCmd struct {
	contextFlags
	queryFlags
	Depth int `help:"Have the cross-encoder read so many candidates."`
}

// Run writes the candidates of each context.
func (c evalCandidatesCmd) Run(ctx context.Context, std streams) error {
	contexts, parts, err := c.read(ctx, std)
	if err != nil {
		return err
	}
	bar := progress(std.err, "contexts")
	defer func() { _ = bar.Finish() }()
	return eval.WriteCandidates(ctx, parts, contexts, c.Depth, c.options(nil, func(done int) { _ = bar.Set(done) }), std.out)
}
