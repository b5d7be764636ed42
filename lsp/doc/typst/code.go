package typst

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// statements is the set of keywords that start a statement, which ends at the end of the line.
var statements = doc.Set("let set show import include if for while return context break continue")

// asides is the set of functions whose content is not running text.
var asides = doc.Set("footnote figure table caption todo note hide comment")

// expression reads the code after a "#".
func (s *scanner) expression() {
	start := s.At
	name, end := s.identifier(s.At + 1)
	next := byte(0)
	if s.At+1 < len(s.Text) {
		next = s.Text[s.At+1]
	}
	switch {
	case name == "" && strings.IndexByte(`({["`, next) < 0:
		s.prose("#", 1)
		return
	case statements[name]:
		s.hide(start)
		s.At = end
		s.push(frame{closer: ';', call: name, start: start})
		return
	case name == "":
		end = s.At + 1
	}
	s.hide(start)
	s.At = end
	s.after(frame{call: name, start: start})
}

// after continues a call after the function's name or after one of its brackets. Arguments, a
// method or a content block may follow.
func (s *scanner) after(f frame) {
	if s.inCode() {
		return
	}
	for s.next() == '.' {
		name, end := s.identifier(s.At + 1)
		if name == "" {
			break // the full stop ends a sentence
		}
		f.call, s.At = name, end
	}
	switch next := s.next(); next {
	case '(', '{':
		s.At++
		s.push(frame{closer: closing[next], call: f.call, start: f.start})
	case '[':
		s.At++
		s.push(frame{closer: ']', call: f.call, start: s.At, quiet: asides[f.call]})
		s.show()
		s.lineStart()
	case '"':
		s.quoted()
		s.show()
	default:
		s.show()
		if f.closer != ']' {
			s.prose(" ", 0) // the space represents the printed value
		}
	}
}

// next returns the current byte, or 0 at the end.
func (s *scanner) next() byte {
	if s.At < len(s.Text) {
		return s.Text[s.At]
	}
	return 0
}

var closing = map[byte]byte{'(': ')', '{': '}', '[': ']'}

func (s *scanner) identifier(at int) (name string, end int) {
	end = at
	for i, r := range s.Text[min(at, len(s.Text)):] {
		if !unicode.IsLetter(r) && r != '_' && (i == 0 || !unicode.IsDigit(r) && r != '-') {
			break
		}
		end = at + i + utf8.RuneLen(r)
	}
	return s.Text[min(at, len(s.Text)):end], end
}

func (s *scanner) code() {
	rest := s.Text[s.At:]
	switch c := rest[0]; {
	case c == '"':
		s.quoted()
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/*"):
		s.comment()
	case c == '`':
		s.raw()
	case c == '$':
		s.maths()
	case c == '(' || c == '{':
		s.At++
		s.push(frame{closer: closing[c], call: s.top().call, arg: s.top().arg, start: s.At})
	case c == '[':
		s.At++
		s.push(frame{closer: ']', arg: s.top().arg, start: s.At, quiet: true})
	case c == ')' || c == '}' || c == ']':
		s.closeCode(c)
	case c == '<' && s.citedLabel():
	case c == ',':
		s.top().arg = ""
		s.At++
	case c == ';' && s.top().closer == ';':
		s.At++
		s.pop()
	case c == '\n':
		s.codeLine()
	default:
		s.word()
	}
}

// word reads a name in code, and the opening bracket if the name is called.
func (s *scanner) word() {
	start := s.At
	name, end := s.identifier(s.At)
	if name == "" {
		_, size := utf8.DecodeRuneInString(s.Text[s.At:])
		s.At += size
		return
	}
	s.At = end
	switch {
	case strings.HasPrefix(s.Text[end:], ":"):
		s.top().arg = name
	case strings.HasPrefix(s.Text[end:], "("):
		s.At++
		s.push(frame{closer: ')', call: name, start: start})
	}
}

// codeLine ends a statement at the end of a line, or continues it inside brackets. If the next line
// begins with "#", that line is not code, so codeLine treats the open brackets as incomplete.
func (s *scanner) codeLine() {
	if s.top().closer == ';' {
		s.pop()
		return
	}
	s.At++
	if s.At >= len(s.Text) {
		return
	}
	line := s.Text[s.At:s.LineEnd(s.At)]
	isText := s.top().closer == ')' && s.followsBlank() && strings.IndexAny(line, " \t\r)") != 0 && line != ""
	if isText || strings.HasPrefix(line, "#") || isHeading(line) {
		s.recover()
		s.lineStart()
	}
}

// followsBlank reports whether the line before the current one is blank.
func (s *scanner) followsBlank() bool {
	return strings.HasSuffix(s.Text[:s.At], "\n\n") || strings.HasSuffix(s.Text[:s.At], "\n\r\n")
}

func (s *scanner) pop() {
	s.open = s.open[:len(s.open)-1]
	s.show()
}

// closeCode reads a closing bracket in code and ignores it if it is unmatched. A "]" also ends the
// statement in its block.
func (s *scanner) closeCode(c byte) {
	if c == ']' && s.top().closer == ';' && len(s.open) > 1 && s.open[len(s.open)-2].closer == ']' {
		s.pop()
		s.closeContent()
		return
	}
	f := *s.top()
	s.At++
	if f.closer != c {
		return
	}
	s.open = s.open[:len(s.open)-1]
	if f.call == "cite" && len(f.keys) > 0 {
		if !s.isQuiet() {
			s.hidden = -1
		}
		s.cite(doc.Citation{Span: doc.Span{Start: f.start, End: s.At}, Keys: f.keys, Textual: f.prose})
		return
	}
	s.after(f)
}

// citedLabel reads "<key>", which is a citation if it is an argument of cite.
func (s *scanner) citedLabel() bool {
	end := nameEnd(s.Text, s.At+1)
	if end == s.At+1 || end >= len(s.Text) || s.Text[end] != '>' {
		return false
	}
	s.key(s.top(), doc.Span{Start: s.At + 1, End: end})
	s.At = end + 1
	return true
}

// key adds a key to the citation whose arguments are being read.
func (s *scanner) key(f *frame, span doc.Span) {
	if f.call == "cite" && f.arg == "" {
		f.keys = append(f.keys, doc.CiteKey{Span: span, Name: s.Text[span.Start:span.End]})
	}
}

// quoted reads a string. If it is a title, a language or a file name, quoted records it.
func (s *scanner) quoted() {
	closes := func(at int) bool { return s.Text[at] == '"' && s.Text[at-1] != '\\' }
	end := s.Marks.IndexFunc(`closing "`, s.At+1, closes)
	if end >= s.BlankLine(s.At) {
		s.At++ // the string is not closed yet
		return
	}
	s.say(doc.Span{Start: s.At + 1, End: end})
	s.At = end + 1
}

func (s *scanner) say(value doc.Span) {
	f, m, text := s.top(), s.Out.Partial(), s.Text[value.Start:value.End]
	switch {
	case strings.HasSuffix(text, ".bib"), f.call == "bibliography" && f.arg == "" && isYAML(text):
		m.Bibliographies = append(m.Bibliographies, doc.FileRef{Span: value, Path: strings.TrimPrefix(text, "/")})
	case f.call == "include" && f.arg == "" && (f.closer == ';' || f.closer == ')'):
		m.Includes = append(m.Includes, doc.FileRef{Span: value, Path: strings.TrimPrefix(text, "/")})
	case f.call == "text" && f.arg == "lang":
		m.Language = strings.ToLower(text)
	case f.arg == "title" && m.Title == "" && (f.call == "document" || f.call == "with"):
		m.Title = text
	case f.call == "cite" && f.arg == "form":
		f.prose = text == "prose"
	case f.call == "label" && len(s.open) > 1:
		s.key(&s.open[len(s.open)-2], value)
	}
}

func isYAML(name string) bool {
	return strings.HasSuffix(name, ".yml") || strings.HasSuffix(name, ".yaml")
}
