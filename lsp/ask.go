package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/chat"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/lookup"
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

const maxQuestion = 4000 // maximum size of a question, in bytes

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
	var step func(wire.AskStep) // sends the parts of the answer as they arrive, if the editor requested them
	if partial := tokenOf(p.PartialResultToken); partial != nil {
		step = func(step wire.AskStep) { s.tell(partial, step) }
	}
	answer, err := s.asker.Ask(working, q, step)
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
		return q, fmt.Errorf("the question is %d bytes long: shorten it to at most %d bytes", len(p.Question), maxQuestion)
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

// askInsertParams identify a sentence in an answer and the position after which to insert it.
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
// for permission to edit a .bib file outside the workspace.
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
		return nil, fmt.Errorf("the passages do not support the whole sentence (%s): read them before you insert it",
			said.Reason)
	}
	at, ok := s.writer.SiteAt(ctx, d, s.offset(d, p.Position))
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

// askTopic describes the context of a question at a position.
type askTopic struct {
	Claim string `json:"claim"` // text of the sentence at the position without markup, or ""
	About string `json:"about"` // summary of the manuscript's topic
	// Cited are the works cited at the position.
	Cited   []askWork `json:"cited"`
	Corpora []string  `json:"corpora"` // names of the corpora that can be searched
	Turns   []askTurn `json:"turns"`   // the conversation so far, oldest turn first
}

// askWork is a work cited at the position.
type askWork struct {
	Key string `json:"key"`
	// ID and Corpus identify the paper; both are empty if no index contains the work.
	ID     string `json:"id"`
	Corpus string `json:"corpus"`
	Title  string `json:"title"`
	Byline string `json:"byline"`
	// Passages are the passages of the paper that are closest to the claim.
	Passages []wire.ExplainedPassage `json:"passages"`
}

// askTurn is a question in the conversation and its answer.
type askTurn struct {
	Question string `json:"question"`
	askResult
}

// about handles scilit/ask/about, which describes the context of a question before it is asked. It
// sends nothing to other machines.
func (s *questions) about(ctx context.Context, p askPosition) (*askTopic, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	releaseOrder(ctx)
	e, err := s.engines.Get(ctx)
	if err != nil {
		return nil, err
	}
	topic := &askTopic{
		Claim: s.claimAt(ctx, d, p), About: s.aboutOf(ctx, d),
		Cited: []askWork{}, Corpora: []string{}, Turns: []askTurn{},
	}
	for _, work := range s.citedAt(ctx, d, p) {
		topic.Cited = append(topic.Cited, citedFor(ctx, work, topic.Claim))
	}
	infos, err := e.Infos(ctx)
	for _, info := range infos {
		if name := text.OneLine(info.Name); !slices.Contains(topic.Corpora, name) {
			topic.Corpora = append(topic.Corpora, name)
		}
	}
	for _, t := range s.conversations.Of(d.URI) {
		topic.Turns = append(topic.Turns, askTurn{t.Question, askResult{t.Number, t.Answer}})
	}
	if len(topic.Corpora) > 0 {
		err = nil // an unreadable corpus is reported when it is searched
	}
	return topic, err
}

func (s *questions) claimAt(ctx context.Context, d *workspace.Document, p askPosition) string {
	var selected doc.Span
	if r := p.Selection; r != nil {
		selected = doc.Span{Start: s.offset(d, r.Start), End: s.offset(d, r.End)}
	}
	return s.writer.ClaimAt(ctx, d, s.offset(d, p.Position), selected)
}

// citedAt returns the works cited at a position. In a .bib file, it returns the work that the entry
// at that position describes.
func (s *questions) citedAt(ctx context.Context, d *workspace.Document, p askPosition) []cite.CitedWork {
	offset := s.offset(d, p.Position)
	keys := cite.KeysAt(d, offset)
	if d.IsBib() {
		if entry := lookup.EntryAt(s.files.BibOf(ctx, d).File, offset); entry != nil {
			keys = []string{entry.Key}
		}
	}
	return s.writer.Works(ctx, d, keys)
}

func (s *questions) aboutOf(ctx context.Context, d *workspace.Document) string {
	e, err := s.engines.Get(ctx)
	if err != nil || d.Markup == nil {
		return ""
	}
	return chat.About(ctx, e, s.files.Project(ctx, d))
}

// citedFor returns a cited work and the passages of its paper that are closest to a claim.
func citedFor(ctx context.Context, work cite.CitedWork, claim string) askWork {
	cited := askWork{Key: work.Key, Passages: []wire.ExplainedPassage{}}
	if work.Paper == nil {
		return cited
	}
	cited.ID, cited.Corpus = work.Paper.ID, work.Paper.Corpus
	cited.Title, cited.Byline = text.OneLine(work.Paper.Title), display.Byline(work.Paper)
	if x, err := app.Explain(ctx, nil, evidence.Claim{Text: claim}, work.Paper); err == nil {
		cited.Passages = x.Passages
	}
	return cited
}

// askForgetParams identify the document whose conversation is deleted.
type askForgetParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
}

// askForgotten is the number of deleted turns.
type askForgotten struct {
	Turns int `json:"turns"`
}

func (s *questions) forget(_ context.Context, p askForgetParams) (*askForgotten, error) {
	return &askForgotten{s.conversations.Forget(string(p.TextDocument.URI))}, nil
}
