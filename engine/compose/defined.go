package compose

// Defined returns the abbreviations that sentences define, with their long forms: "neural machine
// translation (NMT)".
func Defined(sentences []string) map[string]string {
	sources := make([]Source, len(sentences))
	for i, s := range sentences {
		sources[i].Text = s
	}
	return findAbbreviations(sources)
}
