package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/eval"
)

type evalFaithfulnessCmd struct {
	engineFlags
	Papers    []string `arg:"" optional:"" type:"existingfile" help:"Files of papers to make true and false statements of; those with full text of the indexes where there are none."`
	Pairs     string   `type:"existingfile" placeholder:"FILE" help:"Check these statements instead, JSON lines with kind, sentence, title and abstract (--write makes such a file)."`
	Citations string   `type:"existingfile" placeholder:"FILE" help:"Real citing sentences too, citances or contexts, where their words agree with the abstract of the cited paper."`
	Split     string   `enum:"train,dev,test" default:"dev" help:"Papers to make statements of, by a hash of their IDs (${enum})."`
	Seed      uint64   `default:"1" help:"Draws papers and what is made false (${default})."`
	Limit     int      `default:"300" help:"Only so many papers of each file; 0 for all (${default})."`
	Random    bool     `help:"Swap a paper with any of its field rather than with the one that shares most words."`
	Write     string   `placeholder:"FILE" help:"Write the statements to a file."`
	Examples  string   `placeholder:"FILE" help:"Write what the verifier is trained on, and measure nothing."`
	Wrong     bool     `help:"Print the statements that were misjudged."`
	JSON      bool     `name:"json" help:"Print JSON."`
}

// Run measures the check of faithfulness.
func (c evalFaithfulnessCmd) Run(ctx context.Context, std streams) error {
	claims, err := c.claims(ctx, std)
	if err != nil {
		return err
	}
	if err := c.save(ctx, claims); err != nil || c.Examples != "" {
		return err
	}
	bar := progress(std.err, "statements")
	report, err := eval.MeasureFaithfulness(ctx, claims, engine.Checker{}, func(done int) { _ = bar.Set(done) })
	_ = bar.Finish()
	switch {
	case err != nil:
		return err
	case c.JSON:
		return printJSON(std.out, report)
	}
	printFaithfulness(std.out, report, c.Wrong)
	return nil
}

func (c evalFaithfulnessCmd) claims(ctx context.Context, std streams) ([]eval.Claim, error) {
	if c.Pairs != "" {
		return readFile(c.Pairs, eval.ReadClaims)
	}
	opts := eval.ClaimOptions{Split: c.Split, Seed: c.Seed, Limit: c.Limit, RandomSwap: c.Random}
	if c.Citations != "" {
		var err error
		if opts.Citations, err = readFile(c.Citations, eval.ReadCitations); err != nil {
			return nil, err
		}
	}
	papers, err := c.papers(ctx, std)
	if err != nil {
		return nil, err
	}
	claims, err := eval.Claims(papers, opts)
	if err == nil && len(claims) == 0 {
		err = errors.New("no statement could be made of these papers: they need abstracts, and some of the split " + c.Split)
	}
	return claims, err
}

func (c evalFaithfulnessCmd) papers(ctx context.Context, std streams) (iter.Seq2[*engine.Paper, error], error) {
	if len(c.Papers) > 0 {
		return papersOf(ctx, c.Papers), nil
	}
	return evalHighlightsCmd{engineFlags: c.engineFlags}.papers(ctx, std)
}

func readFile[T any](path string, read func(io.Reader) ([]T, error)) ([]T, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	all, err := read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return all, nil
}

// save writes the files that were asked for.
func (c evalFaithfulnessCmd) save(ctx context.Context, claims []eval.Claim) error {
	if c.Write != "" {
		if err := writeFile(c.Write, func(w io.Writer) error { return eval.WriteClaims(w, claims) }); err != nil {
			return err
		}
	}
	if c.Examples == "" {
		return nil
	}
	return writeFile(c.Examples, func(w io.Writer) error { return eval.WriteClaimExamples(ctx, claims, w) })
}

func writeFile(path string, write func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

func printFaithfulness(w io.Writer, r eval.FaithfulnessReport, wrong bool) {
	fmt.Fprintf(w, "n %d  kept %d  false alarms %.3f (rules alone %.3f)\n", r.N, r.Kept, r.FalseAlarms, r.ByRules.FalseAlarms)
	for _, kind := range slices.Sorted(maps.Keys(r.Flagged)) {
		fmt.Fprintf(w, "  %-10s flagged %.3f (rules alone %.3f)\n", kind, r.Flagged[kind], r.ByRules.Flagged[kind])
	}
	for _, field := range slices.Sorted(maps.Keys(r.ByField)) {
		a := r.ByField[field]
		fmt.Fprintf(w, "  in %s: n %d  false alarms %.3f %s\n", field, a.N, a.FalseAlarms, shares(a.Flagged))
	}
	for _, source := range slices.Sorted(maps.Keys(r.BySource)) {
		fmt.Fprintf(w, "  true, %s: n %d  false alarms %.3f\n", source, r.BySource[source].N, r.BySource[source].FalseAlarms)
	}
	for _, said := range r.Calibration {
		fmt.Fprintf(w, "  scores from %.1f: n %d  true %.3f\n", said.From, said.N, said.True)
	}
	fmt.Fprintf(w, "  calibration error %.3f\n", r.CalibrationError)
	for _, m := range r.Wrong {
		if wrong {
			fmt.Fprintf(w, "%s  %.2f  %s\n  %s\n  %s\n", m.Kind, m.Score, m.Edit, m.Sentence, m.Flaw)
		}
	}
}

func shares(flagged map[string]float64) string {
	var all []string
	for _, kind := range slices.Sorted(maps.Keys(flagged)) {
		all = append(all, fmt.Sprintf("%s %.3f", kind, flagged[kind]))
	}
	return strings.Join(all, "  ")
}
