package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// titleStatements parses a title that is a clause, or that names and describes something.
func (p *parser) titleStatements(title string) []Statement {
	s, ok := clean(title)
	if !ok {
		return nil
	}
	source := Source{Text: title, Section: "Title"}
	if st, ok := p.namedThing(s); ok {
		st.Source, st.Weight = source, titleWeight
		return []Statement{st}
	}
	if !isTitleClause(s) {
		if st, ok := p.titleTopic(title); ok {
			st.Source, st.Weight = source, topicWeight
			return []Statement{st}
		}
		return nil
	}
	st := Statement{Source: source, Kind: Fact, fact: s, Weight: titleWeight}
	if !p.finishFact(&st) {
		return nil
	}
	return []Statement{st}
}

// titleWeight ranks titles below the statements of an abstract, and topicWeight below titles that
// make a claim.
const (
	titleWeight = 0.3
	topicWeight = -0.4
)

// namedThing parses a title such as "X: a corpus of Y".
func (p *parser) namedThing(s string) (Statement, bool) {
	m := thingTitle.FindStringSubmatch(s)
	if m == nil || strings.Contains(m[1], " ") && !isName(m[1]) || isTitleCase(m[2]) ||
		kindNouns[headNoun(m[2])] == "" {
		return Statement{}, false
	}
	st := Statement{Kind: Proposal, predicate: "present " + m[1] + ", " + strings.ToLower(m[2][:1]) + m[2][1:]}
	return st, p.finishPredicate(&st)
}

var thingTitle = pattern.MustCompile(`^([^:]{2,30}): ([Aa]n? .+)$`)

// isTitleClause reports whether a title is a clause in sentence case.
func isTitleClause(s string) bool {
	words := strings.Fields(s)
	if len(words) < minFactWords || strings.ContainsAny(s, ":–—") || isTitleCase(s) || !isClause(words) {
		return false
	}
	for _, w := range words[1:] {
		b := bare(w)
		if b == "that" || b == "which" || b == "who" || b == "when" || b == "where" || b == "as" || b == "if" {
			return false
		}
		if titleVerbs[b] && w == b {
			return true
		}
	}
	return false
}

var titleVerbs = english.Set("title verbs")

// isTitleCase reports whether most longer words are capitalized.
func isTitleCase(s string) bool {
	long, upper := 0, 0
	for _, w := range strings.Fields(s)[1:] {
		if len(w) > 3 {
			long++
			if w[0] >= 'A' && w[0] <= 'Z' {
				upper++
			}
		}
	}
	return long == 0 || 2*upper > long
}
