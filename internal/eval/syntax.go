package eval

import (
	"maps"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/internal/treebank"
)

// A SyntaxResult compares parse trees with the trees of a treebank. All counts are based on the
// treebank's tokens; only Boundaries measures the parser's own tokens.
type SyntaxResult struct {
	Sentences, Tokens           int
	Tags, Lemmas                int // numbers of tokens with the correct tag, and with the correct lemma
	Heads, Labelled             int // numbers of tokens with the correct head, and with the correct head and relation
	Words, WordHeads, WordLabel int // the counts Tokens, Heads and Labelled without punctuation
	Roots                       int
	Boundaries                  Overlap // comparison of token boundaries in the sentence text
	Relations                   map[string]Overlap
}

// An Overlap contains the sizes of two sets, found and gold, and of their intersection.
type Overlap struct{ Both, Found, Gold int }

// F1 returns the harmonic mean of precision and recall.
func (o Overlap) F1() float64 { return 2 * float64(o.Both) / max(float64(o.Found+o.Gold), 1) }

// MeasureSyntax parses the sentences of a treebank and compares the trees. It calls Refine on the
// sentences first.
func MeasureSyntax(bank []treebank.Sentence) SyntaxResult {
	r := SyntaxResult{Relations: map[string]Overlap{}}
	for i := range bank {
		s := &bank[i]
		if len(s.Forms) > syntax.MaxTokens {
			continue
		}
		r.Sentences++
		s.Refine()
		tree := syntax.ParseWords(s.Forms)
		for j := range tree.Tokens {
			r.add(s, j, &tree.Tokens[j])
		}
		r.compareTokens(s)
	}
	return r
}

func (r *SyntaxResult) add(s *treebank.Sentence, i int, found *syntax.Token) {
	head := int32(found.Head)
	if found.Head == syntax.None {
		head = int32(len(s.Forms))
	}
	relation := string(found.Relation)
	isHead := head == s.Heads[i]
	isBoth := isHead && relation == s.Relations[i]
	r.Tokens++
	addIf(&r.Tags, string(found.Tag) == s.Tags[i])
	addIf(&r.Lemmas, found.Lemma == s.Lemmas[i])
	addIf(&r.Heads, isHead)
	addIf(&r.Labelled, isBoth)
	addIf(&r.Roots, isBoth && relation == "root")
	if s.Relations[i] != "punct" {
		r.Words++
		addIf(&r.WordHeads, isHead)
		addIf(&r.WordLabel, isBoth)
	}
	for _, name := range []string{relation, s.Relations[i]} {
		o := r.Relations[name]
		if name == relation {
			o.Found++
			addIf(&o.Both, isBoth)
		}
		if name == s.Relations[i] {
			o.Gold++
		}
		r.Relations[name] = o
		if relation == s.Relations[i] {
			break
		}
	}
}

func addIf(n *int, is bool) {
	if is {
		*n++
	}
}

// compareTokens splits the text of a sentence into tokens and compares them with the treebank's
// tokens.
func (r *SyntaxResult) compareTokens(s *treebank.Sentence) {
	if s.Text == "" {
		return
	}
	type place struct{ start, end int }
	gold := map[place]bool{}
	at := 0
	for _, form := range s.Forms {
		found := strings.Index(s.Text[at:], form)
		if found < 0 {
			return
		}
		gold[place{at + found, at + found + len(form)}] = true
		at += found + len(form)
	}
	r.Boundaries.Gold += len(gold)
	for _, t := range syntax.Tokenize(s.Text) {
		r.Boundaries.Found++
		addIf(&r.Boundaries.Both, gold[place{t.Start, t.End}])
	}
}

// Frequent returns the names of the relations in descending order of their frequency in the
// treebank.
func (r *SyntaxResult) Frequent() []string {
	names := slices.Sorted(maps.Keys(r.Relations))
	slices.SortStableFunc(names, func(a, b string) int { return r.Relations[b].Gold - r.Relations[a].Gold })
	return names
}
