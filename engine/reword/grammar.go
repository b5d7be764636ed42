package reword

import (
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// article inserts "the" before a bare noun with "of", as in "the uptake of glucose".
func (t *tree) article(i int) (edit, bool) {
	if t.tag(i) != "NN" || t.form(i+1) != "of" || t.token(i+1).Head != i || withoutArticle[t.form(i)] || t.isFixed(i) ||
		t.Is(i, syntax.Conjunct, syntax.Attribute, syntax.Apposition, syntax.DirectObject) ||
		t.Child(i, syntax.Determiner, syntax.Possessive, syntax.NumberMod, syntax.Predeterminer, syntax.Conjunct,
			syntax.AdjectiveMod, syntax.Compound) != syntax.None ||
		t.tag(i+2) == "CD" {
		return edit{}, false
	}
	first := t.Subtree(i).First
	if first == 0 {
		return edit{}, false
	}
	if before := t.token(first - 1); before.Norm == "as" || before.Norm == "-" || before.Tag == "DT" ||
		before.Tag == "CC" || before.Tag == "VBN" || before.Tag == "VBD" ||
		before.Tag.IsNoun() || before.Tag.IsAdjective() || before.Tag == "CD" || t.isFixed(first) {
		return edit{}, false
	}
	return t.insert("the ", first, doubtfulCost), true
}

// noArticle leaves out the "the" of "the effects of X".
func (t *tree) noArticle(i int) (edit, bool) {
	noun := t.token(i).Head
	if t.form(i) != "the" || i == 0 || t.tag(noun) != "NNS" || noun-i > 2 || noun < i || t.form(noun+1) != "of" &&
		t.form(noun+1) != "on" && t.form(noun+1) != "between" || t.token(noun+1).Head != noun ||
		t.Child(noun, syntax.RelativeClause, syntax.Conjunct, syntax.NumberMod, syntax.Predeterminer) != syntax.None ||
		t.tag(i+1) == "JJS" || t.tag(i+1) == "CD" || ordinal[t.form(i+1)] || t.form(i-1) == "all" || t.form(i-1) == "of" ||
		t.Is(noun, syntax.Conjunct) {
		return edit{}, false
	}
	return t.replace(i, i, "", doubtfulCost), true
}

// pastClause turns "@ show that X improves Y" into "@ showed that X improved Y".
func (t *tree) pastClause(i int) (edit, bool) {
	clause := t.Child(i, syntax.ClausalComp)
	if t.authors == syntax.None || i != t.Root() || i != t.authors+1 || clause < i || !observing[t.token(i).Lemma] ||
		t.form(i+1) != "that" || t.Child(i, syntax.Conjunct) != syntax.None {
		return edit{}, false
	}
	e := edit{cost: turnCost}
	if tag := t.tag(i); tag == "VBP" || tag == "VBZ" {
		e.parts = append(e.parts, t.inPast(i))
	}
	put := syntax.None // the finite verb already put into the past, which coordinated verbs may share
	for _, verb := range append([]int{clause}, t.Children(clause, syntax.Conjunct)...) {
		finite := t.Finite(verb)
		switch tag := t.tag(finite); {
		case verb != clause && (finite == syntax.None || finite == put):
		case verb != clause && !t.joins(verb, finite):
			return edit{}, false
		case tag == "VBP" || tag == "VBZ", tag == "MD" && backshifted[t.token(finite).Form] != "":
			e.parts, put = append(e.parts, t.inPast(finite)), finite
		default:
			return edit{}, false
		}
	}
	return e, len(e.parts) > 0
}

// joins reports whether a coordinated verb has a subject, or a conjunction or comma before it.
// Other coordinated verbs are parsing errors, such as nouns in -s.
func (t *tree) joins(verb, finite int) bool {
	before := finite - 1
	for before > 0 && t.token(before).Tag.IsAdverb() {
		before--
	}
	return t.ownSubject(verb) || t.tag(before) == "CC" || t.form(before) == ","
}

// inPast returns the part of an edit that changes a verb from the present to the past tense.
func (t *tree) inPast(i int) part {
	form := t.form(i)
	past := english.Past(t.token(i).Lemma)
	switch form {
	case "is":
		past = "was"
	case "are":
		past = "were"
	case "has", "have":
		past = "had"
	case "can", "will", "may":
		if past = backshifted[form]; t.token(i+1).Start == t.token(i).End {
			past += " " // the "not" of "cannot"
		}
	}
	return part{t.token(i).Start, t.token(i).End, past}
}

// backshifted maps modal verbs to their forms in past reported speech.
var backshifted = map[string]string{"can": "could", "will": "would", "may": "might"}

// with turns "measured using X" into "measured with X".
func (t *tree) with(i int) (edit, bool) {
	if t.form(i) != "using" || i < 2 || t.Child(i, syntax.DirectObject) < i || !t.Is(i, syntax.AdverbialClause,
		syntax.OpenComp) ||
		t.form(i-1) == "by" || t.form(i-1) == "," || t.form(i-1) == "when" || t.form(i-1) == "while" ||
		t.tag(i-1) == "CC" || t.Child(i, syntax.Conjunct) != syntax.None {
		return edit{}, false
	}
	return t.replace(i, i, "with", turnCost), true
}

var (
	withoutArticle = english.Set("nouns without article")
	ordinal        = english.Set("words that need an article")
	observing      = english.Set("verbs of observation")
)
