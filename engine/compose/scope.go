package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// needsScope reports whether a bare fact was found in a setting that it leaves
// out: it speaks of one study in the past tense, or of nothing that the title has.
func (r *reader) needsScope(fact string) bool {
	return !r.isAboutNamed(fact) && (isReported(fact) || r.sharedWithTitle(fact) < minShared)
}

// isAboutNamed reports whether a fact is about what the paper gives a name.
func (r *reader) isAboutNamed(fact string) bool {
	for _, n := range r.names {
		if strings.HasPrefix(fact, n.text+" ") {
			return true
		}
	}
	return r.subject != "" && strings.HasPrefix(fact, r.subject)
}

// minShared is how many terms of the title place a fact.
const minShared = 2

// sharedWithTitle counts the terms of the title in s that say something.
func (r *reader) sharedWithTitle(s string) (n int) {
	has := text.TermSet(s)
	for term := range r.title {
		if has[term] && !genericNouns[term] {
			n++
		}
	}
	return n
}

// withoutStrays leaves out facts about "the rice" that neither the sentence nor
// the title places, where anything else can be said.
func (r *reader) withoutStrays(all []Statement) []Statement {
	var kept []Statement
	for _, s := range all {
		if !r.isStray(s) {
			kept = append(kept, s)
		}
	}
	if len(kept) == 0 {
		return all
	}
	return kept
}

func (r *reader) isStray(s Statement) bool {
	return s.predicate == "" && s.Kind == Fact && startsWithAny(s.fact, "The ", "the ") && isUnspecified(s.fact) && r.sharedWithTitle(s.fact) < minShared
}

// withoutAlsoInClause takes the "also" from what authors show.
func withoutAlsoInClause(predicate string) string {
	words := strings.Fields(predicate)
	if len(words) < 3 || words[1] != "that" || strings.Contains(predicate, " and ") {
		return predicate
	}
	return withoutAlso(predicate)
}
