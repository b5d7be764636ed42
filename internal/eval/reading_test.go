package eval

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

func paperOf(_ context.Context, id string) (*engine.Paper, error) {
	return &engine.Paper{ID: id, Title: "Parsing of " + id, Authors: []engine.Author{{Family: "Lee"}},
		Abstract: "We present a\tfast parser for \"" + id + "\".\nWe show that soft constraints improve parsing."}, nil
}

// A sheet that was written, labelled in a spreadsheet and read again contains the readers' labels.
func TestASheetComesBack(t *testing.T) {
	contexts := []Context{{ID: "a", Cited: "Dutch", Source: "acl", Context: []string{"Parsing is hard."}},
		{ID: "b", Cited: "Thai", Source: "biomed"}, {ID: "c", Cited: "Greek"}}
	var sheet bytes.Buffer
	e := engine.New(engine.Parts{})
	opts := ReadingOptions{N: 2, Seed: 7, Paper: paperOf}
	if err := WriteSheet(context.Background(), e, contexts, opts, &sheet); err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := WriteSheet(context.Background(), e, contexts, opts, &again); err != nil || again.String() != sheet.String() {
		t.Errorf("the same seed draws other places: %v", err)
	}
	lines := strings.Split(strings.TrimSpace(sheet.String()), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines:\n%s", len(lines), sheet.String())
	}
	lines[1] = strings.TrimSuffix(lines[1], "\t\t\t\t\t") + "\tfaithful\tasis\tFaithful\tedit\t"
	lines[2] = strings.TrimSuffix(lines[2], "\t\t\t\t\t") + "\tfaithful\tasis\tbeyond\tnot\tno"
	rows, err := ReadSheet(strings.NewReader("\ufeff" + strings.Join(lines, "\r\n")))
	if err != nil || len(rows) != 2 || rows[0].Sentence == "" {
		t.Fatal(rows, err)
	}
	r := CountReadings(rows)
	if r.N != 2 || len(r.Readers) != 2 || r.Readers[0].Truth["faithful"].Share != 1 || r.Both.Faithful.Count != 1 ||
		r.Both.Usable.Count != 1 || r.Both.KappaTruth != 0 {
		t.Errorf("%+v, %+v", r, r.Both)
	}
}

func TestALabelThatIsNoneIsReported(t *testing.T) {
	for sheet, want := range map[string]string{
		"id\tsentence\n": "no column \"reader1_truth\"",
		"":               "no line of column names",
		"id\treader1_truth\treader1_use\treader2_truth\treader2_use\nx7\ttrue\tasis\t\t\n": `row x7, column reader1_truth: "true" is no label: use faithful, beyond, contradicts`,
	} {
		if _, err := ReadSheet(strings.NewReader(sheet)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", sheet, err, want)
		}
	}
}

// The expected values are examples from the literature on Wilson's interval and Cohen's kappa.
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
