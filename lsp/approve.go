package lsp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/uri"
)

// The answers to the question whether a model on another machine may get text. No answer
// is the second.
const (
	answerAllowModel = "Allow this model"
	answerNoModel    = "Do not send"
)

// forUser lets a request that the user made ask the user about a model on another machine.
func (s *server) forUser(ctx context.Context) context.Context {
	return app.WithApprover(ctx, s.mayAskModel)
}

// mayAskModel shows all that a model would get, and remembers what the user says to it: a
// yes for good, a no until the server ends.
func (s *server) mayAskModel(ctx context.Context, r app.ModelRequest) error {
	release, err := s.takeTurn(ctx)
	if err != nil {
		return err
	}
	defer release()
	refused := "model " + r.Address
	switch {
	case s.opts.Trust.MayAsk(r.Address):
		return nil // while another question was on the screen
	case s.put.has(refused):
		return app.ErrNotAllowed
	}
	answer, err := s.askAboutModel(ctx, r)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("your editor cannot ask whether %s may get it: allow it by `scilit-lsp llm allow`", r.Host)
	case answer == answerAllowModel:
		if err := s.opts.Trust.SetMayAsk(r.Address, true); err != nil {
			s.warn(ctx, files.Explain(err))
		}
		return nil
	case answer == answerNoModel:
		s.put.add(refused)
	}
	return app.ErrNotAllowed
}

// maxModelText is how much of a request is shown in the question itself, in bytes; a longer
// one is in a document beside it.
const maxModelText = 1500

func (s *server) askAboutModel(ctx context.Context, r app.ModelRequest) (answer string, err error) {
	shown, remove, err := s.preview(ctx, r)
	if err != nil {
		return "", err
	}
	defer remove()
	name := "the language model"
	if r.Model != "" {
		name += " " + r.Model
	}
	question := fmt.Sprintf("May %s at %s, another machine, get the following, and later without a question what your requests need? %s", name, r.Host, shown)
	return s.ask(ctx, question, answerAllowModel, answerNoModel)
}

var errNoPreview = errors.New("all that is sent cannot be shown")

// preview is what a question says of a request: all of it, or where it can be read until
// the question is answered.
func (s *server) preview(ctx context.Context, r app.ModelRequest) (shown string, remove func(), err error) {
	if len(r.Text) <= maxModelText {
		return r.Text, func() {}, nil
	}
	folder, err := os.MkdirTemp("", "scilit-preview-")
	if err != nil {
		return "", nil, fmt.Errorf("%w: %v", errNoPreview, err)
	}
	remove = func() { _ = os.RemoveAll(folder) }
	path := filepath.Join(folder, "sent-to-the-model.txt")
	if err := os.WriteFile(path, []byte(r.Text), 0o600); err != nil {
		remove()
		return "", nil, fmt.Errorf("%w: %v", errNoPreview, err)
	}
	if s.caps.showDocument {
		_, _ = s.client.ShowDocument(ctx, &protocol.ShowDocumentParams{URI: uri.File(path), TakeFocus: ptr(false)}) // the question names it, too
	}
	return fmt.Sprintf("%d bytes, all of them in %s until you answer", len(r.Text), path), remove, nil
}
