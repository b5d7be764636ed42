package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// corpusPatience is how long a corpus is waited for while others have answered.
const corpusPatience = 10 * time.Second

// namePatience is the part of it that the name of one that failed is waited for.
const namePatience = 10

// maxAsked bounds the questions that one corpus has at a time, those included that
// are no longer waited for.
const maxAsked = 64

// errLate is the error of a corpus that does not answer in time.
var errLate = errors.New("it did not answer in time")

// everywhere asks all corpora at once, each for so long and no longer. One that
// fails does not spoil the others' answers.
func everywhere[T any](ctx context.Context, e *Engine, ask func(context.Context, Index) (T, error)) ([]T, []error) {
	ctx, cancel := context.WithTimeoutCause(ctx, e.parts.Patience, errLate)
	defer cancel()
	answers, failures := make([]T, len(e.parts.Indexes)), make([]error, len(e.parts.Indexes))
	var wait sync.WaitGroup
	for i, index := range e.parts.Indexes {
		wait.Go(func() {
			answers[i], failures[i] = inTime(ctx, e.asked[i], func() (T, error) { return guarded(ctx, index, ask) })
		})
	}
	wait.Wait()
	return answers, failures
}

// inTime returns when ctx ends, whether ask does or not. It holds one of the slots
// while ask runs.
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

// guarded turns a panic of an index into its error: it runs beside the request,
// where nobody else could catch it (invariant 6).
func guarded[T any](ctx context.Context, index Index, ask func(context.Context, Index) (T, error)) (answer T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error in a corpus: %v", r)
		}
	}()
	return ask(ctx, index)
}

// leftOut says of each corpus that failed that the answer is without it.
func (e *Engine) leftOut(ctx context.Context, failures []error) (notices []Notice) {
	if !slices.ContainsFunc(failures, func(err error) bool { return err != nil }) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, e.parts.Patience/namePatience)
	defer cancel()
	names, _ := everywhere(ctx, e, func(ctx context.Context, index Index) (string, error) {
		info, err := index.Info(ctx)
		return info.Name, err
	})
	for i, failure := range failures {
		if failure == nil {
			continue
		}
		name, code := fmt.Sprintf("corpus %d of %d", i+1, len(failures)), NoticeFailed
		if names[i] != "" {
			name = "the corpus " + names[i]
		}
		if errors.Is(failure, errLate) {
			code = NoticeLate
		}
		notices = append(notices, Notice{code, names[i], fmt.Sprintf("%s is left out: %v", name, failure)})
	}
	return notices
}
