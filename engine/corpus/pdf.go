package corpus

import (
	"bytes"
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

func readPDF(in *input, out sink) error {
	pdf, err := io.ReadAll(io.LimitReader(in, maxRecord))
	if err != nil {
		return err
	}
	p, reason, err := in.convertedPDF(pdf)
	if err != nil {
		return err
	}
	if p == nil && reason == "" {
		var found findings
		p, found, reason = embeddedPDF(in.ctx, pdf)
		if p != nil {
			in.note += found.String()
		}
	}
	if p != nil && p.ID == "" {
		sum := sha256.Sum256(pdf)
		p.ID = "pdf:" + hex.EncodeToString(sum[:8])
	}
	in.hand(p, 0, reason, out)
	return nil
}

// convertedPDF returns neither paper nor reason where the embedded text must do.
func (in *input) convertedPDF(pdf []byte) (p *engine.Paper, reason string, err error) {
	if in.library.PDFs == nil {
		return nil, "", nil
	}
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
