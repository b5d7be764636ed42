package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
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
	question := fmt.Sprintf(
		"%s sets %s. Such settings can run programs, read your folders and send text to other machines. "+
			"Do you trust this file as it is now?",
		r.File, strings.Join(r.Keys, ", "),
	)
	answer, err := s.ask(ctx, question, answerTrust, answerIgnore)
	verdict := config.NotAsked
	switch {
	case ctx.Err() != nil:
		return false
	case err != nil:
		s.warn(ctx, r.String())
	case answer == answerTrust:
		verdict = config.IsTrusted
	case answer == answerIgnore:
		verdict = config.IsIgnored
	}
	if verdict == config.NotAsked {
		return false
	}
	if err := s.opts.Trust.Set(r.File, r.Sum, verdict); err != nil {
		s.warn(ctx, files.Explain(err))
	}
	return verdict == config.IsTrusted
}

// permitChange is like permit, for the .bib that a change edits.
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
// from checking the file. permit only asks if it is an OutsideError; it returns any other error
// unchanged.
func (s *consent) permit(ctx context.Context, checked error) error {
	var outside *workspace.OutsideError
	if !errors.As(checked, &outside) {
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
	question := fmt.Sprintf(
		"This change edits %s, which is outside the workspace. May scilit-lsp edit that file?", outside.Path,
	)
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
