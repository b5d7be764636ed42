package search

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"testing/synctest"
)

// A gated embedder waits until the test opens its gate. It embeds a text as the text's length.
type gated struct {
	gate  chan struct{} // nil if open
	asked int
}

func (g *gated) ID() string { return "gated" }
func (g *gated) Dim() int   { return 1 }
func (g *gated) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	g.asked += len(texts)
	if g.gate != nil {
		select {
		case <-g.gate:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = []float32{float32(len(text))}
	}
	return vectors, nil
}

func TestTwoRequestsForATextEmbedItOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		embedder := &gated{gate: make(chan struct{})}
		vectors := NewVectors(embedder)
		answers := make(chan [][]float32, 2)
		for range 2 {
			go func() {
				answer, err := vectors.embed(t.Context(), []string{"four", ""})
				if err != nil {
					t.Error(err)
				}
				answers <- answer
			}()
		}
		synctest.Wait()
		close(embedder.gate)
		for range 2 {
			if v := <-answers; len(v) != 2 || v[0][0] != 4 || v[1] != nil {
				t.Errorf("%v", v)
			}
		}
		if embedder.asked != 1 {
			t.Errorf("%d texts were embedded", embedder.asked)
		}
	})
}

func TestARequestOutlivesTheOneThatItWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		embedder := &gated{gate: make(chan struct{})}
		vectors := NewVectors(embedder)
		first, cancel := context.WithCancel(t.Context())
		failed, done := make(chan error), make(chan error)
		go func() {
			_, err := vectors.embed(first, []string{"four"})
			failed <- err
		}()
		synctest.Wait()
		go func() {
			_, err := vectors.embed(t.Context(), []string{"four"})
			done <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		synctest.Wait()
		close(embedder.gate)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestTheTextsUsedLastAreRemembered(t *testing.T) {
	embedder := &gated{}
	vectors := NewVectors(embedder)
	ask := func(text string) {
		if _, err := vectors.embed(t.Context(), []string{text}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 2 * maxCached {
		ask("the paragraph at hand")
		ask(strconv.Itoa(i))
	}
	if embedder.asked != 1+2*maxCached {
		t.Errorf("%d texts were embedded, want each once", embedder.asked)
	}
}
