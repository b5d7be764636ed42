package index_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// statesSeen is the number of states that each reader of the test below must see.
const statesSeen = 6

// Two readers in this process and two in others search while a writer changes all papers, removes
// one, or merges segments. Each result must belong to a single published state. The test ends when
// every reader has seen several states.
func TestNoAnswerIsTorn(t *testing.T) {
	dir := t.TempDir()
	if err := buildHelper(dir, 0); err != nil {
		t.Fatal(err)
	}
	papers := testPapers(t)[:statePapers]
	done := make(chan error)
	for range 2 {
		other := startHelper(t, "read", dir, len(papers))
		go func() { done <- other.Wait() }()
		go func() { done <- readHelper(dir, len(papers)) }()
	}
	for i, readers := 1, 4; readers > 0; {
		select {
		case err := <-done:
			if readers--; err != nil {
				t.Fatal(err)
			}
			continue // repeats the step, so that no addition between two removals is skipped
		default:
		}
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
		i++
	}
}

// readHelper searches until it has seen several states.
func readHelper(dir string, papers int) error {
	x, err := index.Open(dir)
	if err != nil {
		return err
	}
	defer func() { x.Close() }()
	seen := make(map[string]bool)
	for answers := 0; len(seen) < statesSeen; answers++ {
		if answers%5 == 4 { // a reader that opens the index between two states
			fresh, err := index.Open(dir)
			if err != nil {
				return err
			}
			x.Close()
			x = fresh
		}
		state, err := oneState(x, papers)
		if err != nil {
			return err
		}
		seen[state] = true
	}
	return nil
}

// oneState requests all papers and returns the state to which they all belong.
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
