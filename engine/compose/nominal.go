package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

var (
	verbOfNoun = english.Map("nominalizations")
	nounOfVerb = func() map[string]string {
		nouns := make(map[string]string)
		for noun, verb := range verbOfNoun {
			nouns[verb] = noun
		}
		return nouns
	}()
	manners = english.Set("manner adjectives")
)

// nominalToGerund turns "for automatic detection of errors" into "for automatically detecting errors".
func (t tree) nominalToGerund(i int) (edit, bool) {
	token := &t.Tokens[i]
	if i == 0 {
		return edit{}, false
	}
	verb := verbOfNoun[token.Norm]
	if verb == "" || !t.Is(i, syntax.PrepObject) || !t.isSingle(i) || token.Head < 0 ||
		!beforeGerund[t.Tokens[token.Head].Norm] || t.touches(i, -1, "-") {
		return edit{}, false
	}
	of := t.Child(i, syntax.Preposition)
	if of != i+1 || t.Tokens[of].Norm != "of" || t.Tokens[of+1].Tag == "VBG" {
		return edit{}, false
	}
	first, manner := i, ""
	for _, k := range t.Children(i) {
		switch {
		case k == i-1 && t.Is(k, syntax.Determiner) && t.Tokens[k].Norm == "the":
			first = k
		case k == i-1 && t.Is(k, syntax.AdjectiveMod) && manners[t.Tokens[k].Norm]:
			first, manner = k, adverbOf(t.Tokens[k].Norm)+" "
		case k == i-2 && t.Is(k, syntax.Determiner) && t.Tokens[k].Norm == "the" && manner != "":
		case k < i:
			return edit{}, false
		}
	}
	if first == i-1 && manner != "" && t.Tokens[i-2].Norm == "the" {
		first = i - 2
	}
	return t.replace(first, of, manner+english.Gerund(verb), turnCost), first == token.Head+1
}

// gerundToNominal turns "for detecting errors" into "for the detection of errors".
func (t tree) gerundToNominal(i int) (edit, bool) {
	token := &t.Tokens[i]
	noun := nounOfVerb[token.Lemma]
	if i == 0 || noun == "" || token.Tag != "VBG" || !t.Is(i, syntax.PrepComp) || token.Head != i-1 ||
		!beforeGerund[t.Tokens[i-1].Norm] {
		return edit{}, false
	}
	object := t.Child(i, syntax.DirectObject)
	if object < 0 || t.Subtree(object).First != i+1 || t.Child(i, syntax.Conjunct, syntax.AdverbModifier) >= 0 {
		return edit{}, false
	}
	return t.replace(i, i, "the "+noun+" of", longerCost), true
}

var beforeGerund = map[string]bool{"for": true, "by": true, "through": true, "of": true, "via": true}

func adverbOf(adjective string) string {
	switch {
	case strings.HasSuffix(adjective, "ic"):
		return adjective + "ally"
	case strings.HasSuffix(adjective, "le"):
		return strings.TrimSuffix(adjective, "e") + "y"
	}
	return adjective + "ly"
}
