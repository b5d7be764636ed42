package files

import "context"

// MaxCalls bounds how many calls wait for the system at once, those that were
// abandoned included: a disk that is gone costs that many goroutines and no more.
const MaxCalls = 64

var calls = make(chan struct{}, MaxCalls)

// Call asks the system something about a path, such as where its links lead. It
// returns when ctx is done, even while the system waits for a network disk. The
// function must not call this package with a context that can end.
func Call[T any](ctx context.Context, path string, ask func() (T, error)) (T, error) {
	return call(ctx, path, ask, func(T) {})
}

// call runs ask beside the caller, and drops a result that comes when ctx is done.
func call[T any](ctx context.Context, path string, ask func() (T, error), drop func(T)) (result T, err error) {
	if ctx.Err() != nil {
		return result, refuse(reading, path, ctx.Err())
	}
	if ctx.Done() == nil {
		return ask()
	}
	select {
	case calls <- struct{}{}:
	case <-ctx.Done():
		return result, refuse(reading, path, ctx.Err())
	}
	type answer struct {
		result T
		err    error
	}
	answers := make(chan answer) // unbuffered, so that each answer is taken or dropped
	go func() {
		defer func() { <-calls }()
		result, err := ask()
		select {
		case answers <- answer{result, err}:
		case <-ctx.Done():
			if err == nil {
				drop(result)
			}
		}
	}()
	select {
	case a := <-answers:
		return a.result, a.err
	case <-ctx.Done():
		return result, refuse(reading, path, ctx.Err())
	}
}
