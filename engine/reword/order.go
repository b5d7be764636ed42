package reword

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/engine/usage"
)

// pair exchanges two words joined by "and", such as "speed and accuracy", if neither has dependents
// other than an article.
func (t *tree) pair(i int) (edit, bool) {
	a, b := i-1, i+1
	if t.form(i) != "and" && t.form(i) != "or" || i < 2 || b > t.end || t.isFixed(a) || t.isFixed(b) ||
		!t.isPair(a, b) || t.hasForm("whether") || t.hasForm("either") ||
		len(t.Children(b)) > 0 || t.enumerates(a, i) {
		return edit{}, false
	}
	for _, k := range t.Children(a) {
		shared := k == b+1 && t.form(k) == "of" && t.form(a-1) == "the"
		if !t.Is(k, syntax.Conjunct, syntax.Coordination) && (t.form(k) != "the" || k != a-1) && !shared {
			return edit{}, false
		}
	}
	if len(t.Children(a, syntax.Conjunct)) > 1 || t.form(a-1) == "," || t.form(a-1) == "and" || t.form(a-1) == "between" ||
		t.form(a-1) == "a" || t.form(a-1) == "an" || t.form(b+1) == "," && !t.token(a).Tag.IsNoun() || t.isHyphen(a-1) ||
		t.isHyphen(b+1) || t.token(a-1).Tag.IsAdjective() || t.token(a-1).Tag.IsAdverb() || t.token(a-1).Tag.IsNoun() ||
		strings.HasSuffix(t.form(a), "-") || t.token(b+1).Tag.IsNoun() && t.token(a).Tag.IsNoun() {
		return edit{}, false
	}
	return t.replace(a, b, t.token(b).Form+" "+t.form(i)+" "+t.token(a).Form, turnCost), true
}

// isPair reports whether two coordinated words are nouns of the same number, adjectives, or adverbs in
// "-ly".
func (t *tree) isPair(a, b int) bool {
	if isConjunct := t.token(b).Head == a && t.Is(b, syntax.Conjunct); !isConjunct {
		return t.tag(a) == "RB" && t.tag(b) == "RB" && t.token(a).Head == t.token(b).Head &&
			strings.HasSuffix(t.form(a), "ly") && strings.HasSuffix(t.form(b), "ly") &&
			!movesScope[t.form(a)] && !movesScope[t.form(b)]
	}
	switch tag := t.tag(a); tag {
	case "JJ":
		return t.tag(b) == tag || t.Is(a, syntax.AdjectiveMod) && t.tag(b) == "VBG"
	case "NN", "NNS":
		return t.tag(b) == tag
	}
	return false
}

// adverbBefore turns "depends strongly on" into "strongly depends on".
func (t *tree) adverbBefore(i int) (edit, bool) {
	verb := i - 1
	if !t.isManner(i) || t.token(i).Head != verb || verb < 1 || !t.token(verb).Tag.IsVerb() ||
		t.token(verb).Lemma == "be" || !t.Is(i+1, syntax.Preposition) || t.token(i+1).Head != verb ||
		t.Is(verb, syntax.Conjunct) || t.Child(verb, syntax.Conjunct) != syntax.None || t.token(verb-1).Tag.IsAdverb() {
		return edit{}, false
	}
	return t.replace(verb, i, t.token(i).Form+" "+t.token(verb).Form, turnCost), true
}

// isManner reports whether an adverb in "-ly" can precede as well as follow its verb.
func (t *tree) isManner(i int) bool {
	form := t.form(i)
	return strings.HasSuffix(form, "ly") && t.tag(i) == "RB" && t.Is(i, syntax.AdverbModifier) &&
		len(t.Children(i)) == 0 &&
		!movesScope[form] && form != "fully" && i > 0 && !t.closes(i-1) && !t.closes(i+1) && !t.isFixed(i) &&
		t.form(i-1) != "not" &&
		t.tag(i-1) != "CC" && t.tag(i+1) != "CC" && !t.token(i-1).Tag.IsAdverb() && !t.token(i+1).Tag.IsAdverb()
}

// purpose turns "measure X to find Y" into "measure X in order to find Y".
func (t *tree) purpose(i int) (edit, bool) {
	verb := t.token(i).Head
	if t.form(i) != "to" || verb != i+1 || t.tag(verb) != "VB" || !t.Is(verb, syntax.AdverbialClause) || i < 3 ||
		t.Subtree(verb).First != i || t.form(i-1) == "order" || t.form(i-1) == "as" || t.token(i-1).Tag.IsAdjective() ||
		!t.token(i-1).Tag.IsNoun() || !t.isInfinitive(verb) || !acts[t.token(t.token(verb).Head).Lemma] {
		return edit{}, false
	}
	e := t.replace(i, i, "in order to", turnCost)
	e.once = true
	return e, true
}

// isInfinitive reports whether a base form after "to" is a verb. The parser takes the first part of a
// compound for a verb, as in "the sensitivity of bats to model choice".
func (t *tree) isInfinitive(verb int) bool {
	base := t.token(verb).Lemma
	if base == "be" || t.Child(verb, syntax.DirectObject) != verb+1 {
		return true
	}
	if !english.IsUsuallyLower(english.Gerund(base)) || !english.IsUsuallyLower(english.Participle(base)) {
		return false
	}
	for i := verb - 2; i >= 0 && !t.token(i).Tag.IsVerb() && !t.closes(i); i-- {
		if t.token(i).Tag.IsNoun() && usage.Takes(t.token(i).Lemma, "to") {
			return false
		}
	}
	return true
}

// through turns "by measuring X" into "through measuring X".
func (t *tree) through(i int) (edit, bool) {
	verb := i + 1
	if t.form(i) != "by" || i == 0 || t.tag(verb) != "VBG" || !t.Is(verb, syntax.PrepComp) || t.token(verb).Head != i ||
		t.Child(verb, syntax.DirectObject) < verb || t.token(i-1).Tag == "VBN" && t.form(i-1) != "obtained" {
		return edit{}, false
	}
	return t.replace(i, i, "through", turnCost), true
}

// adverbAfter turns "is significantly reduced by X" into "is reduced significantly by X".
func (t *tree) adverbAfter(i int) (edit, bool) {
	verb := i + 1
	if !lateAdverbs[t.form(i)] || t.token(i).Head != verb || t.tag(verb) != "VBN" || !t.IsPassive(verb) ||
		t.token(i-1).Lemma != "be" || len(t.Children(i)) > 0 || t.isFixed(i) || t.isFixed(verb) ||
		t.Child(verb, syntax.Conjunct, syntax.Negation) != syntax.None || t.Is(verb, syntax.Conjunct) ||
		!t.closes(verb+1) && !t.Is(verb+1, syntax.Preposition, syntax.Agent) {
		return edit{}, false
	}
	return t.replace(i, verb, t.token(verb).Form+" "+t.token(i).Form, turnCost), true
}

var lateAdverbs = english.Set("adverbs that may follow a participle")
