package corpus

import "strings"

// texGroups finds the arguments of commands in a text. Where each group ends is
// looked for once for all, so that many that are not closed cost no more.
type texGroups struct {
	text    string
	ends    []uint32 // where the group that opens at an offset closes, 0 where none does
	looked  bool
	from    int // where "]" was looked for last
	bracket int // and found, -1 where there was none
}

// find fills in ends. Offsets fit: maxSource bounds the text.
func (g *texGroups) find() {
	g.ends = make([]uint32, len(g.text))
	var open []uint32
	for i := 0; i < len(g.text); i++ {
		switch g.text[i] {
		case '\\':
			i++
		case '{':
			open = append(open, uint32(i))
		case '}':
			if last := len(open) - 1; last >= 0 {
				g.ends[open[last]] = uint32(i)
				open = open[:last]
			}
		}
	}
}

// braced returns what is inside of the group that s starts with, which is an
// end of the text, and what follows it.
func (g *texGroups) braced(s string) (inside, rest string) {
	if g.ends == nil {
		g.find()
	}
	at := len(g.text) - len(s)
	if end := int(g.ends[at]); end > at {
		return g.text[at+1 : end], g.text[end+1:]
	}
	return "", s
}

// arguments skips optional arguments and white space, and returns the braced one.
func (g *texGroups) arguments(s string) (inside, rest string) {
	s = strings.TrimLeft(s, " \t\n*")
	for strings.HasPrefix(s, "[") {
		end := g.closing(len(g.text) - len(s))
		if end < 0 {
			return "", s
		}
		s = strings.TrimLeft(g.text[end+1:], " \t\n")
	}
	if !strings.HasPrefix(s, "{") {
		return "", s
	}
	return g.braced(s)
}

// closing is the first "]" from at on, -1 where there is none.
func (g *texGroups) closing(at int) int {
	if g.looked && g.from <= at && (at <= g.bracket || g.bracket < 0) {
		return g.bracket
	}
	g.looked, g.from = true, at
	if g.bracket = strings.IndexByte(g.text[at:], ']'); g.bracket >= 0 {
		g.bracket += at
	}
	return g.bracket
}
