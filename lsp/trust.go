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

// The answers that allow something. Any other, and no answer, does not.
const (
	answerTrust  = "Trust this file"
	answerIgnore = "Ignore its settings"
	answerEdit   = "Write into this file"
	answerLeave  = "Leave it alone"
)

// askTrust asks about each file of the workspace that sets more than it may, once
// as it is now, and takes what is trusted into force.
func (s *server) askTrust(ctx context.Context, refused []config.Refusal) {
	trusted := false
	for _, r := range refused {
		if !s.put.add(r.File+" "+r.Sum) || r.Verdict == config.IsIgnored {
			continue
		}
		if r.ByEditor {
			s.warn(ctx, r.String())
			continue
		}
		trusted = s.askTrustOf(ctx, r) || trusted
	}
	if trusted {
		s.reload()
	}
}

// askTrustOf reports whether the user trusts a file. One who cannot be asked is
// told what can be done instead.
func (s *server) askTrustOf(ctx context.Context, r config.Refusal) bool {
	question := fmt.Sprintf("%s sets %s. Such settings can run programs, read folders of yours and send texts to other machines. Do you trust this file as it is now?",
		r.File, strings.Join(r.Keys, ", "))
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

// permitChange is permit for the .bib of a change.
func (s *server) permitChange(ctx context.Context, d *workspace.Document, c cite.Change) error {
	if c.Gone != nil {
		return s.permit(ctx, s.files.CheckEdit(ctx, d, c.Gone.Bib.Path))
	}
	if c.Bib == nil {
		return nil
	}
	return s.permit(ctx, s.files.CheckEdit(ctx, d, c.Bib.Path))
}

// permit asks the user where a check says that a file is outside the workspace.
// It is nil where the file may be edited.
func (s *server) permit(ctx context.Context, checked error) error {
	var outside *workspace.OutsideError
	if !errors.As(checked, &outside) {
		return checked
	}
	release, err := s.takeTurn(ctx) // who waits here finds the answer to the same question
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

func (s *server) askEdit(ctx context.Context, outside *workspace.OutsideError) error {
	question := fmt.Sprintf("The document cites into %s, which is outside the workspace. May it be edited?", outside.Path)
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
