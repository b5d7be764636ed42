package org

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Cite returns [cite:@key], or [cite/t:@key] if textual.
func Cite(_ doc.CiteStyle, keys []string, textual bool) string {
	if textual {
		return "[cite/t:@" + strings.Join(keys, ";@") + "]"
	}
	return "[cite:@" + strings.Join(keys, ";@") + "]"
}

// signs maps the names of Org entities to the characters that they print.
var signs = map[string]string{
	"ast": "*", "slash": "/", "plus": "+", "equal": "=", "tilde": "~", "under": "_", "asciicirc": "^", "vert": "|",
	"lt": "<", "gt": ">", "dollar": "$", "nbsp": "\u00a0", "ndash": "–", "mdash": "—", "hellip": "…",
}

var entities = func() map[rune]string {
	all := make(map[rune]string)
	for name, sign := range signs {
		r, _ := utf8.DecodeRuneInString(sign)
		all[r] = `\` + name + "{}"
	}
	return all
}()

// apart is a zero-width space. Next to a character that has no entity, it prevents Org from reading
// the character as markup.
const apart = "\u200b"

// Escape returns Org markup that prints s.
func Escape(s string) string {
	var b strings.Builder
	before := ' '
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		after, _ := utf8.DecodeRuneInString(s[i+size:])
		b.WriteString(escaped(before, r, after))
		before = r
	}
	return b.String()
}

func escaped(before, r, after rune) string {
	atWord := unicode.IsSpace(before) || strings.ContainsRune("-({'\"[", before)
	switch {
	case strings.ContainsRune("_^|<>$", r), strings.ContainsRune("*/+=~", r) && atWord && !unicode.IsSpace(after):
		return entities[r]
	case r == '\\', r == '[' && strings.ContainsRune("[fc", after), r == '@' && after == '@', r == '{' && after == '{':
		return string(r) + apart
	case strings.ContainsRune("#-+:*", r) && unicode.IsSpace(before) && strings.ContainsRune(" +", after):
		return apart + string(r) // at the start of a wrapped line, it could start a list item or a comment
	}
	return string(r)
}

// InsertMark returns the edit that inserts a citation at offset. It completes an "@" without a key,
// or adds the keys to the citation at the cursor or at the end of the sentence. Otherwise it
// inserts a new citation.
func InsertMark(source string, m *doc.Manuscript, offset int, mark doc.Mark) doc.Edit {
	if t, ok := Typing(source, m, offset); ok && (t.Start == t.End || mark.Replaces(source[t.Start:t.End])) {
		return doc.Edit{Span: doc.Span{Start: t.Start - len("@"), End: t.End}, Text: group(mark)}
	}
	for _, c := range m.CitationsAt(offset) {
		if c.Start < offset && offset < c.End {
			return join(source, c, mark)
		}
	}
	site, ok := m.MarkSite(source, offset, mark, false)
	switch {
	case !ok:
		at, _ := m.MaskedEnd(offset)
		return doc.Insertion(min(at, len(source)), "[cite:"+group(mark)+"]")
	case site.Joins != nil && !printsPart(source, *site.Joins):
		return join(source, *site.Joins, mark)
	}
	return doc.Insertion(site.At, " [cite:"+group(mark)+"]")
}

var partialStyles = doc.Set(`a author na noauthor l locators y year title
	citeauthor citeyear citeyearpar citetitle`)

// printsPart reports whether a citation prints only a part of a reference, so that a mark does not
// join it.
func printsPart(source string, c doc.Citation) bool {
	style, _, ok := citationHead(source, c.Start)
	if !ok { // a link of org-ref
		style, _, _ = strings.Cut(strings.TrimLeft(source[c.Start:c.End], "["), ":")
	}
	return partialStyles[style]
}

// join returns the edit that adds keys after the last reference in a citation.
func join(source string, c doc.Citation, mark doc.Mark) doc.Edit {
	if _, _, ok := citationHead(source, c.Start); !ok {
		return joinLink(source, c, mark)
	}
	last := c.Keys[len(c.Keys)-1].End
	return doc.Insertion(last+strings.IndexAny(source[last:c.End], ";]"), ";"+group(mark))
}

// group returns the text between the brackets of a citation.
func group(mark doc.Mark) string {
	text := "@" + strings.Join(mark.Keys, ";@")
	if mark.Before != "" {
		text = mark.Before + " " + text
	}
	if mark.After != "" {
		text += " " + mark.After
	}
	return text
}

const maxList = 2000 // maximum distance between the cursor and the start of its citation, in bytes

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
