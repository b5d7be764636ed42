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
	"os"
	"path/filepath"
	"slices"
	"strings"

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

// File reads the papers in a file, like Read. It rejects PDFs.
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
	Format   string // "" if the format is unknown
	Papers   int
	Rejected int
	Note     string // for a PDF, the parts that were found and how certain they are
}

// file reads one file. It returns false to stop reading. If the format is unknown, it reports an error
// only if the user named the file.
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
	return in.bad(0, "the file could not be read to the end: "+err.Error())
}

// A fatalError stops the reading of all files.
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

// Papers yields the papers in files, and in all files below folders in lexical order. In folders, it
// skips hidden entries and files of unknown formats. It yields the same kinds of errors as Read.
func (l Library) Papers(ctx context.Context, paths ...string) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for _, path := range paths {
			if !l.walk(ctx, path, yield) {
				return
			}
		}
	}
}

func (l Library) walk(ctx context.Context, root string, yield sink) (more bool) {
	more = true
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		hidden := path != root && strings.HasPrefix(filepath.Base(path), ".")
		switch {
		case err != nil && path == root: // fatal, since the user named the path
			more = yield(nil, err)
		case err != nil:
			more = yield(nil, &RecordError{path, 0, err.Error()})
		case hidden && entry.IsDir():
			return filepath.SkipDir
		case !hidden && (path == root && !entry.IsDir() || isFile(path, entry)):
			more = l.file(ctx, path, path == root, yield)
		}
		if !more {
			return filepath.SkipAll
		}
		return nil
	})
	return more
}

// isFile reports whether an entry is a file or a link to a file. Links to folders are not followed,
// since they may be circular.
func isFile(path string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Record reads the first paper of a response in a format such as "CSL JSON". [Formats] lists the
// formats. The response may be compressed.
func Record(ctx context.Context, format string, raw []byte) (*engine.Paper, error) {
	for p, err := range records(ctx, format, raw) {
		return p, err
	}
	return nil, fmt.Errorf("the response contains no paper in the format %s", format)
}

// Records reads all papers in a response in a format. err joins the errors for unusable records.
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

// Complete normalises a record from another package as documented at Paper.
func Complete(p *engine.Paper) error {
	if reason := complete(p); reason != "" {
		return errors.New(reason)
	}
	return nil
}
