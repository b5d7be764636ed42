package eval

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

func paperOf(_ context.Context, id string) (*engine.Paper, error) {
	return &engine.Paper{ID: id, Title: "Parsing of " + id, Authors: []engine.Author{{Family: "Lee"}},
		Abstract: "We present a\tfast parser for \"" + id + "\".\nWe show that soft constraints improve parsing."}, nil
}

// Two copies of a sheet have the same sentences in different orders, without IDs and sources. Filled in an
// editor and read back, they give what the readers said.
func TestASheetComesBack(t *testing.T) {
	contexts := []Context{{ID: "first", Cited: "Dutch", Source: "acl", Context: []string{"Parsing is hard."}},
		{ID: "second", Cited: "Thai", Source: "biomed"}, {ID: "third", Cited: "Greek"}, {ID: "fourth", Cited: "Latin"}}
	e := engine.New(engine.Parts{})
	var sheets [2][]SheetRow
	var orders [2]string
	for reader := range sheets {
		var sheet, again, key bytes.Buffer
		opts := ReadingOptions{N: 3, Seed: 7, Reader: uint64(reader + 1), Paper: paperOf, Key: &key}
		if err := WriteSheet(t.Context(), e, contexts, opts, &sheet); err != nil {
			t.Fatal(err)
		}
		opts.Key = nil
		if err := WriteSheet(t.Context(), e, contexts, opts, &again); err != nil || again.String() != sheet.String() {
			t.Errorf("the same seed draws other places: %v", err)
		}
		if s := sheet.String(); strings.Contains(s, "biomed") || strings.Contains(s, "second") {
			t.Errorf("the sheet is not blind:\n%s", s)
		}
		if k := key.String(); strings.Count(k, "\n") != 4 || !strings.Contains(k, "\tresult\n") {
			t.Errorf("key:\n%s", k)
		}
		lines := strings.Split(strings.TrimSpace(sheet.String()), "\n")
		for i, line := range lines[1:] {
			place, _, _ := strings.Cut(line, "\t")
			orders[reader] += place
			labels := "\tyes\tYes\tno\t2\tas is\t"
			if reader == 1 && place == "p002" {
				labels = "\tno\tyes\tno\t1\tedit\tsee page 3"
			}
			lines[i+1] = strings.TrimRight(line, "\t") + labels
		}
		rows, err := ReadFilledSheet(strings.NewReader("\ufeff" + strings.Join(lines, "\r\n")))
		if err != nil || len(rows) != 3 {
			t.Fatal(rows, err)
		}
		sheets[reader] = rows
	}
	if orders[0] == orders[1] {
		t.Errorf("both readers read in the order %s", orders[0])
	}
	r, err := CompareSheets(sheets[0], sheets[1])
	if err != nil || r.N != 3 || r.Empty != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	faithful, fit := r.Columns[0], r.Columns[3]
	if faithful.Readers[0].Labels["yes"].Count != 3 || faithful.Both["yes"].Count != 2 || faithful.Agreed.Count != 2 ||
		*fit.Readers[0].Mean != 2 || math.Abs(*fit.Readers[1].Mean-5.0/3) > 1e-9 || r.Columns[2].Kappa != 1 {
		t.Errorf("%+v", r)
	}
}

func TestMistakesInASheetAreReported(t *testing.T) {
	const head = "place\tsentence\tfaithful\tgrammar\talone\tfit\tusable\n"
	for sheet, want := range map[string]string{
		"place\tsentence\n": "no column \"faithful\"",
		"":                  "no header line",
		head + "p7\tA.\tyes\tyes\tyes\t3\tasis\n": `place p7, column fit: "3" is not a label; use 0, 1, 2`,
		head + "p7\tA.\np7\tB.\n":                 `place "p7" occurs twice`,
	} {
		if _, err := ReadFilledSheet(strings.NewReader(sheet)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", sheet, err, want)
		}
	}
	row := func(place, sentence string) SheetRow {
		return SheetRow{place, sentence, make([]string, len(SheetColumns))}
	}
	for want, pair := range map[string][2][]SheetRow{
		"has no place \"a\"":       {{row("a", "x")}, {row("b", "x")}},
		"has a different sentence": {{row("a", "x")}, {row("a", "y")}},
		"have 1 and 2 places":      {{row("a", "x")}, {row("a", "x"), row("b", "x")}},
		"nothing was compared":     {{row("a", text.CiteMark)}, {row("a", text.CiteMark)}},
	} {
		if _, err := CompareSheets(pair[0], pair[1]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	unlabelled := []SheetRow{row("a", "x")}
	if r, err := CompareSheets(unlabelled, unlabelled); err != nil || r.Columns[3].Readers[0].Mean != nil {
		t.Errorf("%+v, %v", r, err)
	}
}

// The example of Wilson's interval and of Cohen's kappa in the literature.
func TestIntervalsAndAgreement(t *testing.T) {
	r := rateOf(98, 100)
	if math.Abs(r.Low-0.9300) > 0.001 || math.Abs(r.High-0.9945) > 0.001 {
		t.Errorf("%+v", r)
	}
	var pairs [][2]string
	for labels, n := range map[[2]string]int{{"yes", "yes"}: 20, {"yes", "no"}: 5, {"no", "yes"}: 10, {"no", "no"}: 15} {
		for range n {
			pairs = append(pairs, labels)
		}
	}
	if k := kappa(pairs); math.Abs(k-0.4) > 1e-9 {
		t.Errorf("kappa %f", k)
	}
}
