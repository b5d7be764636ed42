package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// A tree is a parsed citing sentence.
type tree struct {
	syntax.Tree
	text string
	has  map[string]bool // its words
	// authors is the token of the authors as a subject, or syntax.None.
	authors int
}

// parseTree parses a sentence with a Mark. Its authors are read as a pronoun of the same length.
func parseTree(sentence string) tree {
	t := tree{text: sentence, has: make(map[string]bool), authors: syntax.None}
	before, after, _ := strings.Cut(sentence, Mark)
	stand := "   "
	if verb, _, _ := strings.Cut(strings.TrimSpace(after), " "); len(verb) > 2 && verb != "and" {
		stand = "We "
		if verb = strings.ToLower(verb); strings.HasSuffix(verb, "s") && !strings.HasSuffix(verb, "ss") {
			stand = "It "
		}
	}
	t.Tree = syntax.Parse(before + stand + strings.ReplaceAll(after, Mark, "   "))
	if stand[0] != ' ' {
		t.authors = t.TokenAt(len(before))
	}
	for _, token := range t.Tokens {
		t.has[token.Norm] = true
	}
	return t
}

// Costs of edits. Unit: a replaced word.
const (
	dropCost   = 0.3 // drops a word without content
	cutCost    = 3   // drops a clause that the sentence does not need
	wordCostOf = 1.0
	turnCost   = 1.4 // another construction or order
	longerCost = 1.8 // more words than before
)

// edits returns the changes that keep what a sentence says.
func (t tree) edits() (all []edit) {
	if t.Truncated {
		return nil
	}
	for i := range t.Tokens {
		all = append(all, t.otherWord(i)...)
		all = append(all, t.omissions(i)...)
		all = append(all, t.withoutTail(i)...)
		all = append(all, t.constructions(i)...)
	}
	return append(all, t.otherPhrases()...)
}

// replace returns an edit of the tokens from first to last.
func (t tree) replace(first, last int, text string, cost float64) edit {
	start, end := t.Bytes(syntax.Span{First: first, Last: last})
	return edit{parts: []part{{start, end, text}}, cost: cost}
}

// otherWord returns the replacements of a word.
func (t tree) otherWord(i int) (all []edit) {
	token := &t.Tokens[i]
	switch {
	case t.isBound(i):
		return nil
	case token.Tag.IsVerb() && token.Tag != "MD":
		return t.otherVerb(i)
	case token.Tag == "NN" || token.Tag == "NNS":
		return t.otherNoun(i)
	case token.Tag == "JJ" && t.Is(i, syntax.AdjectiveMod) || token.Tag == "RB" && t.Is(i, syntax.AdverbModifier):
		return t.otherModifier(i)
	}
	return nil
}

// isBound reports whether a word is part of a name or a compound.
func (t tree) isBound(i int) bool {
	token := &t.Tokens[i]
	if i > 0 && token.Form != token.Norm || t.Is(i, syntax.Compound) || token.Form == token.Norm && strings.Contains(
		token.Form, "-") {
		return true
	}
	return t.touches(i, -1, "-", "/", "“", "‘", `"`) || t.touches(i, 1, "-", "/", "”", "’", `"`)
}

// touches reports whether the next token in a direction is one of some signs.
func (t tree) touches(i, direction int, signs ...string) bool {
	k := i + direction
	if k < 0 || k >= len(t.Tokens) {
		return false
	}
	for _, sign := range signs {
		if t.Tokens[k].Form == sign {
			return true
		}
	}
	return false
}

// otherVerb returns the verbs that may replace a verb in its use.
func (t tree) otherVerb(i int) (all []edit) {
	token := &t.Tokens[i]
	base, last := token.Lemma, i
	if token.Norm == "using" || t.Is(i, syntax.AdjectiveMod, syntax.Auxiliary, syntax.PassiveAuxiliary) || base == "" ||
		t.IsPassive(i) && t.Tokens[i].Tag != "VBN" {
		return nil
	}
	var found []string
	if i+1 < len(t.Tokens) {
		if others := anyVerbs[base+" "+t.Tokens[i+1].Norm]; others != nil {
			found, last = others, i+1
		}
	}
	if found == nil && len(t.Particles(i)) > 0 {
		return nil
	}
	passive := token.Tag == "VBN" && (t.IsPassive(i) || t.Is(i, syntax.AdnominalClause))
	object := t.Child(i, syntax.DirectObject) != syntax.None
	if found == nil {
		found = t.verbsFor(i, passive, object)
	}
	tag := string(token.Tag)
	if tag == "VBN" && !passive && len(t.Auxiliaries(i)) == 0 {
		tag = "VBD" // a past tense that was read as a participle
	}
	for _, other := range found {
		form := inflected(other, tag)
		if base, _, _ := strings.Cut(other, " "); form == "" || t.says(base) {
			continue
		}
		e := t.replace(i, last, form, wordCostOf)
		e.word = form
		all = append(all, e)
	}
	return all
}

func (t tree) verbsFor(i int, passive, object bool) (found []string) {
	base := t.Tokens[i].Lemma
	clause := t.Child(i, syntax.ClausalComp) != syntax.None
	infinitive := t.Child(i, syntax.OpenComp) != syntax.None
	if object || passive || clause {
		found = append(found, anyVerbs[base]...)
	}
	if clause {
		found = append(found, clauseVerbs[base]...)
	}
	if t.hasPreposition(i, "with", "as", "for", "into") && !passive {
		return found
	}
	switch subject := t.Subject(i); {
	case betters[base] && !t.isBettered(i):
	case object && !passive:
		found = append(found, transitiveVerbs[base]...)
		found = append(found, activeVerbs[base]...)
		if t.isAuthors(subject) {
			found = append(found, authorVerbs[base]...)
		}
	case passive && !t.hasPreposition(i, "as", "in", "into") && !infinitive:
		found = append(found, transitiveVerbs[base]...)
	case !object && !passive && !clause && !infinitive && subject != syntax.None:
		found = append(found, intransitiveVerbs[base]...)
	}
	return found
}

// isBettered reports whether what a verb improves is a quality that can also be enhanced, as symptoms
// cannot.
func (t tree) isBettered(verb int) bool {
	for _, k := range t.Children(verb, syntax.DirectObject, syntax.PassiveSubject) {
		return bettered[t.Tokens[k].Lemma]
	}
	return false
}

var (
	betters  = english.Set("verbs of improvement")
	bettered = english.Set("improvable")
)

func (t tree) hasPreposition(i int, any ...string) bool {
	for _, k := range t.Children(i, syntax.Preposition, syntax.IndirectObject) {
		for _, word := range any {
			if t.Tokens[k].Norm == word {
				return true
			}
		}
	}
	return false
}

// says reports whether a sentence has a word, or one that begins like it.
func (t tree) says(word string) bool {
	stem := word[:min(len(word), sameStart)]
	for other := range t.has {
		if other == word || len(stem) == sameStart && strings.HasPrefix(other, stem) {
			return true
		}
	}
	return false
}

// sameStart is the number of letters that words of one family share. Unit: bytes.
const sameStart = 5

// otherNoun returns the nouns that may replace a noun.
func (t tree) otherNoun(i int) (all []edit) {
	token := &t.Tokens[i]
	if t.Child(i, syntax.Compound) != syntax.None && !isPlainMethod[token.Lemma] || t.touchesNumber(i+1) {
		return nil
	}
	for _, other := range otherNouns[token.Lemma] {
		if token.Tag == "NNS" {
			other = english.Third(other)
		}
		if !t.says(other) {
			e := t.replace(i, i, other, wordCostOf)
			e.word = other
			all = append(all, e)
		}
	}
	return all
}

// isPlainMethod holds nouns that keep their meaning after a noun that modifies them.
var isPlainMethod = map[string]bool{"method": true, "approach": true, "technique": true}

func (t tree) touchesNumber(i int) bool {
	return i < len(t.Tokens) && (t.Tokens[i].Tag == "CD" || len(t.Tokens[i].Form) == 1 && t.Tokens[i].Tag.IsNoun())
}

// otherModifier returns the adjectives and adverbs that may replace one.
func (t tree) otherModifier(i int) (all []edit) {
	token := &t.Tokens[i]
	head := &t.Tokens[token.Head]
	if token.Tag == "JJ" && (token.Head < i || t.Child(i, syntax.AdverbModifier, syntax.Conjunct) != syntax.None) {
		return nil
	}
	if quantifies[token.Norm] && (head.Tag != "NNS" || i > 0 && !opensNoun[string(t.Tokens[i-1].Tag)]) {
		return nil
	}
	for _, other := range otherModifiers[token.Norm] {
		if !t.says(other) && (other != "about" || head.Tag == "CD") {
			e := t.replace(i, i, other, wordCostOf)
			e.word = other
			all = append(all, e)
		}
	}
	return all
}

var (
	quantifies = english.Set("quantities")
	opensNoun  = map[string]bool{"IN": true, "VB": true, "VBZ": true, "VBP": true, "VBD": true, "VBN": true, "VBG": true,
		"TO": true, "CC": true, ",": true}
)

// otherPhrases returns the replacements of phrases.
func (t tree) otherPhrases() (all []edit) {
	for i := range t.Tokens {
		phrase := ""
		for n := range min(longestPhrase, len(t.Tokens)-i) {
			if phrase += " " + t.Tokens[i+n].Norm; t.Tokens[i+n].Form != t.Tokens[i+n].Norm && i+n > 0 {
				break
			}
			for _, other := range otherPhrases[phrase[1:]] {
				if t.touches(i, -1, "-", "/") || t.touches(i+n, 1, "-", "/", "'", "’", "'s", "’s") ||
					!t.fitsPhrase(i, n, phrase[1:], other) {
					continue
				}
				e := t.replace(i, i+n, other, wordCostOf)
				e.word = other
				all = append(all, e)
			}
		}
	}
	return all
}

// fitsPhrase reports whether a phrase has the use in which it may be replaced.
func (t tree) fitsPhrase(i, n int, phrase, other string) bool {
	next := i + n + 1
	switch phrase {
	case "using":
		return i > 0 && !t.Is(i, syntax.ClausalSubject, syntax.PrepComp) && t.Child(i, syntax.OpenComp) == syntax.None &&
			t.Tokens[i-1].Norm != "and" && t.Tokens[i-1].Norm != "by"
	case "more than":
		return next < len(t.Tokens) && t.Tokens[next].Tag == "CD"
	case "may":
		return t.Tokens[i].Tag == "MD"
	case "based on":
		return t.Is(i, syntax.AdnominalClause) == (other == "built on")
	case "used as":
		return t.Is(i, syntax.AdnominalClause)
	case "in general", "in particular", "in parallel", "for example", "for instance":
		return next >= len(t.Tokens) || t.Tokens[next].Tag != "NN" && t.Tokens[next].Tag != "NNS"
	}
	return true
}
