package corpus

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
)

// A Converter converts PDFs to TEI.
type Converter interface {
	// TEI returns io.EOF if the PDF has no content to convert. If an error wraps ErrConverter, the
	// converter cannot convert any PDF.
	TEI(ctx context.Context, pdf []byte) ([]byte, error)
}

// ErrConverter means that the converter does not respond.
var ErrConverter = errors.New("GROBID is not available")

// GROBID is a client for the user's GROBID service. It disables consolidation, so that GROBID does
// not query other services.
type GROBID struct {
	client  *network.Client
	address string
	busy    network.Patience
}

// NewGROBID returns a client for a base URL, whose host must be loopback or allowed.
func NewGROBID(address string, client *network.Client) (*GROBID, error) {
	if err := client.Check(address); err != nil {
		return nil, fmt.Errorf("GROBID: %w", err)
	}
	return &GROBID{client, strings.TrimSuffix(address, "/") + "/api/processFulltextDocument", grobidPatience}, nil
}

// grobidPatience allows about two minutes of retries while the service is busy.
var grobidPatience = network.Patience{Tries: 8, First: time.Second, Longest: time.Minute}

const maxTEI = 64 << 20 // limit on a response, in bytes

// TEI converts a PDF. It retries while the service is busy.
func (g *GROBID) TEI(ctx context.Context, pdf []byte) ([]byte, error) {
	answer, err := g.busy.Ask(ctx, func(ctx context.Context) (*network.Answer, error) {
		form, contentType, err := grobidForm(pdf)
		if err != nil {
			return nil, err
		}
		return g.client.Post(ctx, g.address, contentType, form)
	})
	if err != nil {
		return nil, grobidFailure(ctx, err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxTEI))
	switch {
	case err != nil:
		return nil, fmt.Errorf("GROBID: %w", err)
	case answer.Status == 204:
		return nil, io.EOF
	case answer.Status != 200:
		line, _, _ := strings.Cut(strings.TrimSpace(string(body[:min(len(body), 200)])), "\n")
		return nil, fmt.Errorf("GROBID returned status %d: %s", answer.Status, line)
	}
	return body, nil
}

func grobidFailure(ctx context.Context, err error) error {
	var busy network.BusyError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &busy):
		return fmt.Errorf("%w: %w", ErrConverter, busy)
	}
	return fmt.Errorf("%w: %w: start GROBID, or omit --grobid and remove the grobid setting", ErrConverter, err)
}

// Answers returns an error if the service does not respond.
func (g *GROBID) Answers(ctx context.Context) error {
	answer, err := g.client.Post(ctx, g.address, "application/octet-stream", nil)
	if err != nil {
		return fmt.Errorf("%w: %w: start GROBID, or remove the grobid setting", ErrConverter, err)
	}
	return answer.Body.Close()
}

func grobidForm(pdf []byte) (body io.Reader, contentType string, err error) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("input", "paper.pdf")
	if err != nil {
		return nil, "", err
	}
	_, errPDF := part.Write(pdf)
	errs := []error{errPDF}
	for _, name := range []string{"consolidateHeader", "consolidateCitations", "consolidateFunders"} {
		errs = append(errs, form.WriteField(name, "0"))
	}
	errs = append(errs, form.Close())
	return &b, form.FormDataContentType(), errors.Join(errs...)
}
