package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type fieldsCmd struct {
	cli.EngineFlags
	Form       []string `enum:"context,last,claim,paragraph" default:"context,last,claim,paragraph" help:"Sentences that form the query: ${enum}."`
	Keywords   bool     `help:"Use keywords in the queries."`
	YearFilter bool     `help:"Search only papers that are no newer than the citing paper."`
	Manuscript bool     `help:"Include the other citations of the citing paper in the query."`
	Limit      int      `default:"100" help:"Maximum number of contexts per field."`
	JSON       bool     `name:"json" help:"Print JSON, including weights fitted on all fields."`
	Fields     []string `arg:"" placeholder:"NAME=CONTEXTS=DIR[,DIR]" help:"Fields: a name, a file of contexts, and the indexes to search, which may include full texts that cite works of the field."`
}

func (c fieldsCmd) Run(ctx context.Context, std cli.Streams) error {
	var fields []eval.Field
	defer func() {
		for _, f := range fields {
			_ = engine.New(f.Parts).Close()
		}
	}()
	for _, given := range c.Fields {
		f, err := c.field(ctx, std, given)
		if err != nil {
			return err
		}
		fields = append(fields, f)
	}
	opts := eval.RetrievalOptions{NoKeywords: !c.Keywords, YearFilter: c.YearFilter, Manuscript: c.Manuscript}
	return measure(std, "queries", c.JSON, func(step func()) (eval.LeftOut, error) {
		opts.Progress = step
		return eval.MeasureLeftOut(ctx, fields, c.Form, opts)
	}, printLeftOut)
}

// printLeftOut prints a Markdown table with one row per field and form.
func printLeftOut(w io.Writer, r eval.LeftOut) {
	fmt.Fprintf(w, "| field | form | n |")
	for _, stage := range r.Stages {
		fmt.Fprintf(w, " %s |", stage)
	}
	fmt.Fprintln(w)
	for rows := range slices.Chunk(r.Rows, max(1, len(r.Stages))) {
		fmt.Fprintf(w, "| %s | %s | %d |", rows[0].Field, rows[0].Form, rows[0].N)
		for _, row := range rows {
			fmt.Fprintf(w, " %.3f", row.Recall10.Mean)
			if row.Stage != eval.Fused {
				fmt.Fprintf(w, " (%+.3f to %+.3f)", row.Over.Low, row.Over.High)
			}
			fmt.Fprint(w, " |")
		}
		fmt.Fprintln(w)
	}
}

// field reads the contexts of a field and opens its corpora. The argument has the form
// NAME=CONTEXTS=DIR[,DIR].
func (c fieldsCmd) field(ctx context.Context, std cli.Streams, given string) (f eval.Field, err error) {
	parts := strings.SplitN(given, "=", 3)
	if len(parts) < 3 {
		return f, fmt.Errorf("%s is not a field: write NAME=CONTEXTS=DIR[,DIR]", given)
	}
	f.Name = parts[0]
	contexts, err := eval.ReadContexts(parts[1], 0)
	if err != nil {
		return f, err
	}
	f.Contexts, f.All = spread(contexts, c.Limit), contexts
	flags := c.EngineFlags
	flags.Indexes = strings.Split(parts[2], ",")
	f.Parts, err = flags.OpenParts(ctx, std)
	f.Parts.Patience = corpusTimeout
	return f, err
}

// spread returns at most limit contexts, evenly spaced in the file. Adjacent contexts come from the
// same paper and would be less diverse.
func spread(contexts []eval.Context, limit int) []eval.Context {
	if limit <= 0 || len(contexts) <= limit {
		return contexts
	}
	some := make([]eval.Context, limit)
	for i := range some {
		some[i] = contexts[i*len(contexts)/limit]
	}
	return some
}
