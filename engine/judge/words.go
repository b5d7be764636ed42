package judge

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Limits on the texts of a pair. Longer texts are truncated.
const (
	maxBytes      = 1 << 11
	maxPremise    = 128 // words
	maxHypothesis = 48  // words
)

// A property is a set of properties of a word.
type property uint16

// The properties, in the order of the network's input.
const (
	content property = 1 << iota
	denied           // in the scope of a negation
	hedged           // in the scope of a hedge
	number
	subject // of its clause, or the agent of a passive
	object  // of its clause, or the subject of a passive
	predicate
	degree   // a comparative or superlative
	standard // the second side of a comparison: "than before"
	negator
	every // "all", "always"
	some  // "few", "sometimes"
	name
	numProperties = 13
)

// A word is a word of a premise or hypothesis.
type word struct {
	norm, lemma, stem string
	weight            float32 // rarity in scientific abstracts
	is                property
	vector            []float32
}

var (
	negators   = english.Set("negators")
	hedges     = english.Set("hedges")
	degrees    = english.Set("comparatives")
	universals = english.Set("universal quantifiers")
	partials   = english.Set("partial quantifiers")
)

// wordsOf parses a text into at most limit words, without punctuation.
func wordsOf(s string, limit int) (words []word) {
	s = text.Cut(s, maxBytes)
	for _, span := range text.Sentences(s) {
		if len(words) >= limit {
			break
		}
		tree := syntax.ParseRecent(s[span.Start:span.End])
		scopes := scopesOf(&tree)
		for i, t := range tree.Tokens {
			if len(words) < limit && strings.ContainsFunc(t.Norm, isWordRune) {
				words = append(words, wordOf(&tree, i, scopes[i]))
			}
		}
	}
	return words
}

func isWordRune(r rune) bool {
	return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r >= 0x80
}

func wordOf(tree *syntax.Tree, i int, scope property) word {
	t := tree.Tokens[i]
	w := word{norm: t.Norm, lemma: t.Lemma, stem: text.Stem(t.Norm), is: scope}
	w.weight = float32(english.Rarity(w.stem))
	mark := func(p property, holds bool) {
		if holds {
			w.is |= p
		}
	}
	open := t.Tag.IsNoun() || t.Tag.IsAdjective() || t.Tag.IsAdverb() || t.Tag == "CD" || t.Tag == "FW" ||
		t.Tag.IsVerb() && t.Tag != "MD" && !tree.Is(i, syntax.Auxiliary, syntax.PassiveAuxiliary)
	mark(content, open && !text.IsStop(t.Norm))
	mark(number, t.Tag == "CD")
	mark(predicate, t.Relation == syntax.RootRelation || t.Tag.IsVerb() && tree.Is(i, syntax.ClausalComp, syntax.Conjunct))
	mark(degree, len(t.Tag) == 3 && (t.Tag[2] == 'R' || t.Tag[2] == 'S') && (t.Tag[:2] == "JJ" || t.Tag[:2] == "RB") ||
		degrees[t.Norm])
	mark(negator, isNegator(tree, i))
	mark(every, universals[t.Norm])
	mark(some, partials[t.Norm])
	mark(name, t.Tag == "NNP" || t.Tag == "NNPS")
	return w
}

// isNegator reports whether a token negates its head or its dependents.
func isNegator(tree *syntax.Tree, i int) bool {
	return tree.Is(i, syntax.Negation) || negators[tree.Tokens[i].Norm]
}

// scopesOf returns the properties that each token has from its place in the tree: denied, hedged,
// subject, object and standard.
func scopesOf(tree *syntax.Tree) []property {
	scopes := make([]property, len(tree.Tokens))
	root := tree.Root()
	if root == syntax.None {
		return scopes
	}
	order := append(make([]int, 0, len(scopes)), root)
	for at := 0; at < len(order); at++ {
		i := order[at]
		scopes[i] ^= ownScope(tree, i)
		for _, child := range tree.Children(i) {
			scopes[child] = passedOn(tree, i, child, scopes[i])
			order = append(order, child)
		}
	}
	return scopes
}

// ownScope returns denied if a token has an odd number of negators, and hedged if it has a hedge.
func ownScope(tree *syntax.Tree, i int) (own property) {
	for _, child := range tree.Children(i) {
		if tree.Is(child, syntax.Negation) || tree.Is(child, syntax.Determiner) && negators[tree.Tokens[child].Norm] {
			own ^= denied
		}
		if hedges[tree.Tokens[child].Norm] {
			own |= hedged
		}
	}
	return own
}

// passedOn returns the properties of a token that a dependent shares, and those of its relation.
func passedOn(tree *syntax.Tree, head, child int, of property) property {
	t := tree.Tokens[child]
	shared := of & (denied | hedged | standard)
	switch t.Relation {
	case syntax.AdverbialClause, syntax.RelativeClause, syntax.AdnominalClause, syntax.Parenthesis, syntax.ClausalSubject:
		shared = 0
	case syntax.Conjunct:
		if t.Tag.IsVerb() && !joinsAlternatives(tree, head) {
			shared &^= denied | hedged
		}
	case syntax.NominalSubject, syntax.Agent:
		shared |= subject
	case syntax.DirectObject, syntax.PassiveSubject, syntax.IndirectObject:
		shared |= object
	case syntax.PrepObject, syntax.Compound, syntax.AdjectiveMod, syntax.NounMod, syntax.Preposition:
		shared |= of & (subject | object)
	}
	if n := tree.Tokens[head].Norm; n == "than" || n == "versus" || n == "compared" || n == "relative" || n == "unlike" {
		shared |= standard
	}
	if negators[tree.Tokens[head].Norm] && !tree.Is(child, syntax.NominalSubject, syntax.Auxiliary) {
		shared ^= denied
	}
	if hedges[tree.Tokens[head].Norm] {
		shared |= hedged
	}
	return shared
}

// joinsAlternatives reports whether "or" or "nor" joins the conjuncts of a token.
func joinsAlternatives(tree *syntax.Tree, i int) bool {
	for _, c := range tree.Children(i, syntax.Coordination) {
		if n := tree.Tokens[c].Norm; n == "or" || n == "nor" {
			return true
		}
	}
	return false
}
