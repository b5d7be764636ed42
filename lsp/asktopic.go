package lsp

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/chat"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/lookup"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// askTopic is what questions at a place are asked with.
type askTopic struct {
	Claim string `json:"claim"` // the sentence there, free of markup; "" where there is none
	About string `json:"about"` // what the manuscript is about
	// Cited are the works that are cited there.
	Cited   []askCited `json:"cited"`
	Corpora []string   `json:"corpora"` // names of those that can be asked
	Turns   []askTurn  `json:"turns"`   // of the conversation, oldest first
}

// askCited is a work that is cited at a place.
type askCited struct {
	Key string `json:"key"`
	// ID and Corpus name the paper; both are "" where no index has the work.
	ID     string `json:"id"`
	Corpus string `json:"corpus"`
	Title  string `json:"title"`
	Byline string `json:"byline"`
	// Passages are those that are closest to the claim.
	Passages []app.ExplainedPassage `json:"passages"`
}

// askTurn is a question that was asked from the document.
type askTurn struct {
	Question string `json:"question"`
	askResult
}

// topicOfQuestions answers scilit/ask/about. Nothing is asked and nothing is sent.
func (s *server) topicOfQuestions(ctx context.Context, p askSpot) (*askTopic, error) {
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
		Claim: s.claimAtSpot(ctx, d, p), About: s.aboutOf(ctx, d),
		Cited: []askCited{}, Corpora: []string{}, Turns: []askTurn{},
	}
	for _, work := range s.citedAtSpot(ctx, d, p) {
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
		err = nil // one that cannot be read is warned of when it is searched
	}
	return topic, err
}

func (s *server) claimAtSpot(ctx context.Context, d *workspace.Document, p askSpot) string {
	var selected doc.Span
	if r := p.Selection; r != nil {
		selected = doc.Span{Start: s.offset(d, r.Start), End: s.offset(d, r.End)}
	}
	return s.writer.ClaimAt(ctx, d, s.offset(d, p.Position), selected)
}

// citedAtSpot are the works that are cited at a place; in a .bib, that of the entry.
func (s *server) citedAtSpot(ctx context.Context, d *workspace.Document, p askSpot) []cite.Cited {
	offset := s.offset(d, p.Position)
	keys := cite.KeysAt(d, offset)
	if d.IsBib() {
		if entry := lookup.EntryAt(s.files.BibOf(ctx, d).File, offset); entry != nil {
			keys = []string{entry.Key}
		}
	}
	return s.writer.CitedAs(ctx, d, keys)
}

// aboutOf says what the manuscript is about that a document is a file of.
func (s *server) aboutOf(ctx context.Context, d *workspace.Document) string {
	e, err := s.engines.Get(ctx)
	if err != nil || d.Markup == nil {
		return ""
	}
	return chat.About(ctx, e, s.files.Project(ctx, d))
}

// citedFor is a cited work with what it says that is close to a claim.
func citedFor(ctx context.Context, work cite.Cited, claim string) askCited {
	cited := askCited{Key: work.Key, Passages: []app.ExplainedPassage{}}
	if work.Paper == nil {
		return cited
	}
	cited.ID, cited.Corpus = work.Paper.ID, work.Paper.Corpus
	cited.Title, cited.Byline = text.OneLine(work.Paper.Title), app.Byline(work.Paper)
	if x, err := app.Explain(ctx, evidence.Claim{Text: claim}, work.Paper); err == nil {
		cited.Passages = x.Passages
	}
	return cited
}

// askForgetParams name the document whose conversation is forgotten.
type askForgetParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
}

// askForgotten is how many questions were.
type askForgotten struct {
	Turns int `json:"turns"`
}

// forgetQuestions answers scilit/ask/forget.
func (s *server) forgetQuestions(_ context.Context, p askForgetParams) (*askForgotten, error) {
	return &askForgotten{s.conversations.Forget(string(p.TextDocument.URI))}, nil
}
