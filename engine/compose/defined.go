package compose

// Defined returns the abbreviations that sentences define, as in "neural machine translation
// (NMT)", mapped to their long forms.
func Defined(sentences []string) map[string]string {
	sources := make([]Source, len(sentences))
	for i, s := range sentences {
		sources[i].Text = s
	}
	return findAbbreviations(sources)
}
