package corpus

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// PDFs, one paper each: by the user's GROBID where there is one, else by the text
// that is embedded in them (pdftext.go) and what its looks tell (pdfpaper.go).

func isPDF(h head) bool { return bytes.Contains(h.bytes[:min(len(h.bytes), 1024)], []byte("%PDF-")) }

// A PDFReader reads the text that is embedded in PDFs. A broken file can take any
// amount of memory and time, so a reader for the files of users does it in another
// process, which calls EmbeddedPDF.
type PDFReader interface {
	// ReadPDF reads one PDF of at most MaxPDF bytes. An error that wraps ErrKilled
	// is the file's fault; any other one says that this time it could not be read.
	ReadPDF(ctx context.Context, pdf io.Reader) (PDFPaper, error)
}

// A PDFPaper is what became of a PDF.
type PDFPaper struct {
	Paper  *engine.Paper // nil where there is a reason
	Note   string        // what was found and how sure that is
	Reason string        // why there is no paper
}

var (
	// ErrKilled marks a file whose reading went over a limit and was ended.
	ErrKilled = errors.New("the reading was ended")
	// ErrRetry marks a file that could not be read for a reason of the system's.
	ErrRetry = errors.New("not read this time")
)

// MaxPDF bounds the size of a PDF in bytes.
const MaxPDF = 128 << 20

var errLargePDF = fmt.Errorf("larger than %d MB, the limit for a PDF: add the paper by its BibTeX entry", MaxPDF>>20)

func readPDF(in *input, out sink) error {
	found, reason, err := in.anyPDF()
	switch {
	case errors.Is(err, ErrKilled), errors.Is(err, ErrRetry):
		out(nil, &causedError{&RecordError{in.name, 0, err.Error()}, err})
		return nil
	case err != nil:
		return err
	}
	in.note += found.Note
	in.hand(found.Paper, 0, reason, out)
	return nil
}

// anyPDF reads a PDF by GROBID, else by its embedded text.
func (in *input) anyPDF() (found PDFPaper, reason string, err error) {
	if in.library.PDFs == nil {
		return in.embedded(in)
	}
	pdf, err := io.ReadAll(io.LimitReader(in, MaxPDF+1))
	if err != nil {
		return found, "", err
	}
	if len(pdf) > MaxPDF {
		return found, errLargePDF.Error(), nil
	}
	p, reason, err := in.convertedPDF(pdf)
	if err != nil || p == nil && reason == "" {
		if err == nil {
			return in.embedded(bytes.NewReader(pdf))
		}
		return found, "", err
	}
	identify(p, pdf)
	return PDFPaper{Paper: p}, reason, nil
}

// embedded has the injected reader read a PDF.
func (in *input) embedded(pdf io.Reader) (PDFPaper, string, error) {
	if in.library.Reader == nil {
		return PDFPaper{}, "PDFs are not read here", nil
	}
	limited := &atMost{in: pdf, left: MaxPDF}
	found, err := in.library.Reader.ReadPDF(in.ctx, limited)
	switch {
	case limited.over:
		return PDFPaper{}, errLargePDF.Error(), nil
	case limited.failed != nil:
		return PDFPaper{}, "", limited.failed
	case err == nil && found.Paper == nil && found.Reason == "":
		return found, "nothing was found in it", nil
	case err != nil && in.ctx.Err() != nil:
		return PDFPaper{}, "", in.ctx.Err()
	case err != nil && !errors.Is(err, ErrKilled):
		err = fmt.Errorf("%w: %w", ErrRetry, err)
	}
	return found, found.Reason, err
}

// An atMost reader fails where a source is longer than it may be, and remembers
// why it failed, so that a broken source is told from a broken reader.
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

// EmbeddedPDF makes a paper of the text in a PDF, in this process: it may need
// more memory than there is, and may never return.
func EmbeddedPDF(ctx context.Context, pdf []byte) PDFPaper {
	p, found, reason := embeddedPDF(ctx, pdf)
	if p == nil {
		return PDFPaper{Reason: reason}
	}
	identify(p, pdf)
	return PDFPaper{Paper: p, Note: found.String()}
}

// identify names a paper that has no other identifier by its bytes.
func identify(p *engine.Paper, pdf []byte) {
	if p != nil && p.ID == "" {
		sum := sha256.Sum256(pdf)
		p.ID = "pdf:" + hex.EncodeToString(sum[:8])
	}
}

// convertedPDF returns neither paper nor reason where the embedded text must do.
func (in *input) convertedPDF(pdf []byte) (p *engine.Paper, reason string, err error) {
	tei, err := in.library.PDFs.TEI(in.ctx, pdf)
	switch {
	case errors.Is(err, ErrConverter):
		return nil, "", &fatalError{err}
	case errors.Is(err, io.EOF):
		in.note = "GROBID found nothing in it; embedded text: "
		return nil, "", nil
	case err != nil:
		in.note = err.Error() + "; embedded text: "
		return nil, "", nil
	}
	p, reason = xmlDecoder(teiPaper)(tei)
	if reason != "" || p.Title == "" {
		in.note = "GROBID found no title in it; embedded text: "
		return nil, "", nil
	}
	in.note = fmt.Sprintf("by GROBID: title, %d authors, abstract of %d words, %d sections, %d references%s", len(p.Authors),
		wordCount(p.Abstract), len(p.Body), len(p.References), identifiers(p))
	return p, "", nil
}
