package bib

import "strings"

// A scanner reads the source. Its methods leave pos at the first byte that has not been read.
type scanner struct {
	src string
	pos int
	// broken is set once an item has not been closed before the end of the file. From then on, an
	// "@" command at the start of a line ends any item. This makes scanning linear.
	broken   bool
	brokenBy byte // closing delimiter that is missing
	// calm is the offset after which no brace closes an earlier one, at most the end of the source.
	calm int
	// uneven is set once unbalanced braces outside groups have been skipped.
	uneven bool
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v'
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// nameBytes is the set of bytes that are allowed in the names of commands, fields and macros.
var nameBytes = func() (set [256]bool) {
	for c := range set {
		set[c] = c > ' ' && c != 0x7f && strings.IndexByte("\"#%'(),={}@\\~", byte(c)) < 0
	}
	return set
}()

// peek returns the byte at pos, or 0 at the end of the source.
func (s *scanner) peek() byte {
	if s.pos < len(s.src) {
		return s.src[s.pos]
	}
	return 0
}

func (s *scanner) atEnd() bool { return s.pos >= len(s.src) }

func (s *scanner) skipSpace() {
	for !s.atEnd() && isSpace(s.src[s.pos]) {
		s.pos++
	}
}

// skipBlank skips white space and, as biber does, "%" comments.
func (s *scanner) skipBlank() {
	for s.skipSpace(); s.peek() == '%'; s.skipSpace() {
		start := s.pos
		s.skipLine()
		s.uneven = s.uneven || !balanced(s.src[start:s.pos])
	}
}

func (s *scanner) skipLine() {
	n := strings.IndexByte(s.src[s.pos:], '\n')
	if n < 0 {
		n = len(s.src) - s.pos
	}
	s.pos += n
}

// name reads a name, which may be empty.
func (s *scanner) name() Span {
	start := s.pos
	for !s.atEnd() && nameBytes[s.src[s.pos]] {
		s.pos++
	}
	return Span{start, s.pos}
}

// command reads "@", a name and an opening delimiter. It returns the name and the matching closing
// delimiter. If pos is not at a command, it leaves pos unchanged.
func (s *scanner) command() (name Span, closer byte, ok bool) {
	start := s.pos
	s.pos++
	s.skipSpace()
	name = s.name()
	s.skipSpace()
	closer = closerOf(s.peek())
	if name.Start == name.End || closer == 0 {
		s.pos = start
		return Span{}, 0, false
	}
	s.pos++
	return name, closer, true
}

func closerOf(opener byte) byte {
	switch opener {
	case '{':
		return '}'
	case '(':
		return ')'
	}
	return 0
}

// group reads a balanced group after its opening delimiter. It returns false if the group is
// not closed. In that case, pos is at the closing brace of the enclosing group, at the next command
// at the start of a line, or at the end of the source.
func (s *scanner) group(closer byte) bool {
	start := s.pos
	if s.closeGroup(closer) {
		return true
	}
	if !s.broken && s.pos == s.groupLimit(start, closer) {
		s.broken, s.brokenBy, s.pos = true, closer, start
		s.closeGroup(closer)
	}
	return false
}

// groupLimit returns the offset before which a group must end.
func (s *scanner) groupLimit(start int, closer byte) int {
	if s.broken || closer != '}' || start > s.calm {
		return len(s.src)
	}
	return s.calm
}

func (s *scanner) closeGroup(closer byte) bool {
	depth := 0
	for limit := s.groupLimit(s.pos, closer); s.pos < limit; s.pos++ {
		switch c := s.src[s.pos]; {
		case c == closer && depth == 0:
			s.pos++
			return true
		case c == '{':
			depth++
		case c == '}' && depth == 0:
			// this brace closes the enclosing group
			return false
		case c == '}':
			depth--
		case c == '@' && s.broken && s.commandAtLineStart():
			return false
		}
	}
	return false
}

// commandAtLineStart reports whether the "@" at pos starts a command and only blanks precede it in
// its line.
func (s *scanner) commandAtLineStart() bool {
	for i := s.pos - 1; i >= 0 && s.src[i] != '\n'; i-- {
		if s.src[i] != ' ' && s.src[i] != '\t' {
			return false
		}
	}
	ahead := *s
	_, _, ok := ahead.command()
	return ok
}
