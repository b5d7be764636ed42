package app

import (
	"context"
	"errors"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A NothingError says why nothing can be searched.
type NothingError struct {
	Notice Notice
	err    error
}

func (e *NothingError) Error() string { return "nothing can be searched: " + e.Notice.Text }
func (e *NothingError) Unwrap() error { return e.err }

// Nothing is a NothingError because of err, which is one already or says why no engine
// could be opened.
func Nothing(err error) *NothingError {
	var nothing *NothingError
	var index IndexError
	switch {
	case errors.As(err, &nothing):
		return nothing
	case errors.Is(err, engine.ErrNoIndex):
		return &NothingError{Notice{Code: NoticeNoIndex, Text: err.Error()}, err}
	case errors.As(err, &index):
		return &NothingError{Notice{Code: NoticeIndex, Subject: index.Dir, Text: err.Error()}, err}
	}
	return &NothingError{Notice{Code: NoticeNoEngine, Text: err.Error()}, err}
}

// WhyNothing is nil unless there is but an empty library: then it is a NothingError
// about an index that cannot be read, or about there being none.
func (e *Engines) WhyNothing(ctx context.Context, used *engine.Engine) error {
	infos, err := used.Infos(ctx)
	if err != nil || slices.ContainsFunc(infos, func(i engine.Info) bool { return i.Papers > 0 }) {
		return nil
	}
	opened, err := e.Wait(ctx)
	if err != nil {
		return err
	}
	for _, n := range opened.Notices {
		if n.Code == NoticeIndex {
			return &NothingError{n, errors.New(n.Text)}
		}
	}
	return Nothing(engine.ErrNoIndex)
}
