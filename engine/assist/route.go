package assist

import (
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/llm"
	"github.com/scilit-lsp/scilit-lsp/engine/route"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

const (
	routeTokens  = 300
	maxReasoning = 300 // in characters
)

const routeInstruction = `You choose where to look for papers that support a claim of a scientific manuscript.
Name the repository to ask first and another one to ask second, how confident you are that the first one is right, from 0 to 1, and why in one sentence.`

// disciplinesOf lists the disciplines for which a repository is recommended. If it is recommended
// for all of them, the list ends with those where it has its best rank.
func disciplinesOf(repository string) string {
	var all, best []string
	bestRank := len(repositories())
	for _, d := range route.Disciplines() {
		rank := slices.Index(d.Repositories(), repository)
		if rank < 0 {
			continue
		}
		if rank < bestRank {
			best, bestRank = nil, rank
		}
		if all = append(all, string(d)); rank == bestRank {
			best = append(best, string(d))
		}
	}
	if len(all) == len(route.Disciplines()) {
		return "all disciplines, above all " + strings.Join(best, ", ")
	}
	return strings.Join(all, ", ")
}

// repositories returns the sources to which claims can be routed.
func repositories() (all []string) {
	for _, d := range route.Disciplines() {
		all = append(all, d.Repositories()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Route returns the repositories chosen by a model for a claim, as in CiteLLM (section 2.2). The
// disciplines come from route.Of.
func Route(ctx context.Context, model *llm.Client, c route.Claim) (route.Route, error) {
	var answer struct {
		Primary, Secondary, Reasoning string
		Confidence                    float64
	}
	if err := model.JSON(ctx, routePrompt(c), &answer); err != nil {
		return route.Route{}, err
	}
	found := route.Of(c)
	other := []string{answer.Secondary, found.Primary, found.Secondary, "crossref", "openalex"}
	second := slices.IndexFunc(other, func(name string) bool { return name != answer.Primary })
	found.Primary, found.Secondary, found.Confidence = answer.Primary, other[second], answer.Confidence
	found.Reasoning = text.OneLine(answer.Reasoning)
	return found, nil
}

func routePrompt(c route.Claim) llm.Prompt {
	names, instruction := repositories(), routeInstruction
	for _, name := range names {
		instruction += "\n" + name + ": " + disciplinesOf(name) + "."
	}
	return llm.Prompt{
		Instruction: instruction, Answer: routeTokens,
		Question: "Where should papers for the claim be looked for?",
		Data:     claimData([]string{c.Text}, c.Context, c.Title),
		Schema: llm.Object(map[string]*llm.Schema{
			"primary":    llm.OneOf("the repository to ask first", names...),
			"secondary":  llm.OneOf("another one", names...),
			"confidence": llm.Number("that the first is right", 0, 1),
			"reasoning":  llm.Text("one sentence", maxReasoning),
		}),
	}
}
