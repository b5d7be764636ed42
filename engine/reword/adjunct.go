package reword

import (
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// adjunctFirst turns "@ cluster verbs, using X" into "Using X, @ cluster verbs", and likewise for
// "by measuring X" and "to measure X".
func (t *tree) adjunctFirst(i int) (edit, bool) {
	root, span := t.Root(), t.Subtree(i)
	if t.authors != 0 || t.token(i).Head != root || span.Last != t.end || length(span) < 3 || span.First <= root+1 ||
		!t.startsAdjunct(i, span.First) || t.refers(span) ||
		!t.isBalanced(span) || t.Child(root, syntax.Conjunct, syntax.ClausalComp, syntax.Negation) != syntax.None ||
		t.Child(root, syntax.DirectObject) == syntax.None || t.hasWord(span, limits) {
		return edit{}, false
	}
	start, end := t.Bytes(span)
	from := t.token(span.First - 1).End
	if t.form(span.First-1) == "," {
		from = t.token(span.First - 2).End
	}
	return edit{parts: []part{{0, 0, t.text[start:end] + ", "}, {from, end, ""}}, cost: turnCost}, true
}

// refers reports whether a span contains a pronoun or another word with an antecedent.
func (t *tree) refers(s syntax.Span) bool {
	return anyIn(s.First, s.Last, func(i int) bool {
		return t.isPersonal(i) || t.form(i) == "that" && t.tag(i) == "DT" || referring[t.form(i)]
	})
}

var referring = english.Set("words with an antecedent")

// startsAdjunct reports whether a constituent whose first token is first is an adverbial clause in
// "-ing", an infinitive of purpose, or "by" with a gerund. It returns false for an infinitive after
// a method, since the infinitive states the method's purpose.
func (t *tree) startsAdjunct(i, first int) bool {
	before := t.token(first - 1)
	switch {
	case t.Is(i, syntax.AdverbialClause) && t.tag(i) == "VBG":
		return first == i && (t.form(i) == "using" || before.Norm == ",")
	case t.Is(i, syntax.AdverbialClause) && t.tag(i) == "VB":
		object := t.token(t.Child(t.Root(), syntax.DirectObject))
		return first == i-1 && t.form(first) == "to" && t.isInfinitive(i) && before.Tag.IsNoun() && !makings[before.Lemma] &&
			!makings[object.Lemma]
	case t.Is(i, syntax.Preposition) && t.form(i) == "by":
		verb := t.Child(i, syntax.PrepComp)
		return first == i && verb == i+1 && t.tag(verb) == "VBG"
	}
	return false
}

// repeatTo turns "to find X and align Y" into "to find X and to align Y".
func (t *tree) repeatTo(i int) (edit, bool) {
	head := t.token(i).Head
	if t.tag(i) != "VB" || !t.Is(i, syntax.Conjunct) || t.tag(head) != "VB" || t.form(head-1) != "to" ||
		t.form(i-1) != "and" || t.token(i-1).Head != head || t.Child(i, syntax.Auxiliary) != syntax.None {
		return edit{}, false
	}
	return t.insert("to ", i, functionCost), true
}

// farParticiple turns "an approach to tagging based on X" into "an approach to tagging that is
// based on X", and likewise "inspired by X". The noun modified by the participle and the noun
// directly before the participle must have the same number, so that neither reading is
// ungrammatical.
func (t *tree) farParticiple(i int) (edit, bool) {
	noun, isBased := t.token(i).Head, t.form(i) == "based" && t.form(i+1) == "on"
	byAgent := t.tag(i) == "VBN" && t.Is(i, syntax.AdnominalClause) && t.form(i+1) == "by" && t.token(i+1).Head == i
	if !isBased && !byAgent ||
		noun < 0 || noun >= i-1 || t.repeatsPronoun(i) || t.tag(noun) != t.tag(i-1) || t.Is(i-1, syntax.Conjunct) ||
		!t.Dominates(noun, i-1) || t.Child(i, syntax.Conjunct, syntax.Negation) != syntax.None {
		return edit{}, false
	}
	switch t.tag(noun) {
	case "NN", "NNS":
		return t.replace(i, i, "that "+t.toBe(noun)+" "+t.form(i), turnCost), true
	}
	return edit{}, false
}

// counted exchanges two coordinated phrases that each begin with a number or an article, such as "87
// systems and 22 combinations" and "the size of X and the age of Y".
func (t *tree) counted(i int) (edit, bool) {
	a := t.token(i).Head
	b := t.Child(a, syntax.Conjunct)
	if t.form(i) != "and" || b < i || !t.token(a).Tag.IsNoun() || !t.token(b).Tag.IsNoun() ||
		len(t.Children(a, syntax.Conjunct)) > 1 || t.Is(a, syntax.Conjunct) {
		return edit{}, false
	}
	left, right := syntax.Span{First: t.Subtree(a).First, Last: i - 1}, t.Subtree(b)
	if (a == i-1) != (right.Last == b) || right.First != i+1 || !t.closes(right.Last+1) ||
		right.Last > b && (!t.isPlain(left) || !t.isPlain(right)) ||
		!t.isCounted(left.First) || !t.isCounted(right.First) ||
		t.isOrdered(left.First, right.Last) || t.isTogether(i) ||
		t.hasVerb(right) || t.hasVerb(left) || t.form(left.First-1) == "both" ||
		!t.isBalanced(left) || !t.isBalanced(right) {
		return edit{}, false
	}
	return t.swap(left, right), true
}

// isCounted reports whether a phrase begins with an article or a number.
func (t *tree) isCounted(first int) bool {
	form := t.form(first)
	return t.tag(first) == "CD" || form == "a" || form == "an" || form == "the"
}

// list exchanges the first and the last item of a list of nouns whose order does not matter.
func (t *tree) list(i int) (edit, bool) {
	if t.form(i) != "and" && t.form(i) != "or" || t.form(i-1) != "," {
		return edit{}, false
	}
	last := t.Child(t.token(i).Head, syntax.Conjunct)
	first := t.token(i).Head
	items := 2
	for t.Is(first, syntax.Conjunct) && items < maxItems {
		first = t.token(first).Head
		items++
	}
	if items < 3 || items == maxItems || last < i {
		return edit{}, false
	}
	a, b := t.itemAt(first), t.Subtree(last)
	if !t.token(first).Tag.IsNoun() || !t.token(last).Tag.IsNoun() ||
		b.First != i+1 || !t.closes(b.Last+1) || t.form(a.First-1) == ")" ||
		a.Last >= i-1 || t.form(a.Last+1) != "," || t.isOrdered(a.First, b.Last) ||
		b.Last != last || !t.isBalanced(b) || t.hasVerb(b) {
		return edit{}, false
	}
	return t.swap(a, b), true
}

// maxItems is the number of items at which a list is too long to be exchanged.
const maxItems = 8

// itemAt returns the span of a noun, with its article if it has one, as the first item of a list.
// If the noun has modifiers, the span extends beyond the sentence, so that it cannot be exchanged.
func (t *tree) itemAt(noun int) syntax.Span {
	span := syntax.Span{First: noun, Last: noun}
	if noun > 0 && t.tag(noun-1) == "DT" && t.token(noun-1).Head == noun {
		span.First--
	}
	if t.Child(noun, syntax.AdjectiveMod, syntax.Compound, syntax.NumberMod, syntax.Possessive) != syntax.None ||
		t.isFixed(noun) {
		return syntax.Span{First: noun, Last: t.end + 1} // its modifiers may describe all items
	}
	return span
}

// isOrdered reports whether the order of a list matters, or an item refers to another one.
func (t *tree) isOrdered(first, last int) bool {
	for i := range t.Tokens {
		switch form := t.form(i); form {
		case "respectively", "two", "three", "four", "five", "first", "finally", "then":
			return true
		case "its", "their", "other", "others", "these", "this", "it", "both", "such", "between", "from", "to":
			if first <= i && i <= last || form == "between" {
				return true
			}
		}
	}
	return false
}

// usedFor turns "is used to find X" into "is used for finding X".
func (t *tree) usedFor(i int) (edit, bool) {
	to, verb := i+1, i+2
	if !employed[t.form(i)] || t.tag(i) != "VBN" || t.form(to) != "to" || t.tag(verb) != "VB" || t.token(verb).Head != i ||
		t.Child(verb, syntax.DirectObject) < verb || t.Child(verb, syntax.Conjunct) != syntax.None ||
		!t.IsPassive(i) || !knownVerb(t.token(verb).Lemma, english.Gerund(t.token(verb).Lemma)) {
		return edit{}, false
	}
	return t.replace(to, verb, "for "+english.Gerund(t.token(verb).Lemma), turnCost), true
}

var employed = english.Set("participles of use")
