package reword

import (
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// Antecedents holds the sentences of an abstract that introduce things mentioned later by phrases
// such as "the algorithm". It is not safe for concurrent use.
type Antecedents struct {
	sentences []string
	mentions  []func() []mention       // mentions in each sentence, parsed when first needed
	nouns     []func() map[string]bool // lemmas of the nouns of each sentence, tagged when first needed
}

// NewAntecedents returns Antecedents for the sentences of an abstract.
func NewAntecedents(sentences []string) *Antecedents {
	a := &Antecedents{sentences: sentences[:min(len(sentences), mostSentences)]}
	for _, s := range a.sentences {
		a.mentions = append(a.mentions, sync.OnceValue(func() []mention { return mentionsIn(s) }))
		a.nouns = append(a.nouns, sync.OnceValue(func() map[string]bool { return nounsIn(s) }))
	}
	return a
}

// Limits of the search for antecedents.
const (
	mostSentences = 24
	mostReplaced  = 3 // maximum number of phrases replaced in a sentence
	longestPhrase = 7 // maximum number of tokens in an antecedent
)

// A mention is a noun phrase of an abstract.
type mention struct {
	noun   string // lemma of its head
	plural bool
	phrase string // the phrase without its article, or "" if only the noun identifies the thing
	other  bool   // whether other words, which are not in phrase, identify the thing
}

// Resolve replaces phrases that refer to earlier sentences, such as "the algorithm", with their
// antecedents. at is the number of the abstract's sentences before the source of the sentence, and
// known holds the preceding text. loose is the number of phrases whose antecedent is missing.
func (a *Antecedents) Resolve(sentence string, at int, known []string) (resolved string, loose int) {
	if strings.Count(sentence, " ") > maxParsed {
		return sentence, 0
	}
	seen := wordsOf(known)
	if !a.mayPoint(sentence, at, seen) {
		return sentence, 0
	}
	t := newTree(sentence)
	var edits []edit
	for i := range t.Tokens {
		switch e, points, named := a.pointer(&t, i, at, seen); {
		case !points:
		case named && len(edits) < mostReplaced:
			edits = append(edits, e)
		default:
			loose++
		}
	}
	if len(edits) == 0 {
		return sentence, loose
	}
	return t.apply(edits), loose
}

// pointer reports whether a noun phrase refers to an earlier sentence. named is true if e replaces the
// phrase with its antecedent.
func (a *Antecedents) pointer(t *tree, noun, at int, seen map[string]bool) (e edit, points, named bool) {
	if t.tag(noun) != "NN" && t.tag(noun) != "NNS" || t.Is(noun, syntax.Compound) {
		return edit{}, false, false
	}
	if t.counts(noun) {
		return edit{}, true, false
	}
	det := t.pointingWord(noun)
	if det == syntax.None || t.isSpecified(det, noun) {
		return edit{}, false, false
	}
	lemma := t.token(noun).Lemma
	if t.mentions(lemma, det) || !generic[t.form(noun)] && (seen[t.form(noun)] || seen[lemma]) {
		return edit{}, false, false
	}
	phrase, found := a.antecedent(lemma, t.isPlural(noun), at)
	switch {
	case !found && (t.form(det) != "the" || !generic[t.form(noun)] || !makings[lemma]):
		return edit{}, false, false
	case phrase == "" || noun-det > 3:
		return edit{}, true, false
	}
	if namesOwner.MatchString(phrase) {
		det-- // the possessive replaces the article
	}
	return t.replace(det+1, noun, phrase, 0), true, true
}

// namesOwner matches a noun with the possessive of a name, such as "Student's t-test".
var namesOwner = pattern.MustCompile(`^(?:\p{Lu}[\p{L}.-]* ){0,3}\p{Lu}[\p{L}-]*(?:['’]s|s['’]) \S+$`)

// counts reports whether a noun has a number or "both" that counts things in an earlier sentence, as in
// "both species" and "the two methods".
func (t *tree) counts(noun int) bool {
	span := t.Subtree(noun)
	if next := t.form(noun + 1); t.Child(noun, syntax.Conjunct) != syntax.None ||
		next == "of" || next == "that" || next == "which" || next == "-" {
		return false
	}
	for i := span.First; i < noun; i++ {
		form, next := t.form(i), t.form(i+1)
		numbered := t.tag(i+1) == "CD" && !strings.ContainsAny(next, "0123456789")
		if form == "both" && t.tag(noun) == "NNS" || (form == "the" || form == "all" || form == "these") && numbered {
			return !t.lists(i)
		}
	}
	return false
}

// lists reports whether a list or a number precedes a token.
func (t *tree) lists(before int) bool {
	return anyIn(0, before-1, func(i int) bool {
		return t.tag(i) == "CD" || t.form(i) == "and" && t.token(i-1).Tag.IsNoun() && !t.token(i+2).Tag.IsNoun()
	})
}

// pointingWord returns the "the" of a noun phrase, or a "their" that refers to the authors, or
// syntax.None.
func (t *tree) pointingWord(noun int) int {
	det := t.Child(noun, syntax.Determiner, syntax.Possessive)
	switch {
	case det == syntax.None || det > noun:
		return syntax.None
	case t.form(det) == "the":
		return det
	case t.form(det) == "their" && t.authors != syntax.None && makings[t.token(noun).Lemma] &&
		!anyIn(t.authors+1, det-1, t.isPluralOrJoins):
		return det
	}
	return syntax.None
}

// isPluralOrJoins reports whether "their" may refer to a token because it is a plural or a
// conjunction.
func (t *tree) isPluralOrJoins(i int) bool {
	return t.tag(i) == "NNS" || t.tag(i) == "NNPS" || t.tag(i) == "CC"
}

// isSpecified reports whether a noun phrase contains words that identify the thing.
func (t *tree) isSpecified(det, noun int) bool {
	for i := det + 1; i < noun; i++ {
		if tag := t.token(i).Tag; !generic[t.form(i)] && !praises[t.form(i)] && !unspecific[t.form(i)] || tag == "CD" ||
			t.isFixed(i) {
			return true
		}
	}
	if t.isFixed(noun) || t.Child(noun, syntax.Conjunct) != syntax.None || t.Is(noun, syntax.Conjunct) {
		return true
	}
	for _, k := range t.Children(noun, syntax.Preposition, syntax.RelativeClause, syntax.AdnominalClause,
		syntax.Apposition, syntax.ClausalComp, syntax.NumberMod, syntax.Parenthesis) {
		if k > noun {
			return true
		}
	}
	return t.form(noun+1) == "of" || t.form(noun+1) == "that" || t.form(noun+1) == "("
}

// mentions reports whether a word with the given lemma occurs before a token.
func (t *tree) mentions(lemma string, before int) bool {
	return anyIn(0, before-1, func(i int) bool { return t.token(i).Lemma == lemma })
}

// antecedent returns the phrase that introduces a noun in the sentences before at. It is "" if
// several phrases introduce the noun, or if no phrase is more specific than the noun. found is
// false if the noun does not occur in these sentences.
func (a *Antecedents) antecedent(lemma string, plural bool, at int) (phrase string, found bool) {
	for i := range min(at, len(a.sentences)) {
		if !a.nouns[i]()[lemma] {
			continue
		}
		for _, m := range a.mentions[i]() {
			if m.noun != lemma {
				continue
			}
			found = true
			if m.other && m.plural == plural {
				return "", true
			}
			if m.phrase == "" || m.plural != plural || m.phrase == phrase {
				continue
			}
			if phrase != "" {
				return "", true
			}
			phrase = m.phrase
		}
	}
	return phrase, found
}

// mentionsIn parses a sentence and returns its noun phrases.
func mentionsIn(sentence string) []mention {
	if strings.Count(sentence, " ") > maxParsed {
		return nil
	}
	t := newTree(sentence)
	return t.mentioned()
}

// mentioned returns the noun phrases of a sentence.
func (t *tree) mentioned() (all []mention) {
	for i := range t.Tokens {
		if t.tag(i) != "NN" && t.tag(i) != "NNS" || t.Is(i, syntax.Compound) {
			continue
		}
		m := mention{noun: t.token(i).Lemma, plural: t.isPlural(i)}
		if first, ok := t.describes(i); ok && !t.isFixed(i) {
			start, end := t.Bytes(syntax.Span{First: first, Last: i})
			m.phrase = t.text[start:end]
		} else {
			m.other = first < i || t.Child(i, syntax.Conjunct, syntax.Preposition) > i || t.Is(i, syntax.Conjunct)
		}
		all = append(all, m)
	}
	return all
}

// describes returns the first token of a noun phrase after its article and words of praise. ok is true
// if the words from there to the noun identify the thing.
func (t *tree) describes(noun int) (first int, ok bool) {
	first = t.Subtree(noun).First
	if det := t.Child(noun, syntax.Determiner, syntax.Possessive); det != syntax.None && det < noun {
		first = det + 1
	}
	for first < noun && (praises[t.form(first)] || unspecific[t.form(first)] || t.form(first) == ",") {
		first++
	}
	if first >= noun || noun-first > longestPhrase || t.Child(noun, syntax.Conjunct) != syntax.None {
		return first, false
	}
	for i := first; i < noun; i++ {
		switch tag := t.token(i).Tag; {
		case tag == "CD", tag.IsPronoun(), tag == "DT", tag == "CC", tag == "IN", t.form(i) == ",", t.form(i) == "(",
			tag == "JJR", tag == "JJS", tag.IsAdverb():
			return first, false
		}
		ok = ok || !generic[t.form(i)]
	}
	return first, ok
}

var (
	generic    = english.Set("generic words")
	unspecific = english.Set("words that specify nothing")
)
