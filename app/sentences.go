package app

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// ComposeSentence is like DraftSentences, but uses no model. It takes only milliseconds, so it is
// suitable for lists of papers.
func (s *Service) ComposeSentence(ctx context.Context, q wire.DraftRequest) (wire.DraftReply, error) {
	p, used, err := s.paperAndEngine(ctx, q.PaperRef)
	if err != nil {
		return wire.DraftReply{}, err
	}
	d, err := used.Composed(ctx, sentenceRequest(q, p))
	return newDraftReply(p, []engine.Draft{d}), err
}

func sentenceRequest(q wire.DraftRequest, p *engine.Paper) engine.DraftRequest {
	return CiteSite{Context: LastSentences(q.Text), Keywords: q.Keywords, Textual: true}.DraftRequest(p)
}

// DraftSentences returns sentences that cite a paper and follow a text.
func (s *Service) DraftSentences(ctx context.Context, q wire.DraftRequest) (wire.DraftReply, error) {
	if err := q.Validate(); err != nil {
		return wire.DraftReply{}, err
	}
	p, used, err := s.paperAndEngine(ctx, q.PaperRef)
	if err != nil {
		return wire.DraftReply{}, err
	}
	drafts, err := used.Drafts(ctx, sentenceRequest(q, p), q.Variants)
	return newDraftReply(p, drafts), err
}

// paperAndEngine returns the complete record of a paper and an engine.
func (s *Service) paperAndEngine(ctx context.Context, ref wire.PaperRef) (*engine.Paper, *engine.Engine, error) {
	p, err := s.Paper(ctx, ref)
	if err != nil {
		return nil, nil, err
	}
	used, err := s.Get(ctx)
	if err != nil {
		return nil, nil, backend.Unavailable(err)
	}
	return p, used, nil
}

func newDraftReply(p *engine.Paper, drafts []engine.Draft) wire.DraftReply {
	answer := wire.DraftReply{Sentences: []wire.CitingSentence{}}
	for _, d := range drafts {
		if d.MarkOnly {
			answer.Reason = d.Reason
			continue
		}
		answer.Sentences = append(answer.Sentences, wire.CitingSentence{
			MarkedSentence: NewMarkedSentence(p, d),
			Corpus:         p.Corpus,
			Support:        hundredths(d.Evidence.Score),
			Note:           d.Note,
		})
	}
	return answer
}

// NewMarkedSentence converts a draft about a paper to a sentence in a reply.
func NewMarkedSentence(p *engine.Paper, d engine.Draft) wire.MarkedSentence {
	return wire.MarkedSentence{
		ID:       p.ID,
		Sentence: strings.Replace(d.Text, engine.Mark, "#CIT", 1),
		Textual:  d.Textual,
		Form:     wire.Form(d.Form),
		Evidence: wire.ScoredSentence(d.Evidence),
	}
}
