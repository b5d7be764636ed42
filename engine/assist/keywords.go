package assist

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/llm"
	"github.com/scilit-lsp/scilit-lsp/engine/query"
)

const (
	keywordTokens = 800
	maxKeyword    = 80 // in characters
)

const keywordInstruction = `You choose keywords that find papers for claims of a scientific manuscript.
Give for each claim, in order, at most 12 keywords: technical terms and core concepts, the most telling first. Take each word by word from the claim, from the text before it or from the title. Give no names of authors, no general words and no whole sentences.`

// Keywords returns the queries for the claims of a selection, with keywords chosen by a model in a
// single prompt. It drops keywords that do not occur in the user's text. If none of the model's keywords
// for a claim remain, the query keeps its own.
func Keywords(ctx context.Context, model *llm.Client, s query.Selection, queries []query.Query,
	known query.Vocabulary) ([]query.Query, error) {
	if len(queries) == 0 {
		return nil, nil
	}
	var answer struct{ Claims []struct{ Keywords []string } }
	if err := model.JSON(ctx, keywordPrompt(s, queries), &answer); err != nil {
		return nil, err
	}
	for i, given := range answer.Claims {
		if kept := query.Verified(s, queries[i].Claim, given.Keywords, known); len(kept) > 0 {
			queries[i].Keywords = kept
		}
	}
	return queries, nil
}

func keywordPrompt(s query.Selection, queries []query.Query) llm.Prompt {
	var claims []string
	for _, q := range queries {
		claims = append(claims, q.Claim)
	}
	list := llm.List("keywords of one claim", llm.Text("", maxKeyword), query.MaxKeywords)
	return llm.Prompt{
		Instruction: keywordInstruction, Answer: keywordTokens, Question: "Which keywords find papers for the claims?",
		Data: claimData(claims, s.Context, s.Title),
		Schema: llm.Object(map[string]*llm.Schema{"claims": llm.List("one for each claim, in order",
			llm.Object(map[string]*llm.Schema{"keywords": list}), len(claims))}),
	}
}

// claimData returns claims, their context and the manuscript's title as data for a prompt.
func claimData(claims, context []string, title string) (data []llm.Data) {
	for i, claim := range claims {
		data = append(data, llm.Data{Name: fmt.Sprintf("claim %d", i+1), Text: claim})
	}
	near := strings.Join(context[max(0, len(context)-nearSentences):], " ")
	for _, d := range []llm.Data{{Name: "title of the manuscript", Text: title},
		{Name: "the text before the claims", Text: near}} {
		if strings.TrimSpace(d.Text) != "" {
			data = append(data, d)
		}
	}
	return data
}
