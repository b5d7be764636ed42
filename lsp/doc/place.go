package doc

import (
	"slices"
	"strings"
)

// endOfWriting is where a sentence goes that follows another one: behind the
// notes that hang on it, and behind what it is set in.
func (m *Manuscript) endOfWriting(s Sentence) int {
	for {
		at := m.outside(s.Tail, m.Paragraphs[s.Paragraph].End)
		next, ok := m.SentenceAt(at)
		if !ok || next.Start <= s.Start || at == next.Start {
			return at
		}
		s = next // the emphasis goes on in another sentence
	}
}

// outside is where the inline groups end that an offset is in, but for those that
// go on behind its paragraph.
func (m *Manuscript) outside(at, paragraphEnd int) int {
	for _, g := range m.groupsAround(at) {
		if g.Inline && g.End <= paragraphEnd {
			at = max(at, g.End)
		}
	}
	return at
}

// groupsAround are the groups that an offset is inside of, the outermost first.
func (m *Manuscript) groupsAround(at int) (around []Group) {
	for _, g := range m.Groups {
		if g.Start >= at {
			break
		}
		if at < g.End {
			around = append(around, g)
		}
	}
	return around
}

// closedBehind is the end of the outermost group that closes with the sentence,
// its stop inside: a mark goes behind that.
func (m *Manuscript) closedBehind(source string, s Sentence) (end int, ok bool) {
	for _, g := range m.groupsAround(s.End) {
		if s.Stop < g.Closing && s.End <= g.Closing && strings.Trim(source[s.End:g.Closing], groupEnds) == "" {
			return g.End, true
		}
	}
	return 0, false
}

// groupEnds may be between the end of a sentence and that of its group.
const groupEnds = "}*_ \t\r\n"

// A MarkSite is where a mark goes.
type MarkSite struct {
	At     int
	Joins  *Citation // the citation that takes the key; nil where there is none
	Behind bool      // right behind a full stop: no blank goes before it
	Lacks  Lack
}

// MarkSite is where a citation goes that belongs to the sentence at offset:
// before its final stop or, where behind is true, right behind it. ok is false
// where there is no sentence.
func (m *Manuscript) MarkSite(source string, offset int, behind bool) (site MarkSite, ok bool) {
	s, ok := m.SentenceAt(offset)
	if !ok {
		return MarkSite{At: offset}, false
	}
	site = MarkSite{At: s.Stop, Lacks: s.Lacks}
	if end, closed := m.closedBehind(source, s); closed {
		site.At, site.Behind = end, behind
	} else if behind && s.Stop < s.End {
		site.At, site.Behind = s.End, true
	}
	site.Joins = m.citationOf(source, s, site.At)
	if !site.Behind {
		site.At = m.beforeNotes(source, site.At, s.Start)
	}
	return site, true
}

// citationOf is the citation in parentheses that ends a sentence: where a mark
// would go, or behind the full stop.
func (m *Manuscript) citationOf(source string, s Sentence, at int) *Citation {
	before := m.beforeNotes(source, at, s.Start)
	for i := m.citationBefore(s.Tail + 1); i >= 0 && m.Citations[i].End >= before; i-- {
		c := m.Citations[i]
		isItsOwn := c.End == at || c.End == before || c.Behind && s.Stop <= c.Start && c.End <= s.Tail
		if isItsOwn && !c.Aside && !c.Textual && len(c.Lists) > 0 {
			return &c
		}
	}
	return nil
}

// citationBefore is the last citation that starts before offset.
func (m *Manuscript) citationBefore(offset int) int {
	i, _ := slices.BinarySearchFunc(m.Citations, offset, func(c Citation, at int) int { return c.Start - at })
	return i - 1
}

// beforeNotes goes before the notes that end at an offset, and the blanks
// between, but for those behind a comment.
func (m *Manuscript) beforeNotes(source string, at, start int) int {
	for {
		i := slices.IndexFunc(m.Notes, func(n Span) bool { return n.End == at })
		if i < 0 || m.Notes[i].Start < start || m.isCitation(m.Notes[i]) {
			return at
		}
		at = m.Notes[i].Start
		if bare := len(strings.TrimRight(source[:at], " \t\r\n")); bare > start && !m.IsCode(bare) {
			at = bare
		}
	}
}

func (m *Manuscript) isCitation(span Span) bool {
	c, found := m.CitationAt(span.Start + 1)
	return found && c.Span == span
}

// PrefersBehind reports whether the citations by a command hang on the full stop
// of their sentence more often than not.
func (m *Manuscript) PrefersBehind(command string) bool {
	behind, all := 0, 0
	for _, c := range m.Citations {
		if c.Command == command && !c.Textual && !c.Aside {
			all++
			if c.Behind {
				behind++
			}
		}
	}
	return behind*2 > all
}

// Citable reports whether something can be cited at offset: in running text, on
// a directive, in a citation, or in an inset of its own.
func (m *Manuscript) Citable(offset int) bool {
	if !m.IsMasked(offset) {
		return true
	}
	for _, d := range m.Directives {
		if d.Contains(offset) {
			return true
		}
	}
	c, found := m.CitationAt(offset)
	return found && !c.Aside
}
