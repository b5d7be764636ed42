package doc

import (
	"sort"
	"strings"
)

// Prose is the running text of a paragraph, without markup. text.CiteMark replaces each citation.
type Prose struct {
	Text   string
	pieces []piece
}

// A piece is a part of the text. If end is 0, the piece corresponds byte for byte to the source
// from start; otherwise it represents the range from start to end as a whole.
type piece struct{ at, start, end int }

// proseOf returns the prose of a paragraph. from and to contain the source range of each byte.
func proseOf(text string, from, to []int) Prose {
	p := Prose{Text: text}
	for i := range from {
		exact := to[i] == from[i]+1
		if i > 0 {
			wasExact := to[i-1] == from[i-1]+1
			if exact && wasExact && from[i] == from[i-1]+1 || !exact && !wasExact && from[i] == from[i-1] {
				continue
			}
		}
		next := piece{at: i, start: from[i]}
		if !exact {
			next.end = to[i]
		}
		p.pieces = append(p.pieces, next)
	}
	return p
}

// Source returns the source range that a range of the text represents.
func (p Prose) Source(text Span) Span {
	if text.Start >= text.End || len(p.pieces) == 0 {
		return Span{}
	}
	return Span{p.byteAt(text.Start).Start, p.byteAt(text.End - 1).End}
}

func (p Prose) byteAt(at int) Span {
	piece := p.pieces[max(0, sort.Search(len(p.pieces), func(i int) bool { return p.pieces[i].at > at })-1)]
	if piece.end > 0 {
		return Span{piece.start, piece.end}
	}
	return Span{piece.start + at - piece.at, piece.start + at - piece.at + 1}
}

// Within returns the range of the text that represents a range of the source.
func (p Prose) Within(source Span) Span {
	return Span{p.offset(source.Start), p.offset(source.End)}
}

// offset returns the offset of the first byte in the text that represents the given offset of the
// source or a later one.
func (p Prose) offset(source int) int {
	i := sort.Search(len(p.pieces), func(i int) bool { return p.pieces[i].start >= source })
	end := len(p.Text)
	if i < len(p.pieces) {
		end = p.pieces[i].at
	}
	if i == 0 || p.pieces[i-1].end > 0 {
		return end
	}
	return min(end, p.pieces[i-1].at+source-p.pieces[i-1].start)
}

// splits reports whether an offset is inside a range of the source that the text represents as a whole,
// before its trailing blanks.
func (p Prose) splits(source string, at int) bool {
	i := sort.Search(len(p.pieces), func(i int) bool { return p.pieces[i].start >= at })
	return i > 0 && p.pieces[i-1].end > at && strings.TrimSpace(source[at:p.pieces[i-1].end]) != ""
}
