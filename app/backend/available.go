package backend

import (
	"context"
	"errors"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// An UnavailableError reports that nothing can be searched. Its notice states the reason.
type UnavailableError struct {
	Notice wire.Notice
	err    error
}

func (e *UnavailableError) Error() string { return "nothing can be searched: " + e.Notice.Text }

func (e *UnavailableError) Unwrap() error { return e.err }

// Unavailable wraps an error from opening an engine, unless it already is an UnavailableError.
func Unavailable(err error) *UnavailableError {
	var nothing *UnavailableError
	var index IndexError
	switch {
	case errors.As(err, &nothing):
		return nothing
	case errors.Is(err, engine.ErrNoIndex):
		return &UnavailableError{wire.Notice{Code: wire.NoticeNoIndex, Text: err.Error()}, err}
	case errors.As(err, &index):
		return &UnavailableError{wire.Notice{Code: wire.NoticeIndex, Subject: index.Dir, Text: err.Error()}, err}
	}
	return &UnavailableError{wire.Notice{Code: wire.NoticeNoEngine, Text: err.Error()}, err}
}

// CheckAvailable returns an UnavailableError if no corpus of an engine has papers, for example
// because an index cannot be read or none is configured. It returns nil if a corpus does not
// respond, since that corpus may have papers.
func (e *Engines) CheckAvailable(ctx context.Context, used *engine.Engine) error {
	infos, err := used.Infos(ctx)
	if err != nil || slices.ContainsFunc(infos, func(i engine.Info) bool { return i.Papers > 0 }) {
		return nil
	}
	opened, err := e.Wait(ctx)
	if err != nil {
		return err
	}
	for _, n := range opened.Notices {
		if n.Code == wire.NoticeIndex {
			return &UnavailableError{n, errors.New(n.Text)}
		}
	}
	return Unavailable(engine.ErrNoIndex)
}

// Available returns an error if nothing can be searched.
func (e *Engines) Available(ctx context.Context) error {
	used, err := e.Get(ctx)
	if err != nil {
		return err
	}
	return e.CheckAvailable(ctx, used)
}
