package check

import (
	"slices"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// Opposite reports whether two sentences state the opposite of each other: one negates the predicate
// of the other, replaces it with its antonym, or compares the other way around. All else must be the
// same: each sentence has the words, numbers and limits of the other, and the same subject. So
// findings about another population, year or quantity are not opposite. Sentences that leave
// something open, or that refer to other sentences, are never opposite.
func Opposite(a, b string) bool {
	x, y := assertionOf(a), assertionOf(b)
	if !x.ok || !y.ok || !x.sameLimits(y) || !x.sameSubject(y) {
		return false
	}
	one, other := align(x.sentence, []sentence{y.sentence}), align(y.sentence, []sentence{x.sentence})
	left, right := one.unmatched(), other.unmatched()
	turned := one.turnedComparison() != "" || other.turnedComparison() != ""
	sorted := x.passive != y.passive || x.subject == nil || y.subject == nil || one.inOrder() && other.inOrder()
	switch negated := x.negators + y.negators; {
	case negated == 1:
		return x.negatesPredicate != y.negatesPredicate && len(left) == 0 && len(right) == 0 && !turned && sorted
	case negated > 1 || len(left) != len(right):
		return false
	case len(left) == 0:
		return turned
	}
	return sorted && !one.swapped() && !other.swapped() && len(left) == 1 && isContrary(left[0], right[0]) &&
		x.predicate[left[0].text] && y.predicate[right[0].text]
}

// An assertion is the clause of a sentence that makes its statement, without "We find that".
type assertion struct {
	sentence         sentence
	predicate        map[string]bool // words of the predicate, folded to lower case
	subject          []string        // stems of the subject; nil if the clause has none
	passive          bool
	negators         int
	negatesPredicate bool
	ok               bool // whether the assertion is understood and certain
}

func assertionOf(s string) (a assertion) {
	tree := syntax.ParseRecent(bounded(s))
	head := statementIn(&tree)
	if head == syntax.None || tree.Truncated || isOpen(&tree) || negatedOutside(&tree, tree.Subtree(head)) {
		return a
	}
	clause, report := tree.Subtree(head), map[int]bool{} // report holds the words of "the authors find"
	if asserts[tree.Tokens[head].Lemma] {
		report[head] = true
	}
	if subject := tree.Subject(head); subject != syntax.None {
		span := tree.Subtree(subject)
		if report[head] = report[head] && isReporter(&tree, subject); !report[head] {
			a.subject = subjectStems(&tree, span)
		}
		for i := span.First; i <= span.Last; i++ {
			report[i] = report[head]
		}
	}
	a.predicate, a.passive = predicateOf(&tree, head), tree.IsPassive(head)
	var words strings.Builder
	for i := clause.First; i <= clause.Last; i++ {
		t := tree.Tokens[i]
		switch {
		case report[i], i == clause.First && tree.Is(i, syntax.Marker):
			continue
		case pointers[t.Norm], pointsBack(&tree, i):
			return a
		case isNegator(&tree, i):
			a.negators++
			a.negatesPredicate = a.predicate[t.Norm]
		}
		if i > 0 && t.Start > tree.Tokens[i-1].End {
			words.WriteByte(' ')
		}
		words.WriteString(t.Form)
	}
	a.sentence = read(strings.TrimSpace(words.String()))
	a.ok = true
	return a
}

// statementIn returns the verb of the clause that makes the statement, after verbs such as "find that".
// It returns syntax.None if the sentence has no verb, or one such as "deny that".
func statementIn(tree *syntax.Tree) int {
	head := tree.Root()
	for next := tree.Child(head, syntax.ClausalComp); next != syntax.None; next = tree.Child(head, syntax.ClausalComp) {
		if !asserts[tree.Tokens[head].Lemma] {
			return syntax.None
		}
		head = next
	}
	if head == syntax.None || !tree.Tokens[head].Tag.IsVerb() {
		return syntax.None
	}
	return head
}

// negatedOutside reports whether a negator precedes or follows a clause, as in "we do not find that".
func negatedOutside(tree *syntax.Tree, clause syntax.Span) bool {
	for i := range tree.Tokens {
		if !clause.Contains(i) && isNegator(tree, i) {
			return true
		}
	}
	return false
}

// isReporter reports whether a subject is the authors or their study.
func isReporter(tree *syntax.Tree, subject int) bool {
	t := tree.Tokens[subject]
	return frameWords[t.Norm] || t.Tag.IsPronoun()
}

var (
	doubts        = english.Set("doubts")
	limits        = english.Set("limits")
	pointers      = english.Set("pointers")
	pointingNouns = english.Set("pointing nouns")
	asserts       = english.Union(english.Set("finding verbs"), english.Set("verbs of belief"))
)

// unstudied matches phrases that report a gap in the literature.
var unstudied = pattern.MustCompile(`(?i)\b(?:no|few|little) (?:\p{Ll}+ ){0,2}(?:attempts?|attention|research` +
	`|stud(?:y|ies)|papers?|works?|is known|approach(?:es)?|methods?|models?)\b|\bnone of\b|\bnot only\b` +
	`|\bnot (?:yet )?been\b|\b(?:remains?|understudied|underexplored|unexplored)\b`)

// isOpen reports whether a sentence leaves something open or quotes.
func isOpen(tree *syntax.Tree) bool {
	return strings.ContainsAny(tree.Text, "?\"“”") || unstudied.MatchString(tree.Text) ||
		slices.ContainsFunc(tree.Tokens, func(t syntax.Token) bool { return doubts[t.Norm] })
}

// pointsBack reports whether a noun probably refers to a previous sentence, as in "the drug".
func pointsBack(tree *syntax.Tree, i int) bool {
	t := tree.Tokens[i]
	if t.Tag != "NN" && t.Tag != "NNS" || len(tree.Children(i)) != 1 {
		return false
	}
	det := tree.Child(i, syntax.Determiner)
	return det != syntax.None && tree.Tokens[det].Norm == "the" &&
		(tree.Is(i, syntax.NominalSubject, syntax.PassiveSubject) || pointingNouns[t.Norm] || frameWords[t.Norm])
}

func isNegator(tree *syntax.Tree, i int) bool {
	t := tree.Tokens[i]
	return (negators[t.Norm] || t.Norm == "n't") && t.Form != "NO"
}

// Relations of the words that belong to a predicate, and of those that modify these words.
var (
	ofPredicate = []syntax.Relation{syntax.Auxiliary, syntax.PassiveAuxiliary, syntax.Negation, syntax.AdverbModifier,
		syntax.DirectObject, syntax.Attribute, syntax.AdjectiveComp, syntax.ObjectPredicate, syntax.OpenComp,
		syntax.Particle}
	ofObject = []syntax.Relation{syntax.AdjectiveMod, syntax.Determiner, syntax.Negation, syntax.AdverbModifier}
)

// predicateOf returns the words of a clause's predicate: its head, objects and complements with
// their modifiers, but neither its subject nor prepositional phrases.
func predicateOf(tree *syntax.Tree, head int) map[string]bool {
	words := map[string]bool{tree.Tokens[head].Norm: true}
	for _, i := range tree.Children(head, ofPredicate...) {
		words[tree.Tokens[i].Norm] = true
		for _, j := range tree.Children(i, ofObject...) {
			words[tree.Tokens[j].Norm] = true
		}
	}
	return words
}

// subjectStems returns the stems of the content words of a subject.
func subjectStems(tree *syntax.Tree, span syntax.Span) (stems []string) {
	for i := span.First; i <= span.Last; i++ {
		if norm := tree.Tokens[i].Norm; kindOf(norm) == content || kindOf(norm) == frame {
			stems = append(stems, text.Stem(norm))
		}
	}
	return stems
}

// sameSubject reports whether two assertions in the same voice have a word of their subjects in common.
func (a assertion) sameSubject(b assertion) bool {
	return a.passive != b.passive || a.subject == nil || b.subject == nil ||
		slices.ContainsFunc(a.subject, func(stem string) bool { return slices.Contains(b.subject, stem) })
}

// sameLimits reports whether two assertions have the same numbers and limiting words.
func (a assertion) sameLimits(b assertion) bool { return slices.Equal(a.limits(), b.limits()) }

// limits returns the numbers and limiting words in alphabetical order, and then single letters such
// as the C of "vitamin C" in the order of the text.
func (a assertion) limits() (all []string) {
	var names []string
	for _, w := range a.sentence.words {
		switch {
		case limits[w.text], functionPairs[w.text] != "" && !comparatives[w.text]:
			all = append(all, w.text)
		case len(w.raw) == 1 && unicode.IsUpper(rune(w.raw[0])):
			names = append(names, w.raw)
		}
	}
	for _, q := range a.sentence.quantities {
		all = append(all, q.value)
	}
	slices.Sort(all)
	return append(all, names...)
}

// comparing holds comparatives that are function words.
var comparing = map[string]bool{"more": true, "less": true, "fewer": true}

// inOrder reports whether the words of the claim follow each other in the only passage as in the claim.
func (a alignment) inOrder() bool {
	last := -1
	for _, p := range a.parts {
		if p.sure[0] == 0 {
			continue
		}
		if p.place[0] < last {
			return false
		}
		last = p.place[0]
	}
	return true
}

// swapped reports whether the sides of a comparison are swapped in the only passage.
func (a alignment) swapped() bool {
	for _, place := range boundariesOf(a.claim.words) {
		for _, there := range boundariesOf(a.passages[0].words) {
			if crossed, _, _ := a.crossed(place, 0, there); crossed {
				return true
			}
		}
	}
	return false
}

// unmatched returns the words of a claim that the only passage of its alignment lacks.
func (a alignment) unmatched() (words []word) {
	for _, p := range a.both() {
		w := a.claim.words[p.word]
		if p.sure[0] < sameGroup && !insignificant[w.text] && !negators[w.text] && !lightVerbs[w.text] {
			words = append(words, w)
		}
	}
	for _, w := range a.claim.words {
		if w.kind == function && comparing[w.text] && !a.passages[0].hasStem(w.text) {
			words = append(words, w)
		}
	}
	return words
}

// Words whose absence makes no difference between opposite statements.
var (
	insignificant = map[string]bool{"significant": true, "significantly": true, "statistically": true}
	lightVerbs    = map[string]bool{"have": true, "has": true, "had": true}
)
