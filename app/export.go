package app

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"golang.org/x/sync/singleflight"
)

// ErrNotExported is returned where a corpus is no index of its own that could be copied.
var ErrNotExported = errors.New("this corpus cannot be copied: it is not an index on that machine")

// exportable is an index on this machine.
type exportable interface {
	Describe(ctx context.Context) (*index.Description, error)
	OpenPart(ctx context.Context, manifest, name string) (*os.File, error)
}

func (e *Engines) exportable(ctx context.Context, corpus string) (exportable, error) {
	r, err := e.Retriever(ctx, corpus, Here)
	if err != nil {
		return nil, err
	}
	x, ok := r.(exportable)
	if !ok {
		return nil, ErrNotExported
	}
	return x, nil
}

// describing is how long the bytes of a large index may be read for its checksums, which
// are then known to all who ask.
const describing = 10 * time.Minute

var descriptions singleflight.Group

// Description describes what is published of a corpus, as index.Import reads it.
func (e *Engines) Description(ctx context.Context, corpus string) ([]byte, error) {
	done := descriptions.DoChan(corpus, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), describing)
		defer cancel()
		x, err := e.exportable(ctx, corpus)
		if err != nil {
			return nil, err
		}
		d, err := x.Describe(ctx)
		if err != nil {
			return nil, err
		}
		return d.Encode()
	})
	select {
	case r := <-done:
		raw, _ := r.Val.([]byte)
		return raw, r.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Part opens a file that a Description names.
func (e *Engines) Part(ctx context.Context, corpus, segment, file string) (*os.File, error) {
	x, err := e.exportable(ctx, corpus)
	if err != nil {
		return nil, err
	}
	return x.OpenPart(ctx, segment, file)
}
