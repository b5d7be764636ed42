package doc

import (
	"slices"
	"strings"
)

// A Finder finds marks in a text for a scanner that goes from left to right. It
// remembers where it found each one last, so that many openings which nothing
// closes do not search the same text each.
type Finder struct {
	text  string
	found map[string]Span // from where a mark was looked for, and where it is
}

// NewFinder returns a Finder for a text.
func NewFinder(text string) Finder { return Finder{text: text} }

// Index is the offset of the first mark at or after from, the length of the
// text where there is none.
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

// IndexFunc is Index for a place that a function describes, remembered by name.
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

// Pairs finds the partners of brackets. It reads a text once, however many
// brackets are open, as long as it is asked from left to right.
type Pairs struct {
	start, at int   // what was read
	open      []int // brackets without a partner yet, in order
	partner   map[int]int
}

// A Bracket is what Pairs meets at an offset.
type Bracket int

// The brackets, and a barrier that none is closed behind.
const (
	NoBracket Bracket = iota
	Opening
	Closing
	Barrier
)

// Of is where the bracket closes that is at from, -1 where it does not before
// limit. next says what is at an offset and where to go on.
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

// knows reports whether from was read as a bracket, or in one that met a barrier.
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

// Square is what Of needs to pair the square brackets of a text.
func Square(text string) func(at int) (Bracket, int) {
	return func(at int) (Bracket, int) {
		switch text[at] {
		case '[':
			return Opening, at + 1
		case ']':
			return Closing, at + 1
		}
		return NoBracket, at + 1
	}
}
