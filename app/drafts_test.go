package app

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
)

var baker = &engine.Paper{
	ID: "1", Title: "Max pooling", Authors: []engine.Author{{Family: "Baker"}}, Year: 2002,
	Abstract: "We compare max pooling with mean pooling of words.",
}

// A slowWriter counts its sentences. Each blocks until the test releases it.
type slowWriter struct {
	begun int
	letGo chan struct{}
}

func (w *slowWriter) Write(ctx context.Context, req engine.DraftRequest, n int) ([]engine.Draft, error) {
	w.begun++
	select {
	case <-w.letGo:
		return engine.Composer{}.Write(ctx, req, n)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func slowEngine() (*slowWriter, *engine.Engine) {
	w := &slowWriter{letGo: make(chan struct{})}
	return w, engine.New(engine.Parts{Writer: w})
}

func TestADraftIsMadeThoughTheOneWhoBeganItGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, e := slowEngine()
		var drafts Drafts
		first, cancel := context.WithCancel(t.Context())
		go drafts.Get(first, e, engine.DraftRequest{Paper: baker}, 1)
		synctest.Wait()
		done := make(chan error)
		go func() {
			_, err := drafts.Get(t.Context(), e, engine.DraftRequest{Paper: baker}, 1)
			done <- err
		}()
		synctest.Wait()
		cancel()
		w.letGo <- struct{}{}
		if err := <-done; err != nil || w.begun != 2 {
			t.Errorf("%v, begun %d times", err, w.begun)
		}
	})
}

func TestADraftAheadGivesWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, e := slowEngine()
		var drafts Drafts
		ahead := func(keyword string) context.Context {
			working, draft := drafts.Ahead(t.Context(), e, engine.DraftRequest{Paper: baker, Keywords: []string{keyword}})
			go draft()
			synctest.Wait()
			return working
		}
		first, second := ahead("pooling"), ahead("words")
		if first.Err() == nil || second.Err() != nil {
			t.Error("the older sentence is drafted still, or the newer one is not")
		}
		go drafts.Get(t.Context(), e, engine.DraftRequest{Paper: baker, Keywords: []string{"words"}}, 1)
		if synctest.Wait(); w.begun != 2 {
			t.Errorf("a sentence that is on its way was begun again: %d", w.begun)
		}
		drafts.StopAhead()
		if synctest.Wait(); second.Err() == nil {
			t.Error("drafted for a text that changed")
		}
		w.letGo <- struct{}{} // the request restarts the cancelled draft
	})
}

// A paidWriter stands for a language model on another machine. It fails at first.
type paidWriter struct{ drafted int }

func (w *paidWriter) Spends() bool { return true }

func (w *paidWriter) Write(ctx context.Context, req engine.DraftRequest, n int) ([]engine.Draft, error) {
	w.drafted++
	drafts, err := engine.Composer{}.Write(ctx, req, n)
	for i := range drafts {
		drafts[i].Fallback = w.drafted == 1
	}
	return drafts, err
}

func TestAMenuCallsNoModelThatSpends(t *testing.T) {
	w := new(paidWriter)
	var drafts Drafts
	d, err := drafts.Composed(t.Context(), engine.New(engine.Parts{Writer: w}), engine.DraftRequest{Paper: baker})
	if err != nil || d.Text == "" || w.drafted > 0 {
		t.Errorf("%+v, %v; the model drafted %d times", d, err, w.drafted)
	}
}

func TestAModelThatFailedIsCalledAgain(t *testing.T) {
	w := new(paidWriter)
	e := engine.New(engine.Parts{Writer: w})
	var drafts Drafts
	for _, want := range []int{1, 2, 2} {
		if _, err := drafts.Get(t.Context(), e, engine.DraftRequest{Paper: baker}, 1); err != nil || w.drafted != want {
			t.Errorf("drafted %d times, want %d: %v", w.drafted, want, err)
		}
	}
}

// A recovering network fails for the first sentence and then finds that all sentences contradict each other.
type recovering struct{ asked int }

func (n *recovering) Judge(ctx context.Context, pairs []judge.Pair) ([]judge.Logits, error) {
	if n.asked++; n.asked == 1 {
		return broken{}.Judge(ctx, pairs)
	}
	return contradict.Judge(ctx, pairs)
}

func TestADraftThatNoJudgeReadIsJudgedAgain(t *testing.T) {
	network := new(recovering)
	e := engine.New(engine.Parts{Judge: network})
	request := engine.DraftRequest{Claim: "Max pooling improves parsing of Dutch words.", Textual: true,
		Context: []string{"Max pooling improves parsing of Dutch words."},
		Paper: &engine.Paper{ID: "2", Title: "Pooling", Authors: []engine.Author{{Family: "Lee"}, {Family: "Chen"}},
			Abstract: "We find that max pooling does not improve parsing of Dutch words."}}
	var drafts Drafts
	for i, want := range []bool{false, true, true} {
		made, err := drafts.Get(t.Context(), e, request, 1)
		if err != nil || made[0].Contradicts != want {
			t.Errorf("request %d: %+v, %v", i, made, err)
		}
	}
	if network.asked != 3 { // once in vain, and then in both directions
		t.Errorf("the network was asked %d times", network.asked)
	}
}
