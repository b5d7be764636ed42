package reword

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

var (
	fronted       = english.Set("prepositions of circumstance")
	compoundHeads = english.Set("heads of compounds")
	pointing      = english.Set("words that point back")
)

// relativePronoun exchanges "that" and "which" as the subject of a restrictive relative clause.
func (t *tree) relativePronoun(i int) (edit, bool) {
	verb := t.token(i).Head
	if t.form(i) != "that" && t.form(i) != "which" || !t.Is(i, syntax.NominalSubject, syntax.PassiveSubject) ||
		!t.Is(verb, syntax.RelativeClause) || t.token(verb).Head != i-1 || !t.token(i-1).Tag.IsNoun() {
		return edit{}, false
	}
	other := "that"
	if t.form(i) == "that" {
		other = "which"
	}
	return t.replace(i, i, other, cutCost), true
}

// relativeClause turns "methods using X" into "methods that use X", and "methods based on X" into
// "methods that are based on X".
func (t *tree) relativeClause(i int) (edit, bool) {
	token := t.token(i)
	based := token.Norm == "based" && t.form(i+1) == "on"
	if i == 0 || token.Head != i-1 || !t.Is(i, syntax.AdnominalClause) && !based || t.repeatsPronoun(i) ||
		t.Child(i, syntax.Conjunct, syntax.Negation) != syntax.None || t.Is(i-1, syntax.Conjunct) ||
		token.Tag == "VBG" && t.form(t.token(i-1).Head) == "with" {
		return edit{}, false
	}
	plural := t.tag(i-1) == "NNS"
	if !plural && t.tag(i-1) != "NN" {
		return edit{}, false
	}
	switch {
	case token.Tag == "VBG" && turned[token.Lemma] && t.Child(i, syntax.DirectObject) > i &&
		(t.tag(i+1) != "NN" || t.Child(i, syntax.DirectObject) != i+1):
		verb := token.Lemma
		if !plural {
			verb = english.Third(verb)
		}
		return t.replace(i, i, "that "+verb, turnCost), true
	case based:
		return t.replace(i, i, "that "+t.toBe(i-1)+" based", turnCost), true
	case token.Tag == "VBN" && !intransitivePast[t.form(i)] && t.Child(i, syntax.Preposition, syntax.Agent) == i+1:
		return t.replace(i, i, "that "+t.toBe(i-1)+" "+token.Form, doubtfulCost), true
	}
	return edit{}, false
}

var intransitivePast = english.Set("intransitive past")

// toBe returns the form of "be" for a clause about a noun. It is in the past tense if any verb
// other than the authors' is.
func (t *tree) toBe(noun int) string {
	for k := range t.Tokens {
		if t.tag(k) == "VBD" && (t.authors == syntax.None || k != t.Root()) {
			if t.isPlural(noun) {
				return "were"
			}
			return "was"
		}
	}
	if t.isPlural(noun) {
		return "are"
	}
	return "is"
}

// repeatsPronoun reports whether a relative pronoun occurs shortly before a token.
func (t *tree) repeatsPronoun(i int) bool {
	return anyIn(i-6, i-1, func(k int) bool { return t.form(k) == "that" || t.form(k) == "which" })
}

// enumerates reports whether a sentence announces a list, has a comma between first and and, or
// contains "respectively".
func (t *tree) enumerates(first, and int) bool {
	return t.hasForm("respectively") || anyIn(0, and-1, func(i int) bool {
		form := t.form(i)
		return form == ":" || form == "two" || form == "three" || form == "named" || first < i && form == ","
	})
}

// phraseFirst moves a phrase of place, time or circumstance from the end of a clause to its start.
func (t *tree) phraseFirst(i int) (edit, bool) {
	verb, span := t.token(i).Head, t.Subtree(i)
	if !t.Is(i, syntax.Preposition) || !fronted[t.form(i)] || verb == syntax.None || verb > i || span.First != i ||
		span.Last != t.end || length(span) < 3 || t.closes(i-1) || t.hasWord(span, pointing) ||
		t.hasVerb(span) || !t.isBalanced(span) || t.tag(i-1) == "VBN" && verb != i-1 ||
		t.Child(verb, syntax.Conjunct, syntax.AdverbialClause) != syntax.None ||
		t.token(verb).Lemma == "be" && t.Child(verb, syntax.Attribute, syntax.AdjectiveComp) == syntax.None {
		return edit{}, false
	}
	start, end := t.Bytes(span)
	gap := part{t.token(i - 1).End, end, ""}
	phrase := t.text[start:end] + ", "
	switch {
	case t.Is(verb, syntax.RootRelation) && t.Child(verb, syntax.ClausalComp) == syntax.None && t.authors == 0:
		return edit{parts: []part{{0, 0, phrase}, gap}, cost: doubtfulCost}, true
	case t.Is(verb, syntax.RootRelation) && t.authors == syntax.None && t.Subtree(verb).First == 0 &&
		(t.tag(0) == "DT" || t.lower[t.form(0)] > 0) && t.token(0).Relation != syntax.Marker && !t.opensWithAdjunct():
		return edit{parts: []part{{0, t.token(0).End, phrase + t.form(0)}, gap}, cost: doubtfulCost}, true
	case t.Is(verb, syntax.ClausalComp) && t.authors != syntax.None && t.token(verb).Head == t.Root():
		that := t.Child(verb, syntax.Marker)
		if that != t.Root()+1 || t.form(that) != "that" || t.token(that+1).Tag == "IN" {
			return edit{}, false
		}
		at := t.token(that).End
		return edit{parts: []part{{at, at, " " + strings.ToLower(phrase[:1]) + strings.TrimSuffix(phrase[1:],
			", ") + ","}, gap},
			cost: doubtfulCost}, true
	}
	return edit{}, false
}

func (t *tree) hasVerb(s syntax.Span) bool {
	return anyIn(s.First, s.Last, func(i int) bool { return t.token(i).Tag.IsVerb() && !t.Is(i, syntax.AdjectiveMod) })
}

// opensWithAdjunct reports whether a comma follows the first words of a sentence.
func (t *tree) opensWithAdjunct() bool {
	return anyIn(1, t.Root()-1, func(i int) bool { return t.form(i) == "," })
}

// compound turns "uptake of heavy metals" into "heavy metal uptake".
func (t *tree) compound(i int) (edit, bool) {
	of := i + 1
	if !compoundHeads[t.token(i).Lemma] || !t.token(i).Tag.IsNoun() || t.form(of) != "of" ||
		t.token(of).Head != i || i == 0 ||
		t.token(i-1).Tag.IsNoun() || t.token(i-1).Tag.IsAdjective() || t.tag(i-1) == "VBG" || t.isFixed(i) ||
		t.Child(i, syntax.Conjunct) != syntax.None || t.Is(i, syntax.Conjunct) {
		return edit{}, false
	}
	noun := t.Child(of, syntax.PrepObject)
	if noun == syntax.None || t.Subtree(of).Last != noun || noun-of > 3 || t.kept[t.form(i)] ||
		t.form(noun+1) == "that" || t.form(noun+1) == "which" || t.tag(noun+1) == "VBG" || t.tag(noun+1) == "VBN" {
		return edit{}, false
	}
	for k := of + 1; k < noun; k++ {
		if t.tag(k) != "NN" {
			return edit{}, false
		}
	}
	last := t.token(noun).Form
	switch t.tag(noun) {
	case "NN":
	case "NNS":
		if last = t.token(noun).Lemma; english.Plural(last) != last+"s" || t.token(noun).Form != last+"s" {
			return edit{}, false
		}
	default:
		return edit{}, false
	}
	said := t.text[t.token(of+1).Start:t.token(noun).Start] + last + " " + t.token(i).Form
	if t.form(i-1) == "the" && i > 1 {
		return t.replace(i-1, noun, said, turnCost), true
	}
	return t.withArticle(t.replace(i, noun, said, turnCost), i, said), true
}
