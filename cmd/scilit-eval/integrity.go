package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
	"github.com/scilit-lsp/scilit-lsp/internal/eval/integrity"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

type integrityCmd struct {
	Entries string   `xor:"entries" required:"" type:"existingfile" help:"File of labelled entries: JSON lines of HALLMARK, compressed or not."`
	Pool    string   `type:"existingfile" help:"With --entries, the file of true entries, used as the only records."`
	Falsify string   `xor:"entries" required:"" type:"existingfile" help:"File of records. True and falsified entries of 12 of HALLMARK's 14 kinds are made from them, instead of reading --entries."`
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
	failing, err := cli.CodeNames("--fail", c.Fail)
	if err != nil {
		return err
	}
	// the pool contains all real works, so an entry without a record is not real
	failing[string(verify.NoRecord)] = true
	var rejected error
	opts := index.BuildOptions{Name: "pool", Rejected: func(err error) { rejected = errors.Join(rejected, err) }}
	return overIndex(ctx, opts, integrity.PoolPapers(pool), func(e *engine.Engine) error {
		if rejected != nil {
			return rejected
		}
		report, err := integrity.Falsified(ctx, e, entries, pool, yearOr(c.Year), verify.Policy{Fail: failing})
		if err != nil {
			return err
		}
		if !c.Wrong {
			report.Wrong = nil
		}
		return printReport(std, c.JSON, report, printIntegrity)
	})
}

// yearOr returns the year or, if it is 0, the current one.
func yearOr(year int) int { return cmp.Or(year, time.Now().Year()) }

// falsifySeed is the random seed for choosing the works from which falsified entries copy fields.
const falsifySeed = 1

func (c integrityCmd) read(ctx context.Context) (entries, pool []integrity.LabelledEntry, err error) {
	if c.Falsify != "" {
		return integrity.Falsify(corpus.File(ctx, c.Falsify), falsifySeed)
	}
	if c.Pool == "" {
		return nil, nil, fmt.Errorf("%w: --entries requires --pool: name the file of true entries", cli.ErrUsage)
	}
	if entries, err = readEntries(c.Entries); err != nil {
		return nil, nil, err
	}
	pool, err = readEntries(c.Pool)
	return entries, pool, err
}

func readEntries(path string) ([]integrity.LabelledEntry, error) {
	all, err := eval.Collect(eval.Records[integrity.LabelledEntry](path))
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: entry 1: %w", path, io.EOF)
	}
	return all, err
}

// overIndex builds an index of papers in a temporary folder, and calls use with an engine over it.
func overIndex(ctx context.Context, opts index.BuildOptions, papers iter.Seq2[*engine.Paper, error],
	use func(*engine.Engine) error) (err error) {
	if opts.Dir, err = os.MkdirTemp("", "scilit-eval-"); err != nil {
		return err
	}
	defer os.RemoveAll(opts.Dir)
	if _, err := index.Build(ctx, opts, papers); err != nil {
		return err
	}
	x, err := index.Open(opts.Dir)
	if err != nil {
		return err
	}
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{x}})
	return errors.Join(use(e), e.Close())
}

func printIntegrity(w io.Writer, r integrity.Report) {
	fmt.Fprintln(w, "only records in the pool are known, so these figures are an upper bound")
	printPart(w, "all", r.Part)
	for _, name := range slices.Sorted(maps.Keys(r.Halves)) {
		printPart(w, name, r.Halves[name])
	}
	for _, kind := range slices.Sorted(maps.Keys(r.Kinds)) {
		k := r.Kinds[kind]
		fmt.Fprintf(w, "  %-24s n %3d  flagged %.3f (%.3f with those to check), %d not found\n", kind, k.N, k.Share,
			k.Doubted, k.NotFound)
	}
	for _, x := range r.Wrong {
		fmt.Fprintf(w, "%s %s (%s): %s %s: %s\n%s", x.Key, x.Kind, x.Half, x.Verdict, x.Code, x.Message, x.Entry)
	}
}

func printPart(w io.Writer, name string, p integrity.Part) {
	fmt.Fprintf(w, "%-10s detection %.3f (%.3f with those to check) of %d, %d of them not found  false "+
		"alarms %.3f (%.3f) of %d  outside the pool %d\n",
		name, p.Detection.Share, p.Detection.Doubted, p.Detection.N, p.Detection.NotFound, p.FalseAlarms.Share,
		p.FalseAlarms.Doubted, p.FalseAlarms.N, p.Outside.N)
}
