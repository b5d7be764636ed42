package reword

import (
	"slices"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

var (
	limits    = english.Set("limiting words")
	fillers   = english.Set("filler adverbs")
	praises   = english.Set("praising adjectives")
	examples  = english.Set("starts of examples")
	makings   = english.Set("things that authors make")
	topics    = english.Set("verbs of topics")
	details   = english.Set("prepositions of details")
	negations = english.Set("words that limit a topic")
	omissible = english.Set("omissible adjectives")
	additions = english.Set("prepositions of additions")
)

// cuts returns the omissions that begin or end at a token.
func (t *tree) cuts(i int) (all []edit) {
	for _, cut := range []func(*tree, int) (edit, bool){(*tree).filler, (*tree).praise, (*tree).plainAdjective,
		(*tree).both, (*tree).aside,
		(*tree).bracket, (*tree).secondPredicate, (*tree).secondPurpose, (*tree).detail} {
		if e, ok := cut(t, i); ok {
			all = append(all, e)
		}
	}
	return all
}

// filler leaves out an adverb such as "also" next to its verb.
func (t *tree) filler(i int) (edit, bool) {
	if !fillers[t.form(i)] || !t.Is(i, syntax.AdverbModifier) || len(t.Children(i)) > 0 || i == 0 ||
		t.isBetweenCommas(i) || t.form(i-1) == "not" || t.form(i-1) == "but" {
		return edit{}, false
	}
	return t.replace(i, i, "", functionCost), true
}

func (t *tree) isBetweenCommas(i int) bool { return t.closes(i-1) || t.closes(i+1) }

// praise leaves out "novel" and "new" before a method.
func (t *tree) praise(i int) (edit, bool) {
	noun := t.token(i).Head
	if !praises[t.form(i)] || !t.Is(i, syntax.AdjectiveMod) || len(t.Children(i)) > 0 || noun <= i ||
		!makings[t.token(noun).Lemma] || t.form(i+1) == "-" || t.form(i-1) == "-" || t.form(i+1) == "," ||
		t.form(i+1) == "and" {
		return edit{}, false
	}
	if article := t.form(i - 1); article == "a" || article == "an" {
		other := english.Indefinite(t.token(i + 1).Form)
		if t.token(i-1).Form != t.token(i-1).Norm {
			return edit{}, false
		}
		return t.replace(i-1, i, other, functionCost), true
	}
	return t.replace(i, i, "", functionCost), t.form(i-1) == "the" || t.form(i-1) == "two" || t.tag(i-1) == "VBP"
}

// mostAssessed is the maximum number of times that the paper uses an adjective that is left out. A
// more frequent adjective may belong to a term.
const mostAssessed = 2

// plainAdjective leaves out an adjective that only assesses or repeats, such as "corresponding".
func (t *tree) plainAdjective(i int) (edit, bool) {
	noun := t.token(i).Head
	if !omissible[t.form(i)] || t.kept[t.form(i)] || t.lower[t.form(i)] > mostAssessed ||
		!t.Is(i, syntax.AdjectiveMod) || len(t.Children(i)) > 0 || noun <= i || i == 0 || empty[t.token(noun).Lemma] ||
		t.isFixed(i) || t.form(i+1) == "," || t.tag(i+1) == "CC" || t.tag(i-1) == "CC" || t.form(i-1) == "," ||
		t.token(i-1).Tag.IsAdverb() || t.token(i+1).Form != t.token(i+1).Norm {
		return edit{}, false
	}
	if article := t.token(i - 1).Form; article == "a" || article == "an" {
		return t.replace(i-1, i, english.Indefinite(t.token(i+1).Form), functionCost), true
	}
	return t.replace(i, i, "", functionCost), true
}

// empty holds nouns that mean nothing without their adjective, such as "way".
var empty = english.Set("nouns that need an adjective")

// both leaves out the "both" of "both X and Y".
func (t *tree) both(i int) (edit, bool) {
	return t.replace(i, i, "", functionCost), t.form(i) == "both" && t.Is(i, syntax.Preconjunction) && i > 0
}

// aside leaves out a clause or examples between commas, or between a comma and the end.
func (t *tree) aside(i int) (edit, bool) {
	span := t.Subtree(i)
	if span.First < 3 || span.Last < span.First+1 || t.form(span.First-1) != "," || !t.closes(span.Last+1) ||
		span.Contains(t.authors) || t.hasWord(span, limits) || t.hasNumber(span) || !t.isBalanced(span) ||
		t.lacksComplement() || t.opensSubordinate() ||
		t.Is(i, syntax.Preposition) && t.endsInExplanation(span.First-1) {
		return edit{}, false
	}
	first := t.form(span.First)
	switch {
	case t.Is(i, syntax.RelativeClause) && (first == "which" || first == "who"):
	case t.Is(i, syntax.AdverbialClause, syntax.AdnominalClause) && span.First == i &&
		(t.tag(i) == "VBG" || t.tag(i) == "VBN") &&
		first != "using" && t.closes(t.end+1) && span.Last == t.end:
	case t.Is(i, syntax.Preposition) && examples[first] && span.Last > i+1:
	case t.Is(i, syntax.Preposition) && additions[first] && span.Last == t.end && t.token(i).Head < span.First:
	case t.Is(i, syntax.Apposition) && (first == "a" || first == "an" || t.tag(i) == "NNS" && span.Last == t.end) &&
		t.token(i).Head == span.First-2 &&
		!t.Is(t.token(i).Head, syntax.Conjunct) && t.Child(t.token(i).Head, syntax.Conjunct) == syntax.None:
	default:
		return edit{}, false
	}
	if t.form(span.Last+1) == "," {
		span.Last++
	}
	span.First--
	if span.Last < t.end && t.form(span.Last) != "," {
		return edit{}, false
	}
	return t.without(span, t.cutCost(span)), true
}

// cutCost returns the cost of leaving out a span. It is higher if the span contains a word of a
// term.
func (t *tree) cutCost(s syntax.Span) float64 {
	if t.hasWord(s, t.terms) {
		return cutCost + termCost
	}
	return cutCost
}

func (t *tree) hasNumber(s syntax.Span) bool {
	return anyIn(s.First, s.Last, func(i int) bool {
		return t.tag(i) == "CD" || strings.ContainsFunc(t.token(i).Form, unicode.IsDigit)
	})
}

// isBalanced reports whether every bracket in a span has its partner in the span.
func (t *tree) isBalanced(s syntax.Span) bool {
	depth := 0
	for i := s.First; i <= s.Last; i++ {
		switch t.token(i).Form {
		case "(", "[", "“":
			depth++
		case ")", "]", "”":
			depth--
		}
		if depth < 0 {
			return false
		}
	}
	return depth == 0
}

// bracket leaves out an abbreviation in brackets that the sentence does not use again.
func (t *tree) bracket(i int) (edit, bool) {
	if t.form(i) != "(" || t.form(i+2) != ")" || i == 0 || t.isHyphen(i+3) || len(t.token(i+1).Form) < 2 {
		return edit{}, false
	}
	short := t.token(i + 1).Form
	if strings.ToLower(short) == short || strings.Count(t.text, strings.TrimSuffix(short, "s")) > 1 {
		return edit{}, false
	}
	return t.replace(i, i+2, "", functionCost), true
}

// secondPredicate leaves out the last of two coordinated predicates or clauses.
func (t *tree) secondPredicate(i int) (edit, bool) {
	head := t.token(i).Head
	if !t.Is(i, syntax.Conjunct) || head == syntax.None || !t.token(i).Tag.IsFinite() && t.Finite(i) == syntax.None ||
		!t.token(head).Tag.IsVerb() || t.Is(head, syntax.Conjunct) || len(t.Children(head, syntax.Conjunct)) > 1 {
		return edit{}, false
	}
	span, and := t.Subtree(i), t.Child(head, syntax.Coordination)
	if and == syntax.None || t.form(and) != "and" || span.First != and+1 || span.Last != t.end ||
		t.Child(head, syntax.Preconjunction) != syntax.None || t.hasWord(span, limits) || t.authors > and ||
		!t.Is(head, syntax.RootRelation, syntax.ClausalComp) || !t.isComplete(head, and) || !t.isBalanced(span) {
		return edit{}, false
	}
	span.First = and
	if t.form(and-1) == "," {
		span.First--
	}
	return t.without(span, cutCost), true
}

// isComplete reports whether a verb has a complement that ends before a token.
func (t *tree) isComplete(verb, before int) bool {
	for _, k := range t.Children(verb, syntax.DirectObject, syntax.ClausalComp, syntax.OpenComp, syntax.Attribute,
		syntax.AdjectiveComp, syntax.Preposition, syntax.Agent) {
		if k > verb && t.Subtree(k).Last < before && (t.Subtree(k).Last > k || length(t.Subtree(k)) > 1) {
			return true
		}
	}
	return false
}

// detail leaves out the last phrase or clause after the object of the authors' verb, such as "for X" in
// "@ present a method for X". Sentences that report a result keep their details.
func (t *tree) detail(i int) (edit, bool) {
	root, span := t.Root(), t.Subtree(i)
	if t.authors == syntax.None || t.Subject(root) != t.authors || !topics[t.token(root).Lemma] || span.Last != t.end ||
		!t.Is(i, syntax.Preposition, syntax.RelativeClause, syntax.AdnominalClause) || !t.isBalanced(span) ||
		t.Is(i, syntax.Preposition) && !details[t.form(i)] || t.hasWord(span, negations) ||
		t.form(i+1) == "terms" || t.form(span.First) == "to" && !makings[t.token(t.token(i).Head).Lemma] {
		return edit{}, false
	}
	object := t.Child(root, syntax.DirectObject)
	if object == syntax.None || span.First < leastTopic || !t.Dominates(object, i) || object >= span.First ||
		t.Child(root, syntax.Conjunct) != syntax.None {
		return edit{}, false
	}
	if t.form(span.First-1) == "," {
		span.First--
	}
	if before := t.token(span.First - 1); before.Tag == "CC" || before.Tag == "IN" || before.Tag == "DT" ||
		!before.Tag.IsNoun() && before.Norm != ")" {
		return edit{}, false
	}
	if last := t.token(span.First - 1); relational[last.Lemma] && t.tag(i) == "IN" ||
		t.endsInExplanation(span.First) {
		return edit{}, false
	}
	hasInfluence := anyIn(object, i-1, func(k int) bool { return influences[t.token(k).Lemma] })
	if t.needsDetail(t.token(i).Head, i) || t.form(i) == "on" && hasInfluence {
		return edit{}, false
	}
	return t.without(span, t.cutCost(span)+detailCost*float64(length(span))), true
}

// needsDetail reports whether only the phrase after a noun identifies it, as in "all the words that
// occur", or states its purpose, as in "a simple system for X".
func (t *tree) needsDetail(noun, detail int) bool {
	det := t.Child(noun, syntax.Determiner, syntax.Predeterminer)
	if det != syntax.None && t.form(det) != "a" && t.form(det) != "an" &&
		(t.form(det) != "the" || !t.isNamed(noun, detail)) {
		return true
	}
	isGeneral := t.token(noun).Tag.IsNoun() && (makings[t.token(noun).Lemma] || verbOf[t.token(noun).Lemma] != "")
	return isGeneral && (t.form(detail) == "for" || !t.isNamed(noun, detail))
}

// endsInExplanation reports whether a term after "i.e." or "namely" ends before a token. Without the phrase
// after it, the term would only repeat the one that it explains.
func (t *tree) endsInExplanation(before int) bool {
	i := before - 1
	for i > 0 && t.form(i) != "," && !explaining[t.form(i)] {
		i--
	}
	return explaining[t.form(i)] || explaining[t.form(i-1)]
}

var explaining = map[string]bool{"i.e.": true, "namely": true}

// relational lists nouns that say little without the phrase after them, such as "deficiency".
var relational = english.Set("nouns that need a phrase")

// influences lists nouns that need a phrase with "on", such as "effect".
var influences = english.Set("nouns of influence")

// isNamed reports whether a noun has a modifier other than detail that identifies it.
func (t *tree) isNamed(noun, detail int) bool {
	modifiers := t.Children(noun, syntax.Compound, syntax.NounMod, syntax.Preposition, syntax.Possessive)
	return slices.ContainsFunc(modifiers, func(k int) bool { return k != detail && !generic[t.form(k)] })
}

// leastTopic is the minimum number of tokens before a detail. detailCost is the cost of each word
// of a detail.
const (
	leastTopic = 9
	detailCost = 0.08
)
