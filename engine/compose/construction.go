package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// constructions returns edits that say the same in another construction or order.
func (t tree) constructions(i int) (all []edit) {
	if i > 0 && t.Tokens[i].Tag.IsVerb() && t.Tokens[i].Form != t.Tokens[i].Norm {
		return nil // part of a name
	}
	for _, turn := range []func(tree, int) (edit, bool){tree.relativeToParticiple, tree.participleToRelative,
		tree.infinitiveToGerund, tree.gerundToInfinitive, tree.adverbAfterObject, tree.phraseFirst, tree.phraseLast,
		tree.adjunctFirst, tree.passiveToActive, tree.activeToPassive, tree.effectToClause,
		tree.inOrderTo, tree.conjunctsTurned, tree.asWellAs, tree.withBoth, tree.possessive, tree.nominalToGerund,
		tree.gerundToNominal} {
		if e, ok := turn(t, i); ok {
			all = append(all, e)
		}
	}
	return all
}

// relativeToParticiple turns "models that use X" into "models using X", and "that are used" into
// "used".
func (t tree) relativeToParticiple(i int) (edit, bool) {
	that := t.Child(i, syntax.NominalSubject, syntax.PassiveSubject)
	if !t.Is(i, syntax.RelativeClause) || that < 0 || t.touches(that, -1, ",") || !isRelative[t.Tokens[that].Norm] ||
		t.Child(i, syntax.Negation, syntax.Conjunct) != syntax.None {
		return edit{}, false
	}
	token, auxiliaries := &t.Tokens[i], t.Children(i, syntax.Auxiliary, syntax.PassiveAuxiliary)
	switch {
	case len(auxiliaries) == 0 && that == i-1 && (token.Tag == "VBZ" || token.Tag == "VBP") && token.Lemma != "be":
		other := english.Gerund(token.Lemma)
		if token.Lemma == "have" {
			other = "with"
		}
		return t.replace(that, i, other, turnCost), token.Lemma != "have" || t.Child(i, syntax.DirectObject) > i
	case len(auxiliaries) == 1 && token.Tag == "VBN" && t.Is(auxiliaries[0], syntax.PassiveAuxiliary) &&
		auxiliaries[0] == that+1:
		return t.replace(that, auxiliaries[0], "", dropCost), true
	}
	return edit{}, false
}

var isRelative = map[string]bool{"that": true, "which": true}

// participleToRelative turns "models using X" into "models that use X".
func (t tree) participleToRelative(i int) (edit, bool) {
	token := &t.Tokens[i]
	noun := token.Head
	if i == 0 || !t.Is(i, syntax.AdnominalClause) || noun != i-1 || prepositional[token.Lemma] || !t.isSingle(noun) {
		return edit{}, false
	}
	if token.Tag == "VBG" && t.Child(i, syntax.DirectObject, syntax.Preposition) > i {
		form := english.Third(token.Lemma)
		if t.Tokens[noun].Tag == "NNS" {
			form = token.Lemma
		}
		return t.replace(i, i, "that "+form, longerCost), true
	}
	if token.Tag != "VBN" || t.Child(i, syntax.Preposition, syntax.Agent) != i+1 || token.Norm == "set" || i > 1 && t.Tokens[i-2].Lemma == "be" {
		return edit{}, false
	}
	return t.replace(i, i, "that "+t.copula(t.Tokens[noun].Tag == "NNS")+" "+token.Norm, longerCost), true
}

var prepositional = english.Set("participles like prepositions")

// isSingle reports whether a noun has no conjuncts.
func (t tree) isSingle(noun int) bool {
	return (t.Tokens[noun].Tag == "NN" || t.Tokens[noun].Tag == "NNS") && !t.Is(noun, syntax.Conjunct) &&
		t.Child(noun, syntax.Conjunct) == syntax.None
}

// copula returns a form of "be" in the tense of the sentence.
func (t tree) copula(plural bool) string {
	past := false
	for _, clause := range t.Clauses() {
		if f := clause.Finite; f >= 0 && clause.Kind != syntax.RelativeKind {
			past = t.Tokens[f].Tag == "VBD" // the innermost complement decides
		}
	}
	switch {
	case past && plural:
		return "were"
	case past:
		return "was"
	case plural:
		return "are"
	}
	return "is"
}

// infinitiveToGerund turns "a method to align words" into "a method for aligning words".
func (t tree) infinitiveToGerund(i int) (edit, bool) {
	token := &t.Tokens[i]
	to := t.Child(i, syntax.Auxiliary)
	if i < 2 || token.Tag != "VB" || !t.Is(i, syntax.AdnominalClause) || to != i-1 || t.Tokens[to].Norm != "to" ||
		!purposeful[t.Tokens[token.Head].Lemma] || t.Child(i, syntax.DirectObject) < i || token.Head != to-1 {
		return edit{}, false
	}
	return t.replace(to, i, "for "+english.Gerund(token.Lemma), wordCostOf), true
}

// gerundToInfinitive turns "a method for aligning words" into "a method to align words".
func (t tree) gerundToInfinitive(i int) (edit, bool) {
	token := &t.Tokens[i]
	if i < 2 || token.Tag != "VBG" || !t.Is(i, syntax.PrepComp) || token.Head != i-1 || t.Tokens[i-1].Norm != "for" ||
		t.Child(i, syntax.DirectObject) < i || token.Lemma == "" {
		return edit{}, false
	}
	if noun := t.Tokens[i-1].Head; noun != i-2 || !purposeful[t.Tokens[noun].Lemma] {
		return edit{}, false
	}
	return t.replace(i-1, i, "to "+token.Lemma, wordCostOf), true
}

var purposeful = english.Set("nouns of purpose")

// adverbAfterObject turns "considerably improves parsing" into "improves parsing considerably".
func (t tree) adverbAfterObject(i int) (edit, bool) {
	token := &t.Tokens[i]
	verb := token.Head
	if token.Tag != "RB" || !strings.HasSuffix(token.Norm, "ly") || !t.Is(i, syntax.AdverbModifier) || verb != i+1 ||
		token.Norm == "only" || !t.Tokens[verb].Tag.IsVerb() || len(t.Children(i)) > 0 {
		return edit{}, false
	}
	object := t.Child(verb, syntax.DirectObject)
	if object < 0 {
		return edit{}, false
	}
	if span := t.Subtree(object); span.First == verb+1 && token.Norm != "previously" && span.Last-span.First < 4 {
		_, end := t.Bytes(span)
		return edit{parts: []part{{token.Start, t.Tokens[verb].Start, ""}, {end, end, " " + token.Form}},
			cost: turnCost}, true
	}
	return edit{}, false
}

// phraseFirst moves "in X" from the end of a clause to its start.
func (t tree) phraseFirst(i int) (edit, bool) {
	token := &t.Tokens[i]
	clause := token.Head
	if !t.Is(i, syntax.Preposition) || !movable[token.Norm] || clause < 0 || !t.Is(clause, syntax.RootRelation,
		syntax.ClausalComp) || !t.Tokens[clause].Tag.IsVerb() {
		return edit{}, false
	}
	span, start := t.Subtree(i), t.clauseStart(clause)
	if span.First != i || start < 0 || !t.endsAt(span.Last+1) || t.hasPronoun(span) || span.Last-span.First > 9 ||
		t.touches(i, -1, ",") || i-clause < 2 {
		return edit{}, false
	}
	phrase := t.Source(span)
	from, to := t.Bytes(span)
	at := t.Tokens[start].Start
	if t.Is(clause, syntax.ClausalComp) {
		return edit{parts: []part{{at, at, phrase + " "}, {from, to, ""}}, cost: turnCost}, true
	}
	word := t.Tokens[start]
	return edit{parts: []part{{at, word.End, capitalised(phrase) + ", " + t.lowered(start)}, {from, to, ""}},
		cost: turnCost}, t.lowered(start) != ""
}

var movable = english.Set("movable prepositions")

// clauseStart returns the first token of a clause's subject if the clause begins with it, or None.
func (t tree) clauseStart(clause int) int {
	subject := t.Child(clause, syntax.NominalSubject, syntax.PassiveSubject)
	if subject < 0 || t.Tokens[subject].Tag == "PRP" {
		return syntax.None
	}
	start := t.Subtree(subject).First
	if t.Is(clause, syntax.RootRelation) && start != 0 || t.Is(clause, syntax.ClausalComp) &&
		(start == 0 || t.Tokens[start-1].Norm != "that") {
		return syntax.None
	}
	return start
}

// lowered returns the first word of the sentence as it is written inside one, "" if unknown.
func (t tree) lowered(i int) string {
	token := &t.Tokens[i]
	switch {
	case token.Form == token.Norm, token.Tag == "NNP", token.Tag == "NNPS", hasOwnForm(token.Form):
		return token.Form
	case token.Tag == "DT" || token.Tag == "NNS" || token.Tag == "JJ" || token.Tag == "VBG" || token.Tag == "NN" ||
		token.Tag == "IN":
		return token.Norm
	}
	return ""
}

func (t tree) hasPronoun(s syntax.Span) bool {
	for _, i := range t.Pronouns() {
		if s.Contains(i) {
			return true
		}
	}
	return false
}

// adjunctFirst moves "using X", "to find X" and "in X" from the end of a sentence about its authors
// to its start.
func (t tree) adjunctFirst(i int) (edit, bool) {
	token := &t.Tokens[i]
	if t.authors != 0 || token.Head < 0 || !t.Is(token.Head, syntax.RootRelation) || i < token.Head+3 ||
		t.Child(token.Head, syntax.Conjunct, syntax.ClausalComp) != syntax.None {
		return edit{}, false
	}
	span := t.Subtree(i)
	switch to := t.Child(i, syntax.Auxiliary); {
	case t.Is(i, syntax.Preposition) && (movable[token.Norm] || token.Norm == "by" && t.Child(i, syntax.PrepComp) >= 0):
	case t.Is(i, syntax.AdverbialClause) && token.Norm == "using" && span.First == i:
	case t.Is(i, syntax.AdverbialClause) && token.Tag == "VB" && to == span.First && t.Tokens[to].Norm == "to":
	default:
		return edit{}, false
	}
	if !t.endsAt(span.Last+1) || t.hasPronoun(span) || span.Last-span.First > 14 || span.Last-span.First < 1 ||
		span.First-token.Head < 3 {
		return edit{}, false
	}
	start, end := t.Bytes(span)
	if t.touches(span.First, -1, ",") {
		start = t.Tokens[span.First-1].Start
	}
	return edit{parts: []part{{0, 0, capitalised(t.Source(span)) + ", "}, {start, end, ""}}, cost: turnCost}, true
}

// phraseLast moves "In X," from the start of a fact to its end.
func (t tree) phraseLast(i int) (edit, bool) {
	token := &t.Tokens[i]
	if i != 0 || !t.Is(i, syntax.Preposition) || !movable[token.Norm] || token.Head < 0 ||
		!t.Is(token.Head, syntax.RootRelation) {
		return edit{}, false
	}
	span := t.Subtree(i)
	comma, last := span.Last+1, len(t.Tokens)-1
	if comma+1 >= last || t.Tokens[comma].Form != "," || t.Tokens[last].Form != "." || t.authors >= 0 ||
		span.Last-span.First > 7 || t.hasPronoun(span) {
		return edit{}, false
	}
	next := t.Tokens[comma+1]
	before := t.Tokens[last-1].End
	return edit{parts: []part{{0, next.Start, ""}, {before, before, " " + token.Norm + t.text[token.End:t.Tokens[span.Last].End]}},
		cost: turnCost}, true
}

// swapped exchanges two spans.
func (t tree) swapped(a, b syntax.Span, cost float64) edit {
	firstStart, firstEnd := t.Bytes(a)
	secondStart, secondEnd := t.Bytes(b)
	return edit{parts: []part{{firstStart, firstEnd, t.Source(b)}, {secondStart, secondEnd, t.Source(a)}}, cost: cost}
}

// inOrderTo turns "to find X" into "in order to find X", and "can find" into "is able to find".
func (t tree) inOrderTo(i int) (edit, bool) {
	token := &t.Tokens[i]
	aux := t.Child(i, syntax.Auxiliary)
	if aux < 0 || token.Tag != "VB" || aux != i-1 || t.Child(i, syntax.PassiveAuxiliary, syntax.Conjunct) >= 0 {
		return edit{}, false
	}
	subject := t.Child(i, syntax.NominalSubject)
	switch {
	case t.Tokens[aux].Form == "to" && t.Is(i, syntax.AdverbialClause) && !t.has["order"]:
		return t.replace(aux, aux, "in order to", longerCost), true
	case t.Tokens[aux].Form == "can" && subject >= 0 && subject != t.authors && !t.Tokens[subject].Tag.IsPronoun():
		be := "is able to"
		if t.isPlural(subject) {
			be = "are able to"
		}
		return t.replace(aux, aux, be, longerCost), true
	}
	return edit{}, false
}
