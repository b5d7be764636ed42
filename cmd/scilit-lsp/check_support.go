package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"github.com/scilit-lsp/scilit-lsp/verify/lists"
	"github.com/scilit-lsp/scilit-lsp/verify/support"
)

// maxGraded is the maximum number of citations graded in one run, more than any manuscript has.
const maxGraded = 20_000

// checkSupport grades the citations in the given manuscripts.
func (c checkCmd) checkSupport(ctx context.Context, std cli.Streams, e *engine.Engine) ([]support.Result, error) {
	var all []support.Citation
	for _, name := range c.Files {
		if lists.Is(name) {
			continue
		}
		w, document, err := openManuscript(ctx, name)
		if err != nil {
			return nil, err
		}
		all = append(all, citationsOf(ctx, w, document)...)
	}
	if len(all) > maxGraded {
		fmt.Fprintf(std.Err, "scilit-lsp: note: --support: only the first %d of %d citations are graded\n", maxGraded,
			len(all))
		all = all[:maxGraded]
	}
	bar := cli.Progress(std.Err, "citations")
	defer func() { _ = bar.Finish() }()
	return support.Check(ctx, e, all, support.Options{
		Finder:  evidence.Finder{Embedder: onnx.Static(), Judge: e.Judge()},
		Weakest: c.Weakest, Progress: func(done int) { _ = bar.Set(done) },
	})
}

// citationsOf returns one citation per cited key from all files of a manuscript.
func citationsOf(ctx context.Context, w *workspace.Workspace, d *workspace.Document) (all []support.Citation) {
	parts := w.Project(ctx, d)
	title := ""
	for _, part := range parts {
		title = cmp.Or(title, part.Manuscript.Title)
	}
	works := worksOf(w.BibsOf(ctx, d))
	for _, part := range parts {
		for _, c := range part.Manuscript.Citations[:min(len(part.Manuscript.Citations), maxGraded+1)] {
			claim, _ := cite.ClaimOf(part.Doc, c)
			claim.Title = title
			for _, key := range c.Keys {
				line := part.Doc.Position(key.Start, doc.UTF8).Line + 1
				all = append(all, support.Citation{Path: relative(part.Path), Line: int(line), Key: key.Name, Claim: claim,
					Work: works[key.Name]})
			}
		}
	}
	return all
}

// worksOf maps keys to works. If several entries have the same key, it takes the first.
func worksOf(bibs []workspace.Bibliography) map[string]engine.WorkRef {
	works := make(map[string]engine.WorkRef)
	for _, b := range bibs {
		if b.File == nil {
			continue
		}
		for i := range b.File.Entries {
			if key := b.File.Entries[i].Key; works[key] == (engine.WorkRef{}) {
				works[key] = app.RefOf(&b.File.Entries[i])
			}
		}
	}
	return works
}
