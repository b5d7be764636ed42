package app

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
)

func TestTheLeastScoreIsTheOneThatWasFitted(t *testing.T) {
	if s := config.Default().Ask; s.MinScore != answer.DefaultMinScore() || s.TopK != answer.DefaultTopK {
		t.Errorf("%+v, fitted %g and %d", s, answer.DefaultMinScore(), answer.DefaultTopK)
	}
}

// askerOf returns an Asker over two corpora, one of which is the user's library.
func askerOf(t *testing.T) Asker {
	t.Helper()
	map1 := &engine.Paper{ID: "sorghum", Corpus: "maps", Title: "A map of sorghum", Abstract: "Finally 2246 markers were placed on the map of sorghum.", DOI: "10.1/sorghum"}
	pooling := &engine.Paper{ID: "pooling", Corpus: "mine", Title: "Pooling in networks", Abstract: "Pooling outperforms attention on long sentences."}
	engines := NewService(func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("1", "maps", map1), engine.Own(memory.New("2", "mine", pooling))}}), nil, nil
	})
	engines.Start(t.Context(), config.Default())
	return NewAsker(engines, config.Default, nil)
}

func TestQuestionsAreAskedOfWhatTheyName(t *testing.T) {
	asker := askerOf(t)
	score := 0.3
	for name, test := range map[string]struct {
		q        wire.AskRequest
		said     string // expected answer; "" if the papers do not answer the question
		searched string
	}{
		"all corpora":      {wire.AskRequest{Text: "How many markers are on the map of sorghum?"}, "2246", "maps mine"},
		"one by name":      {wire.AskRequest{Text: "How many markers are on the map of sorghum?", Corpora: []string{"maps"}}, "2246", "maps"},
		"another by ID":    {wire.AskRequest{Text: "How many markers are on the map of sorghum?", Corpora: []string{"2"}}, "", "mine"},
		"the library":      {wire.AskRequest{Text: "Does pooling outperform attention on long sentences?", Corpora: []string{engine.LibraryCorpus}}, "Pooling", "mine"},
		"a paper":          {wire.AskRequest{Text: "How many markers are on the map of sorghum?", Papers: []wire.PaperRef{{Paper: "sorghum", Corpus: "maps"}}}, "2246", ""},
		"a DOI":            {wire.AskRequest{Text: "How many markers are on the map of sorghum?", Papers: []wire.PaperRef{{Paper: "10.1/SORGHUM"}}}, "2246", ""},
		"the wrong paper":  {wire.AskRequest{Text: "How many markers are on the map of sorghum?", Papers: []wire.PaperRef{{Paper: "pooling"}}}, "", ""},
		"an earlier topic": {wire.AskRequest{Text: "And how many markers?", History: []wire.Exchange{{Question: "What is on the map of sorghum?"}}}, "2246", "maps mine"},
	} {
		test.q.MinScore = &score
		steps := 0
		found, err := asker.Ask(t.Context(), test.q, func(s wire.AskStep) { steps++ })
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if found.Answered != (test.said != "") || !strings.Contains(found.Text, test.said) || strings.Join(found.Searched, " ") != test.searched {
			t.Errorf("%s: %+v", name, found)
		}
		if found.Answered && (steps != 1+len(found.Sentences) || found.Passages[0].Number != 1) {
			t.Errorf("%s: %d steps, passages %+v", name, steps, found.Passages)
		}
	}
}

func TestWrongQuestionsAreRefused(t *testing.T) {
	asker := askerOf(t)
	high := 1.5
	for want, q := range map[string]wire.AskRequest{
		ErrNoQuestion.Error():                  {Text: "what is it?"},
		"unknown corpus \"theirs\"":            {Text: "Which map?", Corpora: []string{"theirs"}},
		"nobody: " + ErrNotFound.Error():       {Text: "Which map?", Papers: []wire.PaperRef{{Paper: "nobody"}}},
		"minScore: 1.5 is not between 0 and 1": {Text: "Which map?", MinScore: &high},
		"topK: -1 is not between 1 and 50":     {Text: "Which map?", TopK: -1},
		"the question names 51 papers: name":   {Text: "Which map?", Papers: make([]wire.PaperRef, 51)},
	} {
		_, err := asker.Ask(t.Context(), q, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	empty := NewService(func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return nil, nil, engine.ErrNoIndex
	})
	empty.Start(t.Context(), config.Default())
	var nothing *backend.UnavailableError
	if _, err := NewAsker(empty, config.Default, nil).Ask(t.Context(), wire.AskRequest{Text: "Which map?"}, nil); !errors.As(err, &nothing) {
		t.Errorf("without an index: %v", err)
	}
}
