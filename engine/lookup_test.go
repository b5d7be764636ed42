package engine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
)

var ada = []engine.Author{{Given: "Ada", Family: "Lee"}}

func pooled() *engine.Engine {
	preprint := &engine.Paper{ID: "1", Title: "Max pooling", Authors: ada, ArXiv: "1801.00001", Venue: "arXiv", Year: 2017, Abstract: "We pool."}
	published := &engine.Paper{ID: "x", Title: "Max Pooling", Authors: ada, DOI: "10.1/pool", Venue: "ACL", Year: 2018,
		Body: []engine.Section{{Paragraphs: []engine.Paragraph{{{Text: "Pooling takes the maximum."}}}}}}
	other := &engine.Paper{ID: "1", Title: "Paddy rice", Authors: ada, Year: 1990}
	own := &engine.Paper{ID: "f:lee18", Title: "Max pooling", Authors: ada, Key: "lee18", Entry: "@misc{lee18}"}
	return engine.New(engine.Parts{Retrievers: []engine.Retriever{
		memory.New("m:1", "papers", preprint), memory.New("m:2", "papers", published, other), engine.Own(memory.New("m:3", "works", own)),
	}})
}

func TestARecordIsCompletedByThoseOfOtherCorpora(t *testing.T) {
	e := pooled()
	found, err := e.Discover(t.Context(), engine.Query{Context: []string{"Max pooling."}, Limit: 5})
	if err != nil || len(found.Papers) != 2 {
		t.Fatalf("%+v, %v", found.Papers, err)
	}
	for _, ref := range []engine.WorkRef{{ID: "1", Corpus: "m:1"}, {ArXiv: "1801.00001"}, {Title: "Max pooling", Author: "Lee"}} {
		papers, err := e.Papers(t.Context(), []engine.WorkRef{{ID: "none"}, ref})
		if err != nil || papers[0] != nil || papers[1] == nil {
			t.Fatalf("%+v: %v, %v", ref, papers, err)
		}
		p := papers[1]
		if p.DOI != "10.1/pool" || p.Venue != "ACL" || p.Year != 2018 || p.ArXiv != "1801.00001" || p.Abstract != "We pool." || len(p.Body) != 1 || p.Key != "lee18" || !p.Own {
			t.Errorf("%+v: %+v", ref, p)
		}
		if p.ID != "1" || p.CorpusID != "m:1" {
			t.Errorf("%+v: it is named %s of %s", ref, p.ID, p.CorpusID)
		}
	}
}

// Two corpora with the same name may use the same ID for different works.
func TestAnIDIsThatOfItsCorpus(t *testing.T) {
	papers, err := pooled().Papers(t.Context(), []engine.WorkRef{{ID: "1", Corpus: "m:1"}, {ID: "1", Corpus: "m:2"}, {ID: "1", Corpus: "works"}})
	if err != nil || papers[0].Title != "Max pooling" || papers[1].Title != "Paddy rice" || papers[1].DOI != "" || papers[2] != nil {
		t.Error(cmp.Diff(papers[0], papers[1]), err)
	}
}

// The full text of the user's own copy completes a record that only lists references.
func TestTheFullTextOfTheLibraryIsUsed(t *testing.T) {
	listed := &engine.Paper{ID: "1", Title: "Max pooling", Authors: ada, DOI: "10.1/pool", Abstract: "We pool.",
		References: []engine.Reference{{Title: "Mean pooling"}}}
	own := &engine.Paper{ID: "p", Title: "Max pooling", Authors: ada, DOI: "10.1/pool",
		Body: []engine.Section{{Paragraphs: []engine.Paragraph{{{Text: "Pooling takes the maximum."}}}}}}
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{
		memory.New("m:1", "papers", listed), engine.Own(memory.New("m:2", "works", own)),
	}})
	papers, err := e.Papers(t.Context(), []engine.WorkRef{{DOI: "10.1/pool"}})
	if err != nil || papers[0] == nil {
		t.Fatal(papers, err)
	}
	if p := papers[0]; len(p.Body) != 1 || len(p.References) != 0 || p.Abstract != "We pool." {
		t.Errorf("%d sections, %d references, abstract %q", len(p.Body), len(p.References), p.Abstract)
	}
}
