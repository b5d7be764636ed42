package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// studiedProblem matches phrases with which authors name the problem that they study.
var studiedProblem = pattern.MustCompile(`\b(?:introduce|introduces|study|studies|consider|considers|investigate` +
	`|investigates|address|addresses|tackle|tackles|propose|proposes|define|defines|formulate|formulates) (?:the|a` +
	`|an) ((?:[\p{L}-]+ ){1,4}problem)\b`)

// problemOf returns the problem named in an abstract, or "" if it names none or several.
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

// bareProblem matches "the problem" without a complement.
var bareProblem = pattern.MustCompile(`\b([Tt]he|[Tt]his) problem( is\b| can\b| has\b| was\b| admits\b` +
	`| remains\b| under\b|[,;]|$)`)

// withProblem replaces "the problem" with the problem's name.
func (p *parser) withProblem(s string) string {
	if p.problem == "" || strings.Contains(s, p.problem) {
		return s
	}
	return bareProblem.ReplaceAllStringFunc(s, func(found string) string {
		m := bareProblem.FindStringSubmatch(found)
		return matchCase(m[1], "the") + " " + p.problem + m[2]
	})
}
