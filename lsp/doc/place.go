package doc

import (
	"slices"
	"strings"
)

// endOfWriting returns the offset at which to insert a sentence after s, which is after the notes
// and the formatting of s.
func (m *Manuscript) endOfWriting(s Sentence) int {
	for {
		at := m.outside(s.Tail, m.Paragraphs[s.Paragraph].End)
		next, ok := m.SentenceAt(at)
		if !ok || next.Start <= s.Start || at == next.Start {
			return at
		}
		s = next // the emphasis extends into the next sentence, so insert after that
	}
}

// outside returns the end of the inline groups around an offset. It ignores groups that extend
// beyond the paragraph.
func (m *Manuscript) outside(at, paragraphEnd int) int {
	for _, g := range m.groupsAround(at) {
		if g.Inline && g.End <= paragraphEnd {
			at = max(at, g.End)
		}
	}
	return at
}

// groupsAround returns the groups around an offset, outermost first.
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

// enclosingEnd returns the end of the outermost group that contains the full stop of a sentence and
// ends with the sentence. A citation goes after that group.
func (m *Manuscript) enclosingEnd(source string, s Sentence) (end int, ok bool) {
	for _, g := range m.groupsAround(s.End) {
		if s.Stop < g.Closing && s.End <= g.Closing && strings.Trim(source[s.End:g.Closing], groupEnds) == "" {
			return g.End, true
		}
	}
	return 0, false
}

// groupEnds are the characters that may separate the end of a sentence from the end of its group.
const groupEnds = "}*_ \t\r\n"

// A MarkSite is a position for a citation.
type MarkSite struct {
	At        int
	Joins     *Citation // the citation to which to add the keys, or nil
	AfterStop bool      // the site is directly after a full stop, without a blank
	Lacks     Lack
}

// MarkSite returns the site for a citation mark at an offset. If mark.Within is set, that is the
// offset itself. Otherwise it is before the final full stop of the sentence there or, if after is
// set, directly after it. ok is false if no sentence is at offset.
func (m *Manuscript) MarkSite(source string, offset int, mark Mark, after bool) (site MarkSite, ok bool) {
	s, ok := m.SentenceAt(offset)
	if !ok {
		return MarkSite{At: offset}, false
	}
	if mark.Within {
		if site, ok := m.siteWithin(source, s, offset, after); ok {
			return site, true
		}
	}
	site = MarkSite{At: s.Stop, Lacks: s.Lacks}
	if end, closed := m.enclosingEnd(source, s); closed {
		site.At, site.AfterStop = end, after
	} else if after && s.Stop < s.End {
		site.At, site.AfterStop = s.End, true
	}
	site.Joins = m.citationOf(source, s, site.At)
	if !site.AfterStop {
		site.At = m.beforeNotes(source, site.At, s.Start)
	}
	return site, true
}

// citationOf returns the parenthetical citation at the end of a sentence. The citation ends at
// offset at or follows the full stop.
func (m *Manuscript) citationOf(source string, s Sentence, at int) *Citation {
	before := m.beforeNotes(source, at, s.Start)
	for i := m.citationBefore(s.Tail + 1); i >= 0 && m.Citations[i].End >= before; i-- {
		c := m.Citations[i]
		isItsOwn := c.End == at || c.End == before || c.AfterStop && s.Stop <= c.Start && c.End <= s.Tail
		if isItsOwn && !c.Aside && !c.Textual && len(c.Lists) > 0 {
			return &c
		}
	}
	return nil
}

// citationBefore returns the index of the last citation that starts before offset.
func (m *Manuscript) citationBefore(offset int) int {
	i, _ := slices.BinarySearchFunc(m.Citations, offset, func(c Citation, at int) int { return c.Start - at })
	return i - 1
}

// beforeNotes skips backwards over the notes that end at an offset and the blanks between them. It
// stops at notes after a comment.
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

// CitesAfterStop reports whether most citations with the given command follow the full stop of
// their sentence.
func (m *Manuscript) CitesAfterStop(command string) bool {
	after, all := 0, 0
	for _, c := range m.Citations {
		if c.Command == command && !c.Textual && !c.Aside {
			all++
			if c.AfterStop {
				after++
			}
		}
	}
	return after*2 > all
}

// Citable reports whether a citation can be inserted at offset: in running text, in a directive, or
// in a citation that is part of the running text.
func (m *Manuscript) Citable(offset int) bool {
	if !m.IsMasked(offset) || m.onDirective(offset) {
		return true
	}
	c, found := m.CitationAt(offset)
	return found && !c.Aside
}

// A Mark is a citation mark to insert: keys, without a sentence.
type Mark struct {
	Keys          []string
	Before, After string // prefix of the first key and locator of the last one, such as "see" and "p. 3"
	// Fits reports whether an incomplete key refers to the cited work, so that the mark should
	// replace it. If nil, no key does.
	Fits   func(typed string) bool
	Within bool // the citation belongs to the words before the offset, not to the whole sentence
}

// Replaces reports whether the mark should replace an incomplete key.
func (k Mark) Replaces(typed string) bool { return typed != "" && k.Fits != nil && k.Fits(typed) }

// An Edit replaces a range of the text. If the range is empty, the edit is an insertion.
type Edit struct {
	Span
	Text string
}

// Insertion returns an edit that inserts text.
func Insertion(at int, text string) Edit { return Edit{Span{at, at}, text} }

// Apply returns the edited text.
func (e Edit) Apply(source string) string { return source[:e.Start] + e.Text + source[e.End:] }
