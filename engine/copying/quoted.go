package copying

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// closings maps each opening quotation mark to the marks that close it. The closing German mark is the
// opening English one.
var closings = map[rune]string{
	'“': "”", '„': "“”", '‟': "”", '«': "»", '»': "«", '‹': "›", '›': "‹", '‘': "’", '‚': "‘’", '"': `"`,
	'「': "」", '『': "』",
}

// Quoted returns the ranges of a paragraph inside quotation marks, without the marks. A mark without
// a partner in the paragraph is ignored.
func Quoted(paragraph string) (all []Span) {
	last := lastClosings(paragraph)
	if len(last) == 0 {
		return nil
	}
	start, closing := -1, ""
	before := ' '
	for at, r := range paragraph {
		closesLater := func(mark rune) bool { return last[mark] > at }
		switch {
		case start < 0:
			marks := closings[r]
			if strings.ContainsFunc(marks, closesLater) && opens(before, r, paragraph[at:]) {
				start, closing = at+utf8.RuneLen(r), marks
			}
		case strings.ContainsRune(closing, r) && closes(before, r, paragraph[at:]):
			all = append(all, Span{start, at})
			start = -1
		}
		before = r
	}
	return all
}

// lastClosings returns the last offset of each mark that may close a quotation.
func lastClosings(paragraph string) map[rune]int {
	var last map[rune]int
	before := ' '
	for at, r := range paragraph {
		if (r == '"' || r >= '«') && strings.ContainsRune(everyClosing, r) && closes(before, r, paragraph[at:]) {
			if last == nil {
				last = make(map[rune]int)
			}
			last[r] = at
		}
		before = r
	}
	return last
}

var everyClosing = strings.Join(slices.Collect(maps.Values(closings)), "")

// opens reports whether the mark at the start of rest opens a quotation. before is the character before
// the mark.
func opens(before, mark rune, rest string) bool {
	return mark != '"' && mark != '‘' || !isWordRune(before) && !strings.ContainsRune(" \t\n", next(rest))
}

// closes reports whether a mark closes a quotation. The mark ’ may be an apostrophe instead.
func closes(before, mark rune, rest string) bool {
	switch mark {
	case '’':
		return !isWordRune(next(rest))
	case '"':
		return !unicode.IsSpace(before) && !isWordRune(next(rest))
	}
	return true
}

// next returns the second character of s.
func next(s string) rune {
	_, size := utf8.DecodeRuneInString(s)
	r, _ := utf8.DecodeRuneInString(s[size:])
	return r
}
