package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type faithfulnessCmd struct {
	Papers    []string `arg:"" optional:"" type:"existingfile" help:"Files of papers to make statements about."`
	Pairs     string   `type:"existingfile" placeholder:"FILE" help:"Check the statements in this file instead: JSON lines with kind, sentence, title and abstract, as written by --write."`
	Citations string   `type:"existingfile" placeholder:"FILE" help:"File of citances or citation contexts. Citing sentences that agree with the abstract of the cited paper are also used."`
	Split     string   `enum:"train,dev,test" default:"dev" help:"Split of the papers, by a hash of their IDs (${enum})."`
	Seed      uint64   `default:"1" help:"Seed of the sample and the edits (default ${default})."`
	Limit     int      `default:"300" help:"Maximum number of papers per field; 0 uses all (default ${default})."`
	Random    bool     `help:"Swap each paper with a random one of its field instead of the most similar one."`
	Write     string   `placeholder:"FILE" help:"Write the statements to this file."`
	Examples  string   `placeholder:"FILE" help:"Write training examples for the verifier to this file, instead of measuring."`
	Wrong     bool     `help:"Print the misjudged statements."`
	JSON      bool     `name:"json" help:"Print JSON."`
}

func (c faithfulnessCmd) Run(ctx context.Context, std cli.Streams) error {
	claims, err := c.claims(ctx)
	if err != nil {
		return err
	}
	if err := c.save(ctx, claims); err != nil || c.Examples != "" {
		return err
	}
	return measure(std, "statements", c.JSON, func(step func()) (eval.FaithfulnessReport, error) {
		return eval.MeasureFaithfulness(ctx, claims, step)
	}, c.print)
}

func (c faithfulnessCmd) claims(ctx context.Context) ([]eval.Claim, error) {
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
	claims, err := eval.Claims(papersOf(ctx, c.Papers), opts)
	if err == nil && len(claims) == 0 {
		err = errors.New("no statement can be made from these papers: give papers with abstracts, some of them " +
			"in the split " + c.Split)
	}
	return claims, err
}

// save writes the claims to the file given by --write, and their features to the file given by
// --examples.
func (c faithfulnessCmd) save(ctx context.Context, claims []eval.Claim) error {
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

func (c faithfulnessCmd) print(w io.Writer, r eval.FaithfulnessReport) {
	fmt.Fprintf(w, "n %d  kept %d  false alarms %.3f (rules alone %.3f)\n", r.N, r.Kept, r.FalseAlarms,
		r.ByRules.FalseAlarms)
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
		if c.Wrong {
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
