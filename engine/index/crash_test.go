package index_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// kills is the number of times that each kind of writer is killed, each time at a random moment.
const kills = 10

// A writer that is killed at any moment leaves either the old state or the complete new one, and
// does not block the next writer.
func TestAKilledWriterLeavesTheOldStateOrTheNew(t *testing.T) {
	skipShort(t)
	random := rand.New(rand.NewPCG(3, 4))
	for _, kind := range []string{"build", "add", "fold", "import"} {
		t.Run(kind, func(t *testing.T) {
			dir := t.TempDir()
			if err := buildHelper(dir, 0); err != nil {
				t.Fatal(err)
			}
			whole := undisturbed(t, kind, dir)
			state, interrupted := 1, 0
			for i := range kills {
				if kind == "fold" {
					unfold(t, dir, state)
				}
				c := startHelper(t, kind, dir, state+1)
				wait := time.Duration(random.Float64() * 1.1 * float64(whole))
				time.Sleep(wait)
				_ = c.Process.Kill()
				if c.Wait() != nil {
					interrupted++
				} else {
					whole = min(whole, wait) // the writer took less time
				}
				if kind == "fold" {
					checkState(t, dir, state, state)
				} else {
					state = checkState(t, dir, state, state+1)
				}
				if t.Failed() {
					t.Fatalf("kill %d", i)
				}
			}
			t.Logf("%d of %d ended by the kill; %d states were published", interrupted, kills, state)
			if interrupted == 0 {
				t.Error("no writer was killed while it worked")
			}
		})
	}
}

// undisturbed brings the index to state 1 and returns how long the writer took.
func undisturbed(t *testing.T, kind, dir string) time.Duration {
	t.Helper()
	if kind == "fold" {
		unfold(t, dir, 0)
	}
	begin := time.Now()
	if err := startHelper(t, kind, dir, 1).Wait(); err != nil {
		t.Fatal(err)
	}
	took := time.Since(begin)
	if kind == "fold" {
		if err := buildHelper(dir, 1); err != nil {
			t.Fatal(err)
		}
	}
	return took
}

// unfold splits an index into segments without changing its content.
func unfold(t *testing.T, dir string, state int) {
	t.Helper()
	papers, err := stateOf(state)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		some := papers[i*10 : i*10+10]
		var ids []string
		for _, p := range some {
			ids = append(ids, p.ID)
		}
		remove(t, dir, ids...)
		add(t, dir, wordEmbedder{}, some)
	}
}

// checkState returns which of two states is published. It fails if the state is incomplete.
func checkState(t *testing.T, dir string, before, after int) int {
	t.Helper()
	if damages, err := index.Verify(context.Background(), dir); err != nil || len(damages) > 0 {
		t.Fatalf("%v %v", damages, err)
	}
	x, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	first := -1
	for state := before; state <= after; state++ {
		papers, err := stateOf(state)
		if err != nil {
			t.Fatal(err)
		}
		if holdsAll(t, x, papers) {
			first = state
		}
	}
	if first < 0 {
		t.Errorf("neither state %d nor %d", before, after)
	}
	return first
}

func holdsAll(t *testing.T, x *index.Index, papers []*engine.Paper) bool {
	t.Helper()
	var refs []engine.WorkRef
	for _, p := range papers {
		refs = append(refs, engine.WorkRef{ID: p.ID})
	}
	found, err := x.Papers(t.Context(), refs)
	if err != nil {
		t.Fatal(err)
	}
	info, err := x.Info(t.Context())
	if err != nil || info.Papers != len(papers) {
		t.Fatalf("%d papers instead of %d (%v)", info.Papers, len(papers), err)
	}
	for i, p := range papers {
		if found[i] == nil || found[i].Title != p.Title {
			return false
		}
	}
	return true
}

// Papers embedded before a kill are not embedded again.
func TestAKilledBuildGoesOnWhereItWas(t *testing.T) {
	for _, kind := range []string{"build", "add"} {
		t.Run(kind, func(t *testing.T) {
			dir := t.TempDir()
			papers := testPapers(t)
			build(t, dir, wordEmbedder{}, sequence(papers[:1]))
			t.Setenv(haltVariable, "100")
			c := startHelper(t, "slow-"+kind, dir, 1)
			for entries(dir) < 90 {
				time.Sleep(time.Millisecond)
			}
			_ = c.Process.Kill()
			_ = c.Wait()
			damageLastEntry(t, dir)
			var calls atomic.Int32
			again, err := rounds(1)
			if err != nil {
				t.Fatal(err)
			}
			if kind == "build" {
				build(t, dir, wordEmbedder{&calls}, sequence(again))
			} else {
				add(t, dir, wordEmbedder{&calls}, again)
			}
			if most := int32(len(again) - 90 + 1); calls.Load() > most || calls.Load() == 0 {
				t.Errorf("%d texts were embedded again, want at most %d", calls.Load(), most)
			}
			if _, err := os.Stat(journalOf(dir)); !os.IsNotExist(err) {
				t.Errorf("the journal is still there: %v", err)
			}
			fresh := t.TempDir()
			build(t, fresh, wordEmbedder{}, sequence(again))
			sameVectors(t, dir, fresh)
		})
	}
}

func journalOf(dir string) string { return filepath.Join(dir, "embedded.bin") }

// entrySize is the size of an entry in the journal of vectors with 96 components, in bytes.
const entrySize = 8 + 2*8 + 4 + 96 + 4

func entries(dir string) int {
	info, err := os.Stat(journalOf(dir))
	if err != nil {
		return 0
	}
	return int(info.Size() / entrySize)
}

// damageLastEntry damages the last entry of a journal, as a crash of the machine may do.
func damageLastEntry(t *testing.T, dir string) {
	t.Helper()
	raw, err := os.ReadFile(journalOf(dir))
	if err != nil {
		t.Fatal(err)
	}
	raw[len(raw)-20] ^= 1
	if err := os.WriteFile(journalOf(dir), append(raw, 1, 2, 3), 0o644); err != nil {
		t.Fatal(err)
	}
}

// sameVectors compares the cosine similarities of all papers to a query.
func sameVectors(t *testing.T, a, b string) {
	t.Helper()
	var answers [2]engine.Result
	vectors, _ := wordEmbedder{}.Embed(t.Context(), []string{"neural machine translation"})
	for i, dir := range []string{a, b} {
		var err error
		req := engine.Request{Vector: vectors[0], Embedder: "words:1", Limit: 1000}
		if answers[i], err = open(t, dir).Search(t.Context(), req); err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range answers[0].Candidates {
		if w := answers[1].Candidates[i]; c.Paper.ID != w.Paper.ID || c.Cosine != w.Cosine {
			t.Errorf("%s at %v, want %s at %v", c.Paper.ID, c.Cosine, w.Paper.ID, w.Cosine)
		}
	}
}

// haltVariable is an environment variable. It contains the number of texts after which the embedder
// of a slow helper stops.
const haltVariable = "SCILIT_TEST_HALT"

func TestASecondWriterSaysWhoIsAtWorkOrWaits(t *testing.T) {
	dir := t.TempDir()
	papers := testPapers(t)
	build(t, dir, nil, sequence(papers[:1]))
	inside, leave := make(chan struct{}), make(chan struct{})
	done := make(chan error)
	go func() {
		_, err := index.Add(context.Background(), index.BuildOptions{Dir: dir}, func(yield func(*engine.Paper, error) bool) {
			close(inside)
			<-leave
			yield(papers[1], nil)
		})
		done <- err
	}()
	<-inside
	_, _, err := index.Remove(t.Context(), dir, []string{papers[0].ID}, false)
	if err == nil || !strings.Contains(err.Error(), "the index is being written by another process (process ") {
		t.Errorf("got %v", err)
	}
	waited := make(chan error)
	go func() {
		_, _, err := index.Remove(context.Background(), dir, []string{papers[0].ID}, true)
		waited <- err
	}()
	close(leave)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := <-waited; err != nil {
		t.Error(err)
	}
	if l := list(t, dir); l.Papers != 1 {
		t.Errorf("%d papers, want the one that was added", l.Papers)
	}
}

func TestAPanicBesideABuildIsAnError(t *testing.T) {
	dir := t.TempDir()
	papers := testPapers(t)
	build(t, dir, nil, sequence(papers[:3]))
	_, err := index.Build(t.Context(), index.BuildOptions{Dir: dir}, func(yield func(*engine.Paper, error) bool) {
		yield(papers[0], nil)
		panic("reader")
	})
	if err == nil || !strings.Contains(err.Error(), "reader") {
		t.Errorf("got %v", err)
	}
	_, err = index.Build(t.Context(), index.BuildOptions{Dir: dir, Embedder: panicEmbedder{}}, sequence(papers))
	if err == nil || !strings.Contains(err.Error(), "embedder") {
		t.Errorf("got %v", err)
	}
	if l := list(t, dir); l.Papers != 3 {
		t.Errorf("%d papers, want the 3 of before", l.Papers)
	}
}

type panicEmbedder struct{ wordEmbedder }

func (panicEmbedder) Embed(context.Context, []string) ([][]float32, error) { panic("embedder") }
