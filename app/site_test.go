package app

import (
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A draft at the beginning of a paragraph does not contradict the paragraph before.
func TestANewParagraphFollowsNoSentence(t *testing.T) {
	for source, want := range map[string]string{"One. Two.": "Two.", "One. Two.\n": "Two.", "One. Two. \n\n ": "", "": ""} {
		if got := preceding(source, LastSentences(source)); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

func TestTheLastSentencesMakeAQuery(t *testing.T) {
	got := LastSentences("One. Two. Three. Four. Five. Six\n is\x07 here. Seven.")
	if want := []string{"Two.", "Three.", "Four.", "Five.", "Six is here.", "Seven."}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := LastSentences(" \n"); len(got) > 0 {
		t.Errorf("%q of nothing", got)
	}
}

func TestASiteAsksForPapersAndForASentence(t *testing.T) {
	site := CiteSite{Context: []string{"Pooling helps."}, Keywords: `"max pooling"; intent: method`, Textual: true}
	q := site.Query(3, engine.Manuscript{Title: "Mine"})
	if q.Limit != 3 || q.Manuscript.Title != "Mine" || !slices.Equal(q.Context, site.Context) {
		t.Errorf("%+v", q)
	}
	if req := site.DraftRequest(baker); req.Paper != baker || !slices.Equal(req.Keywords, []string{"max pooling"}) || req.Intent != "method" || !req.Textual {
		t.Errorf("%+v", req)
	}
}
