package text

import "strings"

// CiteMark replaces a citation in the text of a manuscript.
const CiteMark = "[CITE]"

// WithoutCiteMarks replaces citation marks with spaces.
func WithoutCiteMarks(s string) string { return strings.ReplaceAll(s, CiteMark, " ") }

// Last returns the last sentence without its citation marks, or "".
func Last(sentences []string) string {
	if len(sentences) == 0 {
		return ""
	}
	return WithoutCiteMarks(sentences[len(sentences)-1])
}
