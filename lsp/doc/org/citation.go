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

// maxStyle is the maximum length of a citation style's name, in bytes.
const maxStyle = 60

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

// keysIn returns the keys in a range that follow a mark. keyEnd returns the end of the key at an offset.
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
