package org

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// citation reads a citation such as [cite:@a] or [cite/t:see @a p. 3;@b] in running text.
func (s *scanner) citation() bool {
	c, ok := s.readCitation(s.At)
	if !ok {
		return false
	}
	s.citeOf(c, c.End)
	return true
}

// readCitation reads the citation at an offset. ok is false if it has no key.
func (s *scanner) readCitation(at int) (c doc.Citation, ok bool) {
	style, body, ok := citationHead(s.Text, at)
	if !ok {
		return c, false
	}
	closing, ok := s.ClosingBracket(at)
	if !ok {
		return c, false
	}
	c.Span = doc.Span{Start: at, End: closing + 1}
	c.Keys = s.keysIn(body, closing, "@", keyEnd)
	c.Lists = []doc.Span{{Start: body, End: closing}}
	switch style {
	case "t", "text":
		c.Textual = true
	case "n", "nocite":
		c.Command = "nocite"
	}
	return c, len(c.Keys) > 0
}

const maxStyle = 60 // maximum length of a citation style's name, in bytes

// citationHead returns the style of the citation at an offset and the start of its references.
func citationHead(text string, at int) (style string, body int, ok bool) {
	rest, ok := strings.CutPrefix(text[at:min(len(text), at+maxStyle)], "[cite")
	if !ok {
		return "", 0, false
	}
	style, _, ok = strings.Cut(rest, ":")
	if !ok || style != "" && style[0] != '/' {
		return "", 0, false
	}
	for _, r := range style {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/-_", r) {
			return "", 0, false
		}
	}
	body = at + len("[cite") + len(style) + len(":")
	style, _, _ = strings.Cut(strings.TrimPrefix(style, "/"), "/")
	return style, body, true
}

// keysIn returns the keys after each mark in a range. keyEnd returns the end of a key at an offset.
func (s *scanner) keysIn(start, end int, mark string, keyEnd func(string, int) int) (keys []doc.CiteKey) {
	for at := s.Marks.Index(mark, start); at < end; at = s.Marks.Index(mark, at+1) {
		if stop := keyEnd(s.Text[:end], at+1); stop > at+1 {
			keys = append(keys, doc.CiteKey{Span: doc.Span{Start: at + 1, End: stop}, Name: s.Text[at+1 : stop]})
			at = stop - 1
		}
	}
	return keys
}

// keyEnd returns the end of the key at an offset according to Org's rules.
func keyEnd(text string, at int) int {
	return len(text) - len(strings.TrimLeftFunc(text[at:], isKeyRune))
}

func isKeyRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) ||
		r != utf8.RuneError && strings.ContainsRune("-.:?!`'/*@+|(){}<>&_^$#%~", r)
}

// citationsAside collects the citations outside the running text, such as those in a table, note,
// caption or heading.
func (s *scanner) citationsAside(start, end int) {
	for at := s.Marks.Index("[cite", start); at < end; at = s.Marks.Index("[cite", at) {
		c, ok := s.readCitation(at)
		if !ok || c.End > end {
			at++
			continue
		}
		s.Out.CiteAside(c)
		at = c.End
	}
	s.linksAside(start, end)
}

// The org-ref package cites with links whose type contains "cite": cite:a,b or citep:&a;&b and, in
// brackets, [[cite:a][p. 3]] or [[cite:see &a p. 3]]. A bibliography link names .bib files.

const maxLinkType = 20 // maximum length of a link's type, in bytes

// linkType returns the start of the word before a colon.
func linkType(text string, colon int) (start int) {
	start = colon
	for start > max(0, colon-maxLinkType) && isASCIILetter(text[start-1]) {
		start--
	}
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	open := before == '[' && !strings.HasSuffix(text[:start], "[[") // Org's own citation
	if open || unicode.IsLetter(before) || unicode.IsDigit(before) || before == '/' || before == '@' {
		return colon
	}
	return start
}

func isASCIILetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isCiteType(name string) bool { return strings.Contains(strings.ToLower(name), "cite") }

func isBibType(name string) bool {
	return name == "bibliography" || name == "nobibliography" || name == "addbibresource"
}

// citeLink reads the citation whose type ends at a colon. The citation cannot extend beyond limit.
func (s *scanner) citeLink(colon, limit int) (c doc.Citation, ok bool) {
	start := linkType(s.Text, colon)
	name := s.Text[start:colon]
	if !isCiteType(name) {
		return c, false
	}
	c.Keys = linkKeys(s.Text[:limit], colon+1)
	if len(c.Keys) == 0 {
		return c, false
	}
	c.Span = doc.Span{Start: start, End: c.Keys[len(c.Keys)-1].End}
	c.Lists = []doc.Span{{Start: colon + 1, End: c.End}}
	lower := strings.ToLower(name)
	c.Textual = strings.HasPrefix(lower, "citet") || strings.HasPrefix(lower, "textcite")
	if lower == "nocite" {
		c.Command = lower
	}
	return c, true
}

// linkKeys returns the keys at an offset: a,b or &a;&b.
func linkKeys(text string, at int) (keys []doc.CiteKey) {
	for {
		marked := strings.HasPrefix(text[at:], "&")
		if marked {
			at++
		}
		end := linkKeyEnd(text, at)
		if end == at {
			return keys
		}
		keys = append(keys, doc.CiteKey{Span: doc.Span{Start: at, End: end}, Name: text[at:end]})
		next := strings.TrimPrefix(text[end:], map[bool]string{true: ";", false: ","}[marked])
		if at = len(text) - len(next); at == end || marked && !strings.HasPrefix(next, "&") {
			return keys
		}
	}
}

// linkKeyEnd returns the end of the key at an offset. Trailing punctuation belongs to the sentence.
func linkKeyEnd(text string, at int) int {
	end := at
	for i, r := range text[at:] {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			end = at + i + utf8.RuneLen(r)
		case !strings.ContainsRune("-_:.+/?!'", r):
			return end
		}
	}
	return end
}

// refLink reads the running text up to and including the first org-ref link. It returns false if no
// link starts before end.
func (s *scanner) refLink(end int) bool {
	for colon := s.Marks.Index(":", s.At); colon < end; colon = s.Marks.Index(":", colon+1) {
		start := linkType(s.Text, colon)
		if start < s.At {
			continue
		}
		if isBibType(s.Text[start:colon]) {
			s.bibLink(start, colon)
			return true
		}
		c, ok := s.citeLink(colon, s.LineEnd(colon))
		if !ok {
			continue
		}
		if start > s.At {
			s.Prose(s.Text[s.At:start], start-s.At)
		}
		s.citeOf(c, c.End)
		return true
	}
	return false
}

// citeOf adds a citation that extends from s.At to end.
func (s *scanner) citeOf(c doc.Citation, end int) {
	c.Span = doc.Span{Start: s.At, End: end}
	if c.Command == "nocite" {
		s.Out.Mask(s.At, end)
		s.Out.CiteAside(c)
	} else {
		s.Out.Cite(c)
	}
	s.At = end
}

// bibLink reads a link such as bibliography:a.bib,b.bib, which ends at a blank.
func (s *scanner) bibLink(start, colon int) {
	end := s.Until(colon+1, " \t\r\n]")
	m, at := s.Out.Partial(), colon+1
	for name := range strings.SplitSeq(s.Text[at:end], ",") {
		if name != "" {
			m.Bibliographies = append(m.Bibliographies,
				doc.FileRef{Span: doc.Span{Start: at, End: at + len(name)}, Path: name})
		}
		at += len(name) + 1
	}
	if start > s.At {
		s.Prose(s.Text[s.At:start], start-s.At)
	}
	s.skipCode(end)
}

// bracketLink reads the org-ref link [[cite:a,b][...]] or [[cite:see &a p. 3]] at s.At. target is
// the end of the link's target, and end that of its brackets.
func (s *scanner) bracketLink(target, end int) bool {
	body := s.At + len("[[")
	colon := strings.IndexByte(s.Text[body:min(target, body+maxLinkType+1)], ':')
	if colon < 0 {
		return false
	}
	colon += body
	if isBibType(s.Text[body:colon]) {
		s.bibLink(body, colon)
		s.skipCode(end)
		return true
	}
	c, ok := s.citeLink(colon, target)
	if first := strings.IndexByte(s.Text[colon:target], '&'); isCiteType(s.Text[body:colon]) && first >= 0 {
		c.Keys, ok = s.keysIn(colon+first, target, "&", linkKeyEnd), true
		c.Lists = []doc.Span{{Start: colon + 1, End: target}}
	}
	if !ok || len(c.Keys) == 0 {
		return false
	}
	s.citeOf(c, end)
	return true
}

// linksAside collects the org-ref citations outside the running text.
func (s *scanner) linksAside(start, end int) {
	for colon := s.Marks.Index(":", start); colon < end; colon = s.Marks.Index(":", colon+1) {
		if c, ok := s.citeLink(colon, end); ok && c.Start >= start {
			s.Out.CiteAside(c)
			colon = c.End - 1
		}
	}
}

// joinLink adds keys to an org-ref citation. If the mark has a prefix or a locator, it appends a
// native citation instead, since org-ref cannot attach them to one of several keys.
func joinLink(source string, c doc.Citation, mark doc.Mark) doc.Edit {
	last := c.Keys[len(c.Keys)-1]
	if mark.Before != "" || mark.After != "" {
		return doc.Insertion(c.End, " [cite:"+group(mark)+"]")
	}
	separator := ","
	if last.Start > 0 && source[last.Start-1] == '&' {
		separator = ";&"
	}
	return doc.Insertion(last.End, separator+strings.Join(mark.Keys, separator))
}
