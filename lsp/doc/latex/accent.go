package latex

import (
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/tex"
	"golang.org/x/text/unicode/norm"
)

// accent reads a command that typesets an accented letter, such as \'e, \'{e}, \v c or \"{\i}.
func (s *scanner) accent(name string, end int) bool {
	mark := tex.Mark(name)
	if mark == 0 {
		return false
	}
	at := end
	if isLetter(name[0]) {
		at += len(s.Text[at:]) - len(strings.TrimLeft(s.Text[at:], " "))
		if at == end && at < len(s.Text) && s.Text[at] != '{' {
			return false
		}
	}
	base, after := s.accentBase(at)
	if base == "" {
		return false
	}
	s.prose(norm.NFC.String(base+string(mark)), after-s.At)
	return true
}

const longestLetter = 12 // maximum length of an accented letter in braces, in bytes

func (s *scanner) accentBase(at int) (base string, after int) {
	if at >= len(s.Text) {
		return "", at
	}
	after = at
	if s.Text[at] == '{' && strings.Contains(s.Text[at:min(at+longestLetter, len(s.Text))], "}") {
		base, after = s.bracketed(at)
		base = strings.TrimSpace(base)
	} else if strings.HasPrefix(s.Text[at:], `\i`) || strings.HasPrefix(s.Text[at:], `\j`) {
		base, after = s.Text[at:at+2], at+2
	} else if r, size := utf8.DecodeRuneInString(s.Text[at:]); isLetter(s.Text[at]) || r >= utf8.RuneSelf {
		base, after = string(r), at+size
	}
	switch base {
	case `\i`:
		base = "i"
	case `\j`:
		base = "j"
	}
	if utf8.RuneCountInString(base) != 1 {
		return "", at
	}
	return base, after
}
