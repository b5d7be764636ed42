package engine

import (
	"regexp"
	"strings"
)

// English as far as a statement needs it: the verb agrees with one author or
// several, and the first person becomes the third.

var reportingVerbs = wordSet(`present propose describe introduce investigate explore examine study address report discuss
	demonstrate develop evaluate compare analyze analyse provide argue review aim focus attempt outline offer consider extend
	prove explain summarize summarise survey detail give tackle contribute use apply employ establish identify deal look take try
	seek build create design construct collect release formulate define test assess implement adopt combine devise suggest
	conduct perform perform train improve generalize generalise perform make model measure estimate derive predict learn`)

var findingVerbs = wordSet(`show find demonstrate observe suggest indicate reveal confirm conclude prove discover report argue`)

func isReporting(verb string) bool { return reportingVerbs[verb] || findingVerbs[verb] }
func isFinding(verb string) bool   { return findingVerbs[verb] }

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// agree puts a verb's base form in the present tense for one author or several.
func agree(base string, single bool) string {
	if !single {
		return base
	}
	switch {
	case base == "have":
		return "has"
	case base == "are" || base == "be":
		return "is"
	case endsInAny(base, "s", "x", "z", "ch", "sh", "o"):
		return base + "es"
	case strings.HasSuffix(base, "y") && !endsInAny(base, "ay", "ey", "oy", "uy"):
		return base[:len(base)-1] + "ies"
	}
	return base + "s"
}

// baseForm undoes agree for one author; other forms stay as they are.
func baseForm(verb string) string {
	verb = strings.ToLower(verb)
	switch {
	case verb == "has":
		return "have"
	case verb == "is":
		return "are"
	case strings.HasSuffix(verb, "ies"):
		return verb[:len(verb)-3] + "y"
	case endsInAny(verb, "sses", "ches", "shes", "xes", "zes", "oes"):
		return verb[:len(verb)-2]
	case strings.HasSuffix(verb, "s") && !strings.HasSuffix(verb, "ss"):
		return verb[:len(verb)-1]
	}
	return verb
}

// agreePredicate makes the first verb of a predicate that followed "we" agree;
// base is that verb.
func agreePredicate(predicate string, single bool) (agreed, base string) {
	words := strings.Split(predicate, " ")
	at := 0
	for at < len(words)-1 && isAdverb(words[at]) {
		at++
	}
	base = strings.ToLower(strings.Trim(words[at], ","))
	if single && isPresent(base) {
		words[at] = strings.Replace(words[at], base, agree(base, true), 1)
	}
	if single && base == "were" {
		words[at] = "was"
	}
	return strings.Join(words, " "), base
}

func isAdverb(word string) bool {
	word = strings.ToLower(strings.Trim(word, ","))
	return adverbs[word] || len(word) > 4 && strings.HasSuffix(word, "ly") && word != "apply" && word != "rely" && word != "supply" && word != "imply"
}

var adverbs = wordSet(`also first then further here now thus therefore hence both not still already never only instead second third next`)

var unchanging = wordSet(`can could may might must shall should will would did was were had found showed built took made gave
	began got led kept saw ran chose drew held knew put set let cut sought thought taught wrote went came became fed won`)

// isPresent tells whether a verb that followed "we" is in the present tense,
// where one author needs another form than several.
func isPresent(verb string) bool {
	return !unchanging[verb] && !(strings.HasSuffix(verb, "ed") && verb != "need" && verb != "embed" && verb != "feed" && verb != "exceed" && verb != "proceed")
}

var coordinated = regexp.MustCompile(`\b(and|then|but) ((?:also |further |then |finally )?)(\p{Ll}+)\b`)

// agreeFollowing makes further verbs of one author agree: "and show that".
// Only verbs that are no nouns are touched.
func agreeFollowing(predicate string) string {
	return coordinated.ReplaceAllStringFunc(predicate, func(match string) string {
		m := coordinated.FindStringSubmatch(match)
		if !coordinatedVerbs[m[3]] {
			return match
		}
		return m[1] + " " + m[2] + agree(m[3], true)
	})
}

var coordinatedVerbs = wordSet(`present propose describe introduce investigate explore examine demonstrate develop evaluate
	compare analyze analyse provide argue show find discuss apply employ establish identify build create introduce observe conclude`)

var firstPerson = regexp.MustCompile(`(?i)\b(in (?:this|the present) (?:paper|work|article|study)|(?:this|the present) (?:paper|work|article|study)|we|us|ours|ourselves|our|my|me)\b`)

// thirdPerson speaks of the authors as "they".
func thirdPerson(s string) string {
	return firstPerson.ReplaceAllStringFunc(s, func(word string) string {
		low := strings.ToLower(word)
		switch {
		case low == "we":
			return "they"
		case low == "us" && word != "US", low == "me":
			return "them"
		case low == "ours":
			return "theirs"
		case low == "ourselves":
			return "themselves"
		case low == "our", low == "my":
			return matchCase(word, "their")
		}
		return word
	})
}

func matchCase(like, word string) string {
	if like[0] >= 'A' && like[0] <= 'Z' {
		return capitalised(word)
	}
	return word
}

func endsInAny(s string, endings ...string) bool {
	for _, ending := range endings {
		if strings.HasSuffix(s, ending) {
			return true
		}
	}
	return false
}
