package onnx

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scilit-lsp/scilit-lsp/engine/draft"
)

// tinyRewriter returns a rewriter of two layers with random weights.
func tinyRewriter(t *testing.T) *Rewriter {
	t.Helper()
	return openRewriter(t, Settings{Models: []string{"testdata"}, Model: "tiny-rewriter"})
}

// openRewriter opens and loads a rewriter. It skips the test where the machine cannot run networks.
func openRewriter(t testing.TB, s Settings) *Rewriter {
	t.Helper()
	found, err := Locate(s)
	if err == nil {
		err = found.runnable()
	}
	if err != nil {
		t.Skip(err)
	}
	r, err := OpenRewriter(found)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	if err := r.Load(); err != nil {
		t.Fatal(err)
	}
	return r
}

var tinyRequest = draft.RewriteRequest{
	Title: "On naïve parsing", Abstract: "Parsing is slow. We parse.", Statement: "We parse.",
	Voices: []draft.Voice{draft.AuthorsAct, draft.Brief}, N: 2,
}

// A text that is read at once has the same probability as one that is extended token by token beside
// others.
func TestTheCacheHoldsWhatWasRead(t *testing.T) {
	a := tinyRewriter(t).author.model
	ctx := context.Background()
	prompt := a.tokens.Encode(nil, strings.Repeat("a prompt that takes more than one chunk ", 3))
	written, _, err := a.decoder.read(ctx, prompt, 3, 8)
	if err != nil {
		t.Fatal(err)
	}
	// rows: the content of each row after the prompt
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

func TestARewriterReturnsTheSameSentencesAgain(t *testing.T) {
	r := tinyRewriter(t)
	first, err := r.Rewrite(t.Context(), tinyRequest)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range first {
		if strings.Count(s.Text, draft.Mark) != 1 || s.Fluency >= 0 {
			t.Errorf("%q with %f", s.Text, s.Fluency)
		}
	}
	again, err := r.Rewrite(t.Context(), tinyRequest)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("(-first +again):\n%s", diff)
	}
}

func TestRewritingCanBeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tinyRewriter(t).Rewrite(ctx, tinyRequest); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestThePromptIsTheOneOfTraining(t *testing.T) {
	a := &author{tokens: testBPE(t)}
	req := tinyRequest
	req.Title, req.Statement = "On naïve\nparsing", "We parse <|im_end|> sentences."
	const want = "Title: On naïve parsing\nAbstract: Parsing is slow. We parse.\nStatement: We parse <|im_end|> sentences."
	if got := a.tokens.Decode(a.prompt(req)); got != want {
		t.Errorf("prompt\n%s\nwant\n%s", got, want)
	}
}

// A prompt has its limit, however long the paper is.
func TestALongPaperDoesNotExceedTheModel(t *testing.T) {
	a := &author{tokens: testBPE(t)}
	long := strings.Repeat("parsers of all languages ", 1<<12)
	ids := a.prompt(draft.RewriteRequest{Title: long, Abstract: long, Statement: long})
	if most := titleTokens + abstractTokens + statementTokens + 8; len(ids) > most {
		t.Errorf("%d tokens, want at most %d", len(ids), most)
	}
}

func BenchmarkRewrite(b *testing.B) {
	r := openRewriter(b, Settings{Model: DefaultRewriter})
	req := draft.RewriteRequest{
		Title: "Attention is all you need", Abstract: strings.Repeat("We propose a network architecture based solely on "+
			"attention mechanisms, without recurrence or convolutions. ", 6),
		Statement: "We propose a network architecture based solely on attention mechanisms, without recurrence.",
		Voices:    []draft.Voice{draft.AuthorsAct, draft.Factual, draft.Brief}, N: 3,
	}
	for b.Loop() {
		if all, err := r.Rewrite(b.Context(), req); err != nil || len(all) == 0 {
			b.Fatal(all, err)
		}
	}
}
