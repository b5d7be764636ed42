package text

import "strings"

// CiteMark stands for a citation in the text of a manuscript's sentence.
const CiteMark = "[CITE]"

// WithoutCiteMarks replaces citations by blanks.
func WithoutCiteMarks(s string) string { return strings.ReplaceAll(s, CiteMark, " ") }

// Last returns the last sentence without its citations, or "".
func Last(sentences []string) string {
	if len(sentences) == 0 {
		return ""
	}
	return WithoutCiteMarks(sentences[len(sentences)-1])
}
