package lsp

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/lsp/lookup"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// The answers to the question of whether to send a query. Dismissing the question counts as
// answerDontSend.
const (
	answerSend     = "Send"
	answerDontSend = "Do not send"
)

// online looks up works in online repositories. Each request needs the user's consent.
type online struct {
	*session
	edits   *edits
	lookups *lookup.Client
}

// maySend shows the user the queries and hosts of a request and reports whether the user allows it.
func (w *window) maySend(ctx context.Context, p wire.OnlineProposal) (bool, error) {
	answer, err := w.ask(ctx, show.Question(p), answerSend, answerDontSend)
	return answer == answerSend, err
}

// request returns a lookup request on behalf of a document. It shows progress in the editor.
// partial, if not nil, receives an OnlineStep whenever a source is queried or replies.
func (s *online) request(document, title string, work, partial protocol.ProgressToken) lookup.Request {
	return lookup.Request{
		Document: document,
		Begin: func(ctx context.Context) (context.Context, func(wire.OnlineStep, int, int), func()) {
			working, t := s.begun(ctx, work, title)
			step := func(step wire.OnlineStep, done, all int) {
				t.step(show.Step(step), done, all)
				if partial != nil {
					s.tell(partial, step)
				}
			}
			return working, step, func() { t.end("done") }
		},
	}
}

// A paperInquiry is an inquiry whose reply contains papers.
type paperInquiry = lookup.Inquiry[wire.OnlineAnswer]

// send sends an inquiry and shows the notices in the reply.
func (s *online) send(ctx context.Context, q paperInquiry, r lookup.Request) (wire.OnlineAnswer, error) {
	answer, err := q.Send(ctx, r)
	if err == nil {
		s.warnOfOnce(ctx, answer.Notices...)
	}
	return answer, err
}

// onlinePlanParams are the parameters of scilit/online/plan. They contain either the name of a work
// or a position, whose text becomes the query.
type onlinePlanParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     protocol.Position               `json:"position"`
	Selection    *protocol.Range                 `json:"selection,omitempty"` // range of the selected claim
	// query text that replaces the document's sentences
	Text *string `json:"text,omitempty"`
	// keywords that override those derived from the text
	Keywords []string `json:"keywords,omitempty"`
	// sources that override those chosen for the text
	Sources []string `json:"sources,omitempty"`
	// earliest year of publication; 0 means no limit
	From  int    `json:"from,omitempty"`
	To    int    `json:"to,omitempty"`
	Named string `json:"named,omitempty"`
}

// plan handles scilit/online/plan. It returns a proposal, the request that would be sent, without
// sending it. After the editor has shown the proposal, a search with the same request needs no
// further consent.
func (s *online) plan(ctx context.Context, p onlinePlanParams) (*wire.OnlineProposal, error) {
	var q paperInquiry
	var err error
	if p.Named != "" {
		q, err = s.lookups.Resolve(ctx, p.Named)
	} else {
		q, err = s.inquiry(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	proposal := s.lookups.Show(string(p.TextDocument.URI), q.Proposal)
	return &proposal, nil
}

// inquiry prepares a search for papers about the text at a position.
func (s *online) inquiry(ctx context.Context, p onlinePlanParams) (q paperInquiry, err error) {
	if err := s.lookups.Ready(ctx); err != nil {
		return q, err
	}
	at, err := s.siteOf(ctx, sitePosition{
		TextDocument: p.TextDocument, Position: p.Position, Selection: p.Selection,
		SearchOverrides: wire.SearchOverrides{Text: p.Text},
	})
	if err != nil {
		return q, err
	}
	claim := at.OnlineClaim(ctx, s.files)
	if len(p.Keywords) > 0 {
		claim.Keywords = p.Keywords
	}
	claim.Sources, claim.From, claim.To = p.Sources, p.From, p.To
	return s.searchFor(ctx, claim)
}

// searchFor prepares a search for a claim and shows the notices in the proposal.
func (s *online) searchFor(ctx context.Context, claim wire.OnlineClaim) (paperInquiry, error) {
	q, err := s.lookups.Search(ctx, claim)
	s.warnOfOnce(ctx, q.Proposal.Notices...)
	return q, err
}

// onlineSearchParams are the parameters of scilit/online/search. The server asks the user for
// consent unless scilit/online/plan was called earlier with the same parameters.
type onlineSearchParams struct {
	onlinePlanParams
	WorkDoneToken string `json:"workDoneToken,omitempty"`
	// PartialResultToken receives an OnlineStep whenever a source is queried or replies.
	PartialResultToken string `json:"partialResultToken,omitempty"`
}

func (s *online) search(ctx context.Context, p onlineSearchParams) (*wire.OnlineAnswer, error) {
	q, err := s.inquiry(ctx, p.onlinePlanParams)
	if err != nil {
		return nil, err
	}
	return s.reply(ctx, q, p, titleSearching)
}

// resolve handles scilit/online/resolve, which looks up a named work.
func (s *online) resolve(ctx context.Context, p onlineSearchParams) (*wire.OnlineAnswer, error) {
	releaseOrder(ctx)
	q, err := s.lookups.Resolve(ctx, p.Named)
	if err != nil {
		return nil, err
	}
	return s.reply(ctx, q, p, titleResolving)
}

const (
	titleSearching = "Searching online"
	titleResolving = "Looking up a paper online"
)

// reply sends an inquiry. It asks the user first if the editor has not shown the proposal.
func (s *online) reply(
	ctx context.Context, q paperInquiry, p onlineSearchParams, title string,
) (*wire.OnlineAnswer, error) {
	r := s.request(string(p.TextDocument.URI), title, tokenOf(p.WorkDoneToken), tokenOf(p.PartialResultToken))
	r.Shows = true
	answer, err := s.send(ctx, q, r)
	return &answer, err
}

// tokenOf returns the progress token of a request, or nil if the request has none.
func tokenOf(token string) protocol.ProgressToken {
	if token == "" {
		return nil
	}
	return protocol.String(token)
}

// forgotten is the number of deleted replies, as returned to the editor.
type forgotten struct {
	Replies int `json:"replies"`
}

// onlineForgetParams has no fields, since all replies are deleted.
type onlineForgetParams struct{}

// forget handles scilit/online/forget, which deletes the cached replies.
func (s *online) forget(ctx context.Context, _ onlineForgetParams) (*forgotten, error) {
	releaseOrder(ctx)
	replies, err := s.lookups.Forget(ctx)
	return &forgotten{replies}, err
}

// onlineFillParams identify an entry in a .bib file.
type onlineFillParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Key          string                          `json:"key"`
}

// onlineFillResult lists the fields to add to an entry, with the edit that adds them.
type onlineFillResult struct {
	wire.OnlineFill
	Edit *protocol.WorkspaceEdit `json:"edit"` // null if no field is missing
}

// fill handles scilit/online/fill, which looks up the missing fields of an entry.
func (s *online) fill(ctx context.Context, p onlineFillParams) (*onlineFillResult, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if !d.IsBib() {
		return nil, errors.New("fields can only be filled in a .bib file: open the .bib file that contains the entry")
	}
	releaseOrder(ctx)
	return s.fillFields(ctx, d, p.Key, nil)
}

// fillFields looks up the missing fields of an entry, if the user consents.
func (s *online) fillFields(
	ctx context.Context, d *workspace.Document, key string, work protocol.ProgressToken,
) (*onlineFillResult, error) {
	q, err := s.lookups.Fill(ctx, s.files.BibOf(ctx, d).File, key)
	if err != nil {
		return nil, err
	}
	found, err := q.Send(ctx, s.request(d.URI, "Looking up the entry online", work, nil))
	if err != nil {
		return nil, err
	}
	answer := &onlineFillResult{OnlineFill: found.OnlineFill}
	if in := found.Insertion; in != nil {
		answer.Edit = s.editOf(d, s.insertion(d.Snapshot, in.Offset, in.Text))
	}
	return answer, nil
}
