package files

import "context"

// MaxCalls is the maximum number of pending system calls, including abandoned ones. It limits the
// number of goroutines that an unresponsive disk can block.
const MaxCalls = 64

var calls = make(chan struct{}, MaxCalls)

// Call runs a system call on a path, such as resolving its links. It returns when ctx is done, even if
// the system still waits for a network disk. ask must not call this package with a cancellable
// context.
func Call[T any](ctx context.Context, path string, ask func() (T, error)) (T, error) {
	return call(ctx, path, ask, func(T) {})
}

// call runs ask in a goroutine. If ctx is done before ask returns, drop is called with the result later.
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
	answers := make(chan answer) // unbuffered, so that each answer is either received or dropped
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
