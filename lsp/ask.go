package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/chat"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// questions answers questions about papers. Each document has its own conversation.
type questions struct {
	*session
	consent       *consent
	asker         app.Asker
	conversations *chat.Conversations
}

func newQuestions(s *session, consent *consent) *questions {
	return &questions{
		session: s, consent: consent, asker: app.NewAsker(s.engines, s.currentSettings, nil), conversations: chat.New(),
	}
}

// askPosition is the position in a document at which the user asks a question.
type askPosition struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     protocol.Position               `json:"position"`
	// Selection is the claim that the question is about, if any.
	Selection *protocol.Range `json:"selection,omitempty"`
}

// askParams are the parameters of scilit/ask.
type askParams struct {
	askPosition
	Question string `json:"question"`
	// Cited restricts the search to the papers cited at the position, or to the
	// paper of a .bib entry.
	Cited bool `json:"cited,omitempty"`
	// Papers restricts the search to the full texts of these papers. If empty, passages from all
	// papers of Corpora are searched.
	Papers []wire.PaperRef `json:"papers,omitempty"`
	// Corpora lists the names of corpora to search; "library" is the user's own library. If empty,
	// all are searched.
	Corpora       []string `json:"corpora,omitempty"`
	WorkDoneToken string   `json:"workDoneToken,omitempty"`
	// PartialResultToken receives an AskStep as each part of the answer arrives.
	PartialResultToken string `json:"partialResultToken,omitempty"`
}

// askResult is an answer and its turn number. A later scilit/ask/insert request names that number.
type askResult struct {
	Turn int `json:"turn"`
	wire.AskReply
}

// maxQuestion is the maximum size of a question, in bytes.
const maxQuestion = 4000

// answer handles scilit/ask, which answers a question about papers.
func (s *questions) answer(ctx context.Context, p askParams) (*askResult, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	releaseOrder(ctx)
	working, t := s.begun(ctx, tokenOf(p.WorkDoneToken), "Answering a question")
	defer t.end("done")
	q, err := s.questionOf(working, d, p)
	if err != nil {
		return nil, err
	}
	answer, err := s.asker.Ask(working, q, s.steps(tokenOf(p.PartialResultToken)))
	if err != nil {
		return nil, err
	}
	s.warnOfOnce(ctx, answer.Notices...)
	return &askResult{s.conversations.Add(d.URI, q.Text, answer), answer}, nil
}

// questionOf builds the request for an answer from the question, the earlier turns and the
// manuscript.
func (s *questions) questionOf(ctx context.Context, d *workspace.Document, p askParams) (q wire.AskRequest, err error) {
	if len(p.Question) > maxQuestion {
		return q, fmt.Errorf("the question is %d bytes long: shorten it to at most %d "+
			"bytes", len(p.Question), maxQuestion)
	}
	if err := s.engines.Available(ctx); err != nil {
		return q, err
	}
	q = wire.AskRequest{
		Text: strings.TrimSpace(p.Question), Papers: p.Papers, Corpora: p.Corpora,
		History: s.conversations.History(d.URI),
		Claim:   s.claimAt(ctx, d, p.askPosition), About: s.aboutOf(ctx, d),
	}
	if p.Cited {
		papers, err := cite.PapersOf(s.citedAt(ctx, d, p.askPosition))
		if err != nil {
			return q, err
		}
		q.Papers = refsOf(papers)
	}
	return q, nil
}

func refsOf(papers []*engine.Paper) (refs []wire.PaperRef) {
	for _, p := range papers {
		refs = append(refs, wire.PaperRef{Paper: p.ID, Corpus: p.Corpus})
	}
	return refs
}

// steps returns a function that sends the parts of an answer to the editor as they arrive, or nil
// if the editor did not request them.
func (s *questions) steps(partial protocol.ProgressToken) func(wire.AskStep) {
	if partial == nil {
		return nil
	}
	return func(step wire.AskStep) { s.tell(partial, step) }
}

// askInsertParams identify a sentence of an answer and the position after which to insert it.
type askInsertParams struct {
	TextDocument protocol.VersionedTextDocumentIdentifier `json:"textDocument"`
	Position     protocol.Position                        `json:"position"`
	Turn         int                                      `json:"turn"`
	Sentence     int                                      `json:"sentence"` // counted from 1 within the answer
	// Anyway inserts the sentence even if its passages do not support it.
	Anyway bool `json:"anyway,omitempty"`
}

// askInsertion is the inserted text and the edit that inserts it.
type askInsertion struct {
	Text string                 `json:"text"`
	Edit protocol.WorkspaceEdit `json:"edit"`
}

// insert handles scilit/ask/insert, which returns the edit without applying it. It may ask the user
// whether to edit a .bib outside the workspace.
func (s *questions) insert(ctx context.Context, p askInsertParams) (*askInsertion, error) {
	d, err := s.current(actionData{URI: string(p.TextDocument.URI), Version: p.TextDocument.Version})
	if err != nil {
		return nil, err
	}
	releaseOrder(ctx)
	said, err := s.conversations.Sentence(d.URI, p.Turn, p.Sentence)
	if err != nil {
		return nil, err
	}
	if said.Unsupported && !p.Anyway {
		return nil, fmt.Errorf(
			"the passages do not support the whole sentence (%s): read them before you insert it",
			said.Reason,
		)
	}
	at, ok := s.siteAt(ctx, d, s.offset(d, p.Position))
	if !ok {
		return nil, cite.ErrNoSite
	}
	saying := cite.SourcedSentence{Text: said.Text, Quoted: said.Quoted}
	for _, ref := range said.Papers {
		saying.Papers = append(saying.Papers, engine.WorkRef{ID: ref.Paper, Corpus: ref.Corpus})
	}
	c, err := s.writer.InsertSentence(ctx, at, saying)
	if err != nil {
		return nil, err
	}
	if err := s.consent.permitChange(ctx, d, c); err != nil {
		return nil, err
	}
	return &askInsertion{strings.TrimSpace(c.Text), *s.workspaceEdit(d, c, "Insert a sentence from an answer")}, nil
}
