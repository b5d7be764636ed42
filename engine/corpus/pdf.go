package corpus

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// This file reads PDFs. Each PDF is one paper. If the user configured GROBID, it converts them;
// otherwise their embedded text (pdftext.go) is parsed by its layout (pdfpaper.go).

func isPDF(h head) bool { return bytes.Contains(h.bytes[:min(len(h.bytes), 1024)], []byte("%PDF-")) }

// A PDFReader reads the embedded text of PDFs. A malicious file can exhaust memory and time, so user
// files are read by an implementation that runs EmbeddedPDF in a separate process.
type PDFReader interface {
	// ReadPDF reads one PDF of at most MaxPDF bytes. If an error wraps ErrKilled, the file caused it;
	// any other error is temporary.
	ReadPDF(ctx context.Context, pdf io.Reader) (PDFPaper, error)
}

// A PDFPaper is the result of reading a PDF.
type PDFPaper struct {
	Paper  *engine.Paper // nil if Reason is not ""
	Note   string        // the parts of the paper that were found, and how certain they are
	Reason string        // reason why no paper was found
}

var (
	// ErrKilled means that reading a file exceeded a limit.
	ErrKilled = errors.New("reading was interrupted")
	// ErrRetry means that a file could not be read for a temporary reason.
	ErrRetry = errors.New("skipped for now")
)

// MaxPDF is the maximum size of a PDF, in bytes.
const MaxPDF = 128 << 20

var errLargePDF = fmt.Errorf("the PDF is larger than the limit of %d MB: add the paper's BibTeX entry instead",
	MaxPDF>>20)

func readPDF(in *input, out sink) error {
	found, err := in.anyPDF()
	switch {
	case errors.Is(err, ErrKilled), errors.Is(err, ErrRetry):
		out(nil, &causedError{&RecordError{in.name, 0, err.Error()}, err})
		return nil
	case err != nil:
		return err
	}
	in.note = strings.TrimSuffix(in.note+found.Note, ": ")
	in.hand(found.Paper, 0, found.Reason, out)
	return nil
}

// anyPDF reads a PDF with GROBID if that is configured, and otherwise its embedded text.
func (in *input) anyPDF() (PDFPaper, error) {
	if in.library.PDFs == nil {
		return in.embedded(in)
	}
	pdf, err := io.ReadAll(io.LimitReader(in, MaxPDF+1))
	if err != nil {
		return PDFPaper{}, err
	}
	if len(pdf) > MaxPDF {
		return PDFPaper{Reason: errLargePDF.Error()}, nil
	}
	p, err := in.convertedPDF(pdf)
	if p == nil && err == nil {
		return in.embedded(bytes.NewReader(pdf))
	}
	identify(p, pdf)
	return PDFPaper{Paper: p}, err
}

// embedded passes a PDF to the library's PDFReader.
func (in *input) embedded(pdf io.Reader) (PDFPaper, error) {
	if in.library.Reader == nil {
		return PDFPaper{Reason: "this command cannot read PDFs"}, nil
	}
	limited := &atMost{in: pdf, left: MaxPDF}
	found, err := in.library.Reader.ReadPDF(in.ctx, limited)
	switch {
	case limited.over:
		return PDFPaper{Reason: errLargePDF.Error()}, nil
	case limited.failed != nil:
		return PDFPaper{}, limited.failed
	case err == nil && found.Paper == nil && found.Reason == "":
		found.Reason = "the PDF contains no recognizable paper"
	case err != nil && in.ctx.Err() != nil:
		return PDFPaper{}, in.ctx.Err()
	case err != nil && !errors.Is(err, ErrKilled):
		err = fmt.Errorf("%w: %w", ErrRetry, err)
	}
	return found, err
}

// An atMost is a reader that fails if its source is too long. It records the source's errors, to
// distinguish them from the PDFReader's.
type atMost struct {
	in     io.Reader
	left   int64
	over   bool
	failed error
}

// Read implements io.Reader.
func (a *atMost) Read(p []byte) (int, error) {
	n, err := a.in.Read(p)
	if a.left -= int64(n); a.left < 0 {
		a.over = true
		return 0, errLargePDF
	}
	if err != nil && !errors.Is(err, io.EOF) {
		a.failed = err
	}
	return n, err
}

// EmbeddedPDF converts a PDF's text in the current process. A malicious file may exhaust memory or
// keep it from returning.
func EmbeddedPDF(ctx context.Context, pdf []byte) PDFPaper {
	t, err := textOf(ctx, pdf)
	if err != nil {
		return PDFPaper{Reason: err.Error()}
	}
	p, found, reason := t.paper()
	if p == nil {
		return PDFPaper{Reason: reason}
	}
	identify(p, pdf)
	return PDFPaper{Paper: p, Note: found.String()}
}

// identify sets a missing ID. It derives the ID from the PDF's bytes.
func identify(p *engine.Paper, pdf []byte) {
	if p != nil && p.ID == "" {
		sum := sha256.Sum256(pdf)
		p.ID = "pdf:" + hex.EncodeToString(sum[:8])
	}
}

// convertedPDF converts a PDF with GROBID. If it returns neither a paper nor an error, the caller must
// use the embedded text.
func (in *input) convertedPDF(pdf []byte) (*engine.Paper, error) {
	tei, err := in.library.PDFs.TEI(in.ctx, pdf)
	switch {
	case errors.Is(err, ErrConverter):
		return nil, &fatalError{err}
	case errors.Is(err, io.EOF):
		in.note = "GROBID found no paper in this PDF, so the PDF's embedded text was used: "
		return nil, nil
	case err != nil:
		in.note = err.Error() + "; the PDF's embedded text was used instead: "
		return nil, nil
	}
	p, reason := xmlDecoder(teiPaper)(tei)
	if reason != "" || p.Title == "" {
		in.note = "GROBID found no title in this PDF, so the PDF's embedded text was used: "
		return nil, nil
	}
	in.note = fmt.Sprintf("extracted by GROBID: title, %s, abstract of %s, %s, %s%s",
		text.Count(len(p.Authors), "author"), text.Count(wordCount(p.Abstract), "word"),
		text.Count(len(p.Body), "section"), text.Count(len(p.References), "reference"), identifiers(p))
	return p, nil
}
