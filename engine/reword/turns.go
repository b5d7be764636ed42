package reword

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// turns lists the edits that begin at a token and change words or their order.
var turns = []func(*tree, int) (edit, bool){(*tree).relativePronoun, (*tree).relativeClause, (*tree).phraseFirst,
	(*tree).compound, (*tree).ownAct, (*tree).pair, (*tree).adverbBefore, (*tree).purpose, (*tree).through,
	(*tree).article, (*tree).noArticle, (*tree).pastClause, (*tree).with, (*tree).participle, (*tree).phraseLast,
	(*tree).past, (*tree).infinitive, (*tree).gerund, (*tree).able, (*tree).adjunctFirst, (*tree).repeatTo,
	(*tree).farParticiple, (*tree).counted, (*tree).list, (*tree).nominal, (*tree).ofPhrase, (*tree).hyphenated,
	(*tree).processArticle, (*tree).asWell, (*tree).lastItems, (*tree).between, (*tree).percent, (*tree).constitutes,
	(*tree).described, (*tree).adverbAfter, (*tree).usedFor}

// edits returns all edits of a sentence.
func (t *tree) edits() (all []edit) {
	if t.Truncated {
		return nil
	}
	for i := range t.Tokens {
		all = append(append(all, t.cuts(i)...), t.exchanged(i)...)
		for _, turn := range turns {
			if e, ok := turn(t, i); ok {
				all = append(all, e)
			}
		}
	}
	return all
}

// participle turns "methods that use X" into "methods using X".
func (t *tree) participle(i int) (edit, bool) {
	token, that := t.token(i), i-1
	if !t.Is(i, syntax.RelativeClause) || token.Head != i-2 || token.Tag != "VBZ" && token.Tag != "VBP" ||
		t.form(that) != "that" && t.form(that) != "which" || !t.Is(that, syntax.NominalSubject) ||
		!turned[token.Lemma] && !shortened[token.Lemma] || t.Child(i, syntax.Conjunct, syntax.Negation) != syntax.None {
		return edit{}, false
	}
	return t.replace(that, i, english.Gerund(token.Lemma), turnCost), true
}

var (
	turned    = english.Set("verbs as participles")
	shortened = english.Set("verbs as participles of relative clauses")
)

var movesScope = english.Set("adverbs of scope")

// phraseLast moves "In X," from the start of a short sentence about a fact to its end.
func (t *tree) phraseLast(i int) (edit, bool) {
	if i != 0 || !t.Is(i, syntax.Preposition) || !movable[t.form(i)] || t.token(i).Head != t.Root() || t.authors >= 0 {
		return edit{}, false
	}
	span := t.Subtree(i)
	next := span.Last + 2
	if t.form(span.Last+1) != "," || next >= t.end || length(span) > 6 || t.end-next > 16 || t.tag(next) == "PRP" ||
		t.Child(t.Root(), syntax.Conjunct, syntax.AdverbialClause, syntax.ClausalComp) != syntax.None {
		return edit{}, false
	}
	for k := next; k <= t.end; k++ {
		if t.closes(k) && k <= t.end {
			return edit{}, false
		}
	}
	phrase := " " + t.form(0) + t.text[t.token(0).End:t.token(span.Last).End]
	end := t.token(t.end).End
	return edit{parts: []part{{0, t.token(next).Start, ""}, {end, end, phrase}}, cost: turnCost}, true
}

var movable = english.Set("movable prepositions")

// past changes the authors' verb from the present to the past tense.
func (t *tree) past(i int) (edit, bool) {
	token := t.token(i)
	if t.authors == syntax.None || i != t.Root() || t.Subject(i) != t.authors || i != t.authors+1 ||
		token.Tag != "VBP" && token.Tag != "VBZ" || token.Lemma == "be" || token.Lemma == "have" ||
		t.Child(i, syntax.Conjunct) != syntax.None {
		return edit{}, false
	}
	return t.replace(i, i, english.Past(token.Lemma), functionCost), true
}

// infinitive turns "a method for aligning X" into "a method to align X".
func (t *tree) infinitive(i int) (edit, bool) {
	if t.tag(i) != "VBG" || t.form(i-1) != "for" || i < 3 || !makings[t.token(i-2).Lemma] && !t.isMade(i-2) ||
		t.tag(i-2) != "NN" && t.tag(i-2) != "NNS" ||
		t.token(i).Head != i-1 || t.Child(i, syntax.DirectObject) < i || t.Child(i, syntax.Conjunct) != syntax.None ||
		!knownVerb(t.token(i).Lemma, t.form(i)) {
		return edit{}, false
	}
	return t.replace(i-1, i, "to "+t.token(i).Lemma, turnCost), true
}

// isMade reports whether a noun is the object of the authors' verb.
func (t *tree) isMade(i int) bool {
	root := t.Root()
	return t.authors != syntax.None && t.Is(i, syntax.DirectObject) && t.token(i).Head == root &&
		topics[t.token(root).Lemma]
}

// gerund turns "a method to align X" into "a method for aligning X".
func (t *tree) gerund(i int) (edit, bool) {
	if t.tag(i) != "VB" || t.form(i-1) != "to" || i < 3 || !makings[t.token(i-2).Lemma] || t.tag(i-2) != "NN" ||
		t.token(i).Head != i-2 || t.Child(i, syntax.DirectObject) < i || t.Child(i, syntax.Conjunct) != syntax.None ||
		!knownVerb(t.token(i).Lemma, english.Gerund(t.token(i).Lemma)) {
		return edit{}, false
	}
	return t.replace(i-1, i, "for "+english.Gerund(t.token(i).Lemma), turnCost), true
}

// knownVerb reports whether a gerund is spelled as english.Gerund spells it and its verb is common
// in abstracts. It returns false for verbs that may double their final letter, such as "fit", and
// for rare verbs, such as "superconduct".
func knownVerb(base, gerund string) bool {
	return len(base) > 3 && english.IsUsuallyLower(base) && english.Gerund(base) == gerund &&
		(strings.HasSuffix(base, "e") || strings.HasSuffix(base, "y") || !endsShort(base))
}

// endsShort reports whether a verb ends in a single vowel and a consonant.
func endsShort(base string) bool {
	n := len(base)
	isVowel := func(c byte) bool { return strings.IndexByte("aeiou", c) >= 0 }
	return !isVowel(base[n-1]) && isVowel(base[n-2]) && !isVowel(base[n-3])
}

// able turns "X can find Y" into "X is able to find Y".
func (t *tree) able(i int) (edit, bool) {
	verb := i + 1
	if t.form(i) != "can" || t.token(i).Head != verb || t.tag(verb) != "VB" || t.token(verb).Lemma == "be" ||
		t.Child(verb, syntax.Conjunct, syntax.Negation, syntax.PassiveAuxiliary) != syntax.None {
		return edit{}, false
	}
	subject := t.Child(verb, syntax.NominalSubject)
	if subject == i-1 && (t.form(subject) == "that" || t.form(subject) == "which") && t.Is(verb, syntax.RelativeClause) {
		if subject = t.token(verb).Head; subject != i-2 {
			return edit{}, false
		}
	}
	if subject == syntax.None || t.Child(subject, syntax.Conjunct) != syntax.None || t.Is(subject, syntax.Conjunct) {
		return edit{}, false
	}
	switch t.tag(subject) {
	case "NN":
		return t.replace(i, i, "is able to", doubtfulCost), true
	case "NNS":
		return t.replace(i, i, "are able to", doubtfulCost), true
	}
	return edit{}, false
}
