package latex

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// notes is the set of commands that are attached to the text before them. insets maps commands
// whose last argument is text that can contain citations to the kind of that text.
var (
	notes  = set("footnote footnotemark footnotetext tablefootnote thanks marginpar label index")
	insets = map[string]doc.InsetKind{
		"footnote": doc.Note, "footnotetext": doc.Note, "tablefootnote": doc.Note, "marginpar": doc.Note,
		"caption": doc.Caption, "captionof": doc.Caption,
	}
	tables = set("tabular tabularx tabulary longtable")
)

// dropAside skips the arguments of a command outside the running text.
func (s *scanner) dropAside(name string, end int) {
	start := s.at
	if name == "cmidrule" && strings.HasPrefix(s.text[end:], "(") {
		_, end = s.bracketed(end, '(', ')')
	}
	if !s.preamble {
		s.insetAside(s, name, end)
	}
	s.dropArguments(end)
	switch {
	case s.preamble || !s.out.Open():
	case notes[name]:
		s.out.Hang(start, s.at)
	default:
		s.out.Follow(s.at)
	}
}

// insetAside adds the last argument of a command as an inset. inside is the scanner of the text
// outside the running text, and end is the end of the command's name.
func (s *scanner) insetAside(inside *scanner, name string, end int) {
	kind, ok := insets[name]
	if !ok {
		return
	}
	list := doc.Span{Start: -1}
	for at := end; at < len(inside.text); {
		after := at
		switch inside.text[at] {
		case '[':
			_, after = inside.bracketed(at, '[', ']')
		case '{':
			if _, after = inside.bracketed(at, '{', '}'); after > at {
				list = doc.Span{Start: at + 1, End: after - 1}
			}
		}
		if after == at {
			break
		}
		at = after
	}
	if list.Start >= 0 {
		s.out.Inset(kind, list.Start, list.End)
	}
}

// tableAside adds the cells of the table that starts at begin.
func (s *scanner) tableAside(inside *scanner, name string, begin, after int) {
	if !tables[strings.TrimSuffix(name, "*")] {
		return
	}
	end := inside.environmentEnd(name, begin, after)
	at := after
	for at < end && strings.IndexByte("[{", inside.text[at]) >= 0 {
		closing := byte(']')
		if inside.text[at] == '{' {
			closing = '}'
		}
		_, next := inside.bracketed(at, inside.text[at], closing)
		if next == at {
			return
		}
		at = next
	}
	if body := strings.LastIndex(inside.text[:end], `\end`); body > at {
		s.out.Inset(doc.Table, at, body)
	}
}

// ScanInset scans an inset of a manuscript. In a table, it scans only the cell at offset.
func ScanInset(source string, whole *doc.Manuscript, inset doc.Inset, offset int) *doc.Manuscript {
	span := inset.Span
	if inset.Kind == doc.Table {
		span = cellAt(source, span, offset)
	}
	s := newScanner(source[:span.End], span.Start)
	for s.at < span.End && !s.ended {
		s.step()
	}
	return s.out.Manuscript().View(whole, inset)
}

// cellAt returns the cell at offset in a table.
func cellAt(source string, table doc.Span, offset int) doc.Span {
	cell, depth := table, 0
	for at := table.Start; at < table.End; at++ {
		end, next := at, at+1
		switch c := source[at]; {
		case c == '{':
			depth++
			continue
		case c == '}':
			depth--
			continue
		case c == '%':
			if n := strings.IndexByte(source[at:table.End], '\n'); n >= 0 {
				at += n
			}
			continue
		case c == '\\':
			at++
			if next = at + 1; next > table.End || source[next-1] != '\\' || depth > 0 {
				continue
			}
		case c != '&' || depth > 0:
			continue
		}
		if next > offset {
			return doc.Span{Start: cell.Start, End: max(cell.Start, end)}
		}
		cell.Start = next
	}
	return cell
}
