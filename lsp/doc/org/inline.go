package org

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// inline reads prose up to the end of the line. Markup opened on the line may end on a later one.
func (s *scanner) inline(end int) {
	for s.at < end {
		s.span()
		if s.at > end {
			end = s.lineEnd(s.at)
		}
	}
	if s.at == end && end < len(s.text) {
		s.prose("\n", 1)
	}
}

func (s *scanner) prose(clean string, n int) {
	s.out.Prose(clean, s.at, s.at+n)
	s.at += n
}

// skip advances to end and masks the skipped text.
func (s *scanner) skip(end int) {
	s.out.Mask(s.at, end)
	s.prose(" ", end-s.at)
}

// skipCode is like skip, but for text that cannot contain citations.
func (s *scanner) skipCode(end int) {
	s.out.Code(s.at, end)
	s.prose(" ", end-s.at)
}

func (s *scanner) span() {
	rest := s.text[s.at:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "[cite") && s.citation():
	case strings.HasPrefix(rest, "[fn:") && s.note():
	case strings.HasPrefix(rest, "[[") && s.link():
	case c == ']':
		s.prose("]", 1)
	case (c == '~' || c == '=') && s.verbatim(c):
	case strings.ContainsRune("*/_+", rune(c)) && s.emphasis():
	case c == '$' && s.dollarMaths():
	case c == '\\':
		s.command()
	case strings.HasPrefix(rest, "@@") && s.snippet():
	case strings.HasPrefix(rest, "{{{") && s.between("}}}"):
	case c == '<' && s.angle():
	default:
		s.plain()
	}
}

// plain reads text up to the next character that could be markup.
func (s *scanner) plain() {
	if s.plainEnd <= s.at {
		s.plainEnd = len(s.text)
		if n := strings.IndexAny(s.text[s.at+1:], "[]~=*/_+$\\@{<\n"); n >= 0 {
			s.plainEnd = s.at + 1 + n
		}
	}
	if end := s.plainEnd; !s.refLink(end) {
		s.prose(s.text[s.at:end], end-s.at)
	}
}

// maxSpan is the maximum distance between an opening mark and its closing mark, in bytes. If the
// closing mark is further away, the user has probably not typed it yet.
const maxSpan = 4000

func (s *scanner) paragraphEnd(from int) int {
	return min(s.marks.Index("\n\n", from), s.marks.Index("\n\r\n", from), from+maxSpan, len(s.text))
}

// between skips the text up to and including a closing mark. It returns false if the mark does not
// occur.
func (s *scanner) between(mark string) bool {
	at := s.marks.Index(mark, s.at+1)
	if at+len(mark) > s.paragraphEnd(s.at) {
		return false
	}
	s.skipCode(at + len(mark))
	return true
}

// note skips a footnote or a reference to a footnote.
func (s *scanner) note() bool {
	closing, ok := s.closingBracket(s.at)
	if !ok {
		return false
	}
	s.out.Mask(s.at, closing+1)
	s.out.Touch(s.at, closing+1)
	s.citationsAside(s.at+1, closing)
	s.at = closing + 1
	return true
}

// link reads [[target][description]] and keeps only the description.
func (s *scanner) link() bool {
	closing := s.marks.Index("]]", s.at)
	if closing+2 > s.paragraphEnd(s.at) {
		return false
	}
	target, shown, ok := strings.Cut(s.text[s.at+2:closing], "][")
	if s.bracketLink(s.at+2+len(target), closing+2) {
		return true
	}
	if !ok {
		s.skip(closing + 2)
		return true
	}
	s.out.Mask(s.at, closing+2)
	s.out.Touch(s.at, closing+2)
	s.at += len("[[") + len(target) + len("][")
	s.prose(shown, len(shown))
	s.at = closing + 2
	return true
}

// opens reports whether the mark at s.at directly precedes a word, like an opening mark.
func (s *scanner) opens() bool {
	before, _ := utf8.DecodeLastRuneInString(s.text[:s.at])
	after, _ := utf8.DecodeRuneInString(s.text[s.at+1:])
	return (s.at == 0 || unicode.IsSpace(before) || strings.ContainsRune("-({'\"[", before)) &&
		after != utf8.RuneError &&
		!unicode.IsSpace(after)
}

// closes reports whether the mark at an offset directly follows a word, like a closing mark.
func (s *scanner) closes(at int) bool {
	before, _ := utf8.DecodeLastRuneInString(s.text[:at])
	after, size := utf8.DecodeRuneInString(s.text[at+1:])
	return !unicode.IsSpace(before) &&
		(size == 0 || unicode.IsSpace(after) || strings.ContainsRune("-.,:!?;'\")}[]", after))
}

func (s *scanner) verbatim(mark byte) bool {
	if !s.opens() {
		return false
	}
	end := s.marks.IndexFunc(
		"closing "+string(mark), s.at+2, func(at int) bool { return s.text[at] == mark && s.closes(at) },
	)
	if end >= s.paragraphEnd(s.at) {
		return false
	}
	s.skipCode(end + 1)
	return true
}

// emphasis skips an emphasis mark at the edge of a word. It reads any other mark as a plain
// character.
func (s *scanner) emphasis() bool {
	if !s.opens() && !s.closes(s.at) {
		return false
	}
	s.out.Touch(s.at, s.at+1)
	s.at++
	return true
}

// dollarMaths skips $...$ and $$...$$ if Org would read it as mathematics: no blank may be next to
// the dollar signs on the inside, and no letter or digit may follow the second one.
func (s *scanner) dollarMaths() bool {
	if strings.HasPrefix(s.text[s.at:], "$$") {
		return s.between("$$")
	}
	if s.at+1 >= len(s.text) || strings.IndexByte(" \t\r\n.,;", s.text[s.at+1]) >= 0 {
		return false
	}
	end := s.marks.IndexFunc("closing $", s.at+2, func(at int) bool {
		after, _ := utf8.DecodeRuneInString(s.text[at+1:])
		return s.text[at] == '$' && strings.IndexByte(" \t\r\n", s.text[at-1]) < 0 && !unicode.IsLetter(after) &&
			!unicode.IsDigit(after)
	})
	if end >= s.paragraphEnd(s.at) {
		return false
	}
	s.skip(end + 1)
	return true
}

// command reads the construct that starts with a backslash: mathematics, a line break or an entity.
func (s *scanner) command() {
	rest := s.text[s.at:]
	switch {
	case strings.HasPrefix(rest, `\(`) && s.maths(`\)`), strings.HasPrefix(rest, `\[`) && s.maths(`\]`):
		return
	case strings.HasPrefix(rest, `\\`):
		s.prose(" ", 2)
		return
	}
	n := 1
	for n < len(rest) && ('a' <= rest[n]|0x20 && rest[n]|0x20 <= 'z') {
		n++
	}
	name := rest[1:n]
	if n == 1 {
		s.prose(`\`, 1)
		return
	}
	if strings.HasPrefix(rest[n:], "{}") {
		n += 2
	}
	if sign, ok := signs[name]; ok {
		name = sign
	}
	s.prose(name, n)
}

func (s *scanner) maths(closing string) bool {
	at := s.marks.Index(closing, s.at+2)
	if at+2 > s.paragraphEnd(s.at) {
		return false
	}
	s.skip(at + 2)
	return true
}

// snippet skips a snippet such as "@@html:...@@". The snippet "@@comment:...@@" is a comment.
func (s *scanner) snippet() bool {
	body := s.at + len("@@")
	end := s.marks.Index("@@", body)
	if end+2 > s.paragraphEnd(s.at) {
		return false
	}
	if text, ok := strings.CutPrefix(s.text[body:end], "comment:"); ok {
		s.out.Comment(s.text, doc.Span{Start: s.at, End: end + 2}, doc.Span{Start: end - len(text), End: end})
		s.at = end + 2
		return true
	}
	s.skipCode(end + 2)
	return true
}

// angle skips an address, target or date in angle brackets: <address>, <<target>> or <date>.
func (s *scanner) angle() bool {
	end := s.marks.Index(">", s.at)
	if end >= s.lineEnd(s.at) || end >= s.paragraphEnd(s.at) || strings.IndexByte(" =", s.text[s.at+1]) >= 0 {
		return false
	}
	for end+1 < len(s.text) && s.text[end+1] == '>' {
		end++
	}
	s.skip(end + 1)
	return true
}
