package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
	"github.com/scilit-lsp/scilit-lsp/engine/assist"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
)

type llmCmd struct {
	Check llmCheckCmd `cmd:"" help:"Send a test question to the language model in your settings."`
	Allow llmAllowCmd `cmd:"" help:"Show what would be sent to a language model on another machine; with --yes, allow it to be sent."`
}

type llmCheckCmd struct {
	Send bool `help:"Send the test question even if the model runs on another machine."`
}

func (c llmCheckCmd) Help() string {
	return `Prints a test request, sends it, and prints the answer, the time it took and the models that the host
offers. A request to another machine is sent only with --send. The request contains none of your text.`
}

// testPrompt is a prompt that contains none of the user's text.
var testPrompt = llm.Prompt{Instruction: "Answer in one short sentence.", Question: "What is a citation?", Answer: 200}

func (c llmCheckCmd) Run(ctx context.Context, std cli.Streams) error {
	// the request contains none of the user's text and is printed below, so it needs no consent
	model, err := cli.OpenLLM(std, func(context.Context, llm.Request) error { return nil })
	if err != nil {
		return err
	}
	request, err := model.Request(testPrompt)
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "%s\n", request)
	if !model.IsLoopback() && !c.Send {
		return fmt.Errorf("nothing was sent, because %s is another machine; run `scilit-lsp llm check --send` "+
			"to send the request",
			model.Host())
	}
	begin := time.Now()
	answer, err := model.Ask(ctx, testPrompt, nil)
	if llm.KindOf(err) == llm.NoModel {
		listModels(ctx, std, model) // the error advises the user to choose one of these
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "answer after %.1f s: %s\n", time.Since(begin).Seconds(), answer.Text)
	names := listModels(ctx, std, model)
	if name := model.Model(); name != "" && len(names) > 0 && !slices.Contains(names, name) {
		fmt.Fprintf(std.Out, "note: %s answered, although the host does not list it\n", name)
	}
	return nil
}

const maxListed = 50 // maximum number of a host's models to print

func listModels(ctx context.Context, std cli.Streams, model *llm.Client) []string {
	names, err := model.Models(ctx)
	if err != nil {
		fmt.Fprintf(std.Out, "could not list the host's models: %v\n", err) // some hosts do not list models
		return nil
	}
	for _, name := range names[:min(len(names), maxListed)] {
		fmt.Fprintf(std.Out, "model: %s\n", name)
	}
	return names
}

type llmAllowCmd struct {
	Yes    bool `help:"Allow the model to receive your text."`
	Revoke bool `help:"Withdraw the permission."`
}

func (c llmAllowCmd) Help() string {
	return `Prints the requests that the model at llm.url would receive for a draft and for a question, with
placeholders for your text. A draft sends passages, title and abstract of the paper, up to three sentences
before the citation, and the keywords. A question sends passages and titles of papers, the conversation so
far, the sentence that the question is about, and a summary of the manuscript. With --yes, you allow
all of this to be sent to that URL. A model on this machine needs no permission.`
}

// example is a request to draft a sentence, with placeholders for the paper and the user's text.
var example = engine.DraftRequest{
	Paper:    &engine.Paper{Title: "TITLE OF THE PAPER", Abstract: "ABSTRACT OF THE PAPER"},
	Passages: []string{"PASSAGES OF THE PAPER"}, Context: []string{"THREE SENTENCES OF THE MANUSCRIPT"},
	Keywords: []string{"KEYWORDS"},
}

var exampleQuestion = answer.Question{
	Text: "YOUR QUESTION", Claim: "A SENTENCE OF THE MANUSCRIPT", About: "A SUMMARY OF THE MANUSCRIPT",
	History: []answer.Exchange{{Question: "YOUR PREVIOUS QUESTION", Answer: "ITS ANSWER"}},
}

func (c llmAllowCmd) Run(std cli.Streams) error {
	model, err := cli.OpenLLM(std, nil)
	if err != nil {
		return err
	}
	base, err := llm.BaseOf(cli.Load().Settings.LLM.URL)
	if err != nil {
		return err
	}
	trust, address := config.OpenTrust(), base.String()
	switch {
	case c.Revoke:
		if err := trust.SetMayAsk(address, false); err != nil {
			return err
		}
		fmt.Fprintf(std.Out, "%s: permission withdrawn\n", address)
		return nil
	case model.IsLoopback():
		fmt.Fprintf(std.Out, "%s is on this machine and needs no permission\n", address)
		return nil
	}
	request, err := model.Request(assist.DraftPrompt(example, 1))
	if err != nil {
		return err
	}
	question, err := model.Request(answer.PromptOf(exampleQuestion,
		[]answer.Passage{{Passage: evidence.Passage{Text: "PASSAGES OF PAPERS"},
			Paper: &engine.Paper{Title: "TITLE OF THE PAPER"}}}))
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "%s\n%s\n", request, question)
	if !c.Yes {
		return errors.New("nothing was sent, and the permission is unchanged; run `scilit-lsp llm allow --yes` to " +
			"allow all requests to this URL")
	}
	if err := trust.SetMayAsk(address, true); err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "%s: allowed\n", address)
	return nil
}

// model reports the configured language model. It sends a request to the model's host only if the
// host is the local machine.
func (k *checkup) model(ctx context.Context) {
	settings := k.loaded.Settings.LLM
	if settings.URL == "" {
		return
	}
	model, err := backend.OpenLLM(settings, nil)
	if err != nil {
		k.problem(err)
		return
	}
	name := "language model " + cmp.Or(settings.Model, "(chosen by the host)") + " at " + model.Host()
	if !model.IsLoopback() {
		allowed := "it may receive your text only after you allow it with `scilit-lsp llm allow`"
		if base, err := llm.BaseOf(settings.URL); err == nil && config.OpenTrust().MayAsk(base.String()) {
			allowed = "you have allowed it to receive your text"
		}
		k.printf("%s is on another machine, so doctor does not contact it; %s", name, allowed)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	names, err := model.Models(ctx)
	switch {
	case err != nil:
		k.problem(err)
	case settings.Model != "" && len(names) > 0 && !slices.Contains(names, settings.Model):
		k.problem(fmt.Errorf("%s: the host does not offer this model; set llm.model to one of those "+
			"listed by `scilit-lsp llm check`", name))
	default:
		k.printf("%s: the host can be reached", name)
	}
}
