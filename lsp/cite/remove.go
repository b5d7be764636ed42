package cite

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// Without is the edit that takes a key out of a citation: with the comma or the
// semicolon beside it or, where no other key is there, with the citation.
func Without(source string, markup *workspace.Markup, c doc.Citation, key doc.CiteKey) doc.Edit {
	span, found := list(c, key)
	if !found || len(keysIn(c, span)) == 1 {
		return alone(source, c, span, found)
	}
	separator := markup.KeySeparator
	start, end := part(source, span, key, separator)
	if end < span.End { // with the separator behind it
		end += len(separator)
		end += len(source[end:span.End]) - len(strings.TrimLeft(source[end:span.End], " \t"))
		start += len(source[start:end]) - len(strings.TrimLeft(source[start:end], " \t\r\n"))
	} else if start > span.Start {
		start -= len(separator)
	}
	return doc.Edit{Span: doc.Span{Start: start, End: end}}
}

// list is the list of a citation that a key is in.
func list(c doc.Citation, key doc.CiteKey) (span doc.Span, ok bool) {
	for _, l := range c.Lists {
		if l.Start <= key.Start && key.End <= l.End {
			return l, true
		}
	}
	return span, false
}

func keysIn(c doc.Citation, span doc.Span) (keys []doc.CiteKey) {
	for _, k := range c.Keys {
		if span.Start <= k.Start && k.End <= span.End {
			keys = append(keys, k)
		}
	}
	return keys
}

// part is the text between the separators around a key, with words and pages
// of its own.
func part(source string, list doc.Span, key doc.CiteKey, separator string) (start, end int) {
	start, end = list.Start, list.End
	if i := strings.LastIndex(source[list.Start:key.Start], separator); i >= 0 {
		start = list.Start + i + len(separator)
	}
	if i := strings.Index(source[key.End:list.End], separator); i >= 0 {
		end = key.End + i
	}
	return start, end
}

// alone takes a whole citation with the blank before it or, of one that takes
// several lists, the list that the key was in.
func alone(source string, c doc.Citation, span doc.Span, listed bool) doc.Edit {
	if listed && len(c.Lists) > 1 {
		for i, l := range c.Lists {
			switch {
			case l == span && i > 0:
				return doc.Edit{Span: doc.Span{Start: c.Lists[i-1].End + 1, End: l.End + 1}}
			case l == span:
				at := c.Start + strings.IndexAny(source[c.Start:l.Start], "[{")
				return doc.Edit{Span: doc.Span{Start: at, End: l.End + 1}}
			}
		}
	}
	start, end := c.Start, c.End
	if bare := strings.TrimRight(source[:start], " ~"); bare != "" && !strings.HasSuffix(bare, "\n") {
		start = len(bare)
	} else {
		end += len(source[end:]) - len(strings.TrimLeft(source[end:], " "))
	}
	return doc.Edit{Span: doc.Span{Start: start, End: end}}
}

// EntryRange is what goes with an entry that is taken out: its lines, and the
// blank lines behind it.
func EntryRange(source string, e *bib.Entry) doc.Span {
	span := doc.Span(e.Span)
	rest := source[span.End:]
	line, _, more := strings.Cut(rest, "\n")
	if strings.Trim(line, ", \t\r") != "" {
		return span // something else is on the line
	}
	span.End += len(line)
	if more {
		span.End++
	}
	for {
		line, _, more := strings.Cut(source[span.End:], "\n")
		if !more || strings.TrimSpace(line) != "" {
			break
		}
		span.End += len(line) + 1
	}
	return span
}
