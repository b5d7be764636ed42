package org

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// skip advances to end and masks the skipped text.
func (s *scanner) skip(end int) {
	s.Out.Mask(s.At, end)
	s.Prose(" ", end-s.At)
}

// skipCode is like skip, but for text that cannot contain citations.
func (s *scanner) skipCode(end int) {
	s.Out.Code(s.At, end)
	s.Prose(" ", end-s.At)
}

func (s *scanner) span() {
	rest := s.Text[s.At:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "[cite") && s.citation():
	case strings.HasPrefix(rest, "[fn:") && s.note():
	case strings.HasPrefix(rest, "[[") && s.link():
	case c == ']':
		s.Prose("]", 1)
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
	if s.plainEnd <= s.At {
		s.plainEnd = s.Until(s.At+1, "[]~=*/_+$\\@{<\n")
	}
	if end := s.plainEnd; !s.refLink(end) {
		s.Prose(s.Text[s.At:end], end-s.At)
	}
}

// between skips the text up to and including a closing mark. It returns false if the mark does not
// occur.
func (s *scanner) between(mark string) bool {
	at := s.Marks.Index(mark, s.At+1)
	if at+len(mark) > s.ParagraphEnd(s.At) {
		return false
	}
	s.skipCode(at + len(mark))
	return true
}

// note skips a footnote or a reference to a footnote.
func (s *scanner) note() bool {
	closing, ok := s.ClosingBracket(s.At)
	if !ok {
		return false
	}
	s.Out.Mask(s.At, closing+1)
	s.Out.Touch(s.At, closing+1)
	s.citationsAside(s.At+1, closing)
	s.At = closing + 1
	return true
}

// link reads [[target][description]] and keeps only the description.
func (s *scanner) link() bool {
	closing := s.Marks.Index("]]", s.At)
	if closing+2 > s.ParagraphEnd(s.At) {
		return false
	}
	target, shown, ok := strings.Cut(s.Text[s.At+2:closing], "][")
	if s.bracketLink(s.At+2+len(target), closing+2) {
		return true
	}
	if !ok {
		s.skip(closing + 2)
		return true
	}
	s.Out.Mask(s.At, closing+2)
	s.Out.Touch(s.At, closing+2)
	s.At += len("[[") + len(target) + len("][")
	s.Prose(shown, len(shown))
	s.At = closing + 2
	return true
}

// opens reports whether the mark at s.At directly precedes a word, like an opening mark.
func (s *scanner) opens() bool {
	before, _ := utf8.DecodeLastRuneInString(s.Text[:s.At])
	after, _ := utf8.DecodeRuneInString(s.Text[s.At+1:])
	return (s.At == 0 || unicode.IsSpace(before) || strings.ContainsRune("-({'\"[", before)) &&
		after != utf8.RuneError &&
		!unicode.IsSpace(after)
}

// closes reports whether the mark at an offset directly follows a word, like a closing mark.
func (s *scanner) closes(at int) bool {
	before, _ := utf8.DecodeLastRuneInString(s.Text[:at])
	after, size := utf8.DecodeRuneInString(s.Text[at+1:])
	return !unicode.IsSpace(before) &&
		(size == 0 || unicode.IsSpace(after) || strings.ContainsRune("-.,:!?;'\")}[]", after))
}

func (s *scanner) verbatim(mark byte) bool {
	if !s.opens() {
		return false
	}
	closes := func(at int) bool { return s.Text[at] == mark && s.closes(at) }
	end := s.Marks.IndexFunc("closing "+string(mark), s.At+2, closes)
	if end >= s.ParagraphEnd(s.At) {
		return false
	}
	s.skipCode(end + 1)
	return true
}

// emphasis skips an emphasis mark at the edge of a word. It reads any other mark as a plain
// character.
func (s *scanner) emphasis() bool {
	if !s.opens() && !s.closes(s.At) {
		return false
	}
	s.Out.Touch(s.At, s.At+1)
	s.At++
	return true
}

// dollarMaths skips $...$ and $$...$$ if Org would read it as mathematics: no blank may be next to
// the dollar signs on the inside, and no letter or digit may follow the second one.
func (s *scanner) dollarMaths() bool {
	if strings.HasPrefix(s.Text[s.At:], "$$") {
		return s.between("$$")
	}
	if s.At+1 >= len(s.Text) || strings.IndexByte(" \t\r\n.,;", s.Text[s.At+1]) >= 0 {
		return false
	}
	end := s.Marks.IndexFunc("closing $", s.At+2, func(at int) bool {
		after, _ := utf8.DecodeRuneInString(s.Text[at+1:])
		return s.Text[at] == '$' && strings.IndexByte(" \t\r\n", s.Text[at-1]) < 0 && !unicode.IsLetter(after) &&
			!unicode.IsDigit(after)
	})
	if end >= s.ParagraphEnd(s.At) {
		return false
	}
	s.skip(end + 1)
	return true
}

// command reads the construct that starts with a backslash: mathematics, a line break or an entity.
func (s *scanner) command() {
	rest := s.Text[s.At:]
	switch {
	case strings.HasPrefix(rest, `\(`) && s.maths(`\)`), strings.HasPrefix(rest, `\[`) && s.maths(`\]`):
		return
	case strings.HasPrefix(rest, `\\`):
		s.Prose(" ", 2)
		return
	}
	n := 1
	for n < len(rest) && ('a' <= rest[n]|0x20 && rest[n]|0x20 <= 'z') {
		n++
	}
	name := rest[1:n]
	if n == 1 {
		s.Prose(`\`, 1)
		return
	}
	if strings.HasPrefix(rest[n:], "{}") {
		n += 2
	}
	if sign, ok := signs[name]; ok {
		name = sign
	}
	s.Prose(name, n)
}

func (s *scanner) maths(closing string) bool {
	at := s.Marks.Index(closing, s.At+2)
	if at+2 > s.ParagraphEnd(s.At) {
		return false
	}
	s.skip(at + 2)
	return true
}

// snippet skips a snippet such as "@@html:...@@". The snippet "@@comment:...@@" is a comment.
func (s *scanner) snippet() bool {
	body := s.At + len("@@")
	end := s.Marks.Index("@@", body)
	if end+2 > s.ParagraphEnd(s.At) {
		return false
	}
	if text, ok := strings.CutPrefix(s.Text[body:end], "comment:"); ok {
		s.Out.Comment(s.Text, doc.Span{Start: s.At, End: end + 2}, doc.Span{Start: end - len(text), End: end})
		s.At = end + 2
		return true
	}
	s.skipCode(end + 2)
	return true
}

// angle skips a URL, target or date in angle brackets: <URL>, <<target>> or <date>.
func (s *scanner) angle() bool {
	end := s.Marks.Index(">", s.At)
	if end >= s.LineEnd(s.At) || end >= s.ParagraphEnd(s.At) || strings.IndexByte(" =", s.Text[s.At+1]) >= 0 {
		return false
	}
	for end+1 < len(s.Text) && s.Text[end+1] == '>' {
		end++
	}
	s.skip(end + 1)
	return true
}
