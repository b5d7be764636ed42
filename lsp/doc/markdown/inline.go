package markdown

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
	s.out.Skip(s.at, end)
	s.at = end
}

func (s *scanner) span() {
	rest := s.text[s.at:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "<!--"):
		s.comment()
	case c == '\\' && len(rest) > 1 && unicode.IsPunct(rune(rest[1])):
		s.prose(rest[1:2], 2)
	case c == '\\' && s.rawTeX():
	case c == '`':
		s.codeSpan()
	case c == '$':
		s.maths()
	case strings.HasPrefix(rest, "[^") && s.footnote(0), strings.HasPrefix(rest, "^[") && s.footnote(1):
	case c == '[' && s.citationGroup():
	case c == '@' && s.bareCitation():
	case c == '{' && s.role():
	case c == '!' && strings.HasPrefix(rest, "![") && s.image():
	case c == '[':
		s.link()
		s.at++ // drop the link's brackets and keep its text
	case c == ']':
		s.linkTarget()
	case c == '*' || c == '_' && !s.insideWord():
		s.emphasis(c)
	case c == '<' && s.tag():
	default:
		s.plain()
	}
}

// plain reads text up to the next character that could be markup.
func (s *scanner) plain() {
	n := strings.IndexAny(s.text[s.at+1:], "\\`$[@{!]*_<^\n")
	if n < 0 {
		n = len(s.text) - s.at - 1
	}
	s.prose(s.text[s.at:s.at+1+n], 1+n)
}

func (s *scanner) comment() {
	body := s.at + len("<!--")
	end := s.marks.Index("-->", body)
	if end == len(s.text) {
		// A comment that is not closed ends at the end of the line.
		end = s.lineEnd(body)
		s.out.Comment(s.text, doc.Span{Start: s.at, End: end}, doc.Span{Start: body, End: end})
		s.at = end
		return
	}
	s.out.Comment(s.text, doc.Span{Start: s.at, End: end + len("-->")}, doc.Span{Start: body, End: end})
	s.at = end + len("-->")
}

// longestMark is the maximum number of backticks around a code span.
const longestMark = 8

func (s *scanner) codeSpan() {
	n := len(s.text[s.at:]) - len(strings.TrimLeft(s.text[s.at:], "`"))
	mark := s.text[s.at : s.at+n]
	from := s.at + n
	if n <= longestMark {
		if i := strings.Index(s.text[from:s.paragraphEnd(from)], mark); i >= 0 {
			s.out.Code(s.at, from+i+n)
			s.skip(from + i + n)
			return
		}
	}
	s.prose(mark, n)
}

// longestSpan is the maximum distance between an opening mark and its closing mark, in bytes. If
// the closing mark is further away, the user has probably not typed it yet.
const longestSpan = 4000

// paragraphEnd returns the end of the paragraph, or from plus the maximum length of a span if that
// is less.
func (s *scanner) paragraphEnd(from int) int {
	return min(s.marks.Index("\n\n", from), s.marks.Index("\n\r\n", from), from+longestSpan, len(s.text))
}

// find returns the offset of the closing mark of a span that starts at from.
func (s *scanner) find(mark string, from int) (at int, ok bool) {
	at = s.marks.Index(mark, from)
	return at, at+len(mark) <= s.paragraphEnd(from)
}

// closingBracket returns the offset of the bracket that closes the one at from.
func (s *scanner) closingBracket(from int) (at int, ok bool) {
	at = s.brackets.Of(from, s.paragraphEnd(from), doc.Square(s.text))
	return at, at >= 0
}

// footnote skips an inline footnote or a reference to a footnote. Its opening bracket is n bytes
// after s.at.
func (s *scanner) footnote(n int) bool {
	closing, ok := s.closingBracket(s.at + n)
	if !ok {
		return false
	}
	end := closing + 1
	s.out.Hang(s.at, end)
	s.citationsAside(s.at, end)
	if n == 1 {
		s.out.Inset(doc.Note, s.at+2, closing)
	}
	s.at = end
	return true
}

// maths skips $...$ if Pandoc would read it as mathematics: no space may be next to the dollar
// signs on the inside, and no digit may follow the second one.
func (s *scanner) maths() {
	body := s.at + 1
	end := s.paragraphEnd(body)
	if body < end && s.text[body] != ' ' && s.text[body] != '$' {
		if closing := s.marks.IndexFunc("closing $", body+1, s.closesMaths); closing < end {
			s.skip(closing + 1)
			return
		}
	}
	s.prose("$", 1)
}

func (s *scanner) closesMaths(at int) bool {
	return s.text[at] == '$' && s.text[at-1] != ' ' && s.text[at-1] != '\\' &&
		(at+1 == len(s.text) || s.text[at+1] < '0' || s.text[at+1] > '9')
}

func (s *scanner) image() bool {
	closing, ok := s.find("](", s.at)
	if !ok {
		return false
	}
	end, ok := s.find(")", closing)
	if !ok {
		return false
	}
	s.citationsAside(s.at, closing)
	s.out.Inset(doc.Caption, s.at+2, closing)
	s.skip(s.attributes(end + 1))
	return true
}

// attributes returns the end of the attributes at an offset, such as {.class}.
func (s *scanner) attributes(at int) int {
	if at < len(s.text) && s.text[at] == '{' {
		if end, ok := s.find("}", at); ok && end <= s.lineEnd(at) {
			return end + 1
		}
	}
	return at
}

// link records the range of a link or of a span with attributes.
func (s *scanner) link() {
	closing, ok := s.closingBracket(s.at)
	if !ok || closing+1 >= len(s.text) {
		return
	}
	end, found := closing+1, true
	switch s.text[end] {
	case '(':
		end, found = s.find(")", end)
	case '{':
		end, found = s.find("}", end)
	case '[':
		end, found = s.find("]", end)
	default:
		return
	}
	if found {
		s.out.Group(doc.Group{Span: doc.Span{Start: s.at, End: end + 1}, Closing: closing, Inline: true})
	}
}

// linkTarget skips the "](address)" after a link's text.
func (s *scanner) linkTarget() {
	end := s.at + 1
	if end < len(s.text) && s.text[end] == '(' {
		if closing, ok := s.find(")", end); ok {
			end = closing + 1
		}
	}
	end = s.attributes(end)
	s.out.Mask(s.at, end)
	s.at = end
}

func (s *scanner) insideWord() bool {
	before, _ := utf8.DecodeLastRuneInString(s.text[:s.at])
	after, _ := utf8.DecodeRuneInString(s.text[s.at+1:])
	return isWord(before) && isWord(after)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// emphasis skips an emphasis mark at the edge of a word. It reads a mark between spaces as a plain
// character.
func (s *scanner) emphasis(c byte) {
	n := len(s.text[s.at:]) - len(strings.TrimLeft(s.text[s.at:], string(c)))
	before, _ := utf8.DecodeLastRuneInString(s.text[:s.at])
	after, _ := utf8.DecodeRuneInString(s.text[s.at+n:])
	if unicode.IsSpace(before) && unicode.IsSpace(after) {
		s.prose(string(c), 1)
		return
	}
	s.emphasised(
		s.text[s.at:s.at+n], !unicode.IsSpace(before) && s.at > 0, !unicode.IsSpace(after) && s.at+n < len(s.text),
	)
	s.out.Touch(s.at, s.at+n)
	s.at += n
}

// emphasised records an emphasis mark. If the mark closes an emphasis, it also records the
// formatted range.
func (s *scanner) emphasised(mark string, closes, opens bool) {
	if !s.out.Open() {
		s.marksOpen = s.marksOpen[:0]
	}
	if i := s.lastOpen(mark); closes && i >= 0 {
		open := s.marksOpen[i]
		s.marksOpen = s.marksOpen[:i]
		s.out.Group(doc.Group{Span: doc.Span{Start: open.at, End: s.at + len(mark)}, Closing: s.at, Inline: true})
	} else if opens && len(s.marksOpen) < maxMarks {
		s.marksOpen = append(s.marksOpen, openMark{mark, s.at})
	}
}

// An openMark is an emphasis mark that has not been closed yet.
type openMark struct {
	mark string
	at   int
}

// maxMarks is the maximum nesting depth of emphasis.
const maxMarks = 8

func (s *scanner) lastOpen(mark string) int {
	for i := len(s.marksOpen) - 1; i >= 0; i-- {
		if s.marksOpen[i].mark == mark {
			return i
		}
	}
	return -1
}

// tag skips <...> if it is HTML or an address rather than a comparison.
func (s *scanner) tag() bool {
	end, ok := s.find(">", s.at)
	if !ok || end < s.at+2 || s.lineEnd(s.at) < end {
		return false
	}
	if first := s.text[s.at+1]; first != '/' && !isWord(rune(first)) {
		return false
	}
	s.skip(end + 1)
	return true
}
