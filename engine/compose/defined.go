package compose

import "strings"

// Defined returns the abbreviations that sentences define, as in "neural machine translation
// (NMT)", mapped to their long forms.
func Defined(sentences []string) map[string]string {
	sources := make([]Source, len(sentences))
	for i, s := range sentences {
		sources[i].Text = s
	}
	return findAbbreviations(sources)
}

// Shortened returns a sentence without its repeated definitions of abbreviations. defined is the
// result of Defined for the preceding sentences. Quotations are kept.
func Shortened(s string, defined map[string]string) string {
	if len(defined) == 0 || len(s) > maxSentence {
		return s
	}
	var b strings.Builder
	done := 0
	for _, at := range bracketed.FindAllStringSubmatchIndex(s, 8) {
		short, before := s[at[2]:at[3]], strings.TrimRight(s[:at[0]], " ")
		long := defined[short]
		start := len(before) - len(long)
		if long == "" || start < done || !strings.EqualFold(before[start:], long) || inQuotation(s[:start]) {
			continue
		}
		b.WriteString(s[done:start])
		if article := lastWord(strings.TrimRight(s[:start], " ")); isArticle(article) {
			b.WriteString(s[start:len(before)]) // "a" or "an" depends on how the abbreviation is pronounced
		} else {
			b.WriteString(short)
		}
		done = at[1]
	}
	return b.String() + s[done:]
}

func isArticle(word string) bool {
	return strings.EqualFold(word, "a") || strings.EqualFold(word, "an")
}

// inQuotation reports whether a quotation is open at the end of s.
func inQuotation(s string) bool { return strings.LastIndex(s, "“") > strings.LastIndex(s, "”") }
