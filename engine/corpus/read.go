package corpus

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/klauspost/compress/gzip"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A RecordError says which record of which file was left out, and why.
type RecordError struct {
	File   string
	Line   int // 1-based, where the record starts
	Reason string
}

func (e *RecordError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Reason) }

// File reads the papers of a file; see Read.
func File(ctx context.Context, path string) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		file, err := os.Open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer file.Close()
		Read(ctx, path, file)(yield)
	}
}

// Read reads the papers of r in order. An error that is a *RecordError stands
// for one record, and reading goes on; any other one is the last. Memory is
// that of the largest record. name is what errors call the file.
func Read(ctx context.Context, name string, r io.Reader) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		plain, err := decompressed(r)
		if err != nil {
			yield(nil, fmt.Errorf("%s: %w", name, err))
			return
		}
		s := &scanner{in: plain, line: 1}
		for {
			raw, line, err := s.next()
			if err == nil {
				err = ctx.Err()
			}
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, fmt.Errorf("%s:%d: %w", name, s.line, err))
				return
			}
			if !yield(decode(name, line, raw)) {
				return
			}
		}
	}
}

func decode(name string, line int, raw []byte) (*engine.Paper, error) {
	var r record
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, &RecordError{name, line, "not a paper in JSON: " + err.Error()}
	}
	p, reason := r.paper()
	if reason != "" {
		return nil, &RecordError{name, line, reason}
	}
	return p, nil
}

func decompressed(r io.Reader) (*bufio.Reader, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	magic, err := in.Peek(2)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return in, nil
	}
	unzipped, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(unzipped, 1<<16), nil
}
