package pdfproc

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
)

const (
	follows   = 'P' // the byte that precedes each PDF
	maxChunk  = 64 << 10
	maxAnswer = 16 << 20 // in bytes; the text of a thesis takes about a megabyte
)

// An answer is a worker's response to a PDF.
type answer struct {
	corpus.PDFPaper
	Last bool // whether the worker exits after this answer
}

// sendPDF writes a PDF in chunks.
func sendPDF(w io.Writer, pdf io.Reader) error {
	buffer := make([]byte, 4+maxChunk)
	for {
		n, err := io.ReadFull(pdf, buffer[4:])
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		if n > 0 {
			binary.BigEndian.PutUint32(buffer, uint32(n))
			if _, err := w.Write(buffer[:4+n]); err != nil {
				return err
			}
		}
		if err != nil {
			_, err := w.Write(make([]byte, 4))
			return err
		}
	}
}

// receivePDF reads the next PDF. It returns io.EOF after the last one.
func receivePDF(r io.Reader) ([]byte, error) {
	var begin [1]byte
	if _, err := io.ReadFull(r, begin[:]); err != nil {
		return nil, err
	}
	var pdf bytes.Buffer
	for {
		n, err := length(r)
		if err != nil {
			return nil, fmt.Errorf("the PDF is incomplete: %v", err)
		}
		if n == 0 {
			return pdf.Bytes(), nil
		}
		if n > maxChunk || pdf.Len()+n > corpus.MaxPDF {
			return nil, fmt.Errorf("a chunk of %d bytes after %d bytes exceeds the limit", n, pdf.Len())
		}
		if _, err := io.CopyN(&pdf, r, int64(n)); err != nil {
			return nil, err
		}
	}
}

func sendAnswer(w io.Writer, a answer) error {
	raw, err := json.Marshal(a)
	if err != nil {
		return err
	}
	if len(raw) > maxAnswer {
		a.PDFPaper = corpus.PDFPaper{Reason: fmt.Sprintf("the PDF has more than %d MB of text", maxAnswer>>20)}
		return sendAnswer(w, a)
	}
	_, err = w.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(raw))), raw...))
	return err
}

func receiveAnswer(r io.Reader) (a answer, err error) {
	n, err := length(r)
	if err != nil {
		return a, err
	}
	if n > maxAnswer {
		return a, fmt.Errorf("the answer is too long: %d bytes", n)
	}
	raw := make([]byte, n)
	if _, err := io.ReadFull(r, raw); err != nil {
		return a, err
	}
	if err := json.Unmarshal(raw, &a); err != nil {
		return a, err
	}
	return a, check(a.PDFPaper)
}

// check returns an error if a citation span is outside its sentence or refers to an unknown reference.
func check(found corpus.PDFPaper) error {
	if found.Paper == nil {
		return nil
	}
	for _, section := range found.Paper.Body {
		for _, paragraph := range section.Paragraphs {
			for _, sentence := range paragraph {
				for _, c := range sentence.Cites {
					if c.Start < 0 || c.End < c.Start || c.End > len(sentence.Text) ||
						c.Reference >= len(found.Paper.References) {
						return fmt.Errorf("a citation at bytes %d to %d is outside its sentence of %d bytes",
							c.Start, c.End, len(sentence.Text))
					}
				}
			}
		}
	}
	return nil
}

func length(r io.Reader) (int, error) {
	var n [4]byte
	if _, err := io.ReadFull(r, n[:]); err != nil {
		return 0, err
	}
	return int(binary.BigEndian.Uint32(n[:])), nil
}
