package doc

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// HasSiteWithin reports whether words that end at an offset inside a sentence can be cited there.
func (m *Manuscript) HasSiteWithin(source string, offset int) bool {
	s, ok := m.SentenceAt(offset)
	if ok {
		_, ok = m.siteWithin(source, s, offset, false)
	}
	return ok
}

// siteWithin returns the site for a citation of the words that end at an offset. It is after the
// formatting and the quotation marks that end there, and before punctuation unless after is set. ok is
// false in words, comments, code and formulas.
func (m *Manuscript) siteWithin(source string, s Sentence, offset int, after bool) (site MarkSite, ok bool) {
	at := len(strings.TrimRight(source[:offset], " \t\r\n"))
	if !after {
		at = len(strings.TrimRight(source[:at], ",;:"))
	}
	at = m.afterClosing(source, at)
	if after {
		at += len(source[at:]) - len(strings.TrimLeft(source[at:], ",;:"))
	}
	if at <= s.Start || at >= s.Stop || m.IsMasked(at) || m.IsCode(at) {
		return site, false
	}
	site = MarkSite{At: at, AfterStop: after, Joins: m.citationNextTo(source, at)}
	return site, site.Joins != nil || m.endsWord(source, at)
}

// afterClosing returns the offset after the groups and quotation marks that end at an offset.
func (m *Manuscript) afterClosing(source string, at int) int {
	for _, g := range slices.Backward(m.groupsAround(at)) {
		if at <= g.Closing && strings.Trim(source[at:g.Closing], groupEnds) == "" {
			at = g.End
		}
	}
	at = m.afterEmphasis(source, at)
	for _, quote := range []string{"''", "”", "“", "’", "»", "«", `"`} {
		if rest, ok := strings.CutPrefix(source[at:], quote); ok && startsPause(rest) {
			return at + len(quote)
		}
	}
	return at
}

// citationNextTo returns the parenthetical citation that ends at an offset or follows it, or nil.
func (m *Manuscript) citationNextTo(source string, at int) *Citation {
	for i := max(0, m.citationBefore(at)); i < len(m.Citations); i++ {
		c := m.Citations[i]
		if c.Start >= at && strings.Trim(source[at:c.Start], " ~\t\r\n") != "" {
			return nil
		}
		if (c.End == at || c.Start >= at) && !c.Aside && !c.Textual && len(c.Lists) > 0 {
			return &c
		}
	}
	return nil
}

// endsWord reports whether the text at an offset separates words. Other characters could change the
// meaning of the citation, or continue the word in the markup of the document.
func (m *Manuscript) endsWord(source string, at int) bool {
	return startsPause(source[at:]) || slices.ContainsFunc(m.Notes, func(n Span) bool { return n.Start == at })
}

// startsPause reports whether a text begins with a blank, punctuation or a dash.
func startsPause(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case s == "" || unicode.IsSpace(r) || strings.ContainsRune("~!?)…—–", r):
		return true
	case strings.ContainsRune(",;:.", r):
		next, _ := utf8.DecodeRuneInString(s[size:])
		return !unicode.IsLetter(next) && !unicode.IsDigit(next)
	}
	return strings.HasPrefix(s, "--")
}

// afterEmphasis returns the offset after the emphasis that ends at an offset; see Manuscript.Emphasis.
func (m *Manuscript) afterEmphasis(source string, at int) int {
	rest := source[at:]
	if rest == "" || !strings.Contains(m.Emphasis, rest[:1]) || !startsPause(rest[1:]) {
		return at
	}
	paragraph := source[max(0, strings.LastIndex(source[:at], "\n\n")):at]
	if strings.Count(paragraph, rest[:1])%2 == 0 {
		return at
	}
	return at + 1
}
