package reword

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

var (
	headsOf     = english.Classes("heads of phrases by their preposition")
	masses      = english.Set("substances and conditions without a plural")
	countables  = english.Set("countable first parts of compounds")
	stimuli     = english.Set("stimuli and pests")
	pluralsOf   = english.Set("plurals of properties")
	processes   = english.Set("nouns for processes")
	possessed   = english.Set("properties of things")
	participial = english.Classes("second parts of adjectives by their preposition")
	showing     = english.Set("verbs of showing")
)

// ofPhrase turns "seed yield" into "the yield of seeds", and "salt tolerance" into "tolerance to salt".
func (t *tree) ofPhrase(i int) (edit, bool) {
	kind, first := headsOf[t.token(i).Lemma], t.compoundStart(i)
	if kind == "" || first == i || t.tag(i) != "NN" && t.tag(i) != "NNS" || t.isFixed(i) || !t.opensPhrase(first) ||
		!t.endsPhrase(i) || t.Is(i, syntax.Conjunct) || t.Child(i, syntax.Conjunct, syntax.AdjectiveMod) != syntax.None {
		return edit{}, false
	}
	kind, preposition, _ := strings.Cut(kind, " ")
	modifier, ok := t.inNumber(i-1, kind)
	if !ok || t.form(i+1) == preposition {
		return edit{}, false
	}
	article := ""
	if before := t.tag(first - 1); preposition == "of" && !t.isPlural(i) && before != "DT" {
		article = "the "
	}
	said := article + t.token(i).Form + " " + preposition + " " +
		t.text[t.token(first).Start:t.token(i-1).Start] + modifier
	return t.replace(first, i, said, turnCost), true
}

// compoundStart returns the first token of the nouns that form a compound with a noun.
func (t *tree) compoundStart(i int) int {
	first := i
	for k := i - 1; k > 0 && k >= i-maxModifiers && t.tag(k) != "NNS" && t.token(k).Tag.IsNoun() &&
		t.Is(k, syntax.Compound) && t.token(k).Head > k && t.token(k).Head <= i && !t.isHyphen(k-1); k-- {
		first = k
	}
	return first
}

// maxModifiers is the maximum number of nouns before the head of a compound that an edit rewrites.
const maxModifiers = 3

// opensPhrase reports whether a noun phrase without adjectives begins at a token.
func (t *tree) opensPhrase(first int) bool {
	switch before := t.token(first - 1); before.Tag {
	case "DT":
		return first > 1 && (before.Norm == "the" || before.Norm == "this" || before.Norm == "these")
	case "IN":
		return before.Norm != "as" && before.Norm != "per"
	case "TO", "VB", "VBZ", "VBP", "VBD":
		return first > 1 && before.Lemma != "be"
	}
	return false
}

// endsPhrase reports whether a noun is the last word of its phrase, apart from a prepositional
// phrase.
func (t *tree) endsPhrase(i int) bool {
	switch next := t.tag(i + 1); next {
	case "IN":
		return t.form(i+1) != "of" && t.form(i+1) != "that"
	case "VBZ", "VBP", "MD":
		return true
	case "VBD":
		return t.Is(i, syntax.NominalSubject, syntax.PassiveSubject)
	}
	return t.closes(i+1) && !t.precedesItem(i+1)
}

// precedesItem reports whether a comma separates the items of a list or precedes a clause about a noun.
func (t *tree) precedesItem(comma int) bool {
	next := t.token(comma + 1)
	return comma < t.end && (next.Tag.IsNoun() || next.Tag.IsAdjective() || next.Tag == "CC" || next.Tag == "WDT" ||
		next.Tag == "VBG" || next.Tag == "VBN")
}

// inNumber returns the first part of a compound in the number it has after a preposition. ok is
// false if the number is unknown. kind is the class of the compound's head.
func (t *tree) inNumber(i int, kind string) (form string, ok bool) {
	token := t.token(i)
	isName := token.Form != token.Norm && len(token.Form) > 1
	switch {
	case kind == "stimulus":
		return token.Form, stimuli[token.Norm]
	case isName || masses[token.Norm]:
		return token.Form, true
	case possessed[token.Norm] && token.Tag == "NN", processes[token.Norm] && token.Tag == "NN":
		return token.Form, true
	case token.Tag == "NN" && countables[token.Norm] && (kind == "property" || !agents[token.Norm]):
		return english.Plural(token.Form), true
	}
	return "", false
}

// agents lists things that can be the subject or the object of a process, as in "root uptake".
var agents = english.Set("living parts that act")

// hyphenated turns "salt-induced damage" into "damage induced by salt".
func (t *tree) hyphenated(i int) (edit, bool) {
	preposition, x := participial[t.form(i)], i-2
	if preposition == "" || t.form(i-1) != "-" || x < 1 || t.isHyphen(x-1) || t.isHyphen(i+1) || !t.isMass(x) {
		return edit{}, false
	}
	last := i
	for t.tag(last+1) == "NN" || t.tag(last+1) == "NNS" {
		last++
	}
	if before := t.tag(x - 1); last == i || last > i+3 || before != "DT" && before != "IN" && before != "VBZ" &&
		before != "VBP" && before != "VBD" && before != "VB" || t.isHyphen(last+1) || !t.endsPhrase(last) ||
		t.Is(last, syntax.Conjunct) || t.Child(last, syntax.Conjunct) != syntax.None {
		return edit{}, false
	}
	said := t.text[t.token(i+1).Start:t.token(last).End] + " " + t.form(i) + " " + preposition + " " + t.token(x).Form
	return t.withArticle(t.replace(x, last, said, turnCost), x, said), true
}

// isMass reports whether a token is an abbreviation or a noun without a plural.
func (t *tree) isMass(i int) bool {
	token := t.token(i)
	return token.Tag.IsNoun() && (masses[token.Norm] || stimuli[token.Norm] && token.Tag == "NN" ||
		len(token.Form) > 1 && strings.ToUpper(token.Form) == token.Form && token.Form != token.Norm)
}

// processArticle inserts or leaves out the article of "the expression of X".
func (t *tree) processArticle(i int) (edit, bool) {
	the, of := i-1, i+1
	plural := t.tag(i) == "NNS" && pluralsOf[t.form(i)]
	if !plural && (!processes[t.form(i)] || t.tag(i) != "NN") || t.form(of) != "of" || t.token(of).Head != i ||
		t.isFixed(i) ||
		t.Is(i, syntax.Conjunct) || t.Child(i, syntax.Conjunct, syntax.AdjectiveMod, syntax.RelativeClause) != syntax.None ||
		t.tag(of+1) == "CD" || t.tag(of+1) == "WDT" || showing[t.token(t.token(i).Head).Lemma] {
		return edit{}, false
	}
	if t.form(the) == "the" && the > 1 && t.governs(the-1) && t.Is(i, syntax.PrepObject, syntax.DirectObject) {
		return t.replace(the, the, "", doubtfulCost), true
	}
	first := t.compoundStart(i)
	if plural && first < i {
		return edit{}, false
	}
	if first < 2 || !t.governs(first-1) || !t.Is(i, syntax.PrepObject, syntax.DirectObject) {
		return edit{}, false
	}
	return t.insert("the ", first, doubtfulCost), true
}

// governs reports whether a token is a verb or preposition that takes a noun with or without an article.
func (t *tree) governs(i int) bool {
	switch token := t.token(i); token.Tag {
	case "IN":
		return token.Norm != "as" && token.Norm != "like" && !t.token(i-1).Tag.IsFinite() || token.Norm == "for"
	case "VB", "VBZ", "VBP":
		return token.Lemma != "be" && token.Lemma != "have"
	}
	return false
}
