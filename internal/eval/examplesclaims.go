package eval

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"iter"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/english"
)

// WriteFrequencies counts in how many abstracts of the training split each stem occurs, and writes
// the counts.
func WriteFrequencies(papers iter.Seq2[*engine.Paper, error], w io.Writer) error {
	fields := make(map[string]*english.FieldCount)
	for p, err := range papers {
		if err != nil {
			return err
		}
		if SplitOf(p.ID) != Train || p.Abstract == "" {
			continue
		}
		if fields[p.Corpus] == nil {
			fields[p.Corpus] = &english.FieldCount{Stems: make(map[string]int)}
		}
		field := fields[p.Corpus]
		field.Documents++
		for stem := range stemSet(p.Title + ". " + p.Abstract) {
			field.Stems[stem]++
		}
	}
	var all []english.FieldCount
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		all = append(all, *fields[name])
	}
	_, err := w.Write(english.FrequencyTable(all))
	return err
}

// A claimExample is a training example for the verifier of claims. It contains a claim's kind, the
// flaw found by the rules, and all features.
type claimExample struct {
	ID       string    `json:"id"`
	Kind     string    `json:"kind"`
	Source   string    `json:"source"`
	Field    string    `json:"field"`
	Flaw     string    `json:"flaw"`
	Hard     bool      `json:"hard"`
	Features []float64 `json:"features"`
}

// WriteClaimExamples writes one claimExample per claim as JSON lines. The first line lists the
// names of the features.
func WriteClaimExamples(ctx context.Context, claims []Claim, w io.Writer) error {
	out := bufio.NewWriter(w)
	encoder := json.NewEncoder(out)
	if err := encoder.Encode(check.FeatureNames); err != nil {
		return err
	}
	for _, c := range claims {
		found, err := engine.Checker{}.Compare(ctx, c.Paper(), c.marked())
		if err != nil {
			return err
		}
		example := claimExample{c.ID, c.Kind, c.Source, c.Field, found.Flaw, found.Hard, found.Features}
		if err := encoder.Encode(example); err != nil {
			return err
		}
	}
	return out.Flush()
}
