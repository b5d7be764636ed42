package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// thirdPersons maps first-person pronouns to those for the authors.
var thirdPersons = map[string]string{"we": "they", "i": "they", "us": "them", "me": "them", "our": "their",
	"my": "their", "ours": "theirs", "ourselves": "themselves", "myself": "themselves"}

// thisPaper matches a paper's reference to itself.
var thisPaper = pattern.MustCompile(`\b[Tt](?:his|he present|he current) (paper|article|study|work|thesis|report` +
	`|chapter|survey|review|letter|trial|research)\b`)

// thirdPerson replaces first-person pronouns with those for the authors.
func thirdPerson(s string) string {
	s = thisPaper.ReplaceAllString(s, "their $1")
	words := strings.Split(s, " ")
	for i, w := range words {
		b := bare(strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s"))
		other, ok := thirdPersons[b]
		if !ok || w == "US" || strings.HasPrefix(w, "U.S") || b == "i" && !isPronounI(words, i) ||
			strings.ToUpper(w) == w && len(b) > 1 {
			continue
		}
		words[i] = replaceFold(w, b, other)
	}
	return strings.Join(words, " ")
}

// isPronounI distinguishes "I find" from "type I".
func isPronounI(words []string, i int) bool {
	if words[i] != "I" || i+1 == len(words) {
		return false
	}
	next := bare(words[i+1])
	return knownVerbs[next] || baseOfPast[next] != "" || modals[next] || next == "have" || next == "am" ||
		isAdverb(next)
}

func replaceFold(w, old, new string) string {
	at := strings.Index(strings.ToLower(w), old)
	if at < 0 || at+len(old) > len(w) {
		return w
	}
	return w[:at] + new + w[at+len(old):]
}

// hasFirstPerson reports whether s contains a first-person pronoun.
func hasFirstPerson(s string) bool {
	words := strings.Fields(s)
	for i, w := range words {
		switch bare(w) {
		case "we", "our", "ours", "ourselves", "my", "myself", "me":
			if strings.ToUpper(w) != w || len(w) == 1 {
				return true
			}
		case "us":
			if bare(w) == strings.Trim(w, ",.;:") {
				return true
			}
		case "i":
			if isPronounI(words, i) {
				return true
			}
		}
	}
	return thisPaper.MatchString(s)
}
