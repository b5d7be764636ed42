package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// corpusPatience is the default timeout for a call to a corpus.
const corpusPatience = 10 * time.Second

// namePatience divides Parts.Patience to give the timeout for requesting a corpus's name.
const namePatience = 10

// maxAsked is the maximum number of concurrent calls to one corpus, including calls that timed out
// but have not returned.
const maxAsked = 64

// errLate is the cause of the cancellation when a corpus times out.
var errLate = errors.New("no answer in time")

// A source is a retriever with its limits and its position in the engine.
type source struct {
	Retriever
	number    int // index of the source among all sources
	own       bool
	limits    Limits
	unlimited bool          // whether the retriever sets no limits, as local ones do
	slots     chan struct{} // semaphore for concurrent calls
}

func newSource(number int, r Retriever, patience time.Duration) *source {
	_, own := r.(ownRetriever)
	s := &source{Retriever: r, number: number, own: own, limits: limitsOf(r), slots: make(chan struct{}, maxAsked)}
	s.unlimited = s.limits == Limits{}
	s.limits.Patience = cmp.Or(s.limits.Patience, patience)
	return s
}

func limitsOf(r Retriever) Limits {
	if own, ok := r.(ownRetriever); ok {
		return limitsOf(own.Retriever)
	}
	if limited, ok := r.(Limited); ok {
		return limited.Limits()
	}
	return Limits{}
}

// A reply is the answer or the error from one source.
type reply[T any] struct {
	from   *source
	answer T
	err    error
}

// A question is a call to one source.
type question[T any] func(context.Context, *source) (T, error)

// everywhere calls all sources concurrently, each with its own timeout, and returns one reply
// per source, in the order of sources (invariant 8). A failure affects only the reply of that source.
func everywhere[T any](ctx context.Context, sources []*source, ask question[T]) []reply[T] {
	replies := make([]reply[T], len(sources))
	var calls sync.WaitGroup
	for i, s := range sources {
		calls.Go(func() {
			ctx, cancel := context.WithTimeoutCause(ctx, s.limits.Patience, errLate)
			defer cancel()
			answer, err := inTime(ctx, s.slots, func() (T, error) { return guarded(ctx, s, ask) })
			replies[i] = reply[T]{s, answer, err}
		})
	}
	calls.Wait()
	return replies
}

func infosOf(ctx context.Context, sources []*source) []reply[Info] {
	return everywhere(ctx, sources, func(ctx context.Context, s *source) (Info, error) {
		info, err := s.Info(ctx)
		info.Host = s.limits.Host
		return info, err
	})
}

// inTime calls ask and returns when it returns or when ctx is done. An abandoned call keeps its
// slot until it returns.
func inTime[T any](ctx context.Context, slots chan struct{}, ask func() (T, error)) (answer T, err error) {
	type outcome struct {
		answer T
		err    error
	}
	select {
	case slots <- struct{}{}:
	case <-ctx.Done():
		return answer, context.Cause(ctx)
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() { <-slots }()
		answer, err := ask()
		done <- outcome{answer, err}
	}()
	select {
	case o := <-done:
		answer, err = o.answer, o.err
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil && errors.Is(err, ctx.Err()) {
		err = context.Cause(ctx)
	}
	return answer, err
}

// guarded converts a panic in a retriever into an error. Retrievers run in their own goroutines, where no
// caller could recover the panic (invariant 6).
func guarded[T any](ctx context.Context, s *source, ask question[T]) (answer T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %v: please report it", r)
		}
	}()
	return ask(ctx, s)
}

// answered returns the answers of the sources that succeeded.
func answered[T any](replies []reply[T]) (answers []T) {
	for _, r := range replies {
		if r.err == nil {
			answers = append(answers, r.answer)
		}
	}
	return answers
}

// answering returns the sources that succeeded.
func answering[T any](replies []reply[T]) (sources []*source) {
	for _, r := range replies {
		if r.err == nil {
			sources = append(sources, r.from)
		}
	}
	return sources
}

func failuresOf[T any](replies []reply[T]) (err error) {
	for _, r := range replies {
		err = errors.Join(err, r.err)
	}
	return err
}

// ErrNoCorpus is wrapped by errors about unknown or ambiguous corpus names.
var ErrNoCorpus = errors.New("unknown corpus")

// Corpus returns the retriever of the corpus with the given ID or unique name.
func (e *Engine) Corpus(ctx context.Context, named string) (Retriever, error) {
	var called []Retriever
	for _, r := range infosOf(ctx, e.sources) {
		switch {
		case r.err == nil && r.answer.ID == named:
			return r.from.Retriever, nil
		case r.err == nil && r.answer.Name == named:
			called = append(called, r.from.Retriever)
		}
	}
	if len(called) != 1 {
		return nil, fmt.Errorf("%w %q", ErrNoCorpus, named)
	}
	return called[0], nil
}
