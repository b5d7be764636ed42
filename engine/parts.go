package engine

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// EmbedderName returns the readable part of an embedder's ID, without the hash of its files.
func EmbedderName(id string) string {
	var names []string
	for part := range strings.SplitSeq(id, "+") {
		name, _, _ := strings.Cut(part, ":")
		names = append(names, name)
	}
	return strings.Join(names, "+")
}

// Includes reports whether an embedder's vectors can be compared with those of another one, which is the
// same or a part of it.
func Includes(embedder, other string) bool { return search.Includes(embedder, other) }

// An Extractor selects up to max key sentences of a paper, in document order. If about is not empty, it
// prefers sentences about that topic.
type Extractor interface {
	Extract(ctx context.Context, p *Paper, about string, max int) ([]Highlight, error)
}
