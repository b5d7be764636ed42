package eval

import (
	"hash/fnv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Names of the splits into which papers with full text are divided.
const (
	Train = "train"
	Dev   = "dev"
	Test  = "test"
)

// SplitOf returns the split of a paper, based on a hash of its ID: 15 % of papers are in Test, 10 %
// in Dev and the rest in Train.
func SplitOf(id string) string {
	h := fnv.New32a()
	h.Write([]byte(id))
	switch part := h.Sum32() % 20; {
	case part < 3:
		return Test
	case part < 5:
		return Dev
	}
	return Train
}

// Requirements on papers for measuring highlights.
const (
	fewestPassages  = 20
	fewestSentences = 2 // minimum number of sentences in the abstract
)

// Usable reports whether highlights of p can be measured. The paper needs a full text and an
// abstract, and the full text must not repeat the abstract.
func Usable(p *engine.Paper) bool {
	abstract := abstractSentences(p)
	passages := highlight.Passages(p)
	if len(p.Body) == 0 || len(abstract) < fewestSentences || len(passages) < fewestPassages {
		return false
	}
	said := make(map[string]bool)
	for _, s := range passages {
		said[text.FoldedWords(s.Text)] = true
	}
	verbatim := 0
	for _, s := range abstract {
		if said[text.FoldedWords(s)] {
			verbatim++
		}
	}
	return 3*verbatim < len(abstract)
}

func abstractSentences(p *engine.Paper) []string {
	var all []string
	for _, span := range text.Sentences(p.Abstract) {
		all = append(all, strings.TrimSpace(p.Abstract[span.Start:span.End]))
	}
	return all
}
