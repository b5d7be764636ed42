package reword

import (
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// nominal turns a noun for an action into its verb: "discuss the application of X" into "discuss how to
// apply X", "describe the construction of X" into "constructed X", and "by the addition of X" into "by adding X".
func (t *tree) nominal(i int) (edit, bool) {
	verb := verbOf[t.form(i)]
	of := i + 1
	if verb == "" || t.tag(i) != "NN" || t.form(of) != "of" || t.token(of).Head != i || t.kept[t.form(i)] ||
		t.isFixed(i) || t.Child(of, syntax.PrepObject) == syntax.None ||
		t.Child(i, syntax.Conjunct, syntax.Compound, syntax.RelativeClause) != syntax.None || t.hasPointer(of) {
		return edit{}, false
	}
	first := i
	if det := t.Child(i, syntax.Determiner); det != syntax.None {
		first = det
	}
	return t.verbal(verb, first, i)
}

// verbal returns the edit that replaces a noun, its article and "of" with a verb. The form of the verb
// depends on the word that governs the noun.
func (t *tree) verbal(verb string, first, noun int) (e edit, ok bool) {
	head, root := t.token(noun).Head, t.Root()
	own := t.authors != syntax.None && head == root && t.Is(noun, syntax.DirectObject) && first == root+1 &&
		root == t.authors+1 && t.Child(root, syntax.Conjunct) == syntax.None
	lemma := t.token(root).Lemma
	bare := first == noun || t.form(first) == "the" && first == noun-1
	switch {
	case own && asked[lemma] && bare:
		return t.replace(first, noun+1, "how to "+verb, functionCost), true
	case own && told[lemma] && bare:
		return t.replace(root, noun+1, english.Past(verb), 0), true
	case t.Is(noun, syntax.NominalSubject) && first > 0 && bare && t.form(first-1) == "that" &&
		t.tag(t.Finite(head)) == "MD":
		return t.replace(first, noun+1, english.Gerund(verb), functionCost), true
	case t.Is(noun, syntax.PrepObject) && bare && head == first-1 && (t.form(head) == "by" || t.form(head) == "for"):
		return t.replace(first, noun+1, english.Gerund(verb), functionCost), true
	}
	return edit{}, false
}

// hasPointer reports whether a subtree contains a personal or possessive pronoun.
func (t *tree) hasPointer(i int) bool {
	span := t.Subtree(i)
	return anyIn(span.First, span.Last, t.isPersonal)
}

// secondPurpose leaves out the last of two coordinated infinitives or gerunds, as in "to find X and to
// explain Y".
func (t *tree) secondPurpose(i int) (edit, bool) {
	head := t.token(i).Head
	if !t.Is(i, syntax.Conjunct) || t.tag(i) != "VB" && t.tag(i) != "VBG" || t.tag(head) != t.tag(i) || head > i ||
		t.Is(head, syntax.Conjunct, syntax.RootRelation) || len(t.Children(head, syntax.Conjunct)) > 1 ||
		t.Finite(head) != syntax.None {
		return edit{}, false
	}
	span, and := t.Subtree(i), t.Child(head, syntax.Coordination)
	if and == syntax.None || t.form(and) != "and" || span.First != and+1 || span.Last != t.end ||
		t.hasWord(span, limits) || t.hasNumber(span) || !t.isBalanced(span) || !t.isComplete(head, and) ||
		t.Child(head, syntax.Preconjunction) != syntax.None || t.form(t.Subtree(head).First-1) == "between" {
		return edit{}, false
	}
	span.First = and
	if t.form(and-1) == "," {
		span.First--
	}
	return t.without(span, t.cutCost(span)), true
}

var (
	verbOf = english.Classes("verbs of nouns for actions")
	asked  = english.Set("verbs of questions")
	told   = english.Set("verbs of reports on acts")
)
