package latex

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/tex"
)

// citationsAside collects the citations outside the running text, such as those in a footnote, a
// float or the definition of a command.
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
