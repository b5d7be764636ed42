package lsp

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/chat"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/lookup"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

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

// citedAt returns the works cited at a position. In a .bib, it returns the work of the entry there.
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

// aboutOf describes the topic of the manuscript that contains a document.
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

// forget handles scilit/ask/forget.
func (s *questions) forget(_ context.Context, p askForgetParams) (*askForgotten, error) {
	return &askForgotten{s.conversations.Forget(string(p.TextDocument.URI))}, nil
}
