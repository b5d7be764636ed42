package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
)

// A Tense is the tense of verbs whose subject is the authors.
type Tense int

// Tenses of citing sentences.
const (
	AsPaper Tense = iota // same tense as in the paper
	Present
	Past
)

// baseOfPast maps the past tense of known verbs to their base forms.
var baseOfPast = func() map[string]string {
	bases := make(map[string]string)
	for base := range knownVerbs {
		if p := english.Past(base); p != base {
			bases[p] = base
		}
	}
	return bases
}()

// baseOfThird maps the third person singular of known verbs to their base forms.
var baseOfThird = func() map[string]string {
	bases := map[string]string{"has": "have", "is": "are"}
	for base := range english.Union(knownVerbs, joinedVerbs) {
		bases[english.Third(base)] = base
	}
	return bases
}()

// baseOf returns the base form of a known verb in any form, or "" for any other word.
func baseOf(verb string) string {
	switch {
	case knownVerbs[verb]:
		return verb
	case baseOfPast[verb] != "":
		return baseOfPast[verb]
	case baseOfThird[verb] != "" && knownVerbs[baseOfThird[verb]]:
		return baseOfThird[verb]
	}
	return ""
}

// baseOfGerund maps gerunds to base forms, such as "studying" to "study".
var baseOfGerund = func() map[string]string {
	bases := make(map[string]string)
	for base := range knownVerbs {
		bases[english.Gerund(base)] = base
	}
	return bases
}()

var modals = english.Set("modal verbs")

var unchanging = english.Set("past forms")

// isPresentForm reports whether a verb after "we" is in the present tense.
func isPresentForm(verb string) bool {
	if modals[verb] || unchanging[verb] || baseOfPast[verb] != "" && !knownVerbs[verb] {
		return false
	}
	return knownVerbs[verb] || verb == "need" || verb == "embed" || !strings.HasSuffix(verb, "ed")
}

// present returns the present tense of a verb for one or several authors.
func present(base string, single bool) string {
	if single {
		return english.Third(base)
	}
	return base
}

// conjugate changes the verbs of a predicate, which agree with "we", to the given number and tense.
func conjugate(predicate string, single bool, tense Tense) string {
	words := strings.Split(predicate, " ")
	at := verbAt(words)
	main := bare(words[at])
	inPresent := isPresentForm(main)
	if tense == Past && inPresent && !knownVerbs[main] {
		tense = AsPaper // otherwise only the coordinated verbs would be in the past
	}
	words[at] = inForm(words[at], single, tense)
	if modals[main] {
		return strings.Join(words, " ")
	}
	for i := at + 1; i < len(words); i++ {
		if isCoordinated(words, at, i, inPresent) {
			words[i] = inForm(words[i], single, tense)
		}
	}
	return strings.Join(words, " ")
}

// verbAt returns the index of the verb after leading adverbs.
func verbAt(words []string) int {
	at := 0
	for at < len(words)-1 && isAdverb(bare(words[at])) {
		at++
	}
	return at
}

func isAdverb(word string) bool {
	return otherAdverbs[word] || frontAdverbs[word] ||
		len(word) > 4 && strings.HasSuffix(word, "ly") && word != "apply" && word != "rely" && word != "supply" &&
			word != "imply"
}

// inForm inflects a verb and keeps the punctuation attached to it.
func inForm(word string, single bool, tense Tense) string {
	verb := bare(word)
	formed := verb
	switch {
	case verb == "were" && single:
		formed = "was"
	case verb == "do" && single:
		formed = "does"
	case modals[verb]:
	case isPresentForm(verb) && tense == Past && knownVerbs[verb]:
		formed = english.Past(verb)
	case isPresentForm(verb):
		formed = present(verb, single)
	case tense == Present && baseOfPast[verb] != "":
		formed = present(baseOfPast[verb], single)
	}
	return strings.Replace(word, verb, formed, 1)
}

// isCoordinated reports whether words[i] is another verb with the same subject as words[at], as in
// "propose X and show that ...".
func isCoordinated(words []string, at, i int, inPresent bool) bool {
	verb := words[i]
	joined := bare(words[i-1])
	if isAdverb(joined) && i >= 2 {
		joined = bare(words[i-2])
	}
	if joined != "and" && joined != "then" && joined != "but" && joined != "or" {
		return false
	}
	if inPresent && !knownVerbs[verb] && !joinedVerbs[verb] ||
		!inPresent && (baseOfPast[verb] == "" || knownVerbs[verb]) {
		return false
	}
	if alsoNouns[verb] && (i+1 == len(words) || !startsObject[bare(words[i+1])]) {
		return false
	}
	return !isSubordinate(words[at+1 : i])
}

// isSubordinate reports whether a verb after these words belongs to a subordinate clause.
func isSubordinate(between []string) bool {
	open := false
	for i, w := range between {
		switch b := bare(w); {
		case b == "to" && i+1 < len(between) && !startsObject[bare(between[i+1])], b == "can", b == "may",
			b == "could", b == "will",
			b == "that", b == "which", b == "who", b == "where", b == "when", b == "how", b == "whether":
			open = true
		case strings.HasSuffix(w, ",") && b != "that":
			open = open && i+1 < len(between) && bare(between[i+1]) != "and"
		}
	}
	return open
}

// disagree makes the remaining verbs of a predicate agree with "we" instead of "this paper".
func disagree(predicate string) string {
	words := strings.Split(predicate, " ")
	for i := 1; i < len(words); i++ {
		base := baseOfThird[words[i]]
		if base == "" || alsoNouns[base] && (i+1 == len(words) || !startsObject[bare(words[i+1])]) {
			continue
		}
		joined := bare(words[i-1])
		if isAdverb(joined) && i >= 2 {
			joined = bare(words[i-2])
		}
		if (joined == "and" || joined == "but" || joined == "then") && !hasRelative(words[1:i]) &&
			!inThatClause(words[:i], base) {
			words[i] = base
		}
	}
	return strings.Join(words, " ")
}

// inThatClause reports whether a verb after "shows that" may belong to that clause, because its
// subject can be a thing or because no comma precedes it.
func inThatClause(before []string, base string) bool {
	if first := at(bareWords(strings.Join(before, " ")), 1); first != "that" && first != "whether" && first != "how" {
		return false
	}
	end := len(before) - 1
	if isAdverb(bare(before[end])) {
		end--
	}
	return !strings.HasSuffix(before[max(0, end-1)], ",") || ofThings[base]
}

var ofThings = english.Union(joinedVerbs, english.Set("verbs of things"))

// hasRelative reports whether a relative clause is still open after these words.
func hasRelative(words []string) bool {
	for i := len(words) - 1; i >= 0; i-- {
		if b := bare(words[i]); b == "that" || b == "which" || b == "who" {
			return i > 0
		}
		if strings.HasSuffix(words[i], ",") {
			return false
		}
	}
	return false
}

var startsObject = english.Set("object starts")

// TenseOf returns the tense of a verb that reports the authors' work, or AsPaper if it is unknown.
func TenseOf(verb string) Tense {
	switch {
	case baseOfPast[verb] != "" && !knownVerbs[verb]:
		return Past
	case baseOf(verb) != "":
		return Present
	}
	return AsPaper
}
