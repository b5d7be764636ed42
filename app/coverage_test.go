package app

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
)

var errDown = errors.New("connection refused")

// down is a corpus on an unreachable server with a known host.
type down struct{ engine.Retriever }

func (down) Info(context.Context) (engine.Info, error) {
	return engine.Info{ID: "https://papers.example", Name: "papers.example"}, errDown
}

func (down) Search(context.Context, engine.Request) (engine.Result, error) {
	return engine.Result{}, errDown
}

func (down) Papers(context.Context, []engine.WorkRef) ([]*engine.Paper, error) { return nil, errDown }

func (down) Limits() engine.Limits { return engine.Limits{Host: "papers.example"} }

func (down) Close() error { return nil }

// serviceOf returns a service over retrievers.
func serviceOf(t *testing.T, retrievers ...engine.Retriever) *Service {
	t.Helper()
	s := NewService(func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return engine.New(engine.Parts{Retrievers: retrievers}), nil, nil
	})
	s.Start(t.Context(), config.Default())
	return s
}

// halfReachable returns a service over one reachable and one unreachable corpus, and the coverage of
// its answers.
func halfReachable(t *testing.T) (*Service, engine.Coverage) {
	t.Helper()
	paper := &engine.Paper{ID: "pooling", Corpus: "mine", Title: "Pooling in networks", Abstract: "Pooling outperforms attention."}
	s := serviceOf(t, memory.New("1", "mine", paper), down{})
	coverage := engine.Coverage{
		{Corpus: "mine", Outcome: engine.OutcomeAnswered},
		{Corpus: "papers.example", Outcome: engine.OutcomeFailed, Reason: errDown.Error()},
	}
	return s, coverage
}

func TestEveryAnswerNamesTheCorporaWithoutOne(t *testing.T) {
	s, want := halfReachable(t)
	asker := NewAsker(s, config.Default, nil)
	answer, err := asker.Ask(t.Context(), wire.AskRequest{Text: "Which markers map sorghum?"}, nil)
	if err != nil || !slices.Equal(answer.Coverage, want) || !slices.Equal(answer.Searched, []string{"mine"}) {
		t.Errorf("ask: %+v, %v, %v", answer.Coverage, answer.Searched, err)
	}
	if answer.Answered || !strings.Contains(answer.Text, "Not searched: papers.example") || len(answer.Notices) != 1 {
		t.Errorf("ask: %q, notices %v", answer.Text, answer.Notices)
	}
	if _, coverage, err := asker.Passages(t.Context(), wire.AskRequest{Text: "Which markers map sorghum?"}); err != nil || !slices.Equal(coverage, want) {
		t.Errorf("passages: %+v, %v", coverage, err)
	}
	if page, err := s.Suggest(t.Context(), wire.SuggestRequest{Text: "Pooling of networks."}); err != nil || !slices.Equal(page.Coverage, want) {
		t.Errorf("suggest: %+v, %v", page.Coverage, err)
	}
}

func TestALookUpByNameNamesTheCorporaWithoutAnswer(t *testing.T) {
	s, want := halfReachable(t)
	for _, named := range []string{"pooling", "Pooling in networks", "networks pooling"} {
		page, err := s.Suggest(t.Context(), wire.SuggestRequest{PageRequest: wire.PageRequest{Named: named}})
		if err != nil || !slices.Equal(page.Coverage, want) || len(page.Notices) != 1 {
			t.Errorf("%q: %+v, notices %v, %v", named, page.Coverage, page.Notices, err)
		}
	}
}

func TestWithoutAnyAnswerTheErrorIsThatOfTheCorpora(t *testing.T) {
	asker := NewAsker(serviceOf(t, down{}), config.Default, nil)
	_, err := asker.Ask(t.Context(), wire.AskRequest{Text: "Which markers map sorghum?"}, nil)
	if !errors.Is(err, errDown) || errors.Is(err, engine.ErrNoIndex) {
		t.Errorf("got %v", err)
	}
}
