package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
	"github.com/scilit-lsp/scilit-lsp/engine/assist"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
)

type llmCmd struct {
	Check llmCheckCmd `cmd:"" help:"Ask the language model of your settings one harmless question."`
	Allow llmAllowCmd `cmd:"" help:"Let a language model on another machine draft sentences and answer questions, after a look at what is sent."`
}

type llmCheckCmd struct {
	Send bool `help:"Send the question to a model on another machine."`
}

// Help says what is sent where.
func (c llmCheckCmd) Help() string {
	return `It shows the question, byte by byte, sends it, and prints the answer and how long
it took; then the models that the host lists. A model on another machine is asked with
--send alone. Nothing of yours is in the question.`
}

// harmless is a question with nothing of the user's in it.
var harmless = llm.Prompt{Instruction: "Answer in one short sentence.", Question: "What is a citation?", Answer: 200}

// Run asks the model.
func (c llmCheckCmd) Run(ctx context.Context, std streams) error {
	model, err := openLLM(std, func(context.Context, llm.Request) error { return nil }) // it is shown right here
	if err != nil {
		return err
	}
	request, err := model.Request(harmless)
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s\n", request)
	if !model.IsLoopback() && !c.Send {
		return fmt.Errorf("%s is another machine, so nothing was sent: run `scilit-lsp llm check --send` to send this", model.Host())
	}
	begin := time.Now()
	answer, err := model.Ask(ctx, harmless, nil)
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "answer after %.1f s: %s\n", time.Since(begin).Seconds(), answer.Text)
	return listModels(ctx, std, model)
}

// maxListed is how many models are listed.
const maxListed = 50

func listModels(ctx context.Context, std streams, model *llm.Client) error {
	names, err := model.Models(ctx)
	if err != nil {
		fmt.Fprintf(std.out, "its models are not known: %v\n", err) // some hosts list none
		return nil
	}
	for _, name := range names[:min(len(names), maxListed)] {
		fmt.Fprintf(std.out, "model: %s\n", name)
	}
	if name := model.Model(); name != "" && len(names) > 0 && !slices.Contains(names, name) {
		fmt.Fprintf(std.out, "note: %s is not among them, and answered all the same\n", name)
	}
	return nil
}

type llmAllowCmd struct {
	Yes    bool `help:"Allow it."`
	Revoke bool `help:"Allow it no longer."`
}

// Help says what the permission is for.
func (c llmAllowCmd) Help() string {
	return `It shows what a draft and a question would send to the model of llm.url, with an example in place of
your text. A draft: passages, title and abstract of the paper, up to three sentences of the manuscript
before the citation, and the keywords. A question: passages and titles of papers, the question, the conversation so
far, the sentence that it came up at, and what the manuscript is about. With --yes this address may get such text from now
on. A model on this machine needs no permission.`
}

// example replaces a paper and a manuscript of the user's.
var example = engine.DraftRequest{
	Paper:    &engine.Paper{Title: "TITLE OF THE PAPER", Abstract: "ABSTRACT OF THE PAPER"},
	Passages: []string{"PASSAGES OF THE PAPER"}, Context: []string{"THREE SENTENCES OF THE MANUSCRIPT"}, Keywords: []string{"KEYWORDS"},
}

var exampleQuestion = answer.Question{
	Text: "YOUR QUESTION", Claim: "A SENTENCE OF THE MANUSCRIPT", About: "A SUMMARY OF THE MANUSCRIPT", History: []answer.Exchange{{Question: "YOUR QUESTION BEFORE", Answer: "ITS ANSWER"}},
}

// Run shows, and remembers the user's answer.
func (c llmAllowCmd) Run(std streams) error {
	model, err := openLLM(std, nil)
	if err != nil {
		return err
	}
	base, err := llm.BaseOf(loadHere().Settings.LLM.URL)
	if err != nil {
		return err
	}
	trust, address := config.OpenTrust(), base.String()
	switch {
	case c.Revoke:
		if err := trust.SetMayAsk(address, false); err != nil {
			return err
		}
		fmt.Fprintf(std.out, "%s: allowed no longer\n", address)
		return nil
	case model.IsLoopback():
		fmt.Fprintf(std.out, "%s: on this machine, needs no permission\n", address)
		return nil
	}
	request, err := model.Request(assist.DraftPrompt(example, 1))
	if err != nil {
		return err
	}
	question, err := model.Request(answer.PromptOf(exampleQuestion, []answer.Passage{{Passage: evidence.Passage{Text: "PASSAGES OF PAPERS"}, Paper: &engine.Paper{Title: "TITLE OF THE PAPER"}}}))
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s\n%s\n", request, question)
	if !c.Yes {
		return errors.New("nothing was sent, and nothing is allowed: run `scilit-lsp llm allow --yes` to let drafts and questions be sent like this")
	}
	if err := trust.SetMayAsk(address, true); err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s: allowed\n", address)
	return nil
}

// openLLM opens the model of the user's settings.
func openLLM(std streams, approve func(context.Context, llm.Request) error) (*llm.Client, error) {
	return app.OpenLLM(settingsHere(std).LLM, approve)
}

// model says which language model is named, and asks one on this machine whether it is
// there. One on another machine is not asked.
func (k *checkup) model(ctx context.Context) {
	settings := k.loaded.Settings.LLM
	if settings.URL == "" {
		return
	}
	model, err := app.OpenLLM(settings, nil)
	if err != nil {
		k.problem(err)
		return
	}
	name := "language model " + modelName(settings.Model) + " at " + model.Host()
	if !model.IsLoopback() {
		allowed := "not allowed to get text yet: see `scilit-lsp llm allow`"
		if base, err := llm.BaseOf(settings.URL); err == nil && config.OpenTrust().MayAsk(base.String()) {
			allowed = "allowed to get text"
		}
		k.say("%s: on another machine, not asked here, %s", name, allowed)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	names, err := model.Models(ctx)
	switch {
	case err != nil:
		k.problem(err)
	case settings.Model != "" && len(names) > 0 && !slices.Contains(names, settings.Model):
		k.problem(fmt.Errorf("%s: the host does not list it: `scilit-lsp llm check` lists those it has", name))
	default:
		k.say("%s: answers", name)
	}
}

// modelName names a model that the settings leave to the host.
func modelName(name string) string {
	if name == "" {
		return "of the host's choice"
	}
	return name
}
