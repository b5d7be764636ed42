package lsp

import (
	"context"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/uri"
)

func askRelated(t *testing.T, p *player, path string, version int, token any) error {
	t.Helper()
	argument := map[string]any{
		"textDocument": map[string]any{"uri": uri.File(path), "version": version},
		"range":        p.RangeOf(path, doc.Span{End: len(p.Files[path].Text)}),
	}
	params := map[string]any{"command": commandRelated, "arguments": []any{argument}}
	if token != nil {
		params["workDoneToken"] = token
	}
	return p.Call(t.Context(), protocol.MethodWorkspaceExecuteCommand, params, nil)
}

func TestRelatedWorkForATextThatChangedMeanwhileIsRefused(t *testing.T) {
	p, path := playSample(t, demoCapabilities, holding(&engine.Paper{ID: "1", Title: "Max pooling", Year: 2002}))
	if err := askRelated(t, p, path, 7, nil); code(err) != protocol.CodeContentModified {
		t.Errorf("got %v", err)
	}
}

func TestRelatedWorkThatIsCancelledWritesNothing(t *testing.T) {
	asked := make(chan struct{})
	slow := holding(&engine.Paper{ID: "1", Title: "Max pooling", Year: 2002})
	slow.prefetch = func(ctx context.Context, _ engine.PrefetchRequest) (engine.Prefetched, error) {
		close(asked)
		<-ctx.Done()
		return engine.Prefetched{}, ctx.Err()
	}
	p, path := playSample(t, demoCapabilities, slow)
	done := make(chan error, 1)
	go func() { done <- askRelated(t, p, path, 1, "mine") }()
	<-asked
	if err := p.Conn.Notify(t.Context(), protocol.MethodWindowWorkDoneProgressCancel, map[string]any{"token": "mine"}); err != nil {
		t.Fatal(err)
	}
	if err := <-done; code(err) != protocol.CodeRequestCancelled {
		t.Errorf("got %v", err)
	}
	if p.Files[path].Text != sampleText || len(p.Heard()) > 0 {
		t.Errorf("wrote %q, told %q", p.Files[path].Text, p.Heard())
	}
}

// Two corpora may have one work under two IDs: it is one entry, cited once.
func TestAWorkIsCitedOnceInAParagraph(t *testing.T) {
	paper := func(id string) *engine.Paper {
		return &engine.Paper{ID: id, Title: "Max pooling " + id[:1], DOI: "10.1000/x", Year: 2002, Authors: []engine.Author{{Family: "Baker"}}, Abstract: "We compare max pooling with mean pooling of words."}
	}
	calls := 0
	index := holding(paper("1"), paper("2"))
	both := index.prefetch
	index.prefetch = func(ctx context.Context, r engine.PrefetchRequest) (engine.Prefetched, error) {
		answer, err := both(ctx, r)
		calls++
		answer.Candidates = answer.Candidates[calls-1 : calls] // each topic finds another record
		return answer, err
	}
	p, path := playSample(t, demoCapabilities, index)
	p.change(t, t.Context(), path, doc.Range{}, "<!-- scilit: pooling -->\n")
	if err := askRelated(t, p, path, 2, nil); err != nil {
		t.Fatal(err)
	}
	if got := p.Files[path].Text; strings.Count(got, "@baker2002max") != 1 || !strings.Contains(strings.Join(p.Heard(), ""), "“pooling”") {
		t.Errorf("%q, told %q", got, p.Heard())
	}
}
