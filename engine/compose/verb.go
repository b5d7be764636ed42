package compose

import "strings"

// A Tense is what the verbs about authors are put into.
type Tense int

// Tenses of a document's citations.
const (
	AsPaper Tense = iota // the tense of the paper
	Present
	Past
)

// present is a verb's base form as it agrees with one author or several.
func present(base string, single bool) string {
	if !single {
		return base
	}
	switch {
	case base == "have":
		return "has"
	case base == "are" || base == "am":
		return "is"
	case endsInAny(base, "s", "x", "z", "ch", "sh", "o"):
		return base + "es"
	case strings.HasSuffix(base, "y") && !endsInAny(base, "ay", "ey", "oy", "uy"):
		return base[:len(base)-1] + "ies"
	}
	return base + "s"
}

// past is the past tense of a base form.
func past(base string) string {
	if irregular, ok := irregularPast[base]; ok {
		return irregular
	}
	switch {
	case strings.HasSuffix(base, "e"):
		return base + "d"
	case strings.HasSuffix(base, "y") && !endsInAny(base, "ay", "ey", "oy", "uy"):
		return base[:len(base)-1] + "ied"
	case doublesFinal[base]:
		return base + base[len(base)-1:] + "ed"
	}
	return base + "ed"
}

// baseOfPast maps the past tense of known verbs to their base forms.
var baseOfPast = func() map[string]string {
	bases := make(map[string]string)
	for base := range knownVerbs {
		if p := past(base); p != base {
			bases[p] = base
		}
	}
	return bases
}()

// baseOfThird maps the form of one author to that of several.
var baseOfThird = func() map[string]string {
	bases := map[string]string{"has": "have", "is": "are"}
	for base := range union(knownVerbs, joinedVerbs) {
		bases[present(base, true)] = base
	}
	return bases
}()

// baseOf is the base form of a known verb in any form, "" for other words.
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

// baseOfGerund maps "studying" to "study".
var baseOfGerund = func() map[string]string {
	bases := make(map[string]string)
	for base := range knownVerbs {
		stem := base
		switch {
		case strings.HasSuffix(base, "e") && !strings.HasSuffix(base, "ee"):
			stem = base[:len(base)-1]
		case doublesFinal[base] || base == "put":
			stem = base + base[len(base)-1:]
		}
		bases[stem+"ing"] = base
	}
	return bases
}()

var modals = set(`can could may might must shall should will would did do does cannot`)

// unchanging are past forms of verbs that are in no list.
var unchanging = set(`were had did got led kept saw ran chose held knew set let cut thought taught wrote went came became fed won grew met
	brought fit hit left lost meant paid read said sent spent told understood wore`)

// isPresentForm reports whether a verb that followed "we" is in the present tense.
func isPresentForm(verb string) bool {
	if modals[verb] || unchanging[verb] || baseOfPast[verb] != "" && !knownVerbs[verb] {
		return false
	}
	return knownVerbs[verb] || verb == "need" || verb == "embed" || !strings.HasSuffix(verb, "ed")
}

// conjugate makes the verbs of a predicate that agreed with "we" agree with one
// author or several, and puts them into a tense.
func conjugate(predicate string, single bool, tense Tense) string {
	words := strings.Split(predicate, " ")
	at := verbAt(words)
	main := bare(words[at])
	inPresent := isPresentForm(main)
	if tense == Past && inPresent && !knownVerbs[main] {
		tense = AsPaper // else only the verbs joined to it would be in the past
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

// verbAt is the index of the verb behind its adverbs.
func verbAt(words []string) int {
	at := 0
	for at < len(words)-1 && isAdverb(bare(words[at])) {
		at++
	}
	return at
}

func isAdverb(word string) bool {
	return otherAdverbs[word] || frontAdverbs[word] ||
		len(word) > 4 && strings.HasSuffix(word, "ly") && word != "apply" && word != "rely" && word != "supply" && word != "imply"
}

// inForm keeps the punctuation of a verb.
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
		formed = past(verb)
	case isPresentForm(verb):
		formed = present(verb, single)
	case tense == Present && baseOfPast[verb] != "":
		formed = present(baseOfPast[verb], single)
	}
	return strings.Replace(word, verb, formed, 1)
}

// isCoordinated reports whether words[i] is a further verb of the subject whose
// first verb is words[at]: "propose X and show that ...".
func isCoordinated(words []string, at, i int, inPresent bool) bool {
	verb := words[i]
	joined := bare(words[i-1])
	if isAdverb(joined) && i >= 2 {
		joined = bare(words[i-2])
	}
	if joined != "and" && joined != "then" && joined != "but" && joined != "or" {
		return false
	}
	if inPresent && !knownVerbs[verb] && !joinedVerbs[verb] || !inPresent && (baseOfPast[verb] == "" || knownVerbs[verb]) {
		return false
	}
	if alsoNouns[verb] && (i+1 == len(words) || !startsObject[bare(words[i+1])]) {
		return false
	}
	return !isSubordinate(words[at+1 : i])
}

// isSubordinate reports whether a verb after these words belongs to a clause of
// its own rather than to the subject.
func isSubordinate(between []string) bool {
	open := false
	for i, w := range between {
		switch b := bare(w); {
		case b == "to" && i+1 < len(between) && !startsObject[bare(between[i+1])], b == "can", b == "may", b == "could", b == "will",
			b == "that", b == "which", b == "who", b == "where", b == "when", b == "how", b == "whether":
			open = true
		case strings.HasSuffix(w, ",") && b != "that":
			open = open && i+1 < len(between) && bare(between[i+1]) != "and"
		}
	}
	return open
}

// disagree makes the further verbs of a predicate that agreed with "this paper"
// agree with "we".
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
		if (joined == "and" || joined == "but" || joined == "then") && !hasRelative(words[1:i]) && !inThatClause(words[:i], base) {
			words[i] = base
		}
	}
	return strings.Join(words, " ")
}

// inThatClause reports whether a verb behind "shows that" may be one of its
// clause: what things do, and whatever no comma parts from it.
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

// ofThings are verbs that methods and measures can be the subject of.
var ofThings = union(joinedVerbs, set(`provide improve reduce increase enhance offer support achieve include enable allow yield produce generate`))

// hasRelative reports whether a relative clause is open after these words.
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

var startsObject = set(`a an the that how their its our this these two three several some whether what which all both new novel in on it`)

// TenseOf is the tense of a verb that says what authors do, AsPaper where it
// cannot be told.
func TenseOf(verb string) Tense {
	switch {
	case baseOfPast[verb] != "" && !knownVerbs[verb]:
		return Past
	case baseOf(verb) != "":
		return Present
	}
	return AsPaper
}
