package pattern

import (
	"slices"
	"strings"
)

// A finder looks for one of some strings by their first two bytes.
type finder struct {
	fold    bool
	single  string              // the only string, which package strings finds faster
	bytes   string              // that the strings are of, where some have one byte alone
	starts  [32]uint64          // a bit for each start that a string may have
	strings map[uint16][]string // by start; none where all texts may match
}

// longest is the text, in bytes, that is looked at: expressions are for sentences.
const longest = 4 << 10

func newFinder(t texts) finder {
	f := finder{fold: t.fold}
	short := func(s string) bool { return len(s) < 2 }
	switch {
	case len(t.some) == 0, slices.Contains(t.some, edge): // all texts may match
	case len(t.some) == 1 && !t.fold && !strings.Contains(t.some[0], edge):
		f.single = t.some[0]
	case !slices.ContainsFunc(t.some, short):
		f.strings = make(map[uint16][]string)
		for _, s := range t.some {
			start := startOf(s[0], s[1])
			f.starts[bit(start)/64] |= 1 << (bit(start) % 64)
			f.strings[start] = append(f.strings[start], s)
		}
	case len(t.some) <= maxClass && !t.fold:
		f.bytes = strings.Join(t.some, "")
	}
	return f
}

func startOf(first, second byte) uint16 { return uint16(first)<<8 | uint16(second) }

func bit(start uint16) uint16 { return (start>>8*37 + start) % (32 * 64) }

// mayMatch reports whether s has one of the strings; it may do so without any.
func (f *finder) mayMatch(s string) bool {
	if f.single != "" {
		return strings.Contains(s, f.single)
	}
	if f.bytes != "" {
		return strings.ContainsAny(s, f.bytes)
	}
	if f.strings == nil || len(s) > longest {
		return true
	}
	if f.fold && strings.ContainsAny(s, foldsToASCII) {
		return true
	}
	var room [longest + 2*len(edge)]byte
	text := append(append(append(room[:0], edge...), s...), edge...)
	if f.fold {
		for i, c := range text {
			if 'A' <= c && c <= 'Z' {
				text[i] = c + 'a' - 'A'
			}
		}
	}
	return f.in(text)
}

// foldsToASCII are the other letters that are k and s where case makes no difference: the
// sign of Kelvin and the long s.
const foldsToASCII = "\u212A\u017F"

func (f *finder) in(text []byte) bool {
	for i := range len(text) - 1 {
		start := startOf(text[i], text[i+1])
		if f.starts[bit(start)/64]&(1<<(bit(start)%64)) == 0 {
			continue
		}
		for _, s := range f.strings[start] {
			if len(s) <= len(text)-i && string(text[i:i+len(s)]) == s {
				return true
			}
		}
	}
	return false
}
