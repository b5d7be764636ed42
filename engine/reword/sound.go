package reword

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// Sound reports whether a sentence has a main clause with a subject and a finite verb, and whether
// its subjects agree with their verbs. It thus detects errors in the source and damage done by
// edits.
func Sound(sentence string) bool {
	t := newTree(sentence)
	if t.Truncated {
		return true
	}
	if t.isNumbered() || t.authors == syntax.None && !t.hasClause() || t.lacksMainClause() ||
		t.form(t.Root()+1) == "," && t.form(t.Root()+2) == "that" {
		return false
	}
	return !anyIn(0, len(t.Tokens)-1, func(i int) bool { return t.disagrees(i) || t.breaksOff(i) })
}

// isNumbered reports whether a sentence starts with the number of a section.
func (t *tree) isNumbered() bool {
	return t.tag(0) == "CD" && (strings.Contains(t.form(0), ".") && t.token(1).Form != t.form(1) || t.form(1) == ".")
}

// lacksMainClause reports whether a sentence is only a clause such as "While X is random" or "When X is
// random".
func (t *tree) lacksMainClause() bool {
	if strings.Contains(t.text, ",") {
		return false
	}
	return subordinators[t.form(0)] || t.opensSubordinate() && !t.hasSecondClause()
}

// opensSubordinate reports whether the first word subordinates the clause of the main verb.
func (t *tree) opensSubordinate() bool {
	return subordinate[t.form(0)] && t.form(1) != "of" && t.token(0).Head == t.Root() &&
		t.Is(0, syntax.Marker, syntax.AdverbModifier) && t.isFull(t.Root())
}

// hasSecondClause reports whether a verb outside the main and the relative clauses is finite.
func (t *tree) hasSecondClause() bool {
	main := t.Finite(t.Root())
	return anyIn(0, t.end, func(i int) bool {
		return i != main && t.token(i).Tag.IsFinite() && !t.isInRelativeClause(i)
	})
}

var subordinators = map[string]bool{"while": true, "whereas": true, "although": true, "though": true}

// breaksOff reports whether a base form directly follows a preposition or conjunction, as in "while
// be used".
func (t *tree) breaksOff(i int) bool {
	return t.tag(i) == "IN" && noVerbAfter[t.form(i)] && t.tag(i+1) == "VB" &&
		(t.form(i+1) == "be" || t.token(i+1).Head != i+2) && !t.isFixed(i+1)
}

var noVerbAfter = english.Set("words before no base form")

// lacksComplement reports whether "that" after the authors' verb introduces no clause with a finite verb.
// An example is "@ show that using the isoforms in rice, enhanced yields", whose last verb the parser
// tags as a participle.
func (t *tree) lacksComplement() bool {
	root := t.Root()
	if t.authors == syntax.None || root == syntax.None || t.form(root+1) != "that" || t.form(root+2) == "of" {
		return false
	}
	return !anyIn(root+2, t.end, func(i int) bool { return t.token(i).Tag.IsFinite() && !t.isInRelativeClause(i) })
}

// isInRelativeClause reports whether a finite verb belongs to a relative clause.
func (t *tree) isInRelativeClause(finite int) bool {
	return t.Is(finite, syntax.RelativeClause) || t.Is(t.token(finite).Head, syntax.RelativeClause) &&
		t.Is(finite, syntax.Auxiliary, syntax.PassiveAuxiliary)
}

// hasClause reports whether any verb is finite and has a subject.
func (t *tree) hasClause() bool {
	return slices.ContainsFunc(t.Clauses(), func(verb int) bool {
		return t.isFull(verb) && !t.Is(verb, syntax.RelativeClause)
	})
}

// disagrees reports whether a finite verb does not agree with its subject in number.
func (t *tree) disagrees(finite int) bool {
	tag := t.tag(finite)
	if tag != "VBZ" && tag != "VBP" {
		return false
	}
	verb := finite
	if t.Is(finite, syntax.Auxiliary, syntax.PassiveAuxiliary) {
		verb = t.token(finite).Head
	}
	noun := t.Child(verb, syntax.NominalSubject, syntax.PassiveSubject)
	if noun == syntax.None || noun > finite || t.Finite(verb) != finite || t.isFixed(noun) ||
		t.Child(noun, syntax.Conjunct, syntax.Coordination, syntax.Apposition) != syntax.None || t.hasAnd(noun, finite) ||
		eitherNumber[t.token(noun).Lemma] || eitherNumber[t.form(noun)] {
		return false
	}
	if tag == "VBP" {
		return t.tag(noun) == "NN" && t.form(noun) != "data"
	}
	return t.tag(noun) == "NNS" && t.form(noun) != t.token(noun).Lemma
}

// hasAnd reports whether the subject before a verb may be a list.
func (t *tree) hasAnd(noun, verb int) bool {
	return anyIn(t.Subtree(noun).First, verb-1, func(i int) bool { return t.tag(i) == "CC" || t.form(i) == "," })
}

var eitherNumber = english.Set("nouns of either number")
