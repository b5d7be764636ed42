package org

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// The package org-ref cites by links whose type contains "cite": cite:a,b, citep:&a;&b, and in
// brackets [[cite:a][p. 3]] or [[cite:see &a p. 3]]. A link of type bibliography names .bib files.

// maxLinkType is the maximum length of a link's type, in bytes.
const maxLinkType = 20

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

// citeLink reads the citation whose type ends at a colon. limit is the end of the text that may
// belong to it.
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

// linkKeyEnd returns the end of the key at an offset. Punctuation at its end belongs to the sentence.
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

// refLink reads the first citation or bibliography of org-ref in a part of the running text.
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

// citeOf adds a citation by a link that ends at an offset.
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
	end := len(s.Text)
	if n := strings.IndexAny(s.Text[colon+1:], " \t\r\n]"); n >= 0 {
		end = colon + 1 + n
	}
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

// bracketLink reads the citation [[cite:a,b][...]] or [[cite:see &a p. 3]] at s.At, whose target ends
// at an offset and whose brackets end at another one.
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

// linksAside collects the citations by org-ref outside the running text.
func (s *scanner) linksAside(start, end int) {
	for colon := s.Marks.Index(":", start); colon < end; colon = s.Marks.Index(":", colon+1) {
		if c, ok := s.citeLink(colon, end); ok && c.Start >= start {
			s.Out.CiteAside(c)
			colon = c.End - 1
		}
	}
}

// joinLink adds keys to a citation by org-ref. Org-ref has no place for notes on one of several keys.
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
