package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
)

// The answers to the question whether something may be sent. No answer is the second.
const (
	answerSend     = "Send"
	answerDontSend = "Do not send"
)

// errNotSent is the error where the user did not let something be sent.
var errNotSent = errors.New("nothing was sent")

// mustAsk reports whether the user has to see what is sent from a document.
func (s *server) mustAsk(document string, p app.OnlineProposal) bool {
	return s.online.consent.Needed(s.currentSettings().Online.Ask, document, p)
}

// askOnline asks whether queries may be sent, where the setting says so, with hosts and
// words. It is nil where they may.
func (s *server) askOnline(ctx context.Context, document string, p app.OnlineProposal) error {
	if !s.mustAsk(document, p) {
		return nil
	}
	release, err := s.takeTurn(ctx)
	if err != nil {
		return err
	}
	defer release()
	if !s.mustAsk(document, p) {
		return nil // it was allowed while another question was on the screen
	}
	switch answer, err := s.ask(ctx, show.Question(p), answerSend, answerDontSend); {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("nothing was sent: your editor cannot ask whether %s may get a query; allow it by the setting online.ask = \"never\"", strings.Join(p.Hosts(), ", "))
	case answer != answerSend:
		return errNotSent
	}
	s.online.consent.Give(document, p)
	return nil
}

// shownQueries are what editors were told would be sent, and is not sent yet.
type shownQueries struct{ queries *lru.Cache[string, struct{}] }

// maxShown is how many proposals are remembered.
const maxShown = 200

func newShownQueries() shownQueries {
	queries, err := lru.New[string, struct{}](maxShown)
	if err != nil { // of sizes below one
		panic(err)
	}
	return shownQueries{queries}
}

// fingerprint is all of a proposal that is sent, and from which document.
func fingerprint(document string, p app.OnlineProposal) string {
	return document + "\x00" + string(anyOf(p.Queries)) + string(anyOf(p.Confirm))
}

func (s shownQueries) add(document string, p app.OnlineProposal) {
	s.queries.Add(fingerprint(document, p), struct{}{})
}

// take reports whether a proposal was shown, and forgets it: it is sent once.
func (s shownQueries) take(document string, p app.OnlineProposal) bool {
	return s.queries.Remove(fingerprint(document, p))
}
