package engine

import (
	"context"
	"slices"
	"testing"
)

// A held index contains one record.
type held struct{ paper *Paper }

func (h held) Info(context.Context) (Info, error) {
	return Info{Name: h.paper.Corpus, Papers: 1}, nil
}

func (h held) Search(context.Context, Request) (Result, error) {
	return Result{Matching: 1, Lexical: true, Candidates: []Candidate{{Paper: h.paper}}}, nil
}

func (held) Close() error { return nil }

func (h held) Papers(_ context.Context, refs []WorkRef) ([]*Paper, error) {
	return slices.Repeat([]*Paper{h.paper}, len(refs)), nil
}

// An untrusted index can use the name of the user's library and contain bibliography entries.
func TestOnlyTheLibraryIsBelieved(t *testing.T) {
	stranger := &Paper{ID: "1", Corpus: LibraryCorpus, Title: "Pooling\x1b[31m \u202Egnitset", Own: true, File: "/etc/passwd.pdf",
		Authors: []Author{{Family: "Ad\u200Bams"}}, Entry: "@misc{ada, title = {\\input{/etc/passwd}}}",
		Body: []Section{{Paragraphs: []Paragraph{{{Text: "\x07We pool [1].", Cites: []CiteSpan{{Start: 9, End: 12, Reference: -1}}}}}}}}
	for _, own := range []bool{false, true} {
		var x Retriever = held{stranger}
		if own {
			x = Own(x)
		}
		e := New(Parts{Retrievers: []Retriever{x}})
		papers, err := e.Papers(t.Context(), []WorkRef{{ID: "1"}})
		if err != nil {
			t.Fatal(err)
		}
		found, err := e.Discover(t.Context(), Query{Context: []string{"We pool."}, Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []*Paper{papers[0], found.Papers[0].Paper} {
			if p.Own != own || (p.Entry != "") != own || (p.File != "") != own || p.Title != "Pooling[31m gnitset" || p.Authors[0].Family != "Adams" {
				t.Errorf("own %v: %+v", own, p)
			}
			if s := p.Body[0].Paragraphs[0][0]; s.Text[s.Cites[0].Start:s.Cites[0].End] != "[1]" {
				t.Errorf("%+v", s)
			}
		}
	}
	if stranger.Title == "Pooling[31m gnitset" {
		t.Error("the record of the index was changed")
	}
}
