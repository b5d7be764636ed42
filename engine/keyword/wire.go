package keyword

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// A Tree encodes an expression as JSON: {"and": [...]}, {"or": [...]}, {"not": ...},
// {"phrase": [words]}, {"near": [words]}, {"anywhere": [words]}, {"years": [from, to]} or
// {"field": name, "words": [words], "begins": bool}. The empty query is null. The encoding omits
// source positions.
type Tree struct{ Expr Expr }

// A node is the JSON form of an Expr. Only the fields of one kind of Expr are set.
type node struct {
	And      []*node  `json:"and,omitempty"`
	Or       []*node  `json:"or,omitempty"`
	Not      *node    `json:"not,omitempty"`
	Phrase   []string `json:"phrase,omitempty"`
	Near     []string `json:"near,omitempty"`
	Anywhere []string `json:"anywhere,omitempty"`
	Years    []int    `json:"years,omitempty"`
	Field    string   `json:"field,omitempty"`
	Words    []string `json:"words,omitempty"`
	Begins   bool     `json:"begins,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (t Tree) MarshalJSON() ([]byte, error) {
	if t.Expr == nil {
		return []byte("null"), nil
	}
	n, err := nodeOf(t.Expr)
	if err != nil {
		return nil, err
	}
	return json.Marshal(n)
}

func nodeOf(e Expr) (n *node, err error) {
	n = &node{}
	switch e := e.(type) {
	case And:
		n.And, err = convertAll(e.Operands, nodeOf)
	case Or:
		n.Or, err = convertAll(e.Operands, nodeOf)
	case Not:
		n.Not, err = nodeOf(e.Operand)
	case Phrase:
		n.Phrase = e.Words
	case Words:
		if n.Near = e.Words; e.Anywhere {
			n.Near, n.Anywhere = nil, e.Words
		}
	case Years:
		n.Years = []int{e.From, e.To}
	case Field:
		n.Field, n.Words, n.Begins = e.Name, e.Words, e.Begins
	default:
		err = fmt.Errorf("keyword: unexpected node of type %T", e)
	}
	return n, err
}

// convertAll converts all elements. It stops at the first error.
func convertAll[A, B any](all []A, convert func(A) (B, error)) ([]B, error) {
	converted := make([]B, len(all))
	for i, a := range all {
		var err error
		if converted[i], err = convert(a); err != nil {
			return nil, err
		}
	}
	return converted, nil
}

// Limits on a tree, which is untrusted input. A parsed query has at most maxSource bytes and two
// levels of nesting.
const (
	maxTree  = 40 * maxSource // in bytes of JSON
	maxDepth = 20
)

var errNode = errors.New("keyword: each node of the tree must be one of and, or, not, phrase, near, anywhere, " +
	"years and field, with its operands")

// UnmarshalJSON implements json.Unmarshaler.
func (t *Tree) UnmarshalJSON(raw []byte) error {
	if len(raw) > maxTree {
		return fmt.Errorf("keyword: the tree has %d bytes, but at most %d are allowed", len(raw), maxTree)
	}
	var n *node
	err := json.Unmarshal(raw, &n)
	t.Expr = nil
	if n == nil || err != nil {
		return err
	}
	t.Expr, err = n.expr(maxDepth)
	return err
}

// expr converts a node. It fails if the node is nested deeper than depth.
func (n *node) expr(depth int) (Expr, error) {
	if n == nil || depth == 0 {
		return nil, errNode
	}
	below := func(n *node) (Expr, error) { return n.expr(depth - 1) }
	switch {
	case len(n.And) > 1:
		operands, err := convertAll(n.And, below)
		return And{Operands: operands}, err
	case len(n.Or) > 1:
		operands, err := convertAll(n.Or, below)
		return Or{Operands: operands}, err
	case n.Not != nil:
		operand, err := below(n.Not)
		return Not{Operand: operand}, err
	case len(n.Years) == 2:
		return Years{From: n.Years[0], To: n.Years[1]}, nil
	}
	return n.leaf()
}

// leaf converts a node that has words instead of operands.
func (n *node) leaf() (Expr, error) {
	switch {
	case len(n.Phrase) > 0:
		return Phrase{Words: n.Phrase}, nil
	case len(n.Near) > 0:
		return Words{Words: n.Near}, nil
	case len(n.Anywhere) > 0:
		return Words{Words: n.Anywhere, Anywhere: true}, nil
	case slices.Contains(fields, n.Field) && len(n.Words) > 0:
		return Field{Name: n.Field, Words: n.Words, Begins: n.Begins}, nil
	}
	return nil, errNode
}
