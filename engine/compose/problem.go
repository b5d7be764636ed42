package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// studiedProblem is how authors name the problem that their paper is about.
var studiedProblem = pattern.MustCompile(`\b(?:introduce|introduces|study|studies|consider|considers|investigate|investigates|address|addresses|tackle|tackles|propose|proposes|define|defines|formulate|formulates) (?:the|a|an) ((?:[\p{L}-]+ ){1,4}problem)\b`)

// problemOf is the one problem that an abstract is about, "" where it names none
// or several.
func problemOf(sources []Source) (problem string) {
	for _, s := range sources {
		if len(s.Text) > maxSentence {
			continue
		}
		for _, m := range studiedProblem.FindAllStringSubmatch(s.Text, 3) {
			if problem != "" && problem != m[1] || areGeneric(bareWords(strings.TrimSuffix(m[1], " problem"))) {
				return ""
			}
			problem = m[1]
		}
	}
	return problem
}

// bareProblem is "the problem" where no word behind it says which one.
var bareProblem = pattern.MustCompile(`\b([Tt]he|[Tt]his) problem( is\b| can\b| has\b| was\b| admits\b| remains\b| under\b|[,;]|$)`)

// withProblem puts the name of the problem in place of "the problem".
func (r *reader) withProblem(s string) string {
	if r.problem == "" || strings.Contains(s, r.problem) {
		return s
	}
	return bareProblem.ReplaceAllStringFunc(s, func(found string) string {
		m := bareProblem.FindStringSubmatch(found)
		return matchCase(m[1], "the") + " " + r.problem + m[2]
	})
}
