package eval

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// This file writes and reads sheets. A sheet is a tab-separated table of generated sentences, to
// which two readers add labels. sheetColumns lists its columns; readers fill in the columns whose
// names start with "reader".

var sheetColumns = []string{"id", "source", "context", "keywords", "title", "abstract", "sentence", "evidence",
	"reader1_truth", "reader1_use", "reader2_truth", "reader2_use", "note"}

// TruthLabels lists the labels for whether the paper supports a sentence. UseLabels lists the
// labels for whether the reader would use the sentence.
var (
	TruthLabels = []string{"faithful", "beyond", "contradicts"}
	UseLabels   = []string{"asis", "edit", "not"}
)

// ReadingOptions configure WriteSheet.
type ReadingOptions struct {
	N          int
	Seed       uint64
	NoKeywords bool
	// Paper returns the paper with an ID.
	Paper    func(ctx context.Context, id string) (*engine.Paper, error)
	Progress func(done int) // called after each sentence; may be nil
}

// WriteSheet generates a sentence about the cited paper of each context in a random sample. It
// writes a sheet of the sentences, with empty columns for the labels of two readers.
func WriteSheet(ctx context.Context, e *engine.Engine, contexts []Context, opts ReadingOptions, w io.Writer) error {
	out := csv.NewWriter(w)
	out.Comma = '\t'
	if err := out.Write(sheetColumns); err != nil {
		return err
	}
	for i, c := range drawn(contexts, opts.N, opts.Seed) {
		p, err := opts.Paper(ctx, c.Cited)
		if err != nil {
			return fmt.Errorf("context %s: %w", c.ID, err)
		}
		req := c.request(p, CitationOptions{NoKeywords: opts.NoKeywords})
		draft, err := e.Draft(ctx, req)
		if err != nil {
			return fmt.Errorf("context %s: %w", c.ID, err)
		}
		sentence := strings.ReplaceAll(draft.Text, engine.Mark, citeToken)
		row := []string{c.ID, c.Source, strings.Join(c.Context, " "), strings.Join(req.Keywords, "; "), p.Title, p.Abstract,
			sentence, draft.Evidence.Text, "", "", "", "", ""}
		if err := out.Write(onOneLine(row)); err != nil {
			return err
		}
		if opts.Progress != nil {
			opts.Progress(i + 1)
		}
	}
	out.Flush()
	return out.Error()
}

// onOneLine replaces the tabs and line breaks in each cell with spaces.
func onOneLine(row []string) []string {
	for k := range row {
		row[k] = strings.Join(strings.Fields(row[k]), " ")
	}
	return row
}

// drawn returns a random sample of n contexts, or all contexts in random order if n is 0.
func drawn(contexts []Context, n int, seed uint64) []Context {
	random := rand.New(rand.NewPCG(seed, 0))
	contexts = slices.Clone(contexts)
	random.Shuffle(len(contexts), func(i, j int) { contexts[i], contexts[j] = contexts[j], contexts[i] })
	if n > 0 && n < len(contexts) {
		contexts = contexts[:n]
	}
	return contexts
}

// A Reading is one row of a sheet that readers have labelled.
type Reading struct {
	ID, Source, Sentence string
	Truth, Use           [2]string // label of each reader; "" if the reader gave none
}

// ReadSheet reads a sheet that readers have labelled.
func ReadSheet(r io.Reader) (all []Reading, err error) {
	err = eachRow(r, sheetColumns[8:12], func(field func(string) string) error {
		reading, err := readingOf(field)
		all = append(all, reading)
		return err
	})
	return all, err
}

// eachRow calls yield for each row of a tab-separated table. yield gets a function that returns the
// cell in a named column, because spreadsheet programs may reorder or add columns.
func eachRow(r io.Reader, needed []string, yield func(field func(name string) string) error) error {
	in := csv.NewReader(r)
	in.Comma, in.LazyQuotes, in.FieldsPerRecord = '\t', true, -1
	head, err := in.Read()
	if err != nil {
		return fmt.Errorf("the sheet has no line of column names: %w", err)
	}
	for i := range head {
		head[i] = strings.TrimPrefix(strings.TrimSpace(head[i]), "\ufeff")
	}
	for _, name := range needed {
		if !slices.Contains(head, name) {
			return fmt.Errorf("the sheet has no column %q: columns are separated by tabs, their names are in the first line",
				name)
		}
	}
	for {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = yield(func(name string) string { return fieldOf(head, row, name) })
		}
		if err != nil {
			return err
		}
	}
}

func fieldOf(head, row []string, name string) string {
	if at := slices.Index(head, name); at >= 0 && at < len(row) {
		return strings.TrimSpace(row[at])
	}
	return ""
}

func readingOf(field func(string) string) (Reading, error) {
	r := Reading{ID: field("id"), Source: field("source"), Sentence: field("sentence")}
	for i := range r.Truth {
		var err error
		column := fmt.Sprintf("reader%d_", i+1)
		if r.Truth[i], err = labelOf(field(column+"truth"), TruthLabels); err != nil {
			return r, fmt.Errorf("row %s, column %struth: %w", r.ID, column, err)
		}
		if r.Use[i], err = labelOf(field(column+"use"), UseLabels); err != nil {
			return r, fmt.Errorf("row %s, column %suse: %w", r.ID, column, err)
		}
	}
	return r, nil
}

func labelOf(s string, labels []string) (string, error) {
	s = strings.ReplaceAll(strings.ToLower(s), " ", "")
	if s != "" && !slices.Contains(labels, s) {
		return "", fmt.Errorf("%q is no label: use %s", s, strings.Join(labels, ", "))
	}
	return s, nil
}
