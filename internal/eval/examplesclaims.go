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
	"github.com/scilit-lsp/scilit-lsp/engine/determiner"
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/engine/usage"
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
		for stem := range termSet(p.Title + ". " + p.Abstract) {
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

// WriteDeterminers writes how singular nouns are used in the abstracts of the train split.
func WriteDeterminers(papers iter.Seq2[*engine.Paper, error], w io.Writer) error {
	return writeCounts(papers, make(determiner.Counts), w)
}

// WriteUsage writes which words the abstracts of the train split use together.
func WriteUsage(papers iter.Seq2[*engine.Paper, error], w io.Writer) error {
	return writeCounts(papers, usage.NewCounts(), w)
}

// WriteLower writes the words that occur in lower case in abstracts of the train split or in the
// contexts in files. The contexts must belong to the train split; they add words from other fields.
func WriteLower(papers iter.Seq2[*engine.Paper, error], contexts []string, w io.Writer) error {
	counts := make(english.CaseCounts)
	for _, path := range contexts {
		all, err := ReadTitledContexts(path)
		if err != nil {
			return err
		}
		for _, c := range all {
			for _, sentence := range c.Context {
				counts.Add(sentence)
			}
		}
	}
	return writeCounts(papers, counts, w)
}

// A counter makes a table from sentences.
type counter interface {
	Add(sentence string)
	Table() []byte
}

func writeCounts(papers iter.Seq2[*engine.Paper, error], c counter, w io.Writer) error {
	for p, err := range papers {
		if err != nil {
			return err
		}
		if SplitOf(p.ID) != Train {
			continue
		}
		for _, span := range text.Sentences(p.Abstract) {
			c.Add(p.Abstract[span.Start:span.End])
		}
	}
	_, err := w.Write(c.Table())
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
