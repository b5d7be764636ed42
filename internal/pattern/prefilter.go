package pattern

import (
	"slices"
	"strings"
)

// A prefilter searches a text for the required strings of an expression. It finds candidates by the
// first two bytes of each string.
type prefilter struct {
	fold    bool
	single  string              // the only required string; strings.Contains is faster for it
	bytes   string              // characters of all required strings, if one of the strings has a single byte
	starts  [32]uint64          // bit set of hashes of the strings' first two bytes
	strings map[uint16][]string // required strings by their first two bytes; nil if any text may match
}

// longest is the maximum length of a text that the prefilter searches, in bytes. Most texts are
// single sentences.
const longest = 2 << 10

func newPrefilter(t literals) prefilter {
	f := prefilter{fold: t.fold}
	short := func(s string) bool { return len(s) < 2 }
	switch {
	case len(t.any) == 0, slices.Contains(t.any, edge): // any text may match, so the prefilter stays empty
	case len(t.any) == 1 && !t.fold && !strings.Contains(t.any[0], edge):
		f.single = t.any[0]
	case !slices.ContainsFunc(t.any, short):
		f.strings = make(map[uint16][]string)
		for _, s := range t.any {
			start := startOf(s[0], s[1])
			f.starts[bit(start)/64] |= 1 << (bit(start) % 64)
			f.strings[start] = append(f.strings[start], s)
		}
	case len(t.any) <= maxClass && !t.fold:
		f.bytes = strings.Join(t.any, "")
	}
	return f
}

func startOf(first, second byte) uint16 { return uint16(first)<<8 | uint16(second) }

func bit(start uint16) uint16 { return (start>>8*37 + start) % (32 * 64) }

// mayMatch reports whether s may contain a match. If it returns false, s contains none.
func (f *prefilter) mayMatch(s string) bool {
	if f.single != "" {
		return strings.Contains(s, f.single)
	}
	if f.bytes != "" {
		return strings.ContainsAny(s, f.bytes)
	}
	if f.strings == nil || len(s) > longest {
		return true
	}
	if f.fold && (strings.Contains(s, kelvinSign) || strings.Contains(s, longS)) {
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

// Non-ASCII letters that equal "k" and "s" if case is ignored.
const (
	kelvinSign = "\u212A"
	longS      = "\u017F"
)

func (f *prefilter) in(text []byte) bool {
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
