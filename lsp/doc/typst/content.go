package typst

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

func (s *scanner) content() {
	rest := s.Text[s.At:]
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
	clean := s.Text[s.At:s.Until(s.At+1, "\\/`$#@<[]*_~-h\n")]
	if strings.TrimSpace(clean) == "" && !s.Out.Open() {
		s.At += len(clean) // white space alone does not open a paragraph
		return
	}
	s.prose(clean, len(clean))
}

func (s *scanner) lineBreak() {
	if s.top().closer == '\n' {
		s.pop()
	}
	if s.Out.Open() {
		s.prose("\n", 1)
	} else {
		s.At++
	}
	if s.At < len(s.Text) {
		s.lineStart()
	}
}

func (s *scanner) escape() {
	if s.At+1 >= len(s.Text) || strings.IndexByte(" \t\r\n", s.Text[s.At+1]) >= 0 {
		s.prose(" ", 1)
		return
	}
	_, size := utf8.DecodeRuneInString(s.Text[s.At+1:])
	s.prose(s.Text[s.At+1:s.At+1+size], 1+size)
}

func (s *scanner) address() {
	text := s.Text[s.At:s.Until(s.At, " \t\r\n[]<>\"")]
	s.prose(text, len(text))
}

func (s *scanner) comment() {
	end := s.LineEnd(s.At)
	body := doc.Span{Start: s.At + 2, End: end - len(s.Text[s.At:end]) + len(strings.TrimRight(s.Text[s.At:end], "\r"))}
	end = body.End
	if s.Text[s.At+1] == '*' {
		if closing := s.Marks.Index("*/", s.At+2); closing < len(s.Text) {
			body.End, end = closing, closing+2
		}
	}
	body.End = max(body.Start, body.End)
	if s.isQuiet() {
		s.Out.Code(s.At, end)
	} else {
		s.Out.Comment(s.Text, doc.Span{Start: s.At, End: end}, body)
	}
	s.At = end
}

const maxRaw = 8 // maximum number of backticks around raw text

func (s *scanner) raw() {
	n := len(s.Text[s.At:]) - len(strings.TrimLeft(s.Text[s.At:], "`"))
	if n != 2 && n <= maxRaw {
		mark := s.Text[s.At : s.At+n]
		if end := s.Marks.Index(mark, s.At+n); end < len(s.Text) && (n > 2 || end < s.BlankLine(s.At)) {
			s.skipCode(end + n - s.At)
			return
		}
	}
	s.prose(s.Text[s.At:s.At+n], n)
}

// maths skips $...$. It treats a dollar sign without a partner in its paragraph as incomplete.
func (s *scanner) maths() {
	end := s.Marks.IndexFunc("closing $", s.At+1, func(at int) bool {
		return s.Text[at] == '$' && s.Text[at-1] != '\\'
	})
	if end >= s.BlankLine(s.At) {
		s.prose("$", 1)
		return
	}
	s.skip(end + 1 - s.At)
}

func (s *scanner) label() bool {
	end := nameEnd(s.Text, s.At+1)
	if end == s.At+1 || end >= len(s.Text) || s.Text[end] != '>' {
		return false
	}
	s.skip(end + 1 - s.At)
	return true
}

// reference reads "@key" and its supplement, as in "@key[p. 3]".
func (s *scanner) reference() {
	before, _ := utf8.DecodeLastRuneInString(s.Text[:s.At])
	end := keyEnd(s.Text, s.At+1)
	name := s.Text[s.At+1 : end]
	if name == "" || unicode.IsLetter(before) || unicode.IsDigit(before) || s.labels.names[name] {
		s.prose(s.Text[s.At:max(end, s.At+1)], max(end, s.At+1)-s.At)
		return
	}
	key := doc.CiteKey{Span: doc.Span{Start: s.At + 1, End: end}, Name: name}
	s.cite(doc.Citation{Span: doc.Span{Start: s.At, End: s.supplementEnd(end)}, Keys: []doc.CiteKey{key}})
}

const maxSupplement = 200 // maximum length of a supplement, in bytes

// supplementEnd returns the end of a supplement such as "[p. 3]" at an offset.
func (s *scanner) supplementEnd(at int) int {
	near := s.Text[at:min(len(s.Text), at+maxSupplement)]
	if closing := strings.IndexAny(near, "]\n"); strings.HasPrefix(near, "[") && closing > 0 && near[closing] == ']' {
		return at + closing + 1
	}
	return at
}

// cite adds a citation, as an aside if s.At is not in running text.
func (s *scanner) cite(c doc.Citation) {
	if s.isQuiet() {
		s.Out.CiteAside(c)
	} else {
		s.Out.Cite(c)
	}
	s.At = c.End
}

// emphasis skips an emphasis mark at the edge of a word. It reads a mark within a word as a plain
// character.
func (s *scanner) emphasis() {
	before, _ := utf8.DecodeLastRuneInString(s.Text[:s.At])
	after, _ := utf8.DecodeRuneInString(s.Text[s.At+1:])
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	if isWord(before) && isWord(after) {
		s.prose(s.Text[s.At:s.At+1], 1)
		return
	}
	if !s.isQuiet() {
		s.Out.Touch(s.At, s.At+1)
	}
	s.At++
}

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
		s.hide(s.At)
		s.open = s.open[:len(s.open)-1]
		s.title(f)
		s.At++
		if f.call == "quote" {
			s.Out.Quote(f.start, s.At)
			s.quotes = s.quotes || strings.HasSuffix(s.Text[:f.start], "#quote[")
		}
		s.after(f)
	}
}

// title reads "title: [...]" in a call that configures the document.
func (s *scanner) title(f frame) {
	if m, call := s.Out.Partial(), s.top().call; m.Title == "" && f.arg == "title" &&
		(call == "document" || call == "with") {
		m.Title = strings.Join(strings.Fields(s.Text[f.start:s.At]), " ")
	}
}
