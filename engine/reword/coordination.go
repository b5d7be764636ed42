package reword

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

var (
	collective = english.Set("words for things taken together")
	symmetric  = english.Set("relations without a direction")
)

// asWell turns "X and old Y" into "X as well as old Y" after a verb or a preposition.
func (t *tree) asWell(i int) (edit, bool) {
	a := t.token(i).Head
	b := t.Child(a, syntax.Conjunct)
	if t.form(i) != "and" || b < i || !t.token(a).Tag.IsNoun() || !t.token(b).Tag.IsNoun() || a > i ||
		t.Subtree(b).First != i+1 || t.isSubject(a) || t.isTogether(i) || t.mayMeanLess(i) ||
		t.form(i+1) == "their" || t.form(i+1) == "its" {
		return edit{}, false
	}
	left, right := i-min(i, t.Subtree(a).First), t.Subtree(b).Last-i
	next := t.token(t.Subtree(b).Last + 1).Tag
	if collective[t.token(b).Lemma] || t.mayBeVerb(i+1, b) || next.IsFinite() || next.IsNoun() ||
		t.Is(a, syntax.Compound, syntax.NounMod, syntax.AdjectiveMod) || strings.HasSuffix(t.form(i-1), "-") {
		return edit{}, false
	}
	if t.Is(a, syntax.Conjunct) || t.form(i-1) == "," || left+right < 4 || t.hasVerb(t.Subtree(b)) ||
		left == 1 && t.Child(b, syntax.Compound) != syntax.None { // as in "emotion and sentiment analysis"
		return edit{}, false
	}
	e := t.replace(i, i, "as well as", turnCost)
	e.once = true
	return e, true
}

// mayMeanLess reports whether "as well as" could be weaker than "and": after a negator or
// comparative, as in "does not need X and Y", and before a quantity.
func (t *tree) mayMeanLess(and int) bool {
	return t.tag(and+1) == "CD" ||
		anyIn(0, and-1, func(k int) bool { return denying[t.form(k)] || t.tag(k) == "JJR" })
}

var denying = english.Set("words before an alternative")

// mayBeVerb reports whether the parser may have mistaken a verb for the first part of a compound, as in
// "and select candidates".
func (t *tree) mayBeVerb(first, noun int) bool {
	return first < noun && len(objectVerbs[t.form(first)]) > 0
}

// isSubject reports whether a noun belongs to a subject.
func (t *tree) isSubject(i int) bool {
	for k := i; k != syntax.None && !t.token(k).Tag.IsFinite(); k = t.token(k).Head {
		if t.Is(k, syntax.NominalSubject, syntax.PassiveSubject, syntax.RootRelation) {
			return true
		}
	}
	return false
}

// isTogether reports whether a word before a conjunction treats the coordinated things as a group,
// as in "compare X and Y", or counts them.
func (t *tree) isTogether(and int) bool {
	return t.hasForm("respectively") || t.hasForm("well") || anyIn(max(0, and-maxTogether), and-1, func(k int) bool {
		return collective[t.form(k)] || collective[t.token(k).Lemma]
	})
}

// maxTogether is the maximum number of tokens between a collective word and the conjunction.
const maxTogether = 14

func (t *tree) ownSubject(i int) bool {
	return t.Child(i, syntax.NominalSubject, syntax.PassiveSubject) != syntax.None
}

// lastItems exchanges the last two items of "X, Y, and Z".
func (t *tree) lastItems(i int) (edit, bool) {
	a := t.token(i).Head
	b := t.Child(a, syntax.Conjunct)
	if t.form(i) != "and" && t.form(i) != "or" || t.form(i-1) != "," || b < i || !t.Is(a, syntax.Conjunct) ||
		!t.token(a).Tag.IsNoun() || !t.token(b).Tag.IsNoun() {
		return edit{}, false
	}
	left, right := syntax.Span{First: i - 1, Last: i - 2}, syntax.Span{First: i + 1, Last: b}
	for left.First > 1 && t.form(left.First-1) != "," {
		left.First--
	}
	if t.Subtree(b) != right || t.form(left.First-1) != "," || !t.Dominates(a, left.First) ||
		!t.isItem(left) || !t.isItem(right) ||
		(length(left) > 1) != (length(right) > 1) || t.tag(a) != t.tag(b) || !t.closes(b+1) || t.isOrdered(left.First-1, b) {
		return edit{}, false
	}
	return t.swap(left, right), true
}

// isItem reports whether a span consists of a few nouns and adjectives.
func (t *tree) isItem(s syntax.Span) bool {
	return length(s) >= 1 && length(s) <= 5 && t.token(s.Last).Tag.IsNoun() && t.isBalanced(s) &&
		!anyIn(s.First, s.Last, func(k int) bool {
			tag := t.token(k).Tag
			return !tag.IsNoun() && tag != "JJ" && !t.isHyphen(k) && tag != "DT"
		})
}

// between turns "the relationship between X and Y" into "the relationship between Y and X".
func (t *tree) between(i int) (edit, bool) {
	a := t.Child(i, syntax.PrepObject)
	and := t.Child(a, syntax.Coordination)
	b := t.Child(a, syntax.Conjunct)
	if t.form(i) != "between" || a == syntax.None || and < a || b < and || t.form(and) != "and" ||
		!symmetric[t.token(t.token(i).Head).Lemma] || len(t.Children(a, syntax.Conjunct)) > 1 {
		return edit{}, false
	}
	left, right := syntax.Span{First: i + 1, Last: and - 1}, t.Subtree(b)
	if right.First != and+1 || !t.isPlain(left) || !t.isPlain(right) || t.form(right.Last+1) == "," ||
		t.hasForm("respectively") {
		return edit{}, false
	}
	return t.swap(left, right), true
}

// isPlain reports whether a span is short and has no verb, comma, conjunction or pronoun, and no
// preposition except "of".
func (t *tree) isPlain(s syntax.Span) bool {
	return length(s) >= 1 && length(s) <= 8 && t.isBalanced(s) && !t.hasWord(s, pointing) && !t.hasVerb(s) &&
		!anyIn(s.First, s.Last, func(k int) bool {
			tag := t.tag(k)
			return t.form(k) == "," || tag == "CC" || tag == "IN" && t.form(k) != "of" || t.isPersonal(k)
		})
}

func (t *tree) hasForm(form string) bool {
	return slices.ContainsFunc(t.Tokens, func(token syntax.Token) bool { return token.Norm == form })
}

var roles = english.Set("nouns for roles")

// constitutes turns "X is a major source of Y" into "X constitutes a major source of Y".
func (t *tree) constitutes(i int) (edit, bool) {
	role := t.Child(i, syntax.Attribute)
	if role < i || !roles[t.token(role).Lemma] || t.Child(i, syntax.NominalSubject) == syntax.None ||
		t.token(t.Child(i, syntax.NominalSubject)).Tag.IsPronoun() && !t.Is(i, syntax.RelativeClause) ||
		t.token(i).Lemma != "be" || !t.token(i).Tag.IsFinite() || t.Subtree(role).First != i+1 ||
		t.tag(i+1) != "DT" && !t.isPlural(role) || t.Child(role, syntax.Conjunct) != syntax.None {
		return edit{}, false
	}
	form := constituting[t.form(i)]
	return t.replace(i, i, form, turnCost), form != "" && t.form(i+1) != "not" && t.form(i+1) != "no"
}

var constituting = map[string]string{
	"is": "constitutes", "are": "constitute", "was": "constituted", "were": "constituted",
}

// percent writes every "%" as "percent".
func (t *tree) percent(i int) (edit, bool) {
	if t.form(i) != "%" {
		return edit{}, false
	}
	e := edit{cost: turnCost}
	for k := i; k < len(t.Tokens); k++ {
		if t.form(k) != "%" {
			continue
		}
		token := t.token(k)
		if t.tag(k-1) != "CD" || t.isHyphen(k+1) || t.isHyphen(k-1) || t.form(k-2) == "(" ||
			t.isHyphen(k-2) || t.token(k+1).Tag.IsNoun() || t.tag(k+1) == "JJ" {
			return edit{}, false
		}
		e.parts = append(e.parts, part{token.Start, token.End, " percent"})
	}
	return e, strings.Count(t.text, "%") == len(e.parts)
}

// described exchanges two plurals that each have their own modifiers, as in "large roots and small
// leaves".
func (t *tree) described(and int) (edit, bool) {
	a := t.token(and).Head
	b := t.Child(a, syntax.Conjunct)
	if t.form(and) != "and" || a != and-1 || b < and || t.tag(a) != "NNS" || t.tag(b) != "NNS" ||
		len(t.Children(a, syntax.Conjunct)) > 1 || t.Is(a, syntax.Conjunct) {
		return edit{}, false
	}
	left, right := syntax.Span{First: t.Subtree(a).First, Last: a}, t.Subtree(b)
	if left.First == 0 || right.First != and+1 || right.Last != b || !t.closes(b+1) && !t.token(b+1).Tag.IsFinite() ||
		!t.isDescribed(left) || !t.isDescribed(right) ||
		t.tag(left.First) == "JJ" && t.tag(right.First) != "JJ" || t.isTogether(and) || t.isOrdered(left.First, b) ||
		t.form(left.First-1) == "," || t.tag(left.First-1) == "CC" || t.form(left.First-1) == "between" {
		return edit{}, false
	}
	return t.swap(left, right), true
}

// isDescribed reports whether a span is a noun preceded by a few adjectives and nouns.
func (t *tree) isDescribed(s syntax.Span) bool {
	if n := length(s); n < 2 || n > 5 || !t.isBalanced(s) || t.tag(s.First) != "JJ" && t.tag(s.First) != "NN" {
		return false
	}
	return !anyIn(s.First, s.Last-1, func(k int) bool {
		tag := t.tag(k)
		return tag != "JJ" && tag != "NN" && tag != "NNP" && !t.isHyphen(k)
	})
}
