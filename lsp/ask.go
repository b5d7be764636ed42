package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// askSpot is where a question comes up: a place of a document whose conversation it
// belongs to.
type askSpot struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     protocol.Position               `json:"position"`
	// Selection is the claim that the question is about, where there is one.
	Selection *protocol.Range `json:"selection,omitempty"`
}

// askParams ask a question of papers.
type askParams struct {
	askSpot
	Question string `json:"question"`
	// Cited asks the papers that are cited at the position, or that of an entry of a .bib.
	Cited bool `json:"cited,omitempty"`
	// Papers are asked, in full; where none are, the passages of all papers of Corpora.
	Papers []app.PaperRef `json:"papers,omitempty"`
	// Corpora are names; "library" is the user's own. All are searched where none is named.
	Corpora       []string `json:"corpora,omitempty"`
	WorkDoneToken string   `json:"workDoneToken,omitempty"`
	// PartialResultToken gets an AskStep whenever a part of the answer is there.
	PartialResultToken string `json:"partialResultToken,omitempty"`
}

// askResult is an answer with the number that scilit/ask/insert knows it by.
type askResult struct {
	Turn int `json:"turn"`
	app.Answered
}

// maxQuestion is how many bytes a question has at most.
const maxQuestion = 4000

// askPapers answers scilit/ask.
func (s *server) askPapers(ctx context.Context, p askParams) (*askResult, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	releaseOrder(ctx)
	working, t := s.begun(ctx, tokenOf(p.WorkDoneToken), "Asking papers")
	defer t.end("done")
	q, err := s.questionOf(working, d, p)
	if err != nil {
		return nil, err
	}
	answer, err := s.asker.Ask(working, q, s.askSteps(tokenOf(p.PartialResultToken)))
	if err != nil {
		return nil, err
	}
	s.warnOfOnce(ctx, answer.Notices...)
	return &askResult{s.conversations.Add(d.URI, q.Text, answer), answer}, nil
}

// questionOf is a question with all that it is asked with.
func (s *server) questionOf(ctx context.Context, d *workspace.Document, p askParams) (q app.Question, err error) {
	if len(p.Question) > maxQuestion {
		return q, fmt.Errorf("%d bytes are too much for a question: shorten it to %d", len(p.Question), maxQuestion)
	}
	if err := s.engines.Usable(ctx); err != nil {
		return q, err
	}
	q = app.Question{
		Text: strings.TrimSpace(p.Question), Papers: p.Papers, Corpora: p.Corpora, History: s.conversations.History(d.URI),
		Claim: s.claimAtSpot(ctx, d, p.askSpot), About: s.aboutOf(ctx, d),
	}
	if p.Cited {
		papers, err := cite.PapersOf(s.citedAtSpot(ctx, d, p.askSpot))
		if err != nil {
			return q, err
		}
		q.Papers = refsOf(papers)
	}
	return q, nil
}

func refsOf(papers []*engine.Paper) (refs []app.PaperRef) {
	for _, p := range papers {
		refs = append(refs, app.PaperRef{Paper: p.ID, Corpus: p.Corpus})
	}
	return refs
}

// askSteps sends the parts of an answer; nil where the editor does not want them.
func (s *server) askSteps(partial protocol.ProgressToken) func(app.AskStep) {
	if partial == nil {
		return nil
	}
	return func(step app.AskStep) { s.tell(partial, step) }
}

// askInsertParams name a sentence of an answer that goes behind the one at the position.
type askInsertParams struct {
	TextDocument protocol.VersionedTextDocumentIdentifier `json:"textDocument"`
	Position     protocol.Position                        `json:"position"`
	Turn         int                                      `json:"turn"`
	Sentence     int                                      `json:"sentence"` // from 1
	// Anyway inserts a sentence that was not found in its passages: its user has read them.
	Anyway bool `json:"anyway,omitempty"`
}

// askInsertion is what would be written, and the edit that writes it.
type askInsertion struct {
	Text string                 `json:"text"`
	Edit protocol.WorkspaceEdit `json:"edit"`
}

// insertAnswer answers scilit/ask/insert. Its only side effect is the question whether a
// .bib elsewhere may be edited.
func (s *server) insertAnswer(ctx context.Context, p askInsertParams) (*askInsertion, error) {
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
		return nil, fmt.Errorf("its passages do not show all of this sentence (%s): read them, then insert it anyway where it is true", said.Reason)
	}
	at, ok := s.siteAt(ctx, d, s.offset(d, p.Position))
	if !ok {
		return nil, cite.ErrNoPlace
	}
	saying := cite.Saying{Text: said.Text, Quoted: said.Quoted}
	for _, ref := range said.Papers {
		saying.Papers = append(saying.Papers, engine.WorkRef{ID: ref.Paper, Corpus: ref.Corpus})
	}
	c, err := s.writer.Say(ctx, at, saying)
	if err != nil {
		return nil, err
	}
	if err := s.permitChange(ctx, d, c); err != nil {
		return nil, err
	}
	return &askInsertion{strings.TrimSpace(c.Text), *s.workspaceEdit(d, c, "Insert a sentence of an answer")}, nil
}
