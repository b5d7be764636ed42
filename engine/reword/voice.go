package reword

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// turnable holds regular verbs of both voices, such as "improve".
var (
	acts      = english.Set("acts of authors")
	reporting = english.Set("verbs of reporting")
	turnable  = english.Set("verbs of both voices")
)

// active turns "X is improved by Y" into "Y improves X".
func (t *tree) active(i int) (edit, bool) {
	subject, by := t.Child(i, syntax.PassiveSubject), t.Child(i, syntax.Agent, syntax.Preposition)
	if subject == syntax.None || by != i+1 || t.form(by) != "by" || !turnable[t.token(i).Lemma] ||
		!t.isPlainVerb(i, 3) && !t.isPlainBut(i, 3) {
		return edit{}, false
	}
	be, agent := t.Child(i, syntax.PassiveAuxiliary), t.Child(by, syntax.PrepObject)
	if be != i-1 || agent == syntax.None || !t.isMovableNoun(subject) || !t.isPlainNoun(agent) {
		return edit{}, false
	}
	verb := t.token(i).Lemma
	switch {
	case t.form(be) == "was" || t.form(be) == "were":
		verb = english.Past(verb)
	case !t.isPlural(agent):
		verb = english.Third(verb)
	}
	return t.exchange(t.Subtree(subject), t.Subtree(agent), verb, be, by)
}

// passive turns "Y improves X" into "X is improved by Y".
func (t *tree) passive(i int) (edit, bool) {
	subject, object := t.Child(i, syntax.NominalSubject), t.Child(i, syntax.DirectObject)
	if subject == syntax.None || object == syntax.None || !turnable[t.token(i).Lemma] ||
		!t.isPlainVerb(i, 2) && !t.isPlainBut(i, 2) ||
		!t.isMovableNoun(subject) || !t.isPlainNoun(object) || t.tag(i) != "VBZ" && t.tag(i) != "VBP" && t.tag(i) != "VBD" {
		return edit{}, false
	}
	be := "is"
	switch plural := t.isPlural(object); {
	case t.tag(i) == "VBD" && plural:
		be = "were"
	case t.tag(i) == "VBD":
		be = "was"
	case plural:
		be = "are"
	}
	return t.exchange(t.Subtree(subject), t.Subtree(object), be+" "+english.Past(t.token(i).Lemma)+" by", i, i)
}

// isPlainVerb reports whether a verb of a main or complement clause has exactly the given number of
// dependents, not counting punctuation and "that".
func (t *tree) isPlainVerb(i, dependents int) bool {
	if !t.Is(i, syntax.RootRelation, syntax.ClausalComp) {
		return false
	}
	n := 0
	for _, k := range t.Children(i) {
		if !t.Is(k, syntax.Punctuation, syntax.Marker) {
			n++
		}
	}
	return n == dependents
}

// isPlainBut reports whether a verb has the given number of dependents and a last phrase of circumstance,
// such as "in dry soils".
func (t *tree) isPlainBut(i, dependents int) bool {
	all := t.Children(i, syntax.Preposition)
	if len(all) == 0 || !t.isPlainVerb(i, dependents+1) {
		return false
	}
	last := t.Subtree(all[len(all)-1])
	return fronted[t.form(last.First)] && t.closes(last.Last+1) && !t.hasWord(last, pointing)
}

// isNoun reports whether a tag is that of a common noun or of a singular name.
func isNoun(tag string) bool { return tag == "NN" || tag == "NNS" || tag == "NNP" }

// isPlainNoun reports whether a noun phrase consists of a noun, its determiner and a few modifiers
// before it.
func (t *tree) isPlainNoun(i int) bool {
	span := t.Subtree(i)
	return isNoun(t.tag(i)) && span.Last == i && length(span) <= 5 && !anyIn(span.First, i, func(k int) bool {
		token := t.token(k)
		return token.Norm == "," || token.Tag == "PRP$" || token.Tag == "CC" || token.Tag == "CD" || token.Tag == "VBG"
	})
}

// isMovableNoun reports whether a noun phrase is short and has no clause or list.
func (t *tree) isMovableNoun(i int) bool {
	span := t.Subtree(i)
	return isNoun(t.tag(i)) && length(span) <= 9 && t.isBalanced(span) && !anyIn(span.First, span.Last, func(k int) bool {
		token := t.token(k)
		return token.Norm == "," || token.Tag.IsPronoun() || token.Tag == "CD" || token.Tag.IsVerb()
	})
}

// ownAct turns "@ report that X was measured in Y" into "@ measured X in Y".
func (t *tree) ownAct(i int) (edit, bool) {
	root := t.Root()
	if t.authors == syntax.None || i != root || !reporting[t.token(i).Lemma] || t.form(i+1) != "that" {
		return edit{}, false
	}
	verb := t.Child(i, syntax.ClausalComp)
	if verb < i || t.tag(verb) != "VBN" || !acts[t.token(verb).Lemma] ||
		t.Child(verb, syntax.Conjunct, syntax.Negation, syntax.AdverbialClause, syntax.OpenComp,
			syntax.ClausalComp) != syntax.None {
		return edit{}, false
	}
	subject, be := t.Child(verb, syntax.PassiveSubject), t.Child(verb, syntax.PassiveAuxiliary)
	if subject == syntax.None || be != verb-1 || t.form(be) != "was" && t.form(be) != "were" ||
		t.Subtree(subject) != (syntax.Span{First: i + 2, Last: be - 1}) || t.form(verb+1) == "by" {
		return edit{}, false
	}
	said := english.Past(t.token(verb).Lemma) + " " + t.Source(t.Subtree(subject))
	return t.replace(i, verb, said, functionCost), true
}

func (t *tree) isPlural(noun int) bool { return t.tag(noun) == "NNS" }

// firstInside returns the first word of a sentence in the case that it has inside a sentence. ok is false
// if the word may be a name.
func (t *tree) firstInside() (word string, ok bool) {
	token := t.token(0)
	switch {
	case token.Form == "":
		return "", false
	case token.Form[1:] != strings.ToLower(token.Form[1:]) || strings.ContainsAny(token.Form, "0123456789"):
		return token.Form, true // an abbreviation
	}
	return token.Norm, token.Tag == "DT" || t.lower[token.Norm] > 0
}

// exchange exchanges the phrases before and after the verb group from first to last.
func (t *tree) exchange(before, after syntax.Span, verb string, first, last int) (edit, bool) {
	if before.Last != first-1 || after.First != last+1 || !t.closes(after.Last+1) && !fronted[t.form(after.Last+1)] {
		return edit{}, false
	}
	said := t.Source(before)
	if before.First == 0 {
		first, ok := t.firstInside()
		if !ok {
			return edit{}, false
		}
		said = first + t.text[t.token(0).End:t.token(before.Last).End]
	}
	start, _ := t.Bytes(before)
	_, end := t.Bytes(after)
	return edit{parts: []part{{start, end, t.Source(after) + " " + verb + " " + said}}, cost: turnCost}, true
}
