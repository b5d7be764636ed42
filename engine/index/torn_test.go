package index_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// changes is how many states the writer of the test below publishes.
const changes = 40

// Two readers in this process and two in others ask while a writer changes all
// papers, removes one, or folds: each answer is one of the published states.
func TestNoAnswerIsTorn(t *testing.T) {
	dir := t.TempDir()
	if err := buildHelper(dir, 0); err != nil {
		t.Fatal(err)
	}
	papers := testPapers(t)
	others := []interface{ Wait() error }{startHelper(t, "read", dir, len(papers)), startHelper(t, "read", dir, len(papers))}
	stop := make(chan struct{})
	own := make(chan error, 2)
	for range 2 {
		go func() { own <- readUntil(dir, len(papers), stop) }()
	}
	for i := 1; i <= changes; i++ {
		switch {
		case i%7 == 0:
			if err := index.Compact(t.Context(), dir, false); err != nil {
				t.Fatal(err)
			}
		case i%3 == 0:
			remove(t, dir, papers[i%len(papers)].ID)
		default:
			if err := addHelper(dir, i); err != nil {
				t.Fatal(err)
			}
		}
	}
	close(stop)
	if err := os.WriteFile(stopFile(dir), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := <-own; err != nil {
			t.Error(err)
		}
	}
	for _, other := range others {
		if err := other.Wait(); err != nil {
			t.Errorf("a reader in another process: %v", err)
		}
	}
}

func stopFile(dir string) string { return dir + "/stop" }

func readHelper(dir string, papers int) error {
	stop := make(chan struct{})
	go func() {
		for {
			if _, err := os.Stat(stopFile(dir)); err == nil {
				close(stop)
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return readUntil(dir, papers, stop)
}

func readUntil(dir string, papers int, stop <-chan struct{}) error {
	x, err := index.Open(dir)
	if err != nil {
		return err
	}
	defer func() { x.Close() }()
	seen := make(map[string]bool)
	for answers := 0; ; answers++ {
		if answers%5 == 4 { // a reader that begins between two states
			fresh, err := index.Open(dir)
			if err != nil {
				return err
			}
			x.Close()
			x = fresh
		}
		select {
		case <-stop:
			if len(seen) < 3 {
				return fmt.Errorf("%d answers of only %d states", answers, len(seen))
			}
			return nil
		default:
		}
		state, err := oneState(x, papers)
		if err != nil {
			return err
		}
		seen[state] = true
	}
}

// oneState asks for all papers and says which state they are all of.
func oneState(x *index.Index, papers int) (string, error) {
	vectors, _ := wordEmbedder{}.Embed(context.Background(), []string{"round"})
	got, err := x.Search(context.Background(), engine.Request{
		Limit: 2 * papers, Vector: vectors[0], Embedder: "words:1", Keywords: []string{"round"},
	})
	if err != nil {
		return "", err
	}
	if len(got.Candidates) != got.Matching || got.Matching != papers && got.Matching != papers-1 {
		return "", fmt.Errorf("%d candidates of %d papers", len(got.Candidates), got.Matching)
	}
	state := ""
	for _, c := range got.Candidates {
		_, round, _ := strings.Cut(c.Paper.Title, " in round ")
		if state == "" {
			state = round
		}
		if round != state {
			return "", fmt.Errorf("%s is of round %s, others of %s", c.Paper.ID, round, state)
		}
	}
	return fmt.Sprintf("%s/%d", state, got.Matching), nil
}
