package latex

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

// notes is the set of commands that are attached to the text before them. insets maps commands
// whose last argument is text that can contain citations to the kind of that text.
var (
	notes  = doc.Set("footnote footnotemark footnotetext tablefootnote thanks marginpar label index")
	insets = map[string]doc.InsetKind{
		"footnote": doc.Note, "footnotetext": doc.Note, "tablefootnote": doc.Note, "marginpar": doc.Note,
		"caption": doc.Caption, "captionof": doc.Caption,
	}
	tables = doc.Set("tabular tabularx tabulary longtable")
)

// dropAside skips the arguments of a command outside the running text.
func (s *scanner) dropAside(name string, end int) {
	start := s.At
	if name == "cmidrule" && strings.HasPrefix(s.Text[end:], "(") {
		_, end = s.bracketed(end)
	}
	if !s.preamble {
		s.insetAside(s, name, end)
	}
	s.dropArguments(end)
	switch {
	case s.preamble || !s.Out.Open():
	case notes[name]:
		s.Out.Hang(start, s.At)
	default:
		s.Out.Follow(s.At)
	}
}

// insetAside adds the last argument of a command as an inset. inside is the scanner of the text
// outside the running text, and end is the end of the command's name.
func (s *scanner) insetAside(inside *scanner, name string, end int) {
	kind, ok := insets[name]
	if !ok {
		return
	}
	last := doc.Span{}
	for argument := range inside.arguments(end) {
		if inside.Text[argument.Start] == '{' {
			last = argument
		}
	}
	if last.End > 0 {
		s.Out.Inset(kind, last.Start+1, last.End-1)
	}
}

// tableAside adds the cells of the table that starts at begin.
func (s *scanner) tableAside(inside *scanner, name string, begin, after int) {
	if !tables[strings.TrimSuffix(name, "*")] {
		return
	}
	at, end := after, inside.environmentEnd(name, begin, after)
	if end == after {
		return
	}
	for argument := range inside.arguments(after) {
		at = argument.End
	}
	if at < end && strings.IndexByte("[{", inside.Text[at]) >= 0 {
		return // an argument is not closed
	}
	if body := strings.LastIndex(inside.Text[:end], `\end`); body > at {
		s.Out.Inset(doc.Table, at, body)
	}
}

// ScanInset scans an inset of a manuscript. In a table, it scans only the cell at offset.
func ScanInset(source string, whole *doc.Manuscript, inset doc.Inset, offset int) *doc.Manuscript {
	span := inset.Span
	if inset.Kind == doc.Table {
		span = cellAt(source, span, offset)
	}
	s := newScanner(source[:span.End], span.Start)
	for s.At < span.End && !s.ended {
		s.step()
	}
	return s.Out.Manuscript().AsInset(whole, inset)
}

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

// citationsAside collects the citations outside the running text, such as those in a footnote, a
// float or a command definition.
func (s *scanner) citationsAside(start, end int) {
	if !strings.ContainsAny(s.Text[start:end], `%\`) {
		return
	}
	inside := newScanner(s.Text[:end], start)
	inside.macros = s.macros
	for inside.At < end {
		n := strings.IndexAny(inside.Text[inside.At:], `%\`)
		if n < 0 {
			break
		}
		inside.At += n
		if inside.Text[inside.At] == '%' {
			end := inside.lineEnd()
			s.Out.Code(inside.At, end)
			inside.At = end
			continue
		}
		s.commandAside(inside)
	}
}

// commandAside adds the citation of the command at inside.At. If the command is not a citation, it
// skips the command's name.
func (s *scanner) commandAside(inside *scanner) {
	at := inside.At
	name, end := inside.commandName()
	inside.At = end
	switch {
	case name == "":
	case name == "verb" || name == "lstinline":
		inside.verbatim(end)
		s.Out.Code(at, inside.At)
	case name == "begin":
		s.environmentAside(inside, at)
	default:
		s.insetAside(inside, name, end)
		if c, ok := inside.readCitation(name, at, end); ok {
			s.Out.CiteAside(c)
			inside.At = c.End
		}
	}
}

func (s *scanner) environmentAside(inside *scanner, at int) {
	name, after := inside.argument(inside.At)
	if !tex.IsVerbatim(name) {
		s.tableAside(inside, name, at, after)
		return
	}
	inside.At = inside.environmentEnd(name, at, after)
	s.Out.Code(at, inside.At)
}
