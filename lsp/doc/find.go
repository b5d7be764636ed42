package doc

import (
	"slices"
	"strings"
)

// A Finder searches a text for marks, such as delimiters, on behalf of a scanner that reads from
// left to right. It caches the last position found for each mark, so that unclosed marks do not
// cause repeated searches of the same text.
type Finder struct {
	text  string
	found map[string]Span // start of the last search and position found, keyed by mark
}

// Index returns the offset of the first mark at or after from, or the length of the text.
func (f *Finder) Index(mark string, from int) int {
	if last, ok := f.found[mark]; ok && last.Start <= from && from <= last.End {
		return last.End
	}
	at := len(f.text)
	if n := strings.Index(f.text[from:], mark); n >= 0 {
		at = from + n
	}
	return f.remember(mark, from, at)
}

// IndexFunc is like Index, but finds the first position at which isThere returns true. It caches
// positions under name.
func (f *Finder) IndexFunc(name string, from int, isThere func(at int) bool) int {
	if last, ok := f.found[name]; ok && last.Start <= from && from <= last.End {
		return last.End
	}
	at := from
	for at < len(f.text) && !isThere(at) {
		at++
	}
	return f.remember(name, from, at)
}

func (f *Finder) remember(name string, from, at int) int {
	if f.found == nil {
		f.found = make(map[string]Span)
	}
	f.found[name] = Span{from, at}
	return at
}

// Pairs finds matching brackets. If queries come from left to right, it reads the text only once,
// regardless of the number of unclosed brackets.
type Pairs struct {
	start, at int   // range of the text read so far
	open      []int // offsets of the unmatched opening brackets, ascending
	partner   map[int]int
}

// A Bracket classifies the character at an offset.
type Bracket int

// The kinds of characters. A bracket that is open at a barrier stays unmatched.
const (
	NoBracket Bracket = iota
	Opening
	Closing
	Barrier
)

// Of returns the offset of the bracket that closes the one at from, or -1 if no bracket before
// limit does. next returns the kind of the character at an offset and the offset of the character
// to read after it.
func (p *Pairs) Of(from, limit int, next func(at int) (Bracket, int)) int {
	if !p.knows(from) {
		*p = Pairs{start: from, at: from, partner: make(map[int]int), open: p.open[:0]}
	}
	for p.at < limit && p.isOpen(from) || p.at == from {
		p.step(next)
	}
	if closing, ok := p.partner[from]; ok && closing < limit {
		return closing
	}
	return -1
}

// knows reports whether the bracket at from has been read already.
func (p *Pairs) knows(from int) bool {
	if _, closed := p.partner[from]; closed || p.isOpen(from) {
		return true
	}
	return len(p.open) == 0 && p.start <= from && from < p.at && p.at > 0
}

func (p *Pairs) isOpen(from int) bool {
	_, found := slices.BinarySearch(p.open, from)
	return found
}

func (p *Pairs) step(next func(at int) (Bracket, int)) {
	bracket, after := next(p.at)
	switch bracket {
	case Opening:
		p.open = append(p.open, p.at)
	case Closing:
		if n := len(p.open); n > 0 {
			p.partner[p.open[n-1]] = p.at
			p.open = p.open[:n-1]
		}
	case Barrier:
		p.open = p.open[:0]
	}
	p.at = after
}

// Set returns the set of names in a text, which are separated by white space.
func Set(names string) map[string]bool {
	all := make(map[string]bool)
	for name := range strings.FieldsSeq(names) {
		all[name] = true
	}
	return all
}
