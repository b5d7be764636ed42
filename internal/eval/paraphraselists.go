package eval

import (
	_ "embed" // needed for the go:embed directive
	"strings"
)

//go:embed paraphrase.txt
var paraphraseLists string

// listed returns the lines of a section in paraphrase.txt.
func listed(section string) (lines []string) {
	_, rest, _ := strings.Cut(paraphraseLists, "\n["+section+"]\n")
	for line := range strings.Lines(rest) {
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		lines = append(lines, line)
	}
	return lines
}

// listedPairs returns the lines of a section in paraphrase.txt as a map. A colon divides each line
// into key and value.
func listedPairs(section string) map[string]string {
	pairs := make(map[string]string)
	for _, line := range listed(section) {
		key, value, _ := strings.Cut(line, ": ")
		pairs[key] = value
	}
	return pairs
}
