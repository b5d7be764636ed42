package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// needsScope reports whether a fact lacks its setting. It does if it reports one study in the past
// tense or shares too few terms with the title.
func (p *parser) needsScope(fact string) bool {
	return !p.isAboutNamed(fact) && (isReported(fact) || p.sharedWithTitle(fact) < minShared)
}

// isAboutNamed reports whether a fact is about something that the paper names.
func (p *parser) isAboutNamed(fact string) bool {
	for _, n := range p.names {
		if strings.HasPrefix(fact, n.text+" ") {
			return true
		}
	}
	return p.subject != "" && strings.HasPrefix(fact, p.subject)
}

// minShared is the minimum number of shared title terms that provide a fact's setting.
const minShared = 2

// sharedWithTitle counts the title's content terms that occur in s.
func (p *parser) sharedWithTitle(s string) (n int) {
	has := text.TermSet(s)
	for term := range p.title {
		if has[term] && !genericNouns[term] {
			n++
		}
	}
	return n
}

// withoutStrays drops facts about things such as "the rice" that neither the sentence nor the title
// identifies, if other statements remain.
func (p *parser) withoutStrays(all []Statement) []Statement {
	var kept []Statement
	for _, s := range all {
		if !p.isStray(s) {
			kept = append(kept, s)
		}
	}
	if len(kept) == 0 {
		return all
	}
	return kept
}

func (p *parser) isStray(s Statement) bool {
	return s.predicate == "" && s.Kind == Fact && startsWithAny(s.fact, "The ", "the ") &&
		isUnspecified(s.fact) && p.sharedWithTitle(s.fact) < minShared
}

// withoutAlsoInClause removes the "also" of a finding.
func withoutAlsoInClause(predicate string) string {
	words := strings.Fields(predicate)
	if len(words) < 3 || words[1] != "that" || strings.Contains(predicate, " and ") {
		return predicate
	}
	return withoutAlso(predicate)
}
