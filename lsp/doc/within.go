package doc

import (
	"regexp"
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
	at := beforeBreak(source, offset)
	if !after {
		at = m.beforePause(source, s, at)
	}
	at = m.afterClosing(source, s, m.afterLocator(source, at))
	if after {
		at += len(source[at:]) - len(strings.TrimLeft(source[at:], ",;:"))
	}
	if at <= s.Start || at >= s.Stop || m.isApart(source, at) || m.Prose[s.Paragraph].splits(source, at) ||
		inLabel(source[m.Paragraphs[s.Paragraph].Start:at]) || lacksArgument(source, at) {
		return site, false
	}
	site = MarkSite{At: at, AfterStop: after, Joins: m.citationNextTo(source, at)}
	return site, site.Joins != nil || m.endsWord(source, at)
}

// beforeBreak returns the offset before the blanks and the forced line breaks that end at an offset.
func beforeBreak(source string, at int) int {
	for {
		bare := strings.TrimRight(source[:at], " \t\r\n")
		switch {
		case strings.HasSuffix(bare, `\\`):
			at = len(bare) - 2
		case strings.HasSuffix(bare, `\`) && startsPause(source[len(bare)-1:]):
			at = len(bare) - 1
		default:
			return len(bare)
		}
	}
}

// beforePause returns the offset before the commas, semicolons and colons that end at an offset. A word
// with several colons, such as ":smile:", may be a name, and a semicolon may end an entity of HTML.
func (m *Manuscript) beforePause(source string, s Sentence, at int) int {
	word := source[strings.LastIndexAny(source[:at], " \t\r\n")+1 : at]
	if strings.Count(word, ":") > 1 || entity.MatchString(word) {
		return at
	}
	for at > 0 && strings.IndexByte(",;:", source[at-1]) >= 0 && m.prints(source, s, at) {
		at--
	}
	return at
}

var entity = regexp.MustCompile(`(^|[^\\])&#?[0-9A-Za-z]+;$`)

// prints reports whether the character before an offset is printed as it is. Otherwise, it is part of
// a command, such as "\,".
func (m *Manuscript) prints(source string, s Sentence, at int) bool {
	prose := m.Prose[s.Paragraph]
	t := prose.Within(Span{at - 1, at})
	return t.End == t.Start+1 && prose.Text[t.Start] == source[at-1]
}

// isApart reports whether an offset is in a comment, in code or in a formula, or directly after a line
// comment or a displayed text.
func (m *Manuscript) isApart(source string, at int) bool {
	isInside := func(s Span) bool {
		return s.Start < at && (at < s.End || at == s.End && lineComment.MatchString(source[s.Start:s.End]))
	}
	return m.IsMasked(at) || slices.ContainsFunc(m.Code, isInside) ||
		displayEnd.MatchString(source[max(0, at-maxEnvironment):at])
}

const maxEnvironment = 40 // maximum length of the end of an environment

var (
	lineComment = regexp.MustCompile("^(%|//|# |[^\n]*\n)") // also matches code of several lines
	displayEnd  = regexp.MustCompile(`(\\\]|\$\$|\\end\{[a-zA-Z]+\*?\})$`)
)

// afterLocator returns the end of the locator of a citation in Pandoc's form "@key [p. 3]" if an offset
// is in it or before it, or else the offset.
func (m *Manuscript) afterLocator(source string, at int) int {
	i := m.citationBefore(at)
	if i < 0 || !m.Citations[i].Textual || source[m.Citations[i].Start] != '@' || m.Citations[i].End > at {
		return at
	}
	end := m.Citations[i].End
	if l := locator.FindStringSubmatchIndex(source[end:min(len(source), end+MaxSpan)]); l != nil && at < end+l[3] {
		return end + l[3]
	}
	return at
}

// locator matches brackets that do not start a note, a citation or a link.
var locator = regexp.MustCompile(`^[ \t]*\r?\n?[ \t]*(\[[^\[\]@^]*\])(?:[^\[({]|$)`)

// inLabel reports whether a text ends in the brackets of the label of a link: [words][label].
func inLabel(before string) bool {
	open := strings.LastIndexAny(before, "[]")
	return open > 0 && before[open-1:open+1] == "]["
}

// lacksArgument reports whether a control word ends at an offset and its argument follows.
func lacksArgument(source string, at int) bool {
	rest := strings.TrimLeft(source[at:], " \t")
	name := strings.TrimRightFunc(source[:at], func(r rune) bool { return r < utf8.RuneSelf && unicode.IsLetter(r) })
	return len(name) < at && strings.HasSuffix(name, `\`) && rest != "" && strings.IndexByte("{[", rest[0]) >= 0
}

// afterClosing returns the offset after the groups and quotation marks that end at an offset.
func (m *Manuscript) afterClosing(source string, s Sentence, at int) int {
	for _, g := range slices.Backward(m.groupsAround(at)) {
		if at <= g.Closing && strings.Trim(source[at:g.Closing], groupEnds) == "" {
			at = g.End
		}
	}
	at = m.afterEmphasis(source, s, at)
	for _, quote := range []string{"''", "”", "“", "’", "»", "«", `"`, "'"} {
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
	if at < len(source) && strings.IndexByte(m.Emphasis, source[at]) >= 0 {
		return false
	}
	return startsPause(source[at:]) || slices.ContainsFunc(m.Notes, func(n Span) bool { return n.Start == at })
}

// startsPause reports whether a text begins with a blank, a line break, punctuation or a dash.
func startsPause(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == '\\' && size < len(s):
		return strings.IndexByte(" \t\r\n\\", s[size]) >= 0
	case s == "" || unicode.IsSpace(r) || strings.ContainsRune("~!?)…—–，、；：。）،؛", r):
		return true
	case strings.ContainsRune(",;:.", r):
		next, _ := utf8.DecodeRuneInString(s[size:])
		return !unicode.IsLetter(next) && !unicode.IsDigit(next)
	}
	return strings.HasPrefix(s, "--")
}

// afterEmphasis returns the offset after the emphasis that ends at an offset; see Manuscript.Emphasis.
func (m *Manuscript) afterEmphasis(source string, s Sentence, at int) int {
	rest := source[at:]
	if rest == "" || !strings.Contains(m.Emphasis, rest[:1]) || !startsPause(rest[1:]) {
		return at
	}
	paragraph := source[min(at, m.Paragraphs[s.Paragraph].Start):at]
	if strings.Count(paragraph, rest[:1])%2 == 0 {
		return at
	}
	return at + 1
}
