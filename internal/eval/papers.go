package eval

import (
	"hash/fnv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Splits of the papers with full text.
const (
	Train = "train"
	Dev   = "dev"
	Test  = "test"
)

// SplitOf assigns a paper to a split by a hash of its ID: 15 % test, 10 % dev, the rest train.
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

// Minimum numbers of passages and abstract sentences for measuring highlights.
const (
	fewestPassages  = 20
	fewestSentences = 2 // sentences of the abstract
)

// Usable reports whether highlights can be measured on p. It must have a full text and an abstract,
// and the full text must not repeat the abstract.
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
