package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// questions puts one question at a time, and none twice.
type questions struct {
	turn chan struct{}                // holds one value while a question is on the screen
	put  *lru.Cache[string, struct{}] // what was asked and not allowed, by file and content
}

// maxQuestions is how many questions are remembered; a file that changes all the
// time asks a new one each time.
const maxQuestions = 1000

func newQuestions() *questions {
	put, err := lru.New[string, struct{}](maxQuestions)
	if err != nil { // of sizes below one
		panic(err)
	}
	return &questions{turn: make(chan struct{}, 1), put: put}
}

// remember reports whether a question was put before, and from now on it was.
func (q *questions) remember(question string) (before bool) {
	before, _ = q.put.ContainsOrAdd(question, struct{}{})
	return before
}

// wasPut reports whether a question was put before.
func (q *questions) wasPut(question string) bool {
	return q.put.Contains(question)
}

// The answers that allow something. Any other, and no answer, does not.
const (
	answerTrust  = "Trust this file"
	answerIgnore = "Ignore its settings"
	answerEdit   = "Write into this file"
	answerLeave  = "Leave it alone"
)

// ask shows a question that allows something, and returns the title that was chosen, ""
// where none was.
func (s *server) ask(ctx context.Context, question string, answers ...string) (string, error) {
	return s.askAbout(ctx, protocol.MessageTypeWarning, question, answers...)
}

func (s *server) askAbout(ctx context.Context, kind protocol.MessageType, question string, answers ...string) (string, error) {
	p := &protocol.ShowMessageRequestParams{Type: kind, Message: messageOf(strings.ReplaceAll(question, "\n", " "))}
	for _, title := range answers {
		p.Actions = append(p.Actions, protocol.MessageActionItem{Title: title})
	}
	chosen, err := s.client.ShowMessageRequest(ctx, p)
	if err != nil || chosen == nil {
		return "", err
	}
	return chosen.Title, nil
}

// askTrust asks about each file of the workspace that sets more than it may, once
// as it is now, and takes what is trusted into force.
func (s *server) askTrust(ctx context.Context, refused []config.Refusal) {
	trusted := false
	for _, r := range refused {
		if s.asking.remember(r.File+" "+r.Sum) || r.Verdict == config.IsIgnored {
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
	if s.asking.wasPut(outside.Path) {
		return outside
	}
	return s.askEdit(ctx, outside)
}

// takeTurn waits until no other question is on the screen.
func (s *server) takeTurn(ctx context.Context) (release func(), err error) {
	select {
	case s.asking.turn <- struct{}{}:
		return func() { <-s.asking.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
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
		s.asking.remember(outside.Path)
	}
	return outside
}
