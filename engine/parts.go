package engine

import (
	"context"
	"strings"
)

// EmbedderName is the ID of an embedder as people read it: without the hash of its
// files.
func EmbedderName(id string) string {
	name, _, _ := strings.Cut(id, ":")
	return name
}

// An Extractor picks the sentences of a paper that matter, in the order of
// the paper. about biases the choice where it is not empty.
type Extractor interface {
	Extract(ctx context.Context, p *Paper, about string, max int) ([]Highlight, error)
}
