package index_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
)

// material contains parts of real records, from which synthetic records are composed.
type material struct {
	papers    []*engine.Paper
	words     [][]string // of titles
	sentences []string
}

func realParts(b testing.TB) (all material) {
	b.Helper()
	for _, file := range []string{"../../testdata/papers/acl.jsonl.gz", "../../testdata/papers/biomed.jsonl.gz"} {
		for p, err := range corpus.File(context.Background(), file) {
			if err != nil {
				b.Fatal(err)
			}
			p.Body, p.References = nil, nil
			all.papers = append(all.papers, p)
			all.words = append(all.words, strings.Fields(p.Title))
			all.sentences = append(all.sentences, strings.SplitAfter(p.Abstract, ". ")...)
		}
	}
	return all
}

// mixed yields papers whose titles combine halves of two titles, and whose abstracts combine
// sentences from six abstracts. It yields the same papers each time.
func mixed(all material, papers int) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		random := rand.New(rand.NewPCG(1, uint64(papers)))
		for i := range papers {
			p := *all.papers[random.IntN(len(all.papers))]
			p.ID, p.DOI, p.ArXiv = fmt.Sprintf("mixed-%d", i), fmt.Sprintf("10.1234/mixed.%d", i), ""
			first, second := all.words[random.IntN(len(all.words))], all.words[random.IntN(len(all.words))]
			p.Title = strings.Join(append(append([]string(nil), first[:(len(first)+1)/2]...), second[len(second)/2:]...), " ")
			var abstract strings.Builder
			for range 6 {
				abstract.WriteString(all.sentences[random.IntN(len(all.sentences))])
				abstract.WriteByte(' ')
			}
			p.Abstract = abstract.String()
			if !yield(&p, nil) {
				return
			}
		}
	}
}

func shifted(papers iter.Seq2[*engine.Paper, error], by int) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		i := by
		for p, err := range papers {
			p.ID = fmt.Sprintf("mixed-%d", i)
			i++
			if !yield(p, err) {
				return
			}
		}
	}
}
