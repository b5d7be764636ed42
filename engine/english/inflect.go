package english

import "strings"

// Third returns a verb's third person singular. Regular plurals of nouns have the same form.
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

// Gerund returns the -ing form of a verb.
func Gerund(base string) string {
	if strings.HasSuffix(base, "e") && !strings.HasSuffix(base, "ee") {
		return base[:len(base)-1] + "ing"
	}
	return doubled(base) + "ing"
}

// Forms returns a verb's base, third person, past and gerund.
func Forms(base string) []string {
	return []string{base, Third(base), Past(base), Gerund(base)}
}

// Bases returns the words of which w may be a regular form, including w.
func Bases(w string) []string {
	bases := []string{w}
	for _, ending := range []string{"ies", "es", "s", "ied", "ed", "d", "ing"} {
		base, ok := strings.CutSuffix(w, ending)
		if !ok || len(base) < shortestBase {
			continue
		}
		if ending == "ies" || ending == "ied" {
			base += "y"
		}
		bases = append(bases, base)
		if n := len(base); ending == "ing" {
			bases = append(bases, base+"e")
			if base[n-1] == base[n-2] {
				bases = append(bases, base[:n-1])
			}
		}
	}
	return bases
}

// shortestBase is the minimum length of a base guessed by Bases, in bytes.
const shortestBase = 3

var (
	irregularPast = irregular()
	doubling      = doublingVerbs()
)

// doubled repeats the final letter of a verb before an ending if the verb requires it.
func doubled(base string) string {
	if doubling[base] {
		return base + base[len(base)-1:]
	}
	return base
}

// These lists are read without expand, which depends on them.
func irregular() map[string]string {
	forms := make(map[string]string)
	for _, line := range linesOf("irregular past") {
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
	for _, ending := range endings {
		if strings.HasSuffix(s, ending) {
			return true
		}
	}
	return false
}
