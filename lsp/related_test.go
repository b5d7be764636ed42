package lsp

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/protocol"
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
	slow.prefetch = func(ctx context.Context, _ engine.Request) (engine.Result, error) {
		close(asked)
		<-ctx.Done()
		return engine.Result{}, ctx.Err()
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

// A work with two IDs in two corpora gets one entry and one citation.
func TestAWorkIsCitedOnceInAParagraph(t *testing.T) {
	paper := func(id string) *engine.Paper {
		return &engine.Paper{ID: id, Title: "Max pooling " + id[:1], DOI: "10.1000/x", Year: 2002, Authors: []engine.Author{{Family: "Baker"}}, Abstract: "We compare max pooling with mean pooling of words."}
	}
	calls := 0
	index := holding(paper("1"), paper("2"))
	both := index.prefetch
	index.prefetch = func(ctx context.Context, r engine.Request) (engine.Result, error) {
		answer, err := both(ctx, r)
		calls++
		answer.Candidates = answer.Candidates[calls-1 : calls] // each topic finds another record of the work
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

var chen = &engine.Paper{ID: "4", Title: "Mean pooling", Authors: []engine.Author{{Family: "Chen"}}, Year: 2004, Abstract: "We propose mean pooling of words for sentences."}

// The papers of each topic are offered. The paragraph cites the chosen ones in the user's order,
// even several per topic.
func TestThePapersOfAParagraphAreTheUsersChoice(t *testing.T) {
	p, path := playSample(t, demoCapabilities, holding(baker, chen, untold))
	asked := map[string]any{
		"textDocument": map[string]any{"uri": uri.File(path), "version": 1},
		"range":        p.RangeOf(path, doc.Span{End: len(p.Files[path].Text)}),
		"keywords":     "pooling; mean pooling",
	}
	var offer relatedOffer
	if err := p.Call(t.Context(), scilit.MethodRelated, asked, &offer); err != nil {
		t.Fatal(err)
	}
	if len(offer.Topics) != 2 || len(offer.Topics[0].Papers) != 3 || offer.Topics[1].Keywords != "mean pooling" {
		t.Fatalf("offered %+v", offer)
	}
	corpus := offer.Topics[0].Papers[0].Corpus
	take := func(topic int, id string) wire.ChosenPaper {
		return wire.ChosenPaper{Topic: topic, PaperRef: wire.PaperRef{Paper: id, Corpus: corpus}}
	}
	asked["papers"] = []wire.ChosenPaper{take(1, chen.ID), take(0, untold.ID), take(0, baker.ID), take(1, chen.ID)}
	if err := p.Call(t.Context(), protocol.MethodWorkspaceExecuteCommand, map[string]any{"command": commandRelated, "arguments": []any{asked}}, nil); err != nil {
		t.Fatal(err)
	}
	got, told := p.Files[path].Text, strings.Join(p.Heard(), " ")
	first, second := strings.Index(got, "@chen2004mean"), strings.Index(got, "@baker2002max")
	if first < 0 || second < first || strings.Count(got, "@chen2004mean") != 1 {
		t.Errorf("%q", got)
	}
	if !strings.Contains(told, "no sentence can be written about “Chen 2003, Max pooling") {
		t.Errorf("told %q", told)
	}
}

func TestAPaperOfNoTopicIsRefused(t *testing.T) {
	p, path := playSample(t, demoCapabilities, holding(baker))
	asked := map[string]any{
		"textDocument": map[string]any{"uri": uri.File(path)}, "range": p.RangeOf(path, doc.Span{}), "keywords": "pooling",
		"papers": []wire.ChosenPaper{{Topic: 1, PaperRef: wire.PaperRef{Paper: baker.ID}}},
	}
	err := p.Call(t.Context(), protocol.MethodWorkspaceExecuteCommand, map[string]any{"command": commandRelated, "arguments": []any{asked}}, nil)
	if err == nil || !strings.Contains(err.Error(), "topic 2 does not exist") || p.Files[path].Text != sampleText {
		t.Errorf("%v, %q", err, p.Files[path].Text)
	}
}

// The cursor is at "‸"; nothing is selected.
func TestRelatedWorkWithoutASelectionHasATopic(t *testing.T) {
	const long = "Sentences are often represented by the mean of the vectors of all their words."
	for name, c := range map[string]struct{ language, text, topic string }{
		"paragraph":       {"markdown", long + " We com‸pare poolings.\nThey differ.\n\n# Next\n", "We compare poolings."},
		"long sentence":   {"markdown", "# Pooling\n\n" + long + "‸\n", "Sentences are often represented by the mean of the vectors …"},
		"heading":         {"markdown", "# Max‸ *pooling* of words {#max}\n\nText.\n", "Max pooling of words"},
		"empty section":   {"markdown", "Text.\n\n## Mean pooling\n\n‸\n", "Mean pooling"},
		"generic heading": {"markdown", "---\ntitle: Poolings of words\n---\n\n# Related Work\n\n‸\n", "Poolings of words"},
		"LaTeX heading":   {"latex", "\\begin{document}\n\\subsection*{Mean {P}ooling}\\label{a}‸\n\nText.\n\\bibliography{refs}\n\\end{document}\n", "Mean Pooling"},
		"Org heading":     {"org", "* Mean pooling\n\n‸\n", "Mean pooling"},
		"Typst heading":   {"typst", "== Mean pooling <mean>\n\n‸\n#bibliography(\"refs.bib\")\n", "Mean pooling"},
		"selected blanks": {"markdown", "# Mean pooling\n\n ‸\n\nText.\n", "Mean pooling"},
	} {
		t.Run(name, func(t *testing.T) {
			before, after, _ := strings.Cut(c.text, "‸")
			p, path := playSample(t, demoCapabilities, holding(baker))
			path = filepath.Join(filepath.Dir(path), "other."+map[string]string{"markdown": "md", "latex": "tex", "org": "org", "typst": "typ"}[c.language])
			if err := p.Open(t.Context(), path, c.language, before+after); err != nil {
				t.Fatal(err)
			}
			asked := map[string]any{"textDocument": map[string]any{"uri": uri.File(path)}, "range": p.Point(path, len(before))}
			var offer relatedOffer
			if err := p.Call(t.Context(), scilit.MethodRelated, asked, &offer); err != nil {
				t.Fatal(err)
			}
			if len(offer.Topics) != 1 || offer.Topics[0].Keywords != c.topic || len(offer.Topics[0].Papers) != 1 {
				t.Fatalf("offered %+v", offer)
			}
			asked["papers"] = []wire.ChosenPaper{{PaperRef: wire.PaperRef{Paper: baker.ID, Corpus: offer.Topics[0].Papers[0].Corpus}}}
			if err := p.Call(t.Context(), protocol.MethodWorkspaceExecuteCommand, map[string]any{"command": commandRelated, "arguments": []any{asked}}, nil); err != nil {
				t.Fatal(err)
			}
			if got := p.Files[path].Text; !strings.Contains(got, "baker2002max") {
				t.Errorf("wrote %q", got)
			}
		})
	}
}
