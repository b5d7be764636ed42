package app

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
)

// readable returns a service over one paper with its full text.
func readable(t *testing.T) *Service {
	smith := &engine.Paper{
		ID: "2", Title: "Mean pooling of sentences", Authors: []engine.Author{{Family: "Smith"}, {Family: "Jones"}}, Year: 2004,
		Abstract: "We propose mean pooling of sentences. Our results show that mean pooling outperforms max pooling on four tasks.",
		Body: []engine.Section{
			{Title: "Method", Paragraphs: []engine.Paragraph{{{Text: "Words are pooled."}, {Text: "Their mean is taken."}}, {{Text: "No word\x1b[2J weighs more."}}}},
			{Title: "Acknowledgements", Paragraphs: []engine.Paragraph{{{Text: "We thank all readers."}}}},
			{Title: "Results", Paragraphs: []engine.Paragraph{{{Text: "The mean wins."}}}},
		},
		References: []engine.Reference{{Title: "Max pooling", Authors: baker.Authors, Year: 2002}, {}, {Title: "Words"}},
	}
	silent := &engine.Paper{ID: "3", Title: "Notes on pooling"}
	engines := NewService(func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("shelf", "shelf", baker, smith, silent)}}), nil, nil
	})
	engines.Start(t.Context(), config.Settings{})
	return engines
}

func TestYearsAreCountedWhateverYearsAreAskedFor(t *testing.T) {
	for from, want := range map[int]int{0: 3, 2004: 1} {
		found, years, err := readable(t).SuggestWithYears(t.Context(), wire.SuggestRequest{Keywords: "pooling", From: from})
		if want := []wire.YearCount{{Year: 2002, Papers: 1}, {Year: 2004, Papers: 1}}; err != nil || !reflect.DeepEqual(years, want) {
			t.Errorf("%v, %v", years, err)
		}
		if len(found.Papers) != want {
			t.Errorf("from %d: %d papers", from, len(found.Papers))
		}
	}
}

func TestATextIsReadByItsSections(t *testing.T) {
	read, err := readable(t).Read(t.Context(), wire.PaperRef{Paper: "2", Corpus: "shelf"})
	if err != nil {
		t.Fatal(err)
	}
	want := []wire.TextSection{
		{Title: "Method", Passages: []wire.TextPassage{{Index: 1, Text: "Words are pooled. Their mean is taken."}, {Index: 2, Text: "No word[2J weighs more."}}},
		{Title: "Results", Passages: []wire.TextPassage{{Index: 4, Text: "The mean wins."}}},
	}
	if !reflect.DeepEqual(read.Text, want) {
		t.Errorf("%+v", read.Text)
	}
	if want := []string{"Baker 2002: Max pooling", "Words"}; !reflect.DeepEqual(read.References, want) {
		t.Errorf("%q", read.References)
	}
}

func TestASentenceForAListIsComposed(t *testing.T) {
	engines := readable(t)
	composed, err := engines.ComposeSentence(t.Context(), wire.DraftRequest{PaperRef: wire.PaperRef{Paper: "2", Corpus: "shelf"}, Text: "Sentences are pooled."})
	if err != nil || len(composed.Sentences) != 1 || !strings.Contains(composed.Sentences[0].MarkedSentence.Sentence, "#CIT") {
		t.Errorf("%+v, %v", composed, err)
	}
	composed, err = engines.ComposeSentence(t.Context(), wire.DraftRequest{PaperRef: wire.PaperRef{Paper: "3", Corpus: "shelf"}})
	if err != nil || len(composed.Sentences) != 0 || composed.Reason == "" {
		t.Errorf("%+v, %v", composed, err)
	}
}
