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
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A sheet is a tab-separated table of generated sentences that a reader labels. Two readers label the
// same places independently, in different orders, without seeing IDs or sources.

// writtenColumns are the columns of a sheet before SheetColumns.
var writtenColumns = []string{"place", "context", "keywords", "title", "abstract", "sentence", "evidence"}

// keyColumns are the columns of the file that identifies the places in a sheet.
var keyColumns = []string{"place", "id", "source", "cited", "form"}

// ReadingOptions configure a sheet.
type ReadingOptions struct {
	N          int
	Seed       uint64
	Reader     uint64 // 1 or 2; the readers get the places in different orders
	NoKeywords bool
	Key        io.Writer // receives the table of places; may be nil
	// Paper looks up the paper that a context cites.
	Paper    func(ctx context.Context, id string) (*engine.Paper, error)
	Progress Progress // called after each sentence
}

// WriteSheet draws a random sample of contexts, writes a sentence about each cited paper, and prints a
// sheet with empty columns for a reader.
func WriteSheet(ctx context.Context, e *engine.Engine, contexts []Context, opts ReadingOptions, w io.Writer) error {
	head := slices.Clone(writtenColumns)
	for _, c := range SheetColumns {
		head = append(head, c.Name)
	}
	rows, keys := [][]string{append(head, "note")}, [][]string{keyColumns}
	sample := drawn(contexts, opts.N, opts.Seed)
	for i, c := range sample {
		p, err := opts.Paper(ctx, c.Cited)
		if err != nil {
			return fmt.Errorf("context %s: %w", c.ID, err)
		}
		req := c.request(p, opts.NoKeywords)
		draft, err := e.Draft(ctx, req)
		if err != nil {
			return fmt.Errorf("context %s: %w", c.ID, err)
		}
		place := fmt.Sprintf("p%03d", i+1)
		sentence := strings.ReplaceAll(draft.Text, engine.Mark, text.CiteMark)
		row := []string{place, strings.Join(c.Context, " "), strings.Join(req.Keywords, "; "), p.Title, p.Abstract,
			sentence, draft.Evidence.Text}
		rows = append(rows, onOneLine(append(row, make([]string, len(head)+1-len(row))...)))
		keys = append(keys, onOneLine([]string{place, c.ID, c.Source, c.Cited, string(draft.Form)}))
		opts.Progress.step()
	}
	rand.New(rand.NewPCG(opts.Seed, opts.Reader)).Shuffle(len(sample), func(i, j int) {
		rows[i+1], rows[j+1] = rows[j+1], rows[i+1]
	})
	if opts.Key != nil {
		if err := writeTable(opts.Key, keys); err != nil {
			return err
		}
	}
	return writeTable(w, rows)
}

// writeTable writes a tab-separated table.
func writeTable(w io.Writer, rows [][]string) error {
	out := csv.NewWriter(w)
	out.Comma = '\t'
	return out.WriteAll(rows)
}

// onOneLine replaces tabs and line breaks in cells with spaces.
func onOneLine(row []string) []string {
	for k := range row {
		row[k] = strings.Join(strings.Fields(row[k]), " ")
	}
	return row
}

// drawn returns a random sample of n contexts, or all of them in random order if n is 0.
func drawn(contexts []Context, n int, seed uint64) []Context {
	random := rand.New(rand.NewPCG(seed, 0))
	contexts = slices.Clone(contexts)
	random.Shuffle(len(contexts), func(i, j int) { contexts[i], contexts[j] = contexts[j], contexts[i] })
	if n > 0 && n < len(contexts) {
		contexts = contexts[:n]
	}
	return contexts
}

// eachRow reads a tab-separated table. It finds columns by name, because spreadsheet programs may
// reorder or add columns.
func eachRow(r io.Reader, needed []string, yield func(field func(name string) string) error) error {
	in := csv.NewReader(r)
	in.Comma, in.LazyQuotes, in.FieldsPerRecord = '\t', true, -1
	head, err := in.Read()
	if err != nil {
		return fmt.Errorf("the sheet has no header line: %w", err)
	}
	for i := range head {
		head[i] = strings.TrimPrefix(strings.TrimSpace(head[i]), "\ufeff")
	}
	for _, name := range needed {
		if !slices.Contains(head, name) {
			return fmt.Errorf("the sheet has no column %q; columns are separated by tabs and named in the first line",
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

func labelOf(s string, labels []string) (string, error) {
	s = strings.ReplaceAll(strings.ToLower(s), " ", "")
	if s != "" && !slices.Contains(labels, s) {
		return "", fmt.Errorf("%q is not a label; use %s", s, strings.Join(labels, ", "))
	}
	return s, nil
}
