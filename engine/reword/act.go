package reword

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// Act turns a passive that describes an act of the authors, such as "X was measured in Y @" or "X is
// discussed @", into an active sentence: "@ measured X in Y". inflected returns a verb in the form that follows the
// citation.
func (p *Paper) Act(sentence string, inflected func(verb string) string) (string, bool) {
	t := newTree(sentence)
	verb, be := t.Root(), t.passedOver()
	if be == syntax.None || isLongAgo(sentence) ||
		t.form(verb+1) == "to" && !employed[t.form(verb)] || t.form(verb+1) == "by" || verb-be > 2 ||
		verb-be == 2 && !t.token(be+1).Tag.IsAdverb() || t.Subtree(verb).Last < t.end {
		return "", false
	}
	first, ok := p.inside(&t)
	rest, _, marked := strings.Cut(t.text[t.token(verb).End:], Mark)
	if !ok || !marked {
		return "", false
	}
	said := inflected(t.token(verb).Lemma)
	if verb-be == 2 {
		said = t.form(be+1) + " " + said
	}
	object := first + t.text[t.token(0).End:t.token(be-1).End]
	return tidy(Mark + " " + said + " " + object + strings.TrimRight(rest, " ") + "."), true
}

// isLongAgo reports whether a sentence mentions a time before the authors' work.
func isLongAgo(sentence string) bool {
	before := ""
	for word := range strings.FieldsSeq(sentence) {
		word = strings.Trim(word, ",.;()")
		isYear := (len(word) == 4 || len(word) == 5 && word[4] == 's') && strings.Trim(word[:4], "0123456789") == "" &&
			word >= "1500" && word < "2030"
		if longAgo[word] || isYear && timed[before] {
			return true
		}
		before = word
	}
	return false
}

var timed = map[string]bool{"in": true, "since": true, "until": true, "during": true, "from": true, "the": true}

var longAgo = map[string]bool{"ago": true, "century": true, "centuries": true, "decade": true, "decades": true}

// isOwnPresent reports whether a passive in the present tense describes an act of the authors. It states a
// topic, or its subject is counted, as in "four tests are used".
func (t *tree) isOwnPresent(verb, be int) bool {
	if t.form(be) != "is" && t.form(be) != "are" || be != verb-1 {
		return false
	}
	lemma := t.token(verb).Lemma
	counted := t.tag(0) == "CD" && !strings.ContainsAny(t.form(0), "0123456789")
	return presented[lemma] || counted && (lemma == "use" || lemma == "employ" || acts[lemma] && !outcomes[lemma])
}

// passedOver returns the form of "be" of a passive whose agent can only be the authors, or
// syntax.None.
func (t *tree) passedOver() int {
	verb := t.Root()
	if t.authors != syntax.None || verb == syntax.None || t.Truncated || t.tag(verb) != "VBN" ||
		t.token(0).Tag.IsAdverb() ||
		!acts[t.token(verb).Lemma] && !presented[t.token(verb).Lemma] ||
		t.Child(verb, syntax.Conjunct, syntax.Negation, syntax.ClausalComp, syntax.Agent, syntax.NominalSubject,
			syntax.OpenComp, syntax.Marker) != syntax.None {
		return syntax.None
	}
	subject, be := t.Child(verb, syntax.PassiveSubject), t.Child(verb, syntax.PassiveAuxiliary)
	if subject == syntax.None || be < 1 || t.form(be) != "was" && t.form(be) != "were" && !t.isOwnPresent(verb, be) ||
		len(t.Auxiliaries(verb)) > 1 || t.Subtree(subject) != (syntax.Span{First: 0, Last: be - 1}) ||
		t.token(subject).Tag.IsPronoun() || t.hasWord(t.Subtree(subject), negations) || t.form(0) == "no" {
		return syntax.None
	}
	return be
}

// IsProcedure reports whether a sentence is a passive that describes only an act of the authors,
// such as "X was measured in Y" or "X is discussed".
func IsProcedure(sentence string) bool {
	t := newTree(sentence)
	verb := t.Root()
	if verb == syntax.None || t.Truncated || t.tag(verb) != "VBN" ||
		t.Child(verb, syntax.Negation, syntax.Agent, syntax.NominalSubject, syntax.ClausalComp, syntax.OpenComp,
			syntax.Conjunct, syntax.Marker) != syntax.None {
		return false
	}
	subject, be := t.Child(verb, syntax.PassiveSubject), t.Child(verb, syntax.PassiveAuxiliary)
	if subject == syntax.None || be == syntax.None || isLongAgo(sentence) {
		return false
	}
	if len(t.Auxiliaries(verb)) > 1 { // as in "a number of explanations have been proposed"
		return presented[t.token(verb).Lemma] && strings.HasPrefix(t.text[t.token(verb).End:], " "+Mark)
	}
	if slices.ContainsFunc(t.Children(verb), func(k int) bool { return t.form(k) == "by" }) {
		return false
	}
	switch t.form(be) {
	case "was", "were":
		lemma := t.token(verb).Lemma
		return acts[lemma] && !outcomes[lemma] || presented[lemma] || procedures[lemma]
	case "is", "are":
		return presented[t.token(verb).Lemma] || t.isOwnPresent(verb, be)
	}
	return false
}

var (
	acts       = english.Set("acts of authors")
	reporting  = english.Set("verbs of reporting")
	presented  = english.Set("presentations")
	procedures = english.Set("procedures with people")
	outcomes   = english.Set("acts with an outcome")
)

// inside returns the first word of a sentence as it is written inside a sentence. ok is false if
// the word may be a name.
func (p *Paper) inside(t *tree) (word string, ok bool) {
	token := t.token(0)
	low := strings.ToLower(token.Form[:1]) + token.Form[1:]
	switch {
	case token.Form[1:] != strings.ToLower(token.Form[1:]):
		return token.Form, true
	case p.lower[low] > 0, token.Tag == "DT", token.Tag == "CD", token.Tag == "JJR", token.Tag == "JJS":
		return low, true
	}
	return "", false
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
