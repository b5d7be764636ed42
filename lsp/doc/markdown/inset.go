package markdown

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// ScanInset scans an inset of a manuscript. In a table, it scans only the cell at offset.
func ScanInset(source string, whole *doc.Manuscript, inset doc.Inset, offset int) *doc.Manuscript {
	span := inset.Span
	if inset.Kind == doc.Table {
		span = cellAt(source, span, offset)
	}
	s := &scanner{Scanner: doc.NewScanner(source[:span.End], span.Start)}
	for s.At < span.End {
		s.Inline(s.LineEnd(s.At), s.span)
	}
	return s.Out.Manuscript().AsInset(whole, inset)
}

// cellAt returns the table cell at offset, given the range of its row.
func cellAt(source string, row doc.Span, offset int) doc.Span {
	for at := row.Start; at < row.End; at++ {
		switch {
		case source[at] == '\\':
			at++
		case source[at] != '|':
		case at < offset:
			row.Start = at + 1
		default:
			row.End = at
		}
	}
	row.End = max(row.Start, row.Start+len(strings.TrimRight(source[row.Start:row.End], " \t")))
	return row
}

// citationsAside collects the citations outside the running text, such as those in a table, note,
// caption or heading.
func (s *scanner) citationsAside(start, end int) {
	for at := start; at < end; {
		n := strings.IndexAny(s.Text[at:end], "@{`\\")
		if n < 0 {
			return
		}
		at += n
		switch s.Text[at] {
		case '@':
			at = s.citationAside(at, end)
		case '{':
			at = s.braceAside(at, end)
		case '`':
			at = s.codeAside(at, end)
		default:
			at += 2
		}
	}
}

// citationAside reads the key after the "@" at an offset and returns the key's end.
func (s *scanner) citationAside(at, end int) int {
	key, after := keyAt(s.Text[:end], at)
	if key.Name == "" || key.Name == everyEntry || !startsKey(s.Text[:at]) || crossReference.MatchString(key.Name) {
		return at + 1
	}
	s.Out.CiteAside(doc.Citation{Span: doc.Span{Start: at, End: after}, Textual: true, Keys: []doc.CiteKey{key}})
	return after
}

// braceAside reads the role or skips the shortcode at an offset, and returns its end.
func (s *scanner) braceAside(at, end int) int {
	if after := s.shortcodeEnd(at); after > 0 {
		s.Out.Code(at, min(after, end))
		return after
	}
	c, ok := s.readRole(at)
	if !ok || c.End > end {
		return at + 1
	}
	s.Out.CiteAside(c)
	return c.End
}

const everyEntry = "*" // key that includes all entries, as in "nocite: @*"

// codeAside skips a code span and returns its end. If the span is not closed, it skips only the
// opening backticks.
func (s *scanner) codeAside(at, end int) int {
	rest := s.Text[at:end]
	n := len(rest) - len(strings.TrimLeft(rest, "`"))
	i := strings.Index(rest[n:], rest[:n])
	if i < 0 {
		return at + n
	}
	s.Out.Code(at, at+n+i+n)
	return at + n + i + n
}
