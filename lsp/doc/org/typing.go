package org

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// maxList is the maximum distance between the cursor and the start of its citation, in bytes.
const maxList = 2000

// Typing returns the key being typed at offset after an "@" in a citation, which may be unclosed.
// ok is false if no key can be typed there.
func Typing(source string, m *doc.Manuscript, offset int) (t doc.Typing, ok bool) {
	if m.IsCode(offset) {
		return t, false
	}
	from := max(0, offset-maxList)
	open := strings.LastIndex(source[from:offset], "[cite")
	if open < 0 {
		return t, false
	}
	t.Citation = from + open
	_, body, ok := citationHead(source, t.Citation)
	if !ok || body > offset || strings.ContainsAny(source[body:offset], "[]") ||
		strings.Contains(source[body:offset], "\n\n") {
		return t, false
	}
	at := strings.LastIndexByte(source[body:offset], '@')
	if at < 0 || keyEnd(source[:offset], body+at+1) != offset {
		return t, false
	}
	t.Span = doc.Span{Start: body + at + 1, End: keyEnd(source, offset)}
	t.Typed = source[t.Start:offset]
	t.Others = m.OtherKeys(offset, t.Span)
	return t, true
}
