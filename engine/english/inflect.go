package english

import (
	"slices"
	"strings"
)

// Third returns the third person singular of a verb. Regular plurals of nouns are formed in the same
// way.
func Third(base string) string {
	switch {
	case base == "have":
		return "has"
	case base == "are" || base == "am":
		return "is"
	case endsInAny(base, "s", "x", "z", "ch", "sh", "o"):
		return base + "es"
	case endsInConsonantY(base):
		return base[:len(base)-1] + "ies"
	}
	return base + "s"
}

// Past returns the past tense of a verb.
func Past(base string) string {
	irregular, isIrregular := irregularPast[base]
	switch {
	case isIrregular:
		return irregular
	case strings.HasSuffix(base, "e"):
		return base + "d"
	case endsInConsonantY(base):
		return base[:len(base)-1] + "ied"
	}
	return doubled(base) + "ed"
}

// Participle returns the past participle of a verb.
func Participle(base string) string {
	if irregular, isIrregular := irregularParticiples[base]; isIrregular {
		return irregular
	}
	return Past(base)
}

// Plural returns the plural of a noun.
func Plural(noun string) string {
	if irregular, isIrregular := irregularPlurals[noun]; isIrregular {
		return irregular
	}
	if strings.HasSuffix(noun, "sis") {
		return strings.TrimSuffix(noun, "is") + "es"
	}
	return Third(noun)
}

// Gerund returns the -ing form of a verb.
func Gerund(base string) string {
	if strings.HasSuffix(base, "e") && !strings.HasSuffix(base, "ee") {
		return base[:len(base)-1] + "ing"
	}
	return doubled(base) + "ing"
}

var (
	irregularPast        = irregular("irregular past")
	irregularParticiples = irregular("irregular participles")
	irregularPlurals     = irregular("irregular plurals")
	doubling             = doublingVerbs()
)

// doubled repeats the final letter of a verb before an ending if the verb requires it, and adds "k" to
// "ic", as in "mimicked".
func doubled(base string) string {
	switch {
	case doubling[base]:
		return base + base[len(base)-1:]
	case strings.HasSuffix(base, "ic"):
		return base + "k"
	}
	return base
}

// irregular returns the forms in a list. It does not use expand, which depends on it.
func irregular(list string) map[string]string {
	forms := make(map[string]string)
	for _, line := range linesOf(list) {
		base, past, _ := strings.Cut(line, " ")
		forms[base] = past
	}
	return forms
}

func doublingVerbs() map[string]bool {
	verbs := make(map[string]bool)
	for _, line := range linesOf("doubling verbs") {
		for verb := range strings.FieldsSeq(line) {
			verbs[verb] = true
		}
	}
	return verbs
}

func endsInConsonantY(base string) bool {
	return strings.HasSuffix(base, "y") && !endsInAny(base, "ay", "ey", "oy", "uy")
}

func endsInAny(s string, endings ...string) bool {
	return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(s, ending) })
}
