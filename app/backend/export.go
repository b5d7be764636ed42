package backend

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"golang.org/x/sync/singleflight"
)

// ErrNotExported is returned for a corpus that cannot be copied, since it is not a local index.
var ErrNotExported = errors.New("this corpus cannot be copied, because the server does not store it as a local " +
	"index: import it from the machine that stores it")

// exportable is implemented by local indexes.
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

// describing is the time limit for computing the checksums of an index, which may be large.
const describing = 10 * time.Minute

// descriptions merges concurrent requests for the checksums of the same index.
var descriptions singleflight.Group

// Description returns the manifest of a corpus's published version, as required by index.Import.
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

// Part opens a file listed in a Description.
func (e *Engines) Part(ctx context.Context, corpus, segment, file string) (*os.File, error) {
	x, err := e.exportable(ctx, corpus)
	if err != nil {
		return nil, err
	}
	return x.OpenPart(ctx, segment, file)
}
