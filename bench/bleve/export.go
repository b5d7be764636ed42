package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

const (
	queries     = 500
	maxKeywords = 3
)

type query struct {
	Keywords string   `json:"keywords"`
	Terms    []string `json:"terms"`
}

func export(dir, contexts string, papers []string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return errors.Join(exportPapers(dir, papers), exportQueries(dir, contexts))
}

func exportPapers(dir string, files []string) error {
	seen := make(map[string]bool)
	return writeLines(dir, []string{"papers.jsonl", "terms.tsv"}, func(out []*bufio.Writer) error {
		for _, file := range files {
			for p, err := range corpus.File(context.Background(), file) {
				var rejected *corpus.RecordError
				if errors.As(err, &rejected) || err == nil && seen[p.ID] {
					continue
				}
				if err != nil {
					return err
				}
				seen[p.ID] = true
				line, err := json.Marshal(
					map[string]any{"Id": p.ID, "Title": p.Title, "Content": map[string]string{"Abstract": p.Abstract}},
				)
				if err != nil {
					return err
				}
				out[0].Write(append(line, '\n'))
				out[1].WriteString(strings.Join(terms(p), "\t") + "\n")
			}
		}
		return nil
	})
}

func terms(p *engine.Paper) []string {
	set := make(map[string]bool)
	for _, s := range []string{p.Title, p.Abstract} {
		text.EachTerm(s, func(term string, _ bool) { set[term] = true })
	}
	all := make([]string, 0, len(set))
	for term := range set {
		all = append(all, term)
	}
	slices.Sort(all)
	return all
}

// exportQueries writes one query per context. A query consists of one to three of the context's
// keywords.
func exportQueries(dir, file string) error {
	contexts, err := eval.ReadContexts(file, 0)
	if err != nil {
		return err
	}
	for i := range contexts {
		contexts[i].Keywords = slices.DeleteFunc(contexts[i].Keywords, func(word string) bool { return !isTerm(word) })
	}
	contexts = slices.DeleteFunc(contexts, func(c eval.Context) bool { return len(c.Keywords) == 0 })
	random := rand.New(rand.NewPCG(1, 1))
	return writeLines(dir, []string{"queries.jsonl"}, func(out []*bufio.Writer) error {
		encoder := json.NewEncoder(out[0])
		for i := range queries {
			words := slices.Clone(contexts[random.IntN(len(contexts))].Keywords)
			random.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
			words = words[:min(len(words), 1+i%maxKeywords)]
			if err := encoder.Encode(query{strings.Join(words, "; "), text.Terms(strings.Join(words, "; "))}); err != nil {
				return err
			}
		}
		return nil
	})
}

// isTerm reports whether a keyword is a single term in all systems. Phrases are not compared,
// because searching for them also requires reading the texts.
func isTerm(word string) bool { return len(text.Terms(word)) == 1 && len(text.Stems(word)) == 1 }

func writeLines(dir string, names []string, write func([]*bufio.Writer) error) (err error) {
	out := make([]*bufio.Writer, len(names))
	for i, name := range names {
		file, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		defer file.Close()
		out[i] = bufio.NewWriterSize(file, 1<<20)
	}
	err = write(out)
	for _, w := range out {
		err = errors.Join(err, w.Flush())
	}
	return err
}
