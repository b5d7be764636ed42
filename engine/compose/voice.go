package compose

import (
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// turnsVoice holds the verbs whose voice changes nothing but the order.
var turnsVoice = english.Set("verbs of both voices")

// passiveToActive turns "X is improved by Y" into "Y improves X".
func (t tree) passiveToActive(i int) (edit, bool) {
	token := &t.Tokens[i]
	subject, by := t.Child(i, syntax.PassiveSubject), t.Child(i, syntax.Agent)
	auxiliaries := t.Children(i, syntax.Auxiliary, syntax.PassiveAuxiliary)
	if subject < 0 || by != i+1 || len(auxiliaries) != 1 || t.plainVerb(i) || !turnsVoice[token.Lemma] {
		return edit{}, false
	}
	agent, be := t.Child(by, syntax.PrepObject), &t.Tokens[auxiliaries[0]]
	if agent < 0 || auxiliaries[0] != i-1 || t.Subtree(subject).Last != i-2 {
		return edit{}, false
	}
	patient, doer := t.Subtree(subject), t.Subtree(agent)
	form := token.Lemma
	switch {
	case be.Norm == "was" || be.Norm == "were":
		form = english.Past(token.Lemma)
	case !t.isPlural(agent):
		form = english.Third(token.Lemma)
	}
	return t.exchanged(patient, doer, form)
}

// activeToPassive turns "Y improves X" into "X is improved by Y".
func (t tree) activeToPassive(i int) (edit, bool) {
	token := &t.Tokens[i]
	subject, object := t.Child(i, syntax.NominalSubject), t.Child(i, syntax.DirectObject)
	if subject < 0 || object < 0 || t.plainVerb(i) || !token.Tag.IsFinite() || !turnsVoice[token.Lemma] ||
		t.Child(i, syntax.Auxiliary) != syntax.None || !t.Is(i, syntax.RootRelation, syntax.ClausalComp) {
		return edit{}, false
	}
	doer, patient := t.Subtree(subject), t.Subtree(object)
	if doer.Last != i-1 || patient.First != i+1 {
		return edit{}, false
	}
	be := "is"
	switch plural := t.isPlural(object); {
	case token.Tag == "VBD" && plural:
		be = "were"
	case token.Tag == "VBD":
		be = "was"
	case plural:
		be = "are"
	}
	e, ok := t.exchanged(doer, patient, be+" "+participle(token.Lemma)+" by")
	e.cost = longerCost + wordCostOf
	return e, ok
}

// plainVerb reports whether a verb has conjuncts, negators or adverbs, which keep it from turning.
func (t tree) plainVerb(i int) bool {
	return t.Child(i, syntax.Conjunct, syntax.Negation, syntax.AdverbModifier, syntax.OpenComp,
		syntax.ClausalComp) != syntax.None || t.Is(i, syntax.Conjunct)
}

// isPlural reports whether a noun phrase takes a plural verb.
func (t tree) isPlural(noun int) bool {
	return t.NounPhrase(noun).Plural || t.Child(noun, syntax.Conjunct) != syntax.None
}

// exchanged exchanges the phrases before and after a verb, which gets another form.
func (t tree) exchanged(before, after syntax.Span, verb string) (edit, bool) {
	if t.hasPronoun(before) || t.hasPronoun(after) || after.Last-after.First > 12 ||
		t.hasRelative(before) || before.Contains(t.authors) {
		return edit{}, false
	}
	first := t.Source(before)
	if before.First == 0 {
		if first = t.lowered(0) + t.text[t.Tokens[0].End:t.Tokens[before.Last].End]; t.lowered(0) == "" {
			return edit{}, false
		}
	}
	start, _ := t.Bytes(before)
	_, end := t.Bytes(after)
	return edit{parts: []part{{start, end, t.Source(after) + " " + verb + " " + first}}, cost: turnCost}, true
}

func (t tree) hasRelative(s syntax.Span) bool {
	for i := s.First; i <= s.Last; i++ {
		if t.Is(i, syntax.RelativeClause, syntax.Parenthesis) || t.Tokens[i].Form == "," {
			return true
		}
	}
	return false
}

// effectToClause turns "examine the effects of A on B" into "examine how A affects B".
func (t tree) effectToClause(i int) (edit, bool) {
	token := &t.Tokens[i]
	if !effects[token.Lemma] || !t.Is(i, syntax.DirectObject) || !t.isSingle(i) ||
		!studied[t.Tokens[token.Head].Lemma] {
		return edit{}, false
	}
	the := t.Child(i, syntax.Determiner)
	of, on := syntax.None, syntax.None
	for _, k := range t.Children(i, syntax.Preposition) {
		switch t.Tokens[k].Norm {
		case "of":
			of = k
		case "on":
			on = k
		default:
			return edit{}, false
		}
	}
	if the != i-1 || t.Tokens[max(the, 0)].Norm != "the" || of != i+1 || on < 0 {
		return edit{}, false
	}
	cause := t.Child(of, syntax.PrepObject)
	if cause < 0 || t.Subtree(of).Last != on-1 {
		return edit{}, false
	}
	verb := "affects"
	if t.isPlural(cause) {
		verb = "affect"
	}
	start, end := t.Bytes(syntax.Span{First: the, Last: of})
	return edit{parts: []part{{start, end, "how"}, {t.Tokens[on].Start, t.Tokens[on].End, verb}}, cost: wordCostOf}, true
}

var (
	effects = english.Set("nouns of effect")
	studied = english.Set("verbs with a question")
)
