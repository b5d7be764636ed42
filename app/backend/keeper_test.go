package backend

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A shelf is a fake library with scripted refreshes.
type shelf struct {
	refresh  func(dirtyPaths []string) error
	problems []engine.LibraryProblem
}

func (s *shelf) Dir() string { return "/library" }

func (s *shelf) Refresh(_ context.Context, dirtyPaths []string, step func(engine.LibraryStep)) error {
	step(engine.LibraryStep{File: 1, Files: 1})
	return s.refresh(dirtyPaths)
}

func (s *shelf) Status() engine.LibraryStatus { return engine.LibraryStatus{Problems: s.problems} }

// A diary is a LibraryView that records its calls.
type diary struct{ lines []string }

func (d *diary) Guard(work func()) {
	defer func() {
		if r := recover(); r != nil {
			d.lines = append(d.lines, fmt.Sprint("panic: ", r))
		}
	}()
	work()
}

func (d *diary) Begin(ctx context.Context) (context.Context, func(engine.LibraryStep), func(engine.LibraryStatus)) {
	ctx, cancel := context.WithCancel(ctx)
	step := func(s engine.LibraryStep) { d.lines = append(d.lines, fmt.Sprintf("step %d", s.File)) }
	return ctx, step, func(engine.LibraryStatus) { cancel() }
}

func (d *diary) Failed(_ context.Context, err error) {
	d.lines = append(d.lines, "failed: "+err.Error())
}
func (d *diary) Problem(_ context.Context, p engine.LibraryProblem) {
	d.lines = append(d.lines, "problem: "+p.Path)
}

func TestALibraryIsRefreshedAtEachChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var seen []string
		shelf, shown := &shelf{problems: []engine.LibraryProblem{{Path: "a.pdf"}}}, &diary{}
		shelf.refresh = func(dirtyPaths []string) error {
			if seen = append(seen, strings.Join(dirtyPaths, " ")); len(seen) == 3 {
				shelf.problems = append(shelf.problems, engine.LibraryProblem{Path: "b.pdf"})
			}
			return nil
		}
		keeper := NewKeeper(shown)
		keeper.MarkDirty("before there is a library")
		keeper.Keep(ctx, shelf, 10*time.Minute)
		synctest.Wait()
		for _, path := range []string{"a.bib", "b.bib", "a.bib", ""} {
			keeper.MarkDirty(path)
		}
		time.Sleep(11 * time.Minute) // longer than the interval, without a changed file
		synctest.Wait()
		if want := []string{"", "a.bib b.bib", ""}; !slices.Equal(seen, want) {
			t.Errorf("refreshed for %q", seen)
		}
		if want := []string{"step 1", "problem: a.pdf", "step 1", "step 1", "problem: b.pdf"}; !slices.Equal(shown.lines, want) {
			t.Errorf("shown: %q", shown.lines)
		}
	})
}

func TestALibraryThatFailsSaysSoAndIsLookedAtAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		shelf, shown, rounds := &shelf{}, &diary{}, 0
		shelf.refresh = func([]string) error {
			switch rounds++; rounds {
			case 1:
				return errors.New("the disk is full")
			case 2:
				panic("a bug")
			}
			return nil
		}
		keeper := NewKeeper(shown)
		keeper.Keep(ctx, shelf, time.Minute)
		time.Sleep(150 * time.Second)
		synctest.Wait()
		if want := []string{"step 1", "failed: the disk is full", "step 1", "panic: a bug", "step 1"}; !slices.Equal(shown.lines, want) {
			t.Errorf("shown: %q", shown.lines)
		}
		keeper.Keep(ctx, nil, time.Minute)
		time.Sleep(time.Hour)
		if keeper.Current() != nil || rounds != 3 {
			t.Errorf("a library that was left is refreshed: %d rounds", rounds)
		}
	})
}
