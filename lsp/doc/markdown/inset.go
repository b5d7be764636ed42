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
	return s.Out.Manuscript().View(whole, inset)
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
