package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/route"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type routingCmd struct {
	Statements string `type:"existingfile" placeholder:"FILE" help:"Statements with their disciplines as JSON lines; by default the 400 built-in ones."`
	Train      string `type:"existingfile" placeholder:"FILE" help:"Train weights on the records collected by models/train/routing.py, and measure them."`
	Write      string `placeholder:"FILE" help:"Write the trained weights to a file."`
	Wrong      bool   `help:"Print the statements routed to another repository."`
	JSON       bool   `name:"json" help:"Print JSON."`
}

func (c routingCmd) Run(std cli.Streams) error {
	statements, err := eval.RoutingStatements()
	if c.Statements != "" {
		statements, err = readFile(c.Statements, eval.ReadRecords[eval.Statement])
	}
	if err != nil {
		return err
	}
	model, err := c.model()
	if err != nil {
		return err
	}
	if c.Write != "" {
		err := writeFile(c.Write, func(w io.Writer) error {
			_, err := model.WriteTo(w)
			return err
		})
		if err != nil {
			return err
		}
	}
	return printReport(std, c.JSON, eval.MeasureRouting(model, statements), func(w io.Writer, r eval.RoutingReport) {
		printRouting(w, r)
		if c.Wrong {
			printMisrouted(w, model, statements)
		}
	})
}

func (c routingCmd) model() (*route.Model, error) {
	if c.Train == "" {
		return route.Default(), nil
	}
	examples, err := readFile(c.Train, eval.ReadRecords[route.Example])
	if err != nil {
		return nil, err
	}
	if len(examples) == 0 {
		return nil, errors.New(c.Train + ": no examples to learn from")
	}
	return route.Fit(examples, route.DefaultFit), nil
}

func printRouting(out io.Writer, report eval.RoutingReport) {
	for _, name := range eval.RoutingForms {
		f := report.Forms[name]
		fmt.Fprintf(out, "%-9s n %d  primary repository %.3f (%.3f to %.3f)  primary or secondary %.3f  discipline "+
			"%.3f (%.3f to %.3f)  Brier %.3f\n",
			name, report.N, f.Primary, f.Interval.Low, f.Interval.High, f.Either, f.Discipline, f.OfDiscipline.Low,
			f.OfDiscipline.High, f.Brier)
		for _, b := range f.Bins {
			if b.N > 0 {
				fmt.Fprintf(out, "  confidence from %.1f: n %d  mean %.3f  right %.3f\n", b.From, b.N, b.Confidence, b.Right)
			}
		}
	}
	f := report.Forms[eval.RoutingForms[len(eval.RoutingForms)-1]]
	printConfusion(out, f.Confusion, route.Disciplines())
	printConfusion(out, f.Repositories, slices.Sorted(maps.Keys(f.Repositories)))
}

// printConfusion prints a confusion matrix, with one row for each correct label.
func printConfusion[K ~string](out io.Writer, counts map[K]map[K]int, all []K) {
	for _, want := range all {
		if counts[want] == nil {
			continue
		}
		fmt.Fprintf(out, "  %-18s", want)
		for _, found := range all {
			fmt.Fprintf(out, "%5d", counts[want][found])
		}
		fmt.Fprintln(out)
	}
}

func printMisrouted(out io.Writer, m *route.Model, statements []eval.Statement) {
	for _, s := range statements {
		r := m.Route(s.Claim(eval.RoutingForms[len(eval.RoutingForms)-1]))
		if want := s.Discipline.Primary(); r.Primary != want {
			fmt.Fprintf(out, "%s, not %s (%s; %.2f): %s\n  %s\n", r.Primary, want, s.Discipline, r.Confidence, s.Sentence,
				r.Reasoning)
		}
	}
}
