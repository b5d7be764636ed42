package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// inline reads prose up to the end of the line; what began on it may end later.
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

// skip leaves out what stands before end.
func (s *scanner) skip(end int) {
	s.out.Mask(s.at, end)
	s.out.Touch(s.at, end)
	s.prose(" ", end-s.at)
}

func (s *scanner) span() {
	rest := s.text[s.at:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "<!--"):
		s.comment()
	case c == '\\' && len(rest) > 1 && unicode.IsPunct(rune(rest[1])):
		s.prose(rest[1:2], 2)
	case c == '`':
		s.codeSpan()
	case c == '$':
		s.maths()
	case strings.HasPrefix(rest, "[^") && s.footnote(0), strings.HasPrefix(rest, "^[") && s.footnote(1):
	case c == '[' && s.citationGroup():
	case c == '@' && s.bareCitation():
	case c == '!' && strings.HasPrefix(rest, "![") && s.image():
	case c == '[':
		s.at++ // the brackets of a link go, its text stays
	case c == ']':
		s.linkTarget()
	case c == '*' || c == '_' && !s.insideWord():
		s.emphasis(c)
	case c == '<' && s.tag():
	default:
		s.plain()
	}
}

// plain takes all up to the next character that may mean something.
func (s *scanner) plain() {
	n := strings.IndexAny(s.text[s.at+1:], "\\`$[@!]*_<^\n")
	if n < 0 {
		n = len(s.text) - s.at - 1
	}
	s.prose(s.text[s.at:s.at+1+n], 1+n)
}

func (s *scanner) comment() {
	body := s.at + len("<!--")
	end := strings.Index(s.text[body:], "-->")
	if end < 0 {
		// Not closed yet: it is taken to end with its line.
		end = s.lineEnd(body)
		s.out.Comment(s.text, doc.Span{Start: s.at, End: end}, doc.Span{Start: body, End: end})
		s.at = end
		return
	}
	end += body
	s.out.Comment(s.text, doc.Span{Start: s.at, End: end + len("-->")}, doc.Span{Start: body, End: end})
	s.at = end + len("-->")
}

func (s *scanner) codeSpan() {
	n := len(s.text[s.at:]) - len(strings.TrimLeft(s.text[s.at:], "`"))
	mark := s.text[s.at : s.at+n]
	from := s.at + n
	if i := strings.Index(s.paragraph(from), mark); i >= 0 {
		s.out.Code(s.at, from+i+n)
		s.skip(from + i + n)
		return
	}
	s.prose(mark, n)
}

// longestSpan bounds the search for what closes a span: where that is missing,
// a user is still typing.
const longestSpan = 4000

// paragraph is the rest of the paragraph.
func (s *scanner) paragraph(from int) string {
	rest := s.text[from:min(len(s.text), from+longestSpan)]
	for _, blank := range []string{"\n\n", "\n\r\n"} {
		if i := strings.Index(rest, blank); i >= 0 {
			rest = rest[:i]
		}
	}
	return rest
}

// footnote leaves out a note, or the mark of one, whose bracket is n bytes on.
func (s *scanner) footnote(n int) bool {
	closing := closingBracket(s.paragraph(s.at + n))
	if closing < 0 {
		return false
	}
	end := s.at + n + closing + 1
	s.out.Mask(s.at, end)
	s.out.Touch(s.at, end)
	s.citationsAside(s.at, end)
	s.at = end
	return true
}

// maths leaves $...$ out by Pandoc's rule: no space inside the dollars, no
// digit behind the second.
func (s *scanner) maths() {
	body := s.paragraph(s.at + 1)
	if body == "" || body[0] == ' ' || body[0] == '$' {
		s.prose("$", 1)
		return
	}
	for i := 1; i < len(body); i++ {
		if body[i] == '$' && body[i-1] != ' ' && body[i-1] != '\\' && (i+1 == len(body) || body[i+1] < '0' || body[i+1] > '9') {
			s.skip(s.at + 1 + i + 1)
			return
		}
	}
	s.prose("$", 1)
}

func (s *scanner) image() bool {
	closing := strings.Index(s.paragraph(s.at), "](")
	if closing < 0 {
		return false
	}
	end := strings.IndexByte(s.paragraph(s.at+closing), ')')
	if end < 0 {
		return false
	}
	s.citationsAside(s.at, s.at+closing)
	s.skip(s.at + closing + end + 1)
	return true
}

// linkTarget drops "](address)".
func (s *scanner) linkTarget() {
	end := s.at + 1
	if end < len(s.text) && s.text[end] == '(' {
		if i := strings.IndexByte(s.paragraph(end), ')'); i >= 0 {
			end += i + 1
		}
	}
	s.out.Mask(s.at, end)
	s.at = end
}

func (s *scanner) insideWord() bool {
	before, _ := utf8.DecodeLastRuneInString(s.text[:s.at])
	after, _ := utf8.DecodeRuneInString(s.text[s.at+1:])
	return isWord(before) && isWord(after)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// emphasis drops marks that stand at a word; a lone one is a sign.
func (s *scanner) emphasis(c byte) {
	n := len(s.text[s.at:]) - len(strings.TrimLeft(s.text[s.at:], string(c)))
	before, _ := utf8.DecodeLastRuneInString(s.text[:s.at])
	after, _ := utf8.DecodeRuneInString(s.text[s.at+n:])
	if unicode.IsSpace(before) && unicode.IsSpace(after) {
		s.prose(string(c), 1)
		return
	}
	s.out.Touch(s.at, s.at+n)
	s.at += n
}

// tag drops <...> that is no comparison: HTML, and addresses.
func (s *scanner) tag() bool {
	rest := s.paragraph(s.at)
	end := strings.IndexByte(rest, '>')
	if end < 2 || rest[1] != '/' && !isWord(rune(rest[1])) || strings.Contains(rest[:end], "\n") {
		return false
	}
	s.skip(s.at + end + 1)
	return true
}
