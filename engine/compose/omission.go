package compose

import (
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// omissions returns edits that leave out words or clauses that a sentence does not need.
func (t tree) omissions(i int) []edit {
	token := &t.Tokens[i]
	switch {
	case leftOut[token.Norm] && t.isLeftOut(i):
		return []edit{t.replace(i, i, "", dropCost)}
	case t.Is(i, syntax.Preconjunction) && token.Norm == "both":
		return []edit{t.replace(i, i, "", dropCost)}
	case t.Is(i, syntax.RelativeClause, syntax.Apposition, syntax.AdverbialClause):
		return t.withoutAside(i)
	case t.Is(i, syntax.Conjunct) && token.Tag.IsVerb():
		return t.withoutConjunct(i)
	}
	return nil
}

var (
	leftOut   = english.Set("left out")
	praises   = english.Set("praising adjectives")
	knowledge = english.Set("knowledge")
)

// isLeftOut reports whether an adjective of time or praise describes a thing that the authors made,
// or an adverb a verb.
func (t tree) isLeftOut(i int) bool {
	token := &t.Tokens[i]
	if t.touches(i, -1, "-") || t.touches(i, 1, "-", ",") || len(t.Children(i)) > 0 || token.Head < 0 {
		return false
	}
	if token.Tag == "RB" {
		return t.Is(i, syntax.AdverbModifier) && (t.Tokens[token.Head].Tag.IsVerb() || t.Tokens[token.Head].Tag.IsAdjective())
	}
	head := t.Tokens[token.Head].Lemma
	return t.Is(i, syntax.AdjectiveMod) && token.Head > i && (kindNouns[head] != "" || praises[token.Norm] ||
		knowledge[head])
}

// withoutAside leaves out a clause or an apposition after a comma.
func (t tree) withoutAside(i int) []edit {
	span := t.Subtree(i)
	before, after := span.First-1, span.Last+1
	if before < 3 || t.Tokens[before].Form != "," || t.Child(i, syntax.Conjunct) != syntax.None ||
		t.Is(i, syntax.AdverbialClause) && t.Tokens[i].Tag != "VBG" || t.limits(span) {
		return nil
	}
	if after < len(t.Tokens) && t.Tokens[after].Form != "," && !t.endsAt(after) {
		return nil
	}
	if t.Is(i, syntax.Apposition) && (t.Tokens[i].Tag == "VBG" || t.inList(i)) {
		return nil
	}
	if after < len(t.Tokens) && t.Tokens[after].Form == "," {
		span.Last++
	}
	return []edit{t.replace(before, span.Last, "", cutCost)}
}

// endsAt reports whether a token ends the sentence, but for the citation.
func (t tree) endsAt(i int) bool { return i >= len(t.Tokens)-1 || t.Tokens[i].Form == "." }

// inList reports whether an apposition may be an item of a list.
func (t tree) inList(i int) bool {
	head := t.Tokens[i].Head
	return head < 0 || t.Is(head, syntax.Conjunct) || t.Child(head, syntax.Conjunct) != syntax.None
}

// limits reports whether a span restricts the rest of the sentence.
func (t tree) limits(s syntax.Span) bool {
	for i := s.First; i <= s.Last; i++ {
		if restricts[t.Tokens[i].Norm] {
			return true
		}
	}
	return false
}

var restricts = english.Set("restrictions")

// withoutConjunct leaves out the second of two predicates with "and".
func (t tree) withoutConjunct(i int) []edit {
	head := t.Tokens[i].Head
	and := t.Child(head, syntax.Coordination)
	span := t.Subtree(i)
	if head < 0 || and < 0 || t.Tokens[and].Norm != "and" || and > span.First || span.First-and > 1 ||
		t.Child(head, syntax.Preconjunction) != syntax.None || span.Last-span.First < 2 || t.limits(span) {
		return nil
	}
	if t.Is(head, syntax.Conjunct) || len(t.Children(head, syntax.Conjunct)) > 1 || t.Child(i, syntax.Conjunct) != syntax.None || !t.isComplete(head, and) {
		return nil
	}
	if after := span.Last + 1; after < len(t.Tokens) && !t.endsAt(after) {
		return nil
	}
	first := and
	if t.touches(and, -1, ",", ";") {
		first--
	}
	return []edit{t.replace(first, span.Last, "", cutCost)}
}

// isComplete reports whether a verb has its complements before a token.
func (t tree) isComplete(verb, before int) bool {
	for _, k := range t.Children(verb, syntax.DirectObject, syntax.ClausalComp, syntax.OpenComp, syntax.Attribute,
		syntax.AdjectiveComp, syntax.Preposition, syntax.Agent) {
		if k > verb && t.Subtree(k).Last < before {
			return true
		}
	}
	return false
}

// withoutTail leaves out what authors did something for or with, at the end of a sentence about what
// they did, and the last thing that they did it to.
func (t tree) withoutTail(i int) []edit {
	root := t.Root()
	if t.authors < 0 || root < 0 || t.Child(root, syntax.ClausalComp, syntax.Negation) >= 0 {
		return nil
	}
	span := t.Subtree(i)
	if !t.endsAt(span.Last+1) || span.First-root < 4 || t.limits(span) {
		return nil
	}
	token := &t.Tokens[i]
	first := span.First
	switch {
	case token.Head == root && (t.Is(i, syntax.AdverbialClause) && t.Finite(i) < 0 && !token.Tag.IsFinite() || t.Is(i, syntax.Preposition) && t.Child(i, syntax.PrepComp) >= 0):
	case t.Finite(i) < 0 && t.Is(i, syntax.AdnominalClause, syntax.Preposition, syntax.AdverbialClause) &&
		t.touches(first, -1, ","):
	case t.Is(i, syntax.Conjunct) && token.Tag.IsNoun() && t.isListOf(root, i) && t.Tokens[first-1].Norm == "and":
		if first--; t.touches(first, -1, ",") || len(t.Children(token.Head, syntax.Conjunct)) > 1 || t.Is(token.Head, syntax.Conjunct) {
			return nil
		}
	default:
		return nil
	}
	if t.touches(first, -1, ",") {
		first--
	}
	return []edit{t.replace(first, span.Last, "", cutCost)}
}

// isListOf reports whether a noun is the second of two objects of a verb.
func (t tree) isListOf(verb, noun int) bool {
	head := t.Tokens[noun].Head
	return head >= 0 && t.Is(head, syntax.DirectObject) && t.Tokens[head].Head == verb &&
		t.Child(head, syntax.Preconjunction) < 0 && !together[t.Tokens[verb].Lemma]
}
