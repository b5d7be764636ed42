package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/grow"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A growth grows a corpus according to a plan, after the user has seen the plan.
type growth struct {
	std      cli.Streams
	dir      string
	embedder string
	yes      bool
	settings config.Settings
	client   *online.Client
	goals    grow.Goals
	plan     grow.Plan
}

func (r growth) open(progress func(grow.Progress)) (*grow.Grower, error) {
	embedder, err := r.vectors()
	if err != nil {
		return nil, err
	}
	return grow.Open(grow.Options{Dir: r.dir, Client: r.client, Embedder: embedder, Progress: progress})
}

// run asks the user for consent, calls work to grow the corpus, and prints the result.
func (r growth) run(ctx context.Context, work func(*grow.Grower) (grow.Result, error)) (err error) {
	if err := r.ask(); err != nil {
		return err
	}
	bar := cli.ProgressOf(r.std.Err, r.goals.Papers, "growing", "papers")
	g, err := r.open(func(p grow.Progress) { _ = bar.Set(p.Papers) })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.Close()) }()
	result, err := work(g)
	_ = bar.Finish()
	return r.report(result, err)
}

func (r growth) ask() error {
	if r.yes || r.settings.Online.Ask == config.AskNever {
		return nil
	}
	return askToSend(r.std)
}

func (r growth) report(result grow.Result, err error) error {
	std := r.std
	fmt.Fprintf(std.Out, "%s: %s, %d new; requests sent: %d\n", r.dir, text.Count(result.Papers, "paper"), result.Added,
		result.Requests)
	printMissing(std.Err, result.Missing)
	if result.Unread > 0 {
		fmt.Fprintf(std.Err, "scilit-lsp: %s could not be read\n", text.Count(result.Unread, "full text"))
	}
	if online.KindOf(err) != 0 {
		return fmt.Errorf("%w: %w", cli.ErrSource, err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "Stopped: %s.\n", result.Reason)
	if result.Papers == 0 {
		return errors.New("no papers were found, so the corpus is empty: start from other references, or choose " +
			"another category, topic or query")
	}
	if !slices.Contains(r.settings.Indexes, r.dir) {
		fmt.Fprintf(std.Out, "To search the corpus, use --index %s, or add the folder to the setting indexes.\n", r.dir)
	}
	return nil
}

// vectors returns the embedder that an existing corpus was built with. For a new corpus, it returns
// the best embedder that the flags allow.
func (r growth) vectors() (engine.Embedder, error) {
	s := r.settings
	if _, err := index.List(r.dir); err == nil {
		return indexAddCmd{Dir: r.dir, ModelFlags: cli.ModelFlags{Models: s.Models, Runtime: s.ONNXRuntime}}.embedder()
	}
	if r.embedder == "none" {
		return nil, nil
	}
	if r.embedder == "static" {
		s.Engine = "plain"
	}
	return bestEmbedder(r.std, s)
}

func printMissing(w io.Writer, missing []string) {
	if len(missing) == 0 {
		return
	}
	fmt.Fprintf(w, "scilit-lsp: %s could not be found:\n", text.Count(len(missing), "reference"))
	grow.WriteSome(w, missing, maxMissing)
}

const maxMissing = 20
