package lsp

import (
	"context"
	"reflect"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
)

// onlineState is what the server knows of searching the repositories of the literature.
type onlineState struct {
	mu       sync.Mutex
	opened   app.Literature
	settings config.Settings // that it was opened for

	consent app.Consent
	shown   shownQueries
	hints   knownHints
}

// literature opens the sources of the settings in force; its error says how to turn
// one on where none is.
func (s *server) literature(ctx context.Context) (app.Literature, error) {
	if s.opts.Literature == nil {
		return nil, app.ErrOnlineOff
	}
	settings := s.currentSettings()
	s.online.mu.Lock()
	defer s.online.mu.Unlock()
	if s.online.opened != nil && reflect.DeepEqual(s.online.settings, settings) {
		return s.online.opened, nil
	}
	opened, err := s.opts.Literature(ctx, settings)
	if err != nil {
		return nil, err
	}
	s.online.opened, s.online.settings = opened, settings
	return opened, nil
}

// searchesOnline reports whether a source is turned on.
func (s *server) searchesOnline(ctx context.Context) bool {
	_, err := s.literature(ctx)
	return err == nil
}

// onlinePlanParams ask what a search for the text at a place would send, and where.
// Where a work is named, it is what looking that up would send.
type onlinePlanParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     protocol.Position               `json:"position"`
	Selection    *protocol.Range                 `json:"selection,omitempty"` // the claim, where there is one
	Text         *string                         `json:"text,omitempty"`      // instead of the document's sentences
	Keywords     []string                        `json:"keywords,omitempty"`  // instead of those of the text
	Sources      []string                        `json:"sources,omitempty"`   // instead of those that suit the text
	From         int                             `json:"from,omitempty"`      // years, 0 where open
	To           int                             `json:"to,omitempty"`
	Named        string                          `json:"named,omitempty"`
}

// onlinePlan answers scilit/online/plan. Nothing is sent. What it returns is shown by
// the editor: a search for the same may be sent when its user asks for it.
func (s *server) onlinePlan(ctx context.Context, p onlinePlanParams) (*app.OnlineProposal, error) {
	literature, err := s.literature(ctx)
	if err != nil {
		return nil, err
	}
	proposal := app.OnlineProposal{}
	if p.Named != "" {
		proposal, err = literature.Naming(ctx, p.Named)
	} else {
		_, proposal, err = s.propose(ctx, literature, p)
	}
	if err != nil {
		return nil, err
	}
	document := string(p.TextDocument.URI)
	proposal.Ask = s.mustAsk(document, proposal)
	s.online.shown.add(document, proposal)
	return &proposal, nil
}

// propose makes a claim of the place that is asked about, and of the claim what is sent.
func (s *server) propose(ctx context.Context, l app.Literature, p onlinePlanParams) (app.OnlineClaim, app.OnlineProposal, error) {
	at, err := s.siteOf(ctx, spot{TextDocument: p.TextDocument, Position: p.Position, Selection: p.Selection, Site: app.Site{Text: p.Text}})
	if err != nil {
		return app.OnlineClaim{}, app.OnlineProposal{}, err
	}
	claim := s.onlineClaim(ctx, at)
	if len(p.Keywords) > 0 {
		claim.Keywords = p.Keywords
	}
	claim.Sources, claim.From, claim.To = p.Sources, p.From, p.To
	proposal, err := l.Propose(ctx, claim)
	return claim, proposal, err
}

// onlineClaim is a place as the repositories are asked about it. Keywords that the
// user wrote are asked for instead of those of the text.
func (s *server) onlineClaim(ctx context.Context, at cite.Site) app.OnlineClaim {
	claim := app.OnlineClaim{Title: cite.ManuscriptOf(ctx, s.files, at.Doc).Title, Keywords: app.Topics(at.Keywords())}
	context := at.Context()
	if n := len(context); n > 0 {
		claim.Text, claim.Before = context[n-1], context[:n-1]
	}
	return claim
}

// onlineSearchParams ask for a search. Its queries are those that scilit/online/plan
// returns for the same parameters: where they were not asked for before, the user is
// asked whether they may be sent.
type onlineSearchParams struct {
	onlinePlanParams
	WorkDoneToken string `json:"workDoneToken,omitempty"`
	// PartialResultToken gets an OnlineStep whenever a source is asked or answers.
	PartialResultToken string `json:"partialResultToken,omitempty"`
}

// onlineSearch answers scilit/online/search.
func (s *server) onlineSearch(ctx context.Context, p onlineSearchParams) (*app.OnlineAnswer, error) {
	literature, err := s.literature(ctx)
	if err != nil {
		return nil, err
	}
	claim, proposal, err := s.propose(ctx, literature, p.onlinePlanParams)
	if err != nil {
		return nil, err
	}
	return s.sendOnline(ctx, p, proposal, "Searching online", func(ctx context.Context, step func(app.OnlineStep)) (app.OnlineAnswer, error) {
		return literature.Search(ctx, claim, proposal, step)
	})
}

// onlineResolve answers scilit/online/resolve: the work that is named.
func (s *server) onlineResolve(ctx context.Context, p onlineSearchParams) (*app.OnlineAnswer, error) {
	literature, err := s.literature(ctx)
	if err != nil {
		return nil, err
	}
	releaseOrder(ctx)
	proposal, err := literature.Naming(ctx, p.Named)
	if err != nil {
		return nil, err
	}
	return s.sendOnline(ctx, p, proposal, "Looking a paper up online", func(ctx context.Context, step func(app.OnlineStep)) (app.OnlineAnswer, error) {
		return literature.Resolve(ctx, p.Named, step)
	})
}

// A sending is a search or a look-up, with the steps of the sources.
type sending func(context.Context, func(app.OnlineStep)) (app.OnlineAnswer, error)

// sendOnline sends what the user has seen and allowed, and shows how far it is.
func (s *server) sendOnline(ctx context.Context, p onlineSearchParams, proposal app.OnlineProposal, title string, send sending) (*app.OnlineAnswer, error) {
	document := string(p.TextDocument.URI)
	if s.online.shown.take(document, proposal) {
		s.online.consent.Give(document, proposal)
	} else if err := s.askOnline(ctx, document, proposal); err != nil {
		return nil, err
	}
	var token protocol.ProgressToken
	if p.WorkDoneToken != "" {
		token = protocol.String(p.WorkDoneToken)
	}
	answer, err := s.sent(ctx, proposal, title, token, send, func(step app.OnlineStep) {
		if p.PartialResultToken != "" {
			s.tell(protocol.String(p.PartialResultToken), step)
		}
	})
	return &answer, err
}

// sent runs a search behind a progress bar, and remembers what it learnt of works.
func (s *server) sent(ctx context.Context, proposal app.OnlineProposal, title string, token protocol.ProgressToken, send sending, each func(app.OnlineStep)) (app.OnlineAnswer, error) {
	working, t := s.begun(ctx, token, title)
	defer t.end("done")
	all, done := max(1, len(proposal.Queries)), 0
	answer, err := send(working, func(step app.OnlineStep) {
		if step.State != app.OnlineAsked {
			done = min(done+1, all)
		}
		t.step(show.Step(step), done, all)
		each(step)
	})
	if err != nil {
		return answer, err
	}
	s.warnOfOnce(ctx, answer.Notices...)
	s.learnHints(answer.Papers)
	return answer, nil
}

// forgotten is how many replies were removed.
type forgotten struct {
	Replies int `json:"replies"`
}

// onlineForgetParams are none: all replies are forgotten.
type onlineForgetParams struct{}

// onlineForget answers scilit/online/forget.
func (s *server) onlineForget(ctx context.Context, _ onlineForgetParams) (*forgotten, error) {
	literature, err := s.literature(ctx)
	if err != nil {
		return nil, err
	}
	releaseOrder(ctx)
	replies, err := literature.Forget()
	return &forgotten{replies}, err
}
