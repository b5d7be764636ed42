package onnx

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// tinyWriter is a writer of two layers that has learned nothing: see
// models/train/writer_tiny.py.
func tinyWriter(t *testing.T) *Writer {
	t.Helper()
	found, err := Locate(Settings{Models: []string{"testdata"}, Model: "tiny-writer"})
	if err == nil {
		err = found.runnable()
	}
	if err != nil {
		t.Skip(err)
	}
	w, err := OpenWriter(found)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Load(); err != nil {
		t.Fatal(err)
	}
	return w
}

var tinyRequest = engine.DraftRequest{
	Paper:   &engine.Paper{Title: "On naïve parsing", Abstract: "We parse."},
	Context: []string{"Parsers are slow [CITE]."},
}

// A text that is read at once and one that is written token by token beside
// others, from row to row, must be as likely.
func TestTheCacheRemembersWhatWasRead(t *testing.T) {
	w := tinyWriter(t)
	if err := w.Load(); err != nil {
		t.Fatal(err)
	}
	a := w.author.model
	ctx := context.Background()
	prompt := a.tokens.Encode(nil, strings.Repeat("a prompt that takes more than one chunk ", 3))
	written, _, err := a.decoder.read(ctx, prompt, 3, 8)
	if err != nil {
		t.Fatal(err)
	}
	// rows: what each holds behind the prompt
	steps := []struct {
		rows   []int
		tokens []int64
		texts  [][]int64
	}{
		{[]int{0, 0}, []int64{50, 60}, [][]int64{{50}, {60}}},
		{[]int{1, 0, 1}, []int64{70, 80, 90}, [][]int64{{60, 70}, {50, 80}, {60, 90}}},
		{[]int{2, 0, 1}, []int64{71, 81, 91}, [][]int64{{60, 90, 71}, {60, 70, 81}, {50, 80, 91}}},
	}
	for _, step := range steps {
		scores, err := written.extend(step.rows, step.tokens)
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range step.texts {
			_, want, err := a.decoder.read(ctx, append(prompt[:len(prompt):len(prompt)], text...), 1, 1)
			if err != nil {
				t.Fatal(err)
			}
			for id := range want {
				if math.Abs(float64(want[id]-scores[i][id])) > 1e-3 {
					t.Fatalf("after %v token %d has %f, want %f", text, id, scores[i][id], want[id])
				}
			}
		}
	}
}

func TestDraftsHaveOneCitation(t *testing.T) {
	drafts, err := tinyWriter(t).Drafts(context.Background(), tinyRequest, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range drafts {
		if strings.Count(d.Text, engine.Mark) != 1 {
			t.Errorf("%q", d.Text)
		}
	}
}

func TestTheSameRequestGivesTheSameDrafts(t *testing.T) {
	w := tinyWriter(t)
	first, err := w.Drafts(context.Background(), tinyRequest, 2)
	if err != nil {
		t.Fatal(err)
	}
	again, err := w.Drafts(context.Background(), tinyRequest, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i := range first {
		if first[i] != again[i] {
			t.Errorf("%q, then %q", first[i].Text, again[i].Text)
		}
	}
}

func TestWritingCanBeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := tinyWriter(t).Drafts(ctx, tinyRequest, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestThePromptIsWhatTheModelLearnedFrom(t *testing.T) {
	a := &author{tokens: testBPE(t)}
	request := tinyRequest
	request.Context = []string{"An old one.", "Parsers (Weiss et al., 1999) are slow [CITE].", "Trees\nhelp [3, 4]."}
	request.Keywords, request.Intent = []string{"parsing", "tree bank"}, "method"
	const want = "Title: On naïve parsing\nAbstract:  We parse.\nContext: Parsers are slow. Trees help.\n" +
		"Keywords: parsing, tree bank\nIntent: method\nSentence:"
	if got := a.tokens.Decode(a.prompt(request)); got != want {
		t.Errorf("prompt\n%s\nwant\n%s", got, want)
	}
}

func BenchmarkDrafts(b *testing.B) {
	found, err := Locate(Settings{Model: DefaultWriter})
	if err == nil {
		err = found.runnable()
	}
	if err != nil {
		b.Skip(err)
	}
	w, err := OpenWriter(found)
	if err != nil {
		b.Fatal(err)
	}
	req := engine.DraftRequest{
		Paper: &engine.Paper{Title: "Attention is all you need", Abstract: strings.Repeat(
			"We propose a network architecture based solely on attention mechanisms, without recurrence or convolutions. ",
			6,
		)},
		Context:  []string{"Translation was long done by recurrent networks.", "They read one word after the other."},
		Keywords: []string{"attention mechanism"},
	}
	if err := w.Load(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if drafts, err := w.Drafts(b.Context(), req, 3); err != nil || len(drafts) == 0 {
			b.Fatal(drafts, err)
		}
	}
}

// capturing is a drafter that keeps what was asked and what was written.
type capturing struct {
	w      *Writer
	req    engine.DraftRequest
	drafts []engine.Draft
}

func (c *capturing) Drafts(ctx context.Context, req engine.DraftRequest, n int) ([]engine.Draft, error) {
	var err error
	c.req = req
	c.drafts, err = c.w.Drafts(ctx, req, n)
	return slices.Clone(c.drafts), err
}

// The model itself, with its weights, keeps to the words of the paper, begins
// as it is told, and names no number that the paper lacks, whatever the context says.
func TestTheModelKeepsToTheWordsOfThePaper(t *testing.T) {
	found, err := Locate(Settings{Models: []string{"../../models"}, Model: DefaultWriter})
	if err == nil {
		err = found.runnable()
	}
	if err != nil {
		t.Skip(err)
	}
	w, err := OpenWriter(found)
	if err != nil {
		t.Fatal(err)
	}
	c := &capturing{w: w}
	paper := &engine.Paper{
		Title: "Attention is all you need", Authors: []engine.Author{{Family: "Vaswani"}, {Family: "Shazeer"}},
		Abstract: "We propose a new simple network architecture, the Transformer, based solely on attention mechanisms, dispensing with recurrence and convolutions entirely. " +
			"Our model achieves 28.4 BLEU on the WMT 2014 translation task.",
	}
	req := engine.DraftRequest{Paper: paper, Textual: true, Keywords: []string{"attention", "BERT"},
		Context: []string{"We fine-tune BERT on 17 tasks of GLUE with the TSC-OPF algorithm."}}
	drafts, err := engine.CheckedWriter{Drafter: c}.Write(context.Background(), req, 3)
	if err != nil || len(drafts) == 0 || len(c.drafts) < 2 {
		t.Fatal(drafts, c.drafts, err)
	}
	known := map[string]bool{engine.Mark: true}
	for _, word := range c.req.Vocabulary.Words {
		known[word] = true
	}
	for _, d := range c.drafts {
		if !strings.HasPrefix(d.Text, engine.Mark+" ") || d.Fluency >= 0 {
			t.Errorf("%q has fluency %f", d.Text, d.Fluency)
		}
		for _, word := range strings.Fields(strings.TrimSuffix(d.Text, ".")) {
			if word = strings.Trim(word, ",;:()"); word != "" && !known[word] {
				t.Errorf("%q has %q", d.Text, word)
			}
		}
	}
}
