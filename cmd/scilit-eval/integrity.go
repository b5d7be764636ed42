package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/internal/eval/integrity"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

type integrityCmd struct {
	Entries string   `xor:"entries" required:"" type:"existingfile" help:"File of labelled entries: JSON lines of HALLMARK, compressed or not."`
	Pool    string   `type:"existingfile" help:"With --entries, the file of true entries, used as the only records."`
	Falsify string   `xor:"entries" required:"" type:"existingfile" help:"File of records. True and falsified entries are made from them, of 12 of HALLMARK's 14 kinds, instead of reading --entries."`
	Year    int      `help:"Entries dated after this year are in the future; by default the current year."`
	Fail    []string `placeholder:"CODE" help:"Also count findings with this code as flagged, although their verdict is only check; may be repeated."`
	Wrong   bool     `help:"Also print the entries with a wrong verdict."`
	JSON    bool     `name:"json" help:"Print JSON."`
}

func (integrityCmd) Help() string {
	return `The check knows only the records in the pool, so an entry that is not found there counts as detected.
The figures are therefore an upper bound for checks with real sources. False alarms are counted over the
valid entries whose title is in the pool.`
}

func (c integrityCmd) Run(ctx context.Context, std cli.Streams) error {
	entries, pool, err := c.read(ctx)
	if err != nil {
		return err
	}
	e, remove, err := overPool(ctx, pool)
	if err != nil {
		return err
	}
	defer remove()
	if c.Year == 0 {
		c.Year = time.Now().Year()
	}
	failing, err := cli.CodeNames("--fail", c.Fail)
	if err != nil {
		return err
	}
	// the pool contains all real works, so an entry without a record is not real
	failing[string(verify.NoRecord)] = true
	report, err := integrity.Falsified(ctx, e, entries, pool, c.Year, verify.Policy{Fail: failing})
	if err != nil {
		return err
	}
	if !c.Wrong {
		report.Wrong = nil
	}
	if c.JSON {
		return cli.PrintJSON(std.Out, report)
	}
	printIntegrity(std, report)
	return nil
}

// falsifySeed is the random seed for choosing the works from which falsified entries copy fields.
const falsifySeed = 1

func (c integrityCmd) read(ctx context.Context) (entries, pool []integrity.LabelledEntry, err error) {
	if c.Falsify != "" {
		return integrity.Falsify(corpus.File(ctx, c.Falsify), falsifySeed)
	}
	if c.Pool == "" {
		return nil, nil, fmt.Errorf("%w: --entries requires --pool: name the file of true entries", cli.ErrUsage)
	}
	if entries, err = integrity.ReadLabelledEntries(c.Entries); err != nil {
		return nil, nil, err
	}
	pool, err = integrity.ReadLabelledEntries(c.Pool)
	return entries, pool, err
}

// overPool builds a temporary index of the pool and opens an engine over it. The caller must call
// remove, which closes the engine and deletes the index.
func overPool(ctx context.Context, pool []integrity.LabelledEntry) (e *engine.Engine, remove func(), err error) {
	dir, err := os.MkdirTemp("", "scilit-pool-")
	if err != nil {
		return nil, nil, err
	}
	x, err := poolIndex(ctx, dir, pool)
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	e = engine.New(engine.Parts{Retrievers: []engine.Retriever{x}})
	return e, func() { _, _ = e.Close(), os.RemoveAll(dir) }, nil
}

func poolIndex(ctx context.Context, dir string, pool []integrity.LabelledEntry) (*index.Index, error) {
	var rejected error
	opts := index.BuildOptions{Dir: dir, Name: "pool", Rejected: func(err error) { rejected = errors.Join(rejected, err) }}
	if _, err := index.Build(ctx, opts, integrity.PoolPapers(pool)); err != nil || rejected != nil {
		return nil, errors.Join(err, rejected)
	}
	return index.Open(dir)
}

func printIntegrity(std cli.Streams, r integrity.Report) {
	fmt.Fprintln(std.Out, "only records in the pool are known, so these figures are an upper bound")
	printPart(std, "all", r.Part)
	for _, name := range slices.Sorted(maps.Keys(r.Halves)) {
		printPart(std, name, r.Halves[name])
	}
	for _, kind := range slices.Sorted(maps.Keys(r.Kinds)) {
		k := r.Kinds[kind]
		fmt.Fprintf(std.Out, "  %-24s n %3d  flagged %.3f (%.3f with those to check), %d not found\n", kind, k.N, k.Share,
			k.Doubted, k.NotFound)
	}
	for _, w := range r.Wrong {
		fmt.Fprintf(std.Out, "%s %s (%s): %s %s: %s\n%s", w.Key, w.Kind, w.Half, w.Verdict, w.Code, w.Message, w.Entry)
	}
}

func printPart(std cli.Streams, name string, p integrity.Part) {
	fmt.Fprintf(std.Out, "%-10s detection %.3f (%.3f with those to check) of %d, %d of them not found  false "+
		"alarms %.3f (%.3f) of %d  outside the pool %d\n",
		name, p.Detection.Share, p.Detection.Doubted, p.Detection.N, p.Detection.NotFound, p.FalseAlarms.Share,
		p.FalseAlarms.Doubted, p.FalseAlarms.N, p.Outside.N)
}
