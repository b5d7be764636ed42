package markdown

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// skip advances to end and masks the skipped text.
func (s *scanner) skip(end int) {
	s.Out.Mask(s.At, end)
	s.Out.Skip(s.At, end)
	s.At = end
}

func (s *scanner) span() {
	rest := s.Text[s.At:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "<!--"):
		s.comment()
	case c == '\\' && len(rest) > 1 && unicode.IsPunct(rune(rest[1])):
		s.Prose(rest[1:2], 2)
	case c == '\\' && s.rawTeX():
	case c == '`':
		s.codeSpan()
	case c == '$':
		s.maths()
	case strings.HasPrefix(rest, "[^") && s.footnote(0), strings.HasPrefix(rest, "^[") && s.footnote(1):
	case c == '[' && s.citationGroup():
	case c == '@' && s.bareCitation():
	case c == '{' && s.role(), c == '{' && s.shortcode():
	case c == '!' && strings.HasPrefix(rest, "![") && s.image():
	case c == '[':
		s.link()
		s.At++ // drop the link's brackets and keep its text
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
	text := s.Text[s.At:s.Until(s.At+1, "\\`$[@{!]*_<^\n")]
	s.Prose(text, len(text))
}

func (s *scanner) comment() {
	body := doc.Span{Start: s.At + len("<!--")}
	body.End = s.Marks.Index("-->", body.Start)
	end := body.End + len("-->")
	if body.End == len(s.Text) { // an unclosed comment ends at the end of its line
		body.End = s.LineEnd(body.Start)
		end = body.End
	}
	s.Out.Comment(s.Text, doc.Span{Start: s.At, End: end}, body)
	s.At = end
}

const longestMark = 8 // maximum number of backticks around a code span

func (s *scanner) codeSpan() {
	n := len(s.Text[s.At:]) - len(strings.TrimLeft(s.Text[s.At:], "`"))
	mark := s.Text[s.At : s.At+n]
	from := s.At + n
	if n <= longestMark {
		if i := strings.Index(s.Text[from:s.ParagraphEnd(from)], mark); i >= 0 {
			s.Out.Code(s.At, from+i+n)
			s.skip(from + i + n)
			return
		}
	}
	s.Prose(mark, n)
}

// find returns the offset of the closing mark of a span that starts at from.
func (s *scanner) find(mark string, from int) (at int, ok bool) {
	at = s.Marks.Index(mark, from)
	return at, at+len(mark) <= s.ParagraphEnd(from)
}

// footnote skips an inline footnote or a reference to a footnote. Its opening bracket is n bytes
// after s.At.
func (s *scanner) footnote(n int) bool {
	closing, ok := s.ClosingBracket(s.At + n)
	if !ok {
		return false
	}
	end := closing + 1
	s.Out.Hang(s.At, end)
	s.citationsAside(s.At, end)
	if n == 1 {
		s.Out.Inset(doc.Note, s.At+2, closing)
	}
	s.At = end
	return true
}

// maths skips $...$ if Pandoc would read it as mathematics: no space may be next to the dollar
// signs on the inside, and no digit may follow the second one.
func (s *scanner) maths() {
	body := s.At + 1
	end := s.ParagraphEnd(body)
	if body < end && s.Text[body] != ' ' && s.Text[body] != '$' {
		if closing := s.Marks.IndexFunc("closing $", body+1, s.closesMaths); closing < end {
			s.skip(closing + 1)
			return
		}
	}
	s.Prose("$", 1)
}

func (s *scanner) closesMaths(at int) bool {
	return s.Text[at] == '$' && s.Text[at-1] != ' ' && s.Text[at-1] != '\\' &&
		(at+1 == len(s.Text) || s.Text[at+1] < '0' || s.Text[at+1] > '9')
}

func (s *scanner) image() bool {
	closing, ok := s.find("](", s.At)
	if !ok {
		return false
	}
	end, ok := s.find(")", closing)
	if !ok {
		return false
	}
	s.citationsAside(s.At, closing)
	s.Out.Inset(doc.Caption, s.At+2, closing)
	s.skip(s.attributes(end + 1))
	return true
}

// attributes returns the end of the attributes at an offset, such as {.class}.
func (s *scanner) attributes(at int) int {
	if at < len(s.Text) && s.Text[at] == '{' {
		if end, ok := s.find("}", at); ok && end <= s.LineEnd(at) {
			return end + 1
		}
	}
	return at
}

// link records the range of a link or of a span with attributes.
func (s *scanner) link() {
	closing, ok := s.ClosingBracket(s.At)
	if !ok || closing+1 >= len(s.Text) {
		return
	}
	end, found := closing+1, true
	switch s.Text[end] {
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
		s.Out.Group(doc.Group{Span: doc.Span{Start: s.At, End: end + 1}, Closing: closing, Inline: true})
	}
}

// linkTarget skips the "](URL)" after a link's text.
func (s *scanner) linkTarget() {
	end := s.At + 1
	if end < len(s.Text) && s.Text[end] == '(' {
		if closing, ok := s.find(")", end); ok {
			end = closing + 1
		}
	}
	end = s.attributes(end)
	s.Out.Mask(s.At, end)
	s.At = end
}

func (s *scanner) insideWord() bool {
	before, _ := utf8.DecodeLastRuneInString(s.Text[:s.At])
	after, _ := utf8.DecodeRuneInString(s.Text[s.At+1:])
	return isWord(before) && isWord(after)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// emphasis skips an emphasis mark at the edge of a word. It reads a mark between spaces as a plain
// character.
func (s *scanner) emphasis(c byte) {
	n := len(s.Text[s.At:]) - len(strings.TrimLeft(s.Text[s.At:], string(c)))
	before, _ := utf8.DecodeLastRuneInString(s.Text[:s.At])
	after, _ := utf8.DecodeRuneInString(s.Text[s.At+n:])
	if unicode.IsSpace(before) && unicode.IsSpace(after) {
		s.Prose(string(c), 1)
		return
	}
	closes, opens := !unicode.IsSpace(before) && s.At > 0, !unicode.IsSpace(after) && s.At+n < len(s.Text)
	s.emphasised(s.Text[s.At:s.At+n], closes, opens)
	s.Out.Touch(s.At, s.At+n)
	s.At += n
}

// emphasised records an emphasis mark. If the mark closes an emphasis, it also records the
// formatted range.
func (s *scanner) emphasised(mark string, closes, opens bool) {
	if !s.Out.Open() {
		s.marksOpen = s.marksOpen[:0]
	}
	if i := s.lastOpen(mark); closes && i >= 0 {
		open := s.marksOpen[i]
		s.marksOpen = s.marksOpen[:i]
		s.Out.Group(doc.Group{Span: doc.Span{Start: open.at, End: s.At + len(mark)}, Closing: s.At, Inline: true})
	} else if opens && len(s.marksOpen) < maxMarks {
		s.marksOpen = append(s.marksOpen, openMark{mark, s.At})
	}
}

// An openMark is an emphasis mark that has not been closed yet.
type openMark struct {
	mark string
	at   int
}

const maxMarks = 8 // maximum nesting depth of emphasis

func (s *scanner) lastOpen(mark string) int {
	for i := len(s.marksOpen) - 1; i >= 0; i-- {
		if s.marksOpen[i].mark == mark {
			return i
		}
	}
	return -1
}

// tag skips <...> if it is an HTML tag or an autolink rather than a comparison.
func (s *scanner) tag() bool {
	end, ok := s.find(">", s.At)
	if !ok || end < s.At+2 || s.LineEnd(s.At) < end {
		return false
	}
	if first := s.Text[s.At+1]; first != '/' && !isWord(rune(first)) {
		return false
	}
	s.skip(end + 1)
	return true
}

// rawEnvironments lists the TeX environments that contain no running text.
var rawEnvironments = []string{"lstlisting", "verbatim", "minted", "figure", "figure*", "table", "table*", "equation",
	"equation*", "align", "align*", "tabular", "tikzpicture", "algorithm"}

var (
	// reference matches TeX commands that print nothing, or only a number.
	reference = regexp.MustCompile(`^\\(?:label|ref|autoref|cref|Cref|pageref|eqref|index|vspace|hspace|newpage|clearpage|` +
		`noindent|centering|hypertarget|protect)\b\*?(?:\{[^{}\n]{0,200}\})?`)
	// styled matches TeX commands that change the style of their argument.
	styled = regexp.MustCompile(`^\\(?:emph|textit|textbf|texttt|textsc|textsf|underline|mbox)\{([^{}\n\\@]{0,500})\}`)
)

// rawTeX reads or skips a TeX command, which Pandoc passes through to LaTeX. It returns false if
// s.At is not at such a command.
func (s *scanner) rawTeX() bool {
	rest := s.Text[s.At:s.LineEnd(s.At)]
	if m := styled.FindStringSubmatch(rest); m != nil {
		s.Prose(m[1], len(m[0]))
		return true
	}
	if command := reference.FindString(rest); command != "" {
		s.skip(s.At + len(command))
		return true
	}
	return false
}

// environment skips a TeX environment that starts at the beginning of a line. It returns false if
// no environment to skip starts there.
func (s *scanner) environment(trimmed string) bool {
	name, ok := strings.CutPrefix(trimmed, `\begin{`)
	if !ok {
		return false
	}
	name, _, ok = strings.Cut(name, "}")
	if !ok || !slices.Contains(rawEnvironments, name) {
		return false
	}
	closing := `\end{` + name + `}`
	end := s.Marks.Index(closing, s.At)
	if end+len(closing) > len(s.Text) {
		return false // the environment is not closed yet
	}
	s.Out.Break()
	s.Code(s.NextLine(s.LineEnd(end)))
	return true
}
