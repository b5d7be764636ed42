package copied

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/copying"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

const abstract = "Pooling the hidden states of a recurrent network outperforms attention on long sentences in all three " +
	"languages that we tried. Short ones are harder."

const body = "The hidden states were recorded every second while a reader looked at the words on a screen."

const declared = "The authors declare that the research was conducted in the absence of any commercial relationships."

func corpus() *engine.Engine {
	return engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("works", "works",
		&paper.Paper{ID: "pool", DOI: "10.1/pool", Title: "Pooling in recurrent networks", Abstract: abstract,
			Body: []paper.Section{{Title: "Method", Paragraphs: []paper.Paragraph{{{Text: body}}}},
				{Title: "Back matter / Conflict of interest", Paragraphs: []paper.Paragraph{{{Text: declared}}}}}},
		&paper.Paper{ID: "copy", DOI: "10.1/copy", Title: "Another", Abstract: "As they say, " + abstract[:90]},
		&paper.Paper{ID: "mine", DOI: "10.1/mine", Title: "My paper", Abstract: abstract},
		&paper.Paper{ID: "bare", DOI: "10.1/bare", Title: "Without a text"})}})
}

func works(keys ...string) (all []Work) {
	for _, key := range keys {
		all = append(all, Work{key, engine.WorkRef{DOI: "10.1/" + key}})
	}
	return all
}

func TestCopiesOfCitedWorksAreFound(t *testing.T) {
	m := Manuscript{Title: "My paper", Works: works("copy", "pool", "mine", "bare", "unknown"), Passages: []copying.Passage{
		{Text: "It is known that pooling the hidden states of a recurrent network outperforms attention on long " +
			"sentences in most cases [CITE]."},
		{Text: "They write “" + abstract + "”"},
		{Text: declared},
		{Text: "Hidden states were recorded every second while a reader looked at the words on a tablet."},
	}}
	var steps []int
	found, coverage, err := Check(t.Context(), corpus(), m, func(done int) { steps = append(steps, done) })
	if err != nil {
		t.Fatal(err)
	}
	want := []Finding{
		{Passage: 0, Words: 14, Key: "pool", Title: "Pooling in recurrent networks", Section: "abstract",
			Source: "Pooling the hidden states of a recurrent network outperforms attention on long sentences in"},
		{Passage: 3, Words: 15, Key: "pool", Title: "Pooling in recurrent networks", Section: "Method",
			Source: "hidden states were recorded every second while a reader looked at the words on a"},
	}
	if len(found) != len(want) {
		t.Fatalf("%+v", found)
	}
	for i, f := range found {
		here := m.Passages[f.Passage].Text[f.Text.Start:f.Text.End]
		if !strings.EqualFold(here, f.Source) {
			t.Errorf("%q is not %q", here, f.Source)
		}
		if f.Text = (copying.Span{}); f != want[i] {
			t.Errorf("%+v, want %+v", f, want[i])
		}
	}
	if coverage.Works != 5 || coverage.Compared != 2 || coverage.FullText != 1 || len(steps) != 5 {
		t.Errorf("%v, %v", coverage, steps)
	}
}

func TestACheckEndsWithItsRequest(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Check(ctx, corpus(), Manuscript{Works: works("pool")}, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
