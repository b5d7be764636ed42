package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type readCmd struct {
	cli.EngineFlags
	Contexts   string   `type:"existingfile" placeholder:"FILE" help:"File of citation contexts, JSON lines, compressed or not."`
	Papers     []string `type:"existingfile" placeholder:"FILE" help:"Files of cited papers that are in no index, in any format that index build reads."`
	N          int      `name:"n" default:"100" help:"Number of contexts to sample; 0 for all (default ${default})."`
	Seed       uint64   `default:"1" help:"Seed of the sample (default ${default})."`
	NoKeywords bool     `help:"Do not pass keywords to the writer."`
	Reader     uint64   `default:"1" enum:"1,2" help:"Number of the reader, 1 or 2; the second reader's sheet has the same sentences in a different order (default ${default})."`
	Key        string   `placeholder:"FILE" help:"Write the context of each place in the sheet to this file."`
	Compare    []string `type:"existingfile" placeholder:"SHEET" help:"Compare the labels in two filled sheets instead of writing one; give the flag twice."`
	JSON       bool     `name:"json" help:"Print the comparison as JSON."`
}

func (c readCmd) Run(ctx context.Context, std cli.Streams) error {
	if len(c.Compare) > 0 {
		return c.compare(std)
	}
	if c.Contexts == "" {
		return errors.New("give citation contexts with --contexts FILE, or two filled sheets with --compare " +
			"SHEET --compare SHEET")
	}
	contexts, err := eval.ReadContexts(c.Contexts, 0)
	if err != nil {
		return err
	}
	parts, err := c.OpenParts(ctx, std)
	if err != nil {
		return err
	}
	papers, err := byID(ctx, c.Papers)
	if err != nil {
		return err
	}
	var key bytes.Buffer
	e := engine.New(parts)
	err = withProgress(std, "sentences", func(step func()) error {
		return eval.WriteSheet(ctx, e, contexts, eval.ReadingOptions{
			N: c.N, Seed: c.Seed, Reader: c.Reader, NoKeywords: c.NoKeywords, Key: &key, Progress: step,
			Paper: func(ctx context.Context, id string) (*engine.Paper, error) { return find(ctx, e, papers, id) },
		}, std.Out)
	})
	if err != nil || c.Key == "" {
		return err
	}
	return os.WriteFile(c.Key, key.Bytes(), 0o600)
}

func byID(ctx context.Context, files []string) (map[string]*engine.Paper, error) {
	papers := make(map[string]*engine.Paper)
	for p, err := range papersOf(ctx, files) {
		if err != nil {
			return nil, err
		}
		papers[p.ID] = p
	}
	return papers, nil
}

func find(ctx context.Context, e *engine.Engine, papers map[string]*engine.Paper, id string) (*engine.Paper, error) {
	if p := papers[id]; p != nil {
		return p, nil
	}
	found, err := e.Papers(ctx, []engine.WorkRef{{ID: id}})
	if err == nil && found[0] == nil {
		err = fmt.Errorf("it cites %s, which is in no index and in no --papers file", id)
	}
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// compare prints a comparison of two filled sheets.
func (c readCmd) compare(std cli.Streams) error {
	if len(c.Compare) != 2 {
		return fmt.Errorf("%w: --compare was given %d times: give it twice, once per reader", cli.ErrUsage, len(c.Compare))
	}
	var sheets [2][]eval.SheetRow
	for i, path := range c.Compare {
		var err error
		if sheets[i], err = readFile(path, eval.ReadFilledSheet); err != nil {
			return err
		}
	}
	report, err := eval.CompareSheets(sheets[0], sheets[1])
	if err != nil {
		return err
	}
	return printReport(std, c.JSON, report, printSheets)
}

func printSheets(w io.Writer, r eval.SheetReport) {
	fmt.Fprintf(w, "%d sentences, %d places without one\n", r.N, r.Empty)
	for i, column := range r.Columns {
		fmt.Fprintf(w, "%s: kappa %.2f, agreed %v\n", column.Name, column.Kappa, column.Agreed)
		for _, label := range eval.SheetColumns[i].Labels {
			fmt.Fprintf(w, "  %-12s", label)
			for _, reader := range column.Readers {
				fmt.Fprintf(w, " %v ", reader.Labels[label])
			}
			fmt.Fprintf(w, " both %v\n", column.Both[label])
		}
		for reader, labels := range column.Readers {
			if labels.Mean != nil {
				fmt.Fprintf(w, "  mean of reader %d: %.2f\n", reader+1, *labels.Mean)
			}
		}
	}
}
