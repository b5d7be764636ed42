package reference

import (
	"strconv"
	"strings"
)

// labelled returns a single page after "p.", or several pages in the given form after "pp.".
func labelled(pages string, form func(string) string) string {
	if strings.ContainsAny(pages, "–,") {
		return "pp. " + form(pages)
	}
	return enclosed("p. ", pages, "")
}

// rangeOf parses a range such as "1137–1155". ok is false for anything else.
func rangeOf(pages string) (first, last int, ok bool) {
	a, b, found := strings.Cut(pages, "–")
	b = strings.TrimLeft(b, "–")
	first, last = number(a), number(b)
	if !found || first == 0 || last == 0 {
		return 0, 0, false
	}
	if len(b) < len(a) { // the last page is abbreviated, as in 1496–500
		last = number(a[:len(a)-len(b)] + b)
	}
	return first, last, true
}

func fullRange(pages string) string {
	if first, last, ok := rangeOf(pages); ok {
		return strconv.Itoa(first) + "–" + strconv.Itoa(last)
	}
	return pages
}

// shortRange abbreviates the last page of a range as described in the Chicago Manual.
func shortRange(pages string) string {
	first, last, ok := rangeOf(pages)
	if !ok {
		return pages
	}
	a, b := strconv.Itoa(first), strconv.Itoa(last)
	if first < 100 || first%100 == 0 || len(a) != len(b) || last < first {
		return a + "–" + b
	}
	same := 0
	for a[same] == b[same] && same < len(a)-1 {
		same++
	}
	if first%100 >= 10 {
		same = min(same, len(b)-2)
	}
	if len(b) == 4 && len(b)-same == 3 {
		same = 0
	}
	return a + "–" + b[same:]
}

func twoDigitRange(pages string) string { return sharedDigits(pages, 2) }

func minimalRange(pages string) string { return sharedDigits(pages, 1) }

// sharedDigits omits the leading digits that the last page shares with the first page, but keeps at
// least kept digits.
func sharedDigits(pages string, kept int) string {
	first, last, ok := rangeOf(pages)
	if !ok {
		return pages
	}
	a, b := strconv.Itoa(first), strconv.Itoa(last)
	same := 0
	for len(a) == len(b) && same < len(b)-kept && a[same] == b[same] {
		same++
	}
	return a + "–" + b[same:]
}
