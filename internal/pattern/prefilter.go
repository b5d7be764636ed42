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
	return f.in(s)
}

// Non-ASCII letters that equal "k" and "s" if case is ignored.
const (
	kelvinSign = "\u212A"
	longS      = "\u017F"
)

// in reports whether s, between two edges, contains one of the strings.
func (f *prefilter) in(s string) bool {
	low := &unfolded
	if f.fold {
		low = &folded
	}
	last := edge[0]
	for i := range len(s) + 1 {
		next := edge[0]
		if i < len(s) {
			next = low[s[i]]
		}
		start := startOf(last, next)
		last = next
		if f.starts[bit(start)/64]&(1<<(bit(start)%64)) == 0 {
			continue
		}
		for _, wanted := range f.strings[start] {
			if beginsAt(s, i-1, wanted, low) {
				return true
			}
		}
	}
	return false
}

// beginsAt reports whether a string begins at an offset of s, where the edges are at -1 and len(s).
func beginsAt(s string, at int, wanted string, low *[256]byte) bool {
	if at+len(wanted) > len(s)+len(edge) {
		return false
	}
	for i := range len(wanted) {
		c := edge[0]
		if at+i >= 0 && at+i < len(s) {
			c = low[s[at+i]]
		}
		if c != wanted[i] {
			return false
		}
	}
	return true
}

// unfolded maps each byte to itself, and folded maps upper-case letters in ASCII to lower case.
var unfolded, folded = func() (same, lower [256]byte) {
	for c := range 256 {
		same[c], lower[c] = byte(c), byte(c)
		if 'A' <= c && c <= 'Z' {
			lower[c] = byte(c) + 'a' - 'A'
		}
	}
	return same, lower
}()
