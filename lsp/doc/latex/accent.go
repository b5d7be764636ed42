package latex

import (
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/tex"
	"golang.org/x/text/unicode/norm"
)

func isAccent(name string) bool {
	_, ok := tex.Mark(name)
	return ok
}

// accent reads a command that typesets an accented letter, such as \'e, \'{e}, \v c or \"{\i}.
func (s *scanner) accent(name string, end int) bool {
	at := end
	if isLetter(name[0]) {
		at += len(s.text[at:]) - len(strings.TrimLeft(s.text[at:], " "))
		if at == end && at < len(s.text) && s.text[at] != '{' {
			return false
		}
	}
	base, after := s.accentBase(at)
	if base == "" {
		return false
	}
	mark, _ := tex.Mark(name)
	s.prose(norm.NFC.String(base+string(mark)), after-s.at)
	return true
}

// longestLetter is the maximum length of an accented letter in braces, in bytes.
const longestLetter = 12

func (s *scanner) accentBase(at int) (base string, after int) {
	if at >= len(s.text) {
		return "", at
	}
	after = at
	if s.text[at] == '{' && strings.Contains(s.text[at:min(at+longestLetter, len(s.text))], "}") {
		base, after = s.bracketed(at, '{', '}')
		base = strings.TrimSpace(base)
	} else if strings.HasPrefix(s.text[at:], `\i`) || strings.HasPrefix(s.text[at:], `\j`) {
		base, after = s.text[at:at+2], at+2
	} else if r, size := utf8.DecodeRuneInString(s.text[at:]); isLetter(s.text[at]) || r >= utf8.RuneSelf {
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
