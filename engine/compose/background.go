package compose

import "github.com/scilit-lsp/scilit-lsp/internal/pattern"

// demoteBackground keeps facts that come before the authors speak from being
// called their findings.
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

// firstOwn is the sentence of the abstract in which the authors say what they do;
// 0 where there is none.
func firstOwn(all []Statement) int {
	for _, s := range all {
		if s.unlabelled && s.predicate != "" && s.Kind != Fact && !afterResults.MatchString(s.predicate) && (s.Kind != Finding || reportsThing.MatchString(s.predicate)) {
			return s.at
		}
	}
	return 0
}

// afterResults begins what authors say when their results have been told.
var afterResults = pattern.MustCompile(`^(?:\p{Ll}+ly )?(?:discuss|suggest|conclude|hypothesi[sz]e|propose|recommend|argue|outline)(?:e?s|e?d)? (?:that|how|possible|potential|the (?:implications|possib))|^(?:discuss|conclude|hypothesi[sz]e)|^(?:provide|offer|contribute|give)`)

// reportsThing is a finding that begins a paper: "report a case of".
var reportsThing = pattern.MustCompile(`^(?:report|identif|document|detect|uncover|discover)(?:y|s|ied|ed)? (?:an?|the|our|two|three|several|on|\d+) `)

// isGap recognises what a field lacks, which the paper goes on to remedy.
func isGap(l labelled) bool {
	return (l.role == unlabelled || l.role == background) && gapOpening.MatchString(l.Text)
}

var gapOpening = pattern.MustCompile(`^(?:However|Yet|But|Unfortunately|Nevertheless|Nonetheless|Still|Despite this|In spite of this|Although)\b`)
