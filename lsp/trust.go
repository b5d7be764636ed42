package lsp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// The answers to questions about trusting or editing a file. Dismissing a question grants no
// permission.
const (
	answerTrust  = "Trust this file"
	answerIgnore = "Ignore its settings"
	answerEdit   = "Edit this file"
	answerLeave  = "Leave it alone"
)

// consent asks for the user's permission to edit files outside the workspace, to apply workspace
// settings, and to send text to a remote model.
type consent struct{ *session }

// askTrust asks whether to trust each workspace file that sets restricted keys, once per version of
// its content. If the user trusts a file, it reloads the settings.
func (s *configuration) askTrust(ctx context.Context, refused []config.Refusal) {
	trusted := false
	for _, r := range refused {
		if !s.put.add(r.File+" "+r.Sum) || r.Verdict == config.IsIgnored {
			continue
		}
		if r.ByEditor {
			s.warn(ctx, r.String())
			continue
		}
		trusted = s.consent.trusts(ctx, r) || trusted
	}
	if trusted {
		s.reload()
	}
}

// trusts asks the user whether to trust a file. If the editor cannot show questions, it shows a
// warning that describes the alternatives.
func (s *consent) trusts(ctx context.Context, r config.Refusal) bool {
	question := fmt.Sprintf("%s sets %s. These settings can run programs, read your folders and send text to other "+
		"machines. Do you trust this file in its current form?", r.File, strings.Join(r.Keys, ", "))
	answer, err := s.ask(ctx, question, answerTrust, answerIgnore)
	if err != nil && ctx.Err() == nil {
		s.warn(ctx, r.String())
	}
	verdicts := map[string]config.Verdict{answerTrust: config.IsTrusted, answerIgnore: config.IsIgnored}
	verdict, answered := verdicts[answer]
	if !answered || err != nil || ctx.Err() != nil {
		return false
	}
	if err := s.opts.Trust.Set(r.File, r.Sum, verdict); err != nil {
		s.warn(ctx, files.Explain(err))
	}
	return verdict == config.IsTrusted
}

// permitChange is like permit, but for the .bib file that a change edits.
func (s *consent) permitChange(ctx context.Context, d *workspace.Document, c cite.Change) error {
	if c.Removed != nil {
		return s.permit(ctx, s.files.CheckEdit(ctx, d, c.Removed.Bib.Path))
	}
	if c.Bib == nil {
		return nil
	}
	return s.permit(ctx, s.files.CheckEdit(ctx, d, c.Bib.Path))
}

// permit asks the user whether a file outside the workspace may be edited. checked is the error
// from checking the file. permit asks only if checked is an OutsideError; otherwise, it returns
// checked.
func (s *consent) permit(ctx context.Context, checked error) error {
	outside, is := errors.AsType[*workspace.OutsideError](checked)
	if !is {
		return checked
	}
	release, err := s.takeTurn(ctx) // the question currently on the screen may be about the same file
	if err != nil {
		return err
	}
	defer release()
	if s.opts.Trust.MayEdit(outside.Path) {
		return nil
	}
	if s.put.has(outside.Path) {
		return outside
	}
	return s.askEdit(ctx, outside)
}

func (s *consent) askEdit(ctx context.Context, outside *workspace.OutsideError) error {
	question := "This change edits " + outside.Path + ", which is outside the workspace. May scilit-lsp edit that file?"
	switch answer, err := s.ask(ctx, question, answerEdit, answerLeave); {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil && answer == answerEdit:
		if err := s.opts.Trust.SetMayEdit(outside.Path, true); err != nil {
			s.warn(ctx, files.Explain(err))
		}
		return nil
	case err == nil && answer == answerLeave:
		s.put.add(outside.Path)
	}
	return outside
}

// The answers to the question of whether text may be sent to a remote model. Dismissing the question
// also denies permission.
const (
	answerAllowModel = "Allow this model"
	answerNoModel    = "Do not send"
)

// forUser returns a context in which a request may ask the user before text goes to a remote model.
func (s *consent) forUser(ctx context.Context) context.Context {
	return backend.WithApprover(ctx, s.mayAskModel)
}

// mayAskModel shows the user the whole request to a remote model and returns nil if it may be sent.
// Consent is stored permanently; a refusal is remembered until the server exits.
func (s *consent) mayAskModel(ctx context.Context, r backend.ModelRequest) error {
	release, err := s.takeTurn(ctx)
	if err != nil {
		return err
	}
	defer release()
	refused := "model " + r.Address
	switch {
	case s.opts.Trust.MayAsk(r.Address):
		return nil // the user answered an earlier question while this request waited for its turn
	case s.put.has(refused):
		return backend.ErrNotAllowed
	}
	answer, err := s.askAboutModel(ctx, r)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errNoPreview):
		return err
	case err != nil:
		return fmt.Errorf("your editor cannot ask for permission to send text to %s: "+
			"run `scilit-lsp llm allow` in a terminal", r.Host)
	case answer == answerAllowModel:
		if err := s.opts.Trust.SetMayAsk(r.Address, true); err != nil {
			s.warn(ctx, files.Explain(err))
		}
		return nil
	case answer == answerNoModel:
		s.put.add(refused)
	}
	return backend.ErrNotAllowed
}

// maxModelText is the maximum size, in bytes, of a request shown in the question itself. A longer
// request is written to a file.
const maxModelText = 1500

func (s *consent) askAboutModel(ctx context.Context, r backend.ModelRequest) (answer string, err error) {
	shown, remove, err := s.preview(ctx, r.Text, "sent-to-the-model.txt")
	if err != nil {
		return "", err
	}
	defer remove()
	name := "the language model"
	if r.Model != "" {
		name += " " + r.Model
	}
	question := fmt.Sprintf("Allow the following to be sent to %s at %s, which is a remote machine? If you allow it, "+
		"later requests to this address are sent without asking, whatever they contain. %s", name, r.Host, shown)
	return s.ask(ctx, question, answerAllowModel, answerNoModel)
}

var errNoPreview = errors.New("nothing was sent, because the text could not be written to a temporary file " +
	"for you to read")

// preview returns the text to show in a question: whole itself if it is short, or else the path of
// a file that contains it. The caller must call remove to delete the file.
func (s *consent) preview(ctx context.Context, whole, name string) (shown string, remove func(), err error) {
	if len(whole) <= maxModelText {
		return whole, func() {}, nil
	}
	folder, err := os.MkdirTemp("", "scilit-preview-")
	if err != nil {
		return "", nil, fmt.Errorf("%w: %v", errNoPreview, err)
	}
	remove = func() { _ = os.RemoveAll(folder) }
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(whole), 0o600); err != nil {
		remove()
		return "", nil, fmt.Errorf("%w: %v", errNoPreview, err)
	}
	if s.caps.showDocument {
		shown := &protocol.ShowDocumentParams{URI: uri.File(path), TakeFocus: new(false)}
		_, _ = s.client.ShowDocument(ctx, shown) // an error is ignored, since the question also names the file
	}
	return fmt.Sprintf("The complete text is %d bytes long; you can read it in %s until you answer.", len(whole), path),
		remove, nil
}
