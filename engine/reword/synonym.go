package reword

import (
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/engine/usage"
)

// Words that may replace each other if abstracts use both with the same neighbour, except next to
// the words in the third column.
var (
	verbSynonyms      = readExchanges("synonyms of verbs")
	adjectiveSynonyms = readExchanges("synonyms of adjectives")
	nounSynonyms      = readExchanges("synonyms of nouns")
)

// verbSynonyms adds the synonyms of a verb that abstracts use with its object.
func (t *tree) verbSynonyms(all []edit, i int, object string) []edit {
	for _, x := range verbSynonyms[t.token(i).Lemma] {
		if x.allows(object) && usage.IsObject(x.to, object) {
			all = t.inflected(all, i, i, x.to)
		}
	}
	return all
}

// adjectiveSynonyms adds the synonyms of an adjective that abstracts use before its noun.
func (t *tree) adjectiveSynonyms(all []edit, i int) []edit {
	noun := t.token(t.token(i).Head).Lemma
	if !t.Is(i, syntax.AdjectiveMod) || t.token(i).Head < i || t.isFixed(i) {
		return all
	}
	for _, x := range adjectiveSynonyms[t.form(i)] {
		if x.allows(noun) && usage.IsModifier(x.to, noun) {
			all = t.appendReplacement(all, i, i, x.to)
		}
	}
	return all
}

// nounSynonyms adds the synonyms of a noun that abstracts use with its verb, its adjectives and its preposition.
func (t *tree) nounSynonyms(all []edit, i int) []edit {
	for _, x := range nounSynonyms[t.token(i).Lemma] {
		if t.fitsIn(i, x) {
			all = t.appendReplacement(all, i, i, t.numbered(i, x.to))
		}
	}
	return all
}

// fitsIn reports whether abstracts use the replacement of a noun with the words next to it.
func (t *tree) fitsIn(i int, x *exchange) bool {
	attested := false
	if preposition := t.token(i).Head; t.Is(i, syntax.PrepObject) && !x.allows(t.form(preposition)) {
		return false
	}
	if verb := t.token(i).Head; t.Is(i, syntax.DirectObject, syntax.PassiveSubject) {
		if !x.allows(t.token(verb).Lemma) || !usage.IsObject(t.token(verb).Lemma, x.to) {
			return false
		}
		attested = true
	}
	for _, k := range t.Children(i, syntax.AdjectiveMod) {
		if !x.allows(t.form(k)) || !usage.IsModifier(t.form(k), x.to) {
			return false
		}
		attested = true
	}
	if t.Is(i+1, syntax.Preposition) && t.token(i+1).Head == i {
		return x.allows(t.form(i+1)) && usage.Takes(x.to, t.form(i+1))
	}
	return attested
}
