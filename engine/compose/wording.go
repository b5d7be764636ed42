package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
)

// A wording lists the words that may replace others of one part of speech, by their base form.
type wording map[string][]string

// Wordings by the use of the word that they replace.
var (
	anyVerbs          = wordingOf(english.Pairs("verb rewrites"))
	clauseVerbs       = wordingOf(english.Pairs("clause rewrites"))
	transitiveVerbs   = wordingOf(english.Pairs("transitive rewrites"))
	activeVerbs       = wordingOf(english.Pairs("active rewrites"))
	intransitiveVerbs = wordingOf(english.Pairs("intransitive rewrites"))
	authorVerbs       = wordingOf(english.Pairs("author rewrites"))
	otherNouns        = wordingOf(english.Pairs("noun rewrites"))
	otherModifiers    = wordingOf(english.Pairs("modifier rewrites"))
	otherPhrases      = wordingOf(english.Pairs("phrase rewrites"))
)

func wordingOf(pairs [][2][]string) wording {
	w := make(wording)
	for _, pair := range pairs {
		w[strings.Join(pair[0], " ")] = pair[1]
	}
	return w
}

// longestPhrase is the number of words of the longest phrase that may be replaced.
var longestPhrase = func() int {
	longest := 0
	for phrase := range otherPhrases {
		longest = max(longest, countWords(phrase))
	}
	return longest
}()

// verbForms maps each form of a verb to its base. Particles follow the base: "rely on".
var verbForms = func() map[string]string {
	bases := make(map[string]string)
	for _, w := range []wording{anyVerbs, clauseVerbs, transitiveVerbs, activeVerbs, intransitiveVerbs, authorVerbs} {
		for phrase := range w {
			base, _, _ := strings.Cut(phrase, " ")
			for _, form := range append(english.Forms(base), participle(base)) {
				bases[form] = base
			}
		}
	}
	return bases
}()

// participles holds the past participles that differ from the past tense.
var participles = english.Map("irregular participles")

func participle(base string) string {
	if p := participles[base]; p != "" {
		return p
	}
	return english.Past(base)
}

// inflected returns a verb with its particle in the form that a Penn tag names, or "".
func inflected(phrase, tag string) string {
	base, particle, has := strings.Cut(phrase, " ")
	form := ""
	switch tag {
	case "VB", "VBP":
		form = base
	case "VBZ":
		form = english.Third(base)
	case "VBD":
		form = english.Past(base)
	case "VBN":
		form = participle(base)
	case "VBG":
		form = english.Gerund(base)
	}
	if has && form != "" {
		form += " " + particle
	}
	return form
}
