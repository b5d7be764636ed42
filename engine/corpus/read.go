package corpus

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// A RecordError reports a rejected record.
type RecordError struct {
	File   string
	Line   int // first line of the record, from 1; 0 for the whole file
	Reason string
}

func (e *RecordError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Reason)
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Reason)
}

// A causedError is a RecordError that wraps its cause.
type causedError struct {
	*RecordError
	cause error
}

func (e *causedError) Unwrap() []error { return []error{e.RecordError, e.cause} }

// File reads the papers of a file like Read. It rejects PDFs.
func File(ctx context.Context, path string) iter.Seq2[*engine.Paper, error] {
	return Library{}.Papers(ctx, path)
}

// Read yields the papers of r in order. A *RecordError concerns one record or the rest of the file; any
// other error ends the sequence. name identifies the file in errors. Read rejects PDFs.
func Read(ctx context.Context, name string, r io.Reader) iter.Seq2[*engine.Paper, error] {
	return Library{}.Read(ctx, name, r)
}

// Read is like the function Read, with the settings of l.
func (l Library) Read(ctx context.Context, name string, r io.Reader) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		l.read(&input{ctx: ctx, name: name, named: true}, r, yield)
	}
}

// A Library reads a user's files and folders. All work is local unless PDFs is set. The zero value
// reads all formats except PDF.
type Library struct {
	// PDFs converts PDFs to TEI. If nil, the embedded text of PDFs is used.
	PDFs Converter
	// Reader reads the embedded text of PDFs. If nil, PDFs that were not converted are rejected.
	Reader PDFReader
	// Report, if not nil, is called after each file.
	Report func(FileReport)
}

// A FileReport is the outcome of reading a file.
type FileReport struct {
	Path     string
	Format   string // "" if the format is unknown, as for other files in a folder
	Papers   int
	Rejected int
	Note     string // for a PDF, the parts that were found and how certain they are
}

// file reads one file. It returns false to stop the reading. If the format is unknown, it reports an
// error only if the user named the file.
func (l Library) file(ctx context.Context, path string, named bool, yield sink) bool {
	file, err := files.Open(ctx, path)
	if err != nil {
		return yield(nil, &RecordError{path, 0, reasonOf(err)})
	}
	defer file.Close()
	return l.read(&input{ctx: ctx, name: path, path: path, named: named}, file, yield)
}

// reasonOf returns the reason why a file cannot be opened, without the file's name.
func reasonOf(err error) string {
	if known, ok := errors.AsType[*fs.PathError](err); ok {
		err = known.Err
	}
	return err.Error()
}

// read yields the papers in r. It returns false if the caller should stop reading.
func (l Library) read(in *input, r io.Reader, yield sink) (more bool) {
	report := FileReport{Path: in.name}
	more = true
	out := func(p *engine.Paper, err error) bool {
		if err == nil {
			report.Papers++
		} else {
			report.Rejected++
		}
		if cancelled := in.ctx.Err(); cancelled != nil {
			p, err = nil, cancelled
		}
		more = yield(p, err) && in.ctx.Err() == nil
		return more
	}
	in.library = l
	l.readInto(in, r, &report, out)
	report.Note = in.note
	if more && l.Report != nil {
		l.Report(report)
	}
	return more
}

func (l Library) readInto(in *input, r io.Reader, report *FileReport, out sink) {
	plain, err := unpacked(r)
	if err != nil {
		out(nil, in.bad(0, err.Error()))
		return
	}
	in.Reader = plain
	start, _ := plain.Peek(headSize)
	f := recognise(start)
	switch {
	case len(bytes.TrimSpace(start)) == 0:
	case f == nil && in.named:
		out(nil, in.bad(0, "unknown file format; `scilit-lsp index build --help` lists the supported ones"))
	case f != nil:
		report.Format, in.pages = f.name, f.pages
		if err := f.read(in, out); err != nil {
			out(nil, in.fault(err))
		}
	}
}

// fault returns the error for an unreadable file. After a cancellation, it returns the context's error.
func (in *input) fault(err error) error {
	if in.ctx.Err() != nil {
		return in.ctx.Err()
	}
	if whole, ok := errors.AsType[*fatalError](err); ok {
		return fmt.Errorf("%s: %w", in.name, whole.error)
	}
	return in.bad(0, "the file could not be read to its end: "+err.Error())
}

// A fatalError ends the reading of all files.
type fatalError struct{ error }

// unpacked returns a decompressed stream, even if r is compressed several times. It converts text with
// a byte order mark to UTF-8.
func unpacked(r io.Reader) (*bufio.Reader, error) {
	in := bufio.NewReaderSize(r, headSize)
	for range maxPacked {
		magic, _ := in.Peek(4)
		switch {
		case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
			unzipped, err := gzip.NewReader(in)
			if err != nil {
				return nil, err
			}
			in = bufio.NewReaderSize(unzipped, headSize)
		case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
			// One thread and a bounded window save memory at the cost of speed.
			plain, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
			if err != nil {
				return nil, err
			}
			in = bufio.NewReaderSize(plain.IOReadCloser(), headSize)
		case bytes.HasPrefix(magic, []byte("\xef\xbb\xbf")), bytes.HasPrefix(magic, []byte("\xff\xfe")),
			bytes.HasPrefix(magic, []byte("\xfe\xff")):
			return bufio.NewReaderSize(
				transform.NewReader(in, unicode.BOMOverride(encoding.Nop.NewDecoder())),
				headSize,
			), nil
		default:
			return in, nil
		}
	}
	return in, nil
}

const (
	headSize  = 1 << 16   // number of bytes read to detect the format
	maxPacked = 3         // maximum number of nested compressions
	maxWindow = 128 << 20 // maximum zstd window in bytes, as with --long
)
