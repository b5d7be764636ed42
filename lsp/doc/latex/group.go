package latex

import (
	"iter"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// argument returns the braced argument at from, after optional white space, and its end. It returns
// "" and from if no argument follows.
func (s *scanner) argument(from int) (string, int) {
	at := from
	for at < len(s.Text) && (s.Text[at] == ' ' || s.Text[at] == '\t') {
		at++
	}
	if at < len(s.Text) && s.Text[at] == '{' {
		return s.bracketed(at)
	}
	return "", from
}

// A lastCommand is the most recent command, until its last argument has been read.
type lastCommand struct {
	name string
	doc.Span
}

var (
	// formats is the set of commands that format an argument that cannot contain paragraphs.
	formats = doc.Set(`textbf textit emph textsl textsc textsf texttt textrm textup textmd textnormal textcolor
		underline uline uuline sout ul hl st enquote textquote mbox href foreignlanguage textsuperscript textsubscript so
		strong alert`)
	// quotations is the set of commands that put their argument in quotation marks.
	quotations = doc.Set("enquote textquote blockquote foreignquote hyphenquote")
	// boxes is the set of commands with an argument that is scanned separately.
	boxes = doc.Set("parbox multicolumn multirow makecell shortstack colorbox minipage")
	// manners is the set of commands that format the rest of their group.
	manners = doc.Set("em it bf sl sc tt sf rm itshape bfseries slshape scshape ttfamily sffamily rmfamily color")
)

// group records the group that opens here and the command that it belongs to.
func (s *scanner) group() {
	_, end := s.bracketed(s.At)
	if s.preamble || end == s.At {
		return
	}
	g := doc.Group{Span: doc.Span{Start: s.At, End: end}, Closing: end - 1}
	if s.last.End == s.At && s.last.Start < s.At {
		if boxes[s.last.name] {
			return
		}
		g.Start, g.Inline = s.last.Start, formats[s.last.name]
		if quotations[s.last.name] {
			s.Out.Quote(g.Start, g.End)
		}
	} else if manner := strings.TrimLeft(s.Text[s.At+1:end], " \t\n"); strings.HasPrefix(manner, `\`) {
		g.Inline = manners[commandName(manner)]
	}
	s.Out.Group(g)
	s.Out.Touch(g.Start, s.At+1)
}

// The maximum numbers of bytes searched for a closing bracket. If the bracket is farther away, the
// user has probably not typed it yet.
const longestArgument, longestOption = 8000, 2000

var closings = map[byte]byte{'{': '}', '[': ']', '(': ')'}

// bracketed returns the text between the bracket at from and its closing bracket, and the end
// offset. It returns "" and from if the bracket is not closed within its paragraph.
func (s *scanner) bracketed(from int) (string, int) {
	opening, longest := s.Text[from], longestArgument
	closing := closings[opening]
	if opening != '{' {
		longest = longestOption
	}
	pairs := s.groups[opening]
	if pairs == nil {
		pairs = new(doc.Pairs)
		s.groups[opening] = pairs
	}
	classify := func(at int) (doc.Bracket, int) { return s.bracket(at, opening, closing) }
	end := pairs.Of(from, min(len(s.Text), from+longest), classify)
	if end < 0 {
		return "", from
	}
	return s.Text[from+1 : end], end + 1
}

// arguments returns the ranges of the consecutive arguments, [...] or {...}, at an offset, including
// their brackets.
func (s *scanner) arguments(at int) iter.Seq[doc.Span] {
	return func(yield func(doc.Span) bool) {
		for at < len(s.Text) && (s.Text[at] == '[' || s.Text[at] == '{') {
			_, after := s.bracketed(at)
			if after == at || !yield(doc.Span{Start: at, End: after}) {
				return
			}
			at = after
		}
	}
}

// bracket classifies the character at an offset when searching for the end of a group. It also
// returns the offset at which to continue.
func (s *scanner) bracket(at int, opening, closing byte) (doc.Bracket, int) {
	switch c := s.Text[at]; {
	case c == '\\':
		return doc.NoBracket, at + 2
	case c == '%' && opening == '{':
		if end := s.Marks.Index("\n", at); end < len(s.Text) {
			return doc.NoBracket, end + 1
		}
		return doc.NoBracket, at + 1
	case c == opening:
		return doc.Opening, at + 1
	case c == closing:
		return doc.Closing, at + 1
	case c == '\n' && opening == '[' && s.isBlank(at+1):
		return doc.Barrier, at + 1
	}
	return doc.NoBracket, at + 1
}

// isBlank reports whether the rest of the line is blank. It returns false on the last line.
func (s *scanner) isBlank(at int) bool {
	for at < len(s.Text) && strings.IndexByte(" \t\r", s.Text[at]) >= 0 {
		at++
	}
	return at < len(s.Text) && s.Text[at] == '\n'
}

// environmentEnd returns the end of the environment whose \begin is at offset begin. It returns
// after if the environment is not closed.
func (s *scanner) environmentEnd(name string, begin, after int) int {
	pairs := s.environments[name]
	if pairs == nil {
		pairs = new(doc.Pairs)
		s.environments[name] = pairs
	}
	group := "{" + name + "}"
	end := pairs.Of(begin, len(s.Text), func(at int) (doc.Bracket, int) {
		next := at + 1
		if n := strings.IndexByte(s.Text[next:], '\\'); n >= 0 {
			next += n
		} else {
			next = len(s.Text)
		}
		switch command := s.Text[at:next]; {
		case strings.HasPrefix(command, `\begin`) &&
			strings.HasPrefix(strings.TrimLeft(command[len(`\begin`):], " \t"), group):
			return doc.Opening, next
		case strings.HasPrefix(command, `\end`+group):
			return doc.Closing, next
		}
		return doc.NoBracket, next
	})
	if end < 0 {
		return after
	}
	return end + len(`\end`+group)
}
