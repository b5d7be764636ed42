package online

import (
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Node is a work in a citation index.
type Node struct {
	Key        string  // identifier within the index
	Record     *Record // nil if the index has no record
	References []string
	Citers     int // number of citing works in the index
	// Brief is set if the node lists only some of the work's citations. Its record must then be
	// requested.
	Brief bool `json:",omitempty"`
	// Lists is set if the references must be requested with Citing.
	Lists bool `json:",omitempty"`
	// Text is set if Sentences can read the work's full text.
	Text bool `json:",omitempty"`
	// Retracted is set for a work without a record if a notice retracts it.
	Retracted bool `json:",omitempty"`
}

// A Citation holds the passages in which one work cites another.
type Citation struct {
	Citing, Cited string // keys of the two works
	Texts         []string
	Intents       []string `json:",omitempty"`
	// Work describes the cited work if its key is unknown.
	Work *paper.Reference `json:",omitempty"`
}

// A CitingPage is one page of works that cite others.
type CitingPage struct {
	Nodes     []Node
	Citations []Citation
	More      bool   // whether there is a next page
	Cursor    string // cursor of the next page, if the index uses cursors
}

// CitationBounds are a citation index's limits per request.
type CitationBounds struct {
	Nodes     int  // number of works to describe
	Cited     int  // number of works whose citing works are listed; 0 if the index does not list them
	Page      int  // number of citing works per page
	Sentences bool // whether lists of citing works include the citing sentences
	Lists     bool // whether references can be listed for only one work at a time
	Texts     bool // whether the index is a TextIndex, whose full texts contain the citing sentences
	Updates   UpdateBounds
}

// A CitationIndex is a source that lists the references of works, the works that cite them, and
// changes to works.
type CitationIndex interface {
	Source
	CitationBounds() CitationBounds
	// Accepts reports whether Described supports an identifier.
	Accepts(ID) bool
	// Described returns the nodes of the works in the index, in any order. The identifiers must have
	// the same scheme.
	Described(context.Context, []ID) ([]Node, error)
	// Citing returns a page of the works that cite at least one of the keys. If q.References is set,
	// it returns the references of the key instead.
	Citing(context.Context, CitingQuery) (CitingPage, error)
	// Retracted returns the nodes of the works that have been retracted.
	Retracted(ctx context.Context, keys []string) ([]Node, error)
	// Changed returns the nodes of the works whose records have changed since a date. It may also
	// return unchanged works.
	Changed(ctx context.Context, keys []string, from string) ([]Node, error)
}

// A CitingQuery requests the works that cite given works.
type CitingQuery struct {
	Keys []string `json:"keys"`
	Page int      `json:"page"`           // page number, from 1
	From string   `json:"from,omitempty"` // earliest publication date, such as 2026-11-23
	// References requests the references of a single key instead. From is then ignored.
	References bool   `json:"references,omitempty"`
	Cursor     string `json:"cursor,omitempty"` // cursor of this page
}

// UpdateBounds limits the number of works per request in an update. A bound is 0 if the index does
// not list that kind of change.
type UpdateBounds struct {
	// Citing is the number of works whose new citing works are listed. If it is 1, Changed also
	// returns the current number of citing works, and citing works are requested only if that number
	// has grown.
	Citing    int
	Retracted int  // number of works checked for retractions
	Changed   int  // number of works whose changed records are listed
	Dated     bool // whether requests contain the date of the last update
}

// NodeKey is the scheme of keys in a citation index.
const NodeKey Scheme = "key"

// CitationIndex returns the citation index with that name. It fails if the source is not enabled.
func (c *Client) CitationIndex(name string) (CitationIndex, error) {
	return sourceAs[CitationIndex](c, name, "it has no citation data")
}

// sourceAs returns the enabled source with that name if it implements T. lacking is the error text
// if it does not.
func sourceAs[T any](c *Client, name, lacking string) (able T, err error) {
	if err := sources.Check(name); err != nil {
		return able, err
	}
	if c.sources[name] == nil {
		return able, &Error{Source: name, Kind: Off}
	}
	able, ok := c.sources[name].(T)
	if !ok {
		return able, &Error{Source: name, Kind: Unsupported, Detail: lacking}
	}
	return able, nil
}

// Keyed reports whether requests to a source include the user's key.
func (c *Client) Keyed(name string) bool {
	keyed, ok := c.sources[name].(interface{ hasKey() bool })
	return ok && keyed.hasKey()
}

// PaceOf returns the pace of lookups at a source with the user's key and email address.
func (c *Client) PaceOf(name string) sources.Pace {
	s, _ := sources.Find(name)
	return s.Lookups().PaceOf(c.Keyed(name), c.email)
}

func (s *service) hasKey() bool { return s.key != "" }

// Limits on a node, whose lists are untrusted.
const (
	maxNodeReferences = 2_000
	maxContexts       = 20
	maxContextBytes   = 2 << 10
	maxKeyBytes       = 64
)

// isKey reports whether a key is safe to send back to the service that issued it.
func isKey(s string) bool {
	return s != "" && len(s) <= maxKeyBytes && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < '0' || '9' < r) && (r < 'a' || 'z' < r) && (r < 'A' || 'Z' < r)
	})
}

// cleanKeys returns up to maxNodeReferences distinct valid keys.
func cleanKeys(keys []string) []string { return validKeys(keys, isKey) }

func validKeys(keys []string, isValid func(string) bool) []string {
	keys = slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return !isValid(k) })
	slices.Sort(keys)
	keys = slices.Compact(keys)
	return keys[:min(len(keys), maxNodeReferences)]
}

func cleanTexts(texts []scalar) (all []string) {
	for _, t := range texts[:min(len(texts), maxContexts)] {
		if line := strings.Join(strings.Fields(text.Clean(string(t))), " "); line != "" {
			all = append(all, text.Cut(line, maxContextBytes))
		}
	}
	return all
}
