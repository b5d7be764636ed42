package mcp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

// PassagesInput contains the parameters of find_passages.
type PassagesInput struct {
	Question string        `json:"question" max:"4000" jsonschema:"the question, in words that papers use"`
	Papers   []PaperParams `json:"papers,omitempty" jsonschema:"the papers to search; by default all"`
	Corpora  []string      `json:"corpora,omitempty" max:"200" jsonschema:"names of the corpora to search; by default all"`
	Limit    int           `json:"limit,omitempty" max:"20" jsonschema:"maximum number of passages"`
}

// PassagesOutput is the result of find_passages.
type PassagesOutput struct {
	Passages []wire.AskedPassage `json:"passages" jsonschema:"the passages, best first, each with the probability that it answers the question"`
	Scope
}

func (s *Server) findPassages(ctx context.Context, in PassagesInput) (out PassagesOutput, err error) {
	question := wire.AskRequest{Text: in.Question, Corpora: in.Corpora, TopK: in.Limit}
	e, err := s.engines.Get(ctx)
	if err != nil {
		return out, backend.Unavailable(err)
	}
	if _, err := e.Among(ctx, in.Corpora); err != nil {
		return out, failed(NotFound, err.Error())
	}
	for _, named := range in.Papers {
		p, err := s.here(ctx, e, named)
		if err != nil {
			return out, err
		}
		question.Papers = append(question.Papers, wire.PaperRef{Paper: p.ID, Corpus: p.Corpus})
	}
	passages, coverage, err := s.asker.Passages(ctx, question)
	if err != nil {
		return out, err
	}
	out = PassagesOutput{wire.OrEmpty(passages), scopeOf(ctx, e, coverage)}
	if len(question.Papers) > 0 {
		out.Text, out.Searched = "Only the named papers were searched, as far as their texts are "+
			"available.", []wire.Corpus{}
	}
	return out, nil
}
