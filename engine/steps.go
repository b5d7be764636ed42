package engine

import (
	"context"
	"iter"
	"slices"
	"time"
)

// firstStep is the time that other corpora have to answer after the fastest one, before the first
// intermediate result.
const firstStep = 300 * time.Millisecond

// DiscoverInSteps is like Discover, but also yields intermediate results. The first one contains the papers
// of the fast corpora. Each time slower corpora answer, another complete result follows.
// Discovery.Pending is the number of corpora that have not answered yet. The last result is that of
// Discover. Only the last one may be an error.
func (e *Engine) DiscoverInSteps(ctx context.Context, q Query) iter.Seq2[Discovery, error] {
	return func(yield func(Discovery, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		r := e.begin(ctx, q)
		incoming := asking(ctx, e.sources, r.ask)
		var replies []reply[Result]
		for wait := firstStep; ; wait = 0 {
			replies = gather(incoming, replies, len(e.sources), wait)
			pending := len(e.sources) - len(replies)
			if pending > 0 && len(answered(replies)) == 0 {
				continue
			}
			found, err := r.finish(ctx, replies)
			if found.Pending = pending; err != nil && pending > 0 {
				continue
			}
			if !yield(found, err) || pending == 0 {
				return
			}
		}
	}
}

// gather waits for one reply, then collects any others that arrive within wait.
func gather[T any](incoming <-chan reply[T], replies []reply[T], all int, wait time.Duration) []reply[T] {
	replies = slices.Clone(replies)
	if len(replies) < all {
		replies = append(replies, <-incoming)
	}
	for over := time.After(wait); len(replies) < all; {
		select {
		case r := <-incoming:
			replies = append(replies, r)
		case <-over:
			return inOrder(replies)
		}
	}
	return inOrder(replies)
}
