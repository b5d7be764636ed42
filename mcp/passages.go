package mcp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/app"
)

// PassagesInput are the parameters of find_passages.
type PassagesInput struct {
	Question string   `json:"question" max:"4000" jsonschema:"a question in words that papers may use"`
	Papers   []Named  `json:"papers,omitempty" jsonschema:"the papers that are asked, in full; all papers of the corpora where none is named"`
	Corpora  []string `json:"corpora,omitempty" max:"200" jsonschema:"names of corpora, library for the user's own; all where none is named"`
	Limit    int      `json:"limit,omitempty" max:"20" jsonschema:"how many passages; as the user's settings say where not given"`
}

// PassagesOutput is the answer of find_passages.
type PassagesOutput struct {
	Passages []app.AskedPassage `json:"passages" jsonschema:"best first, each with the probability that it answers the question; where there is none, these papers do not say"`
	Scope
}

func (s *Server) findPassages(ctx context.Context, in PassagesInput) (out PassagesOutput, err error) {
	question := app.Question{Text: in.Question, Corpora: in.Corpora, TopK: in.Limit}
	e, err := s.engines.Get(ctx)
	if err != nil {
		return out, app.Nothing(err)
	}
	if _, _, err := e.Among(ctx, in.Corpora); err != nil {
		return out, failed(NotFound, err.Error())
	}
	for _, named := range in.Papers {
		p, err := s.here(ctx, e, named)
		if err != nil {
			return out, err
		}
		question.Papers = append(question.Papers, app.PaperRef{Paper: p.ID, Corpus: p.Corpus})
	}
	passages, searched, err := s.asker.Passages(ctx, question)
	if err != nil {
		return out, err
	}
	out = PassagesOutput{app.OrEmpty(passages), scopeOf(ctx, e, searched...)}
	if len(question.Papers) > 0 {
		out.Says, out.Searched = "Only the named papers were searched, in what is known of their texts.", []app.Corpus{}
	}
	return out, nil
}
