package compose

import "github.com/scilit-lsp/scilit-lsp/internal/pattern"

// demoteBackground turns findings reported before the authors' own contribution into plain facts.
func demoteBackground(all []Statement) []Statement {
	first := firstOwn(all)
	kept := all[:0]
	for _, s := range all {
		if s.Kind == Fact && s.at < first && s.unlabelled {
			if s.predicate = ""; s.fact == "" {
				continue
			}
			s.Weight -= backgroundCost - s.background
		}
		kept = append(kept, s)
	}
	return kept
}

// firstOwn returns the index of the first sentence that states the authors' contribution, or 0 if
// none does.
func firstOwn(all []Statement) int {
	for _, s := range all {
		if s.unlabelled && s.predicate != "" && s.Kind != Fact && !afterResults.MatchString(s.predicate) &&
			(s.Kind != Finding || reportsThing.MatchString(s.predicate)) {
			return s.at
		}
	}
	return 0
}

// afterResults matches predicates that usually come after the report of the results.
var afterResults = pattern.MustCompile(`^(?:\p{Ll}+ly )?(?:discuss|suggest|conclude|hypothesi[sz]e|propose` +
	`|recommend|argue|outline)(?:e?s|e?d)? (?:that|how|possible|potential|the (?:implications|possib))|^(?:discuss` +
	`|conclude|hypothesi[sz]e)|^(?:provide|offer|contribute|give)`)

// reportsThing matches a finding that can open an abstract, such as "report a case of".
var reportsThing = pattern.MustCompile(`^(?:report|identif|document|detect|uncover|discover)(?:y|s|ied` +
	`|ed)? (?:an?|the|our|two|three|several|on|\d+) `)

// isGap reports whether a sentence states a research gap that the paper goes on to fill.
func isGap(l labelledSource) bool {
	return (l.role == unlabelled || l.role == background) && gapOpening.MatchString(l.Text)
}

var gapOpening = pattern.MustCompile(`^(?:However|Yet|But|Unfortunately|Nevertheless|Nonetheless|Still` +
	`|Despite this|In spite of this|Although)\b` +
	`|^(?:Up to now|Until now|So far|To date)\b.{0,60}\b(?:few|no|not|little|none|only)\b`)
