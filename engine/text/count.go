package text

import (
	"strconv"
	"strings"
)

// Count returns a count with its noun: "1 file", "2 files".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

// And joins things as in a sentence: "title, author and year".
func And(things []string) string {
	last := len(things) - 1
	if last < 1 {
		return strings.Join(things, "")
	}
	return strings.Join(things[:last], ", ") + " and " + things[last]
}
