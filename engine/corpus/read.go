package corpus

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// A RecordError says which record of which file was left out, and why.
type RecordError struct {
	File   string
	Line   int // 1-based, where the record starts; 0 where it is the whole file
	Reason string
}

func (e *RecordError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Reason)
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Reason)
}

// File reads the papers of a file; see Read.
func File(ctx context.Context, path string) iter.Seq2[*engine.Paper, error] {
	return Library{}.Papers(ctx, path)
}

// Read reads the papers of r in order. An error that is a *RecordError stands
// for one record, or for the rest of a file that cannot be read on; any other
// one is the last. name is what errors call the file.
func Read(ctx context.Context, name string, r io.Reader) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		Library{}.read(&input{ctx: ctx, name: name, named: true}, r, yield)
	}
}

// A Library reads the files and folders of a user. The zero value reads all
// formats on this machine alone.
type Library struct {
	// PDFs turns PDFs into TEI; nil reads the text that is embedded in them.
	PDFs Converter
	// Report is called with each file that is through; it may be nil.
	Report func(FileReport)
}

// A FileReport says what became of a file.
type FileReport struct {
	Path     string
	Format   string // "" where it is of no known one; in a folder such files are passed over
	Papers   int
	Rejected int
	Note     string // what was found in it and how sure that is, for PDFs
}

// file reads one file. It returns false where no more is wanted. One of no known
// format is an error where the user named it.
func (l Library) file(ctx context.Context, path string, named bool, yield sink) bool {
	file, err := files.Open(ctx, path)
	if err != nil {
		return yield(nil, &RecordError{path, 0, err.Error()})
	}
	defer file.Close()
	return l.read(&input{ctx: ctx, name: path, path: path, named: named}, file, yield)
}

// read reads what is in r. It returns false where no more is wanted.
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
		out(nil, in.bad(0, "no format of papers that is known here; `scilit-lsp index build --help` lists them"))
	case f != nil:
		report.Format = f.name
		if err := f.read(in, out); err != nil {
			out(nil, in.fault(err))
		}
	}
}

// fault is what a file that cannot be read on is reported as. The interruption
// of the whole reading is not the file's.
func (in *input) fault(err error) error {
	if in.ctx.Err() != nil {
		return in.ctx.Err()
	}
	var whole *fatalError
	if errors.As(err, &whole) {
		return fmt.Errorf("%s: %w", in.name, whole.error)
	}
	return in.bad(0, "the rest of it cannot be read: "+err.Error())
}

// A fatalError concerns more than the file at hand: reading ends.
type fatalError struct{ error }

// unpacked removes compression and byte order marks. Compressed files may be
// compressed again: a dump inside an archive.
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
			// One thread and a bounded window: memory counts more than speed here.
			plain, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
			if err != nil {
				return nil, err
			}
			in = bufio.NewReaderSize(plain.IOReadCloser(), headSize)
		case bytes.HasPrefix(magic, []byte("\xef\xbb\xbf")), bytes.HasPrefix(magic, []byte("\xff\xfe")), bytes.HasPrefix(magic, []byte("\xfe\xff")):
			return bufio.NewReaderSize(transform.NewReader(in, unicode.BOMOverride(encoding.Nop.NewDecoder())), headSize), nil
		default:
			return in, nil
		}
	}
	return in, nil
}

const (
	headSize  = 1 << 16   // what formats are recognised by
	maxPacked = 3         // layers of compression
	maxWindow = 128 << 20 // of zstd, what --long writes
)
