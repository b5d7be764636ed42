package text

import "strings"

// CiteMark is how the scanners of manuscripts write a citation in a sentence's text.
const CiteMark = "[CITE]"

// WithoutCiteMarks has a space in place of each citation.
func WithoutCiteMarks(s string) string { return strings.ReplaceAll(s, CiteMark, " ") }

// Last is the last of sentences without its citations, "" where there are none.
func Last(sentences []string) string {
	if len(sentences) == 0 {
		return ""
	}
	return WithoutCiteMarks(sentences[len(sentences)-1])
}
