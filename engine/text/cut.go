package text

import "unicode/utf8"

// Cut truncates s to at most n bytes, at a character boundary.
func Cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// Overlap returns the share of a's elements that are also in b, or 0 if a is empty.
func Overlap(a, b map[string]bool) float64 {
	if len(a) == 0 {
		return 0
	}
	common := 0
	for term := range a {
		if b[term] {
			common++
		}
	}
	return float64(common) / float64(len(a))
}
