package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// growth builds corpora from the bibliographies of documents. It asks for the user's consent each
// time.
type growth struct {
	*session
	consent *consent
	// reopen reopens the engine to include the new corpus.
	reopen func()
	busy   atomic.Bool // set while a corpus is being built
	shown  textSet     // texts of the plans returned to the editor, which shows them
}

// growParams are the parameters of scilit.growCorpus.
type growParams struct {
	URI string `json:"uri"`
	// Plan requests only the plan. Nothing is sent to other machines.
	Plan bool `json:"plan,omitempty"`
	// Shown is the text of a plan that the editor has shown. If it is set, the server does not ask
	// the user again.
	Shown string `json:"shown,omitempty"`
}

const titleGrow = "Build a corpus from this bibliography"

// action offers to build a corpus if the document has references.
func (s *growth) action(ctx context.Context, d *workspace.Document) codeActions {
	if s.opts.Growth == nil || len(s.bibliographies(ctx, d)) == 0 {
		return nil
	}
	return codeActions{rewriteBy(commandGrow, titleGrow+" ...", growParams{URI: d.URI})}
}

// isBare reports whether only the workspace's .bib files are searched. The author already knows the
// papers in them, so the server recommends building a corpus.
func (s *growth) isBare(ctx context.Context) bool {
	settings := s.currentSettings()
	if settings.NamesPapers() {
		return false
	}
	opened, err := s.engines.Wait(ctx)
	if err != nil || opened.Err != nil {
		return false
	}
	corpora, err := backend.Corpora(ctx, opened.Engine, s.keeper.Current())
	return err == nil && backend.IsBare(corpora, settings)
}

// bibliographies returns the paths of the document's bibliographies that have entries.
func (s *growth) bibliographies(ctx context.Context, d *workspace.Document) (paths []string) {
	if d.IsBib() {
		return []string{workspace.PathOf(d.URI)}
	}
	for _, b := range s.files.Bibliographies(ctx, d) {
		if b.Exists && b.Problem == nil && len(b.File.Entries) > 0 {
			paths = append(paths, b.Path)
		}
	}
	return paths
}

// run handles scilit.growCorpus. It replies before it builds the corpus, since that takes minutes.
func (s *growth) run(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	var asked growParams
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &asked) != nil {
		return nil, fmt.Errorf("%s expects one argument: an object with the uri of a manuscript or .bib file", p.Command)
	}
	d, err := s.files.Document(uri.URI(asked.URI))
	if err != nil {
		return nil, err
	}
	releaseOrder(ctx)
	corpora, plan, err := s.plan(ctx, d)
	switch {
	case err != nil && asked.Plan: // the editor shows this error
		return nil, withNotice(explained(err))
	case err != nil:
		return nil, withNotice(s.reported(ctx, err))
	case asked.Plan:
		s.shown.add(plan.Text)
		return anyOf(plan), nil
	}
	if !s.shown.has(plan.Text) || asked.Shown != plan.Text {
		if allowed, err := s.allowed(ctx, plan); err != nil || !allowed {
			return nil, withNotice(s.reported(ctx, err))
		}
	}
	if !s.busy.CompareAndSwap(false, true) {
		s.inform(ctx, "a corpus is already being built: wait until it finishes, or cancel it")
		return nil, nil
	}
	s.goSafe("growth", func() {
		defer s.busy.Store(false)
		s.build(corpora, plan)
	})
	return nil, nil
}

var errNoReferences = errors.New("this document's .bib files contain no readable entries: add entries, or correct " +
	"the files")

// plan plans a corpus grown from a document's references, using the latest settings.
func (s *growth) plan(ctx context.Context, d *workspace.Document) (c backend.Growth, p wire.GrowthPlan, err error) {
	paths := s.bibliographies(ctx, d)
	if len(paths) == 0 {
		return nil, p, errNoReferences
	}
	if _, err := s.engines.Wait(ctx); err != nil {
		return nil, p, err
	}
	if s.opts.Growth == nil {
		return nil, p, backend.ErrOnlineOff
	}
	if c, err = s.opts.Growth(s.currentSettings(), s.activity.WaitIdle); err != nil {
		return nil, p, err
	}
	p, err = c.Plan(ctx, paths)
	return c, p, err
}

const (
	answerBuild    = "Build the corpus"
	answerNotBuild = "Do not build it"
)

// allowed shows a plan to the user and reports whether the user accepts it.
func (s *growth) allowed(ctx context.Context, plan wire.GrowthPlan) (bool, error) {
	release, err := s.takeTurn(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	whole, remove, err := s.consent.preview(ctx, plan.Text, "plan-of-the-corpus.txt")
	if err != nil {
		return false, err
	}
	defer remove()
	shown := plan.Text
	if whole != plan.Text {
		shown = plan.Summary + whole
	}
	question := titleGrow + "? " + strings.NewReplacer(".\n", ". ", "\n", "; ").Replace(strings.TrimSpace(shown))
	switch answer, err := s.ask(ctx, question, answerBuild, answerNotBuild); {
	case err != nil && ctx.Err() == nil:
		return false, errors.New("nothing was sent: your editor cannot show the plan; " +
			"run `scilit-lsp corpus grow` in a terminal")
	case err != nil:
		return false, err
	case answer != answerBuild:
		s.inform(ctx, "nothing was sent")
		return false, nil
	}
	return true, nil
}

// build builds a corpus and shows a progress bar. The engine searches the corpus once it contains
// papers.
func (s *growth) build(corpora backend.Growth, plan wire.GrowthPlan) {
	_, err := os.Stat(filepath.Join(plan.Folder, "CURRENT"))
	isOpen := err == nil
	ctx, t := s.begun(s.ctx, nil, "Building a corpus from your bibliography")
	result, err := corpora.Run(ctx, plan, func(step wire.GrowthStep) {
		t.step(growthMessage(step), min(step.Papers, step.Goal), max(1, step.Goal))
		if !isOpen && step.Searchable > 0 {
			isOpen = true
			s.reopen()
		}
	})
	cancelled := ctx.Err() != nil
	t.end(text.Count(result.Papers, "paper"))
	switch {
	case s.ctx.Err() != nil:
		return
	case cancelled:
		s.inform(s.ctx, "building the corpus was interrupted, but the papers received so far are kept: run the "+
			"command again to continue")
		return
	case err != nil:
		s.warn(s.ctx, "the corpus could not be completed: "+files.Explain(err))
		return
	}
	if !isOpen {
		s.reopen()
	}
	s.inform(s.ctx, show.Growth(result))
}

func growthMessage(step wire.GrowthStep) string {
	message := fmt.Sprintf("%d of %d papers, %d searchable", step.Papers, step.Goal, step.Searchable)
	if step.Left > 0 {
		message += ", about " + step.Left.Round(time.Second).String() + " left"
	}
	return message
}
