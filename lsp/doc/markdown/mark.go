package markdown

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// InsertMark returns the edit that inserts a citation at offset. It adds the keys to the citation
// at the cursor, or to the one at the end of the sentence. If there is neither, it inserts a new
// citation before the sentence's final full stop.
func InsertMark(source string, m *doc.Manuscript, offset int, mark doc.Mark) doc.Edit {
	if e, ok := fill(source, m, offset, mark); ok {
		return e
	}
	site, ok := m.MarkSite(source, offset, mark, m.CitesAfterStop(""))
	switch {
	case !ok:
		return alone(source, m, offset, mark)
	case site.Joins != nil:
		return join(source, *site.Joins, mark)
	}
	text := citeWith(m.Style, mark)
	before := source[:site.At]
	isImage := strings.HasSuffix(before, "!") // would read "![@key]" as an image
	if (!site.AfterStop || isImage) && before != "" && strings.TrimRight(before, " \t\r\n") == before {
		text = " " + text
	}
	if site.Lacks == doc.LacksStopAfterMark {
		text += "."
	}
	return doc.Insertion(site.At, text)
}

// CiteWith returns a bracketed citation with the mark's prefix and locator.
func CiteWith(mark doc.Mark) string { return "[" + group(mark) + "]" }

// group returns the text between the brackets of a citation.
func group(mark doc.Mark) string {
	text := "@" + Key(mark.Keys[0])
	for _, key := range mark.Keys[1:] {
		text += "; @" + Key(key)
	}
	if mark.Before != "" {
		text = mark.Before + " " + text
	}
	if mark.After != "" {
		text += ", " + mark.After
	}
	return text
}

// alone returns the edit that inserts a citation outside sentences, either at the cursor or after
// the masked range there.
func alone(source string, m *doc.Manuscript, offset int, mark doc.Mark) doc.Edit {
	at, masked := m.MaskedEnd(offset)
	at = min(at, len(source))
	text := citeWith(m.Style, mark)
	if masked && at > 0 && source[at-1] != '\n' {
		text = doc.LineEnd(source) + text
	}
	return doc.Insertion(at, text)
}

// join returns the edit that adds keys after the last key of a citation and its locator.
func join(source string, c doc.Citation, mark doc.Mark) doc.Edit {
	list := c.Lists[len(c.Lists)-1]
	if isRole(source, c) {
		return doc.Insertion(list.End, ","+roleGroup(mark))
	}
	bare := strings.TrimRight(source[list.Start:list.End], "; \t\r\n")
	return doc.Edit{Span: doc.Span{Start: list.Start + len(bare), End: list.End}, Text: "; " + group(mark)}
}

// fill returns the edit that adds a mark's keys to the citation at offset. The keys go after an "@"
// without a key, replace an incomplete key, or go next to the other keys.
func fill(source string, m *doc.Manuscript, offset int, mark doc.Mark) (e doc.Edit, ok bool) {
	if m.IsCode(offset) {
		return e, false
	}
	list, inBrackets := bracketsAt(source, m, offset)
	if inBrackets {
		if e, ok = fillSlot(source, list, offset, mark); ok {
			return e, true
		}
	}
	for _, c := range m.CitationsAt(offset) {
		key, onKey := c.KeyAt(offset)
		switch {
		case onKey && mark.Replaces(key.Name) && isRole(source, c):
			return doc.Edit{Span: key.Span, Text: roleGroup(mark)}, true
		case onKey && mark.Replaces(key.Name):
			return replaceKey(source, key.Span, mark, len(c.Lists) > 0), true
		case c.Start < offset && offset < c.End && len(c.Lists) > 0:
			return join(source, c, mark), true
		}
	}
	return fillOpen(source, offset, mark, inBrackets)
}

// bracketsAt returns the content of the brackets around offset, which may extend over several lines
// of a paragraph. ok is false for links, images and check boxes.
func bracketsAt(source string, m *doc.Manuscript, offset int) (list doc.Span, ok bool) {
	for _, from := range []int{offset, offset - 1, offset + 1} {
		if from < 0 || from > len(source) {
			continue
		}
		open := strings.LastIndexAny(source[max(0, from-doc.MaxSpan):from], "[]\n")
		if open += max(0, from-doc.MaxSpan); open < 0 || open >= len(source) || source[open] != '[' ||
			m.IsCode(open+1) {
			continue
		}
		n := strings.IndexAny(source[from:], "[]\n")
		if n < 0 || source[from+n] != ']' || from+n < offset-1 || open > offset {
			continue
		}
		behind := source[from+n+1:]
		if open > 0 && strings.IndexByte("!^\\", source[open-1]) >= 0 || strings.HasPrefix(behind, "(") ||
			strings.HasPrefix(behind, "{") {
			continue
		}
		return doc.Span{Start: open + 1, End: from + n}, true
	}
	return list, false
}

// fillSlot returns the edit that inserts keys after the closest "@" without a key, or after a final
// semicolon.
func fillSlot(source string, list doc.Span, offset int, mark doc.Mark) (e doc.Edit, ok bool) {
	distance := len(source)
	for at := list.Start; at < list.End; at++ {
		if source[at] != '@' || !startsKey(source[:at]) {
			continue
		}
		key, end := keyAt(source[:list.End], at)
		if away := max(at-offset, offset-at); key.Name == "" && away < distance {
			if strings.HasPrefix(source[end:list.End], "{}") {
				end += len("{}")
			}
			e, ok, distance = doc.Edit{Span: doc.Span{Start: at, End: end}, Text: keysOf(mark)}, true, away
		}
	}
	inside := source[list.Start:list.End]
	if bare := strings.TrimRight(inside, " \t"); !ok && strings.HasSuffix(bare, ";") && strings.Contains(bare, "@") {
		return doc.Edit{Span: doc.Span{Start: list.Start + len(bare), End: list.End}, Text: " " + keysOf(mark)}, true
	}
	if ok && strings.Trim(inside, " \t@{}") == "" {
		return doc.Edit{Span: list, Text: group(mark)}, true
	}
	return e, ok
}

// keysOf returns a mark's keys without its prefix and locator.
func keysOf(mark doc.Mark) string { return group(doc.Mark{Keys: mark.Keys}) }

func replaceKey(source string, span doc.Span, mark doc.Mark, listed bool) doc.Edit {
	start, end := span.Start, span.End
	if start > 0 && source[start-1] == '{' {
		start, end = start-1, end+1
	}
	if listed || len(mark.Keys) == 1 && mark.Before+mark.After == "" {
		return doc.Edit{Span: doc.Span{Start: start - 1, End: end}, Text: keysOf(mark)}
	}
	return doc.Edit{Span: doc.Span{Start: start - 1, End: end}, Text: CiteWith(mark)}
}

// fillOpen returns the edit that completes a bare "@" before the cursor, or a "[@" without its
// closing bracket.
func fillOpen(source string, offset int, mark doc.Mark, inBrackets bool) (e doc.Edit, ok bool) {
	line := source[strings.LastIndexByte(source[:offset], '\n')+1 : offset]
	if inBrackets || !strings.HasSuffix(line, "@") || !startsKey(source[:offset-1]) || strings.Count(line, "`")%2 == 1 {
		return e, false
	}
	if behind, _ := keyAt(source, offset-1); behind.Name != "" {
		return e, false
	}
	at := doc.Span{Start: offset - 1, End: offset}
	if open := strings.LastIndexAny(line, "[]"); open >= 0 && line[open] == '[' {
		return doc.Edit{Span: at, Text: group(mark) + "]"}, true
	}
	if len(mark.Keys) == 1 && mark.Before+mark.After == "" {
		return doc.Edit{Span: at, Text: keysOf(mark)}, true
	}
	return doc.Edit{Span: at, Text: CiteWith(mark)}, true
}
