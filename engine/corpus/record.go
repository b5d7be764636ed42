package corpus

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Record reads the first paper of a response in a format such as "CSL JSON". [Formats] lists the
// formats. The response may be compressed.
func Record(ctx context.Context, format string, raw []byte) (*engine.Paper, error) {
	for p, err := range records(ctx, format, raw) {
		return p, err
	}
	return nil, fmt.Errorf("the response contains no paper in the format %s", format)
}

// Records reads all papers of a response in a format. err joins the errors of unusable records.
func Records(ctx context.Context, format string, raw []byte) (all []*engine.Paper, err error) {
	for p, bad := range records(ctx, format, raw) {
		if bad != nil {
			err = errors.Join(err, bad)
			continue
		}
		all = append(all, p)
	}
	return all, err
}

// unpackedReply returns a reader of a decompressed response. It uses a small buffer for a short
// response, since callers may read many.
func unpackedReply(raw []byte) (*bufio.Reader, error) {
	if !bytes.HasPrefix(raw, []byte{0x1f, 0x8b}) && !bytes.HasPrefix(raw, []byte{0x28, 0xb5, 0x2f, 0xfd}) {
		return bufio.NewReaderSize(bytes.NewReader(raw), min(headSize, len(raw)+16)), nil
	}
	plain, err := unpacked(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(io.LimitReader(plain, maxUnpacked), headSize), nil
}

// maxUnpacked is the maximum size of a decompressed response, in bytes. It exceeds the size of any
// paper with its figures.
const maxUnpacked = 512 << 20

func records(ctx context.Context, name string, raw []byte) func(sink) {
	return func(yield sink) {
		i := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
		if i < 0 {
			yield(nil, fmt.Errorf("%s: unknown format", name))
			return
		}
		plain, err := unpackedReply(raw)
		if err != nil {
			yield(nil, err)
			return
		}
		more := true
		out := func(p *engine.Paper, err error) bool {
			more = yield(p, err) && ctx.Err() == nil
			return more
		}
		in := &input{ctx: ctx, name: name, Reader: plain, pages: formats[i].pages}
		if err := formats[i].read(in, out); err != nil && more {
			yield(nil, in.fault(err))
		}
	}
}

// Complete normalises a record from another package as described at Paper.
func Complete(p *engine.Paper) error {
	if reason := complete(p); reason != "" {
		return errors.New(reason)
	}
	return nil
}
