package catalogue

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/bib"
)

const sample = `
@misc{adams2001gene, author={Adams, Ann}, title={Gene pooling in ponds}, year=2001}
@misc{baker2002max, author={Bäker, Bo and {von Ort}, Cy}, title={Max pooling of sentence embeddings}, year=2002}
@misc{cole1999parse, author={Cole, Di}, title={Parsing by chance}, year={1999}}
@misc{, title={No key}}
@misc{MAX-plank, author={Plank, M.}, title={On radiation}}
`

func keys(found []Match) (all []string) {
	for _, m := range found {
		all = append(all, m.Entry.Key)
	}
	return all
}

func search(q Query, files ...*Catalogue) []string {
	found, _ := Search(files, q, 10)
	return keys(found)
}

func TestKeysComeBeforeWordsAndMeaningOrdersBoth(t *testing.T) {
	c := New(bib.Parse([]byte(sample)), nil)
	sentence := []string{"We parse by chance.", "Embeddings of a sentence are pooled [CITE]."}
	for typed, want := range map[string]string{
		"":        "baker2002max cole1999parse adams2001gene MAX-plank",
		"max":     "MAX-plank baker2002max",
		"bak":     "baker2002max",
		"BÄK":     "baker2002max",
		"ort":     "baker2002max",
		"pool":    "baker2002max adams2001gene",
		"pool ge": "adams2001gene",
		"2002":    "baker2002max",
		"ool":     "",
		"MAX-":    "MAX-plank baker2002max",
		":":       "",
		"zzz":     "",
	} {
		got := strings.Join(search(Query{Typed: NewTyped(typed), Context: sentence}, c), " ")
		if got != want {
			t.Errorf("%q: %s, want %s", typed, got, want)
		}
	}
}

func TestWithoutASentenceTheFilesOrderCounts(t *testing.T) {
	a, b := New(bib.Parse([]byte("@misc{b, title={B}}")), nil), New(bib.Parse([]byte("@misc{a, title={A}}")), nil)
	if got := search(Query{}, a, b); cmp.Diff([]string{"b", "a"}, got) != "" {
		t.Error(got)
	}
	if found, more := Search([]*Catalogue{a, b}, Query{}, 1); len(found) != 1 || !more {
		t.Error(keys(found), more)
	}
}

// topics is an embedder that derives the vector of a text from its words.
type topics map[string][]float32

func (topics) ID() string { return "topics" }
func (topics) Dim() int   { return 2 }
func (e topics) Embed(_ context.Context, texts []string) ([][]float32, error) {
	all := make([][]float32, len(texts))
	for i, text := range texts {
		all[i] = []float32{0, 1}
		for word, vector := range e {
			if strings.Contains(text, word) {
				all[i] = vector
			}
		}
	}
	return all, nil
}

func TestVectorsOrderWhatWordsCannot(t *testing.T) {
	embedder := topics{"chance": {1, 0}, "luck": {1, 0}}
	c := New(bib.Parse([]byte(sample)), nil)
	if err := c.Embed(t.Context(), embedder); err != nil {
		t.Fatal(err)
	}
	vectors, _ := embedder.Embed(t.Context(), []string{"By sheer luck."})
	q := Query{Context: []string{"By sheer luck."}, Vector: vectors[0]}
	if got := search(q, c); got[0] != "cole1999parse" {
		t.Error(got)
	}
	// The catalogue of the next version reuses the vectors of unchanged entries.
	next := New(bib.Parse([]byte("@misc{new, title={New}}"+sample)), c)
	if got := search(q, next); got[0] != "cole1999parse" || len(got) != 5 {
		t.Error(got)
	}
}

func TestALaterVersionAnswersAsAFreshOne(t *testing.T) {
	before := New(bib.Parse([]byte(sample)), nil)
	for _, source := range []string{
		"", sample + sample, strings.ReplaceAll(sample, "pooling", "swimming"),
		"@string{t = {Pooling}} @misc{m, title = t # { for all}}",
		"@string{t = {Swimming}} @misc{m, title = t # { for all}}",
		"@misc{p, year=1990, title={Parent}} @misc{c, crossref={p}, title={Child}}",
		"@misc{p, year=1991, title={Parent}} @misc{c, crossref={p}, title={Child}}",
	} {
		file := bib.Parse([]byte(source))
		before = New(file, before)
		fresh := New(file, nil)
		for _, typed := range []string{"", "p", "19", "199", "1991", "swim"} {
			q := Query{Typed: NewTyped(typed), Context: []string{"Pooling and swimming children."}}
			if diff := cmp.Diff(search(q, fresh), search(q, before)); diff != "" {
				t.Errorf("%q: %s", typed, diff)
			}
		}
	}
}
