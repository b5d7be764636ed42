package reword

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// tokens are the tagged tokens of a sentence. Tagging takes a fraction of the time of a parse, and
// most sentences need no parse, since their tags rule out a reference to an earlier sentence.
type tokens []syntax.Token

func tokensIn(sentence string) tokens {
	readable, _ := withoutMark(sentence)
	return syntax.TagRecent(readable)
}

// missing represents a token whose index is out of range.
var missing = syntax.Token{Head: syntax.None}

// token returns the token at an index, or an empty token if the index is out of range.
func (s tokens) token(i int) *syntax.Token {
	if i < 0 || i >= len(s) {
		return &missing
	}
	return &s[i]
}

// nounsIn returns the lemmas of the common nouns of a sentence.
func nounsIn(sentence string) map[string]bool {
	if strings.Count(sentence, " ") > maxParsed {
		return nil
	}
	nouns := make(map[string]bool)
	for _, t := range tokensIn(sentence) {
		if t.Tag == "NN" || t.Tag == "NNS" {
			nouns[t.Lemma] = true
		}
	}
	return nouns
}

// mayPoint reports whether pointer, called with the same arguments, may find a reference in a
// sentence.
func (a *Antecedents) mayPoint(sentence string, at int, seen map[string]bool) bool {
	s := tokensIn(sentence)
	for i, t := range s {
		switch t.Norm {
		case "both", "all", "these":
			if s.mayCount(i) {
				return true
			}
		case "the", "their":
			if s.mayCount(i) || a.mayName(s, i, at, seen) {
				return true
			}
		}
	}
	return false
}

// mayCount reports whether a token may begin a phrase that tree.counts accepts.
func (s tokens) mayCount(i int) bool {
	form, next := s.token(i).Norm, s.token(i+1).Norm
	numbered := form != "both" && form != "their" && s.token(i+1).Tag == "CD" && !strings.ContainsAny(next, "0123456789")
	if form != "both" && !numbered {
		return false
	}
	return anyIn(i+1, len(s)-1, func(j int) bool { return s.token(j).Tag == "NNS" || numbered && s.token(j).Tag == "NN" })
}

// mayName reports whether "the" or "their", together with a noun after it, may refer to an earlier
// sentence. Only words that identify nothing may separate the two.
func (a *Antecedents) mayName(s tokens, det, at int, seen map[string]bool) bool {
	for noun := det + 1; noun < len(s); noun++ {
		if a.mayRefer(s, det, noun, at, seen) {
			return true
		}
		if form := s.token(noun).Norm; !generic[form] && !praises[form] && !unspecific[form] {
			return false
		}
	}
	return false
}

// mayRefer reports whether the phrase from a determiner to a noun may refer to an earlier sentence.
func (a *Antecedents) mayRefer(s tokens, det, noun, at int, seen map[string]bool) bool {
	t, next := &s[noun], s.token(noun+1).Norm
	if t.Tag != "NN" && t.Tag != "NNS" || next == "of" || next == "that" || next == "(" {
		return false
	}
	if !generic[t.Norm] && (seen[t.Norm] || seen[t.Lemma]) || s.token(det).Norm == "their" && !makings[t.Lemma] {
		return false
	}
	if slices.ContainsFunc(s[:det], func(before syntax.Token) bool { return before.Lemma == t.Lemma }) {
		return false
	}
	return s.token(det).Norm == "the" && generic[t.Norm] && makings[t.Lemma] || a.introduces(t.Lemma, at)
}

// introduces reports whether one of the abstract's first sentences contains a noun.
func (a *Antecedents) introduces(lemma string, sentences int) bool {
	return slices.ContainsFunc(a.nouns[:min(sentences, len(a.nouns))],
		func(nouns func() map[string]bool) bool { return nouns()[lemma] })
}
