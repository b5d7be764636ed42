package display

// fits lists the phrases for ranges of relevance, highest range first.
var fits = []struct {
	from float64
	text string
}{{0.3, "very good fit"}, {0.1, "good fit"}, {0.02, "fits"}, {0, "may fit"}}

// Fit returns a phrase for the relevance of a paper, or "" if the relevance is unknown. Most sites
// have many suitable papers, which share the probability, so a relevance of a few hundredths is
// already high.
func Fit(relevance float64) string {
	for _, f := range fits {
		if relevance > 0 && relevance >= f.from {
			return f.text
		}
	}
	return ""
}
