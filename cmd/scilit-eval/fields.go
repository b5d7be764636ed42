package main

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type fieldSetsCmd struct {
	Out      string            `required:"" type:"path" help:"Folder to write to."`
	Titled   []string          `required:"" type:"existingfile" sep:"none" placeholder:"FILE" help:"Files of contexts in the splits to write, with the titles of the cited works."`
	Held     []string          `type:"existingfile" sep:"none" placeholder:"FILE" help:"Files of contexts whose citing papers are held out. These papers are not used."`
	Articles map[string]string `placeholder:"FIELD=FILE" help:"Full texts with reference lists. Their citations become a separate field with this name."`
	Papers   []string          `arg:"" type:"existingfile" help:"Files of papers, including the citing ones with full text."`
}

func (c fieldSetsCmd) Run(ctx context.Context, std cli.Streams) error {
	sources := eval.FieldSources{Papers: everyPaper(ctx, c.Papers...), Held: make(map[string]bool),
		Dev: make(map[string]bool)}
	for _, path := range c.Held {
		held, err := eval.ReadCiting(path)
		if err != nil {
			return err
		}
		maps.Copy(sources.Held, held)
	}
	for _, path := range c.Titled {
		titled, err := eval.ReadTitledContexts(path)
		if err != nil {
			return err
		}
		for _, t := range titled {
			sources.Dev[t.Citing] = sources.Dev[t.Citing] || t.Split == eval.Dev
		}
		sources.Titled = append(sources.Titled, titled...)
	}
	if len(sources.Titled) == 0 {
		return errors.New("the files given with --titled contain no contexts")
	}
	for _, field := range slices.Sorted(maps.Keys(c.Articles)) {
		papers := everyPaper(ctx, c.Articles[field])
		sources.Articles = append(sources.Articles, eval.FieldArticles{Field: field, Papers: papers})
	}
	return eval.WriteFieldSets(sources, c.Out)
}

// everyPaper yields the papers in all files. It skips unusable records.
func everyPaper(ctx context.Context, files ...string) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for p, err := range papersOf(ctx, files) {
			if _, unusable := errors.AsType[*corpus.RecordError](err); !unusable && !yield(p, err) {
				return
			}
		}
	}
}
