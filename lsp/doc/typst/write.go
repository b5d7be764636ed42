package typst

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Cite returns @key, or #cite(<key>, form: "prose") if textual.
func Cite(_ doc.CiteStyle, keys []string, textual bool) string {
	all := make([]string, len(keys))
	for i, key := range keys {
		all[i] = cite(key, textual)
	}
	return strings.Join(all, " ")
}

func cite(key string, textual bool) string {
	name := "<" + key + ">"
	isName := key != "" && keyEnd(key, 0) == len(key)
	switch {
	case isName && !textual:
		return "@" + key
	case !isName: // names in Typst cannot contain "/" or "+"
		name = `label("` + key + `")`
	}
	if textual {
		return "#cite(" + name + `, form: "prose")`
	}
	return "#cite(" + name + ")"
}

// Escape returns Typst markup that prints s.
func Escape(s string) string {
	var b strings.Builder
	before := ' '
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		after, _ := utf8.DecodeRuneInString(s[i+size:])
		if strings.ContainsRune("\\*_`$#<>@~[]", r) || r == '/' && (after == '/' || after == '*') ||
			r == '-' && (after == '-' || after == '?') ||
			strings.ContainsRune("-+/=", r) && unicode.IsSpace(before) {
			b.WriteByte('\\')
		}
		b.WriteString(s[i : i+size])
		before = r
	}
	return b.String()
}

// InsertMark returns the edit that inserts a citation at offset. It replaces an "@" without a key.
// Otherwise it inserts the citation before the sentence's final full stop, after any existing
// citation there.
func InsertMark(source string, m *doc.Manuscript, offset int, mark doc.Mark) doc.Edit {
	t, ok := Typing(source, m, offset)
	if ok && source[t.Citation] == '@' && (t.Start == t.End || mark.Replaces(source[t.Start:t.End])) {
		return doc.Edit{Span: doc.Span{Start: t.Citation, End: t.End}, Text: group(mark)}
	}
	site, ok := m.MarkSite(source, offset, false)
	if !ok {
		at, _ := m.Unmasked(offset)
		return doc.Insertion(min(at, len(source)), group(mark))
	}
	return doc.Insertion(site.At, " "+group(mark))
}

// group returns a citation with the mark's prefix and locator.
func group(mark doc.Mark) string {
	text := Cite(doc.CiteStyle{}, mark.Keys, false)
	if mark.Before != "" {
		text = mark.Before + " " + text
	}
	if last := mark.Keys[len(mark.Keys)-1]; mark.After != "" && cite(last, false) == "@"+last {
		text += "[" + mark.After + "]"
	}
	return text
}
