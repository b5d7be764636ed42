package latex

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/tex"
)

// citationsAside collects the citations outside the running text, such as those in a footnote, a
// float or the definition of a command.
func (s *scanner) citationsAside(start, end int) {
	if !strings.ContainsAny(s.text[start:end], `%\`) {
		return
	}
	inside := newScanner(s.text[:end], start)
	inside.macros = s.macros
	for inside.at < end {
		n := strings.IndexAny(inside.text[inside.at:], `%\`)
		if n < 0 {
			break
		}
		inside.at += n
		if inside.text[inside.at] == '%' {
			s.commentAside(inside)
			continue
		}
		s.commandAside(inside)
	}
}

func (s *scanner) commentAside(inside *scanner) {
	end := inside.lineEnd()
	s.out.Code(inside.at, end)
	inside.at = end
}

// commandAside adds the citation of the command at inside.at. If the command is not a citation, it
// skips the command's name.
func (s *scanner) commandAside(inside *scanner) {
	at := inside.at
	name, end := inside.commandName()
	inside.at = end
	switch {
	case name == "":
	case name == "verb" || name == "lstinline":
		inside.verbatim(end)
		s.out.Code(at, inside.at)
	case name == "begin":
		s.environmentAside(inside, at)
	default:
		s.insetAside(inside, name, end)
		if c, ok := inside.readCitation(name, at, end); ok {
			s.out.CiteAside(c)
			inside.at = c.End
		}
	}
}

func (s *scanner) environmentAside(inside *scanner, at int) {
	name, after := inside.argument(inside.at)
	if !tex.IsVerbatim(name) {
		s.tableAside(inside, name, at, after)
		return
	}
	inside.at = inside.environmentEnd(name, at, after)
	s.out.Code(at, inside.at)
}
