package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/eval"
	"github.com/scilit-lsp/scilit-lsp/engine/route"
)

type evalRoutingCmd struct {
	Statements string   `type:"existingfile" placeholder:"FILE" help:"Statements of known discipline, JSON lines; the 400 of the program where there is none."`
	Train      string   `type:"existingfile" placeholder:"FILE" help:"Learn weights from the records that models/train/routing.py collects, and measure these."`
	Without    []string `placeholder:"SOURCE" help:"Learn from no record of these sources."`
	Calibrate  bool     `help:"Fit the confidence and the advantages of repositories on the statements, which may not be those that are reported."`
	Write      string   `placeholder:"FILE" help:"Write the learned weights."`
	Wrong      bool     `help:"Print the statements that were sent to another repository."`
	JSON       bool     `name:"json" help:"Print JSON."`
}

// Run measures the router.
func (c evalRoutingCmd) Run(std streams) error {
	statements, err := c.statements()
	if err != nil {
		return err
	}
	model, err := c.model()
	if err != nil {
		return err
	}
	if c.Calibrate {
		model = model.Calibrated(eval.RoutingTruths(statements))
	}
	if c.Write != "" {
		if err := writeWeights(model, c.Write); err != nil {
			return err
		}
	}
	report := eval.MeasureRouting(model, statements)
	if c.JSON {
		return printJSON(std.out, report)
	}
	printRouting(std.out, report)
	if c.Wrong {
		printMisrouted(std.out, model, statements)
	}
	return nil
}

func (c evalRoutingCmd) statements() ([]eval.Statement, error) {
	if c.Statements == "" {
		return eval.RoutingStatements()
	}
	file, err := os.Open(c.Statements)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return eval.ReadJSONLines[eval.Statement](file, c.Statements)
}

func (c evalRoutingCmd) model() (*route.Model, error) {
	if c.Train == "" {
		return route.Default(), nil
	}
	file, err := os.Open(c.Train)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	examples, err := eval.ReadJSONLines[route.Example](file, c.Train)
	if err != nil {
		return nil, err
	}
	examples = slices.DeleteFunc(examples, func(e route.Example) bool { return slices.Contains(c.Without, e.Source) })
	if len(examples) == 0 {
		return nil, errors.New(c.Train + ": no examples to learn from")
	}
	return route.Fit(examples, route.DefaultFit), nil
}

func writeWeights(m *route.Model, path string) error {
	var data bytes.Buffer
	if _, err := m.WriteTo(&data); err != nil {
		return err
	}
	return os.WriteFile(path, data.Bytes(), 0o644)
}

func printRouting(out io.Writer, report eval.RoutingReport) {
	for _, name := range eval.RoutingForms {
		f := report.Forms[name]
		fmt.Fprintf(out, "%-9s n %d  primary repository %.3f (%.3f to %.3f)  primary or secondary %.3f  discipline %.3f (%.3f to %.3f)  Brier %.3f\n",
			name, report.N, f.Primary, f.Interval.Low, f.Interval.High, f.Either, f.Discipline, f.OfDiscipline.Low, f.OfDiscipline.High, f.Brier)
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

// printConfusion prints a row for each right answer, with the counts of what was chosen.
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
			fmt.Fprintf(out, "%s, not %s (%s; %.2f): %s\n  %s\n", r.Primary, want, s.Discipline, r.Confidence, s.Sentence, r.Reasoning)
		}
	}
}
