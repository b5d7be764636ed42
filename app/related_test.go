package app

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
)

// pooling is a corpus of three papers, one of which says nothing of itself.
func pooling(t *testing.T) *Engines {
	smith := &engine.Paper{
		ID: "2", Title: "Mean pooling of sentences", Authors: []engine.Author{{Family: "Smith"}, {Family: "Jones"}}, Year: 2004,
		Abstract: "We propose mean pooling of sentences. Our results show that mean pooling outperforms max pooling on four tasks.",
	}
	silent := &engine.Paper{ID: "3", Title: "Notes", Authors: []engine.Author{{Family: "Silent"}}, Year: 1999}
	engines := NewEngines(func(context.Context, config.Settings) (*engine.Engine, []Notice, error) {
		return engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("shelf", "shelf", baker, smith, silent)}}), nil, nil
	})
	engines.Start(t.Context(), config.Settings{})
	return engines
}

func TestRelatedWorkIsWrittenInTheOrderOfItsUser(t *testing.T) {
	engines, drafts := pooling(t), new(Drafts)
	related, err := engines.RelatedWork(t.Context(), drafts, RelatedRequest{
		Text: "Sentences are pooled.", Papers: []PaperRef{{"2", "shelf"}, {"3", "shelf"}, {"1", "shelf"}, {"2", "shelf"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var written []string
	for _, s := range related.Sentences {
		written = append(written, s.Key)
		if !strings.HasPrefix(s.Text, s.Before) || !strings.HasSuffix(s.Text, s.After) || !strings.Contains(s.Text, s.Key[:5]) && !strings.Contains(s.Text, "20") {
			t.Errorf("%+v", s)
		}
		if s.Evidence == nil || s.Support == 0 {
			t.Errorf("%q has no evidence", s.Text)
		}
	}
	if len(written) != 2 || related.Sentences[0].Paper != "2" || related.Sentences[1].Paper != "1" {
		t.Errorf("written about %v", written)
	}
	if len(related.Unsaid) != 1 || related.Unsaid[0].Paper != "3" || related.Unsaid[0].Reason == "" {
		t.Errorf("unsaid: %+v", related.Unsaid)
	}
	for _, key := range append(written, related.Unsaid[0].Key) {
		if strings.Count(related.BibTeX, "{"+key+",") != 1 {
			t.Errorf("%s is not once in\n%s", key, related.BibTeX)
		}
	}
}

func TestRelatedWorkNeedsPapersThatAreThere(t *testing.T) {
	engines := pooling(t)
	for _, c := range []struct {
		papers []PaperRef
		want   error
	}{
		{nil, ErrNoPapers},
		{[]PaperRef{{"1", "shelf"}, {"gone", "shelf"}}, ErrNotFound},
	} {
		if _, err := engines.RelatedWork(t.Context(), new(Drafts), RelatedRequest{Papers: c.papers}); !errors.Is(err, c.want) {
			t.Errorf("%v: %v", c.papers, err)
		}
	}
	if _, err := engines.RelatedWork(t.Context(), new(Drafts), RelatedRequest{Papers: make([]PaperRef, MaxRelated+1)}); err == nil || !strings.Contains(err.Error(), "at most 20") {
		t.Error(err)
	}
}
