package corpus

import "strings"

// texGroups finds the arguments of commands. It computes the ends of all groups once, since searching
// again for each of many unclosed groups would take quadratic time.
type texGroups struct {
	text    string
	ends    []uint32 // ends[i] is the end of the group that opens at i; 0 if it is not closed
	looked  bool
	from    int // offset of the last search for "]"
	bracket int // offset found by that search, or -1
}

// find computes ends. Offsets fit in uint32, since maxSource limits the text.
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

// braced returns the group that starts s, which is a suffix of the text, and the text after it.
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

// arguments returns the next braced argument after any optional arguments and white space.
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

// closing returns the offset of the first "]" at or after at, or -1.
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
