package lsp

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/lsp/lookup"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// The answers to the question whether something may be sent. No answer is the second.
const (
	answerSend     = "Send"
	answerDontSend = "Do not send"
)

// maySend shows the user all that is sent, and reports whether it may be.
func (w *window) maySend(ctx context.Context, p app.OnlineProposal) (bool, error) {
	answer, err := w.ask(ctx, show.Question(p), answerSend, answerDontSend)
	return answer == answerSend, err
}

// sending is a request from a document that shows how far it is. partial gets an
// OnlineStep whenever a source is asked or answers; it may be nil.
func (s *server) sending(document, title string, work, partial protocol.ProgressToken) lookup.Request {
	return lookup.Request{Document: document, Begin: func(ctx context.Context) (context.Context, func(app.OnlineStep, int, int), func()) {
		working, t := s.begun(ctx, work, title)
		step := func(step app.OnlineStep, done, all int) {
			t.step(show.Step(step), done, all)
			if partial != nil {
				s.tell(partial, step)
			}
		}
		return working, step, func() { t.end("done") }
	}}
}

// sent sends an inquiry, and warns of what its answer lacks.
func (s *server) sent(ctx context.Context, q lookup.Inquiry[app.OnlineAnswer], r lookup.Request) (app.OnlineAnswer, error) {
	answer, err := q.Send(ctx, r)
	if err == nil {
		s.warnOfOnce(ctx, answer.Notices...)
	}
	return answer, err
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
	var q lookup.Inquiry[app.OnlineAnswer]
	var err error
	if p.Named != "" {
		q, err = s.desk.Resolve(ctx, p.Named)
	} else {
		q, err = s.inquiry(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	proposal := s.desk.Show(string(p.TextDocument.URI), q.Proposal)
	return &proposal, nil
}

// inquiry asks for papers about the place that is named.
func (s *server) inquiry(ctx context.Context, p onlinePlanParams) (q lookup.Inquiry[app.OnlineAnswer], err error) {
	if err := s.desk.Ready(ctx); err != nil {
		return q, err
	}
	at, err := s.siteOf(ctx, spot{TextDocument: p.TextDocument, Position: p.Position, Selection: p.Selection, Site: app.Site{Text: p.Text}})
	if err != nil {
		return q, err
	}
	claim := at.OnlineClaim(ctx, s.files)
	if len(p.Keywords) > 0 {
		claim.Keywords = p.Keywords
	}
	claim.Sources, claim.From, claim.To = p.Sources, p.From, p.To
	return s.searched(ctx, claim)
}

// searched is a search for a claim; what its proposal lacks is said.
func (s *server) searched(ctx context.Context, claim app.OnlineClaim) (lookup.Inquiry[app.OnlineAnswer], error) {
	q, err := s.desk.Search(ctx, claim)
	s.warnOfOnce(ctx, q.Proposal.Notices...)
	return q, err
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
	q, err := s.inquiry(ctx, p.onlinePlanParams)
	if err != nil {
		return nil, err
	}
	return s.answered(ctx, q, p, titleSearching)
}

// onlineResolve answers scilit/online/resolve: the work that is named.
func (s *server) onlineResolve(ctx context.Context, p onlineSearchParams) (*app.OnlineAnswer, error) {
	releaseOrder(ctx)
	q, err := s.desk.Resolve(ctx, p.Named)
	if err != nil {
		return nil, err
	}
	return s.answered(ctx, q, p, titleResolving)
}

const (
	titleSearching = "Searching online"
	titleResolving = "Looking a paper up online"
)

// answered sends what the editor has shown, or what its user is asked about.
func (s *server) answered(ctx context.Context, q lookup.Inquiry[app.OnlineAnswer], p onlineSearchParams, title string) (*app.OnlineAnswer, error) {
	r := s.sending(string(p.TextDocument.URI), title, tokenOf(p.WorkDoneToken), tokenOf(p.PartialResultToken))
	r.Shows = true
	answer, err := s.sent(ctx, q, r)
	if err != nil {
		return nil, err
	}
	return &answer, nil
}

// tokenOf is nil where a request brought no token.
func tokenOf(token string) protocol.ProgressToken {
	if token == "" {
		return nil
	}
	return protocol.String(token)
}

// forgotten is how many replies were removed.
type forgotten struct {
	Replies int `json:"replies"`
}

// onlineForgetParams are none: all replies are forgotten.
type onlineForgetParams struct{}

// onlineForget answers scilit/online/forget.
func (s *server) onlineForget(ctx context.Context, _ onlineForgetParams) (*forgotten, error) {
	releaseOrder(ctx)
	replies, err := s.desk.Forget(ctx)
	return &forgotten{replies}, err
}

// onlineFillParams name an entry of a .bib.
type onlineFillParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Key          string                          `json:"key"`
}

// onlineFilled is what an entry lacks, and the edit that adds it.
type onlineFilled struct {
	app.OnlineFill
	Edit *protocol.WorkspaceEdit `json:"edit"` // null where nothing is missing
}

// onlineFill answers scilit/online/fill.
func (s *server) onlineFill(ctx context.Context, p onlineFillParams) (*onlineFilled, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if !d.IsBib() {
		return nil, errors.New("fields are filled in a .bib: open the one with the entry")
	}
	releaseOrder(ctx)
	return s.filled(ctx, d, p.Key, nil)
}

// filled asks for the fields that an entry lacks, where the user lets that be sent.
func (s *server) filled(ctx context.Context, d *workspace.Document, key string, work protocol.ProgressToken) (*onlineFilled, error) {
	q, err := s.desk.Fill(ctx, s.files.BibOf(ctx, d).File, key)
	if err != nil {
		return nil, err
	}
	found, err := q.Send(ctx, s.sending(d.URI, "Looking the entry up online", work, nil))
	if err != nil {
		return nil, err
	}
	answer := &onlineFilled{OnlineFill: found.OnlineFill}
	if in := found.Insertion; in != nil {
		answer.Edit = s.oneEdit(d, s.insertion(d.Snapshot, in.Offset, in.Text))
	}
	return answer, nil
}
