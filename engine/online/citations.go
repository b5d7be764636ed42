package online

import (
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// A Node is a work of a citation index.
type Node struct {
	Key        string  // identifier in the index
	Record     *Record // nil if the index has no record
	References []string
	Citers     int // number of citing works that the index has
}

// A Citation is the text in which one work cites another.
type Citation struct {
	Citing, Cited string // keys
	Texts         []string
	Intents       []string `json:",omitempty"`
}

// A CitingPage is one reply with the works that cite others.
type CitingPage struct {
	Nodes     []Node
	Citations []Citation
	More      bool // there is a next page
}

// CitationBounds are the most identifiers of one request.
type CitationBounds struct {
	Nodes int // of works to describe
	Cited int // of works whose citers are listed
	Page  int // citing works per reply
}

// A CitationIndex is a source that lists the references and the citers of works.
type CitationIndex interface {
	Source
	CitationBounds() CitationBounds
	// Accepts reports whether works are described by an identifier.
	Accepts(ID) bool
	// Described returns the nodes of works that the index has, in any order. The identifiers have
	// one scheme.
	Described(context.Context, []ID) ([]Node, error)
	// Citing returns a page of the works that cite some of the keys.
	Citing(context.Context, CitingQuery) (CitingPage, error)
}

// A CitingQuery asks for the works that cite others.
type CitingQuery struct {
	Keys []string `json:"keys"`
	Page int      `json:"page"`           // from 1
	From string   `json:"from,omitempty"` // date of the oldest citing works, such as 2026-11-23
}

// An Updater is a citation index that reports changes.
type Updater interface {
	CitationIndex
	// Retracted returns the nodes of those works that are retracted.
	Retracted(ctx context.Context, keys []string) ([]Node, error)
}

// NodeKey is the scheme of the keys of a citation index.
const NodeKey Scheme = "key"

// CitationIndex returns a citation index that is turned on.
func (c *Client) CitationIndex(name string) (CitationIndex, error) {
	if err := sources.Check(name); err != nil {
		return nil, err
	}
	source, on := c.sources[name]
	if !on {
		return nil, &Error{Source: name, Kind: Off}
	}
	graph, ok := source.(CitationIndex)
	if !ok {
		return nil, &Error{Source: name, Kind: Unsupported, Detail: "it lists no citations"}
	}
	return graph, nil
}

// Keyed reports whether requests to a source carry the user's key.
func (c *Client) Keyed(name string) bool {
	keyed, ok := c.sources[name].(interface{ hasKey() bool })
	return ok && keyed.hasKey()
}

func (s *service) hasKey() bool { return s.key != "" }

// Bounds of a node, whose lists may be invented.
const (
	maxNodeReferences = 2_000
	maxContexts       = 20
	maxContextBytes   = 2 << 10
	maxKeyBytes       = 64
)

// isKey reports whether a key may be sent back to its service.
func isKey(s string) bool {
	return s != "" && len(s) <= maxKeyBytes && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < '0' || '9' < r) && (r < 'a' || 'z' < r) && (r < 'A' || 'Z' < r)
	})
}

// cleanKeys returns the distinct valid keys, at most maxNodeReferences.
func cleanKeys(keys []string) []string {
	keys = slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return !isKey(k) })
	slices.Sort(keys)
	keys = slices.Compact(keys)
	return keys[:min(len(keys), maxNodeReferences)]
}

func cleanTexts(texts []scalar) (all []string) {
	for _, t := range texts[:min(len(texts), maxContexts)] {
		if line := strings.Join(strings.Fields(string(t)), " "); line != "" {
			all = append(all, clip(line, maxContextBytes))
		}
	}
	return all
}
