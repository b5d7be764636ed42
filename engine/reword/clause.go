package reword

import (
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// whileClause turns "X is rich in iron, and Y is rich in zinc" into "X is rich in iron, while Y is rich
// in zinc". The clauses must state facts that hold at the same time.
func (t *tree) whileClause(i int) (edit, bool) {
	head, and := t.token(i).Head, t.Subtree(i).First-1
	if !t.Is(i, syntax.Conjunct) || head > i || and < 1 || t.form(and) != "and" || t.form(and-1) != "," ||
		!t.ownSubject(i) || !t.states(head) || !t.states(i) || t.form(and+1) == "that" ||
		t.Is(head, syntax.Conjunct) || len(t.Children(head, syntax.Conjunct)) > 1 || t.hasForm("while") {
		return edit{}, false
	}
	subject := t.Child(i, syntax.NominalSubject, syntax.PassiveSubject)
	span := t.Subtree(subject)
	if span.First != and+1 || t.token(subject).Tag.IsPronoun() || t.hasWord(span, pointing) {
		return edit{}, false
	}
	return t.replace(and, and, "while", turnCost), true
}

// states reports whether a verb states a fact, and not something that was done at some time.
func (t *tree) states(verb int) bool {
	finite := t.Finite(verb)
	switch t.tag(finite) {
	case "VBZ", "VBP":
		return true
	case "VBD":
		return t.token(finite).Lemma == "be" && finite == verb || statives[t.token(verb).Lemma] && finite == verb
	}
	return false
}

var statives = english.Set("verbs that state a fact")

// bareAside turns ", which is a kind of X," into ", a kind of X,", ", which was built by X" into ", built
// by X", and ", which includes X" into ", including X".
func (t *tree) bareAside(i int) (edit, bool) {
	which := t.Child(i, syntax.NominalSubject, syntax.PassiveSubject)
	if !t.Is(i, syntax.RelativeClause) || which < 2 || t.form(which) != "which" || t.form(which-1) != "," ||
		t.token(i).Head != which-2 || t.Child(i, syntax.Conjunct, syntax.Negation, syntax.AdverbModifier) != syntax.None {
		return edit{}, false
	}
	finite := t.Finite(i)
	if finite != which+1 || t.tag(finite) != "VBZ" && t.tag(finite) != "VBP" && t.tag(finite) != "VBD" {
		return edit{}, false
	}
	attribute := t.Child(i, syntax.Attribute)
	switch {
	case t.tag(i) == "VBN" && i == finite+1 && t.Is(finite, syntax.PassiveAuxiliary) &&
		t.Child(i, syntax.Preposition, syntax.Agent) == i+1:
		return t.replace(which, finite, "", turnCost), true
	case finite == i && t.token(i).Lemma == "be" && attribute > i && t.Subtree(attribute).First == i+1 &&
		t.tag(i+1) == "DT":
		return t.replace(which, finite, "", turnCost), true
	case finite == i && turned[t.token(i).Lemma] && t.tag(i) != "VBD" && t.Child(i, syntax.DirectObject) > i:
		return t.replace(which, finite, english.Gerund(t.token(i).Lemma), turnCost), true
	}
	return edit{}, false
}

// simplePast turns "X have been measured @" into "X were measured @".
func (t *tree) simplePast(i int) (edit, bool) {
	subject, be := t.Child(i, syntax.PassiveSubject), t.Child(i, syntax.PassiveAuxiliary)
	have := be - 1
	if t.authors != syntax.None || i != t.Root() || subject == syntax.None || be != i-1 || t.form(be) != "been" ||
		t.form(have) != "has" && t.form(have) != "have" || t.Child(i, syntax.Conjunct, syntax.Negation,
		syntax.AdverbialClause, syntax.Marker) != syntax.None || !acts[t.token(i).Lemma] && !observing[t.token(i).Lemma] {
		return edit{}, false
	}
	for k := range t.Tokens {
		if untilNow[t.form(k)] {
			return edit{}, false
		}
	}
	said := "was"
	if t.form(have) == "have" {
		said = "were"
	}
	return t.replace(have, be, said, turnCost), true
}

var untilNow = english.Set("words for the time until now")
