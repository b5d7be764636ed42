package mcp_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/mcp"
)

// brokenCorpus returns its description but fails all requests for papers.
type brokenCorpus struct{ engine.Retriever }

var errBroken = errors.New("the disk is full")

func (brokenCorpus) Search(context.Context, engine.Request) (engine.Result, error) {
	return engine.Result{}, errBroken
}

func (brokenCorpus) Papers(context.Context, []engine.WorkRef) ([]*engine.Paper, error) {
	return nil, errBroken
}

func TestEveryToolListsTheCorporaThatFailed(t *testing.T) {
	opts := optionsOf()
	opts.Openers.Engine = func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return engine.New(engine.Parts{Retrievers: []engine.Retriever{
			memory.New("m:1", "few", papers...), brokenCorpus{memory.New("m:2", "broken")},
		}}), nil, nil
	}
	a := newAgent(t, opts)
	calls := map[string]args{
		"get_paper":            {"paper": "attention"},
		"cite":                 {"paper": "attention"},
		"verify_reference":     {"title": "Attention is all you need"},
		"check_bibliography":   {"text": "@article{a, title = {Attention is all you need}}"},
		"support_for_sentence": {"sentence": "Attention alone suffices."},
		"search_papers":        {"text": "Attention alone suffices."},
		"find_passages":        {"question": "Does attention suffice?"},
	}
	if len(calls) != len(tools) {
		t.Errorf("%d of %d tools", len(calls), len(tools))
	}
	for tool, call := range calls {
		checkMissing(t, a, tool, call)
	}
	checkMissing(t, a, "get_paper", args{"paper": "attention", "corpus": "few"})
	checkMissing(t, a, "support_for_sentence", args{"sentence": "Attention alone suffices.", "papers": []args{{"paper": "attention"}}})
}

func checkMissing(t *testing.T, a agent, tool string, call args) {
	t.Helper()
	var got mcp.Scope
	a.must(tool, call, &got)
	if len(got.Missing) != 1 || got.Missing[0].Corpus != "broken" || got.Missing[0].Outcome != engine.OutcomeFailed || got.Missing[0].Reason != errBroken.Error() {
		t.Errorf("%s %v: not searched: %+v", tool, call, got.Missing)
	}
	if len(got.Searched) != 1 || got.Searched[0].Name != "few" || !strings.Contains(got.Text, `Not searched: "broken"`) {
		t.Errorf("%s %v: %+v, %s", tool, call, got.Searched, got.Text)
	}
}
