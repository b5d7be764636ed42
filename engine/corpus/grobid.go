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

// A Converter turns a PDF into TEI.
type Converter interface {
	// TEI returns io.EOF where the PDF holds nothing to convert. An error that
	// wraps ErrConverter means that no other PDF would fare better.
	TEI(ctx context.Context, pdf []byte) ([]byte, error)
}

// ErrConverter marks a converter that does not answer at all.
var ErrConverter = errors.New("the service does not answer")

// GROBID is a GROBID service of the user's. It is asked not to look anything up
// elsewhere (no consolidation).
type GROBID struct {
	client  *network.Client
	address string
	wait    time.Duration // before the first retry; it doubles
}

// NewGROBID returns the service at an address such as http://localhost:8070. The
// host must be loopback or allowed.
func NewGROBID(address string, client *network.Client) (*GROBID, error) {
	if err := client.Check(address); err != nil {
		return nil, fmt.Errorf("GROBID: %w", err)
	}
	return &GROBID{client, strings.TrimSuffix(address, "/") + "/api/processFulltextDocument", time.Second}, nil
}

const (
	mostTries = 8        // a busy service gets about two minutes
	mostTEI   = 64 << 20 // bytes of an answer
)

// TEI converts a PDF. While the service is busy it waits and asks again.
func (g *GROBID) TEI(ctx context.Context, pdf []byte) ([]byte, error) {
	wait := g.wait
	for range mostTries {
		tei, after, err := g.try(ctx, pdf)
		if !errors.Is(err, errBusy) {
			return tei, err
		}
		select {
		case <-time.After(max(wait, after)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		wait = min(2*wait, time.Minute)
	}
	return nil, fmt.Errorf("GROBID: %w: it stayed busy (503) for %d requests", ErrConverter, mostTries)
}

var errBusy = errors.New("busy")

func (g *GROBID) try(ctx context.Context, pdf []byte) (tei []byte, after time.Duration, err error) {
	form, contentType, err := grobidForm(pdf)
	if err != nil {
		return nil, 0, err
	}
	answer, err := g.client.Post(ctx, g.address, contentType, form)
	if err != nil {
		return nil, 0, fmt.Errorf("GROBID: %w: %w: start it, or leave --grobid out", ErrConverter, err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, mostTEI))
	switch {
	case err != nil:
		return nil, 0, fmt.Errorf("GROBID: %w", err)
	case answer.Status == 503:
		return nil, answer.RetryAfter, errBusy
	case answer.Status == 204:
		return nil, 0, io.EOF
	case answer.Status != 200:
		return nil, 0, fmt.Errorf("GROBID says %d: %s", answer.Status, firstLine(body))
	}
	return body, 0, nil
}

// Answers reports whether the service answers at all.
func (g *GROBID) Answers(ctx context.Context) error {
	answer, err := g.client.Post(ctx, g.address, "application/octet-stream", nil)
	if err != nil {
		return fmt.Errorf("GROBID: %w: %w: start it, or remove the setting grobid", ErrConverter, err)
	}
	return answer.Body.Close()
}

func firstLine(body []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(body[:min(len(body), 200)])), "\n")
	return line
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
