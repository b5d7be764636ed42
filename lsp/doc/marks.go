package doc

import (
	"sort"
	"sync"
	"unicode/utf8"
)

// longLine is from how many bytes on a position in a line is found by marks.
// Counting from the start of the line each time would make a file of one line,
// as some tools write them, cost its square.
const longLine = 8 << 10

// markEvery is how many bytes lie between two marks.
const markEvery = 4 << 10

// A mark says how many characters of each kind stand before a byte of the text.
type mark struct {
	at           int
	utf16, runes int
}

func (m mark) units(e Encoding) int {
	switch e {
	case UTF8:
		return m.at
	case UTF16:
		return m.utf16
	}
	return m.runes
}

// marks are those of a text that has long lines, made when they are first needed.
type marks struct {
	once sync.Once
	all  []mark
}

// of returns the marks of a text; the first is its start.
func (m *marks) of(text string) []mark {
	m.once.Do(func() {
		now := mark{}
		for now.at < len(text) {
			if len(m.all) <= now.at/markEvery {
				m.all = append(m.all, now)
			}
			r, size := utf8.DecodeRuneInString(text[now.at:])
			now = mark{now.at + size, now.utf16 + UTF16.width(r, size), now.runes + 1}
		}
	})
	return m.all
}

// unitsBefore is how many characters stand before a byte offset of the text.
func (s *Snapshot) unitsBefore(offset int, e Encoding) int {
	all := s.marks.of(s.Text)
	near := mark{}
	if n := sort.Search(len(all), func(i int) bool { return all[i].at > offset }); n > 0 {
		near = all[n-1]
	}
	return near.units(e) + countUnits(s.Text[near.at:], offset-near.at, e)
}

// markBefore is the offset of a mark in the line from start to end, with at most
// so many characters before it in the line, and how many these are.
func (s *Snapshot) markBefore(start, end, character int, e Encoding) (offset, units int) {
	all, first := s.marks.of(s.Text), s.unitsBefore(start, e)
	n := sort.Search(len(all), func(i int) bool { return all[i].units(e) > first+character || all[i].at > end })
	if n == 0 || all[n-1].at <= start {
		return start, 0
	}
	return all[n-1].at, all[n-1].units(e) - first
}

// countUnits counts the characters that begin before end.
func countUnits(text string, end int, e Encoding) (units int) {
	for at := 0; at < end; {
		r, size := utf8.DecodeRuneInString(text[at:])
		units += e.width(r, size)
		at += size
	}
	return units
}
