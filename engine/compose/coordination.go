package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// conjunctsTurned turns "A and B" into "B and A", and "A, B and C" into "C, A and B".
func (t tree) conjunctsTurned(i int) (edit, bool) {
	items, ok := t.nounItems(i)
	if !ok || t.has["respectively"] || t.has["then"] {
		return edit{}, false
	}
	last := len(items) - 1
	var parts []part
	for k, item := range items {
		start, end := t.Bytes(item)
		parts = append(parts, part{start, end, t.Source(items[(k+last)%len(items)])})
	}
	return edit{parts: parts, cost: turnCost}, true
}

// nounItems returns the items of a list of nouns that can change places: none has modifiers that may
// belong to the others.
func (t tree) nounItems(i int) (items []syntax.Span, ok bool) {
	heads := t.Coordinates(i)
	if len(heads) < 2 || len(heads) > 5 || t.Is(i, syntax.Conjunct) || heads[0] == 0 || t.isAlternative(heads) {
		return nil, false
	}
	determined, modified := 0, 0
	for k, head := range heads {
		token := &t.Tokens[head]
		if t.touches(head, 1, "-") || !token.Tag.IsNoun() && !(token.Tag == "JJ" && t.bare(head)) || t.touches(head, -1, "-", "/") {
			return nil, false
		}
		core := t.NounPhrase(head).Core
		if t.hasPronoun(core) || t.has[":"] || k > 0 && !t.adjoin(items[k-1], core) || t.Tokens[core.First].Tag == "PRP$" {
			return nil, false
		}
		if t.Child(head, syntax.Determiner) != syntax.None {
			determined++
		}
		if core.Last > core.First && !(core.Last == core.First+1 && t.Child(head, syntax.Determiner) == core.First) {
			modified++
		}
		items = append(items, core)
	}
	last := heads[len(heads)-1]
	n := len(heads)
	return items, t.Subtree(last).Last == last && (determined == 0 || determined == n) &&
		(modified == 0 || modified == n || determined == n)
}

// isAlternative reports whether nouns are joined by other words than "and".
func (t tree) isAlternative(heads []int) bool {
	and := false
	for _, head := range heads {
		for _, cc := range t.Children(head, syntax.Coordination) {
			and = t.Tokens[cc].Norm == "and"
			if !and {
				return true
			}
		}
	}
	return !and
}

// bare reports whether a word has no dependents but coordination.
func (t tree) bare(i int) bool {
	for _, k := range t.Children(i) {
		if !t.Is(k, syntax.Conjunct, syntax.Coordination, syntax.Punctuation) {
			return false
		}
	}
	return true
}

// adjoin reports whether only a comma or "and" is between two items.
func (t tree) adjoin(a, b syntax.Span) bool {
	for i := a.Last + 1; i < b.First; i++ {
		if w := t.Tokens[i].Norm; w != "," && w != "and" {
			return false
		}
	}
	return a.Last < b.First
}

// pairOf returns the "and" of two coordinated nouns that are no subject, and of which each is meant
// by itself.
func (t tree) pairOf(i int) (and int, ok bool) {
	heads := t.Coordinates(i)
	if len(heads) != 2 || t.Is(i, syntax.Conjunct) || t.isAlternative(heads) || !t.Tokens[i].Tag.IsNoun() ||
		!t.Tokens[heads[1]].Tag.IsNoun() || !t.Is(i, syntax.DirectObject, syntax.PrepObject) {
		return 0, false
	}
	if head := t.Tokens[i].Head; head < 0 || together[t.Tokens[head].Lemma] || together[t.Tokens[head].Norm] ||
		t.Tokens[head].Head >= 0 && together[t.Tokens[t.Tokens[head].Head].Lemma] {
		return 0, false
	}
	and = t.Child(i, syntax.Coordination)
	return and, and > 0 && !t.touches(and, -1, ",") && !t.has["both"] && !t.touches(and, 1, "other", "their", "its", "thus", "so")
}

var together = english.Set("joint predicates")

// asWellAs turns "A and B" into "A as well as B".
func (t tree) asWellAs(i int) (edit, bool) {
	and, ok := t.pairOf(i)
	if !ok || t.has["well"] {
		return edit{}, false
	}
	e := t.replace(and, and, "as well as", longerCost)
	e.word = "both"
	return e, true
}

// withBoth turns "A and B" into "both A and B".
func (t tree) withBoth(i int) (edit, bool) {
	and, ok := t.pairOf(i)
	core := t.NounPhrase(i).Core
	if !ok || core.Last != and-1 || t.Tokens[core.First].Form != t.Tokens[core.First].Norm ||
		t.touches(core.First, -1, "-", "of") || t.Tokens[core.First].Tag == "VBN" || t.Tokens[core.First].Tag == "JJ" {
		return edit{}, false
	}
	at := t.Tokens[core.First].Start
	return edit{parts: []part{{at, at, "both "}}, cost: longerCost, word: "both"}, true
}

// possessive turns "the surface of the sensors" into "the sensors' surface".
func (t tree) possessive(i int) (edit, bool) {
	of := t.Child(i, syntax.Preposition)
	the := t.Child(i, syntax.Determiner)
	if i < 1 || of != i+1 || t.Tokens[of].Norm != "of" || the < 0 || the != i-1 || t.Tokens[the].Norm != "the" || !t.isSingle(i) ||
		len(t.Children(i)) != 2 {
		return edit{}, false
	}
	owner := t.Child(of, syntax.PrepObject)
	if owner < 0 || !t.isSingle(owner) || t.Child(owner, syntax.Determiner) != of+1 || t.Tokens[of+1].Norm != "the" {
		return edit{}, false
	}
	span := t.Subtree(owner)
	if span.Last != owner || span.Last-span.First > 3 {
		return edit{}, false
	}
	name := t.Source(span)
	if strings.HasSuffix(name, "s") {
		name += "'"
	} else {
		name += "'s"
	}
	start, end := t.Bytes(syntax.Span{First: the, Last: span.Last})
	return edit{parts: []part{{start, end, name + " " + t.Tokens[i].Form}}, cost: turnCost}, true
}
