package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
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

// A source is a retriever as the engine asks it.
type source struct {
	Retriever
	number int // among all sources
	own    bool
	limits Limits
	here   bool          // on this machine: it sets no limits of its own
	slots  chan struct{} // a value for each question that it has
}

func newSource(number int, r Retriever, patience time.Duration) *source {
	_, own := r.(ownRetriever)
	s := &source{Retriever: r, number: number, own: own, limits: limitsOf(r), slots: make(chan struct{}, maxAsked)}
	s.here = s.limits == Limits{}
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

// A reply is what one source answered.
type reply[T any] struct {
	from   *source
	answer T
	err    error
}

// A question is put to one source.
type question[T any] func(context.Context, *source) (T, error)

// everywhere asks sources at once, each for so long and no longer. One that fails
// does not spoil the others' answers. The replies are parallel to sources.
func everywhere[T any](ctx context.Context, sources []*source, ask question[T]) []reply[T] {
	replies := make([]reply[T], 0, len(sources))
	incoming := asking(ctx, sources, ask)
	for range sources {
		replies = append(replies, <-incoming)
	}
	return inOrder(replies)
}

// inOrder sorts replies by their sources, whichever came first (invariant 8).
func inOrder[T any](replies []reply[T]) []reply[T] {
	slices.SortFunc(replies, func(a, b reply[T]) int { return a.from.number - b.from.number })
	return replies
}

// asking sends one reply of each source, as they come.
func asking[T any](ctx context.Context, sources []*source, ask question[T]) <-chan reply[T] {
	replies := make(chan reply[T], len(sources))
	for _, s := range sources {
		go func() {
			ctx, cancel := context.WithTimeoutCause(ctx, s.limits.Patience, errLate)
			defer cancel()
			answer, err := inTime(ctx, s.slots, func() (T, error) { return guarded(ctx, s, ask) })
			replies <- reply[T]{s, answer, err}
		}()
	}
	return replies
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

// guarded turns a panic of a retriever into its error: it runs beside the request,
// where no one else could catch it (invariant 6).
func guarded[T any](ctx context.Context, s *source, ask question[T]) (answer T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error in a corpus: %v", r)
		}
	}()
	return ask(ctx, s)
}

// answered are the answers of the sources that did not fail.
func answered[T any](replies []reply[T]) (answers []T) {
	for _, r := range replies {
		if r.err == nil {
			answers = append(answers, r.answer)
		}
	}
	return answers
}

// failuresOf joins the errors of replies.
func failuresOf[T any](replies []reply[T]) (err error) {
	for _, r := range replies {
		err = errors.Join(err, r.err)
	}
	return err
}

// leftOut says of each corpus that failed that the answer is without it.
func (e *Engine) leftOut(ctx context.Context, replies []reply[Result]) (notices []Notice) {
	var failed []*source
	var failures []error
	for _, r := range replies {
		if r.err != nil {
			failed, failures = append(failed, r.from), append(failures, r.err)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, e.parts.Patience/namePatience)
	defer cancel()
	names := everywhere(ctx, failed, func(ctx context.Context, s *source) (string, error) {
		info, err := s.Info(ctx)
		return info.Name, err
	})
	for i, failure := range failures {
		notices = append(notices, e.without(failed[i], names[i].answer, failure))
	}
	return notices
}

func (e *Engine) without(s *source, name string, failure error) Notice {
	n := Notice{Code: NoticeFailed, Subject: name}
	switch {
	case errors.Is(failure, errLate):
		n.Code = NoticeLate
	case errors.Is(failure, ErrKeywordsOnly):
		n.Code = NoticeKeywords
	}
	called := "the corpus " + name
	if name == "" {
		called = fmt.Sprintf("corpus %d of %d", s.number+1, len(e.sources))
		n.Subject = called
	}
	n.Text = fmt.Sprintf("%s is left out: %v", called, failure)
	return n
}

// ErrNoCorpus is wrapped where there is no corpus of a name.
var ErrNoCorpus = errors.New("there is no corpus")

// Corpus is the retriever of the corpus with an ID, or with a name that no other one has.
func (e *Engine) Corpus(ctx context.Context, named string) (Retriever, error) {
	var called []Retriever
	for _, r := range everywhere(ctx, e.sources, func(ctx context.Context, s *source) (Info, error) { return s.Info(ctx) }) {
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
