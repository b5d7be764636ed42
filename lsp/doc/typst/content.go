package typst

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// content reads the next token in markup mode.
func (s *scanner) content() {
	rest := s.text[s.at:]
	switch c := rest[0]; {
	case c == '\n':
		s.lineBreak()
	case c == '\\':
		s.escape()
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/*"):
		s.comment()
	case c == '`':
		s.raw()
	case c == '$':
		s.maths()
	case c == '#':
		s.expression()
	case c == '@':
		s.reference()
	case c == '<' && s.label():
	case c == '[':
		s.push(frame{closer: ']', literal: true})
		s.prose("[", 1)
	case c == ']':
		s.closeContent()
	case c == '*' || c == '_':
		s.emphasis()
	case c == '~':
		s.prose(" ", 1)
	case strings.HasPrefix(rest, "---"):
		s.prose("—", 3)
	case strings.HasPrefix(rest, "--"):
		s.prose("–", 2)
	case strings.HasPrefix(rest, "https://"), strings.HasPrefix(rest, "http://"):
		s.address()
	default:
		s.plain()
	}
}

// plain reads text up to the next character that could be markup.
func (s *scanner) plain() {
	n := strings.IndexAny(s.text[s.at+1:], "\\/`$#@<[]*_~-h\n")
	if n < 0 {
		n = len(s.text) - s.at - 1
	}
	clean := s.text[s.at : s.at+1+n]
	if strings.TrimSpace(clean) == "" && !s.out.Open() {
		s.at += 1 + n // white space alone does not open a paragraph
		return
	}
	s.prose(clean, 1+n)
}

func (s *scanner) lineBreak() {
	if s.top().closer == '\n' {
		s.pop()
	}
	if s.out.Open() {
		s.prose("\n", 1)
	} else {
		s.at++
	}
	if s.at < len(s.text) {
		s.lineStart()
	}
}

func (s *scanner) escape() {
	if s.at+1 >= len(s.text) || strings.IndexByte(" \t\r\n", s.text[s.at+1]) >= 0 {
		s.prose(" ", 1)
		return
	}
	_, size := utf8.DecodeRuneInString(s.text[s.at+1:])
	s.prose(s.text[s.at+1:s.at+1+size], 1+size)
}

// address reads a bare URL as text.
func (s *scanner) address() {
	n := strings.IndexAny(s.text[s.at:], " \t\r\n[]<>\"")
	if n < 0 {
		n = len(s.text) - s.at
	}
	s.prose(s.text[s.at:s.at+n], n)
}

func (s *scanner) comment() {
	end := s.lineEnd()
	body := doc.Span{Start: s.at + 2, End: end - len(s.text[s.at:end]) + len(strings.TrimRight(s.text[s.at:end], "\r"))}
	end = body.End
	if s.text[s.at+1] == '*' {
		if closing := s.marks.Index("*/", s.at+2); closing < len(s.text) {
			body.End, end = closing, closing+2
		}
	}
	body.End = max(body.Start, body.End)
	if s.isQuiet() {
		s.out.Code(s.at, end)
	} else {
		s.out.Comment(s.text, doc.Span{Start: s.at, End: end}, body)
	}
	s.at = end
}

// maxRaw is the maximum number of backticks around raw text.
const maxRaw = 8

func (s *scanner) raw() {
	n := len(s.text[s.at:]) - len(strings.TrimLeft(s.text[s.at:], "`"))
	if n != 2 && n <= maxRaw {
		mark := s.text[s.at : s.at+n]
		if end := s.marks.Index(mark, s.at+n); end < len(s.text) && (n > 2 || end < s.blank(s.at)) {
			s.skipCode(end + n - s.at)
			return
		}
	}
	s.prose(s.text[s.at:s.at+n], n)
}

// blank returns the offset of the next blank line after from.
func (s *scanner) blank(from int) int {
	return min(s.marks.Index("\n\n", from), s.marks.Index("\n\r\n", from))
}

// maths skips $...$. It treats a dollar sign without a partner in its paragraph as incomplete.
func (s *scanner) maths() {
	end := s.marks.IndexFunc("closing $", s.at+1, func(at int) bool {
		return s.text[at] == '$' && s.text[at-1] != '\\'
	})
	if end >= s.blank(s.at) {
		s.prose("$", 1)
		return
	}
	s.skip(end + 1 - s.at)
}

// label skips a label, "<name>".
func (s *scanner) label() bool {
	end := nameEnd(s.text, s.at+1)
	if end == s.at+1 || end >= len(s.text) || s.text[end] != '>' {
		return false
	}
	s.skip(end + 1 - s.at)
	return true
}

// reference reads "@key" and its supplement, as in "@key[p. 3]".
func (s *scanner) reference() {
	before, _ := utf8.DecodeLastRuneInString(s.text[:s.at])
	end := keyEnd(s.text, s.at+1)
	name := s.text[s.at+1 : end]
	if name == "" || unicode.IsLetter(before) || unicode.IsDigit(before) || s.labels.names[name] {
		s.prose(s.text[s.at:max(end, s.at+1)], max(end, s.at+1)-s.at)
		return
	}
	key := doc.CiteKey{Span: doc.Span{Start: s.at + 1, End: end}, Name: name}
	s.cite(doc.Citation{Span: doc.Span{Start: s.at, End: s.supplementEnd(end)}, Keys: []doc.CiteKey{key}})
}

// maxSupplement is the maximum length of a supplement, in bytes.
const maxSupplement = 200

// supplementEnd returns the end of a supplement such as "[p. 3]" at an offset.
func (s *scanner) supplementEnd(at int) int {
	near := s.text[at:min(len(s.text), at+maxSupplement)]
	if closing := strings.IndexAny(near, "]\n"); strings.HasPrefix(near, "[") && closing > 0 && near[closing] == ']' {
		return at + closing + 1
	}
	return at
}

// cite adds a citation to the running text, or outside it if the text here is not running text.
func (s *scanner) cite(c doc.Citation) {
	if s.isQuiet() {
		s.out.CiteAside(c)
	} else {
		s.out.Cite(c)
	}
	s.at = c.End
}

// emphasis skips an emphasis mark at the edge of a word. It reads a mark within a word as a plain
// character.
func (s *scanner) emphasis() {
	before, _ := utf8.DecodeLastRuneInString(s.text[:s.at])
	after, _ := utf8.DecodeRuneInString(s.text[s.at+1:])
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	if isWord(before) && isWord(after) {
		s.prose(s.text[s.at:s.at+1], 1)
		return
	}
	if !s.isQuiet() {
		s.out.Touch(s.at, s.at+1)
	}
	s.at++
}

// closeContent reads a "]".
func (s *scanner) closeContent() {
	if s.top().closer == '\n' {
		s.pop()
	}
	f := *s.top()
	switch {
	case f.closer != ']':
		s.prose("]", 1)
	case f.literal:
		s.pop()
		s.prose("]", 1)
	default:
		s.hide(s.at)
		s.open = s.open[:len(s.open)-1]
		s.title(f)
		s.at++
		if f.call == "quote" {
			s.out.Quote(f.start, s.at)
			s.quotes = s.quotes || strings.HasSuffix(s.text[:f.start], "#quote[")
		}
		s.after(f)
	}
}

// title reads "title: [...]" in a call that configures the document.
func (s *scanner) title(f frame) {
	if m, call := s.out.Partial(), s.top().call; m.Title == "" && f.arg == "title" &&
		(call == "document" || call == "with") {
		m.Title = strings.Join(strings.Fields(s.text[f.start:s.at]), " ")
	}
}
