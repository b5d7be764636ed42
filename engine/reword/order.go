package reword

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// pair exchanges two words joined by "and", such as "speed and accuracy", if neither has dependents
// but an article.
func (t *tree) pair(i int) (edit, bool) {
	a, b := i-1, i+1
	if t.form(i) != "and" || i < 2 || b > t.end || t.tag(a) != t.tag(b) || t.isFixed(a) || t.isFixed(b) ||
		t.tag(a) != "NN" && t.tag(a) != "NNS" && t.tag(a) != "JJ" || t.Tokens[b].Head != a || !t.Is(b, syntax.Conjunct) ||
		len(t.Children(b)) > 0 || t.enumerates(a, i) {
		return edit{}, false
	}
	for _, k := range t.Children(a) {
		if !t.Is(k, syntax.Conjunct, syntax.Coordination) && (t.form(k) != "the" || k != a-1) {
			return edit{}, false
		}
	}
	if len(t.Children(a, syntax.Conjunct)) > 1 || t.form(a-1) == "," || t.form(a-1) == "and" || t.form(a-1) == "between" ||
		t.form(a-1) == "a" || t.form(a-1) == "an" || t.form(b+1) == "," && t.tag(a) == "JJ" || t.isHyphen(a-1) ||
		t.isHyphen(b+1) || t.Tokens[a-1].Tag.IsAdjective() || t.Tokens[a-1].Tag.IsAdverb() || t.Tokens[a-1].Tag.IsNoun() ||
		strings.HasSuffix(t.form(a), "-") || t.Tokens[b+1].Tag.IsNoun() && t.tag(a) != "JJ" {
		return edit{}, false
	}
	return t.replace(a, b, t.Tokens[b].Form+" and "+t.Tokens[a].Form, turnCost), true
}

// adverbAfter turns "is strongly reduced in" into "is reduced strongly in", and "strongly depends on"
// into "depends strongly on".
func (t *tree) adverbAfter(i int) (edit, bool) {
	verb := i + 1
	if !t.isManner(i) || t.Tokens[i].Head != verb || verb >= t.end || t.Tokens[verb].Lemma == "base" ||
		t.Tokens[verb].Lemma == "relate" || !t.Tokens[verb].Tag.IsVerb() ||
		!t.Is(verb+1, syntax.Preposition, syntax.Agent) || t.Tokens[verb+1].Head != verb ||
		t.Child(verb, syntax.DirectObject, syntax.Conjunct) != syntax.None || t.Is(verb, syntax.AdjectiveMod,
		syntax.Conjunct) {
		return edit{}, false
	}
	return t.replace(i, verb, t.Tokens[verb].Form+" "+t.Tokens[i].Form, turnCost), true
}

// adverbBefore turns "depends strongly on" into "strongly depends on".
func (t *tree) adverbBefore(i int) (edit, bool) {
	verb := i - 1
	if !t.isManner(i) || t.Tokens[i].Head != verb || verb < 1 || !t.Tokens[verb].Tag.IsVerb() ||
		t.Tokens[verb].Lemma == "be" || !t.Is(i+1, syntax.Preposition) || t.Tokens[i+1].Head != verb ||
		t.Is(verb, syntax.Conjunct) || t.Child(verb, syntax.Conjunct) != syntax.None || t.Tokens[verb-1].Tag.IsAdverb() {
		return edit{}, false
	}
	return t.replace(verb, i, t.Tokens[i].Form+" "+t.Tokens[verb].Form, turnCost), true
}

// isManner reports whether an adverb in "-ly" may stand before or after its verb.
func (t *tree) isManner(i int) bool {
	form := t.form(i)
	return strings.HasSuffix(form, "ly") && t.tag(i) == "RB" && t.Is(i, syntax.AdverbModifier) &&
		len(t.Children(i)) == 0 &&
		!movesScope[form] && form != "fully" && i > 0 && !t.closes(i-1) && !t.closes(i+1) && !t.isFixed(i) &&
		t.form(i-1) != "not" &&
		t.tag(i-1) != "CC" && t.tag(i+1) != "CC" && !t.Tokens[i-1].Tag.IsAdverb() && !t.Tokens[i+1].Tag.IsAdverb()
}

// purpose turns "measure X to find Y" into "measure X in order to find Y".
func (t *tree) purpose(i int) (edit, bool) {
	verb := t.Tokens[i].Head
	if t.form(i) != "to" || verb != i+1 || t.tag(verb) != "VB" || !t.Is(verb, syntax.AdverbialClause) || i < 3 ||
		t.Subtree(verb).First != i || t.form(i-1) == "order" || t.form(i-1) == "as" || t.Tokens[i-1].Tag.IsAdjective() ||
		!t.Tokens[i-1].Tag.IsNoun() || !acts[t.Tokens[t.Tokens[verb].Head].Lemma] {
		return edit{}, false
	}
	e := t.replace(i, i, "in order to", turnCost)
	e.once = true
	return e, true
}

// through turns "by measuring X" into "through measuring X".
func (t *tree) through(i int) (edit, bool) {
	verb := i + 1
	if t.form(i) != "by" || i == 0 || t.tag(verb) != "VBG" || !t.Is(verb, syntax.PrepComp) || t.Tokens[verb].Head != i ||
		t.Child(verb, syntax.DirectObject) < verb || t.Tokens[i-1].Tag == "VBN" && t.form(i-1) != "obtained" {
		return edit{}, false
	}
	return t.replace(i, i, "through", turnCost), true
}

// possessive turns "the accuracy of the model" into "the model's accuracy".
func (t *tree) possessive(i int) (edit, bool) {
	of, the, owner := i+1, i+2, i+3
	if t.form(i-1) != "the" || i < 2 || !t.Tokens[i].Tag.IsNoun() || t.form(of) != "of" ||
		t.form(the) != "the" || owner > t.end ||
		!owners[t.Tokens[owner].Lemma] || !possessions[t.Tokens[i].Lemma] || t.Tokens[owner].Head != of ||
		t.Tokens[of].Head != i ||
		t.Subtree(of).Last != owner || t.isFixed(i) || t.isFixed(owner) || t.Child(i, syntax.Conjunct) != syntax.None ||
		t.form(owner+1) == "that" || t.form(owner+1) == "which" {
		return edit{}, false
	}
	ending := "'s "
	if t.tag(owner) == "NNS" {
		if !strings.HasSuffix(t.form(owner), "s") {
			return edit{}, false
		}
		ending = "' "
	}
	return t.replace(i, owner, t.Tokens[owner].Form+ending+t.Tokens[i].Form, turnCost), true
}

var (
	owners      = english.Set("owners")
	possessions = english.Set("possessions")
)
